import {
  byName,
  count,
  either,
  flag,
  listOf,
  noticesShape,
  number,
  object,
  oneOf,
  optional,
  orNull,
  type Shape,
  setting,
  text,
} from "../core/json.js";
import type { DataSummary } from "../data/data-summary.js";
import {
  describedHowShape,
  descriptionShape,
  type FeatureDescription,
} from "../evaluation/describe-features.js";
import { metricOption } from "../evaluation/metrics.js";
import type { FoldCount } from "../evaluation/rare-classes.js";
import { reliabilityShape } from "../evaluation/reliability.js";
import type { ComparisonData } from "../experiment/comparison.js";
import type { EvaluationData } from "../experiment/evaluate.js";
import type { StabilityData } from "../experiment/stability-selection.js";
import type { ClassifierPlan } from "../experiment/task.js";
import type { TunedPoint } from "../experiment/tune/choose.js";
import type { TuningData } from "../experiment/tune.js";
import { classifiers } from "../models/classifiers.js";
import { ridgeName } from "../models/ridge.js";
import type { Truth } from "../recipe/predict-with.js";
import type { PathData } from "../selectors/dfs/path.js";
import type { RankedFeature, SelectionJson } from "../selectors/selection.js";
import type { Trace } from "../selectors/selector.js";
import {
  baselineFigures,
  classMetrics,
  comparedFigures,
  confusion,
  evaluatedFigures,
} from "./figure-shapes.js";

const texts = listOf(text);
const numbers = listOf(number);
const counts = listOf(count);
const options = byName(setting);
const direction = oneOf("larger", "smaller");
const metric = oneOf(...metricOption.choices);
const protocol = oneOf("nested", "paper");
const rule = oneOf("one-se", "best");
const selectOn = oneOf("scaled", "raw");
const whole: Shape<Int32Array> = (value, place) => Int32Array.from(counts(value, place));
const floats: Shape<Float64Array> = (value, place) => Float64Array.from(numbers(value, place));

const dataSummary = object<DataSummary>({
  rows: count,
  features: count,
  classes: count,
  source: text,
  format: text,
  transforms: texts,
  target: orNull(text),
  task: optional(oneOf("regression")),
});

const classifier = object<ClassifierPlan>({
  name: oneOf(...(Object.keys(classifiers) as ClassifierPlan["name"][]), ridgeName),
  options,
});

const ending = { notices: noticesShape, seconds: number, version: text };
const trace = object<Trace>({ objective: numbers, divergence: numbers, iterations: count, converged: flag });

/** An evaluation. */
export const evaluationShape: Shape<EvaluationData> = object<EvaluationData>({
  schema: oneOf("salience/evaluation@2"),
  method: text,
  options,
  protocol,
  metric,
  classifier,
  seed: count,
  classes: texts,
  results: listOf(evaluatedFigures),
  folds: listOf(object({ train: whole, test: whole })),
  testRows: listOf(counts),
  rowGroupCount: optional(count),
  notices: noticesShape,
  version: text,
});

const pairOfMethods: Shape<readonly [string, string]> = (value, place) => {
  const [first, second] = texts(value, place);
  return [text(first, `${place}[0]`), text(second, `${place}[1]`)];
};

const testOfMethods = { methods: pairOfMethods, difference: number, pValue: number, adjusted: number };
const testOnDataset = object({ dataset: text, ...testOfMethods, t: number });

/** A comparison. */
export const comparisonShape: Shape<ComparisonData> = object<ComparisonData>({
  schema: oneOf("salience/comparison@2"),
  protocol,
  metric,
  folds: orNull(either(count, oneOf("leave-one-out"))) as Shape<FoldCount | null>,
  repeats: count,
  seed: count,
  classifier,
  selectOn,
  methods: listOf(object({ label: text, method: text, options, candidates: optional(listOf(options)) })),
  tuning: optional(object({ folds: count, repeats: count, metric, rule })),
  keep: optional(texts),
  exclude: optional(texts),
  adjust: optional(texts),
  costs: optional(byName(number)),
  datasets: listOf(
    object({
      name: text,
      rows: count,
      features: count,
      classes: texts,
      target: text,
      test: orNull(text),
      testRows: listOf(counts),
      rowGroupCount: optional(count),
    }),
  ),
  results: listOf(comparedFigures),
  baselines: optional(listOf(baselineFigures)),
  agreement: listOf(object({ dataset: text, k: number, overlaps: numbers })),
  tests: object({
    perDataset: listOf(testOnDataset),
    againstBaselines: optional(listOf(testOnDataset)),
    overDatasets: listOf(object({ ...testOfMethods, pairs: count })),
    ranks: optional(
      object({
        ranks: listOf(object({ method: text, rank: number })),
        chiSquare: number,
        f: number,
        pValue: number,
        criticalDifference: number,
        alike: listOf(texts),
        datasets: count,
      }),
    ),
  }),
  ...ending,
});

