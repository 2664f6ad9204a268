import { Dataset } from "../data/dataset.js";
import { classCounts } from "../data/labels.js";
import type { Kernels } from "../kernels/kernels.js";
import { lda } from "../models/lda.js";
import { project } from "../models/linear-map.js";
import type { Selection } from "../selectors/select.js";
import type { ProjectionSection } from "./report.js";

/** Points that are shown at most, evenly spread over the rows. */
const mostRows = 5000;

/**
 * Samples in the plane that separates the classes best: inside the transformation that the method has learned, or, where it
 * learns none, from the picked features alone. Null without labels that can be told apart.
 */
export function projectionSection(
  data: Dataset,
  selection: Selection,
  kernels: Kernels,
): ProjectionSection | null {
  if (!data.labels) return null;
  const sizes = Array.from(classCounts(data.labels)).filter((size) => size > 0);
  if (sizes.length < 2 || Math.min(...sizes) < 2) return null;
  const learned = selection.map !== undefined;
  // Columns of a learned transformation are in no special order; discriminant analysis turns the best two to the front.
  const seen = learned
    ? new Dataset({ values: selection.project(data), labels: data.labels })
    : selection.transform(data);
  const model = lda(seen, kernels);
  const points = project(model, seen);
  const step = Math.max(1, data.rows / mostRows);
  const rows = Array.from({ length: Math.min(data.rows, mostRows) }, (_, i) => Math.floor(i * step));
  const directions = model.weights.columns;
  const from = learned ? "the transformation that the method has learned" : "the picked features alone";
  return {
    kind: "projection",
    id: "projection",
    title: "The samples, seen through the picked features",
    text: `Each point is a sample, in the ${directions > 1 ? "two directions that separate" : "one direction that separates"} the classes best, from ${from}${directions > 2 ? ` (${directions} directions separate ${data.labels.classes.length} classes; the two strongest are shown)` : ""}. It is fitted to these very rows, so new samples will be less clearly apart.${rows.length < data.rows ? ` ${rows.length} of ${data.rows} rows are drawn.` : ""}`,
    classes: data.labels.classes,
    x: rows.map((row) => points.get(row, 0)),
    y: rows.map((row) => (directions > 1 ? points.get(row, 1) : 0)),
    codes: rows.map((row) => data.labels!.codes[row]),
    ...(data.rowIds && { ids: rows.map((row) => data.rowIds![row]) }),
    directions,
  };
}
