import { findSelector } from "salience/internal";
import type { Opening, Selected } from "../messages.js";
import type { StudioActions } from "./actions.js";
import { type KeptRun, type Result, type State, unwatched } from "./state.js";

/** So many runs are kept; then the oldest goes. */
export const mostRuns = 12;

/** The state with one more run, which is shown. */
export function withRun(
  { runs, pinned }: State,
  { reading, labels }: Opening,
  selected: Selected,
): Partial<State> {
  const id = runs.reduce((last, run) => Math.max(last, run.id), 0) + 1;
  const { picked, method } = selected.selection;
  const run: KeptRun = {
    id,
    name: `${findSelector(method).title}, ${picked} features`,
    opening: { reading, ...(labels && { labels }) },
    selected,
    measured: null,
    cut: picked,
    origin: { selected, measured: null },
  };
  const kept = [...runs, run].slice(-mostRuns);
  return {
    runs: kept,
    pinned: pinned.filter((one) => kept.some((other) => other.id === one)),
    shown: id,
    selected,
    measured: null,
    cut: picked,
    ...(runs.length === mostRuns && { note: `${mostRuns} runs are kept; the oldest one was deleted.` }),
  };
}

/** The runs, with what is shown written into its own. */
export const withShown = ({ runs, shown, selected, measured, cut }: State): readonly KeptRun[] =>
  selected === null
    ? runs
    : runs.map((run) => (run.id === shown ? { ...run, selected, measured, cut } : run));

/** The runs, where what was measured belongs to the run as it was first. */
export const withOrigin = ({ runs, shown, selected, measured }: State): readonly KeptRun[] =>
  runs.map((run) =>
    run.id === shown && selected?.plan === run.origin.selected.plan
      ? { ...run, origin: { selected: run.origin.selected, measured } }
      : run,
  );

/** What the state shows of a run; nothing where there is none. */
export function shownRun({ runs }: State, id: number | null): Partial<State> {
  const run = runs.find((one) => one.id === id);
  if (!run) return {};
  const { selected, measured, cut } = run;
  return { shown: run.id, selected, measured, cut };
}

/** The shown run as it was before the cut was moved; null where there is none. */
export const originOf = ({ runs, shown }: State): Result | null =>
  runs.find(({ id }) => id === shown)?.origin ?? null;

/** Shows a run again; the data is read as it was for it. */
export async function openRun(studio: StudioActions, run: KeptRun): Promise<void> {
  const { opening } = studio.state;
  if (!opening) return;
  if (JSON.stringify(opening.reading) !== JSON.stringify(run.opening.reading))
    await studio.open({ ...run.opening, source: opening.source });
  if (studio.state.problem) return;
  studio.set({
    ...shownRun(studio.state, run.id),
    plan: run.selected.plan,
    step: "explore",
    watched: unwatched,
  });
  studio.save();
}

/** Gives a run another name. */
export function renameRun(studio: StudioActions, id: number, name: string): void {
  const { runs } = studio.state;
  studio.set({
    runs: runs.map((run) => (run.id === id && name.trim() ? { ...run, name: name.trim() } : run)),
  });
  studio.save();
}

/** Puts a run beside another, or takes it away; of three the first goes. */
export function pinRun(studio: StudioActions, id: number): void {
  const { pinned } = studio.state;
  studio.set({
    pinned: pinned.includes(id) ? pinned.filter((one) => one !== id) : [...pinned, id].slice(-2),
  });
  studio.save();
}

/** Deletes a run, which can be undone; where it was shown, the last of the others is. */
export function deleteRun(studio: StudioActions, run: KeptRun): void {
  const { runs, pinned, shown } = studio.state;
  const left = runs.filter(({ id }) => id !== run.id);
  studio.set({ runs: left, pinned: pinned.filter((id) => id !== run.id), removed: run });
  if (shown === run.id) {
    const none = { shown: null, selected: null, measured: null, step: "choose" } as const;
    studio.set(left.length > 0 ? shownRun(studio.state, left[left.length - 1].id) : none);
  }
  studio.save();
}

/** Brings the run back that was deleted last. */
export function undoDelete(studio: StudioActions): void {
  const { runs, removed } = studio.state;
  if (!removed) return;
  studio.set({ runs: [...runs, removed].sort((a, b) => a.id - b.id), removed: null });
  studio.save();
}
