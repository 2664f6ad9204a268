import type { Notice } from "../core/notice.js";
import type { PlainOptions } from "../core/option.js";
import type { Reading } from "../data/reading-options.js";
import type { KernelsName } from "../kernels/kernels.js";
import type { TablePreparation } from "./table-preparation.js";

/** The form of recipes that is written; the number rises when an older reader could not make sense of it. */
export const recipeSchema = "salience/recipe@2";

/**
 * Everything needed to repeat a selection and to use it on new data, as plain JSON data: `JSON.stringify` writes it and
 * `parseRecipe` reads it without losing a bit. The same data and options give the same recipe.
 */
export interface Recipe {
  readonly schema: typeof recipeSchema;
  /** Of the package that made it. */
  readonly version: string;
  /** The command line that made it, file names without their folders; null from a program. */
  readonly command: string | null;
  readonly reading: RecipeReading;
  readonly data: RecipeData;
  readonly selection: RecipeSelection;
  /** The picked features, best first. */
  readonly features: readonly RecipeFeature[];
  /** How new data is filled, adjusted and encoded: as the training data was. */
  readonly preparation: TablePreparation;
  /** What predicts classes or numbers from these features; null where no classifier was asked for. */
  readonly model: RecipeModel | null;
  /** What was done to the data, and what to know before trusting the selection. */
  readonly notices: readonly Notice[];
}

/** How the data was read: the file of labels by its name, and the transforms always. */
export type RecipeReading = Reading & Required<Pick<Reading, "transforms">>;

/** What the data was, to know it again. */
export interface RecipeData {
  readonly source: string;
  readonly format: string;
  readonly rows: number;
  readonly features: number;
  /** What the labels were called; null where there were none. */
  readonly target: string | null;
  readonly classes: readonly { readonly name: string; readonly rows: number }[];
  /** Of names, labels and values, the same on every machine and for dense and sparse data. */
  readonly sha256: string;
  /** There where the data was read in blocks: then the hash is of the picked features alone, best first. */
  readonly hashed?: "picked";
}

/** How the features were picked. */
export interface RecipeSelection {
  readonly method: string;
  /** Every option of the method. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly k: number;
  readonly seed: number;
  readonly kernels: KernelsName;
  readonly keep: readonly string[];
  readonly exclude: readonly string[];
  /** Known influences that were taken away from the features. */
  readonly adjust: readonly string[];
  /** The features of every group, by its name. */
  readonly featureGroups: Readonly<Record<string, readonly string[]>>;
  /** What features and groups cost, by name; absent where costs were not given. */
  readonly costs?: Readonly<Record<string, number>>;
  readonly direction: "larger" | "smaller";
}

/** A picked feature, and its values in the training data as far as they are known; all 0 for a category. */
export interface RecipeFeature {
  readonly name: string;
  /** A number, or the word for one that JSON has not. */
  readonly score: number | "Infinity" | "-Infinity";
  readonly mean: number;
  /** Of n − 1; 0 where it does not vary. */
  readonly sd: number;
  readonly min: number;
  readonly max: number;
  /** One in twenty of the values that are not zero is smaller than this in size. */
  readonly small: number;
}

/** A fitted classifier. */
export interface RecipeModel {
  /** Its name; `ridge` where numbers are predicted. */
  readonly classifier: string;
  /** Every option of the classifier. */
  readonly options: PlainOptions;
  /** It sees (value − mean) / deviation, in the order of the features; a category has a column for each of its levels. */
  readonly scaling: { readonly means: readonly number[]; readonly deviations: readonly number[] };
  /** What the classifier's `toJSON` gave. */
  readonly fitted: Readonly<Record<string, unknown>>;
}
