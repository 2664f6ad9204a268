import { stackRows } from "../numeric/stack-rows.js";
import type { Dataset } from "./dataset.js";
import { encodeLabels } from "./labels.js";

/**
 * The rows of several datasets with the same features, one after another. Labels and row ids stay where all of them have
 * them.
 */
export function stackDatasets(parts: readonly Dataset[]): Dataset {
  if (parts.length === 1) return parts[0];
  const labels = parts.flatMap(({ labels }) =>
    labels ? Array.from(labels.codes, (code) => labels.classes[code]) : [],
  );
  const names = parts.map(({ source }) => source.name);
  return parts[0].with({
    source: { ...parts[0].source, name: names.join(", ") },
    values: parts.map(({ values }) => values).reduce(stackRows),
    labels: parts.every((part) => part.labels) ? encodeLabels(labels) : null,
    rowIds: parts.every((part) => part.rowIds) ? parts.flatMap((part) => part.rowIds!) : null,
  });
}
