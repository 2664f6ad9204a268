import { Matrix } from "../../numeric/matrix.js";
import type { Kernels } from "../kernels.js";

/** Columns that are reduced before the rest of the matrix is brought up to date, by one product. */
const panelWidth = 32;
/** The rest is updated in strips of this width, below the diagonal only. */
const stripWidth = 192;

/** A = Q·T·Qᵀ with a tridiagonal T. */
export interface TridiagonalForm {
  readonly diagonal: Float64Array;
  /** Beside the diagonal: element i stands at (i + 1, i). */
  readonly beside: Float64Array;
  /** Y ← Q·Y. */
  apply(y: Matrix): void;
}

/**
 * Householder's reduction of a symmetric matrix, in panels as LAPACK's sytrd does it. Only the lower triangle of `a` is
 * read, and `a` is overwritten: its rows right of the diagonal hold the reflectors. `a` must lie row after row. `pause` is
 * called between panels.
 */
export async function tridiagonalForm(
  kernels: Kernels,
  a: Matrix,
  pause: () => Promise<void>,
): Promise<TridiagonalForm> {
  const n = a.rows;
  const workspace = kernels.workspace();
  const form = {
    diagonal: new Float64Array(n),
    beside: new Float64Array(Math.max(0, n - 1)),
    factors: new Float64Array(n),
  };
  try {
    // Of reflector j, v, and its product w: the pairs (v, w) and (w, v), so that A − left·rightᵀ is A after them.
    const left = workspace.matrix(n, 2 * panelWidth);
    const right = workspace.matrix(n, 2 * panelWidth);
    const scratch = {
      column: workspace.array(n),
      product: workspace.array(n),
      small: workspace.array(2 * panelWidth),
    };
    for (let start = 0; start < n; start += panelWidth) {
      const end = Math.min(n, start + panelWidth);
      for (let i = start; i < end; i++)
        reduceColumn(kernels, a, i, i - start, { ...form, left, right, ...scratch });
      for (let from = end; from < n; from += stripWidth) {
        const width = Math.min(stripWidth, n - from);
        kernels.gemm(
          -1,
          left.block(from, 0, n - from, 2 * panelWidth),
          right.block(from, 0, width, 2 * panelWidth).transposed(),
          1,
          a.block(from, from, n - from, width),
        );
      }
      await pause();
    }
  } finally {
    workspace.release();
  }
  const { diagonal, beside, factors } = form;
  return { diagonal, beside, apply: (y) => applyReflectors(kernels, a, factors, y) };
}

interface Panel {
  readonly diagonal: Float64Array;
  readonly beside: Float64Array;
  readonly factors: Float64Array;
  readonly left: Matrix;
  readonly right: Matrix;
  readonly column: Float64Array;
  readonly product: Float64Array;
  readonly small: Float64Array;
}

/** Brings column i up to date, the j-th of its panel, and reflects what stands below its subdiagonal to zero. */
function reduceColumn(kernels: Kernels, a: Matrix, i: number, j: number, panel: Panel): void {
  const { diagonal, beside, factors, left, right } = panel;
  const n = a.rows;
  const column = panel.column.subarray(0, n - i);
  for (let r = i; r < n; r++) column[r - i] = a.data[r * n + i];
  if (j > 0) kernels.gemv(-1, left.block(i, 0, n - i, 2 * j), rowOf(right, i).subarray(0, 2 * j), 1, column);
  diagonal[i] = column[0];
  if (i === n - 1) return;
  const below = column.subarray(1);
  const { factor, value } = reflector(below);
  factors[i] = factor;
  beside[i] = value;
  a.data.set(below, i * n + i + 1);
  const product = panel.product.subarray(0, n - i - 1);
  product.fill(0);
  if (factor !== 0) {
    kernels.symv(1, a.block(i + 1, i + 1, n - i - 1, n - i - 1), below, 0, product);
    if (j > 0) {
      const small = panel.small.subarray(0, 2 * j);
      kernels.gemv(1, left.block(i + 1, 0, n - i - 1, 2 * j).transposed(), below, 0, small);
      kernels.gemv(-1, right.block(i + 1, 0, n - i - 1, 2 * j), small, 1, product);
    }
    const half = 0.5 * factor * factor * dot(product, below);
    for (let r = 0; r < product.length; r++) product[r] = factor * product[r] - half * below[r];
  }
  const width = 2 * panelWidth;
  for (let r = 0, at = (i + 1) * width + 2 * j; r < product.length; r++, at += width) {
    left.data[at] = right.data[at + 1] = below[r];
    left.data[at + 1] = right.data[at] = product[r];
  }
}

/** x becomes v with v₀ = 1, such that (I − factor·v·vᵀ)·x is `value` times the first unit vector. */
function reflector(x: Float64Array): { factor: number; value: number } {
  let rest = 0;
  for (let r = 1; r < x.length; r++) rest += x[r] * x[r];
  const first = x[0];
  if (rest === 0) {
    x[0] = 1;
    return { factor: 0, value: first };
  }
  const length = Math.sqrt(first * first + rest);
  const value = first > 0 ? -length : length;
  for (let r = 1; r < x.length; r++) x[r] /= first - value;
  x[0] = 1;
  return { factor: (value - first) / value, value };
}

/** Y ← H₀·H₁·…·Y, a panel of reflectors at a time: their product is I − V·S·Vᵀ with a small triangular S. */
function applyReflectors(kernels: Kernels, a: Matrix, factors: Float64Array, y: Matrix): void {
  const n = a.rows;
  const workspace = kernels.workspace();
  try {
    const rows = workspace.array(panelWidth * n);
    const gram = workspace.matrix(panelWidth, panelWidth);
    const inner = workspace.matrix(panelWidth, y.columns);
    const outer = workspace.matrix(panelWidth, y.columns);
    for (let start = Math.floor((n - 1) / panelWidth) * panelWidth; start >= 0; start -= panelWidth) {
      const count = Math.min(panelWidth, n - 1 - start);
      if (count <= 0) continue;
      const length = n - start - 1;
      const vectors = new Matrix(rows.subarray(0, count * length), count, length);
      vectors.data.fill(0);
      for (let j = 0; j < count; j++)
        vectors.data.set(
          a.data.subarray((start + j) * n + start + j + 1, (start + j + 1) * n),
          j * length + j,
        );
      const products = gram.block(0, 0, count, count);
      kernels.syrk(1, vectors, 0, products);
      const part = y.block(start + 1, 0, length, y.columns);
      const seen = inner.block(0, 0, count, y.columns);
      const mixed = outer.block(0, 0, count, y.columns);
      kernels.gemm(1, vectors, part, 0, seen);
      kernels.gemm(1, triangle(products, factors.subarray(start, start + count)), seen, 0, mixed);
      kernels.gemm(-1, vectors.transposed(), mixed, 1, part);
    }
  } finally {
    workspace.release();
  }
}

/** S of the product of reflectors with these inner products. */
function triangle(products: Matrix, factors: Float64Array): Matrix {
  const count = factors.length;
  const s = Matrix.zeros(count, count);
  for (let j = 0; j < count; j++) {
    s.set(j, j, factors[j]);
    for (let i = 0; i < j; i++) {
      let sum = 0;
      for (let k = i; k < j; k++) sum += s.get(i, k) * products.get(k, j);
      s.set(i, j, -factors[j] * sum);
    }
  }
  return s;
}

const rowOf = (a: Matrix, i: number) => a.data.subarray(i * a.columns, (i + 1) * a.columns);

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
