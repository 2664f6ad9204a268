import {
  type ComparePlan,
  completeOptions,
  estimateRun,
  findJudge,
  findSelector,
  type Judging,
  judgingCost,
  metricOption,
  type OptionSetting,
  type PathPlan,
  type PlainOptions,
  planSchema,
  type Selector,
  type SelectPlan,
  secondsOf,
  selectors,
} from "salience/internal";
import type { Opened, Selected } from "../messages.js";
import { predictsNumbers, type State } from "./state.js";

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
    select: { method: firstMethod(data), k: Math.min(data.truth?.relevant.length ?? 20, data.features) },
  };
  const measured = data.target !== null && secondsFor(data, plan).measure <= patienceSeconds;
  return measured ? { ...plan, measure: {} } : plan;
}

/** The first method that can be used. */
const firstMethod = (data: Opened): string =>
  Object.values(selectors).find((one) => hindranceOf(one, data) === null)?.name ?? "dfs";

/** Whether the method of a plan can stay for data that was read anew: where other methods can be used now, it is chosen anew. */
export const canStay = ({ data }: Pick<State, "data">, anew: Opened): boolean =>
  data !== null && firstMethod(data) === firstMethod(anew);

/** What the form changes of a plan; undefined leaves a setting to its default, and a measure of null measures nothing. */
export interface PlanChange {
  readonly select?: Partial<Select>;
  readonly judge?: Partial<Judging>;
  readonly measure?: SelectPlan["measure"] | null;
  readonly seed?: number;
}

