import {
  type ComparePlan,
  completeOptions,
  findJudge,
  findSelector,
  type Judging,
  type OptionSetting,
  type PathPlan,
  type PlainOptions,
  planSchema,
  type Selector,
  type SelectPlan,
  selectors,
} from "salience/internal";
import type { Opened } from "../messages.js";

/** The method and what it selects from, as the form holds them. */
export type Select = SelectPlan["select"];

/** Measuring is on from the start where it is likely to take no longer than this. */
const patienceSeconds = 60;

/** What is proposed for data that was just opened. */
export function firstPlan(data: Opened): SelectPlan {
  const plan: SelectPlan = {
    task: "select",
    schema: planSchema,
    data: [data.file],
    seed: 1,
    select: { method: usableMethods(data)[0].name, k: Math.min(20, data.features) },
  };
  const measured = data.target !== null && secondsFor(data, plan).measure <= patienceSeconds;
  return measured ? { ...plan, measure: {} } : plan;
}

/** What the form changes of a plan; undefined leaves a setting to its default, and a measure of null measures nothing. */
export interface PlanChange {
  readonly select?: Partial<Select>;
  readonly judge?: Partial<Judging>;
  readonly measure?: SelectPlan["measure"] | null;
  readonly seed?: number;
}

/** The plan with a change. Parts that say nothing are left out, in the order in which the command line writes them. */
export function changePlan(plan: SelectPlan, { select, judge, measure, seed }: PlanChange): SelectPlan {
  const { method, options, k, keep, exclude, ...groups } = { ...plan.select, ...select };
  const judging = { ...plan.judge, ...judge };
  const measured = measure === null ? undefined : (measure ?? plan.measure);
  return said({
    ...plan,
    seed: seed ?? plan.seed,
    select: said({ method, options, k, keep, exclude, ...groups }),
    judge: notEmpty(said({ ...judging, classifierOptions: sharedOptions({ method, options }, judging) })),
    measure: measured && said({ ...plan.measure, ...measured }),
  });
}

/** The classifier's options; those that the method has too, such as class weights, are the method's: one flag sets both. */
function sharedOptions(
  { method = "dfs", options = {} }: Pick<Select, "method" | "options">,
  { classifier = "svm", classifierOptions = {} }: Judging,
): PlainOptions {
  const [ofMethod, ofClassifier] = [findSelector(method).options, findJudge(classifier).options];
  const own = Object.entries(classifierOptions).filter(([name]) => !Object.hasOwn(ofMethod, name));
  const shared = Object.entries(options).filter(([name]) => Object.hasOwn(ofClassifier, name));
  return Object.fromEntries([...own, ...shared]);
}

/** Without what is undefined or empty; `measure` may be empty. */
function said<T extends object>(parts: T): T {
  const entries = Object.entries(parts).filter(
    ([name, value]) =>
      value !== undefined &&
      (name === "measure" || typeof value !== "object" || Object.keys(value).length > 0),
  );
  return Object.fromEntries(entries) as T;
}

const notEmpty = <T extends object>(parts: T): T | undefined =>
  Object.keys(parts).length > 0 ? parts : undefined;

/** The plan that measures: at several numbers of features where k is given, so that the cut can be moved along them. */
export function measuringPlan(data: Opened, plan: SelectPlan): SelectPlan {
  const { k } = plan.select;
  return {
    ...plan,
    measure: { ...plan.measure, ...(k !== "auto" && { k: measuredKs(data, plan, k) }) },
  };
}

/**
 * Methods on the same folds at these numbers of features. Where k and options were to be found, those of every method are
 * chosen inside the training folds: options that were found on all samples would flatter.
 */
export function comparePlan(
  plan: SelectPlan,
  methods: readonly string[],
  ks: readonly number[],
): ComparePlan {
  const { schema, data, seed, kernels, select, judge, measure } = plan;
  return {
    schema,
    task: "compare",
    data,
    seed,
    ...(kernels && { kernels }),
    select: {
      methods: methods.map((method) => {
        const options = method === select.method ? select.options : weightsFor(method, select.options);
        return options ? { method, options } : { method };
      }),
      k: ks,
      ...(select.keep && { keep: select.keep }),
      ...(select.exclude && { exclude: select.exclude }),
      ...(select.adjust && { adjust: select.adjust }),
      ...(select.costs && { costs: select.costs }),
    },
    judge: { ...judge, sideBySide: false, ...(measure?.protocol && { protocol: measure.protocol }) },
    ...(select.k === "auto" && { tune: {} }),
  };
}

