import { classNames } from "../data/data-summary.js";
import { Dataset } from "../data/dataset.js";
import { classCounts } from "../data/labels.js";
import { quantile } from "../evaluation/chance.js";
import { denseColumns, numericColumns, unitColumns } from "../evaluation/unit-columns.js";
import type { Kernels } from "../kernels/kernels.js";
import { lda } from "../models/lda.js";
import { project } from "../models/linear-map.js";
import { Matrix } from "../numeric/matrix.js";
import type { Selection } from "../selectors/select.js";
import type { Verdicts } from "./held-out-verdicts.js";
import type { ImageShape } from "./image-shape.js";
import type { DistributionsSection, PicturesSection, ProjectionSection } from "./report.js";

/** Features and classes that are shown at most. */
const mostBoxedFeatures = 24;
const mostBoxedClasses = 40;

/** Quartiles of the best features inside every class; over all rows where there are no classes. */
export function distributionsSection(data: Dataset, selection: Selection): DistributionsSection {
  const shown = Math.min(selection.features.length, mostBoxedFeatures);
  const columns = Array.from(selection.ranking.subarray(0, shown));
  const values = denseColumns(data, columns);
  const { labels } = data;
  const classes = labels ? labels.classes.slice(0, mostBoxedClasses) : ["all rows"];
  const rowsOf = classes.map((_, code) =>
    Array.from({ length: data.rows }, (_, row) => row).filter((row) => !labels || labels.codes[row] === code),
  );
  const slice = data.targets ? "slice" : "class";
  const left =
    labels && labels.classes.length > mostBoxedClasses
      ? ` The first ${mostBoxedClasses} classes are shown.`
      : "";
  return {
    kind: "distributions",
    id: "distributions",
    title: labels
      ? `The selected features in each ${data.targets ? `slice of ${data.labelName}` : "class"}`
      : "The selected features",
    text: `Each box holds the middle half of the rows${labels ? ` of a ${slice}` : ""}, its line is the median, the whiskers reach from the smallest to the largest value. ${data.targets ? "Slices are ranges of the target with about equally many rows. The boxes of a feature that goes along with the target rise or fall from slice to slice" : "A feature that separates classes has boxes that do not overlap"}; some features only do so together.${columns.some((column) => data.categories?.[column]) ? " Of a category, the bars are the shares of its levels." : ""}${shown < selection.features.length ? ` The first ${shown} of ${selection.features.length} selected features are shown.` : ""}${left}`,
    classes,
    features: columns.map((column, j) => {
      const name = data.featureNames[column];
      const levels = data.categories?.[column];
      // Missing values are in no box and no bar.
      const known = rowsOf.map((rows) =>
        rows.map((row) => values.get(row, j)).filter((x) => !Number.isNaN(x)),
      );
      return levels
        ? { name, levels, shares: known.map((codes) => sharesOf(codes, levels.length)) }
        : { name, quartiles: known.map((own) => (own.length === 0 ? null : fiveNumbers(own))) };
    }),
  };
}

/** The share of each level; null without any values. */
function sharesOf(codes: readonly number[], levels: number): number[] | null {
  if (codes.length === 0) return null;
  const counts = new Array<number>(levels).fill(0);
  for (const code of codes) counts[code]++;
  return counts.map((count) => count / codes.length);
}

/** Minimum, lower quartile, median, upper quartile, maximum. */
function fiveNumbers(values: readonly number[]): [number, number, number, number, number] {
  const at = (share: number) => quantile(values, share);
  return [at(0), at(0.25), at(0.5), at(0.75), at(1)];
}

/** Points that are shown at most, evenly spread over the rows. */
const mostPoints = 5000;

/**
 * Samples in the plane that separates the classes best: inside the transformation that the method has learned, or, where it
 * learns none, from the picked features alone. Null without classes that can be told apart, or where nothing varies.
 */
