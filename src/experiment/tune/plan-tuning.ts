import { InputError } from "../../core/input-error.js";
import type { Fold } from "../../evaluation/folds.js";
import type { MetricName } from "../../evaluation/metrics.js";
import type { PathGrid, Selector } from "../../selectors/selector.js";
import { metricOf, metricsOver, metricTitles, type Truth } from "../metric-choice.js";
import type { Task, TaskResult } from "../task.js";
import { type TunedPoint, tunedPoint } from "./choose.js";
import type { OptionSet } from "./tuning-plan.js";

/** A task and the candidates that it judges: one, or all points of a path. */
export interface TuningTask {
  readonly task: Task;
  readonly candidates: readonly number[];
}

/**
 * The tasks that judge every candidate at every k in every fold. Points of a method's path that share all
 * other options are one task, so that each is fitted from its neighbour.
 */
export function planTuning(
  selector: Selector,
  candidates: readonly OptionSet[],
  folds: readonly Fold[],
  base: Pick<Task, "dataset" | "selection" | "classifier" | "ks">,
): TuningTask[] {
  const { selection, ks } = base;
  return folds.flatMap((fold) =>
    bundles(selector, candidates, selection.options).flatMap((places) => {
      const options = { ...selection.options, ...candidates[places[0]] };
      const part = { ...base, rows: fold.train, splits: [fold] };
      if (places.length > 1) {
        const path = gridOf(
          selector,
          places.map((place) => ({ ...selection.options, ...candidates[place] })),
        );
        return [{ candidates: places, task: { ...part, selection: { ...selection, options, path } } }];
      }
      // Where a method chooses differently for each k, these are tasks of their own and can run side by side.
      const apart = selector.dependsOnK?.(options) ?? false;
      return (apart ? ks.map((k) => [k]) : [ks]).map((some) => ({
        candidates: places,
        task: { ...part, selection: { ...selection, options }, ks: some },
      }));
    }),
  );
}

/** Candidates that one task can judge, in the order of the first of them. */
function bundles({ path }: Selector, candidates: readonly OptionSet[], base: OptionSet): number[][] {
  const found = new Map<string, number[]>();
  candidates.forEach((candidate, place) => {
    const options = { ...base, ...candidate };
    const others = Object.entries(options).filter(([name]) => !path?.along.includes(name));
    const key = path?.pointOf(options) ? JSON.stringify(others.sort()) : String(place);
    found.set(key, [...(found.get(key) ?? []), place]);
  });
  return [...found.values()];
}

/** The values of every option along the path that these options have between them. */
function gridOf({ path }: Selector, options: readonly OptionSet[]): PathGrid {
  const grid: Record<string, number[]> = {};
  for (const one of options)
    for (const [name, value] of Object.entries(path?.pointOf(one) ?? {}))
      grid[name] = [...new Set([...(grid[name] ?? []), value])];
  return grid;
}

/** What every candidate is worth at every k, candidate after candidate, from the results of the tasks in their order. */
export function scoreTuning(
  { path }: Selector,
  candidates: readonly OptionSet[],
  planned: readonly TuningTask[],
  results: readonly TaskResult[],
  truth: Truth,
  metric: MetricName,
): TunedPoint[] {
  const found = candidates.map(() => new Map<number, number[]>());
  planned.forEach(({ task, candidates: places }, at) => {
    for (const { k, options, predictions, auc } of results[at].perK) {
      const { options: base } = task.selection;
      const isPoint = (one: number) => {
        const place = path?.pointOf({ ...base, ...candidates[one] }) ?? {};
        return Object.entries(place).every(([name, value]) => options?.[name] === value);
      };
      const place = task.selection.path ? places.find(isPoint) : places[0];
      // A path has points that no one asked for where its candidates are not a whole grid.
      if (place === undefined) continue;
      task.splits.forEach((fold, split) => {
        const one = { fold, predicted: predictions[split], auc: auc[split] ?? null };
        const value = metricOf(metricsOver(truth, [one]), metric);
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
            "small-classes",
            `the ${metricTitles[metric]} is not defined: too few folds have ${truth.targets ? "two different predictions" : "rows of two classes"}`,
            {
              remedies: [
                { action: "use fewer folds", option: "folds" },
                { action: "use another metric", option: "metric" },
              ],
            },
          );
        return tunedPoint(candidate, k, values);
      }),
  );
}
