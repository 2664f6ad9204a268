import type { Examination, ImageShape, Notice, ReadOptions, Report, TransformName } from "salience/internal";

/** Data that ships with the program. */
export type BundledName = "digits" | "planted";

/** A file by its content and its name. */
export interface GivenFile {
  readonly file: Blob;
  readonly name: string;
}

/** Where data comes from: a file that the user gave, or data that ships with the program. */
export type Source =
  | (GivenFile & {
      readonly kind: "file";
      /** Files that belong to it: features.tsv and barcodes.tsv of a 10x folder. */
      readonly companions?: readonly GivenFile[];
    })
  | { readonly kind: "bundled"; readonly name: BundledName };

/** How a file is to be read, as the user chose; what is absent is guessed. */
export interface Reading {
  readonly target?: string;
  readonly idColumn?: string;
  readonly drop?: readonly string[];
  readonly missing?: NonNullable<ReadOptions["missing"]>;
  readonly transforms?: readonly TransformName[];
  readonly samplesIn?: "rows" | "columns";
  /** A file with the labels, and its column. */
  readonly labels?: GivenFile;
  readonly labelColumn?: string;
}

/** What is known of opened data: everything but the values. */
export interface Opened {
  readonly name: string;
  readonly format: string;
  readonly rows: number;
  readonly features: number;
  readonly featureNames: readonly string[];
  readonly target: string | null;
  readonly guessed: string | null;
  /** How many columns of each kind a table has; others are dates, texts and ids. */
  readonly columns: { readonly number: number; readonly category: number; readonly other: number } | null;
  readonly leftOut: readonly string[];
  readonly hasIds: boolean;
  readonly examination: Examination;
  /** Seconds that each method may take here, by name. */
  readonly estimates: Readonly<Record<string, number>>;
  /** The pixels of an image, where the data is known or looks to be images. */
  readonly image: ImageShape | null;
  readonly seconds: number;
}

/** A part of the table: `values` row after row. */
export interface Block {
  readonly values: Float64Array;
  readonly labels: readonly string[] | null;
  readonly ids: readonly string[] | null;
}

/** What is to be computed. */
export interface Plan {
  readonly method: string;
  /** Those of the method's options that the user changed. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly k: number;
  /** Whether k and the options are to be found. */
  readonly auto: boolean;
  readonly keep: readonly string[];
  readonly exclude: readonly string[];
  readonly seed: number;
  readonly threads: number;
  /** Whether accuracy is measured, and how. */
  readonly measure: boolean;
  readonly protocol: "nested" | "paper";
  readonly folds: number;
  readonly classifier: string;
  /** How often labels are shuffled to see what chance gives. */
  readonly permutations: number;
  /** What becomes of classes with fewer rows than folds. */
  readonly rareClasses: "error" | "drop" | "merge";
}

/** A selection without functions: what the page needs to draw and to keep. */
export interface Picked {
  readonly method: string;
  /** Every option of the method, defaults filled in. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly k: number;
  readonly picked: number;
  readonly ranking: Int32Array;
  readonly scores: Float64Array;
  readonly direction: "larger" | "smaller";
  readonly kept: readonly string[];
  readonly excluded: readonly string[];
  readonly notices: readonly Notice[];
  /** Why k and the options are what they are, where they were found. */
  readonly reasons: readonly string[];
  readonly seconds: number;
  /** The selection as the command line writes it with `--json`. */
  readonly json: string;
  /** Redundancy rate of the best k, for the sizes in `curve`. */
  readonly curve: readonly { readonly k: number; readonly redundancy: number }[];
  readonly report: Report;
}

/** A glance at a method while it works. */
export interface Glance {
  /** What is drawn: what an iterative method minimises, or how many of the picked features are sure already. */
  readonly course: "objective" | "settled";
  readonly values: readonly number[];
  /** The best so far. */
  readonly leaders: readonly { readonly index: number; readonly score: number }[];
  /** How many features, or for a running estimate samples, are still to be looked at. */
  readonly left: number;
}

/** Accuracy at some numbers of features. */
export interface Measured {
  readonly points: readonly {
    readonly k: number;
    readonly accuracy: number;
    readonly deviation: number | null;
    readonly other: number | null;
    readonly redundancy: number;
  }[];
  readonly protocol: "nested" | "paper";
  readonly majority: number;
  readonly seconds: number;
  readonly report: Report;
}

/** One feature looked at closely. */
export interface FeatureView {
  readonly index: number;
  readonly name: string;
  readonly classes: readonly {
    readonly name: string;
    readonly rows: number;
    /** Minimum, lower quartile, median, upper quartile, maximum. */
    readonly quartiles: readonly [number, number, number, number, number] | null;
    /** Rows in each of the bins between the feature's minimum and maximum. */
    readonly histogram: readonly number[];
  }[];
  readonly range: readonly [number, number];
  /** The features most correlated with it. */
  readonly twins: readonly { readonly index: number; readonly name: string; readonly correlation: number }[];
}

/** What the worker can do: what each task takes and gives. */
export interface Tasks {
  open: { take: { source: Source; reading: Reading }; give: Opened };
  block: { take: { row: number; rows: number; column: number; columns: number }; give: Block };
  select: { take: { plan: Plan }; give: Picked };
  measure: { take: { plan: Plan; ks: readonly number[] }; give: Measured };
  feature: { take: { index: number }; give: FeatureView };
  path: { take: { gammas: readonly number[]; ps: readonly number[]; threads: number }; give: PathView };
  compare: { take: { plan: Plan; methods: readonly string[]; ks: readonly number[] }; give: Report };
  csv: { take: { features: readonly string[] }; give: Blob };
  recipe: { take: { plan: Plan }; give: string };
  readRecipe: { take: { text: string }; give: RecipeIn };
}

/** What a recipe says. */
export interface RecipeIn {
  /** The file that it was made from, and its format. */
  readonly source: string;
  readonly format: string;
  readonly reading: Reading;
  readonly method: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly k: number;
  readonly seed: number;
  readonly keep: readonly string[];
  readonly exclude: readonly string[];
  readonly features: readonly { readonly name: string; readonly score: number }[];
}

/** Fits along γ × p. */
export interface PathView {
  readonly gammas: readonly number[];
  readonly ps: readonly number[];
  readonly points: readonly {
    readonly gamma: number;
    readonly p: number;
    readonly support: number;
    readonly objective: number;
    readonly converged: boolean;
    readonly norms: Float32Array;
  }[];
}

/** The name of a task. */
export type TaskName = keyof Tasks;

/** What the page sends. */
export type Order =
  | { readonly id: number; readonly task: TaskName; readonly take: unknown }
  | { readonly cancel: number };

/** What the worker sends. */
export type Answer =
  | { readonly id: number; readonly kind: "done"; readonly give: unknown }
  | {
      readonly id: number;
      readonly kind: "failed";
      readonly message: string;
      readonly expected: boolean;
      readonly aborted: boolean;
    }
  | { readonly id: number; readonly kind: "progress"; readonly fraction: number }
  | { readonly id: number; readonly kind: "glance"; readonly glance: Glance };
