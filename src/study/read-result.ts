import { InputError } from "../core/input-error.js";
import {
  count,
  flag,
  listOf,
  noticesShape,
  number,
  object,
  oneOf,
  optional,
  orNull,
  readAs,
  type Shape,
  text,
  withJson,
} from "../core/json.js";
import { columnKinds } from "../data/column-kinds.js";
import type { Examination, ExaminationData } from "../data/examination.js";
import type { DescribedColumn } from "../data/table-to-arrays.js";
import type { Comparison } from "../experiment/comparison.js";
import type { Evaluation } from "../experiment/evaluate.js";
import { type TunedSelection, tunedSelection } from "../experiment/select-tuned.js";
import type { StabilitySelection } from "../experiment/stability-selection.js";
import type { Tuning } from "../experiment/tune.js";
import { Matrix } from "../numeric/matrix.js";
import { makePrediction, type Prediction, type PredictionJson } from "../recipe/predict-with.js";
import { type Reproduction, reproductionShape } from "../reproduction/reproduction.js";
import type { Path } from "../selectors/dfs/path.js";
import { makeSelection, type Selection } from "../selectors/selection.js";
import { version } from "../version.js";
import { numberMetrics } from "./figure-shapes.js";
import { makeRepetition, type Repetition } from "./repeat-recipe.js";
import {
  comparisonShape,
  evaluationShape,
  pathShape,
  type ReadSelection,
  selectionShape,
  stabilityShape,
  truthShape,
  tuningShape,
} from "./result-shapes.js";

/** What {@link readResult} gives: which of them, `schema` says in the JSON. */
export type Result =
  | Selection
  | TunedSelection
  | Evaluation
  | Comparison
  | Tuning
  | StabilitySelection
  | Path
  | Prediction
  | Repetition
  | Examination
  | Reproduction;

const readers: Readonly<Record<string, (json: unknown) => Result>> = {
  "salience/selection@1": (json) => {
    const { tuning, ...selection } = selectionShape(json, "");
    const restored = restoreSelection(selection);
    return tuning ? tunedSelection(restored, withJson(tuning)) : restored;
  },
  "salience/evaluation@2": (json) => withJson(evaluationShape(json, "")),
  "salience/comparison@2": (json) => withJson(comparisonShape(json, "")),
  "salience/tuning@2": (json) => withJson(tuningShape(json, "")),
  "salience/stability@2": (json) => withJson(stabilityShape(json, "")),
  "salience/path@1": (json) => withJson(pathShape(json, "")),
  "salience/prediction@2": (json) =>
    holdsNumbers(json) ? restoreNumbers(json) : restorePrediction(predictionShape(json, "")),
  "salience/repetition@1": (json) => {
    const { selection, ...rest } = repetitionShape(json, "");
    return makeRepetition({ ...rest, selection: restoreSelection(selection) });
  },
  "salience/examination@1": (json) => withJson(examinationShape(json, "")),
  "salience/reproduction@2": (json) => withJson(reproductionShape(json, "")),
};

/**
 * Reads any result back from its JSON text, or from what `JSON.parse` made of it. Refuses what is damaged, of another version
 * or no result. A selection comes back without its transformation, so it cannot `project`.
 */
export function readResult(json: string | object): Result {
  const value = typeof json === "string" ? parsed(json) : json;
  const schema = typeof value === "object" && value !== null && "schema" in value ? value.schema : undefined;
  const read = typeof schema === "string" && Object.hasOwn(readers, schema) ? readers[schema] : undefined;
  if (!read)
    throw new InputError(
      "unreadable-json",
      `this is not a result that salience ${version} can read: ${schema === undefined ? "it has no schema" : `its schema is ${JSON.stringify(schema)}`}; known are ${Object.keys(readers).join(", ")}`,
    );
  return readAs("this result", read, value);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new InputError(
      "unreadable-json",
      `this is not a result: it is not JSON (${(error as Error).message})`,
    );
  }
}

