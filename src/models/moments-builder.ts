import type { Kernels, Workspace } from "../kernels/kernels.js";
import { FloatRows, type RowValues } from "../numeric/float-rows.js";
import { Matrix } from "../numeric/matrix.js";
import { Panels } from "../numeric/panels.js";
import { SparseMatrix } from "../numeric/sparse-matrix.js";
import type { ClassMoments, Moments } from "./moments.js";
import {
  MomentsSum,
  mostClasses,
  numbersIn,
  type PackedMoments,
  tooManyClasses,
  unpackMoments,
} from "./moments-sum.js";

/**
 * How large a block of rows is: its bytes as doubles, which fit the caches, and its rows, at least so many that products are fast.
 * It depends on nothing but the number of features.
 */
const blockBytes = 2 ** 21;
const [leastBlockRows, mostBlockRows] = [512, 4096];

/** Room for so many is made at first. */
const usualClasses = 16;

/** Values in 32 or 64 bits. */
type Floats = Float32Array | Float64Array;

/**
 * Gathers the moments of rows that come in parts of any size. Rows are folded in blocks of a fixed size, one block after the
 * other, so that neither the parts nor the number of threads change a bit of the result. Every value is counted from the first
 * row of its class, which keeps all digits of values that are large and alike, and the means of blocks are merged by the
 * formula of Chan, Golub and LeVeque, which keeps them where the values drift.
 */
export class MomentsBuilder {
  rows = 0;
  private readonly workspace: Workspace;
  private readonly columns: number;
  private readonly capacity: number;
  /** In 32 bits as long as all rows come so. */
  private block: Floats | null = null;
  private readonly codes: Int32Array;
  private readonly residuals: Panels | null;
  private readonly within: Matrix | null;
  private filled = 0;
  private readonly codeOf = new Map<string, number>();
  private readonly classes: GatheredClass[] = [];
  private room: ClassRoom;
  /** With weights, the root of what a row of each class counts in the scatter. */
  private readonly roots: number[] = [];
  /** Waits for the products of the block before, on which the other threads work meanwhile. */
  private settle = () => {};

  /**
   * With `scatter` the whole scatter inside the classes is gathered, else only the spread of each feature. `onGaps` is told of
   * every block that holds a value which is no finite number, with its values row after row. `weights`: what a row of each class
   * counts in the scatter; 1 if absent.
   */
  constructor(
    private readonly kernels: Kernels,
    private readonly featureNames: readonly string[],
    scatter: boolean,
    private readonly onGaps?: (values: Floats) => void,
    private readonly weights?: ReadonlyMap<string, number>,
  ) {
    this.columns = featureNames.length;
    this.capacity = Math.max(
      leastBlockRows,
      Math.min(mostBlockRows, Math.floor(blockBytes / (8 * this.columns))),
    );
    this.workspace = kernels.workspace();
    // Behind the rows of a block is room for what the merging of class means adds to the scatter, up to as many rows again.
    const room = 2 * this.capacity;
    this.residuals = scatter
      ? new Panels(this.workspace.array(Panels.size(room, this.columns)), room, this.columns)
      : null;
    this.within = scatter ? this.workspace.matrix(this.columns, this.columns) : null;
    this.codes = this.workspace.integers(this.capacity);
    this.room = new ClassRoom(kernels, usualClasses, this.columns);
  }

  /** Adds rows, each with the name of its class. A value that is missing spoils the moments, so `onGaps` must look for it. */
  add(values: RowValues, labels: readonly string[]): void {
    const { columns } = this;
    const block = this.blockFor(values);
    for (let row = 0; row < values.rows; ) {
      const count = Math.min(values.rows - row, this.capacity - this.filled);
      const at = this.filled * columns;
      if (values instanceof SparseMatrix) writeSparse(values, row, count, block, at);
      else {
        const from = (values instanceof Matrix ? values.offset : 0) + row * columns;
        block.set(values.data.subarray(from, from + count * columns), at);
      }
      for (let i = 0; i < count; i++, row++) {
        this.codes[this.filled] = this.codeFor(labels[row]);
        this.filled++;
      }
      if (this.filled === this.capacity) this.fold();
    }
    this.rows += values.rows;
  }

  /** Folds what has come so far; rows that come later begin a block of their own. */
  flush(): void {
    this.fold();
  }

  /** The moments of all rows; the builder is of no use afterwards. */
  finish(): ClassMoments | Moments {
    const sum = new MomentsSum(this.featureNames, this.weights);
    sum.add(unpackMoments(this.part(), this.columns, this.within !== null));
    return sum.finish();
  }

  /** The same as a part of more rows; the builder is of no use afterwards. */
  part(): PackedMoments {
    this.fold();
    this.settle();
    const { classes, columns, codeOf, room, within } = this;
    const numbers = new Float64Array(numbersIn(classes.length, columns, within !== null));
    let at = 0;
    const put = (some: ArrayLike<number>) => {
      numbers.set(some, at);
      at += some.length;
    };
    put(classes.map(({ count }) => count));
    put(room.origins.data.subarray(0, classes.length * columns));
    for (const { mean } of classes) put(mean);
    for (const { spread } of classes) put(spread);
    if (within) for (let i = 0; i < columns; i++) put(within.data.subarray(i * columns, i * columns + i + 1));
    this.release();
    return { classes: [...codeOf.keys()], numbers };
  }

