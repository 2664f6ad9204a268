import { InputError } from "../../core/input-error.js";
import type { Labels } from "../../data/labels.js";
import type { Fold } from "../../evaluation/folds.js";
import type { MetricName } from "../../evaluation/metrics.js";
import { findSelector } from "../../selectors/registry.js";
import { foldMetric, metricTitles } from "../metric-choice.js";
import type { Task, TaskResult } from "../task.js";
import { type TunedPoint, tunedPoint } from "./choose.js";
import { isPathPoint, type PathPlace, pathPlace } from "./rank-path.js";
import type { OptionSet } from "./tuning-plan.js";

/** A task and the candidates that it judges: one, or all points of a path. */
export interface TuningTask {
  readonly task: Task;
  readonly candidates: readonly number[];
}

/**
 * The tasks that judge every candidate at every k in every fold. Points of a path that differ in gamma and p alone are one
 * task, so that each is fitted from its neighbour.
 */
export function planTuning(
  candidates: readonly OptionSet[],
  folds: readonly Fold[],
  base: Pick<Task, "dataset" | "selection" | "classifier" | "ks">,
): TuningTask[] {
  const { selection, ks } = base;
  const { dependsOnK } = findSelector(selection.method);
  return folds.flatMap((fold) =>
    bundles(selection.method, candidates, selection.options).flatMap((places) => {
      const options = { ...selection.options, ...candidates[places[0]] };
      const part = { ...base, rows: fold.train, splits: [fold] };
      if (places.length > 1) {
        const path = gridOf(places.map((place) => pathPlace({ ...selection.options, ...candidates[place] })));
        return [{ candidates: places, task: { ...part, selection: { ...selection, options, path } } }];
      }
      // Where a method chooses differently for each k, these are tasks of their own and can run side by side.
      const apart = dependsOnK?.(options) ?? false;
      return (apart ? ks.map((k) => [k]) : [ks]).map((some) => ({
        candidates: places,
        task: { ...part, selection: { ...selection, options }, ks: some },
      }));
    }),
  );
}

/** Candidates that one task can judge, in the order of the first of them. */
function bundles(method: string, candidates: readonly OptionSet[], base: OptionSet): number[][] {
  const found = new Map<string, number[]>();
  candidates.forEach((candidate, place) => {
    const { gamma: _gamma, p: _p, ...rest } = { ...base, ...candidate };
    const onPath = isPathPoint(method, { ...base, ...candidate });
    const key = onPath ? JSON.stringify(Object.entries(rest).sort()) : String(place);
    found.set(key, [...(found.get(key) ?? []), place]);
  });
  return [...found.values()];
}

function gridOf(points: readonly PathPlace[]): { gammas: number[]; ps: number[] } {
  const gammas = [...new Set(points.map(({ gamma }) => gamma))].sort((a, b) => a - b);
  return { gammas, ps: [...new Set(points.map(({ p }) => p))].sort((a, b) => b - a) };
}

/** What every candidate is worth at every k, candidate after candidate, from the results of the tasks in their order. */
export function scoreTuning(
  candidates: readonly OptionSet[],
  planned: readonly TuningTask[],
  results: readonly TaskResult[],
  { codes, classes }: Labels,
  metric: MetricName,
): TunedPoint[] {
  const found = candidates.map(() => new Map<number, number[]>());
  planned.forEach(({ task, candidates: places }, at) => {
    for (const { k, options, predictions, auc } of results[at].perK) {
      const isPoint = (one: number) => {
        const { gamma, p } = pathPlace({ ...task.selection.options, ...candidates[one] });
        return gamma === options!.gamma && p === options!.p;
      };
      const place = task.selection.path ? places.find(isPoint) : places[0];
      // A path has points that no one asked for where its candidates are not a whole grid.
      if (place === undefined) continue;
      task.splits.forEach(({ test }, split) => {
        const truth = Int32Array.from(test, (row) => codes[row]);
        const fold = { truth, predicted: predictions[split], auc: auc[split] };
        const value = foldMetric(metric, fold, classes.length);
        const values = found[place].get(k) ?? [];
        found[place].set(k, value === null ? values : [...values, value]);
      });
    }
  });
  return found.flatMap((byK, candidate) =>
    [...byK]
      .sort(([a], [b]) => a - b)
      .map(([k, values]) => {
        if (values.length < 2)
          throw new InputError(
            "option-value",
            `the ${metricTitles[metric]} is not defined in the folds: too few of them have rows of two classes; take fewer folds or another metric`,
          );
        return tunedPoint(candidate, k, values);
      }),
  );
}
