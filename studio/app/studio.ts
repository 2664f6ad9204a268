import type { Glance, Measured, Opened, Picked, Plan, Reading, Source } from "../messages.js";
import { Cancelled, Client, TaskError } from "./client.js";
import { firstPlan, measuredKs } from "./plan.js";
import { forgetWork, loadWork, saveWork } from "./work-store.js";

/** The five steps of the walk. */
export const steps = ["start", "choose", "watch", "explore", "keep"] as const;
/** One of them. */
export type StepName = (typeof steps)[number];

/** What is being computed. */
export interface Running {
  readonly what: "open" | "select" | "measure";
  readonly fraction: number;
  readonly since: number;
  readonly glance: Glance | null;
}

/** Everything the page shows. */
export interface State {
  readonly step: StepName;
  readonly source: Source | null;
  readonly reading: Reading;
  readonly data: Opened | null;
  readonly plan: Plan | null;
  readonly running: Running | null;
  readonly picked: Picked | null;
  readonly measured: Measured | null;
  /** The number of features that are kept, moved by the reader. */
  readonly cut: number;
  readonly problem: string | null;
  readonly note: string | null;
  readonly restoring: boolean;
}

const nothing: State = {
  step: "start",
  source: null,
  reading: {},
  data: null,
  plan: null,
  running: null,
  picked: null,
  measured: null,
  cut: 1,
  problem: null,
  note: null,
  restoring: false,
};

/** The page's state and what can be done to it. Drawing is left to the components, computing to the worker. */
export class Studio {
  state: State = { ...nothing, restoring: true };
  readonly client = new Client();
  private readonly listeners = new Set<() => void>();
  private stop: AbortController | null = null;
  private saving: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.client.reopen = () => void this.reopen();
  }

  /** Calls back after every change. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Brings back the work of last time. */
  async restore(): Promise<void> {
    const work = await loadWork().catch(() => null);
    if (!work) return this.set({ restoring: false });
    this.set({ source: work.source, reading: work.reading });
    await this.openAgain();
    if (!this.state.data) return this.set({ restoring: false });
    const { picked, measured, plan } = work;
    this.set({
      restoring: false,
      plan: plan ?? this.state.plan,
      picked,
      measured,
      cut: work.cut ?? picked?.picked ?? 1,
      step: reachable(work.step as StepName, picked),
    });
  }

  /** Opens a file or bundled data in place of what is there. */
  async open(source: Source, reading: Reading = {}): Promise<void> {
    const before = this.state;
    this.set({ problem: null, note: null });
    await this.busy("open", async (hearing) => {
      const data = await this.client.run("open", { source, reading }, hearing);
      const sameShape = before.source === source && before.data?.features === data.features;
      const plan = sameShape && before.plan ? before.plan : firstPlan(data);
      this.set({ source, reading, data, plan, picked: null, measured: null, step: "start" });
    });
    this.save();
  }

  /** Reads the same file in another way. */
  read(change: Partial<Reading>): Promise<void> {
    const { source, reading } = this.state;
    return source ? this.open(source, { ...reading, ...change }) : Promise.resolve();
  }

  /** Changes what is to be computed. */
  change(change: Partial<Plan>): void {
    if (!this.state.plan) return;
    this.set({ plan: { ...this.state.plan, ...change } });
    this.save();
  }

  /** Computes what was planned, the accuracy last. */
  async run(): Promise<void> {
    const { data, plan } = this.state;
    if (!data || !plan) return;
    this.set({ step: "watch", picked: null, measured: null, problem: null, note: null });
    await this.busy("select", async (hearing) => {
      const picked = await this.client.run("select", { plan }, hearing);
      this.set({ picked, cut: picked.picked });
      this.save();
    });
    if (!this.state.picked) return;
    if (plan.measure && data.target !== null) await this.measure();
    if (this.state.step === "watch" && !this.state.problem) this.go("explore");
  }

  /** Measures accuracy for the selection that is there. */
  async measure(): Promise<void> {
    const { data, plan } = this.state;
    if (!data || !plan) return;
    this.set({ problem: null });
    await this.busy("measure", async (hearing) => {
      const measured = await this.client.run("measure", { plan, ks: measuredKs(data, plan) }, hearing);
      this.set({ measured });
    });
    this.save();
  }

  /** Stops what is being computed. */
  cancel(): void {
    this.stop?.abort();
  }

  /** Goes to a step that can be reached. */
  go(step: StepName): void {
    this.set({ step });
    this.save();
  }

  /** Moves the cut line. */
  moveCut(cut: number): void {
    this.set({ cut });
    this.save();
  }

  /** Shows a sentence at the top of the page. */
  complain(problem: string | null): void {
    this.set({ problem });
  }

  /** Forgets everything: what is shown and what was kept. */
  async forget(): Promise<void> {
    this.cancel();
    clearTimeout(this.saving);
    await forgetWork().catch(() => {});
    this.set({ ...nothing, note: "Everything was forgotten: nothing of it is kept in this browser." });
  }

  private async busy(
    what: Running["what"],
    work: (hearing: {
      onProgress: (fraction: number) => void;
      onGlance: (glance: Glance) => void;
      signal: AbortSignal;
    }) => Promise<void>,
  ): Promise<void> {
    this.stop?.abort();
    const stop = new AbortController();
    this.stop = stop;
    this.set({ running: { what, fraction: 0, since: performance.now(), glance: null } });
    const update = (change: Partial<Running>) =>
      this.stop === stop && this.state.running && this.set({ running: { ...this.state.running, ...change } });
    try {
      await work({
        onProgress: (fraction) => update({ fraction }),
        onGlance: (glance) => update({ glance }),
        signal: stop.signal,
      });
    } catch (error) {
      if (error instanceof Cancelled) this.set({ note: stopped[what] });
      else this.set({ problem: describe(error) });
    } finally {
      if (this.stop === stop) {
        this.stop = null;
        this.set({ running: null });
      }
    }
  }

  /** After the worker was started anew. */
  private async reopen(): Promise<void> {
    const { source, data } = this.state;
    if (source && data) await this.openAgain();
  }

  private async openAgain(): Promise<void> {
    const { source, reading } = this.state;
    if (!source) return;
    try {
      const data = await this.client.run("open", { source, reading });
      this.set({ data, plan: this.state.plan ?? firstPlan(data) });
    } catch (error) {
      if (!(error instanceof Cancelled)) this.set({ problem: describe(error) });
    }
  }

  private set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }

  /** Soon, and not for every little change. */
  private save(): void {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => {
      const { source, reading, plan, picked, measured, cut, step } = this.state;
      if (source) void saveWork({ source, reading, plan, picked, measured, cut, step }).catch(() => {});
    }, 250);
  }
}

const stopped = {
  open: "Opening was cancelled.",
  select: "The run was cancelled. Your data and choices are still here.",
  measure: "Measuring was cancelled. The selection is still here.",
} as const;

/** A step that last time's work allows. */
const reachable = (step: StepName, picked: Picked | null): StepName =>
  picked ? (step === "watch" ? "explore" : step) : step === "choose" ? "choose" : "start";

function describe(error: unknown): string {
  if (error instanceof TaskError && error.expected) return plain(error.message);
  const message = error instanceof Error ? error.message : String(error);
  return `Something went wrong inside the studio: ${message}. Your data is still here.`;
}

/** Messages of the library name its flags; in the page they are fields. */
function plain(message: string): string {
  const first = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