  /** Gives the memory of the kernels back where the work ends early. */
  release(): void {
    this.settle();
    this.workspace.release();
    this.room.release();
  }

  /** The block, wide enough for these values. */
  private blockFor(values: RowValues): Floats {
    const { block, workspace, capacity, columns } = this;
    if (block && (block instanceof Float64Array || values instanceof FloatRows)) return block;
    const made =
      values instanceof FloatRows
        ? workspace.singles(capacity * columns)
        : workspace.array(capacity * columns);
    if (block) made.set(block);
    this.block = made;
    return made;
  }

  /** The number of a class; the first row of a new one, the next of the block, is what its values are counted from. */
  private codeFor(label: string): number {
    const known = this.codeOf.get(label);
    if (known !== undefined) return known;
    const code = this.codeOf.size;
    if (code === mostClasses) throw tooManyClasses();
    this.codeOf.set(label, code);
    this.classes.push(new GatheredClass(this.columns));
    this.roots.push(Math.sqrt(this.weights?.get(label) ?? 1));
    if (code === this.room.classes) this.room = this.room.doubled();
    const at = this.filled * this.columns;
    this.room.origins.data.set(this.block!.subarray(at, at + this.columns), code * this.columns);
    return code;
  }

  private fold(): void {
    const { columns, filled, classes, room, residuals, block, within } = this;
    if (filled === 0 || !block) return;
    const values = block.subarray(0, filled * columns);
    const codes = this.codes.subarray(0, filled);
    const [origins, means, spreads] = [room.origins, room.means, room.spreads].map((all) =>
      all.block(0, 0, classes.length, columns),
    );
    this.settle();
    this.kernels.foldClasses({
      values,
      codes,
      origins,
      means,
      spreads,
      residuals: residuals?.first(filled) ?? null,
    });
    for (const code of codes) classes[code].blockCount++;
    if (this.onGaps && !allFinite(means)) this.onGaps(values);
    let rows = filled;
    const merged = classes.flatMap((one, code) => {
      if (one.blockCount === 0) return [];
      one.merge(room, code, residuals, rows++);
      return [code];
    });
    this.filled = 0;
    if (!residuals || !within) return;
    const own = residuals.first(rows);
    if (this.weights) own.multiplyRows([...codes, ...merged].map((code) => this.roots[code]));
    this.settle = this.kernels.addScatter(own, within);
  }
}

/** What the kernels read and write of so many classes. */
class ClassRoom {
  readonly origins: Matrix;
  /** Of the block that is being folded, counted from the origins. */
  readonly means: Matrix;
  readonly spreads: Matrix;
  private readonly workspace: Workspace;

  constructor(
    private readonly kernels: Kernels,
    readonly classes: number,
    private readonly columns: number,
  ) {
    this.workspace = kernels.workspace();
    [this.origins, this.means, this.spreads] = [0, 1, 2].map(() => this.workspace.matrix(classes, columns));
  }

  /** Room for twice as many, with the same origins. */
  doubled(): ClassRoom {
    const more = new ClassRoom(this.kernels, 2 * this.classes, this.columns);
    more.origins.data.set(this.origins.data);
    this.release();
    return more;
  }

  release(): void {
    this.workspace.release();
  }
}

/** What is known of one class. Means are counted from its first row. */
class GatheredClass {
  count = 0;
  readonly mean: Float64Array;
  readonly spread: Float64Array;
  /** Rows in the block that is being folded. */
  blockCount = 0;

  constructor(columns: number) {
    this.mean = new Float64Array(columns);
    this.spread = new Float64Array(columns);
  }

  /** Takes the block in, and writes the row whose square is what the distance of the two means adds to the scatter. */
  merge({ means, spreads }: ClassRoom, code: number, into: Panels | null, row: number): void {
    const { mean, spread, blockCount: added } = this;
    const together = this.count + added;
    const weight = (this.count * added) / together;
    const root = Math.sqrt(weight);
    const part = added / together;
    for (let j = 0, from = code * mean.length; j < mean.length; j++, from++) {
      const apart = means.data[from] - mean[j];
      mean[j] += part * apart;
      spread[j] += spreads.data[from] + weight * apart * apart;
      into?.set(row, j, root * apart);
    }
    this.count = together;
    this.blockCount = 0;
  }
}

function writeSparse(values: SparseMatrix, row: number, count: number, block: Floats, at: number): void {
  const { columns, rowStarts, columnIndices } = values;
  block.fill(0, at, at + count * columns);
  for (let i = row; i < row + count; i++, at += columns)
    for (let k = rowStarts[i]; k < rowStarts[i + 1]; k++) block[at + columnIndices[k]] = values.values[k];
}

function allFinite({ data, offset, rows, columns }: Matrix): boolean {
  for (let at = offset; at < offset + rows * columns; at++) if (!Number.isFinite(data[at])) return false;
  return true;
}
