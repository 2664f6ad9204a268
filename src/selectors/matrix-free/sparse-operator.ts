import type { Kernels, SparseColumns, Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import { upTo } from "../../numeric/up-to.js";
import { type SampleOperator, timesRoots } from "./sample-operator.js";
import { SparseFeatures } from "./sparse-features.js";
import { bySample, type SparseSamples } from "./sparse-samples.js";

/** Entries of which a copy may lie in the kernels' memory: 400 MB. */
const mostInside = 1 << 25;

/**
 * The operator of sparse samples: a product costs what the features hold that are left, times the number of vectors. With x the
 * sparse values of a feature and μ its mean, x − μ·1 is never written out.
 */
export class SparseOperator extends SparseFeatures implements SampleOperator {
  /** The samples in the kernels' memory, if they are not too many. */
  private readonly inside: SparseColumns;

  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    sparse: SparseSamples,
    /** The root of what each sample counts. */
    private readonly roots: Float64Array,
  ) {
    super(sparse, upTo(sparse.means.length));
    this.inside = sparse.values.length > mostInside ? sparse : copyInto(workspace, sparse);
  }

  /** Features go by their places. */
  override get columns(): Int32Array {
    return this.remaining;
  }

  multiplyGram(vectors: Matrix, out: Matrix): void {
    const { kernels, samples, roots, inside } = this;
    const [given, result] = [0, 1].map(() => Matrix.zeros(samples, vectors.columns));
    timesRoots(vectors, roots, given);
    kernels.addSparseGramProduct(inside, this.remaining, given, result);
    timesRoots(result, roots, out);
  }

  backToFeatures(vectors: Matrix): Matrix {
    const { block, sums } = this.weighted(vectors);
    const result = Matrix.zeros(this.left, vectors.columns);
    this.remaining.forEach((feature, row) => {
      const own = result.data.subarray(row * vectors.columns, (row + 1) * vectors.columns);
      this.imageOf(feature, block, sums, own);
    });
    return result;
  }

  gramDiagonal(): Float64Array {
    const { starts, places, values, means } = this.sparse;
    const result = new Float64Array(this.samples);
    let common = 0;
    for (const feature of this.remaining) {
      const mean = means[feature];
      common += mean * mean;
      // (x − μ)² is μ² for zeros.
      for (let k = starts[feature]; k < starts[feature + 1]; k++)
        result[places[k]] += values[k] * (values[k] - 2 * mean);
    }
    return result.map((sum, i) => this.roots[i] * this.roots[i] * Math.max(0, sum + common));
  }

  total(out: Matrix): void {
    const { samples, roots, sparse, left, remaining } = this;
    const { means } = sparse;
    const { data, offset, rowStride } = out;
    for (let row = 0; row < left; row++)
      data.fill(0, offset + row * rowStride, offset + row * rowStride + left);
    const { ends, rows, values } = bySample(sparse, remaining);
    for (let i = 0; i < samples; i++)
      for (let a = ends[i]; a < ends[i + 1]; a++) {
        const value = roots[i] * roots[i] * values[a];
        const to = offset + rows[a] * rowStride;
        for (let b = ends[i]; b <= a; b++) data[to + rows[b]] += value * values[b];
      }
    for (let a = 0; a < left; a++)
      for (let b = 0; b <= a; b++) {
        // The weights of all samples add up to their number.
        const product = out.get(a, b) - samples * means[remaining[a]] * means[remaining[b]];
        out.set(a, b, product);
        out.set(b, a, product);
      }
  }

  copyColumns(features: Int32Array, out: Matrix): void {
    const { starts, places, values, means } = this.sparse;
    features.forEach((feature, j) => {
      for (let i = 0; i < this.samples; i++) out.set(i, j, -means[feature]);
      for (let k = starts[feature]; k < starts[feature + 1]; k++)
        out.set(places[k], j, values[k] - means[feature]);
    });
  }

  /** A block times the roots, row after row, and the sums of its columns. */
  private weighted(vectors: Matrix): { readonly block: Float64Array; readonly sums: Float64Array } {
    const block = Matrix.zeros(vectors.rows, vectors.columns);
    timesRoots(vectors, this.roots, block);
    const sums = new Float64Array(vectors.columns);
    for (let i = 0, at = 0; i < vectors.rows; i++)
      for (let j = 0; j < vectors.columns; j++, at++) sums[j] += block.data[at];
    return { block: block.data, sums };
  }

  /** out ← (x − μ·1)ᵀ·block for the values x of a feature. */
  private imageOf(feature: number, block: Float64Array, sums: Float64Array, out: Float64Array): void {
    const { starts, places, values, means } = this.sparse;
    const m = sums.length;
    const mean = means[feature];
    for (let j = 0; j < m; j++) out[j] = -mean * sums[j];
    const end = starts[feature + 1];
    let k = starts[feature];
    // Four at a time spare most of the loads.
    for (; k + 3 < end; k += 4) {
      const x = values[k];
      const y = values[k + 1];
      const z = values[k + 2];
      const w = values[k + 3];
      const a = places[k] * m;
      const b = places[k + 1] * m;
      const c = places[k + 2] * m;
      const d = places[k + 3] * m;
      for (let j = 0; j < m; j++)
        out[j] += x * block[a + j] + y * block[b + j] + (z * block[c + j] + w * block[d + j]);
    }
    for (; k < end; k++) {
      const value = values[k];
      for (let j = 0, at = places[k] * m; j < m; j++) out[j] += value * block[at + j];
    }
  }
}

function copyInto(workspace: Workspace, { starts, places, values, means }: SparseColumns): SparseColumns {
  const result = {
    starts: workspace.integers(starts.length),
    places: workspace.integers(places.length),
    values: workspace.array(values.length),
    means: workspace.array(means.length),
  };
  result.starts.set(starts);
  result.places.set(places);
  result.values.set(values);
  result.means.set(means);
  return result;
}
