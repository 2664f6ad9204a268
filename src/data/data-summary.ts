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
export const summaryOf = ({ rows, features, labels, targets, labelName, source }: Dataset): DataSummary => ({
  rows,
  features,
  classes: targets ? 0 : (labels?.classes.length ?? 0),
  source: source.name,
  format: source.format,
  transforms: source.transforms,
  target: labels ? labelName : null,
  ...(targets && { task: "regression" as const }),
});
