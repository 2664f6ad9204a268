import { isReadingOption, type Notice, type Remedy } from "salience/internal";
import type { BundledName, Glance, Opening, RecipeIn, Selected, Source } from "../messages.js";
import { Cancelled, Client, TaskError } from "./client.js";
import {
  canStay,
  changePlan,
  firstPlan,
  measuringPlan,
  type PlanChange,
  planRemedy,
  recipePlan,
  usualThreads,
} from "./plan.js";
import { changeReading, type FormValue, recipeOpening, remedyReading, sameReading } from "./reading.js";
import { fits, nothing, type Problem, type Running, reachable, type State, type StepName } from "./state.js";
import { WorkStore } from "./work-store.js";

/** The page's state and what can be done to it. Drawing is left to the components, computing to the worker. */
export class Studio {
  state: State = { ...nothing, threads: usualThreads(), restoring: true };
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
    this.set({ opening: work.opening });
    await this.openAgain();
    if (!this.state.data) return this.set({ restoring: false });
    const { selected, measured, plan } = work;
    this.set({
      restoring: false,
      plan: plan ?? this.state.plan,
      threads: work.threads,
      selected,
      measured,
      cut: work.place.cut,
      step: reachable(work.place.step as StepName, selected),
    });
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
        this.set({ opening, data, plan, selected: null, measured: null, step: "start", ...noRecipe });
      },
      opening,
    );
    this.save();
  }

  /** Opens a file or bundled data. */
  openSource(source: Source): Promise<void> {
    return this.open({ source, reading: {} });
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
    const { data, plan, threads } = this.state;
    if (!data || !plan) return;
    this.set({ step: "watch", selected: null, measured: null, problem: null, note: null });
    await this.busy("select", async (hearing) => {
      const selected = await this.client.run("select", { plan, threads }, hearing);
      const { recipe } = this.state;
      this.set({
        selected,
        cut: selected.selection.picked,
        ...(recipe && { ...noRecipe, note: comparedWithRecipe(recipe, selected) }),
      });
      this.save();
    });
    if (!this.state.selected) return;
    if (plan.measure && data.target !== null) await this.measure();
    if (this.state.step === "watch" && !this.state.problem) this.go("explore");
  }

  /** Takes over what a recipe says; running it then gives its result again. Says at once where the data is not its own. */
  async applyRecipe(text: string): Promise<void> {
    this.set({ problem: null, note: null, ...noRecipe });
    try {
      const read = await this.client.run("readRecipe", { text });
      const { data: before } = read.recipe;
      if (before.format === "bundled" && this.state.opening?.source.name !== before.source)
        await this.openSource({ kind: "bundled", name: before.source as BundledName });
      const { opening } = this.state;
      if (!opening || !this.state.data)
        return this.complain(
          `This recipe was made from ${before.source}. Open that file first, then the recipe.`,
        );
      const wanted = recipeOpening(opening, read.recipe);
      if (opening.source.kind === "file" && !sameReading(wanted, opening)) await this.open(wanted);
      const { data, plan, problem } = this.state;
      if (!data || !plan || problem) return;
      const otherData = await this.client.run("checkRecipe", { data: before });
      this.set({
        plan: recipePlan(plan, read.plan, data),
        recipe: read,
        otherData,
        step: "choose",
        note: noteOf(otherData, before.source),
      });
      this.save();
    } catch (error) {
      if (!(error instanceof Cancelled)) this.set({ problem: problemOf(error) });
    }
  }

  /** Measures accuracy for the selection that is there. */
  async measure(): Promise<void> {
    const { data, selected, plan, threads } = this.state;
    if (!data || !plan || !selected) return;
    this.set({ problem: null });
    // The selection that is there, measured as the form says now.
    const asked = measuringPlan(data, { ...selected.plan, judge: plan.judge, measure: plan.measure });
    const { judge, ...rest } = asked;
    await this.busy("measure", async (hearing) => {
      const run = { plan: judge ? asked : rest, threads };
      this.set({ measured: await this.client.run("measure", run, hearing) });
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

  /** Moves the cut line. */
  moveCut(cut: number): void {
    this.set({ cut });
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
    work: (hearing: {
      onProgress: (fraction: number) => void;
      onGlance: (glance: Glance) => void;
      signal: AbortSignal;
    }) => Promise<void>,
    opening?: Opening,
  ): Promise<void> {
    this.stop?.abort();
    const stop = new AbortController();
    this.stop = stop;
    this.set({
      running: { what, fraction: 0, since: performance.now(), glance: null, ...(opening && { opening }) },
    });
    const update = (change: Partial<Running>) =>
      this.stop === stop && this.state.running && this.set({ running: { ...this.state.running, ...change } });
    try {
      await work({
        onProgress: (fraction) => update({ fraction }),
        onGlance: (glance) => update({ glance }),
        signal: stop.signal,
      });
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

  private set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }

  /** Soon, and not for every little change. */
  private save(): void {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => {
      const { opening, plan, threads, selected, measured, cut, step } = this.state;
      if (!opening) return;
      const place = { step, cut };
      void this.store.save({ opening, plan, threads, selected, measured, place }).catch(() => {});
    }, 250);
  }
}

const noRecipe = { recipe: null, otherData: null } as const;

const stopped = {
  open: "Opening was cancelled.",
  select: "The run was cancelled. Your data and choices are still here.",
  measure: "Measuring was cancelled. The selection is still here.",
} as const;

/** What went wrong, for the page. */
export function problemOf(error: unknown): Problem {
  if (error instanceof TaskError)
    return {
      sentence: error.message,
      remedies: error.failure.kind === "input" ? error.failure.remedies : [],
    };
  const message = error instanceof Error ? error.message : String(error);
  return { sentence: `Internal error: ${message}. Your data is still here.`, remedies: [] };
}

const noteOf = (otherData: Notice | null, source: string): string | null =>
  otherData
    ? null
    : `Everything is set as in the recipe made from ${source}. Find the features to get its result again.`;

/** Whether a run gave what the recipe holds, in words. */
function comparedWithRecipe({ recipe }: RecipeIn, { selection }: Selected): string {
  const now = selection.ranking.slice(0, selection.picked);
  const { features } = recipe;
  const same = now.length === features.length && now.every(({ name }, at) => name === features[at].name);
  if (!same) return "The features differ from those of the recipe: the data or the version is not the same.";
  const exact = now.every(({ score }, at) => score === features[at].score);
  return exact
    ? `The same ${now.length} features in the same order as in the recipe, with identical scores.`
    : `The same ${now.length} features in the same order as in the recipe; their scores differ.`;
}
