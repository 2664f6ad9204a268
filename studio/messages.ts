import type {
  ComparePlan,
  DataShape,
  Dataset,
  DescribedColumn,
  ErrorCode,
  EvaluationJson,
  Examination,
  Facts,
  ImageShape,
  Notice,
  PathJson,
  PathPlan,
  PlannedFile,
  Rates,
  Reading,
  Recipe,
  Remedy,
  Report,
  SelectionJson,
  SelectPlan,
  TuningJson,
} from "salience/internal";

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

/** What is opened, and how it is read. */
export interface Opening {
  readonly source: Source;
  /** What the user said; what is absent is guessed. */
  readonly reading: Reading;
  /** The file that `reading.labels` names. */
  readonly labels?: GivenFile;
}

/** What is known of opened data: everything but the values. */
export interface Opened {
  /** The file as a plan names it: the reading with the target that was guessed and the columns that were left out. */
  readonly file: PlannedFile;
  readonly name: string;
  readonly format: string;
  readonly rows: number;
  readonly features: number;
  readonly featureNames: readonly string[];
  readonly target: string | null;
  readonly guessed: string | null;
  /** Where numbers are to be predicted: rows in each of the bins between the smallest and the largest; else null. */
  readonly targetHistogram: readonly number[] | null;
  /** What each column of a table is; null for formats of arrays. */
  readonly columns: readonly DescribedColumn[] | null;
  /** The levels of features that are categories; null for numbers, and as a whole where there are none. */
  readonly categories: Dataset["categories"];
  readonly examination: Examination;
  /** What reading did to the data. */
  readonly notices: readonly Notice[];
  /** What estimates rest on: the size of the data, and how fast this computer is. */
  readonly shape: DataShape;
  readonly rates: Rates;
  /** How the features make up an image, where they are known or guessed to. */
  readonly image: ImageShape | null;
  /** Of data whose answer is known: the relevant features, and those that are made from them; by place. */
  readonly truth: {
    readonly relevant: readonly number[];
    readonly redundant: readonly { readonly column: number; readonly from: readonly number[] }[];
  } | null;
  readonly seconds: number;
}

/** A part of the table: `values` row after row. */
export interface Block {
  readonly values: Float64Array;
  /** The classes of the rows, or the numbers to predict. */
  readonly targets: readonly (string | number)[] | null;
  readonly ids: readonly string[] | null;
}

/** A plan and how to run it. */
export interface Run<P> {
  readonly plan: P;
  readonly threads: number;
}

/** A selection by its JSON form, and what is drawn of it. */
export interface Selected {
  /** The plan that was run. */
  readonly plan: SelectPlan;
  readonly selection: SelectionJson;
  /** How k and the options were chosen; null where they were given. */
  readonly tuning: TuningJson | null;
  /** What the selection and the choice of k and options say about themselves. */
  readonly notices: readonly Notice[];
  /** The redundancy rate of the best 1, 2, 3 … features. */
  readonly redundancy: readonly number[];
  /** Of selecting, with tuning. */
  readonly seconds: number;
  readonly report: Report;
}

/** What a selection is worth on held-out rows. */
export interface Measured {
  /** Null where it was not measured; the notices say why. */
  readonly evaluation: EvaluationJson | null;
  /** How it was measured, or why it was not, and what the evaluation says about itself. */
  readonly notices: readonly Notice[];
  readonly report: Report;
}

/** A selection that is cut elsewhere, with what was measured of it. */
export interface Recut extends Run<SelectPlan> {
  readonly measured: Pick<Measured, "evaluation" | "notices"> | null;
}

/** Fits along a path, and the report of them. */
export interface PathGiven {
  readonly path: PathJson;
  readonly report: Report;
}

/** What a model predicts of new rows. */
export interface Predicted {
  readonly source: string;
  readonly target: string;
  readonly total: number;
  /** The first of them. */
  readonly rows: readonly {
    readonly id: string;
    readonly predicted: string | number;
    /** Of the predicted class; null for numbers, and where the model gives none. */
    readonly probability: number | null;
    readonly uncertain: boolean;
    readonly actual: string | number | null;
  }[];
  /** How many rows each class is predicted for; null for numbers. */
  readonly counts: readonly { readonly name: string; readonly rows: number }[] | null;
  readonly uncertain: number | null;
  /** Where the file has the target: how well it was predicted. */
  readonly truth: {
    readonly accuracy: number;
    readonly balancedAccuracy: number;
    /** 95 %, by Wilson. */
    readonly interval: { readonly low: number; readonly high: number };
    readonly rows: number;
  } | null;
  readonly numberTruth: { readonly r2: number | null; readonly rmse: number; readonly rows: number } | null;
  readonly notices: readonly Notice[];
  /** All rows, as the command line writes them. */
  readonly csv: Blob;
}

