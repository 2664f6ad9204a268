import { isReadingOption, type Remedy } from "salience/internal";
import type { Opening, Source } from "../messages.js";
import { problemOf, type StudioActions } from "./actions.js";
import { addressOf, settingsIn, stepIn } from "./address.js";
import { Aside } from "./aside.js";
import { Cancelled, Client, type Hearing } from "./client.js";
import { Cutter } from "./cutter.js";
import {
  canStay,
  changePlan,
  firstPlan,
  measuringPlan,
  type PlanChange,
  planRemedy,
  usualThreads,
} from "./plan.js";
import { changeReading, type FormValue, remedyReading } from "./reading.js";
import { comparedWithRecipe, noRecipe } from "./recipes.js";
import { shownRun, withOrigin, withRun, withShown } from "./runs.js";
import { followLink, openWithLink } from "./shared-link.js";
import {
  fits,
  isOpen,
  noRuns,
  nothing,
  type Running,
  reachable,
  type State,
  type StepName,
  unwatched,
  type Watched,
} from "./state.js";
import { advanced, ended } from "./watching.js";
import { type Work, WorkStore } from "./work-store.js";

/** The page's state and what can be done to it. Drawing is left to the components, computing to the worker. */
export class Studio implements StudioActions {
  state: State = { ...nothing, threads: usualThreads(), restoring: true };
  readonly client = new Client();
  private readonly listeners = new Set<() => void>();
  private stop: AbortController | null = null;
  private saving: ReturnType<typeof setTimeout> | undefined;
  private readonly store = new WorkStore();
  /** Lets the selection follow the cut. */
  readonly cutter = new Cutter(this);
  /** Computes what is to be had beside the run. */
  readonly aside = new Aside(this);

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
    const settings = settingsIn(location.hash);
    await this.bringBack(work);
    if (settings !== null) await followLink(this, settings);
  }

  private async bringBack(work: Work | null): Promise<void> {
    if (!work) return this.begin("start");
    this.set({ opening: work.opening });
    await this.openAgain();
    if (!this.state.data) return this.begin("start");
    const { plan, threads, runs, compared, path, place } = work;
    const { shown, pinned } = place;
    const { selected = null, measured = null, cut = 1 } = runs.find(({ id }) => id === shown) ?? {};
    this.set({
      plan: plan ?? this.state.plan,
      ...{ threads, runs, shown, pinned, compared, path, selected, measured, cut },
    });
    this.begin(stepIn(location.hash) ?? (place.step as StepName));
  }

  /** Shows the first step of a visit. */
  private begin(step: StepName): void {
    const at = reachable(step, this.state.selected);
    history.replaceState(null, "", addressOf(at));
    this.set({ restoring: false, step: at });
  }

  /** Goes where the address says, if that can be. */
  follow(): void {
    const step = stepIn(location.hash);
    if (settingsIn(location.hash) !== null) return void followLink(this);
    if (step && isOpen(step, this.state)) this.set({ step });
    else history.replaceState(null, "", addressOf(this.state.step));
  }

  /** Opens data in place of what is there. Where that fails, what is there stays. */
  async open(opening: Opening): Promise<void> {
    const before = this.state;
    this.set({ problem: null, note: null });
    await this.busy(
      "open",
      async (hearing) => {
        const data = await this.client.run("open", opening, hearing);
        const same = before.opening?.source === opening.source && fits(before, data) && canStay(before, data);
        const plan = same && before.plan ? { ...before.plan, data: [data.file] } : firstPlan(data);
        const runs = before.opening?.source === opening.source ? {} : noRuns;
        const empty = { selected: null, measured: null, shown: null, compared: null, path: null };
        this.set({ opening, data, plan, ...empty, ...runs, step: "start", predictor: null, ...noRecipe });
      },
      opening,
    );
    this.save();
  }

  /** Opens a file or bundled data, with the settings of a link where one waits for data. */
  async openSource(source: Source): Promise<void> {
    const { link } = this.state;
    if (link) await openWithLink(this, source, link);
    else await this.open({ source, reading: {} });
  }

  /** Reads the same file with an option set. */
  async read(name: Parameters<typeof changeReading>[1], value: FormValue): Promise<void> {
    const { opening } = this.state;
    if (opening) await this.open(changeReading(opening, name, value));
  }

  /** Changes what is to be computed. */
  change(change: PlanChange): void {
    if (!this.state.plan) return;
    this.set({ plan: changePlan(this.state.plan, change) });
    this.save();
  }

  /** Changes how many threads compute it. */
  useThreads(threads: number): void {
    this.set({ threads });
    this.save();
  }

  /** Computes what was planned, the accuracy last. */
  async run(): Promise<void> {
    const { data, plan, threads, opening, shown } = this.state;
    if (!data || !plan || !opening) return;
    const empty = { selected: null, measured: null, shown: null, problem: null, note: null };
    this.set({ step: "watch", ...empty, watched: unwatched });
    await this.busy("select", async (hearing) => {
      const selected = await this.client.run("select", { plan, threads }, hearing);
      const { recipe } = this.state;
      this.set({
        ...withRun(this.state, opening, selected),
        ...(recipe && { ...noRecipe, note: comparedWithRecipe(recipe, selected) }),
      });
      this.save();
    });
    if (!this.state.selected) return this.set(shownRun(this.state, shown));
    if (plan.measure && data.target !== null) await this.measure();
    if (this.state.step === "watch" && !this.state.problem) this.go("explore");
  }

  /** Measures accuracy for the selection that is there. */
  async measure(): Promise<void> {
    const { data, selected, plan, threads } = this.state;
    if (!data || !plan || !selected) return;
    this.set({ problem: null, watched: { ...this.state.watched, folds: [] } });
    // The selection that is there, measured as the form says now.
    const asked = measuringPlan(data, { ...selected.plan, judge: plan.judge, measure: plan.measure });
    const { judge, ...rest } = asked;
    await this.busy("measure", async (hearing) => {
      const run = { plan: judge ? asked : rest, threads };
      this.set({ measured: await this.client.run("measure", run, hearing) });
      this.set({ runs: withOrigin(this.state) });
    });
    this.save();
  }

  /** Does what a remedy says: reads the data anew, measures anew, or changes the plan. */
  async remedy({ option, value }: Remedy, opening: Opening | null): Promise<void> {
    if (value === undefined) return;
    if (isReadingOption(option)) {
      if (opening) await this.open(remedyReading(opening, option, value));
      return;
    }
    const change = this.state.plan && planRemedy(this.state.plan, option, value);
    if (!change) return;
    this.change(change);
    if (this.state.step === "start") return this.set({ note: "Set. It holds for the next run." });
    if (change.select || !this.state.selected) this.go("choose");
    else await this.measure();
  }

  /** Whether there is something to press for a remedy. */
  canRemedy({ option, value }: Remedy, opening: Opening | null): boolean {
    if (value === undefined) return false;
    if (isReadingOption(option)) return opening?.source.kind === "file";
    return this.state.plan !== null && planRemedy(this.state.plan, option, value) !== null;
  }

  /** Whether a remedy of the plan is in force already. */
  isRemedied({ option, value }: Remedy): boolean {
    const { plan } = this.state;
    const change =
      plan && value !== undefined && !isReadingOption(option) ? planRemedy(plan, option, value) : null;
    return change !== null && JSON.stringify(changePlan(plan!, change)) === JSON.stringify(plan);
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

  /** Moves the cut line. What depends on it follows when it rests. */
  moveCut(cut: number): void {
    this.set({ cut });
    this.cutter.follow();
    this.save();
  }

  /** Shows a sentence at the top of the page. */
  complain(sentence: string): void {
    this.set({ problem: { sentence, remedies: [] } });
  }

  /** Closes what {@link complain} or a failed task shows. */
  dismiss(): void {
    this.set({ problem: null });
  }

  /** Forgets everything: what is shown and what was kept. */
  async forget(): Promise<void> {
    this.cancel();
    clearTimeout(this.saving);
    await this.store.forget().catch(() => {});
    const { threads } = this.state;
    this.set({
      ...nothing,
      threads,
      note: "Everything was deleted: nothing is stored in this browser any more.",
    });
  }

  private async busy(
    what: Running["what"],
    work: (hearing: Hearing) => Promise<void>,
    opening?: Opening,
  ): Promise<void> {
    this.stop?.abort();
    const stop = new AbortController();
    this.stop = stop;
    this.set({
      running: { what, fraction: 0, since: performance.now(), stage: null, ...(opening && { opening }) },
    });
    const see = (seen: Partial<Watched>) =>
      this.stop === stop && this.set({ watched: { ...this.state.watched, ...seen } });
    try {
      await work({
        onProgress: (fraction, stage) =>
          this.stop === stop && this.set(advanced(this.state, fraction, stage)),
        onGlance: (glance) => see({ glance }),
        onFolds: (folds) => see({ folds }),
        signal: stop.signal,
      });
      if (this.stop === stop) this.set(ended(this.state));
    } catch (error) {
      // What was given up for something else needs no word.
      if (this.stop !== stop) return;
      if (error instanceof Cancelled) this.set({ note: stopped[what] });
      else this.set({ problem: { ...problemOf(error), ...(opening && { opening }) } });
    } finally {
      if (this.stop === stop) {
        this.stop = null;
        this.set({ running: null });
      }
    }
  }

  /** After the worker was started anew. */
  private async reopen(): Promise<void> {
    if (this.state.data) await this.openAgain();
  }

  private async openAgain(): Promise<void> {
    const { opening } = this.state;
    if (!opening) return;
    try {
      const data = await this.client.run("open", opening);
      this.set({ data, plan: this.state.plan ?? firstPlan(data) });
    } catch (error) {
      if (!(error instanceof Cancelled)) this.set({ problem: { ...problemOf(error), opening } });
    }
  }

  /** Changes the state and has it drawn; the shown run keeps what is changed of it, and the address is that of the step. */
  set(change: Partial<State>): void {
    const { step } = this.state;
    this.state = { ...this.state, ...change };
    if (["selected", "measured", "cut"].some((part) => part in change))
      this.state = { ...this.state, runs: withShown(this.state) };
    if (!this.state.restoring && step !== this.state.step && stepIn(location.hash) !== this.state.step) {
      // One step back from a result is the choice that led to it.
      const how = step === "watch" ? "replaceState" : "pushState";
      history[how](null, "", addressOf(this.state.step));
    }
    for (const listener of this.listeners) listener();
  }

  /** Keeps the work soon, and not for every little change. */
  save(): void {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => {
      const { opening, plan, threads, runs, compared, path, step, shown, pinned } = this.state;
      if (!opening) return;
      const place = { step, shown, pinned };
      void this.store.save({ opening, plan, threads, runs, compared, path, place }).catch(() => {});
    }, 250);
  }
}

const stopped = {
  open: "Opening was cancelled.",
  select: "The run was cancelled. Your data and choices are still here.",
  measure: "Measuring was cancelled. The selection is still here.",
} as const;
