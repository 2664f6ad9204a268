import { plural } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import { spread } from "../evaluation/spread.js";
import { denseColumns } from "../evaluation/unit-columns.js";
import type { Matrix } from "../numeric/matrix.js";
import { upTo } from "../numeric/up-to.js";
import type { Selection } from "../selectors/select.js";
import { clusterOrder } from "./correlation-section.js";
import type { Verdicts } from "./held-out-verdicts.js";
import type { ClusterTree, SamplesSection } from "./report.js";

/** Features and samples that are drawn at most; more cannot be read, and clustering takes the cube of their number. */
const mostFeatures = 60;
const mostSamples = 300;

/**
 * The picked features × samples, both in the order of a hierarchical clustering (average linkage; samples by Euclidean distance of
 * standardised values, features by 1 − r). Null where no picked feature is a number.
 */
export function samplesSection(
  data: Dataset,
  selection: Selection,
  verdicts: Verdicts | null = null,
): SamplesSection | null {
  const picked = Array.from(selection.ranking.subarray(0, selection.features.length));
  const numeric = picked.filter((column) => !data.categories?.[column]);
  const columns = numeric.slice(0, mostFeatures);
  if (columns.length === 0 || data.rows < 2) return null;
  const values = denseColumns(data, columns);
  const labels = data.targets ? null : data.labels;
  const rows = someRows(data.rows, labels?.codes ?? null);
  const scales = columns.map((_, j) => scaleOf(values, j));
  const standard = columns.map((_, j) =>
    Float64Array.from(rows, (row) => {
      const x = values.get(row, j);
      return Number.isNaN(x) ? 0 : (x - scales[j].mean) / scales[j].deviation;
    }),
  );
  const samples = clustered(
    distances(rows.length, (a, b) => euclidean(standard, a, b)),
    rows.length,
  );
  const features = clustered(
    distances(columns.length, (a, b) => 1 - correlation(standard[a], standard[b])),
    columns.length,
  );
  const shown = samples.order.map((place) => rows[place]);
  return {
    kind: "samples",
    id: "samples",
    title: "Who is who: the selected features of each sample",
    text: textOf(data, picked.length, numeric.length, columns.length, rows.length),
    classes: labels?.classes ?? [],
    features: features.order.map((j) => ({
      name: data.featureNames[columns[j]],
      ...scales[j],
      values: shown.map((row) => {
        const x = values.get(row, j);
        return Number.isFinite(x) ? Number(x.toPrecision(6)) : null;
      }),
    })),
    rows: shown,
    ...(data.rowIds && { ids: shown.map((row) => data.rowIds![row]) }),
    codes: labels ? shown.map((row) => labels.codes[row]) : [],
    ...(verdicts && { heldOut: verdicts(shown) }),
    featureTree: features.tree,
    sampleTree: samples.tree,
  };
}

function textOf(data: Dataset, picked: number, numeric: number, drawn: number, rows: number): string {
  return [
    "Columns are samples, rows are features; similar ones stand side by side. Press a sample for its values, drag to mark several.",
    ...(rows < data.rows
      ? [`${rows} of the ${data.rows} samples are drawn, taken evenly from all classes.`]
      : []),
    ...(drawn < numeric ? [`The first ${drawn} of ${plural(numeric, "feature")} are drawn.`] : []),
    ...(numeric < picked
      ? [`${plural(picked - numeric, "selected category is", "selected categories are")} not drawn here.`]
      : []),
  ].join(" ");
}

/** All rows, or some of them, evenly from the rows sorted by class, so that classes keep their shares. */
function someRows(count: number, codes: Int32Array | null): number[] {
  const all = Array.from(upTo(count));
  if (count <= mostSamples) return all;
  const sorted = codes ? all.sort((a, b) => codes[a] - codes[b] || a - b) : all;
  const step = count / mostSamples;
  return Array.from({ length: mostSamples }, (_, at) => sorted[Math.floor(at * step)]);
}

/** Mean and deviation of the known values; a feature that does not vary has the deviation 1, so that it stays at 0. */
function scaleOf(values: Matrix, column: number): { mean: number; deviation: number } {
  const known = Array.from({ length: values.rows }, (_, i) => values.get(i, column)).filter(Number.isFinite);
  // In units of the largest, so that no square is too large or too small.
  const unit = known.reduce((most, x) => Math.max(most, Math.abs(x)), 0) || 1;
  const { mean, standardDeviation } = spread(known.length > 0 ? known.map((x) => x / unit) : [0]);
  return { mean: mean * unit, deviation: (standardDeviation ?? 0) * unit || 1 };
}

function distances(count: number, between: (a: number, b: number) => number): Float64Array {
  const result = new Float64Array(count * count);
  for (let a = 0; a < count; a++)
    for (let b = 0; b < a; b++) result[a * count + b] = result[b * count + a] = between(a, b);
  return result;
}

function clustered(between: Float64Array, count: number): { order: readonly number[]; tree: ClusterTree } {
  const { order, joins, heights } = clusterOrder(between, count, Number.POSITIVE_INFINITY);
  return { order, tree: { joins, heights: heights.map((height) => Number(height.toPrecision(4))) } };
}

function euclidean(features: readonly Float64Array[], a: number, b: number): number {
  let sum = 0;
  for (const own of features) sum += (own[a] - own[b]) * (own[a] - own[b]);
  return Math.sqrt(sum);
}

function correlation(x: Float64Array, y: Float64Array): number {
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  let [xy, xx, yy] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    xy += (x[i] - mx) * (y[i] - my);
    xx += (x[i] - mx) * (x[i] - mx);
    yy += (y[i] - my) * (y[i] - my);
  }
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : 0;
}
