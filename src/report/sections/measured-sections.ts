import type { Fact } from "./plain-sections.js";
import type { NumberFormat, SectionBase } from "./section-base.js";

/** A mean with its spread; low and high are mean ∓ one standard deviation over folds. */
export interface SpreadPoint {
  readonly k: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Accuracy against the number of features. */
export interface AccuracySection extends SectionBase {
  readonly kind: "accuracy";
  /** What is measured, such as `accuracy (%)`. */
  readonly metric: string;
  /** There where the figures are no shares and are shown as they are: R². */
  readonly format?: "plain";
  readonly series: readonly {
    readonly label: string;
    readonly protocol: "nested" | "paper";
    readonly points: readonly SpreadPoint[];
  }[];
  /** What selections are held against: all features, one level for every k, or random ones, for each k. */
  readonly baselines?: readonly {
    readonly label: string;
    readonly level?: number;
    readonly points?: readonly SpreadPoint[];
  }[];
  /** What shuffled labels give. */
  readonly chance?: readonly SpreadPoint[];
  /** What the band of `chance` is, where it is something else than shuffled labels. */
  readonly chanceTitle?: string;
  /** The share of the largest class. */
  readonly majority?: number;
  /** The number of features that was picked. */
  readonly cut?: number;
}

/** A share with Wilson's 95 % interval. */
export interface ShareInterval {
  readonly share: number;
  readonly low: number;
  readonly high: number;
  /** Of how many predictions. */
  readonly rows: number;
}

/** Who is mistaken for whom on held-out rows, class by class, and how far the probabilities can be trusted. */
export interface ErrorsSection extends SectionBase {
  readonly kind: "errors";
  readonly classes: readonly string[];
  /** Rows of class i that were taken for class j, over all folds. */
  readonly confusion: readonly (readonly number[])[];
  /** How often each row was tested. */
  readonly times: number;
  /** The share of all rows that are right. */
  readonly overall: ShareInterval;
  /** Of the rows of each class the share that is found; null for a class without rows. */
  readonly recall: readonly (ShareInterval | null)[];
  /** Of the rows that are taken for each class the share that is of it; null where none is. */
  readonly precision: readonly (ShareInterval | null)[];
  /** Each class against the rest; absent without probabilities. */
  readonly curves?: readonly ClassCurve[];
  /** Predicted probabilities against the share that is right; absent without probabilities. */
  readonly calibration?: {
    readonly bins: readonly (ShareInterval & { readonly probability: number })[];
    readonly brier: number;
    readonly logLoss: number;
  };
}

/** A class against the rest. Counts are rows, each counted once however often it was tested. */
export interface ClassCurve {
  readonly positives: number;
  readonly negatives: number;
  /** The area under the ROC curve; null where it is not defined. */
  readonly area: number | null;
  readonly averagePrecision: number | null;
  /** Rows of the class, and others, that are taken for it, as the threshold falls: the corners of the curves. */
  readonly truePositives: readonly number[];
  readonly falsePositives: readonly number[];
  /** The same two counts at the thresholds 0, 0.01, … 1. */
  readonly steps: readonly (readonly [number, number])[];
}

/** Accuracy against redundancy, a point per k. */
export interface TradeoffSection extends SectionBase {
  readonly kind: "tradeoff";
  readonly series: readonly {
    readonly label: string;
    readonly points: readonly {
      readonly k: number;
      readonly accuracy: number;
      readonly redundancy: number;
    }[];
  }[];
}

/** The course of an iterative method. */
export interface ConvergenceSection extends SectionBase {
  readonly kind: "convergence";
  readonly series: readonly {
    readonly label: string;
    readonly objective: readonly number[];
    readonly divergence: readonly number[];
    readonly converged: boolean;
  }[];
}

/** The γ × p grid. */
export interface PathSection extends SectionBase {
  readonly kind: "path";
  readonly gammas: readonly number[];
  readonly ps: readonly number[];
  readonly features: number;
  readonly points: readonly {
    readonly gamma: number;
    readonly p: number;
    readonly support: number;
    readonly objective: number;
    /** The largest row norms at this point, best first. */
    readonly top: readonly { readonly name: string; readonly norm: number }[];
  }[];
}

/** How often features were picked when the data changed a little. */
export interface StabilitySection extends SectionBase {
  readonly kind: "stability";
  readonly names: readonly string[];
  /** From 0 to 1. */
  readonly frequencies: readonly number[];
  /** From here on a feature counts as stable. */
  readonly threshold?: number;
  readonly facts: readonly Fact[];
}

/** How many of the top k two methods share. */
export interface AgreementSection extends SectionBase {
  readonly kind: "agreement";
  readonly methods: readonly string[];
  readonly k: number;
  /** Row after row; shared features out of k, from 0 to 1. */
  readonly overlaps: readonly number[];
}

/** Line charts of one kind side by side. */
export interface CurvesSection extends SectionBase {
  readonly kind: "curves";
  readonly xTitle: string;
  readonly yTitle: string;
  readonly yFormat?: NumberFormat;
  readonly xScale?: "linear" | "log";
  readonly yScale?: "linear" | "log";
  readonly facets: readonly {
    readonly title: string;
    readonly series: readonly {
      readonly label: string;
      readonly x: readonly number[];
      readonly y: readonly (number | null)[];
    }[];
  }[];
}

/** Heat maps of one kind side by side. */
export interface SurfacesSection extends SectionBase {
  readonly kind: "surfaces";
  readonly xTitle: string;
  readonly yTitle: string;
  readonly valueTitle: string;
  readonly valueFormat?: NumberFormat;
  readonly facets: readonly {
    readonly title: string;
    readonly x: readonly (number | string)[];
    readonly y: readonly (number | string)[];
    /** Row after row: the values of the first y first. */
    readonly values: readonly (number | null)[];
  }[];
}

/** Average ranks over data sets, with lines that join methods whose ranks do not differ: a critical-difference diagram. */
export interface RanksSection extends SectionBase {
  readonly kind: "ranks";
  /** The best first. */
  readonly ranks: readonly { readonly label: string; readonly rank: number }[];
  /** Ranks that are farther apart differ. */
  readonly criticalDifference: number;
  readonly alike: readonly (readonly string[])[];
}
