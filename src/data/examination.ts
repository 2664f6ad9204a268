import type { Json } from "../core/json.js";
import type { Notice } from "../core/notice.js";
import type { DescribedColumn } from "./table-to-arrays.js";

/** What {@link examine} gives: plain data, and its JSON form. */
export interface Examination extends ExaminationData {
  toJSON(): ExaminationJson;
}

/** An {@link Examination} in JSON. */
export type ExaminationJson = Json<ExaminationData>;

/** What was found in a dataset. */
export interface ExaminationData {
  readonly schema: "salience/examination@1";
  readonly source: { readonly name: string; readonly format: string; readonly transforms: readonly string[] };
  /** The labels, and why they were taken where nobody named them; null without labels. */
  readonly target: { readonly name: string; readonly guessed: string | null } | null;
  /** Of a table: what each column is; absent where the file was not looked at. */
  readonly columns?: readonly DescribedColumn[] | null;
  readonly rows: number;
  readonly features: number;
  readonly sparse: boolean;
  /** The part of all values that is zero. */
  readonly zeros: number;
  /** Null without labels, and where numbers are to be predicted. */
  readonly classes: readonly { readonly name: string; readonly rows: number }[] | null;
  /** There where numbers are to be predicted: their range, and how many different ones there are. */
  readonly targets?: { readonly least: number; readonly most: number; readonly different: number };
  readonly missing: { readonly values: number; readonly columns: readonly string[] };
  readonly infinite: number;
  readonly constant: readonly string[];
  readonly duplicates: readonly (readonly string[])[];
  /** The smallest and the largest standard deviation of a feature that is not constant. */
  readonly spread: { readonly smallest: number; readonly largest: number } | null;
  /** What to know before a run. */
  readonly findings: readonly Notice[];
  /** What reading did. */
  readonly notices: readonly Notice[];
  /** What methods take on this machine; absent where that was not asked for. */
  readonly estimates?: readonly {
    readonly method: string;
    readonly title: string;
    readonly seconds: number;
    readonly megabytes: number;
  }[];
  readonly version: string;
}
