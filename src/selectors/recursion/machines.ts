import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import type { Criterion } from "./eliminate.js";
import { rowIn, type SampleRows } from "./feature-rows.js";
import { type SampleClasses, type Trainer, trainerOf } from "./trainers.js";

/** Numbers that a block of weights may take. */
const blockSize = 1 << 18;

/**
 * Linear support vector machines for every two classes, trained again and again on fewer features. The multipliers that
 * were found before are allowed with any features and near the next ones, so each training begins there; what it finds is
 * the optimum to rounding, whatever it began from; only with very many support vectors it is that of a tolerance.
 */
export class Machines implements Criterion {
  /** Samples × other classes: y·α in the machine for the sample's class and another one. */
  private readonly coefficients: Matrix;
  private readonly products: Matrix;
  private readonly trainer: Trainer;
  private readonly pairs: number;

  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    private readonly rows: SampleRows,
    private readonly classes: SampleClasses,
  ) {
    const { starts } = classes;
    const count = starts.length - 1;
    this.pairs = (count * (count - 1)) / 2;
    this.coefficients = workspace.matrix(starts[count], count - 1);
    this.trainer = trainerOf(kernels, workspace, rows, classes, this.coefficients);
    const width = count * (count - 1);
    const height = Math.min(rows.left, Math.max(64, Math.floor(blockSize / width)));
    this.products = workspace.matrix(height, width);
  }

  /** False where the solver gave up on a pair of classes. */
  get converged(): boolean {
    return this.trainer.converged;
  }

  /** Trains all pairs on the features that are left, and gives their squared weights. */
  async weigh(pause: () => Promise<void>): Promise<Float64Array> {
    await this.train(pause);
    return this.weights();
  }

  /** Trains all pairs on the features that are left. */
  async train(pause: () => Promise<void>): Promise<void> {
    await this.trainer.train(pause);
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
    const result = Matrix.zeros(this.rows.left, this.pairs);
    await this.eachRow((row, weights) => result.data.set(weights, row * weights.length));
    return result;
  }

  /** Tells the weights of each feature in all pairs. */
  private async eachRow(tell: (row: number, weights: Float64Array) => void): Promise<void> {
    const { kernels, rows, products, coefficients } = this;
    const { starts } = this.classes;
    const { data, columns } = products;
    const others = coefficients.columns;
    const weights = new Float64Array(this.pairs);
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
}
