import type { BundledName, Glance, Plan, Reading, Source } from "../messages.js";
import { Cancelled, Client } from "./client.js";
import { describeError } from "./describe-error.js";
import { firstPlan, measuredKs, planFrom } from "./plan.js";
import { comparedWithRecipe, sameReading } from "./recipe-in.js";
import { fits, nothing, type Running, reachable, type State, type StepName } from "./state.js";
import { WorkStore } from "./work-store.js";

/** The page's state and what can be done to it. Drawing is left to the components, computing to the worker. */
export class Studio {
  state: State = { ...nothing, restoring: true };
  readonly client = new Client();
  private readonly listeners = new Set<() => void>();
  private stop: AbortController | null = null;
  private saving: ReturnType<typeof setTimeout> | undefined;
  private readonly store = new WorkStore();

  constructor() {
    this.client.reopen = () => this.reopen();
  }

  /** Calls back after every change. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Brings back the work of last time. */
  async restore(): Promise<void> {
    const work = await this.store.load().catch(() => null);
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
      cut: work.place.cut,
      step: reachable(work.place.step as StepName, picked),
    });
  }

  /** Opens a file or bundled data in place of what is there. */
  async open(source: Source, reading: Reading = {}): Promise<void> {
    const before = this.state;
    this.set({ problem: null, note: null });
    await this.busy("open", async (hearing) => {
      const data = await this.client.run("open", { source, reading }, hearing);
      const plan = before.source === source && fits(before, data) ? before.plan : firstPlan(data);
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
      const { recipe } = this.state;
      this.set({
        picked,
        cut: picked.picked,
        ...(recipe && { recipe: null, note: comparedWithRecipe(recipe, picked, data) }),
      });
      this.save();
    });
    if (!this.state.picked) return;
    if (plan.measure && data.target !== null) await this.measure();
    if (this.state.step === "watch" && !this.state.problem) this.go("explore");
  }

  /** Takes over what a recipe says; running it then gives its result again. */
  async applyRecipe(text: string): Promise<void> {
    this.set({ problem: null, note: null });
    try {
      const recipe = await this.client.run("readRecipe", { text });
      if (recipe.format === "bundled" && this.state.source?.name !== recipe.source)
        await this.open({ kind: "bundled", name: recipe.source as BundledName });
      const { source, data } = this.state;
      if (!source || !data)
        return this.set({
          problem: `This recipe was made from ${recipe.source}. Open that file first, then the recipe.`,
        });
      if (source.kind === "file" && !sameReading(recipe.reading, this.state.reading))
        await this.open(source, { ...recipe.reading, labels: this.state.reading.labels });
      if (!this.state.data || this.state.problem) return;
      this.change(planFrom(recipe));
      this.set({
        recipe,
        step: "choose",
        note: `Everything is set as in the recipe made from ${recipe.source}. Find the features to get its result again.`,
      });
    } catch (error) {
      this.set({ problem: describeError(error) });
    }
  }

  /** Measures accuracy for the selection that is there. */
  async measure(): Promise<void> {
    const { data, picked, plan } = this.state;
    if (!data || !plan || !picked) return;
    this.set({ problem: null });
    const ks = measuredKs(data, { ...plan, k: picked.k });
    await this.busy("measure", async (hearing) => {
      const measured = await this.client.run("measure", { plan, ks }, hearing);
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
    await this.store.forget().catch(() => {});
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
      else this.set({ problem: describeError(error) });
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
      if (!(error instanceof Cancelled)) this.set({ problem: describeError(error) });
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
      if (!source) return;
      const place = { step, cut };
      void this.store.save({ source, reading, plan, picked, measured, place }).catch(() => {});
    }, 250);
  }
}

const stopped = {
  open: "Opening was cancelled.",
  select: "The run was cancelled. Your data and choices are still here.",
  measure: "Measuring was cancelled. The selection is still here.",
} as const;
