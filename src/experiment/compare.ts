import type { Dataset } from "../data/dataset.js";
import type { MetricName } from "../evaluation/metrics.js";
import type { FoldCount } from "../evaluation/rare-classes.js";
import { spread } from "../evaluation/spread.js";
import { InputError } from "../numeric/input-error.js";
import { version } from "../version.js";
import { type EvaluateOptions, prepareExperiment } from "./evaluate.js";
import { inlineExecutor } from "./inline-executor.js";
import type { Journal } from "./journal.js";
import {
  type DatasetTest,
  type FoldCurve,
  type OverallTest,
  testOnDatasets,
  testOverDatasets,
} from "./method-tests.js";
import { type Experiment, type Protocol, planExperiment } from "./plan-experiment.js";
import { runTasks } from "./run-tasks.js";
import { type Figures, metricOf, summarize } from "./summarize.js";
import type { ClassifierPlan } from "./task.js";

/** A method with its own options, and a name for it where the same method is there twice. */
export interface ComparedMethod {
  method: string;
  label?: string;
  [methodOption: string]: unknown;
}

/** What {@link compare} takes. */
export interface CompareOptions
  extends Pick<
    EvaluateOptions,
    | "tune"
    | "protocol"
    | "sideBySide"
    | "permutations"
    | "metric"
    | "classifier"
    | "classifierOptions"
    | "selectOn"
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
  methods: readonly (string | ComparedMethod)[];
  /** How many features, or several such numbers; 20 where not given. */
  k?: number | readonly number[];
  /** For each data set one group per row, or undefined; see {@link EvaluateOptions.groups}. */
  groups?: readonly (EvaluateOptions["groups"] | undefined)[];
  /** For each data set the data to test on in place of folds, or undefined; see {@link EvaluateOptions.test}. */
  test?: readonly (Dataset | undefined)[];
  /** Keeps finished tasks, so that the same comparison can go on after it was stopped. */
  journal?: Journal;
}

/** The figures of one method on one data set at one k. */
export interface ComparedFigures extends Omit<Figures, "honesty" | "selections"> {
  readonly dataset: string;
  readonly method: string;
  readonly label: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** What the metric is under both protocols, and the band of shuffled labels. */
  readonly nested: number | null;
  readonly paper: number | null;
  readonly permuted: Figures["honesty"]["permuted"];
}

/** What {@link compare} gives: plain data. */
export interface Comparison {
  readonly schema: "salience/comparison@1";
  readonly protocol: Protocol;
  /** What methods are compared by: `nested`, `paper`, `permuted` and the tests are about it. */
  readonly metric: MetricName;
  /** Null where data to test on was given. */
  readonly folds: FoldCount | null;
  readonly repeats: number;
  readonly seed: number;
  readonly classifier: ClassifierPlan;
  readonly methods: readonly {
    readonly label: string;
    readonly method: string;
    readonly options: Readonly<Record<string, unknown>>;
  }[];
  readonly datasets: readonly ComparedDataset[];
  readonly results: readonly ComparedFigures[];
  readonly tests: {
    readonly perDataset: readonly DatasetTest[];
    readonly overDatasets: readonly OverallTest[];
  };
  readonly version: string;
}

/** A data set of a comparison. */
export interface ComparedDataset {
  readonly name: string;
  readonly rows: number;
  readonly features: number;
  readonly classes: readonly string[];
  readonly target: string;
  /** The name of the data that was tested on; null with folds. */
  readonly test: string | null;
  /** The test rows of every fold, repeat after repeat, as rows of the data that was given; those of test data follow. */
  readonly testRows: readonly (readonly number[])[];
  readonly notes: readonly string[];
}

/**
 * Methods side by side on the same folds of the same data. Everything that can be refused is refused before the first
 * task runs.
 */
export async function compare(datasets: readonly Dataset[], given: CompareOptions): Promise<Comparison> {
  const {
    methods,
    groups,
    test,
    journal,
    kernels = "wasm",
    threads,
    executor,
    onProgress,
    signal,
    ...shared
  } = given;
  requireDatasets(datasets);
  requireOneEach("groups", groups, datasets);
  requireOneEach("test data", test, datasets);
  const compared = namedMethods(methods);
  const rows = datasets.flatMap((data, dataset) =>
    compared.map(({ label, method, own }) => {
      const options = { ...shared, ...own, method, groups: groups?.[dataset], test: test?.[dataset] };
      const { experiment, protocol } = explained(data, () => prepareExperiment(data, options, dataset));
      return { label, protocol, experiment, planned: planExperiment(experiment) };
    }),
  );
  const worked = datasets.map((_, dataset) => rows[dataset * compared.length].experiment.split.data);
  const tasks = rows.flatMap(({ planned }) => planned.map(({ task }) => task));
  const kernelsName = typeof kernels === "string" ? kernels : kernels.name;
  const done = journal?.open({ datasets: worked, tasks, kernels: kernelsName });
  try {
    const results = await runTasks(worked, tasks, {
      executor: executor ?? inlineExecutor({ threads, ...(typeof kernels === "object" && { kernels }) }),
      kernels: kernelsName,
      done,
      onResult: (place, result) => journal?.append(place, result),
      onProgress,
      signal,
    });
    let from = 0;
    const summaries = rows.map(({ label, protocol, experiment, planned }) => {
      const own = results.slice(from, from + planned.length);
      from += planned.length;
      return { label, experiment, figures: summarize(experiment, planned, own, protocol) };
    });
    return comparisonOf(datasets, summaries, rows[0].protocol, given);
  } finally {
    journal?.close();
  }
}

