import {
  byName,
  count,
  flag,
  type Json,
  listOf,
  noticesShape,
  number,
  object,
  oneOf,
  orNull,
  type Shape,
  setting,
  text,
} from "../core/json.js";
import type { Notice } from "../core/notice.js";
import { type DatasetName, datasetNames } from "./paper.js";
import type { ToyPictures } from "./toy.js";

/** What {@link reproduce} gives: plain data, and its JSON form. */
export interface Reproduction extends ReproductionData {
  toJSON(): ReproductionJson;
}

/** A {@link Reproduction} in JSON. */
export type ReproductionJson = Json<ReproductionData>;

/** The paper's experiments. Accuracies are fractions from 0 to 1, the paper's too. */
export interface ReproductionData {
  readonly schema: "salience/reproduction@2";
  readonly quick: boolean;
  readonly settings: {
    readonly folds: number;
    /** Fold seeds of the paper protocol. */
    readonly seeds: readonly number[];
    readonly ks: readonly number[];
    readonly gammas: readonly number[];
    readonly innerFolds: number;
    /** Fold seeds of surfaces and of the comparison of p. */
    readonly pathSeeds: number;
  };
  readonly datasets: readonly ReproducedDataset[];
  /** Data sets of the paper that were not there. */
  readonly missing: readonly DatasetName[];
  /** The paper's methods, for every data set and k. */
  readonly accuracy: readonly AccuracyRow[];
  /** Stronger settings and further methods, for the ks of the tables. */
  readonly variants: readonly AccuracyRow[];
  /** Means over the data sets. */
  readonly averages: readonly AverageRow[];
  readonly shuffled: readonly ShuffledRow[];
  readonly powers: readonly PowerRow[];
  readonly surfaces: readonly Surface[];
  readonly convergence: readonly ConvergenceCurve[];
  readonly seconds: readonly SecondsRow[];
  readonly toy: ToyPictures;
  readonly claims: readonly Claim[];
  /** What to know before trusting it: which data is missing or other than the paper's. */
  readonly notices: readonly Notice[];
  /** Of the whole run. */
  readonly totalSeconds: number;
  readonly version: string;
}

/** A row of Table I. */
export interface ReproducedDataset {
  readonly name: DatasetName;
  /** The paper's name. */
  readonly called: string;
  readonly file: string;
  readonly rows: number;
  readonly features: number;
  readonly classes: number;
  /** The share of the largest class. */
  readonly majority: number;
  readonly paper: { readonly rows: number; readonly features: number; readonly classes: number };
  /** What is different from the paper on purpose. */
  readonly remarks: readonly string[];
}

/** One cell of a table: a method on a data set, its best setting, for one k. */
export interface AccuracyRow {
  readonly dataset: DatasetName;
  /** The registry's name. */
  readonly method: string;
  /** The paper's name, or the variant's. */
  readonly label: string;
  /** The setting that was best on all rows, as it differs from the defaults. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly k: number;
  /** The mean over the fold seeds, paper protocol. */
  readonly accuracy: number;
  /** Its standard deviation over the seeds; null for a single one. */
  readonly accuracyStd: number | null;
  /** What the paper printed, and ours less that. */
  readonly paper: number | null;
  readonly difference: number | null;
  /** The nested protocol, one seed; null where it was left out. */
  readonly nested: number | null;
  /** The paper protocol's accuracy for the same seed less the nested one. */
  readonly optimism: number | null;
  readonly redundancy: number;
  readonly redundancyAbs: number;
}

/** A mean over the data sets that have the cell. */
export interface AverageRow {
  readonly method: string;
  readonly label: string;
  readonly k: number;
  readonly accuracy: number;
  /** The paper's mean over the same data sets. */
  readonly paper: number | null;
  readonly difference: number | null;
  readonly nested: number | null;
  readonly optimism: number | null;
  /** How many data sets the accuracy is a mean of, and how many the nested one. */
  readonly datasets: number;
  readonly nestedDatasets: number;
}

/** What shuffled labels give, where there is nothing to find. */
export interface ShuffledRow {
  readonly dataset: DatasetName;
  readonly method: string;
  readonly label: string;
  readonly k: number;
  /** Means over the shuffles. */
  readonly paper: number;
  readonly nested: number;
  readonly shuffles: number;
  /** The share of the largest class: what naming it always would get right. */
  readonly majority: number;
}

