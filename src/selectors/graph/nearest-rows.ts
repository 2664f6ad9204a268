import type { Kernels } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";

/** The nearest other rows of every row. */
export interface NearestRows {
  /** How many each row has: as many as asked for, or all others where there are fewer. */
  readonly count: number;
  /** Those of row i, nearest first, stand from `i * count` on. */
  readonly rows: Int32Array;
  /** Their squared distances. */
  readonly distances: Float64Array;
}

/** So many more rows than asked for are remembered, because products of rows tell distances only nearly. */
const spare = 8;

/**
 * Finds the `wanted` nearest rows of every row, Euclidean, ties by place. Products of rows (fast, but they lose digits)
 * give a short list for every row; distances by differences then decide. Rows whose short list could have missed
 * someone, as with many equal distances, are compared with all rows by differences. So the answer is that of exact
 * distances, and no n × n matrix is ever held.
 */
export async function nearestRows(
  kernels: Kernels,
  values: Matrix,
  wanted: number,
  progress: (fraction: number) => Promise<void>,
): Promise<NearestRows> {
  const { rows: n } = values;
  const count = Math.min(wanted, n - 1);
  const found: NearestRows = {
    count,
    rows: new Int32Array(n * count),
    distances: new Float64Array(n * count),
  };
  if (count <= 0) return found;
  const norms = squaredNorms(values);
  const lists = new ShortLists(n, Math.min(count + spare, n - 1));
  await offerAllPairs(kernels, values, norms, lists, (done) => progress(0.8 * done));
  const unsure = await decideFromLists(values, norms, lists, found, (done) => progress(0.8 + 0.1 * done));
  await decideByDifferences(kernels, values, unsure, found, (done) => progress(0.9 + 0.1 * done));
  return found;
}

function squaredNorms({ rows, columns, data }: Matrix): Float64Array {
  const norms = new Float64Array(rows);
  for (let i = 0, at = 0; i < rows; i++) {
    let sum = 0;
    for (let j = 0; j < columns; j++, at++) sum += data[at] * data[at];
    norms[i] = sum;
  }
  return norms;
}

/** The smallest distances offered to each row so far, with whose they are, in rising order. */
class ShortLists {
  readonly distances: Float64Array;
  readonly rows: Int32Array;
  /** The largest distance in the list of each row: only smaller ones may be inserted. */
  readonly worst: Float64Array;

  constructor(
    count: number,
    readonly length: number,
  ) {
    this.distances = new Float64Array(count * length).fill(Number.POSITIVE_INFINITY);
    this.rows = new Int32Array(count * length).fill(-1);
    this.worst = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  }

  insert(i: number, distance: number, row: number): void {
    insertSorted(this.distances, this.rows, i * this.length, this.length, distance, row);
    this.worst[i] = this.distances[(i + 1) * this.length - 1];
  }
}

/** Puts a value that is smaller than the last one into its place of a rising list, behind equal ones. */
function insertSorted(
  distances: Float64Array,
  rows: Int32Array,
  start: number,
  length: number,
  distance: number,
  row: number,
): void {
  let at = start + length - 1;
  for (; at > start && distances[at - 1] > distance; at--) {
    distances[at] = distances[at - 1];
    rows[at] = rows[at - 1];
  }
  distances[at] = distance;
  rows[at] = row;
}

/** Offers every pair of rows to both short lists, tile by tile of the upper half of the matrix of products. */
async function offerAllPairs(
  kernels: Kernels,
  values: Matrix,
  norms: Float64Array,
  lists: ShortLists,
  progress: (fraction: number) => Promise<void>,
): Promise<void> {
  const { rows: n, columns: d } = values;
  const width = Math.min(n, 2048);
  const height = Math.min(n, Math.max(32, Math.min(128, Math.floor(1e9 / (2 * width * d)))));
  const workspace = kernels.workspace();
  try {
    const tile = workspace.matrix(height, width);
    for (let top = 0; top < n; top += height)
      for (let left = top; left < n; left += width) {
        const products = tile.block(0, 0, Math.min(height, n - top), Math.min(width, n - left));
        kernels.gemm(
          -2,
          values.block(top, 0, products.rows, d),
          values.block(left, 0, products.columns, d).transposed(),
          0,
          products,
        );
        offerTile(products, top, left, norms, lists);
        const restOfRows = (n - top - products.rows) / n;
        await progress(1 - restOfRows * restOfRows);
      }
  } finally {
    workspace.release();
  }
}