/** Class weights for a method that is compared with one that has them, if it can weigh classes too. */
function weightsFor(method: string, { classWeight }: PlainOptions = {}): PlainOptions | undefined {
  const weighs = classWeight !== undefined && Object.hasOwn(findSelector(method).options, "classWeight");
  return weighs ? { classWeight } : undefined;
}

/** Fits over a grid of γ, as the method proposes it, and these p. */
export const pathPlan = ({ schema, data, seed }: SelectPlan, ps: readonly number[]): PathPlan => ({
  schema,
  task: "path",
  data,
  seed,
  select: {},
  path: { ps },
});

/** What a remedy changes in the plan; null where the form has no such option. */
export function planRemedy(plan: SelectPlan, option: string, value: OptionSetting): PlanChange | null {
  const { method = "dfs", options } = plan.select;
  if (option === "k" && typeof value === "number") return { select: { k: value } };
  if (option === "folds" && typeof value === "number") return { judge: { folds: value } };
  if (option === "permutations" && typeof value === "number") return { measure: { permutations: value } };
  if (option === "rareClasses" && (value === "error" || value === "drop" || value === "merge"))
    return { judge: { rareClasses: value } };
  if (!Object.hasOwn(findSelector(method).options, option) || Array.isArray(value)) return null;
  return typeof value === "object" ? null : { select: { options: { ...options, [option]: value } } };
}

/** The plan of a recipe for the data that is open: what is measured stays; a feature that the data lacks is not excluded and costs nothing. */
export function recipePlan(
  plan: SelectPlan,
  { seed, kernels, select }: SelectPlan,
  { file, featureNames }: Opened,
): SelectPlan {
  const { method = "dfs", options = {}, exclude = [], costs = {} } = select;
  const there = new Set([...featureNames, ...Object.keys(select.featureGroups ?? {})]);
  const { judge, measure } = plan;
  const taken: SelectPlan = {
    ...plan,
    data: [file],
    seed,
    ...(kernels !== "wasm" && { kernels }),
    select: {},
  };
  return changePlan(taken, {
    select: {
      ...select,
      method,
      options: changedOptions(method, options),
      exclude: exclude.filter((name) => there.has(name)),
      costs: Object.fromEntries(Object.entries(costs).filter(([name]) => there.has(name))),
    },
    judge,
    measure: measure ?? null,
  });
}

/** Those options of a method that are not the defaults. */
function changedOptions(method: string, options: PlainOptions): PlainOptions {
  const definitions = findSelector(method).options;
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => definitions[name]?.default !== value),
  );
}

/** The methods that can work on the data: without classes, those that need none. */
export const usableMethods = ({ target }: Opened): readonly Selector[] =>
  Object.values(selectors).filter(({ supervised }) => target !== null || !supervised);

/** All cores where the page may share memory between threads, else one. */
export const mostThreads = (): number =>
  crossOriginIsolated ? Math.max(1, Math.min(16, navigator.hardwareConcurrency ?? 1)) : 1;

/** How many threads are used unless the user says otherwise. */
export const usualThreads = (): number => Math.min(8, mostThreads());

/** The folds that a plan measures with. */
export const foldsOf = ({ judge }: SelectPlan): number =>
  typeof judge?.folds === "number" ? judge.folds : 5;

/** What a run may take: the selection, and measuring its accuracy. */
export function secondsFor(
  data: Opened,
  plan: SelectPlan,
): { readonly select: number; readonly measure: number } {
  const { method, options = {}, k } = plan.select;
  const selector = findSelector(method ?? "dfs");
  const once = data.estimates[selector.name] ?? 0;
  const select = once * (k === "auto" ? 6 * (selector.name === "dfs" ? 20 : 8) : 1);
  const fittedAnew =
    k !== "auto" && selector.dependsOnK?.(completeOptions(selector.name, selector.options, options));
  const fits = fittedAnew ? measuredKs(data, plan, k ?? 20).length : 1;
  return {
    select,
    measure:
      select * fits * (1 + foldsOf(plan) * (1 + (plan.measure?.permutations ?? 0))) +
      data.rows * data.rows * 1e-6,
  };
}

const ladder = [1, 2, 3, 4, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200];

/** The numbers of features at which accuracy is measured: few where few are wanted, and the wanted one itself. */
export function measuredKs({ features }: Opened, { select }: SelectPlan, k = 20): number[] {
  const most = Math.min(features - (select.exclude?.length ?? 0), Math.max(20, 2 * k));
  const least = Math.max(1, select.keep?.length ?? 0);
  return [...new Set([...ladder, k])]
    .filter((size) => size >= least && size <= Math.max(most, k))
    .sort((a, b) => a - b);
}