/** The plan with a change. Parts that say nothing are left out, in the order in which the command line writes them. */
export function changePlan(plan: SelectPlan, { select, judge, measure, seed }: PlanChange): SelectPlan {
  const { method, options, k, keep, exclude, adjust, costs, costsFile, ...groups } = {
    ...plan.select,
    ...select,
  };
  const judging = { ...plan.judge, ...judge };
  const measured = measure === null ? undefined : (measure ?? plan.measure);
  return said({
    ...plan,
    seed: seed ?? plan.seed,
    select: said({ method, options, k, keep, exclude, adjust, costs, costsFile, ...groups }),
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
  return Object.fromEntries(
    [...own, ...Object.entries(options)].filter(([name]) => Object.hasOwn(ofClassifier, name)),
  );
}

/** Whether every class counts the same, however many samples it has. */
export const weighsClasses = ({ select, judge }: SelectPlan): boolean =>
  [select.options, judge?.classifierOptions].some((options) => options?.classWeight === "balanced");

/** Lets every class count the same, or not: in the method if it can, and in what judges it. */
export function weighClasses({ select, judge }: SelectPlan, balanced: boolean): PlanChange {
  const { classWeight: _, ...options } = select.options ?? {};
  const { classWeight: __, ...judging } = judge?.classifierOptions ?? {};
  const weight: PlainOptions = balanced ? { classWeight: "balanced" } : {};
  const { options: ofMethod } = findSelector(select.method ?? "dfs");
  return {
    select: { options: { ...options, ...(Object.hasOwn(ofMethod, "classWeight") && weight) } },
    judge: { classifierOptions: { ...judging, ...weight } },
  };
}

/** Another method with its defaults; how classes are weighed stays. */
export function chooseMethod(plan: SelectPlan, method: string): PlanChange {
  const change: PlanChange = { select: { method, options: {} } };
  if (!weighsClasses(plan)) return change;
  const { select, judge } = weighClasses(changePlan(plan, change), true);
  return { select: { ...select, method }, judge };
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
      ...(select.costsFile && { costsFile: select.costsFile }),
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
  if (option === "classWeight") return weighClasses(plan, value === "balanced");
  if (option === "metric") return metricChange(value);
  if (option === "method" && typeof value === "string") return chooseMethod(plan, value);
  if (option === "exclude" && Array.isArray(value))
    return { select: { exclude: [...new Set([...(plan.select.exclude ?? []), ...value.map(String)])] } };
  if (!Object.hasOwn(findSelector(method).options, option) || Array.isArray(value)) return null;
  return typeof value === "object" ? null : { select: { options: { ...options, [option]: value } } };
}

/** What is measured, and decides where k is to be found. */
export function metricChange(value: OptionSetting): PlanChange | null {
  const metric = metricOption.choices.find((one) => one === value);
  return metric ? { judge: { metric } } : null;
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

/** The settings of a link for the data that is open. */
export const linkPlan = (plan: SelectPlan, link: SelectPlan, data: Opened): SelectPlan => {
  const { judge, measure } = link;
  const { judge: _j, measure: _m, ...taken } = recipePlan(plan, link, data);
  const { k } = taken.select;
  const most = availableFeatures(data, taken.select);
  const select = typeof k === "number" && k > most ? { ...taken.select, k: most } : taken.select;
  return { ...taken, select, ...(judge && { judge }), ...(measure && { measure }) };
};

/** The plan that selects so many features as the one of a selection does; options that were found are given. */
export function cutPlan({ plan, selection }: Selected, k: number): SelectPlan {
  const { method, options } = selection;
  if (plan.select.k !== "auto") return { ...plan, select: { ...plan.select, k } };
  const { tune: _, ...rest } = plan;
  const { k: _k, seed: _s, ...own } = options;
  return changePlan(rest, { select: { k, options: changedOptions(method, own) } });
}

/** What fitting a selection for another number of features may take. */
export const refitSeconds = (data: Opened, selected: Selected, k: number): number =>
  selectingSeconds(data, cutPlan(selected, k));

/** Those options of a method that are not the defaults. */
function changedOptions(method: string, options: PlainOptions): PlainOptions {
  const definitions = findSelector(method).options;
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => definitions[name]?.default !== value),
  );
}

/** Why a method cannot be used on the data, or with what was chosen; null where it can. */
export function hindranceOf(
  { supervised, targets, weighsCosts }: Selector,
  data: Opened,
  { costs }: Pick<Select, "costs"> = {},
): string | null {
  if (supervised && data.target === null) return "needs classes";
  if (supervised && predictsNumbers(data) && targets !== "continuous") return "needs classes, not a number";
  const sizes = (data.examination.classes ?? []).map(({ rows }) => rows).filter((rows) => rows > 0);
  if (supervised && data.examination.classes && sizes.length < 2) return "needs two classes";
  if (supervised && sizes.includes(1)) return "needs two samples of every class";
  return costs && !weighsCosts ? "does not weigh costs" : null;
}

/** All cores where the page may share memory between threads, else one. */
export const mostThreads = (): number =>
  crossOriginIsolated && typeof SharedArrayBuffer === "function"
    ? Math.max(1, Math.min(16, navigator.hardwareConcurrency ?? 1))
    : 1;

/** How many threads are used unless the user says otherwise. */
export const usualThreads = (): number => Math.min(8, mostThreads());

/** The folds that a plan measures with. */
export const foldsOf = ({ judge }: SelectPlan): number =>
  typeof judge?.folds === "number" ? judge.folds : 5;

/** What one selection under this plan may take, its method's options and k as the form has them. */
export function selectingSeconds({ shape, rates }: Opened, { select }: SelectPlan, threads = 1): number {
  const { method, options = {}, k } = select;
  const wanted = typeof k === "number" ? k : shape.k;
  return estimateRun(findSelector(method ?? "dfs"), options, { ...shape, k: wanted }, rates, threads).seconds;
}

/** What a run may take: the selection, and measuring its accuracy, whose parts are computed side by side. */
export function secondsFor(
  data: Opened,
  plan: SelectPlan,
  threads = usualThreads(),
): { readonly select: number; readonly measure: number } {
  const { method, options = {}, k } = plan.select;
  const selector = findSelector(method ?? "dfs");
  const settings = k === "auto" ? 6 * (selector.name === "dfs" ? 20 : 8) : 1;
  const once = settings * selectingSeconds(data, plan);
  const ks = measuredKs(data, plan, k === "auto" ? 20 : (k ?? 20));
  const fittedAnew =
    k !== "auto" && selector.dependsOnK?.(completeOptions(selector.name, selector.options, options));
  const judging = secondsOf(judgingCost(data.shape, ks), data.rates);
  const selections = foldsOf(plan) * (1 + (plan.measure?.permutations ?? 0));
  const select = settings === 1 ? selectingSeconds(data, plan, threads) : once / threads;
  return {
    select,
    measure: (selections * (once * (fittedAnew ? ks.length : 1) + judging)) / threads,
  };
}

const ladder = [1, 2, 3, 4, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200];

/** How many features there are to pick from. */
export const availableFeatures = (
  { features }: Opened,
  { exclude = [], adjust = [] }: Pick<Select, "exclude" | "adjust">,
): number => features - exclude.length - adjust.length;

/** The numbers of features at which it is measured how well they predict: few where few are wanted, and the wanted one itself. */
export function measuredKs(data: Opened, { select }: SelectPlan, k = 20): number[] {
  const most = Math.min(availableFeatures(data, select), Math.max(20, 2 * k));
  const least = Math.max(1, select.keep?.length ?? 0);
  // Of a few features each number is measured.
  const sizes = most <= 10 ? Array.from({ length: most }, (_, i) => i + 1) : ladder;
  return [...new Set([...sizes, k])]
    .filter((size) => size >= least && size <= Math.max(most, k))
    .sort((a, b) => a - b);
}