/** A glance at a method while it works. */
export interface Glance {
  /** What is drawn: what an iterative method minimises, or how many of the selected features are certain already. */
  readonly course: "objective" | "settled";
  readonly values: readonly number[];
  /** The best so far. */
  readonly leaders: readonly { readonly index: number; readonly score: number }[];
  /** How many features, or samples for a running estimate, are left to look at. */
  readonly left: number;
}

/** How well the held-out rows of one fold were predicted. */
export interface FoldSeen {
  /** Accuracy, or R² for numbers; null where the fold allows none. */
  readonly value: number | null;
  readonly rows: number;
}

/** The parts of a run, one after another. */
export type Stage = "rank" | "describe" | "measure";

/** One feature looked at closely. */
export interface FeatureView {
  readonly index: number;
  readonly name: string;
  readonly classes: readonly {
    readonly name: string;
    readonly rows: number;
    /** Minimum, lower quartile, median, upper quartile, maximum. */
    readonly quartiles: readonly [number, number, number, number, number] | null;
    /** Rows in each of the bins between the feature's minimum and maximum; of a category, at each level. */
    readonly histogram: readonly number[];
  }[];
  readonly range: readonly [number, number];
  /** The levels of a category; null for a number. */
  readonly levels: readonly string[] | null;
  /** The features most correlated with it. */
  readonly twins: readonly { readonly index: number; readonly name: string; readonly correlation: number }[];
}

/** What a file says about features, and its name. */
export type Attached = Pick<
  SelectPlan["select"],
  "costs" | "costsFile" | "featureGroups" | "featureGroupsFile"
>;

/** What a recipe says. */
export interface RecipeIn {
  readonly recipe: Recipe;
  /** The plan that repeats it. */
  readonly plan: SelectPlan;
}

/** What the worker can do: what each task takes and gives. */
export interface Tasks {
  open: { take: Opening; give: Opened };
  block: { take: { row: number; rows: number; column: number; columns: number }; give: Block };
  select: { take: Run<SelectPlan>; give: Selected };
  /** The same selection with another number of features; what was measured is not measured again. */
  recut: { take: Recut; give: Selected };
  measure: { take: Run<SelectPlan>; give: Measured };
  feature: { take: { index: number }; give: FeatureView };
  /** A file with something about each feature, as the part of the plan that it is. */
  attach: { take: { option: "costs" | "featureGroups"; file: GivenFile }; give: Attached };
  path: { take: Run<PathPlan>; give: PathGiven };
  compare: { take: Run<ComparePlan>; give: Report };
  csv: { take: { features: readonly string[] }; give: Blob };
  recipe: { take: Run<SelectPlan>; give: string };
  readRecipe: { take: { text: string }; give: RecipeIn };
  /** What the selection, or a recipe, predicts of the rows of a file. */
  predict: {
    take: { readonly file: GivenFile; readonly by: Run<SelectPlan> | { readonly recipe: string } };
    give: Predicted;
  };
  /** The settings of a link, checked. */
  readSettings: { take: { text: string }; give: SelectPlan };
  /** Whether the data is that of a recipe: a notice where it differs. */
  checkRecipe: { take: Pick<Recipe, "data" | "features">; give: Notice | null };
}

/** The name of a task. */
export type TaskName = keyof Tasks;

/** What the page sends. */
export type Order =
  | { readonly id: number; readonly task: TaskName; readonly take: unknown }
  | { readonly cancel: number };

/** Why a task failed: a mistake in what was given, as data; an error of ours; or it was cancelled. */
export type Failure =
  | {
      readonly kind: "input";
      readonly code: ErrorCode;
      readonly sentence: string;
      readonly facts: Facts;
      readonly remedies: readonly Remedy[];
    }
  | { readonly kind: "internal"; readonly message: string }
  | { readonly kind: "cancelled" };

/** What the worker sends. */
export type Answer =
  | { readonly id: number; readonly kind: "done"; readonly give: unknown }
  | { readonly id: number; readonly kind: "failed"; readonly failure: Failure }
  | {
      readonly id: number;
      readonly kind: "progress";
      readonly fraction: number;
      readonly stage: Stage | null;
    }
  | { readonly id: number; readonly kind: "glance"; readonly glance: Glance }
  | { readonly id: number; readonly kind: "folds"; readonly folds: readonly (FoldSeen | null)[] };
