import { Matrix } from "../../numeric/matrix.js";
import type { Problem } from "./problem.js";

/**
 * The features whose share of the system is smallest, up to this much together, are solved for one by one. Measured on
 * COIL20, COLON and LUNG: with 0.1 or 1 the number of steps is the same, with 5 it starts to grow.
 */
const looseShare = 1;
/** Samples or features that are scaled at a time while the system is formed. */
const blockLength = 512;

/**
 * XᵀUX + γD, the matrix of the reweighted least-squares problem, in which U and D hold one over the lengths of residuals
 * and rows. Rows that vanish have a D so large that the rest of the matrix hardly touches them: they are left on the
 * diagonal, and only the others are factored. That is the d × d form; with more of them than samples, the n × n form
 * (X·D⁻¹·Xᵀ + γU⁻¹) is. Nothing of size n + d is ever formed.
 */
export class ReweightedSystem {
  /** How many features are factored. */
  active = 0;
  private readonly factorData: Float64Array;
  private readonly block: Float64Array;
  private readonly small: Float64Array;
  private readonly places: Int32Array;
  private readonly diagonal: Float64Array;
  private lengths: Float64Array = new Float64Array(0);
  private factored: Matrix | null = null;

  constructor(private readonly problem: Problem) {
    const { workspace, samples, targets } = problem;
    const { rows: n, columns: d } = samples;
    const most = Math.min(n, d);
    this.factorData = workspace.array(most * most);
    this.block = workspace.array(Math.min(blockLength, Math.max(n, d)) * most);
    this.small = workspace.array(Math.max(n, d) * targets.columns);
    this.places = new Int32Array(d);
    this.diagonal = new Float64Array(d);
  }

  /** Factors the matrix for these lengths of residuals and rows. */
  factor(residuals: Float64Array, rows: Float64Array): void {
    this.lengths = rows;
    this.chooseActive(residuals, rows);
    const n = this.problem.samples.rows;
    this.factored = null;
    if (this.active === 0) return;
    const size = Math.min(this.active, n);
    const matrix = new Matrix(this.factorData.subarray(0, size * size), size, size);
    if (this.active <= n) this.formByFeatures(residuals, matrix);
    else this.formBySamples(residuals, matrix);
    // Without a factor the diagonal alone serves: slower, but never wrong, since the line search sees to the descent.
    if (this.problem.kernels.cholesky(matrix)) this.factored = matrix;
    else this.active = 0;
  }

  /** out ← (XᵀUX + γD)⁻¹·right, as far as the factored features go; the others by their diagonal. */
  solve(right: Matrix, out: Matrix): void {
    const c = right.columns;
    for (let j = 0, at = 0; j < right.rows; j++)
      for (let k = 0; k < c; k++, at++) out.data[at] = right.data[at] / this.diagonal[j];
    if (!this.factored) return;
    if (this.active <= this.problem.samples.rows) this.solveByFeatures(this.factored, right, out);
    else this.solveBySamples(this.factored, right, out);
  }

  /** Sets the diagonal, and sorts the features into those to be factored and the others. */
  private chooseActive(residuals: Float64Array, rows: Float64Array): void {
    const { samples, gamma } = this.problem;
    const { rows: n, columns: d, data } = samples;
    const { diagonal, places } = this;
    diagonal.fill(0);
    for (let i = 0, at = 0; i < n; i++) {
      const weight = 1 / residuals[i];
      for (let j = 0; j < d; j++, at++) diagonal[j] += weight * data[at] * data[at];
    }
    // What feature j adds to the trace of I + D^-½·XᵀUX·D^-½/γ.
    const shares = diagonal.map((curvature, j) => (curvature * rows[j]) / gamma);
    const threshold = largestLoose(shares);
    this.active = 0;
    for (let j = 0; j < d; j++) {
      diagonal[j] += gamma / rows[j];
      if (shares[j] > threshold) places[this.active++] = j;
    }
  }

