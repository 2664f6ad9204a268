import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { Dataset } from "../data/dataset.js";
import { compareWith } from "../experiment/compare.js";
import { selectTunedWith } from "../experiment/select-tuned.js";
import { stabilitySelectionWith } from "../experiment/stability-selection.js";
import { tuneWith } from "../experiment/tune.js";
import { path } from "../selectors/dfs/path.js";
import { defaultMethod } from "../selectors/registry.js";
import { selectWith } from "../selectors/select.js";
import { describeSelection } from "../selectors/selection.js";
import { type MeasureOptions, measureSelection, notMeasured } from "./measure.js";
import { parsePlan } from "./parse-plan.js";
import type { ComparePlan, PathPlan, Plan, SelectPlan, StabilityPlan, TunePlan } from "./plan.js";
import type {
  CompareStudy,
  PathStudy,
  SelectStudy,
  StabilityStudy,
  Study,
  StudyContext,
  StudyData,
  StudyStage,
  TuneStudy,
} from "./study.js";

/**
 * Runs a plan on the data of its files, which are given in the plan's order. The same data and plan give the same result, on
 * any number of threads and on any machine.
 */
export function runStudy(data: StudyData, plan: SelectPlan, context?: StudyContext): Promise<SelectStudy>;
export function runStudy(data: StudyData, plan: ComparePlan, context?: StudyContext): Promise<CompareStudy>;
export function runStudy(data: StudyData, plan: TunePlan, context?: StudyContext): Promise<TuneStudy>;
export function runStudy(
  data: StudyData,
  plan: StabilityPlan,
  context?: StudyContext,
): Promise<StabilityStudy>;
export function runStudy(data: StudyData, plan: PathPlan, context?: StudyContext): Promise<PathStudy>;
export function runStudy(data: StudyData, plan: Plan, context?: StudyContext): Promise<Study>;
export async function runStudy(data: StudyData, plan: Plan, context: StudyContext = {}): Promise<Study> {
  parsePlan(plan);
  const datasets = data instanceof Dataset ? [data] : data;
  if (datasets.length !== plan.data.length)
    throw new InputError(
      "argument-type",
      `the plan has ${plan.data.length} files, but ${datasets.length} were given`,
    );
  const [first] = datasets;
  switch (plan.task) {
    case "select":
      return runSelect(first, plan, context);
    case "compare":
      return runCompare(datasets, plan, context);
    case "tune":
      return runTune(first, plan, context);
    case "stability":
      return runStability(first, plan, context);
    case "path":
      return runPath(first, plan, context);
  }
}

async function runSelect(data: Dataset, plan: SelectPlan, context: StudyContext): Promise<SelectStudy> {
  const started = performance.now();
  const { signal, anytime = false } = context;
  if (plan.describe && !data.labels)
    throw new InputError(
      "target",
      `${optionName(Object.keys(plan.describe)[0] ?? "describe")} is about differences between classes, but the data has no labels`,
      { remedies: [{ action: "name the label column", option: "target" }] },
    );
  const { selection, tuning } =
    plan.select.k === "auto"
      ? await selectTunedWith(data, { ...selectTunedOptions(plan), ...experimentRun(context, "tuning") })
      : {
          selection: await selectWith(data, {
            ...selectOptions(plan),
            threads: context.threads,
            prepared: context.prepared,
            onProgress: progressOf(context, "selecting"),
            onStep: context.onStep,
            ...(anytime
              ? {
                  onInterim: (running) => {
                    context.onInterim?.(running);
                    return signal?.aborted !== true;
                  },
                }
              : { onInterim: context.onInterim, signal }),
          }),
          tuning: null,
        };
  const seconds = (performance.now() - started) / 1000;
  const stopped = anytime && signal?.aborted === true;
  const study: SelectStudy = {
    task: "select",
    selection: data.labels ? describeSelection(selection, data, plan.describe) : selection,
    tuning,
    evaluation: null,
    notices: stopped && plan.measure ? [notMeasured(data, "the selection was stopped")] : [],
    stopped,
    seconds,
    measureSeconds: 0,
  };
  return plan.measure && !stopped ? measureStudy(data, plan, study, context) : study;
}

