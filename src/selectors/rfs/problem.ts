import type { Dataset } from "../../data/dataset.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { InputError } from "../../numeric/input-error.js";
import { Matrix } from "../../numeric/matrix.js";
import { openSamples, type Samples } from "../samples.js";

/** min Σᵢ √(‖xᵢW − yᵢ‖² + ζ) + γ·Σⱼ √(‖wʲ‖² + ζ'): the data of it, ready for the kernels. */
export interface Problem {
  readonly kernels: Kernels;
  readonly workspace: Workspace;
  /** X, one row per sample. */
  readonly samples: Matrix;
  /** Y, one row per sample with a one at its class. */
  readonly targets: Matrix;
  readonly gamma: number;
  /** ζ, which smooths the lengths of residuals. */
  readonly zeta: number;
  /** ζ', the same for rows of W, in their unit: ζ over the mean square of X's entries, which is 1 when standardised. */
  readonly rowZeta: number;
  /** Told the objective and, on demand, the norms of all rows after every step. */
  readonly watch?: (objective: number, norms: () => Float64Array) => void;
}

/** The samples as the problem sees them. Without `standardize` they are the data's own values, not centred. */
export function openValues(
  kernels: Kernels,
  workspace: Workspace,
  data: Dataset,
  standardize: boolean,
): Samples {
  const samples = openSamples(kernels, workspace, data, { standardize });
  if (standardize) return samples;
  const chosen = data.values.selectColumns(samples.columns);
  samples.values.data.set((chosen instanceof Matrix ? chosen : chosen.toDense()).data);
  return { ...samples, means: samples.means.fill(0) };
}

/** Y for class codes. */
export function oneHot(workspace: Workspace, codes: Int32Array, classes: number): Matrix {
  const targets = workspace.matrix(codes.length, classes);
  codes.forEach((code, i) => {
    targets.data[i * classes + code] = 1;
  });
  return targets;
}

/** ‖xⱼᵀY‖ of every feature: at γ above the largest of these, W = 0 is the optimum. */
export function pullAtZero(kernels: Kernels, samples: Matrix, targets: Matrix): Float64Array {
  const products = Matrix.zeros(samples.columns, targets.columns);
  kernels.gemm(1, samples.transposed(), targets, 0, products);
  return rowLengths(products, 0);
}

/** √(‖row‖² + ζ) of every row of a matrix that lies row after row. */
export function rowLengths(a: Matrix, zeta: number): Float64Array {
  const lengths = new Float64Array(a.rows);
  const { data, columns, offset } = a;
  for (let i = 0, at = offset; i < a.rows; i++) {
    let sum = zeta;
    for (let j = 0; j < columns; j++, at++) sum += data[at] * data[at];
    lengths[i] = Math.sqrt(sum);
  }
  return lengths;
}

/** The mean square of all entries; refuses numbers whose squares are not finite or vanish. */
export function meanSquare({ data, rows, columns }: Matrix): number {
  let sum = 0;
  for (let at = 0; at < rows * columns; at++) sum += data[at] * data[at];
  if (sum > 1e-200 && sum < 1e200) return sum / (rows * columns);
  throw new InputError(
    "the values are too large or too small to be squared; rfs needs standardize, or other units, for them",
  );
}
