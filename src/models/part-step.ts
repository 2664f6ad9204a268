import { count, listOf, object, type Shape, text } from "../core/json.js";
import { type PassFacts, passFactsShape } from "../data/stream/pass-facts.js";
import type { Section } from "../data/stream/sections.js";
import type { MedianBounds } from "./median-search.js";

/** What is done with the rows of every section; later steps know what earlier ones have taught. All are plain JSON. */
export type PartStep = LookStep | MediansStep | MomentsStep;

/** Counts missing values and levels, and gathers moments where there are neither. */
export interface LookStep {
  readonly name: "look";
  readonly scatter: boolean;
  /** Whether classes are to be weighed by their rows, which are counted first: then no moments are gathered. */
  readonly weighed: boolean;
}

/** One pass of the search for medians of columns. */
export interface MediansStep {
  readonly name: "medians";
  readonly columns: readonly number[];
  readonly bounds: readonly MedianBounds[];
  /** So many values of a column are kept. */
  readonly cap: number;
}

/** Gathers the moments of rows whose missing values are filled and whose categories are encoded. */
export interface MomentsStep {
  readonly name: "moments";
  readonly scatter: boolean;
  /** The features that are left, by place. */
  readonly kept: readonly number[];
  /** The levels of each feature of the file, in the order of their numbers; null without categories. */
  readonly levels: readonly (readonly string[] | null)[] | null;
  /** Of those that are left. */
  readonly fills: readonly number[];
  readonly shares: readonly (readonly number[] | null)[];
  /** Which of those that are left are numbers with gaps, whose values that are there are gathered too. */
  readonly gappy: readonly number[];
  /** What a row of each class counts in the scatter; null where all count 1. */
  readonly weights: readonly ClassCount[] | null;
}

/** A number for a class. */
export interface ClassCount {
  readonly name: string;
  readonly count: number;
}

/** What a section tells, as plain JSON. */
export interface PartFacts {
  readonly pass: PassFacts;
  /** How many values are missing, of features where some are. */
  readonly missing: readonly { readonly column: number; readonly count: number }[];
  /** How many rows of each class there are, where the rows were counted. */
  readonly rows: readonly ClassCount[];
  /** How many rows of each class have each level of a category. */
  readonly levels: readonly {
    readonly column: number;
    readonly counts: readonly { readonly level: string; readonly rows: readonly ClassCount[] }[];
  }[];
  /** The classes whose moments the numbers are; empty where they are none. */
  readonly classes: readonly string[];
  /** The classes of the numbers behind them, of the values that are there in columns with gaps. */
  readonly gappyClasses: readonly string[];
}

/** A count as JSON holds it. Weights are no whole numbers, but they are never read back. */
const classCounts: Shape<readonly ClassCount[]> = listOf(object<ClassCount>({ name: text, count }));

/** The same as JSON holds it. */
export const partFactsShape: Shape<PartFacts> = object<PartFacts>({
  pass: passFactsShape,
  missing: listOf(object({ column: count, count })),
  rows: classCounts,
  levels: listOf(object({ column: count, counts: listOf(object({ level: text, rows: classCounts })) })),
  classes: listOf(text),
  gappyClasses: listOf(text),
});

/** What a section comes to. Its numbers may be many, so they may be elsewhere until they are needed. */
export interface PartResult {
  readonly facts: PartFacts;
  readonly numbers: Float64Array | null | (() => Promise<Float64Array>);
}

/** Does a step for all sections, here or elsewhere, and tells the result of each by its place, in any order. */
export interface PartRunner {
  /** Whether results are sent: then fewer numbers are kept, and more passes made. */
  readonly sends: boolean;
  run(
    sections: readonly Section[],
    step: PartStep,
    onResult: (place: number, result: PartResult) => void,
    onProgress: (fraction: number) => void,
  ): Promise<void>;
}
