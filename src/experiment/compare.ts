import type { Dataset } from "../data/dataset.js";
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
import { type Figures, summarize } from "./summarize.js";
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
    | "k"
    | "protocol"
    | "sideBySide"
    | "permutations"
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
  /** For each data set one group per row, or undefined; see {@link EvaluateOptions.groups}. */
  groups?: readonly (EvaluateOptions["groups"] | undefined)[];
  /** Keeps finished tasks, so that the same comparison can go on after it was stopped. */
  journal?: Journal;
}

/** The figures of one method on one data set at one k. */
export interface ComparedFigures extends Omit<Figures, "honesty" | "selections"> {
  readonly dataset: string;
  readonly method: string;
  readonly label: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** The accuracies under both protocols, and the band of shuffled labels. */
  readonly nested: number | null;
  readonly paper: number | null;
  readonly nestedStd: number | null;
  readonly paperStd: number | null;
  readonly permuted: Figures["honesty"]["permuted"];
}

/** What {@link compare} gives: plain data. */
export interface Comparison {
  readonly schema: "salience/comparison@1";
  readonly protocol: Protocol;
  readonly folds: FoldCount;
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
  /** How much the methods select the same, for each data set and k. */
  readonly agreement: readonly Agreement[];
  readonly tests: {
    readonly perDataset: readonly DatasetTest[];
    readonly overDatasets: readonly OverallTest[];
  };
  readonly version: string;
}

/** How much methods agree on one data set at one k. */
export interface Agreement {
  readonly dataset: string;
  readonly k: number;
  /** Row after row in the order of `methods`: the shared part of two selections, from 0 to 1, the mean over the folds. */
  readonly overlaps: readonly number[];
}

/** A data set of a comparison. */
export interface ComparedDataset {
  readonly name: string;
  readonly rows: number;
  readonly features: number;
  readonly classes: readonly string[];
  readonly target: string;
  /** The test rows of every fold, repeat after repeat, as rows of the data that was given. */
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
    journal,
    kernels = "wasm",
    threads,
    executor,
    onProgress,
    signal,
    ...shared
  } = given;
  requireDatasets(datasets);
  const compared = namedMethods(methods);
  const rows = datasets.flatMap((data, dataset) =>
    compared.map(({ label, method, own }) => {
      const options = { ...shared, ...own, method, groups: groups?.[dataset] };
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
  { folds = 5, repeats = 1, seed = 1 }: CompareOptions,
): Comparison {
  const nameOf = ({ dataset }: Experiment) => datasets[dataset].source.name;
  const curves = summaries.map(({ label, experiment, figures }) =>
    curveOf(nameOf(experiment), label, experiment, figures),
  );
  const ofFirst = summaries.filter(({ experiment }) => experiment.dataset === 0);
  return {
    schema: "salience/comparison@1",
    protocol,
    folds,
    repeats,
    seed,
    classifier: summaries[0].experiment.classifier,
    methods: ofFirst.map(({ label, experiment: { selection } }) => ({
      label,
      method: selection.method,
      options: selection.options,
    })),
    datasets: datasets.map((data, dataset) =>
      describe(data, summaries.find(({ experiment }) => experiment.dataset === dataset)!.experiment),
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
    agreement: datasets.flatMap((_, dataset) =>
      agreementOf(
        datasets[dataset].source.name,
        summaries.filter(({ experiment }) => experiment.dataset === dataset),
      ),
    ),
    tests: { perDataset: testOnDatasets(curves), overDatasets: testOverDatasets(curves) },
    version,
  };
}

/** Methods select on the same rows, so the selections of a fold can be compared. */
function agreementOf(dataset: string, summaries: readonly Summary[]): Agreement[] {
  return summaries[0].experiment.ks.map((k, at) => {
    const sets = summaries.map(({ figures }) => figures[at].selections);
    const overlaps = sets.flatMap((own) =>
      sets.map((other) => spread(own.map((columns, fold) => sharedPart(columns, other[fold]))).mean),
    );
    return { dataset, k, overlaps };
  });
}

function sharedPart(columns: readonly number[], other: readonly number[]): number {
  const there = new Set(other);
  return columns.filter((column) => there.has(column)).length / Math.max(columns.length, other.length);
}

function describe({ source, labelName }: Dataset, { split }: Experiment): ComparedDataset {
  const { data, rows, repeats, notes } = split;
  return {
    name: source.name,
    rows: data.rows,
    features: data.features,
    classes: data.labels!.classes,
    target: labelName,
    testRows: repeats.flat().map(({ test }) => Array.from(test, (row) => rows[row])),
    notes,
  };
}

function curveOf(
  dataset: string,
  method: string,
  { split }: Experiment,
  figures: readonly Figures[],
): FoldCurve {
  const folds = split.repeats.flat();
  return {
    dataset,
    method,
    folds: folds.map((_, fold) => spread(figures.map(({ foldAccuracies }) => foldAccuracies[fold])).mean),
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
