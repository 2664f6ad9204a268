import { Dataset } from "../data/dataset.js";
import { classCounts } from "../data/labels.js";
import type { Kernels } from "../kernels/kernels.js";
import { lda } from "../models/lda.js";
import { project } from "../models/linear-map.js";
import type { Selection } from "../selectors/select.js";
import type { ProjectionSection } from "./report.js";
import { denseColumns, unitColumns } from "./unit-columns.js";

/** Points that are shown at most, evenly spread over the rows. */
const mostRows = 5000;

/**
 * Samples in the plane that separates the classes best: inside the transformation that the method has learned, or, where it
 * learns none, from the picked features alone. Null without labels that can be told apart, or where nothing varies.
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
  const columns = selection.ranking.subarray(0, selection.features.length);
  // In units of their own no value is too large, and what does not vary becomes zero and is left out.
  const unit = unitColumns(learned ? selection.project(data) : denseColumns(data, columns));
  const varying = Array.from({ length: unit.columns }, (_, j) => j).filter((j) =>
    Array.from({ length: unit.rows }, (_, i) => unit.get(i, j)).some((x) => x !== 0),
  );
  if (varying.length === 0) return null;
  const seen = new Dataset({ values: unit.selectColumns(varying), labels: data.labels });
  // Columns of a learned transformation are in no special order; discriminant analysis turns the best two to the front.
  const model = lda(seen, kernels);
  const points = project(model, seen);
  const step = Math.max(1, data.rows / mostRows);
  const rows = Array.from({ length: Math.min(data.rows, mostRows) }, (_, i) => Math.floor(i * step));
  const directions = model.weights.columns;
  const from = learned ? "the transformation that the method has learned" : "the selected features alone";
  return {
    kind: "projection",
    id: "projection",
    title: "The samples in the discriminant directions",
    text: `Each point is a sample, in the ${directions > 1 ? "two directions that separate" : "one direction that separates"} the classes best, from ${from}${directions > 2 ? ` (${directions} directions separate ${data.labels.classes.length} classes; the two strongest are shown)` : ""}. It is fitted to these rows, so new samples will be less clearly separated.${rows.length < data.rows ? ` ${rows.length} of ${data.rows} rows are drawn.` : ""}`,
    classes: data.labels.classes,
    x: rows.map((row) => points.get(row, 0)),
    y: rows.map((row) => (directions > 1 ? points.get(row, 1) : 0)),
    codes: rows.map((row) => data.labels!.codes[row]),
    ...(data.rowIds && { ids: rows.map((row) => data.rowIds![row]) }),
    directions,
  };
}
