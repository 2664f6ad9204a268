import { findSelector, type Selector, selectors } from "salience/internal";
import type { Opened, Plan, RecipeIn } from "../messages.js";

/** Measuring is on from the start where it is likely to take no longer than this, in seconds. */
const patience = 60;

/** What is proposed for data that was just opened. */
export function firstPlan(data: Opened): Plan {
  const plan: Plan = {
    method: usableMethods(data)[0].name,
    options: {},
    k: Math.min(20, data.features),
    auto: false,
    keep: [],
    exclude: [],
    seed: 1,
    threads: defaultThreads(),
    measure: true,
    protocol: "nested",
    folds: 5,
    classifier: "svm",
    permutations: 0,
    rareClasses: "error",
  };
  return { ...plan, measure: data.target !== null && secondsFor(data, plan).measure <= patience };
}

/** What a recipe says is to be computed; options at their defaults are left out. */
export function planFrom({ method, options, k, seed, keep, exclude }: RecipeIn): Partial<Plan> {
  const definitions = findSelector(method).options;
  const changed = Object.entries(options).filter(([name, value]) => definitions[name]?.default !== value);
  return { method, options: Object.fromEntries(changed), k, seed, keep, exclude, auto: false };
}

/** The methods that can work on the data: without classes, those that need none. */
export const usableMethods = ({ target }: Opened): readonly Selector[] =>
  Object.values(selectors).filter(({ supervised }) => target !== null || !supervised);

/** All cores where the page may share memory between threads, else one. */
export const mostThreads = (): number =>
  crossOriginIsolated ? Math.max(1, Math.min(16, navigator.hardwareConcurrency ?? 1)) : 1;
const defaultThreads = () => Math.min(8, mostThreads());

/** What a run may take: the selection, and measuring its accuracy. */
export function secondsFor(data: Opened, plan: Plan): { readonly select: number; readonly measure: number } {
  const select = data.estimates[plan.method] ?? 0;
  const selector = findSelector(plan.method);
  const tuning = plan.auto ? 6 * (plan.method === "dfs" ? 20 : 8) : 1;
  const again = selector.dependsOnK?.({ gamma: null, ...plan.options } as never)
    ? measuredKs(data, plan).length
    : 1;
  return {
    select: select * tuning,
    measure: select * again * (1 + plan.folds * (1 + plan.permutations)) + data.rows * data.rows * 1e-6,
  };
}

const ladder = [1, 2, 3, 4, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200];

/** The numbers of features at which accuracy is measured: few where few are wanted, and the wanted one itself. */
export function measuredKs({ features }: Opened, { k, keep, exclude }: Plan): number[] {
  const most = Math.min(features - exclude.length, Math.max(20, 2 * k));
  const least = Math.max(1, keep.length);
  return [...new Set([...ladder, k])]
    .filter((size) => size >= least && size <= Math.max(most, k))
    .sort((a, b) => a - b);
}
