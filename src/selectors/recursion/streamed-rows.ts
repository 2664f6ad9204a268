import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import {
  FeatureRows,
  isWornOut,
  isWorthSubtracting,
  type RowBlock,
  type SampleRows,
  trace,
} from "./feature-rows.js";
import { RemainingFeatures } from "./remaining-features.js";

/** Where features lie that are too many for memory. */
export interface StoredFeatures {
  readonly samples: number;
  /** Reads features, prepared as the recursion needs them, into the rows of `out`. */
  read(features: Int32Array, out: Matrix): void;
}

/** How much of the features lies in memory. */
export interface StreamingLimits {
  /** When no more features are left than this, all of them move into memory; not below {@link fewestInMemory}. */
  readonly mostInMemory: number;
  /** How many are read at a time at most. */
  readonly blockHeight: number;
}

/** The kernels sum so many products before they touch the result: blocks cut there give the bits of the whole. */
const depth = 256;

/** What must fit into memory: below it, the recursion needs the features themselves and not only the Gram matrix. */
export const fewestInMemory = (samples: number): number => Math.max(samples, 1000);

/**
 * What {@link FeatureRows} is, for features that do not fit into memory: the first rounds need only the Gram matrix and
 * passes over the features that are left, block by block. Once few enough are left they move into memory. Rows change
 * places and sums run as they do there, so that every bit is the same.
 */
export class StreamedRows implements SampleRows {
  /** While features are read from where they are stored. */
  private readonly streamed: RemainingFeatures;
  /** Once they lie in memory. */
  private held: FeatureRows | null = null;
  private readonly staging: Workspace;
  private readonly block: Matrix;
  private readonly summed: Matrix;
  private traceWhenSummed = 0;

  private constructor(
    private readonly kernels: Kernels,
    private readonly workspace: Workspace,
    private readonly stored: StoredFeatures,
    features: Int32Array,
    private readonly limits: StreamingLimits,
    private readonly pause: () => Promise<void>,
  ) {
    const { samples } = stored;
    this.streamed = new RemainingFeatures(features);
    this.summed = workspace.matrix(samples, samples);
    this.staging = kernels.workspace();
    const height = Math.min(features.length, limits.blockHeight);
    this.block = this.staging.matrix(Math.max(depth, Math.floor(height / depth) * depth), samples);
  }

  /** Opens features and sums their Gram matrix in one pass; `pause` lets others speak and ends the work when it is aborted. */
  static async open(
    kernels: Kernels,
    workspace: Workspace,
    stored: StoredFeatures,
    features: Int32Array,
    limits: StreamingLimits,
    pause: () => Promise<void>,
  ): Promise<StreamedRows> {
    const rows = new StreamedRows(kernels, workspace, stored, features, limits, pause);
    try {
      await rows.sumGram();
      await rows.moveIfFew();
      return rows;
    } catch (error) {
      rows.release();
      throw error;
    }
  }

  /** Gives back what the blocks take; the rest goes with the workspace. */
  release(): void {
    if (!this.held) this.staging.release();
  }

  get left(): number {
    return this.now.left;
  }

  get remaining(): Int32Array {
    return this.now.remaining;
  }

  get samples(): number {
    return this.stored.samples;
  }

  get gram(): Matrix | null {
    return this.held ? this.held.gram : this.summed;
  }

  get gone(): number {
    return this.held?.gone ?? 0;
  }

  get values(): Matrix | null {
    return this.held?.values ?? null;
  }

  locate(feature: number): number {
    return this.now.locate(feature);
  }

  async *blocks(height: number): AsyncGenerator<RowBlock> {
    if (this.held) {
      yield* this.held.blocks(height);
      return;
    }
    // In the order in which they are stored.
    const features = this.remaining.slice().sort();
    const most = Math.min(height, this.block.rows);
    for (let from = 0; from < features.length; from += most) {
      const some = features.subarray(from, from + most);
      yield { values: this.read(some), first: 0, listed: some.map((feature) => this.locate(feature)) };
      await this.pause();
    }
  }

  copyTo(out: Matrix, features: Int32Array): void {
    this.stored.read(features, out);
  }

  async drop(features: readonly number[]): Promise<void> {
    if (this.held) {
      this.held.drop(features);
      return;
    }
    const { streamed } = this;
    streamed.drop(features);
    if (!isWorthSubtracting(features.length)) throw new Error("too few features are left to be streamed");
    await this.addToGram(-1, streamed.features.subarray(streamed.left, streamed.left + features.length), 1);
    if (isWornOut(this.summed, this.traceWhenSummed)) await this.sumGram();
    await this.moveIfFew();
  }

  private get now(): RemainingFeatures {
    return this.held ?? this.streamed;
  }

  private read(features: Int32Array): Matrix {
    const block = this.block.block(0, 0, features.length, this.samples);
    this.stored.read(features, block);
    return block;
  }

  private async sumGram(): Promise<void> {
    await this.addToGram(1, this.remaining, 0);
    this.traceWhenSummed = trace(this.summed);
  }

  /** G ← sign·X·Xᵀ + beta·G over these features, in this order. */
  private async addToGram(sign: number, features: Int32Array, beta: number): Promise<void> {
    for (let from = 0; from < features.length; from += this.block.rows) {
      const some = features.subarray(from, from + this.block.rows);
      this.kernels.syrk(sign, this.read(some).transposed(), from === 0 ? beta : 1, this.summed);
      await this.pause();
    }
  }

  private async moveIfFew(): Promise<void> {
    const { kernels, workspace, stored, limits, samples, summed: gram, traceWhenSummed } = this;
    const features = this.remaining.slice();
    if (features.length > Math.max(limits.mostInMemory, fewestInMemory(samples))) return;
    this.staging.release();
    const values = workspace.matrix(features.length, samples);
    this.held = new FeatureRows(kernels, workspace, values, features, samples, { gram, traceWhenSummed });
    for (let from = 0; from < features.length; from += limits.blockHeight) {
      const some = features.subarray(from, from + limits.blockHeight);
      stored.read(some, values.block(from, 0, some.length, samples));
      await this.pause();
    }
  }
}
