import type { Dataset } from "./dataset.js";

/** What results say of the data that they were computed from. */
export interface DataSummary {
  readonly rows: number;
  readonly features: number;
  /** How many; 0 without labels, and where numbers are predicted. */
  readonly classes: number;
  readonly source: string;
  readonly format: string;
  readonly transforms: readonly string[];
  /** Null without labels. */
  readonly target: string | null;
  /** There where the target is a number to predict, not a class. */
  readonly task?: "regression";
}

/** The summary of a dataset. */
export const summaryOf = (data: Dataset): DataSummary => ({
  rows: data.rows,
  features: data.features,
  classes: classNames(data).length,
  source: data.source.name,
  format: data.source.format,
  transforms: data.source.transforms,
  target: data.labels ? data.labelName : null,
  ...(data.targets && { task: "regression" as const }),
});

/** The names of the classes; none without labels, and where numbers are predicted. */
export const classNames = ({ labels, targets }: Dataset): readonly string[] =>
  targets ? [] : (labels?.classes ?? []);