  /** The d × d form, summed over blocks of samples. */
  private formByFeatures(residuals: Float64Array, matrix: Matrix): void {
    const { kernels, samples, gamma } = this.problem;
    const { rows: n, columns: d, data } = samples;
    const { active, block, places } = this;
    for (let start = 0; start < n; start += blockLength) {
      const count = Math.min(blockLength, n - start);
      for (let i = 0, to = 0; i < count; i++) {
        const from = (start + i) * d;
        const scale = 1 / Math.sqrt(residuals[start + i]);
        for (let j = 0; j < active; j++) block[to++] = scale * data[from + places[j]];
      }
      kernels.syrk(1, new Matrix(block, count, active).transposed(), start === 0 ? 0 : 1, matrix);
    }
    for (let j = 0; j < active; j++) matrix.data[j * active + j] += gamma / this.lengths[places[j]];
  }

  private solveByFeatures(factor: Matrix, right: Matrix, out: Matrix): void {
    const { kernels } = this.problem;
    const { active, places } = this;
    const c = right.columns;
    const part = new Matrix(this.small, active, c);
    for (let j = 0, to = 0; j < active; j++)
      for (let k = 0; k < c; k++) part.data[to++] = right.data[places[j] * c + k];
    kernels.solveTriangular(factor, part);
    kernels.solveTriangular(factor, part, true);
    for (let j = 0, from = 0; j < active; j++)
      for (let k = 0; k < c; k++) out.data[places[j] * c + k] = part.data[from++];
  }

  /** The n × n form, summed over blocks of features. */
  private formBySamples(residuals: Float64Array, matrix: Matrix): void {
    const { kernels, samples, gamma } = this.problem;
    const { rows: n, columns: d, data } = samples;
    const { active, block, places, lengths } = this;
    for (let start = 0; start < active; start += blockLength) {
      const count = Math.min(blockLength, active - start);
      const scales = new Float64Array(count);
      for (let j = 0; j < count; j++) scales[j] = Math.sqrt(lengths[places[start + j]]);
      for (let i = 0, to = 0; i < n; i++)
        for (let j = 0; j < count; j++) block[to++] = scales[j] * data[i * d + places[start + j]];
      kernels.syrk(1, new Matrix(block, n, count), start === 0 ? 0 : 1, matrix);
    }
    for (let i = 0; i < n; i++) matrix.data[i * n + i] += gamma * residuals[i];
  }

  /** (XᵀUX + γD)⁻¹R = D⁻¹(R − Xᵀ·K⁻¹·X·D⁻¹R)/γ with K = X·D⁻¹·Xᵀ + γU⁻¹, for the active features. */
  private solveBySamples(factor: Matrix, right: Matrix, out: Matrix): void {
    const { kernels, samples, gamma } = this.problem;
    const { active, places, lengths } = this;
    const [n, c] = [samples.rows, right.columns];
    const kept = out.data.slice();
    out.data.fill(0);
    for (let j = 0; j < active; j++)
      for (let k = 0, at = places[j] * c; k < c; k++, at++)
        out.data[at] = lengths[places[j]] * right.data[at];
    const seen = new Matrix(this.small, n, c);
    kernels.gemm(1, samples, out, 0, seen);
    kernels.solveTriangular(factor, seen);
    kernels.solveTriangular(factor, seen, true);
    kernels.gemm(1, samples.transposed(), seen, 0, out);
    for (let j = 0; j < active; j++)
      for (let k = 0, at = places[j] * c; k < c; k++, at++)
        kept[at] = (lengths[places[j]] * (right.data[at] - out.data[at])) / gamma;
    out.data.set(kept);
  }
}

/** The largest share that may be left on the diagonal, with all smaller ones. */
function largestLoose(shares: Float64Array): number {
  const sorted = shares.slice().sort();
  let sum = 0;
  let threshold = -1;
  for (const share of sorted) {
    sum += share;
    if (!(sum <= looseShare)) break;
    threshold = share;
  }
  return threshold;
}
