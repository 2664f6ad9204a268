import { type Json, withJson } from "../core/json.js";
import { type Notice, notice } from "../core/notice.js";
import type { PlainOptions } from "../core/option.js";
import { classNames } from "../data/data-summary.js";
import type { Dataset } from "../data/dataset.js";
import type { MetricName } from "../evaluation/metrics.js";
import type { FoldCount } from "../evaluation/rare-classes.js";
import { spread } from "../evaluation/spread.js";
import { version } from "../version.js";
import {
  type DatasetTest,
  type FoldCurve,
  type OverallTest,
  type RankTest,
  rankOverDatasets,
  testAgainst,
  testOnDatasets,
  testOverDatasets,
} from "./method-tests.js";
import { metricOf } from "./metric-choice.js";
import type { Experiment, Protocol } from "./plan-experiment.js";
import type { SplitOptions } from "./plan-splits.js";
import type { Figures } from "./summarize.js";
import type { BaselineName, ClassifierPlan } from "./task.js";
import type { OptionSet, TuningPlan } from "./tune/tuning-plan.js";

/** The figures of one method on one data set at one k. */
export interface ComparedFigures extends Omit<Figures, "honesty" | "selections"> {
  readonly dataset: string;
  readonly method: string;
  readonly label: string;
  readonly options: PlainOptions;
  /** What the metric is under both protocols, and the band of shuffled labels. */
  readonly nested: number | null;
  readonly paper: number | null;
  readonly nestedStd: number | null;
  readonly paperStd: number | null;
  readonly permuted: Figures["honesty"]["permuted"];
}

/** What a baseline reaches on one data set at one k. */
export interface BaselineFigures
  extends Omit<
    Figures,
    | "honesty"
    | "selections"
    | "chosen"
    | "heldOut"
    | "redundancy"
    | "redundancyAbs"
    | "stability"
    | "jaccard"
    | "seconds"
  > {
  readonly dataset: string;
  readonly baseline: BaselineName;
  readonly label: string;
  /** What the metric is, and its standard deviation over the folds. A baseline looks at no label, so there is one protocol only. */
  readonly nested: number | null;
  readonly nestedStd: number | null;
}

/** What {@link compare} gives: plain data, and its JSON form. */
export interface Comparison extends ComparisonData {
  toJSON(): ComparisonJson;
}

/** A {@link Comparison} in JSON. */
export type ComparisonJson = Json<ComparisonData>;

/** Methods side by side. */
export interface ComparisonData {
  readonly schema: "salience/comparison@2";
  readonly protocol: Protocol;
  /** What methods are compared by: `nested`, `paper`, `permuted` and the tests are about it. */
  readonly metric: MetricName;
  /** Null where data to test on was given. */
  readonly folds: FoldCount | null;
  readonly repeats: number;
  readonly seed: number;
  readonly classifier: ClassifierPlan;
  /** Whether the methods saw standardised values or the data as it is. */
  readonly selectOn: "scaled" | "raw";
  readonly methods: readonly {
    readonly label: string;
    readonly method: string;
    readonly options: PlainOptions;
    /** With tuning: the sets of options that were tried, in order of preference. */
    readonly candidates?: readonly OptionSet[];
  }[];
  /** How options were chosen inside the rows that a selection saw; only where they were. */
  readonly tuning?: Pick<TuningPlan, "folds" | "repeats" | "metric" | "rule">;
  /** Features that were always selected, and those that were not looked at, as they were given; only where they were. */
  readonly keep?: readonly string[];
  readonly exclude?: readonly string[];
  readonly adjust?: readonly string[];
  /** What features cost, by name as it was given; only where it was. */
  readonly costs?: Readonly<Record<string, number>>;
  readonly datasets: readonly ComparedDataset[];
  readonly results: readonly ComparedFigures[];
  /** What all features and random ones reach on the same folds; absent where not asked for. Of `all`, k is the number of features. */
  readonly baselines?: readonly BaselineFigures[];
  /** How much the methods select the same, for each data set and k. */
  readonly agreement: readonly Agreement[];
  readonly tests: {
    readonly perDataset: readonly DatasetTest[];
    readonly overDatasets: readonly OverallTest[];
    /** Each method against each baseline, adjusted for all of these pairs of a data set; absent without baselines. */
    readonly againstBaselines?: readonly DatasetTest[];
    /** Average ranks over the data sets; absent with fewer than two data sets or three methods. */
    readonly ranks?: RankTest;
  };
  /** What was done to the data before it was split; `file` is the name of the data set. */
  readonly notices: readonly Notice[];
  /** Of the whole comparison. */
  readonly seconds: number;
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
  /** Without those of test data. */
  readonly rows: number;
  readonly features: number;
  /** None where numbers are predicted. */
  readonly classes: readonly string[];
  readonly target: string;
  /** The name of the data that was tested on; null with folds. */
  readonly test: string | null;
  /** The test rows of every fold, repeat after repeat, as rows of the data that was given; those of test data follow. */
  readonly testRows: readonly (readonly number[])[];
  /** How many groups of rows were kept together; absent where there were none. */
  readonly rowGroupCount?: number;
}

/** What was found out about one method on one data set. */
export interface Summary {
  readonly label: string;
  readonly experiment: Experiment;
  readonly figures: readonly Figures[];
}

/** What a comparison says of how it was asked for. */
interface ComparedSettings extends Pick<SplitOptions, "folds" | "repeats" | "seed"> {
  readonly test?: readonly (Dataset | undefined)[];
  readonly keep?: readonly string[];
  readonly exclude?: readonly string[];
  readonly adjust?: readonly string[];
}

