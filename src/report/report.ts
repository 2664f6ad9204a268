/**
 * A report as plain data: what a person should see of a result, section by section. The command line writes it into
 * one HTML file, the studio draws the same sections on its page, and both use the same view. Numbers are raw; how many
 * digits are shown is the view's business. Rates are fractions from 0 to 1; where titles and texts speak of percent, the
 * numbers are marked `format: "percent"` and the view multiplies them. Accuracies are shown in percent.
 */
export interface Report {
  readonly schema: "salience/report@2";
  readonly title: string;
  /** What was found, in a few plain sentences, the most important first. */
  readonly lead: readonly string[];
  readonly sections: readonly Section[];
  /** The command that repeats the run; null where it did not come from one. */
  readonly command: string | null;
  readonly version: string;
}

/** How numbers are shown that are not shown as they are: fractions in percent. */
export type NumberFormat = "percent";

/** One part of a report. */
export type Section =
  | OverviewSection
  | NotesSection
  | FactsSection
  | ClaimsSection
  | TableSection
  | RankingSection
  | AccuracySection
  | ErrorsSection
  | SamplesSection
  | MarkersSection
  | TradeoffSection
  | CorrelationSection
  | DistributionsSection
  | ConvergenceSection
  | PathSection
  | StabilitySection
  | ProjectionSection
  | AgreementSection
  | PicturesSection
  | CurvesSection
  | SurfacesSection
  | RanksSection
  | TimingsSection
  | MethodsSection
  | RepeatSection;

/** What all sections have. */
interface SectionBase {
  /** Unique in the report; the address of the section on the page. */
  readonly id: string;
  readonly title: string;
  /** How to read it and what it says, in one or two sentences. */
  readonly text?: string;
  /** Few look at it: only its heading is shown until the reader opens it. */
  readonly folded?: boolean;
  /** Stands beside the section before it where there is room. */
  readonly beside?: boolean;
}

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

/** Plain paragraphs. */
export interface NotesSection extends SectionBase {
  readonly kind: "notes";
  readonly tone: "plain" | "warning";
  readonly paragraphs: readonly string[];
}

/** A few named values: the data, the certificate, the accuracies side by side. */
export interface FactsSection extends SectionBase {
  readonly kind: "facts";
  readonly facts: readonly Fact[];
}

/** A named value. */
export interface Fact {
  readonly label: string;
  readonly value: string | number | boolean;
  readonly unit?: string;
  readonly format?: NumberFormat;
  /** What it means. */
  readonly hint?: string;
  /** Whether it should reassure or alarm. */
  readonly tone?: "good" | "bad";
}

/** Statements and whether they held; null where the data to judge them is not there. */
export interface ClaimsSection extends SectionBase {
  readonly kind: "claims";
  readonly claims: readonly {
    readonly claim: string;
    readonly held: boolean | null;
    readonly evidence: string;
  }[];
}

/** A sortable table. */
export interface TableSection extends SectionBase {
  readonly kind: "table";
  readonly columns: readonly TableColumn[];
  /** One array per row, a cell per column; null is an empty cell. */
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** What is different on purpose, and other remarks below the table. */
  readonly notes?: readonly string[];
}

/** A column of a table. */
export interface TableColumn {
  readonly title: string;
  readonly type: "text" | "number";
  /** Digits behind the point; as many as needed where not given. */
  readonly digits?: number;
  /** Columns of the same group stand under one heading. */
  readonly group?: string;
  readonly format?: NumberFormat;
  /** Marks the best cell of each row among the columns with this mark. */
  readonly best?: "largest" | "smallest";
  /** Then only columns with the same word here are compared, such as those of one protocol. */
  readonly comparedWithin?: string;
  /** The cells are differences: shown with their sign. */
  readonly signed?: boolean;
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

/** How many of the top k two methods share. */
export interface AgreementSection extends SectionBase {
  readonly kind: "agreement";
  readonly methods: readonly string[];
  readonly k: number;
  /** Row after row; shared features out of k, from 0 to 1. */
  readonly overlaps: readonly number[];
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

/** What took how long. */
export interface TimingsSection extends SectionBase {
  readonly kind: "timings";
  readonly rows: readonly {
    readonly label: string;
    readonly seconds: number;
    readonly group?: string;
    readonly paper?: number | null;
  }[];
}

/** A paragraph for a paper's methods part, ready to paste. */
export interface MethodsSection extends SectionBase {
  readonly kind: "methods";
  readonly paragraph: string;
  readonly citations: readonly { readonly text: string; readonly bibtex: string }[];
}

/** How to get the same result again. */
export interface RepeatSection extends SectionBase {
  readonly kind: "repeat";
  readonly snippets: readonly {
    readonly title: string;
    readonly language: "shell" | "javascript" | "json";
    readonly code: string;
    /** The name under which it can be downloaded. */
    readonly file?: string;
  }[];
}