function restoreSelection(json: ReadSelection): Selection {
  const { options, data, picked, ranking } = json;
  const { k, seed, ...own } = options;
  if (typeof k !== "number" || typeof seed !== "number") throw damaged("options needs k and seed");
  if (picked > ranking.length) throw damaged(`ranking has ${ranking.length} of ${picked} picked features`);
  if (ranking.some(({ index }) => index >= data.features))
    throw damaged(`the data has ${data.features} features, and the ranking names others`);
  const overFeatures = (value: (entry: ReadSelection["ranking"][number]) => number | null | undefined) => {
    const all = new Float64Array(data.features).fill(Number.NaN);
    for (const entry of ranking) all[entry.index] = value(entry) ?? Number.NaN;
    return all;
  };
  const names = ranking.map(({ name }) => name);
  const { costs, totalCost, descriptions, trace, certificate, chosen, definition } = json;
  const described = ranking.flatMap(({ description = [] }) => description);
  if (described.length !== (descriptions ? ranking.length : 0))
    throw damaged("some features are described and others are not, or nothing says how");
  return makeSelection({
    method: json.method,
    options: own,
    k,
    seed,
    ranking: Int32Array.from(ranking, ({ index }) => index),
    rankedNames: names,
    scores: overFeatures(({ score }) => score),
    ...(ranking.some(({ error }) => error !== undefined) && { errors: overFeatures(({ error }) => error) }),
    ...(ranking.some(({ share }) => share !== undefined) && { shares: overFeatures(({ share }) => share) }),
    direction: json.direction,
    features: names.slice(0, picked),
    kept: json.kept ?? [],
    excluded: json.excluded ?? [],
    adjusted: json.adjusted ?? [],
    featureGroups: json.featureGroups ?? {},
    ...(costs && { costs, totalCost }),
    ...(descriptions && { descriptions: { ...descriptions, features: described } }),
    ...(trace && { trace }),
    ...(certificate && { certificate }),
    ...(chosen && { chosen }),
    ...(definition && { definition }),
    notices: json.notices,
    data,
    seconds: json.seconds,
    version: json.version,
  });
}

/** An examination. */
const examinationShape: Shape<ExaminationData> = object<ExaminationData>({
  schema: oneOf("salience/examination@1"),
  source: object({ name: text, format: text, transforms: listOf(text) }),
  target: orNull(object({ name: text, guessed: orNull(text) })),
  columns: optional(
    orNull(
      listOf(
        object<DescribedColumn>({
          name: text,
          kind: oneOf(...columnKinds),
          why: text,
          use: oneOf("feature", "target", "ids", "groups", "none"),
          missing: count,
          levels: optional(count),
        }),
      ),
    ),
  ),
  rows: count,
  features: count,
  sparse: flag,
  zeros: number,
  classes: orNull(listOf(object({ name: text, rows: count }))),
  targets: optional(object({ least: number, most: number, different: count })),
  missing: object({ values: count, columns: listOf(text) }),
  infinite: count,
  constant: listOf(text),
  duplicates: listOf(listOf(text)),
  spread: orNull(object({ smallest: number, largest: number })),
  findings: noticesShape,
  notices: noticesShape,
  estimates: optional(listOf(object({ method: text, title: text, seconds: number, megabytes: number }))),
  version: text,
});

/** A repetition, with its selection as JSON holds it. */
const repetitionShape = object<
  Omit<Repetition, "selection" | "toJSON"> & { readonly selection: ReadSelection }
>({
  sameData: flag,
  sameFeatures: flag,
  sameScores: flag,
  differences: listOf(text),
  features: listOf(
    object({
      rank: count,
      name: text,
      score: number,
      before: optional(object({ name: text, score: number })),
    }),
  ),
  selection: selectionShape,
  notices: noticesShape,
  version: text,
});

/** A prediction as JSON holds it, numbers restored. */
type ReadPrediction = Omit<PredictionJson, "schema" | "predictions" | "truth"> & {
  readonly predictions: readonly ReadRow[];
  readonly truth: Prediction["truth"];
};

