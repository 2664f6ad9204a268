import type { Matrix } from "../numeric/matrix.js";
import { copyMatrix } from "./copy-matrix.js";
import type { Eigen, Kernels } from "./kernels.js";
import { countAbove, eigenvectors, largestEigenvalues } from "./leading-eigen/tridiagonal-eigen.js";
import { tridiagonalForm } from "./leading-eigen/tridiagonal-form.js";

/** Which eigenvalues are wanted: those above a number, but no fewer than `least` and no more than `most`. */
export interface Wanted {
  readonly above: number;
  readonly least: number;
  readonly most: number;
}

/** Up to this size all eigenvectors are as fast as a few (measured: 20 of 200 take the same time, 20 of 1024 a third). */
const smallSize = 160;

/**
 * The largest eigenvalues of a symmetric matrix of which the lower triangle is read, largest first, with orthonormal
 * eigenvectors. Where few of many are wanted this takes a fraction of the time of {@link Kernels.symmetricEigen}. `pause`
 * is called now and then; it may give other work a turn, or end this by throwing.
 */
export async function leadingEigen(
  kernels: Kernels,
  a: Matrix,
  wanted: Wanted,
  pause: () => Promise<void> = async () => {},
): Promise<Eigen> {
  const size = a.rows > smallSize ? largestEntry(a) : 0;
  const few =
    size > 0 && size < Number.POSITIVE_INFINITY
      ? await fewEigenvectors(kernels, a, size, wanted, pause)
      : null;
  return few ?? chooseFromAll(kernels, a, wanted);
}

/** By way of a tridiagonal form of A over its largest entry, so that no square overflows. Null, which has not been seen to happen, when a vector does not settle. */
async function fewEigenvectors(
  kernels: Kernels,
  a: Matrix,
  size: number,
  wanted: Wanted,
  pause: () => Promise<void>,
): Promise<Eigen | null> {
  const n = a.rows;
  const workspace = kernels.workspace();
  try {
    const copy = workspace.matrix(n, n);
    copyMatrix(a, copy);
    for (let at = 0; at < n * n; at++) copy.data[at] /= size;
    const form = await tridiagonalForm(kernels, copy, pause);
    const count = clamp(countAbove(form, wanted.above / size), wanted, n);
    const values = largestEigenvalues(form, count);
    const rows = eigenvectors(form, values);
    if (!rows) return null;
    const vectors = workspace.matrix(n, count);
    rows.forEach((row, j) => {
      for (let i = 0; i < n; i++) vectors.data[i * count + j] = row[i];
    });
    form.apply(vectors);
    return { values: values.map((value) => value * size), vectors: vectors.copy() };
  } finally {
    workspace.release();
  }
}

function chooseFromAll(kernels: Kernels, a: Matrix, wanted: Wanted): Eigen {
  const { values, vectors } = kernels.symmetricEigen(a);
  const count = clamp(values.filter((value) => value > wanted.above).length, wanted, a.rows);
  const places = Int32Array.from({ length: count }, (_, k) => values.length - 1 - k);
  return { values: Float64Array.from(places, (k) => values[k]), vectors: vectors.selectColumns(places) };
}

/** Of the lower triangle; not a number where one of them is not. */
function largestEntry(a: Matrix): number {
  let largest = 0;
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j <= i; j++) largest = Math.max(largest, Math.abs(a.get(i, j)));
  return largest;
}

const clamp = (count: number, { least, most }: Wanted, size: number) =>
  Math.min(Math.max(count, least), most, size);
