import type { Dataset } from "../dataset.js";
import type { WritableData } from "./writable.js";

/** A dataset as writers take it. */
export function writableDataset({ values, featureNames, labels, labelName, rowIds }: Dataset): WritableData {
  return {
    values,
    featureNames,
    labels: labels && Array.from(labels.codes, (code) => labels.classes[code]),
    labelName,
    rowIds,
  };
}