interface ReadRow {
  readonly row: number;
  readonly id?: string;
  readonly predicted: string;
  readonly actual?: string;
  readonly scores: readonly number[];
  readonly probabilities?: readonly number[];
  readonly uncertain?: boolean;
}

const predictionMembers = {
  recipe: object({
    method: text,
    k: count,
    classifier: text,
    features: listOf(text),
    data: object({ source: text, sha256: text }),
  }),
  data: object({ rows: count, source: text }),
  classes: listOf(text),
  uncertainBelow: number,
  notices: noticesShape,
  version: text,
};

const predictionShape: Shape<ReadPrediction> = object({
  ...predictionMembers,
  predictions: listOf(
    object<ReadRow>({
      row: count,
      id: optional(text),
      predicted: text,
      actual: optional(text),
      scores: listOf(number),
      probabilities: optional(listOf(number)),
      uncertain: optional(flag),
    }),
  ),
  truth: orNull(truthShape),
});

/** A prediction of numbers: it has no classes. */
const numbersShape = object({
  ...predictionMembers,
  predictions: listOf(
    object<{ row: number; id?: string; predicted: number; actual?: number }>({
      row: count,
      id: optional(text),
      predicted: number,
      actual: optional(number),
    }),
  ),
  truth: orNull(object({ ...numberMetrics, rows: count })),
});

const holdsNumbers = (json: unknown): boolean => {
  const classes: unknown = Object(json).classes;
  return Array.isArray(classes) && classes.length === 0;
};

/** The values of rows that all have one, or null where none has. */
function inAllRows<T>(values: readonly (T | undefined)[]): T[] | null {
  const known = values.filter((value) => value !== undefined);
  if (known.length > 0 && known.length < values.length) throw damaged("some rows lack what others have");
  return known.length > 0 ? known : null;
}

/** Null where no row has one. */
const knownIn = <T>(values: readonly (T | undefined)[]): (T | null)[] | null =>
  values.every((value) => value === undefined) ? null : values.map((value) => value ?? null);

function restoreNumbers(json: unknown): Prediction {
  const { predictions, truth, ...rest } = numbersShape(json, "");
  return makePrediction({
    ...rest,
    numbers: Float64Array.from(predictions, ({ predicted }) => predicted),
    numberTruth: truth,
    codes: new Int32Array(0),
    labels: [],
    actual: knownIn(predictions.map(({ actual }) => actual)),
    scores: Matrix.zeros(0, 0),
    probabilities: null,
    uncertain: null,
    rowIds: inAllRows(predictions.map(({ id }) => id)),
    truth: null,
  });
}

function restorePrediction({ predictions, ...rest }: ReadPrediction): Prediction {
  const { classes } = rest;
  const placeOf = new Map(classes.map((name, code) => [name, code]));
  const codes = Int32Array.from(predictions, ({ predicted }) => placeOf.get(predicted) ?? -1);
  if (codes.includes(-1)) throw damaged("a row is predicted as a class that is not among the classes");
  const matrix = (rows: readonly (readonly number[])[], what: string): Matrix => {
    if (rows.some((row) => row.length !== classes.length))
      throw damaged(`a row does not have a ${what} for each class`);
    return new Matrix(Float64Array.from(rows.flat()), rows.length, classes.length);
  };
  const probabilities = inAllRows(predictions.map((row) => row.probabilities));
  return makePrediction({
    ...rest,
    numbers: null,
    numberTruth: null,
    codes,
    labels: predictions.map(({ predicted }) => predicted),
    actual: knownIn(predictions.map(({ actual }) => actual)),
    scores: matrix(
      predictions.map(({ scores }) => scores),
      "score",
    ),
    probabilities: probabilities && matrix(probabilities, "probability"),
    uncertain: inAllRows(predictions.map(({ uncertain }) => uncertain)),
    rowIds: inAllRows(predictions.map(({ id }) => id)),
  });
}

const damaged = (what: string) => new InputError("unreadable-json", what);
