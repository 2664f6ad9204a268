import { InputError } from "../core/input-error.js";
import { describeValue, ownOptions } from "../core/option.js";
import { type DataInput, type DataInputOptions, type Dataset, toDataset } from "../data/dataset.js";
import type {
  AnyClassifier,
  ClassifierChoice,
  ClassifierName,
  DefaultClassifier,
  PlainClassifierChoice,
} from "../models/classifiers.js";
import { Constraints } from "../selectors/constraints.js";
import type { Method, MethodName, MethodOptions } from "../selectors/registry.js";
import { baselineExperiment, baselineLabels, checkedBaselines } from "./baselines.js";
import {
  allDefinitions,
  namedMethods,
  type PlainComparedMethod,
  requireMethods,
} from "./compared-methods.js";
import { type Comparison, comparisonOf } from "./comparison.js";
import type { EvaluateSettings, PlainEvaluateOptions, TunedInside } from "./evaluate-options.js";
import type { Journal } from "./executor.js";
import { type Experiment, type PlannedTask, type Protocol, planExperiment } from "./plan-experiment.js";
import { prepareExperiment } from "./prepare-experiment.js";
import { checkRun, runAsAsked } from "./run-tasks.js";
import { summarize } from "./summarize.js";
import type { BaselineName } from "./task.js";

/** A method with its own options, and a name for it where the same method is there twice. */
export type ComparedMethod<M extends Method = MethodName> = M extends Method
  ? { method: M; label?: string } & MethodOptions<M>
  : never;

/** What {@link compare} takes beside methods, classifier and how options are tuned. */
export interface CompareSettings
  extends Pick<
    EvaluateSettings,
    | "protocol"
    | "sideBySide"
    | "permutations"
    | "metric"
    | "selectOn"
    | "keep"
    | "exclude"
    | "adjust"
    | "costs"
    | "folds"
    | "repeats"
    | "rareClasses"
    | "seed"
    | "kernels"
    | "threads"
    | "executor"
    | "onProgress"
    | "signal"
  > {
  /** How many features, or several such numbers; where not given 20, or half of the features of the data that has fewest. */
  k?: number | readonly number[];
  /**
   * For each data set one group per row, null to ignore its own, or undefined to use them; null alone ignores those of all.
   * See {@link EvaluateSettings.rowGroups}.
   */
  rowGroups?: readonly EvaluateSettings["rowGroups"][] | null;
  /**
   * What the methods are held against, on the same folds: `all` features, or `random` ones, as many as the methods select, drawn
   * anew for every fold; none where not given.
   */
  baselines?: readonly BaselineName[];
  /** For each data set the data to test on in place of folds, or undefined; see {@link EvaluateSettings.test}. */
  test?: readonly (Dataset | undefined)[];
  /** Keeps finished tasks, so that the same comparison can go on after it was stopped. */
  journal?: Journal;
}

/** What {@link compare} takes: settings, methods by name, by definition or with options, and a classifier. */
export type CompareOptions<
  L extends readonly ListedMethod[] = readonly (MethodName | ComparedMethod)[],
  C extends AnyClassifier = ClassifierName,
> = CompareSettings &
  DataInputOptions &
  TunedInside<MethodIn<L[number]>> &
  ClassifierChoice<C> & { methods: L };

/** A method of a list, alone or with a label and options. */
type ListedMethod = Method | { readonly method: Method };

type MethodIn<E extends ListedMethod> = E extends Method
  ? E
  : E extends { readonly method: infer M }
    ? M & Method
    : never;

/** Entries of a list with options that their methods have, and no others. */
type Checked<L extends readonly ListedMethod[]> = { readonly [I in keyof L]: CheckedEntry<L[I]> };

type CheckedEntry<E> = E extends { readonly method: infer M extends Method }
  ? { readonly [K in keyof E]: K extends keyof ComparedMethod<M> ? ComparedMethod<M>[K] : never }
  : E;

/** {@link CompareOptions} where methods and classifier are known at run time only. */
export interface PlainCompareOptions
  extends CompareSettings,
    PlainClassifierChoice,
    Pick<PlainEvaluateOptions, "tune"> {
  readonly methods: readonly PlainComparedMethod[];
}

/**
 * Methods side by side on the same folds of the same data. Everything that can be refused is refused before the first
 * task runs.
 */
export async function compare<
  const L extends readonly ListedMethod[],
  const C extends AnyClassifier = DefaultClassifier,
>(
  datasets: readonly DataInput[],
  options: { classifier?: C; methods: L & Checked<L> } & CompareOptions<L, C>,
): Promise<Comparison>;
export async function compare(
  datasets: readonly DataInput[],
  {
    target,
    ...given
  }: Omit<PlainCompareOptions, "methods"> &
    DataInputOptions & { readonly methods: readonly (Method | ComparedMethod)[] },
): Promise<Comparison> {
  if (!Array.isArray(datasets))
    throw new InputError(
      "argument-type",
      `compare takes a list of Datasets; ${describeValue(datasets)} was given`,
      { facts: { allowed: "a list of Datasets" } },
    );
  return compareWith(
    datasets.map((data: DataInput) => toDataset(data, { target })),
    { ...given, methods: requireMethods(given.methods).map(comparedMethod) },
  );
}