/** DFS for one p, with the γ that is best for it. */
export interface PowerRow {
  readonly dataset: DatasetName;
  readonly p: number;
  readonly gamma: number;
  readonly ks: readonly number[];
  readonly accuracy: readonly number[];
  /** Rows that have not vanished, for every γ that was tried. */
  readonly supports: readonly { readonly gamma: number; readonly support: number }[];
}

/** Accuracy over γ and k. */
export interface Surface {
  readonly dataset: DatasetName;
  readonly p: number;
  readonly gammas: readonly number[];
  readonly ks: readonly number[];
  /** For each γ, for each k. */
  readonly accuracy: readonly (readonly number[])[];
}

/** The course of DFS's iterations. */
export interface ConvergenceCurve {
  readonly dataset: DatasetName;
  readonly p: number;
  readonly gamma: number;
  readonly objective: readonly number[];
  readonly divergence: readonly number[];
  /** Whether the last step changed the objective by less than a ten-thousandth. */
  readonly converged: boolean;
}

/** The time of one selection. */
export interface SecondsRow {
  readonly dataset: DatasetName;
  readonly method: string;
  readonly label: string;
  readonly seconds: number;
  readonly paper: number | null;
}

/** A sentence of the paper, and whether it held here; null where the data to judge it is not there. */
export interface Claim {
  readonly claim: string;
  readonly held: boolean | null;
  readonly evidence: string;
}

const [texts, numbers, counts, options] = [listOf(text), listOf(number), listOf(count), byName(setting)];
const datasetName = oneOf(...datasetNames);
const averages = {
  method: text,
  label: text,
  k: count,
  accuracy: number,
  paper: orNull(number),
  difference: orNull(number),
  nested: orNull(number),
  optimism: orNull(number),
};
const accuracyRows = listOf(
  object<AccuracyRow>({
    dataset: datasetName,
    ...averages,
    options,
    accuracyStd: orNull(number),
    redundancy: number,
    redundancyAbs: number,
  }),
);
const shape = { rows: count, features: count, classes: count };

/** How a reproduction is read from JSON. */
export const reproductionShape: Shape<ReproductionData> = object<ReproductionData>({
  schema: oneOf("salience/reproduction@2"),
  quick: flag,
  settings: object({
    folds: count,
    seeds: counts,
    ks: counts,
    gammas: numbers,
    innerFolds: count,
    pathSeeds: count,
  }),
  datasets: listOf(
    object({
      name: datasetName,
      called: text,
      file: text,
      ...shape,
      majority: number,
      paper: object(shape),
      remarks: texts,
    }),
  ),
  missing: listOf(datasetName),
  accuracy: accuracyRows,
  variants: accuracyRows,
  averages: listOf(object<AverageRow>({ ...averages, datasets: count, nestedDatasets: count })),
  shuffled: listOf(
    object({
      dataset: datasetName,
      method: text,
      label: text,
      k: count,
      paper: number,
      nested: number,
      shuffles: count,
      majority: number,
    }),
  ),
  powers: listOf(
    object({
      dataset: datasetName,
      p: number,
      gamma: number,
      ks: counts,
      accuracy: numbers,
      supports: listOf(object({ gamma: number, support: count })),
    }),
  ),
  surfaces: listOf(
    object({ dataset: datasetName, p: number, gammas: numbers, ks: counts, accuracy: listOf(numbers) }),
  ),
  convergence: listOf(
    object({
      dataset: datasetName,
      p: number,
      gamma: number,
      objective: numbers,
      divergence: numbers,
      converged: flag,
    }),
  ),
  seconds: listOf(
    object({ dataset: datasetName, method: text, label: text, seconds: number, paper: orNull(number) }),
  ),
  toy: object({
    dataset: text,
    side: count,
    gamma: number,
    pictures: listOf(object({ title: text, k: count, pixels: numbers })),
  }),
  claims: listOf(object({ claim: text, held: orNull(flag), evidence: text })),
  notices: noticesShape,
  totalSeconds: number,
  version: text,
});
