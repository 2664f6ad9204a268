import type { Dataset } from "../data/dataset.js";
import { Matrix } from "../numeric/matrix.js";
import type { Selection } from "../selectors/select.js";
import type { ImageShape } from "./image-shape.js";
import type { PicturesSection } from "./report.js";

/** Classes whose mean picture is shown at most. */
const mostClasses = 12;

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
  const names = data.labels?.classes ?? [];
  const shownClasses = classes.slice(0, mostClasses);
  return {
    kind: "pictures",
    id: "pictures",
    title: "The selected pixels",
    text: `Features are the pixels of images of ${width} × ${height}. The ${picked.length} selected ones are marked on the mean of all images${shownClasses.length > 0 ? " and on the mean of each class" : ""}${shownClasses.length < classes.length ? ` (the first ${mostClasses} of ${classes.length})` : ""}; dark is a small value, light a large one.`,
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
function classMeans({ values, labels, rows, features }: Dataset): Float64Array[] {
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
