import { ExactPair } from "../../kernels/exact-pair.js";
import type { Kernels, PairMachines, Workspace } from "../../kernels/kernels.js";
import { ComputedRows } from "../../models/svm/kernel-rows.js";
import { Smo } from "../../models/svm/smo.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { SampleRows } from "./feature-rows.js";
import { closely, movePairs, roughly } from "./move-pairs.js";
import { PairRows, worthKeeping } from "./pair-rows.js";

/** Machines that are trained before others may speak. */
const pairsPerTurn = 16;
/** Products of samples that the kernels may look at before others may speak. */
const productsPerTurn = 2 ** 23;

/** The samples, class after class. */
export interface SampleClasses {
  /** Where each class begins, and at last where the samples end. */
  readonly starts: Int32Array;
  /** The bound of the multipliers in each class. */
  readonly upper: Float64Array;
}

/** What trains machines on the features that are left. */
export interface Trainer {
  /** Trains all pairs, beginning where they ended before, and writes y·α where {@link PairMachines} has them. */
  train(pause: () => Promise<void>): Promise<void>;
  /** False where the solver gave up on a pair of classes. */
  readonly converged: boolean;
}

/** Trains by the kernels where there is a Gram matrix, else pair by pair with the products of the support vectors. */
export function trainerOf(
  kernels: Kernels,
  workspace: Workspace,
  rows: SampleRows,
  classes: SampleClasses,
  coefficients: Matrix,
): Trainer {
  return rows.gram
    ? new GramTrainer(kernels, workspace, rows, rows.gram, classes, coefficients)
    : new RowTrainer(kernels, rows, classes, coefficients);
}

class GramTrainer implements Trainer {
  private readonly machines: Omit<PairMachines, "values" | "left">;
  private readonly none: Matrix;
  private readonly pairs: number;
  private readonly perTurn: number;
  /** How many features were left when all products were given up; 0 while there is a Gram matrix. */
  private leftWhenCleared = 0;
  converged = true;

  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    private readonly rows: SampleRows,
    products: Matrix,
    { starts, upper }: SampleClasses,
    coefficients: Matrix,
  ) {
    const count = upper.length;
    const known = workspace.integers(rows.samples * count);
    const own = { starts: workspace.integers(count + 1), upper: workspace.array(count) };
    own.starts.set(starts);
    own.upper.set(upper);
    this.machines = { ...own, products, known, coefficients };
    this.none = workspace.matrix(0, rows.samples);
    this.pairs = (count * (count - 1)) / 2;
    const inPair = (2 * rows.samples) / count;
    this.perTurn = Math.max(pairsPerTurn, Math.floor(productsPerTurn / (inPair * inPair)));
  }

  async train(pause: () => Promise<void>): Promise<void> {
    const { rows, pairs, perTurn } = this;
    this.follow();
    const machines = { ...this.machines, left: rows.left, values: rows.values ?? this.none };
    for (let pair = 0; pair < pairs; pair += perTurn) {
      const stopped = this.kernels.trainMachines(machines, pair, Math.min(pairs, pair + perTurn));
      if (stopped > 0) this.converged = false;
      await pause();
    }
  }

  /** Says which products are of the features that are left. */
  private follow(): void {
    const { rows, machines, leftWhenCleared } = this;
    if (rows.gram) machines.known.fill(rows.left);
    else if (leftWhenCleared === 0 || rows.left < worthKeeping * leftWhenCleared) {
      machines.known.fill(0);
      this.leftWhenCleared = rows.left;
    }
  }
}

/** Two classes, and the machine that tells them apart. */
interface Pair {
  readonly classes: readonly [number, number];
  /** Those of the first class, `positives` of them, then those of the second. */
  readonly samples: Int32Array;
  readonly positives: number;
  readonly upper: readonly [number, number];
  /** y·α of the samples. */
  readonly coefficients: Float64Array;
  readonly rows: PairRows;
}

class RowTrainer implements Trainer {
  private readonly pairs: readonly Pair[];
  private readonly smo = new Smo();
  private readonly exact = new ExactPair();
  private begun = false;
  converged = true;

  constructor(
    private readonly kernels: Kernels,
    private readonly rows: SampleRows,
    classes: SampleClasses,
    private readonly coefficients: Matrix,
  ) {
    this.pairs = pairsOf(classes, rows);
  }

  async train(pause: () => Promise<void>): Promise<void> {
    for (const [at, pair] of this.pairs.entries()) {
      if (this.begun) pair.rows.follow(pair.coefficients);
      else await this.movePairs(pair, roughly, pause);
      if (!this.exact.solve(pair)) await this.movePairs(pair, closely, pause);
      this.tell(pair);
      if (at % pairsPerTurn === 0) await pause();
    }
    this.begun = true;
  }

  private tell({ classes: [a, b], samples, positives, coefficients }: Pair): void {
    for (let t = 0; t < samples.length; t++)
      this.coefficients.set(samples[t], t < positives ? b - 1 : a, coefficients[t]);
  }

  /** Samples × features that are left. */
  private valuesOf({ samples }: Pair): Matrix {
    const { values, left, samples: width } = this.rows;
    const all = values!.block(0, 0, left, width);
    const [first, last] = [samples[0], samples[samples.length - 1]];
    const own = all.block(0, first, all.rows, last + 1 - first).transposed();
    return own.rows === samples.length ? own : own.selectRows(samples.map((sample) => sample - first));
  }

  /** Moves pairs of multipliers, beginning where the last training ended, until the tolerance is met. */
  private async movePairs(pair: Pair, tolerance: number, pause: () => Promise<void>): Promise<void> {
    const { positives, upper, coefficients } = pair;
    const rows = new ComputedRows(this.kernels, this.valuesOf(pair), { name: "linear" });
    try {
      const problem = { rows, samples: Int32Array.from(pair.samples.keys()), positives, upper };
      if (!(await movePairs(this.smo, problem, coefficients, tolerance, pause))) this.converged = false;
    } finally {
      rows.release();
    }
  }
}

/** All pairs of classes, with multipliers of zero. */
function pairsOf({ starts, upper }: SampleClasses, rows: SampleRows): Pair[] {
  const pairs: Pair[] = [];
  const ofClass = (a: number) => Array.from({ length: starts[a + 1] - starts[a] }, (_, i) => starts[a] + i);
  for (let a = 0; a < upper.length; a++)
    for (let b = a + 1; b < upper.length; b++) {
      const samples = Int32Array.from([...ofClass(a), ...ofClass(b)]);
      const positives = starts[a + 1] - starts[a];
      pairs.push({
        classes: [a, b],
        samples,
        positives,
        upper: [upper[a], upper[b]],
        coefficients: new Float64Array(samples.length),
        rows: new PairRows(rows, samples, positives),
      });
    }
  return pairs;
}