/** The whole result from the figures of every method on every data set, method after method. */
export function comparisonOf(
  datasets: readonly Dataset[],
  all: readonly Summary[],
  protocol: Protocol,
  { folds = 5, repeats = 1, seed = 1, test, keep, exclude, adjust }: ComparedSettings,
  seconds: number,
): Comparison {
  const nameOf = ({ dataset }: Experiment) => datasets[dataset].source.name;
  const curvesOf = (some: readonly Summary[]) =>
    some.map(({ label, experiment, figures }) => curveOf(nameOf(experiment), label, experiment, figures));
  const isBaseline = ({ experiment }: Summary) => experiment.selection.baseline !== undefined;
  const summaries = all.filter((one) => !isBaseline(one));
  const baselines = all.filter(isBaseline);
  const curves = curvesOf(summaries);
  const ranks = rankOverDatasets(curves);
  const tuned = tuningOf(summaries[0].experiment);
  const experimentOn = (dataset: number) =>
    summaries.find(({ experiment }) => experiment.dataset === dataset)!.experiment;
  const { costs } = summaries[0].experiment;
  const ofFirst = summaries.filter(({ experiment }) => experiment.dataset === 0);
  return withJson<ComparisonData>({
    schema: "salience/comparison@2",
    protocol,
    metric: summaries[0].experiment.metric,
    folds: test?.some(Boolean) ? null : folds,
    repeats,
    seed,
    classifier: summaries[0].experiment.classifier,
    selectOn: summaries[0].experiment.selection.selectOn,
    methods: ofFirst.map(({ label, experiment: { selection } }) => ({
      label,
      method: selection.method,
      options: selection.options,
      ...(selection.tuning && { candidates: selection.tuning.candidates }),
    })),
    ...(tuned && { tuning: tuned }),
    ...(keep && { keep }),
    ...(exclude && { exclude }),
    ...(adjust && { adjust }),
    ...(costs && { costs: costs.given }),
    datasets: datasets.map((data, dataset) => describe(data, experimentOn(dataset), test?.[dataset])),
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
    ...(baselines.length > 0 && {
      baselines: baselines.flatMap(({ label, experiment, figures }) =>
        figures.map((one) => baselineFigures(nameOf(experiment), label, experiment, one)),
      ),
    }),
    agreement: datasets.flatMap((_, dataset) =>
      agreementOf(
        datasets[dataset].source.name,
        summaries.filter(({ experiment }) => experiment.dataset === dataset),
      ),
    ),
    tests: {
      perDataset: testOnDatasets(curves),
      overDatasets: testOverDatasets(curves),
      ...(baselines.length > 0 && { againstBaselines: testAgainst(curves, curvesOf(baselines)) }),
      ...(ranks && { ranks }),
    },
    notices: [
      ...datasets.flatMap(({ source }, dataset) => {
        const { told, notices } = experimentOn(dataset);
        return [...told, ...notices].map((one) => ({ ...one, file: source.name }));
      }),
      ...withoutWeights(ofFirst),
      ...withoutCosts(ofFirst),
    ],
    seconds,
    version,
  });
}

function baselineFigures(
  dataset: string,
  label: string,
  { selection }: Experiment,
  figures: Figures,
): BaselineFigures {
  const {
    honesty: { nested, nestedStd },
    selections: _,
    chosen: _chosen,
    heldOut: _heldOut,
    redundancy: _redundancy,
    redundancyAbs: _abs,
    stability: _stability,
    jaccard: _jaccard,
    seconds: _seconds,
    ...own
  } = figures;
  return { dataset, baseline: selection.baseline!, label, ...own, nested, nestedStd };
}

/** Says which parts of a comparison that weighs classes do not. */
function withoutWeights(methods: readonly Summary[]): Notice[] {
  const { classifier } = methods[0].experiment;
  const named = [
    ...methods.map(({ label, experiment }) => ({ name: label, options: experiment.selection.options })),
    { name: `the classifier ${classifier.name}`, options: classifier.options },
  ];
  const without = named
    .filter(({ options }) => !Object.hasOwn(options, "classWeight"))
    .map(({ name }) => name);
  if (without.length === 0 || named.every(({ options }) => options.classWeight !== "balanced")) return [];
  const verb = without.length === 1 ? "does" : "do";
  return [notice("note", "method", `${without.join(", ")} ${verb} not weigh classes and ran without`)];
}

/** Says which methods of a comparison with costs select without them. */
function withoutCosts(methods: readonly Summary[]): Notice[] {
  const without = methods.filter(
    ({ experiment: { costs, selector } }) => costs !== null && !selector.weighsCosts,
  );
  if (without.length === 0) return [];
  const verb = without.length === 1 ? "does" : "do";
  const names = without.map(({ label }) => label).join(", ");
  return [
    notice("note", "method", `${names} ${verb} not weigh costs: what the features cost is only measured`),
  ];
}

function tuningOf({ selection: { tuning } }: Experiment): Comparison["tuning"] {
  if (!tuning) return undefined;
  const { folds, repeats, metric, rule } = tuning;
  return { folds, repeats, metric, rule };
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

function describe(
  { source, labelName }: Dataset,
  { split, features }: Experiment,
  test: Dataset | undefined,
): ComparedDataset {
  const { data, rows, repeats } = split;
  return {
    name: source.name,
    rows: data.rows - (test?.rows ?? 0),
    features,
    classes: classNames(data),
    target: labelName,
    test: test?.source.name ?? null,
    testRows: repeats.flat().map(({ test }) => Array.from(test, (row) => rows[row])),
    ...(split.rowGroups && { rowGroupCount: new Set(split.rowGroups).size }),
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