/** Measures what the selection of a study is worth, where it was run without measuring. The selection is not repeated. */
export async function measureStudy(
  data: Dataset,
  plan: SelectPlan,
  study: SelectStudy,
  context: StudyContext = {},
  options: MeasureOptions = {},
): Promise<SelectStudy> {
  parsePlan(plan);
  const { evaluation, notices, seconds } = await measureSelection(data, plan, study, context, options);
  return { ...study, evaluation, notices, measureSeconds: seconds };
}

/** A plan of one selection as options of `select`. */
export function selectOptions({
  select: { method, options, k, keep, exclude, adjust, featureGroups, costs },
  seed,
  kernels,
}: SelectPlan) {
  return {
    method,
    options,
    keep,
    exclude,
    adjust,
    seed,
    kernels,
    featureGroups,
    costs,
    ...(k !== "auto" && { k }),
  };
}

/** A plan whose k is to be chosen as options of `selectTuned`. */
function selectTunedOptions({
  select: { method, options, keep, exclude, adjust, costs },
  tune,
  judge,
  seed,
  kernels,
}: SelectPlan) {
  const { folds, ...judging } = judge ?? {};
  return {
    method,
    options,
    keep,
    exclude,
    adjust,
    costs,
    ...tune,
    ...judging,
    ...(folds !== "leave-one-out" && { folds }),
    seed,
    kernels,
  };
}

async function runCompare(
  datasets: readonly Dataset[],
  plan: ComparePlan,
  context: StudyContext,
): Promise<CompareStudy> {
  const started = performance.now();
  const isTest = plan.data.map(({ role }) => role === "test");
  const test = datasets.filter((_, place) => isTest[place]);
  const comparison = await compareWith(
    datasets.filter((_, place) => !isTest[place]),
    {
      ...compareOptions(plan),
      ...(test.length > 0 && { test }),
      ...experimentRun(context, "comparing"),
    },
  );
  return { task: "compare", comparison, seconds: (performance.now() - started) / 1000 };
}

/** A plan of a comparison as options of `compareWith`. */
export function compareOptions({ select: given, judge, tune, seed, kernels }: ComparePlan) {
  const { methods, costsFile: _, ...select } = given;
  return {
    methods: methods.map(({ method = defaultMethod, label, options }) => ({ method, label, options })),
    ...select,
    ...judge,
    tune,
    seed,
    kernels,
  };
}

async function runTune(data: Dataset, plan: TunePlan, context: StudyContext): Promise<TuneStudy> {
  const started = performance.now();
  const { method, options, costsFile: _, ...select } = plan.select;
  const tuning = await tuneWith(data, {
    method,
    options,
    ...select,
    ...plan.tune,
    ...plan.judge,
    seed: plan.seed,
    kernels: plan.kernels,
    ...experimentRun(context, "tuning"),
  });
  return { task: "tune", tuning, seconds: (performance.now() - started) / 1000 };
}

async function runStability(
  data: Dataset,
  plan: StabilityPlan,
  context: StudyContext,
): Promise<StabilityStudy> {
  const started = performance.now();
  const { method, options, costsFile: _, ...select } = plan.select;
  const stability = await stabilitySelectionWith(data, {
    method,
    options,
    ...select,
    ...plan.stability,
    seed: plan.seed,
    kernels: plan.kernels,
    ...experimentRun(context, "subsampling"),
  });
  return { task: "stability", stability, seconds: (performance.now() - started) / 1000 };
}

async function runPath(data: Dataset, plan: PathPlan, context: StudyContext): Promise<PathStudy> {
  const started = performance.now();
  const fitted = await path(data, {
    ...pathOptions(plan),
    threads: context.threads,
    onProgress: progressOf(context, "fitting"),
    signal: context.signal,
  });
  return { task: "path", path: fitted, seconds: (performance.now() - started) / 1000 };
}

/** A plan of a path as options of `path`. */
export const pathOptions = ({ select, path: grid, seed, kernels }: PathPlan) => ({
  ...select.options,
  ...grid,
  seed,
  kernels,
});

/** How the tasks of a study run. */
export function experimentRun(context: StudyContext, stage: StudyStage) {
  const { executor, journal, threads, signal } = context;
  return { executor, journal, threads, signal, onProgress: progressOf(context, stage) };
}

/** Tells the part of a stage that is done. */
export function progressOf({ onProgress }: StudyContext, stage: StudyStage) {
  return onProgress && ((fraction: number) => onProgress(fraction, stage));
}
