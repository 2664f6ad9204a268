import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { MixedDifferences } from "./mixed-differences.js";
import type { Rules } from "./rules.js";
import { distancesAsWeka } from "./weka.js";

/** So many differences may be computed between two reports of progress, by the kernels or as Weka does. */
const steps = { kernels: 2 ** 27, weka: 2 ** 25 };
/** All distances are kept, each computed once for both its samples, where they take no more than this. */
const bytesToKeep = 2 ** 27;

/** What distances take, `most` samples at a time in the order of the data. */
export const distanceBytes = (rows: number, most: number): number =>
  8 * rows * rows <= bytesToKeep ? 8 * rows * rows : 8 * rows * most;

/** Distances from some samples at a time to all samples. */
export class Distances {
  /** A row for each sample of the block, or for every sample where all are kept. */
  private readonly table: Matrix;
  private readonly keepsAll: boolean;
  /** Where the block's rows begin in the table. */
  private first = 0;

  /** `inOrder` says that blocks of at most `most` samples will come one after the other, from the first sample on. */
  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    private readonly values: Matrix,
    private readonly rules: Pick<Rules, "distance" | "wekaNeighbours">,
    most: number,
    inOrder: boolean,
    private readonly mixed: MixedDifferences | null,
  ) {
    const { rows } = values;
    this.keepsAll = inOrder && 8 * rows * rows <= bytesToKeep;
    this.table = workspace.matrix(this.keepsAll ? rows : most, rows);
  }

  /** Measures from the samples, whose values stand in `block`. */
  async measure(
    samples: Int32Array,
    block: Matrix,
    progress: (fraction: number) => Promise<void>,
  ): Promise<void> {
    const { rows, columns } = this.values;
    this.first = this.keepsAll ? samples[0] : 0;
    const atOnce = this.rules.wekaNeighbours ? steps.weka : steps.kernels;
    const tile = Math.max(16, Math.floor(atOnce / (samples.length * columns)));
    for (let from = this.first; from < rows; from += tile) {
      const count = Math.min(tile, rows - from);
      const out = this.table.block(this.first, from, samples.length, count);
      this.fill(block, this.values.block(from, 0, count, columns), out);
      this.mixed?.correctDistances(samples, from, out);
      await progress((from - this.first) / (rows - this.first));
    }
    if (this.keepsAll) this.mirror(samples.length);
  }

  /** From the i-th sample of those measured last to every sample. */
  row(i: number): Float64Array {
    const { data, columns } = this.table;
    return data.subarray((this.first + i) * columns, (this.first + i + 1) * columns);
  }

  private fill(block: Matrix, others: Matrix, out: Matrix): void {
    if (this.rules.wekaNeighbours) distancesAsWeka(block, others, out);
    else if (this.rules.distance === "manhattan") this.kernels.manhattanDistances(block, others, out);
    else this.kernels.squaredDistances(block, others, out);
  }

  /** Hands what was measured on to the samples that come later. */
  private mirror(count: number): void {
    const { data, columns } = this.table;
    for (let later = this.first + count; later < columns; later++)
      for (let i = this.first; i < this.first + count; i++)
        data[later * columns + i] = data[i * columns + later];
  }
}