const comparedNames = { method: true, label: true } as const;

/** A method with its options apart: it was given by name, by definition, or with options beside it. */
function comparedMethod(entry: Method | ComparedMethod): PlainComparedMethod {
  if (typeof entry !== "object" || !("method" in entry)) return { method: entry };
  return { method: entry.method, label: entry.label, options: ownOptions(entry, comparedNames) };
}

/** {@link compare} for methods and a classifier that are known at run time only. */
export async function compareWith(
  datasets: readonly Dataset[],
  given: PlainCompareOptions,
): Promise<Comparison> {
  const {
    methods,
    baselines,
    rowGroups,
    test,
    journal: _journal,
    kernels,
    threads,
    executor: _executor,
    onProgress: _onProgress,
    signal: _signal,
    ...shared
  } = given;
  const started = performance.now();
  checkRun({ kernels, threads });
  requireDatasets(datasets);
  requireOneEach("rowGroups", rowGroups, datasets);
  requireOneEach("test data", test, datasets);
  const held = baselines ? checkedBaselines(baselines) : [];
  const compared = namedMethods(
    methods,
    held.map((name) => baselineLabels[name]),
  );
  // One k for all data sets, so that they can be averaged.
  const constraintsOf = (data: Dataset) =>
    explained(data, () => new Constraints(data.featureNames, shared, data.notices));
  const k = shared.k ?? Math.min(...datasets.map((data) => constraintsOf(data).usualK));
  const rowsOn = datasets.map((data, dataset) => {
    const groups = rowGroups === null ? null : rowGroups?.[dataset];
    const asked = compared.map(({ label, method, own }) => {
      const options = { ...shared, k, method, options: own, rowGroups: groups, test: test?.[dataset] };
      const { experiment, protocol } = explained(data, () => prepareExperiment(data, options, dataset));
      return { label, protocol, experiment };
    });
    const baseline = held.map((name) => ({
      label: baselineLabels[name],
      protocol: "nested" as const,
      experiment: baselineExperiment(asked[0].experiment, name),
    }));
    return [...asked, ...baseline].map((row) => ({ ...row, planned: planExperiment(row.experiment) }));
  });
  return runComparison(datasets, rowsOn, given, started);
}

/** A method or a baseline on one data set, planned. */
export interface ComparedRow {
  readonly label: string;
  readonly protocol: Protocol;
  readonly experiment: Experiment;
  readonly planned: readonly PlannedTask[];
}

/** Runs what was planned for each data set, and sums it up. */
export async function runComparison(
  datasets: readonly Dataset[],
  rowsOn: readonly (readonly ComparedRow[])[],
  given: Omit<PlainCompareOptions, "methods">,
  started: number,
): Promise<Comparison> {
  const { journal, kernels, threads, executor, onProgress, signal } = given;
  const worked = rowsOn.map(([{ experiment }]) => experiment.split.data);
  const rows = rowsOn.flat();
  const tasks = rows.flatMap(({ planned }) => planned.map(({ task }) => task));
  const run = { kernels, threads, definitions: allDefinitions(rows), executor, journal, onProgress, signal };
  const results = await runAsAsked(worked, tasks, run);
  let from = 0;
  const summaries = rows.map(({ label, experiment, planned, protocol }) => {
    const own = results.slice(from, from + planned.length);
    from += planned.length;
    return { label, experiment, figures: summarize(experiment, planned, own, protocol) };
  });
  const seconds = (performance.now() - started) / 1000;
  return comparisonOf(datasets, summaries, rows[0].protocol, given, seconds);
}

function requireDatasets(datasets: readonly Dataset[]): void {
  if (datasets.length === 0)
    throw new InputError("argument-type", "at least one Dataset is needed; none was given");
  const names = datasets.map(({ source }) => source.name);
  const numbers = datasets.find(({ targets }) => targets);
  const classes = datasets.find(({ targets }) => !targets);
  if (numbers && classes)
    throw new InputError(
      "unusable-data",
      `the target of ${numbers.source.name} is a number and that of ${classes.source.name} a class; compare them in two runs`,
    );
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice !== undefined)
    throw new InputError(
      "unusable-data",
      `two data sets are called "${twice}"; give each only once, and rename one if two files have the same name`,
    );
}

function requireOneEach(
  what: string,
  list: readonly unknown[] | null | undefined,
  datasets: readonly Dataset[],
): void {
  if (list && list.length !== datasets.length)
    throw new InputError(
      "option-value",
      `${what} must be a list with an entry for each of the ${datasets.length} data sets; it has ${list.length}`,
    );
}

/** Puts the data's name before a refusal. */
function explained<T>(data: Dataset, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof InputError) throw error.with({ file: data.source.name });
    throw error;
  }
}
