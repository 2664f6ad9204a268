import type { Dataset } from "../data/dataset.js";
import { findSelector } from "../selectors/registry.js";
import { select } from "../selectors/select.js";
import { applyScaling, type Scaling } from "./scaling.js";
import type { Task, TaskContext } from "./task.js";

/** The best features, in order, for some of the ks of a task. */
export interface Ranking {
  readonly ks: readonly number[];
  /** As many as the largest of these ks. */
  readonly columns: Int32Array;
  readonly seconds: number;
}

/**
 * Selects on the task's rows alone: once for all k, or once for each where the method chooses differently for each. The
 * data has the labels that the task works with.
 */
export async function rankFeatures(
  data: Dataset,
  { selection, rows, ks }: Task,
  scaling: Scaling,
  { kernels, progress, signal }: TaskContext,
): Promise<Ranking[]> {
  const { method, options, keep, exclude, selectOn, seed } = selection;
  const part = rows.length === data.rows ? data : data.selectRows(rows);
  const seen = selectOn === "scaled" ? applyScaling(part, scaling) : part;
  const again = findSelector(method).dependsOnK?.(options as never) ?? false;
  const wanted = again ? ks.map((k) => [k]) : [ks];
  const rankings: Ranking[] = [];
  for (const some of wanted) {
    const k = some[some.length - 1];
    const started = performance.now();
    const { ranking } = await select(seen, { ...options, method, keep, exclude, k, seed, kernels, signal });
    const seconds = (performance.now() - started) / 1000;
    rankings.push({ ks: some, columns: ranking.slice(0, k), seconds });
    await progress(rankings.length / wanted.length);
  }
  return rankings;
}
