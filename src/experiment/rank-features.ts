import type { PlainOptions } from "../core/option.js";
import type { Dataset } from "../data/dataset.js";
import { findSelector } from "../selectors/registry.js";
import { selectWith } from "../selectors/select.js";
import { applyScaling, type Scaling } from "./scaling.js";
import type { Task, TaskContext } from "./task.js";
import { rankAlongPath } from "./tune/rank-path.js";

/** The best features, in order, for some of the ks of a task. */
export interface Ranking {
  readonly ks: readonly number[];
  /** As many as the largest of these ks. */
  readonly columns: Int32Array;
  /** Which point of a path it is. */
  readonly options?: PlainOptions;
  /** Rows of the transformation that have not vanished at that point. */
  readonly support?: number;
  readonly seconds: number;
}

/**
 * Selects on the task's rows alone: once for all k, or once for each where the method chooses differently for each; with a
 * path, once for each of its points. The data has the labels that the task works with.
 */
export async function rankFeatures(
  data: Dataset,
  { selection, rows, ks }: Task,
  scaling: Scaling,
  context: TaskContext,
): Promise<Ranking[]> {
  const { kernels, progress, signal } = context;
  const { method, options, keep, exclude, selectOn, seed } = selection;
  const part = rows.length === data.rows ? data : data.selectRows(rows);
  const seen = selectOn === "scaled" ? applyScaling(part, scaling) : part;
  if (selection.path) return rankAlongPath(seen, selection, ks, context);
  const again = findSelector(method).dependsOnK?.(options) ?? false;
  const wanted = again ? ks.map((k) => [k]) : [ks];
  const rankings: Ranking[] = [];
  for (const some of wanted) {
    const k = some[some.length - 1];
    const started = performance.now();
    const { ranking } = await selectWith(seen, { method, options, keep, exclude, k, seed, kernels, signal });
    const seconds = (performance.now() - started) / 1000;
    rankings.push({ ks: some, columns: ranking.slice(0, k), seconds });
    await progress(rankings.length / wanted.length);
  }
  return rankings;
}