function offerTile(
  products: Matrix,
  top: number,
  left: number,
  norms: Float64Array,
  lists: ShortLists,
): void {
  const { data, rowStride, rows, columns } = products;
  const { worst } = lists;
  for (let i = 0; i < rows; i++) {
    const row = top + i;
    for (let j = Math.max(0, row + 1 - left), at = i * rowStride + j; j < columns; j++, at++) {
      const other = left + j;
      const distance = norms[row] + norms[other] + data[at];
      if (distance < worst[row]) lists.insert(row, distance, other);
      if (distance < worst[other]) lists.insert(other, distance, row);
    }
  }
}

/**
 * Decides by differences among the rows of each short list that rounding could have put in the wrong order. Gives the
 * rows whose list ends too early to hold all of these.
 */
async function decideFromLists(
  values: Matrix,
  norms: Float64Array,
  lists: ShortLists,
  { count, rows, distances }: NearestRows,
  progress: (fraction: number) => Promise<void>,
): Promise<number[]> {
  const { rows: n, columns: d } = values;
  const { length } = lists;
  const largest = norms.reduce((most, norm) => Math.max(most, norm), 0);
  const unsure: number[] = [];
  const atOnce = Math.ceil(1e7 / (length * d));
  for (let i = 0; i < n; i++) {
    if (i % atOnce === 0) await progress(i / n);
    // A sum of d products is off by at most d·2⁻⁵³ times the sum of their sizes; here four such sums come together.
    const error = 4 * (d + 8) * 2 ** -53 * (norms[i] + largest);
    const start = i * length;
    const limit = lists.distances[start + count - 1] + 2 * error;
    if (length < n - 1 && !(lists.distances[start + length - 1] > limit)) {
      unsure.push(i);
      continue;
    }
    distances.fill(Number.POSITIVE_INFINITY, i * count, (i + 1) * count);
    const near = lists.rows.subarray(start, start + length);
    for (const j of near.filter((_, at) => lists.distances[start + at] <= limit).sort()) {
      const distance = squaredDistance(values, i, j);
      if (distance < distances[(i + 1) * count - 1])
        insertSorted(distances, rows, i * count, count, distance, j);
    }
  }
  return unsure;
}

/** As the kernels' squaredDistances, with the same bits: chunks of 256 columns, in each the even and the odd ones apart. */
function squaredDistance({ data, columns }: Matrix, i: number, j: number): number {
  const [a, b] = [i * columns, j * columns];
  let total = 0;
  for (let chunk = 0; chunk < columns; chunk += 256) {
    const end = Math.min(chunk + 256, columns);
    let even = 0;
    let odd = 0;
    let at = chunk;
    for (; at + 1 < end; at += 2) {
      const first = data[a + at] - data[b + at];
      const second = data[a + at + 1] - data[b + at + 1];
      even += first * first;
      odd += second * second;
    }
    if (at < end) even += (data[a + at] - data[b + at]) * (data[a + at] - data[b + at]);
    total += even + odd;
  }
  return total;
}

/** Compares these rows with all others. */
async function decideByDifferences(
  kernels: Kernels,
  values: Matrix,
  unsure: readonly number[],
  { count, rows, distances }: NearestRows,
  progress: (fraction: number) => Promise<void>,
): Promise<void> {
  if (unsure.length === 0) return;
  const { rows: n, columns: d, data } = values;
  const height = Math.min(unsure.length, Math.max(4, Math.min(64, Math.floor(1e8 / (n * d)))));
  const workspace = kernels.workspace();
  try {
    const [some, out] = [workspace.matrix(height, d), workspace.matrix(height, n)];
    for (let start = 0; start < unsure.length; start += height) {
      const part = unsure.slice(start, start + height);
      part.forEach((i, at) => {
        some.data.set(data.subarray(i * d, (i + 1) * d), at * d);
      });
      const found = out.block(0, 0, part.length, n);
      kernels.squaredDistances(some.block(0, 0, part.length, d), values, found);
      part.forEach((i, at) => {
        distances.fill(Number.POSITIVE_INFINITY, i * count, (i + 1) * count);
        for (let j = 0; j < n; j++) {
          const distance = found.data[at * n + j];
          if (j !== i && distance < distances[(i + 1) * count - 1])
            insertSorted(distances, rows, i * count, count, distance, j);
        }
      });
      await progress((start + part.length) / unsure.length);
    }
  } finally {
    workspace.release();
  }
}
