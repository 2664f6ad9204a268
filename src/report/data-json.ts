import type { Dataset } from "../data/dataset.js";

/** What the JSON forms of results say of the data. */
export const dataJson = ({ rows, features, labels, labelName, source }: Dataset) => ({
  rows,
  features,
  classes: labels?.classes.length ?? 0,
  source: source.name,
  format: source.format,
  transforms: source.transforms,
  target: labels ? labelName : null,
});