/** What was found out about one method on one data set. */
interface Summary {
  readonly label: string;
  readonly experiment: Experiment;
  readonly figures: readonly Figures[];
}

function comparisonOf(
  datasets: readonly Dataset[],
  summaries: readonly Summary[],
  protocol: Protocol,
  { folds = 5, repeats = 1, seed = 1, test }: CompareOptions,
): Comparison {
  const nameOf = ({ dataset }: Experiment) => datasets[dataset].source.name;
  const curves = summaries.map(({ label, experiment, figures }) =>
    curveOf(nameOf(experiment), label, experiment, figures),
  );
  const ofFirst = summaries.filter(({ experiment }) => experiment.dataset === 0);
  return {
    schema: "salience/comparison@1",
    protocol,
    metric: summaries[0].experiment.metric,
    folds: test?.some(Boolean) ? null : folds,
    repeats,
    seed,
    classifier: summaries[0].experiment.classifier,
    methods: ofFirst.map(({ label, experiment: { selection } }) => ({
      label,
      method: selection.method,
      options: selection.options,
    })),
    datasets: datasets.map((data, dataset) =>
      describe(
        data,
        summaries.find(({ experiment }) => experiment.dataset === dataset)!.experiment,
        test?.[dataset],
      ),
    ),
    results: summaries.flatMap(({ label, experiment, figures }) =>
      figures.map(({ honesty, selections: _, ...own }) => ({
        dataset: nameOf(experiment),
        method: experiment.selection.method,
        label,
        options: experiment.selection.options,
        ...own,
        ...honesty,
      })),
    ),
    tests: { perDataset: testOnDatasets(curves), overDatasets: testOverDatasets(curves) },
    version,
  };
}

function describe(
  { source, labelName }: Dataset,
  { split }: Experiment,
  test: Dataset | undefined,
): ComparedDataset {
  const { data, rows, repeats, notes } = split;
  return {
    name: source.name,
    rows: data.rows,
    features: data.features,
    classes: data.labels!.classes,
    target: labelName,
    test: test?.source.name ?? null,
    testRows: repeats.flat().map(({ test }) => Array.from(test, (row) => rows[row])),
    notes,
  };
}

function curveOf(
  dataset: string,
  method: string,
  { split, metric }: Experiment,
  figures: readonly Figures[],
): FoldCurve {
  const folds = split.repeats.flat();
  return {
    dataset,
    method,
    // A fold that does not allow the metric allows it for no method: it hangs on its test rows alone.
    folds: folds.flatMap((_, fold) => {
      const values = figures.flatMap(({ foldMetrics }) => metricOf(foldMetrics[fold], metric) ?? []);
      return values.length > 0 ? spread(values).mean : [];
    }),
    sizes: { train: folds[0].train.length, test: folds[0].test.length },
  };
}

function requireDatasets(datasets: readonly Dataset[]): void {
  if (datasets.length === 0)
    throw new InputError("there is no data to compare on; give one data set at least");
  const names = datasets.map(({ source }) => source.name);
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice !== undefined)
    throw new InputError(`two data sets are called "${twice}"; give each of them once, by its own name`);
}

function requireOneEach(
  what: string,
  list: readonly unknown[] | undefined,
  datasets: readonly Dataset[],
): void {
  if (list && list.length !== datasets.length)
    throw new InputError(
      `${what} must be a list with an entry for each of the ${datasets.length} data sets; it has ${list.length}`,
    );
}

/** Methods with names that tell them apart: the method's own, and its options where it is there twice. */
function namedMethods(methods: readonly (string | ComparedMethod)[]) {
  if (!Array.isArray(methods) || methods.length === 0)
    throw new InputError("there are no methods to compare; name one at least");
  const named = methods.map((entry) => {
    const { method, label, ...own } = typeof entry === "string" ? { method: entry } : entry;
    return { method, own, label: label as string | undefined };
  });
  const labels = named.map(({ method, own, label }) => {
    if (label !== undefined) return label;
    const alone = named.filter((other) => other.method === method).length === 1;
    const options = Object.entries(own).map(([name, value]) => `${name}=${value}`);
    return alone || options.length === 0 ? method : `${method} ${options.join(" ")}`;
  });
  const twice = labels.find((label, place) => labels.indexOf(label) < place);
  if (twice !== undefined) throw new InputError(`"${twice}" is among the methods twice; name it once`);
  return named.map(({ method, own }, place) => ({ method, own, label: labels[place] }));
}

/** Puts the data's name before a refusal. */
function explained<T>(data: Dataset, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`${data.source.name}: ${error.message}`);
    throw error;
  }
}
