import type { Dataset } from "../data/dataset.js";
import { Matrix } from "../numeric/matrix.js";

/** So many rows and features at most are looked at, evenly spread over the data. */
const most = 400;

/**
 * How much classes overlap, roughly: the part of the samples that lie nearer to the mean of another class than to that of their
 * own, over all pairs of classes; without a sample's own say in its mean. 0.5 where labels say nothing, 0 without labels.
 */
export function classOverlap(data: Dataset): number {
  if (!data.labels) return 0;
  // Class after class: rows at even distances could else all be of one class.
  const { codes: all } = data.labels;
  const byClass = Int32Array.from(all.keys()).sort((a, b) => all[a] - all[b] || a - b);
  const rows = spread(data.rows).map((place) => byClass[place]);
  const chosen = data.values.selectRows(rows).selectColumns(spread(data.features));
  const values = standardised(chosen instanceof Matrix ? chosen : chosen.toDense());
  const codes = rows.map((row) => all[row]);
  const { means, counts } = classMeans(values, codes, data.labels.classes.length);
  let [wrong, judged] = [0, 0];
  for (let i = 0; i < values.rows; i++) {
    const own = codes[i];
    if (counts[own] < 2) continue;
    const away = counts[own] / (counts[own] - 1);
    const distance = away * away * squaredDistance(values, i, means, own);
    for (let other = 0; other < counts.length; other++) {
      if (other === own || counts[other] === 0) continue;
      judged++;
      if (squaredDistance(values, i, means, other) < distance) wrong++;
    }
  }
  return judged > 0 ? wrong / judged : 0;
}

/** At most {@link most} whole numbers below the count, evenly spread. */
function spread(count: number): Int32Array {
  const taken = Math.min(count, most);
  return Int32Array.from({ length: taken }, (_, at) => Math.floor((at * count) / taken));
}

/** Columns with mean 0 and variance 1; what is missing or does not vary is 0. */
function standardised({ rows, columns, ...given }: Matrix): Matrix {
  const result = Matrix.zeros(rows, columns);
  const at = (i: number, j: number) =>
    given.data[given.offset + i * given.rowStride + j * given.columnStride];
  for (let j = 0; j < columns; j++) {
    let [count, sum, squares] = [0, 0, 0];
    for (let i = 0; i < rows; i++) {
      const value = at(i, j);
      if (Number.isNaN(value)) continue;
      count++;
      sum += value;
      squares += value * value;
    }
    const mean = sum / count;
    const scale = Math.sqrt(squares / count - mean * mean);
    if (!(scale > 0 && scale < Number.POSITIVE_INFINITY)) continue;
    for (let i = 0; i < rows; i++) {
      const value = (at(i, j) - mean) / scale;
      result.data[i * columns + j] = Number.isNaN(value) ? 0 : value;
    }
  }
  return result;
}

function classMeans(values: Matrix, codes: Int32Array, classes: number) {
  const means = Matrix.zeros(classes, values.columns);
  const counts = new Int32Array(classes);
  const { columns } = values;
  codes.forEach((code, i) => {
    counts[code]++;
    for (let j = 0; j < columns; j++) means.data[code * columns + j] += values.data[i * columns + j];
  });
  for (let code = 0; code < classes; code++)
    for (let j = 0; j < columns; j++) means.data[code * columns + j] /= Math.max(1, counts[code]);
  return { means, counts };
}

function squaredDistance(a: Matrix, i: number, b: Matrix, k: number): number {
  let sum = 0;
  for (let p = i * a.columns, q = k * b.columns, end = p + a.columns; p < end; p++, q++) {
    const difference = a.data[p] - b.data[q];
    sum += difference * difference;
  }
  return sum;
}
