import { InputError } from "../core/input-error.js";
import type { Dataset } from "../data/dataset.js";
import { type Comparison, comparisonOf } from "./comparison.js";
import { type EvaluateOptions, prepareExperiment } from "./evaluate.js";
import type { Journal } from "./executor.js";
import { planExperiment } from "./plan-experiment.js";
import { checkRun, runAsAsked } from "./run-tasks.js";
import { summarize } from "./summarize.js";

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
    | "keep"
    | "exclude"
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
  /**
   * For each data set one group per row, null to ignore its own, or undefined to use them; null alone ignores those of all.
   * See {@link EvaluateOptions.rowGroups}.
   */
  rowGroups?: readonly EvaluateOptions["rowGroups"][] | null;
  /** For each data set the data to test on in place of folds, or undefined; see {@link EvaluateOptions.test}. */
  test?: readonly (Dataset | undefined)[];
  /** Keeps finished tasks, so that the same comparison can go on after it was stopped. */
  journal?: Journal;
}

/**
 * Methods side by side on the same folds of the same data. Everything that can be refused is refused before the first
 * task runs.
 */
export async function compare(datasets: readonly Dataset[], given: CompareOptions): Promise<Comparison> {
  const { methods, rowGroups, test, journal, kernels, threads, executor, onProgress, signal, ...shared } =
    given;
  checkRun({ kernels, threads });
  requireDatasets(datasets);
  requireOneEach("rowGroups", rowGroups, datasets);
  requireOneEach("test data", test, datasets);
  const compared = namedMethods(methods);
  const rows = datasets.flatMap((data, dataset) =>
    compared.map(({ label, method, own }) => {
      const groups = rowGroups === null ? null : rowGroups?.[dataset];
      const options = { ...shared, ...own, method, rowGroups: groups, test: test?.[dataset] };
      const { experiment, protocol } = explained(data, () => prepareExperiment(data, options, dataset));
      return { label, protocol, experiment, planned: planExperiment(experiment) };
    }),
  );
  const worked = datasets.map((_, dataset) => rows[dataset * compared.length].experiment.split.data);
  const tasks = rows.flatMap(({ planned }) => planned.map(({ task }) => task));
  const run = { kernels, threads, executor, journal, onProgress, signal };
  const results = await runAsAsked(worked, tasks, run);
  let from = 0;
  const summaries = rows.map(({ label, protocol, experiment, planned }) => {
    const own = results.slice(from, from + planned.length);
    from += planned.length;
    return { label, experiment, figures: summarize(experiment, planned, own, protocol) };
  });
  return comparisonOf(datasets, summaries, rows[0].protocol, given);
}

function requireDatasets(datasets: readonly Dataset[]): void {
  if (datasets.length === 0)
    throw new InputError("option-value", "there is no data to compare on; give one data set at least");
  const names = datasets.map(({ source }) => source.name);
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice !== undefined)
    throw new InputError(
      "option-value",
      `two data sets are called "${twice}"; give each of them once, and rename one where two files have the same name`,
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

/** Methods with names that tell them apart: the method's own, and its options where it is there twice. */
function namedMethods(methods: readonly (string | ComparedMethod)[]) {
  if (!Array.isArray(methods) || methods.length === 0)
    throw new InputError("option-value", "there are no methods to compare; name one at least");
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
  if (twice !== undefined)
    throw new InputError("option-value", `"${twice}" is among the methods twice; name it once`);
  return named.map(({ method, own }, place) => ({ method, own, label: labels[place] }));
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
