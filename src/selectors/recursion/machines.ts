import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { ExactPair } from "../../models/svm/exact-pair.js";
import { ComputedRows, GramRows } from "../../models/svm/kernel-rows.js";
import { Smo } from "../../models/svm/smo.js";
import { Matrix } from "../../numeric/matrix.js";
import type { Criterion } from "./eliminate.js";
import { rowIn, type SampleRows } from "./feature-rows.js";
import { closely, movePairs, roughly } from "./move-pairs.js";
import { PairRows } from "./pair-rows.js";

/** Machines that are trained before others may speak. */
const pairsPerTurn = 16;
/** Numbers that a block of weights may take. */
const blockSize = 1 << 18;

/** The samples, class after class. */
export interface SampleClasses {
  /** Where each class begins, and at last where the samples end. */
  readonly starts: Int32Array;
  /** The bound of the multipliers in each class. */
  readonly upper: Float64Array;
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

/**
 * Linear support vector machines for every two classes, trained again and again on fewer features. The multipliers that
 * were found before are allowed with any features and near the next ones, so each training begins there; what it finds is
 * the optimum to rounding, whatever it began from; only with very many support vectors it is that of a tolerance.
 */
export class Machines implements Criterion {
  private readonly pairs: readonly Pair[];
  private readonly smo = new Smo();
  private readonly exact = new ExactPair();
  /** Samples × other classes: y·α in the machine for the sample's class and another one. */
  private readonly coefficients: Matrix;
  private readonly products: Matrix;
  private begun = false;
  /** False where the solver gave up on a pair of classes. */
  converged = true;

  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    private readonly rows: SampleRows,
    private readonly classes: SampleClasses,
  ) {
    const { starts } = classes;
    const count = starts.length - 1;
    this.pairs = pairsOf(classes, rows);
    this.coefficients = workspace.matrix(starts[count], count - 1);
    const width = count * (count - 1);
    const height = Math.min(rows.left, Math.max(64, Math.floor(blockSize / width)));
    this.products = workspace.matrix(height, width);
  }

  /** Trains all pairs on the features that are left, and gives their squared weights. */
  async weigh(pause: () => Promise<void>): Promise<Float64Array> {
    await this.train(pause);
    return this.weights();
  }

  /** Trains all pairs on the features that are left. */
  async train(pause: () => Promise<void>): Promise<void> {
    for (const [at, pair] of this.pairs.entries()) {
      if (this.begun) pair.rows.follow(pair.coefficients);
      else await this.movePairs(pair, roughly, pause);
      if (!this.exact.solve(pair)) await this.movePairs(pair, closely, pause);
      if (at % pairsPerTurn === 0) await pause();
    }
    this.begun = true;
  }

  /** The sum of squared weights over all pairs, for each row of the features that are left. */
  async weights(): Promise<Float64Array> {
    const result = new Float64Array(this.rows.left);
    await this.eachRow((row, weights) => {
      let sum = 0;
      for (let pair = 0; pair < weights.length; pair++) sum += weights[pair] * weights[pair];
      result[row] = sum;
    });
    return result;
  }

  /** The weights themselves: one row for each feature that is left, one column for each pair. */
  async weightsOfPairs(): Promise<Matrix> {
    const result = Matrix.zeros(this.rows.left, this.pairs.length);
    await this.eachRow((row, weights) => result.data.set(weights, row * weights.length));
    return result;
  }

  /** Tells the weights of each feature in all pairs. */
  private async eachRow(tell: (row: number, weights: Float64Array) => void): Promise<void> {
    this.gatherCoefficients();
    const { kernels, rows, products, coefficients } = this;
    const { starts } = this.classes;
    const { data, columns } = products;
    const others = coefficients.columns;
    const weights = new Float64Array(this.pairs.length);
    for await (const block of rows.blocks(products.rows)) {
      const { values } = block;
      const count = values.rows;
      for (let a = 0; a <= others; a++) {
        const members = starts[a + 1] - starts[a];
        kernels.gemm(
          1,
          values.block(0, starts[a], count, members),
          coefficients.block(starts[a], 0, members, others),
          0,
          products.block(0, a * others, count, others),
        );
      }
      // Both classes of a pair give a part of its weight, which stand apart in the products.
      for (let row = 0; row < count; row++) {
        for (let a = 0, pair = 0, at = products.offset + row * columns; a < others; a++)
          for (let b = a + 1; b <= others; b++)
            weights[pair++] = data[at + a * others + b - 1] + data[at + b * others + a];
        tell(rowIn(block, row), weights);
      }
    }
  }

  private gatherCoefficients(): void {
    for (const { classes, samples, positives, coefficients } of this.pairs) {
      const [a, b] = classes;
      for (let t = 0; t < samples.length; t++)
        this.coefficients.set(samples[t], t < positives ? b - 1 : a, coefficients[t]);
    }
  }

  /** Samples × features that are left. */
  private valuesOf({ samples }: Pair): Matrix {
    const { values, left, samples: width } = this.rows;
    const all = values.block(0, 0, left, width);
    const [first, last] = [samples[0], samples[samples.length - 1]];
    const own = all.block(0, first, all.rows, last + 1 - first).transposed();
    return own.rows === samples.length ? own : own.selectRows(samples.map((sample) => sample - first));
  }

  /** Moves pairs of multipliers, beginning where the last training ended, until the tolerance is met. */
  private async movePairs(pair: Pair, tolerance: number, pause: () => Promise<void>): Promise<void> {
    const { positives, upper, coefficients } = pair;
    const { gram } = this.rows;
    const computed = gram ? null : new ComputedRows(this.kernels, this.valuesOf(pair), { name: "linear" });
    try {
      const problem = {
        rows: computed ?? new GramRows(gram!),
        samples: gram ? pair.samples : Int32Array.from(pair.samples.keys()),
        positives,
        upper,
      };
      if (!(await movePairs(this.smo, problem, coefficients, tolerance, pause))) this.converged = false;
    } finally {
      computed?.release();
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
