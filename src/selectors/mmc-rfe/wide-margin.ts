import type { Eigen, Kernels, Workspace } from "../../kernels/kernels.js";
import { leadingEigen } from "../../kernels/leading-eigen.js";
import { Matrix } from "../../numeric/matrix.js";
import { type Classes, classSums, type Margin, type Remaining, type Vectors, wantedOf } from "./margin.js";

/** G is summed anew when so little of it is left that what rounding has added up could show. */
const worthKeeping = 0.01;
/** Columns that are taken from G at a time. */
const blockWidth = 512;
/** Vectors may be this far from orthonormal. */
const skewAllowed = 1e-9;
type Solver = (matrix: Matrix) => Promise<Eigen>;

/** Directions of G below this part of the largest count as absent. */
const rankFloor = 1e-10;

/**
 * With more features than samples: Sb − Sw = Xᵀ·C·X with C = 2P − I, where P takes class means, and its eigenvectors are
 * Xᵀu. For any F with F·Fᵀ = G = X·Xᵀ they are those of Fᵀ·C·F (n × n), by u = F⁻ᵀq. Features that go are subtracted
 * from G, and nothing of size d × d is ever formed.
 */
export class WideMargin implements Margin {
  private readonly gram: Matrix;
  private readonly factor: Matrix;
  private readonly reduced: Matrix;
  private readonly block: Float64Array;
  private remaining: Remaining;
  private traceWhenSummed = 0;

  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    private readonly classes: Classes,
    remaining: Remaining,
  ) {
    const n = remaining.samples.rows;
    this.gram = workspace.matrix(n, n);
    this.factor = workspace.matrix(n, n);
    this.reduced = workspace.matrix(n, n);
    this.block = workspace.array(n * blockWidth);
    this.remaining = remaining;
    this.sumGram();
  }

  async solve(most: number, onlyPositive: boolean, pause: () => Promise<void>): Promise<Vectors> {
    const leading = (matrix: Matrix) =>
      leadingEigen(this.kernels, matrix, wantedOf(matrix, most, onlyPositive), pause);
    const byCholesky = await this.solveByCholesky(leading);
    return byCholesky && this.skew(byCholesky.vectors) <= skewAllowed
      ? byCholesky
      : this.solveByEigen(leading);
  }

  subtract(leaving: Int32Array): void {
    this.add(-1, leaving);
  }

  settle(remaining: Remaining): void {
    this.remaining = remaining;
    if (trace(this.gram) < worthKeeping * this.traceWhenSummed) this.sumGram();
  }

  private sumGram(): void {
    const { samples, counts } = this.remaining;
    this.kernels.syrk(1, samples, 0, this.gram);
    this.add(
      1,
      counts.map((count) => count - 1),
    );
    this.traceWhenSummed = trace(this.gram);
  }

  /** G ← G + sign·Σ times·x·xᵀ over the columns x. */
  private add(sign: number, times: Int32Array): void {
    const { rows: n, columns: d, data } = this.remaining.samples;
    const chosen = Array.from(times.keys()).filter((j) => times[j] > 0);
    for (let start = 0; start < chosen.length; start += blockWidth) {
      const columns = chosen.slice(start, start + blockWidth);
      const scales = columns.map((j) => Math.sqrt(times[j]));
      for (let i = 0, to = 0; i < n; i++)
        for (let j = 0; j < columns.length; j++) this.block[to++] = scales[j] * data[i * d + columns[j]];
      this.kernels.syrk(sign, new Matrix(this.block, n, columns.length), 1, this.gram);
    }
  }

  /**
   * F from Cholesky. Centred samples leave G singular in the direction r of the mean, the roots of the weights, so a multiple
   * of rrᵀ is added; C is made to turn that direction around, and its eigenvalue is negative, out of the way.
   */
  private async solveByCholesky(leading: Solver): Promise<Vectors | null> {
    const { kernels, gram, factor } = this;
    const { roots } = this.classes;
    const n = gram.rows;
    const shift = trace(gram) / (n * n);
    for (let i = 0, at = 0; i < n; i++)
      for (let j = 0; j < n; j++, at++) factor.data[at] = gram.data[at] + shift * (roots[i] * roots[j]);
    if (!kernels.cholesky(factor)) return null;
    const { values, vectors } = await leading(this.reducedMatrix(factor));
    kernels.solveTriangular(factor, vectors, true);
    return { values, vectors: this.seenBySamples(vectors) };
  }

  /** F = U·Λ^½ from the eigenvectors of G, for samples that depend on each other in more than their mean. */
  private async solveByEigen(leading: Solver): Promise<Vectors> {
    const { kernels, gram } = this;
    const { values: squares, vectors: directions } = kernels.symmetricEigen(gram);
    const floor = rankFloor * squares[squares.length - 1];
    const kept = Int32Array.from(squares.keys()).filter((k) => squares[k] > floor);
    const factor = directions.selectColumns(kept);
    const inverse = factor.copy();
    for (let i = 0, at = 0; i < factor.rows; i++)
      for (const k of kept) {
        const root = Math.sqrt(squares[k]);
        factor.data[at] *= root;
        inverse.data[at++] /= root;
      }
    const { values, vectors } = await leading(this.reducedMatrix(factor));
    const mixed = Matrix.zeros(factor.rows, vectors.columns);
    kernels.gemm(1, inverse, vectors, 0, mixed);
    return { values, vectors: this.seenBySamples(mixed) };
  }

  /** Fᵀ·C·F with C = 2(P − rrᵀ/n) − I. */
  private reducedMatrix(factor: Matrix): Matrix {
    const { kernels, classes } = this;
    const size = factor.columns;
    const matrix = new Matrix(this.reduced.data.subarray(0, size * size), size, size);
    kernels.syrk(2, classSums(factor, classes).transposed(), 0, matrix);
    kernels.syrk(-2, alongMean(factor, classes.roots).transposed(), 1, matrix);
    kernels.syrk(-1, factor.transposed(), 1, matrix);
    return matrix;
  }

  /** Xᵀu. */
  private seenBySamples(u: Matrix): Matrix {
    const { samples } = this.remaining;
    const vectors = Matrix.zeros(samples.columns, u.columns);
    this.kernels.gemm(1, samples.transposed(), u, 0, vectors);
    return vectors;
  }

  /** max |VᵀV − I| over all copies. */
  private skew(vectors: Matrix): number {
    const { counts } = this.remaining;
    const p = vectors.columns;
    let worst = 0;
    for (let a = 0; a < p; a++)
      for (let b = 0; b <= a; b++) {
        let product = a === b ? -1 : 0;
        for (let i = 0, at = 0; i < vectors.rows; i++, at += p)
          product += counts[i] * vectors.data[at + a] * vectors.data[at + b];
        worst = Math.max(worst, Math.abs(product));
      }
    return worst;
  }
}

/** rᵀ·a/√n, one row. */
function alongMean(a: Matrix, roots: Float64Array): Matrix {
  const sums = Matrix.zeros(1, a.columns);
  for (let i = 0; i < a.rows; i++) {
    const scale = roots[i] / Math.sqrt(a.rows);
    for (let j = 0, from = i * a.columns; j < a.columns; j++) sums.data[j] += scale * a.data[from++];
  }
  return sums;
}

function trace(a: Matrix): number {
  let sum = 0;
  for (let i = 0; i < a.rows; i++) sum += a.data[i * a.columns + i];
  return sum;
}