const tunedPoint = object<TunedPoint>({
  candidate: count,
  k: count,
  mean: number,
  standardError: number,
  folds: numbers,
});

/** A tuning. */
export const tuningShape: Shape<TuningData> = object<TuningData>({
  schema: oneOf("salience/tuning@2"),
  data: object({ rows: count, features: count, classes: texts, source: text, target: text }),
  method: text,
  k: count,
  options,
  chosen: options,
  reasons: texts,
  metric,
  rule,
  score: number,
  standardError: number,
  best: tunedPoint,
  threshold: number,
  candidates: listOf(options),
  results: listOf(tunedPoint),
  folds: count,
  repeats: count,
  seed: count,
  classifier,
  selectOn,
  testRows: listOf(counts),
  rowGroupCount: optional(count),
  ...ending,
});

/** A stability selection. */
export const stabilityShape: Shape<StabilityData> = object<StabilityData>({
  schema: oneOf("salience/stability@2"),
  data: dataSummary,
  method: text,
  options,
  k: count,
  seed: count,
  selectOn,
  subsamples: count,
  fraction: number,
  complementary: flag,
  subsampleRows: count,
  threshold: number,
  features: listOf(
    object({
      index: count,
      name: text,
      count,
      frequency: number,
      low: number,
      high: number,
      meanRank: orNull(number),
      stable: flag,
      kept: flag,
    }),
  ),
  stable: texts,
  meanSelected: number,
  falseSelections: object({
    bound: orNull(number),
    unimodalBound: orNull(number),
    features: count,
    selected: count,
    assumptions: texts,
  }),
  kuncheva: orNull(number),
  jaccard: number,
  kept: texts,
  excluded: texts,
  adjusted: texts,
  selectSeconds: number,
  ...ending,
});

/** A path. */
export const pathShape: Shape<PathData> = object<PathData>({
  schema: oneOf("salience/path@1"),
  data: dataSummary,
  featureNames: texts,
  gammas: numbers,
  ps: numbers,
  l: count,
  alpha: number,
  scatter: oneOf("sum", "mean"),
  points: listOf(
    object({
      gamma: number,
      p: number,
      norms: floats,
      order: whole,
      support: count,
      objective: number,
      smoothed: number,
      iterations: count,
      converged: flag,
      start: oneOf("warm", "cold"),
    }),
  ),
  ...ending,
});

/** Predicted against known classes. */
export const truthShape: Shape<Truth> = object<Truth>({
  ...classMetrics,
  confusion,
  classes: texts,
  reliability: orNull(reliabilityShape),
});

/** A selection as JSON holds it, numbers restored. */
export interface ReadSelection
  extends Omit<SelectionJson, "schema" | "options" | "ranking" | "trace" | "certificate" | "chosen"> {
  readonly options: Readonly<Record<string, string | number | boolean | null>>;
  readonly ranking: readonly ReadFeature[];
  readonly trace?: Trace;
  readonly certificate?: Readonly<Record<string, number | boolean>>;
  readonly chosen?: Readonly<Record<string, number | string>>;
}

interface ReadFeature extends Pick<RankedFeature, "rank" | "index" | "name" | "kept" | "excluded" | "group"> {
  readonly score: number | null;
  readonly error?: number;
  readonly share?: number;
  readonly description?: FeatureDescription;
}

const yes: Shape<true> = (value, place) => oneOf("true")(String(value), place) && true;

/** A feature of a ranking is described by further members beside its own. */
const rankedFeature: Shape<ReadFeature> = (value, place) => ({
  ...rankedAlone(value, place),
  ...(Object.hasOwn(Object(value), "effect") && { description: descriptionShape(value, place) }),
});

const rankedAlone = object<Omit<ReadFeature, "description">>({
  rank: count,
  index: count,
  name: text,
  score: orNull(number),
  error: optional(number),
  share: optional(number),
  kept: optional(yes),
  excluded: optional(yes),
  group: optional(text),
});

/** A selection, with its tuning where there was one. */
export const selectionShape: Shape<ReadSelection & { readonly tuning?: TuningData }> = object<
  ReadSelection & { readonly tuning?: TuningData }
>({
  method: text,
  options,
  data: dataSummary,
  picked: count,
  kept: optional(texts),
  excluded: optional(texts),
  adjusted: optional(texts),
  featureGroups: optional(byName(texts)),
  costs: optional(byName(number)),
  totalCost: optional(number),
  ranking: listOf(rankedFeature),
  direction,
  descriptions: optional(describedHowShape),
  trace: optional(trace),
  certificate: optional(byName(either(flag, number))),
  // Words that stand for numbers are numbers.
  chosen: optional(byName(either(number, text))),
  definition: optional(text),
  ...ending,
  tuning: optional(tuningShape),
});