export function projectionSection(
  data: Dataset,
  selection: Selection,
  kernels: Kernels,
  verdicts: Verdicts | null = null,
): ProjectionSection | null {
  if (!data.labels || data.targets) return null;
  const sizes = Array.from(classCounts(data.labels)).filter((size) => size > 0);
  if (sizes.length < 2 || Math.min(...sizes) < 2) return null;
  const learned = selection.map !== undefined;
  const columns = selection.ranking.subarray(0, selection.features.length);
  // In units of their own no value is too large, and what does not vary becomes zero and is left out.
  const unit = unitColumns(learned ? selection.project(data) : numericColumns(data, columns).values);
  const varying = Array.from({ length: unit.columns }, (_, j) => j).filter((j) =>
    Array.from({ length: unit.rows }, (_, i) => unit.get(i, j)).some((x) => x !== 0),
  );
  if (varying.length === 0) return null;
  const seen = new Dataset({ values: unit.selectColumns(varying), labels: data.labels });
  // Columns of a learned transformation are in no special order; discriminant analysis turns the best two to the front.
  const model = lda(seen, kernels);
  const points = project(model, seen);
  const step = Math.max(1, data.rows / mostPoints);
  const rows = Array.from({ length: Math.min(data.rows, mostPoints) }, (_, i) => Math.floor(i * step));
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
    rows,
    ...(verdicts && { heldOut: verdicts(rows) }),
  };
}

/** Classes whose mean picture is shown at most. */
const mostPicturedClasses = 12;

/** The picked pixels on the mean picture, on that of every class, and alone. */
export function picturesSection(data: Dataset, selection: Selection, shape: ImageShape): PicturesSection {
  const { width, height } = shape;
  const place = (j: number) => (shape.order === "rows" ? j : (j % height) * width + Math.floor(j / height));
  const picked = Array.from(selection.ranking.subarray(0, selection.features.length));
  const marked = picked.map(place);
  const means = classMeans(data);
  const bound = (better: (a: number, b: number) => number) =>
    means.map((row) => row.reduce(better)).reduce(better);
  const [largest, smallest] = [bound(larger), bound(smaller)];
  const range = largest - smallest || 1;
  const drawn = (values: ArrayLike<number>, only?: ReadonlySet<number>) => {
    const pixels: (number | null)[] = new Array(width * height).fill(null);
    for (let j = 0; j < values.length; j++)
      if (!only || only.has(j)) pixels[place(j)] = Math.max(0, Math.min(1, (values[j] - smallest) / range));
    return pixels;
  };
  const [overall, ...classes] = means;
  const names = classNames(data);
  const shownClasses = classes.slice(0, mostPicturedClasses);
  return {
    kind: "pictures",
    id: "pictures",
    title: "The selected pixels",
    text: `Features are the pixels of images of ${width} × ${height}. The ${picked.length} selected ones are marked on the mean of all images${shownClasses.length > 0 ? " and on the mean of each class" : ""}${shownClasses.length < classes.length ? ` (the first ${mostPicturedClasses} of ${classes.length})` : ""}; dark is a small value, light a large one.`,
    width,
    height,
    pictures: [
      { title: "mean of all", pixels: drawn(overall), marked },
      { title: "the selected pixels only", pixels: drawn(overall, new Set(picked)) },
      ...shownClasses.map((row, code) => ({ title: names[code], pixels: drawn(row), marked })),
    ],
  };
}

const larger = (a: number, b: number) => Math.max(a, b);
const smaller = (a: number, b: number) => Math.min(a, b);

/** The mean of all rows, then that of every class. */
function classMeans(data: Dataset): Float64Array[] {
  const { values, rows, features } = data;
  const labels = data.targets ? null : data.labels;
  const counts = [rows, ...(labels?.classes.map(() => 0) ?? [])];
  const sums = counts.map(() => new Float64Array(features));
  const dense = values instanceof Matrix ? values : values.toDense();
  for (let i = 0; i < rows; i++) {
    if (labels) counts[labels.codes[i] + 1]++;
    for (let j = 0; j < features; j++) {
      sums[0][j] += dense.get(i, j);
      if (labels) sums[labels.codes[i] + 1][j] += dense.get(i, j);
    }
  }
  return sums.map((sum, at) => sum.map((x) => x / Math.max(1, counts[at])));
}
