import type { Fact } from "./plain-sections.js";
import type { NumberFormat, SectionBase } from "./section-base.js";

/** The answer on one screen. */
export interface OverviewSection extends SectionBase {
  readonly kind: "overview";
  /** How many features are enough; absent where a single number was measured. */
  readonly answer?: string;
  readonly reason?: string;
  /** What they are worth, beside chance and the leaking figure. */
  readonly facts: readonly Fact[];
  /** What `direction` of a feature says. */
  readonly direction: string;
  /** The first features, best first. */
  readonly panel: readonly {
    readonly name: string;
    readonly direction: string | null;
    readonly effect: number | null;
  }[];
  /** Further features that were picked. */
  readonly more: number;
  /** What was found, in sentences; the view puts the report's own here. */
  readonly words?: readonly string[];
}

/** All features, best first. Arrays side by side, since there can be 50,000. */
export interface RankingSection extends SectionBase {
  readonly kind: "ranking";
  readonly names: readonly string[];
  /** Columns of the data, counting from 0. */
  readonly indices: readonly number[];
  readonly scores: readonly (number | null)[];
  readonly errors?: readonly (number | null)[];
  readonly direction: "larger" | "smaller";
  readonly scoreTitle: string;
  readonly scoreFormat?: NumberFormat;
  /** How many were picked. */
  readonly cut: number;
  readonly kept: readonly string[];
  readonly excluded: readonly string[];
  /** Those of the excluded ones that are known influences, which were removed from the others. */
  readonly adjusted?: readonly string[];
  /** Further columns of the table, such as effects, or how often a feature was picked in the folds. */
  readonly columns?: readonly RankingColumn[];
}

/** A further column of a ranking's table. */
export interface RankingColumn {
  readonly title: string;
  /** `number` if absent. */
  readonly type?: "text" | "number";
  readonly values: readonly (number | string | null)[];
  readonly format?: NumberFormat;
}

/** Correlations of the picked features, ordered so that similar ones stand together, and their substitutes. */
export interface CorrelationSection extends SectionBase {
  readonly kind: "correlation";
  readonly names: readonly string[];
  /** Row after row, names.length² numbers from -1 to 1. */
  readonly values: readonly number[];
  /** The cluster of each feature, counting from 0, in the order of `names`. */
  readonly clusters: readonly number[];
  readonly twins: readonly {
    readonly name: string;
    readonly substitutes: readonly {
      readonly name: string;
      readonly correlation: number;
      /** How much accuracy swapping costs; negative is a gain; null where it was not measured. */
      readonly cost: number | null;
    }[];
  }[];
}

/** How the picked features are spread in each class. */
export interface DistributionsSection extends SectionBase {
  readonly kind: "distributions";
  readonly classes: readonly string[];
  readonly features: readonly (SpreadNumbers | SpreadLevels)[];
}

/** How a number is spread in each class. */
export interface SpreadNumbers {
  readonly name: string;
  /** Per class: minimum, lower quartile, median, upper quartile, maximum; null where a class has no values. */
  readonly quartiles: readonly (readonly [number, number, number, number, number] | null)[];
}

/** How often the levels of a category are in each class. */
export interface SpreadLevels {
  readonly name: string;
  readonly levels: readonly string[];
  /** Per class the share of each level; null where a class has no values. */
  readonly shares: readonly (readonly number[] | null)[];
}

/** Samples in the plane of the two leading discriminant directions. */
export interface ProjectionSection extends SectionBase {
  readonly kind: "projection";
  readonly classes: readonly string[];
  readonly x: readonly number[];
  /** All 0 where there is one direction only (two classes). */
  readonly y: readonly number[];
  readonly codes: readonly number[];
  /** Names of the samples, where they have any. */
  readonly ids?: readonly string[];
  readonly directions: number;
  /** The rows of the data that the samples are: sections that know them show the same ones. */
  readonly rows?: readonly number[];
  readonly heldOut?: SampleVerdicts;
}

/** What was predicted for samples when they were held out; null for those that were not. */
export interface SampleVerdicts {
  /** The predicted class; the first time, where a row was tested several times. */
  readonly predicted: readonly (number | null)[];
  /** The probability of that class; null where there is none. */
  readonly probabilities: readonly (number | null)[];
}

/** The picked features of samples as colours, similar features and similar samples side by side. */
export interface SamplesSection extends SectionBase {
  readonly kind: "samples";
  /** Empty where the data has no classes. */
  readonly classes: readonly string[];
  /** The features from top to bottom, with what standardises them. */
  readonly features: readonly {
    readonly name: string;
    readonly mean: number;
    readonly deviation: number;
    /** The values of the samples, in their order; null where missing. */
    readonly values: readonly (number | null)[];
  }[];
  /** Rows of the data, from left to right. */
  readonly rows: readonly number[];
  readonly ids?: readonly string[];
  /** The class of each sample; empty without classes. */
  readonly codes: readonly number[];
  readonly heldOut?: SampleVerdicts;
  readonly featureTree: ClusterTree;
  readonly sampleTree: ClusterTree;
}

/** How a list was joined, two branches at a time: leaves are places in the list, later branches follow as they were made. */
export interface ClusterTree {
  readonly joins: readonly (readonly [number, number])[];
  readonly heights: readonly number[];
}

/** What each picked feature is for: its mean in every class, which class it marks, and what it adds to telling classes apart. */
export interface MarkersSection extends SectionBase {
  readonly kind: "markers";
  readonly classes: readonly string[];
  readonly features: readonly {
    readonly name: string;
    /** The mean of each class above the mean of all classes, in standard deviations inside the classes. */
    readonly means: readonly number[];
    /** The class that it marks: the one farthest from all others. */
    readonly marks: number;
    /** How far that class lies from the nearest other one, in standard deviations inside the classes; with the sign of its side. */
    readonly gap: number;
    /** Its part of the squared distances between all pairs of class means, over the features shown. */
    readonly share: number;
    /** The pair of classes in whose distance it has the largest part, and that part. */
    readonly pair: readonly [number, number];
    readonly pairShare: number;
  }[];
}

/** Grey pictures side by side, such as the picked pixels. */
export interface PicturesSection extends SectionBase {
  readonly kind: "pictures";
  readonly width: number;
  readonly height: number;
  readonly pictures: readonly {
    readonly title: string;
    /** Row after row, from 0 (black) to 1 (white); null is left open. */
    readonly pixels: readonly (number | null)[];
    /** Pixels to mark, places in the picture. */
    readonly marked?: readonly number[];
  }[];
}
