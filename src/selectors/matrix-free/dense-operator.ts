import type { Dataset } from "../../data/dataset.js";
import { copyMatrix } from "../../kernels/copy-matrix.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { weightedMoments } from "../../models/class-weight.js";
import { Matrix } from "../../numeric/matrix.js";
import { upTo } from "../../numeric/up-to.js";
import type { ByClass } from "../recursion/by-class.js";
import { RemainingFeatures } from "../recursion/remaining-features.js";
import { distinctColumns, type SampleOptions, type Samples, tameExtremes } from "../samples.js";
import type { SampleOperator } from "./sample-operator.js";

/** Numbers of a block that passes through the kernels: 64 MB. */
const blockSize = 1 << 23;
/** Numbers that may stay in the kernels' memory: 512 MB. */
const usualMostKept = 1 << 26;
/** What the operator holds in the kernels' memory at most, in numbers: what stays, what passes, and a block of the last features. */
export const mostHeld = usualMostKept + 2 * blockSize;
/** Numbers of a panel, 4 MB: both passes of a product then find it in the cache. */
const panelSize = 1 << 19;
/** Numbers of a row that are brought in together. */
const piece = 512;

/** Dense data as it lies, and how its columns are seen. */
export type DenseOpening = Omit<Samples, "values">;

/** Means and deviations of the columns, a block at a time; the data is neither changed nor copied. */
export function openDense(
  kernels: Kernels,
  data: Dataset,
  values: Matrix,
  weights: Float64Array | null,
  { standardize, costs, parts }: Pick<SampleOptions, "standardize" | "costs" | "parts">,
): DenseOpening {
  const { columns, copies } = distinctColumns(data, { costs, parts });
  const n = data.rows;
  const [means, scales, variances] = [0, 1, 2].map(() => new Float64Array(columns.length));
  const width = widthOf(n, columns.length);
  for (let first = 0; first < columns.length; first += width) {
    const block = values.selectColumns(columns.subarray(first, first + width));
    const units = standardize ? tameExtremes(block) : null;
    const moments = weights ? weightedMoments(block, weights) : kernels.columnMoments(block);
    for (let j = 0; j < block.columns; j++) {
      const unit = units?.[j] ?? 1;
      const variance = moments.variances[j];
      means[first + j] = moments.means[j] * unit;
      scales[first + j] = unit * (standardize ? Math.sqrt((variance * n) / (n - 1)) : 1);
      variances[first + j] = variance;
    }
  }
  return { columns, copies, means, scales, variances };
}

/**
 * The operator of dense data that is too large for the kernels' memory, or for a second copy. Columns are centred and scaled on their
 * way into the kernels: as many as there is room for stay there until features are dropped, the others come in again for every product.
 */
