import { completeOptions } from "../core/option.js";
import { Dataset } from "../data/dataset.js";
import { requireSelectable } from "../data/require-selectable.js";
import { needsPreparation } from "../models/preparation.js";
import { Random } from "../numeric/random.js";
import { Constraints } from "../selectors/constraints.js";
import { resolveCosts } from "../selectors/costs.js";
import { findSelector } from "../selectors/registry.js";
import { withContext } from "../selectors/run-context.js";
import { columnContext, firstMentions, viewFor } from "../selectors/score-prepared.js";
import { selectWith } from "../selectors/select.js";
import type { PathPlace } from "../selectors/selector.js";
import { selectWide } from "../selectors/wide/select-wide.js";
import { columnsOfRows, readsColumns } from "./columns-of-rows.js";
import { fitScaling, scaledRows } from "./scaling.js";
import type { SelectionPlan, Task, TaskContext } from "./task.js";

/** The best features, in order, for some of the ks of a task. */
export interface Ranking {
  readonly ks: readonly number[];
  /** As many as the largest of these ks. */
  readonly columns: Int32Array;
  /** Which point of a path it is. */
  readonly place?: PathPlace;
  /** How many features the fit at that point has not set to zero. */
  readonly support?: number;
  readonly seconds: number;
}

/** The rankings of all points of the plan's path on this data, each for all ks; they share the time. */
export async function rankAlongPath(
  data: Dataset,
  { method, options, path: grid = {}, keep, exclude, adjust, costs, seed }: SelectionPlan,
  ks: readonly number[],
  { kernels, definitions, progress, signal }: TaskContext,
): Promise<Ranking[]> {
  const selector = findSelector(method, definitions?.selectors);
  const { path, options: known } = selector;
  if (!path) throw new Error(`${method} fits no path`);
  const complete = completeOptions(method, known, options);
  const constraints = new Constraints(data.featureNames, { keep, exclude, adjust });
  const { seen } = constraints;
  const part = constraints.seenIn(data);
  requireSelectable(part, true);
  const k = ks[ks.length - 1];
  const started = performance.now();
  const { data: shown, featureOf } = viewFor(selector, {
    data: part,
    influences: constraints.covariates.length,
  });
  // The signal ends the path; here a refusal to go on would be heard by nobody.
  const onProgress = (done: number) => void progress(done).catch(() => {});
  const relativeCosts = resolveCosts(costs, data.featureNames, constraints)?.relative();
  const points = await withContext({ seed, kernels, signal, onProgress }, k, (run) => {
    const context = { ...run, ...(relativeCosts && { costs: relativeCosts }) };
    return path.fit(shown, complete, grid, featureOf ? columnContext(context, featureOf) : context);
  });
  const seconds = (performance.now() - started) / 1000 / points.length;
  return points.map(({ place, order, support }) => {
    const places = featureOf ? firstMentions(order, featureOf, seen.length) : order;
    const ranked = places.map((place) => seen[place]);
    const { ranking } = constraints.arrange(ranked, k);
    return { ks, columns: ranking.slice(0, k), seconds, support, place };
  });
}

/**
 * The features of a baseline: all that a method would see, in the order of the data or, for every draw anew, in a random one; kept
 * ones first.
 */
export function rankBaseline(
  { featureNames }: Pick<Dataset, "featureNames">,
  { baseline, draw = 0, keep, exclude, adjust, seed }: SelectionPlan,
  ks: readonly number[],
): Ranking {
  const constraints = new Constraints(featureNames, { keep, exclude, adjust });
  const order = constraints.seen.slice();
  if (baseline === "random") new Random(seed).fork("random features").fork(draw).shuffle(order);
  const k = ks[ks.length - 1];
  return { ks, columns: constraints.arrange(order, k).ranking.slice(0, k), seconds: 0 };
}

/**
 * Selects on the task's rows alone: once for all k, or once for each where the method chooses differently for each; with a
 * path, once for each of its points. The data has the labels that the task works with.
 */
export async function rankFeatures(
  data: Dataset,
  { selection, rows, ks }: Task,
  context: TaskContext,
): Promise<Ranking[]> {
  if (selection.ranked) {
    const { columns, seconds } = selection.ranked;
    return [{ ks, columns: Int32Array.from(columns), seconds }];
  }
  if (selection.baseline) return [rankBaseline(data, selection, ks)];
  const { kernels, definitions, progress, signal } = context;
  const { method, options, keep, exclude, adjust, costs, selectOn, seed } = selection;
  const scaling = selectOn === "scaled" ? fitScaling(data, rows) : null;
  const copied = () =>
    scaling ? scaledRows(data, rows, scaling) : rows.length === data.rows ? data : data.selectRows(rows);
  if (selection.path) return rankAlongPath(copied(), selection, ks, context);
  const selector = findSelector(method, definitions?.selectors);
  const complete = completeOptions(selector.name, selector.options, options);
  const wide =
    !needsPreparation(data) && !adjust?.length && readsColumns(selector, complete, data, rows.length);
  const seen = wide ? columnsOfRows(data, rows, scaling) : copied();
  const again = selector.dependsOnK?.(options) ?? false;
  const wanted = again ? ks.map((k) => [k]) : [ks];
  const rankings: Ranking[] = [];
  for (const some of wanted) {
    const k = some[some.length - 1];
    const started = performance.now();
    const settings = {
      method: selector,
      options,
      keep,
      exclude,
      adjust,
      costs,
      k,
      seed,
      kernels,
      signal,
    };
    const { ranking } = await (seen instanceof Dataset
      ? selectWith(seen, settings)
      : selectWide(seen, settings));
    const seconds = (performance.now() - started) / 1000;
    rankings.push({ ks: some, columns: ranking.slice(0, k), seconds });
    await progress(rankings.length / wanted.length);
  }
  return rankings;
}