export class DenseOperator extends RemainingFeatures implements SampleOperator {
  /** Numbers that stay, and those that are brought in. */
  private readonly kept: Float64Array;
  private readonly passing: Float64Array;
  /** What `kept` holds of the features that are left, in rising order; null where that is out of date. */
  private panels: Matrix[] | null = null;

  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    private readonly data: Matrix,
    private readonly opening: DenseOpening,
    private readonly order: ByClass["order"],
    /** The root of what each sample counts. */
    private readonly roots: Float64Array,
    { mostKept = usualMostKept, block = blockSize } = {},
  ) {
    super(upTo(opening.columns.length));
    const n = order.length;
    const columns = opening.columns.length;
    this.kept = workspace.array(n * Math.min(columns, Math.floor(mostKept / n)));
    const rest = columns - this.kept.length / n;
    this.passing = workspace.array(n * Math.min(rest, Math.max(1, Math.floor(block / n))));
  }

  get samples(): number {
    return this.order.length;
  }

  override drop(features: readonly number[]): void {
    super.drop(features);
    this.panels = null;
  }

  multiplyGram(vectors: Matrix, out: Matrix): void {
    const { kernels } = this;
    const workspace = kernels.workspace();
    try {
      // An even number of vectors is used in place.
      const even = 2 * Math.ceil(vectors.columns / 2);
      const [given, sums] = [0, 1].map(() => workspace.matrix(vectors.rows, even));
      copyMatrix(vectors, given.block(0, 0, vectors.rows, vectors.columns));
      this.eachPanel((panel) => kernels.addGramProduct(panel, given, sums));
      copyMatrix(sums.block(0, 0, out.rows, out.columns), out);
    } finally {
      workspace.release();
    }
  }

  backToFeatures(vectors: Matrix): Matrix {
    const result = Matrix.zeros(this.left, vectors.columns);
    this.eachPanel((panel, features) => {
      const images = Matrix.zeros(panel.columns, vectors.columns);
      this.kernels.gemm(1, panel.transposed(), vectors, 0, images);
      features.forEach((feature, j) => {
        for (let k = 0; k < vectors.columns; k++) result.set(this.locate(feature), k, images.get(j, k));
      });
    });
    return result;
  }

  gramDiagonal(): Float64Array {
    const result = new Float64Array(this.samples);
    this.eachPanel(({ data, offset, rows, columns, rowStride }) => {
      for (let i = 0; i < rows; i++) {
        const start = offset + i * rowStride;
        let sum = 0;
        for (let j = 0; j < columns; j++) sum += data[start + j] * data[start + j];
        result[i] += sum;
      }
    });
    return result;
  }

  total(out: Matrix): void {
    const { kernels, samples, remaining } = this;
    const height = Math.min(samples, Math.max(1, Math.floor(blockSize / this.left)));
    const workspace = kernels.workspace();
    try {
      const whole = workspace.matrix(height, this.left);
      for (let first = 0; first < samples; first += height) {
        const block = whole.block(0, 0, Math.min(height, samples - first), this.left);
        const rows = this.order.subarray(first, first + block.rows);
        this.bringIn(rows, remaining, this.roots.subarray(first, first + block.rows), [block]);
        kernels.syrk(1, block.transposed(), first === 0 ? 0 : 1, out);
      }
    } finally {
      workspace.release();
    }
  }

  copyColumns(features: Int32Array, out: Matrix): void {
    this.bringIn(this.order, features, new Float64Array(this.samples).fill(1), [out]);
  }

  /** Goes through the features that are left, in rising order; a panel holds all samples of some of them. */
  private eachPanel(use: (panel: Matrix, features: Int32Array) => void): void {
    const { samples, kept, passing } = this;
    const features = this.remaining.slice().sort();
    const staying = Math.min(features.length, kept.length / samples);
    this.panels ??= this.fill(kept, features.subarray(0, staying));
    let first = 0;
    const useAll = (panels: readonly Matrix[]) => {
      for (const panel of panels) {
        use(panel, features.subarray(first, first + panel.columns));
        first += panel.columns;
      }
    };
    useAll(this.panels);
    const width = passing.length / samples;
    while (first < features.length) useAll(this.fill(passing, features.subarray(first, first + width)));
  }

  /** These features in panels, one behind the other. */
  private fill(room: Float64Array, features: Int32Array): Matrix[] {
    const { samples, order, roots } = this;
    const width = Math.max(2, Math.floor(panelSize / samples));
    const panels: Matrix[] = [];
    for (let first = 0; first < features.length; first += width)
      panels.push(
        new Matrix(room, samples, Math.min(width, features.length - first), { offset: first * samples }),
      );
    // Some at a time, so that a piece of a row is neither short nor much of the row.
    const together = Math.max(1, Math.floor(piece / width));
    for (let p = 0, first = 0; p < panels.length; p += together) {
      const some = panels.slice(p, p + together);
      const count = some.reduce((sum, { columns }) => sum + columns, 0);
      this.bringIn(order, features.subarray(first, first + count), roots, some);
      first += count;
    }
    return panels;
  }

  /** Values of some features, centred and scaled, for some samples. */
  private bringIn(
    rows: Int32Array,
    features: Int32Array,
    roots: Float64Array,
    panels: readonly Matrix[],
  ): void {
    const { columns, means, scales } = this.opening;
    const view = {
      rows,
      columns: features.map((feature) => columns[feature]),
      means: Float64Array.from(features, (feature) => means[feature]),
      factors: Float64Array.from(features, (feature) => 1 / scales[feature]),
      roots,
    };
    this.kernels.centredPanels(this.data, view, panels);
  }
}

const widthOf = (samples: number, columns: number): number =>
  Math.max(1, Math.min(columns, Math.floor(blockSize / samples)));
