import { InputError } from "../../core/input-error.js";
import type { Dataset } from "../../data/dataset.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import { Blocks } from "../dfs/penalty.js";
import { openSamples, type SampleOptions, type Samples, standardise } from "../samples.js";

/**
 * min Σᵢ √(‖xᵢW − yᵢ‖² + ζ) + γ·Σⱼ √(‖wʲ‖² + ζ'): the data of it, ready for the kernels. With blocks of rows the penalty is
 * γ·Σ w_g·√(‖W_g‖² + ζ').
 */
export interface Problem {
  readonly kernels: Kernels;
  readonly workspace: Workspace;
  /** X, one row per sample; both X and Y times what the sample counts. */
  readonly samples: Matrix;
  /** Y, one row per sample with a one at its class; or one column with the target of each sample. */
  readonly targets: Matrix;
  readonly gamma: number;
  /** ζ, which smooths the lengths of residuals. */
  readonly zeta: number;
  /** ζ', the same for rows of W, in their unit: ζ over the mean square of X's entries, which is 1 when standardised. */
  readonly rowZeta: number;
  readonly blocks?: Blocks;
  /** Told the objective and, on demand, the norms of all rows after every step. */
  readonly watch?: (objective: number, norms: () => Float64Array) => void;
}

/** The samples as the problem sees them, before they are weighted. Without `standardize` they are the data's own values, not centred. */
export function openValues(
  kernels: Kernels,
  workspace: Workspace,
  data: Dataset,
  options: Pick<SampleOptions, "standardize" | "weights" | "parts">,
): Samples {
  const samples = openSamples(kernels, workspace, data, options);
  if (options.standardize) return samples;
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

/**
 * Y for numbers to predict, and their signs: counted from the median, which fits them best where no feature does, in
 * standard deviations.
 */
export function targetColumn(
  workspace: Workspace,
  targets: Float64Array,
): { targets: Matrix; signs: Matrix } {
  const n = targets.length;
  // As parts of the largest one, so that squares stay finite.
  const largest = targets.reduce((most, target) => Math.max(most, Math.abs(target)), 0);
  const parts = targets.map((target) => target / largest);
  const sorted = parts.slice().sort();
  const median = (sorted[(n - 1) >> 1] + sorted[n >> 1]) / 2;
  const mean = parts.reduce((sum, part) => sum + part, 0) / n;
  const variance = parts.reduce((sum, part) => sum + (part - mean) * (part - mean), 0) / (n - 1);
  const [column, signs] = [workspace.matrix(n, 1), workspace.matrix(n, 1)];
  parts.forEach((part, i) => {
    column.data[i] = (part - median) / Math.sqrt(variance);
    signs.data[i] = Math.sign(part - median);
  });
  return { targets: column, signs };
}

/** The largest ‖xⱼᵀY‖, or ‖X_gᵀY‖/w_g of blocks, for a Y whose rows have length one: from this γ on, W = 0 is the optimum. */
export function pullAtZero(
  { kernels, samples, blocks }: Pick<Problem, "kernels" | "samples" | "blocks">,
  targets: Matrix,
): number {
  const products = Matrix.zeros(samples.columns, targets.columns);
  kernels.gemm(1, samples.transposed(), targets, 0, products);
  return strengths(products, blocks).reduce((most, pull) => Math.max(most, pull), 0);
}

/** Of a matrix with a row for each feature: the length of each row, or ‖·‖/w_g of every block. */
export function strengths(a: Matrix, blocks: Blocks | undefined): Float64Array {
  const lengths = rowLengths(a, 0);
  return blocks ? blocks.strengths(lengths) : lengths;
}

/** √(‖·‖² + ζ') of every row of W, or of every block. */
export function penalisedLengths(
  weights: Matrix,
  { rowZeta, blocks }: Pick<Problem, "rowZeta" | "blocks">,
): Float64Array {
  if (!blocks) return rowLengths(weights, rowZeta);
  return blocks.norms(rowLengths(weights, 0)).map((norm) => Math.sqrt(norm * norm + rowZeta));
}

/** What divides each row in the gradient of the penalty: its length, or that of its block over the block's weight. */
export function divisorsOfRows(lengths: Float64Array, blocks: Blocks | undefined): Float64Array {
  return blocks ? blocks.overRows(lengths.map((length, block) => length / blocks.weights[block])) : lengths;
}

/** The blocks of these columns, weighted by the roots of their sizes. */
export const blocksOf = (columns: Int32Array, of: Int32Array | undefined): Blocks | undefined =>
  of && Blocks.weighted(columns.map((column) => of[column]));

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
    "unusable-data",
    "the values are too large or too small to be squared; give them in other units",
    { remedies: [standardise] },
  );
}

/** √(square + 2·slope·α + bend·α²), weighed and summed: the objective along a line, one entry for each length in it. */
interface Lengths {
  readonly weights: Float64Array;
  /** What no squared length is below: ζ. */
  readonly floors: Float64Array;
  /** Squared lengths where the line starts, ζ included; */
  readonly squares: Float64Array;
  /** half their slope there; */
  readonly slopes: Float64Array;
  /** half their second derivative. */
  readonly bends: Float64Array;
}

/** The line is followed no further than this. */
const farthest = 2 ** 20;
const precision = 1e-8;
const mostSteps = 60;

/**
 * The α > 0 at which the sum is smallest, for a line along which it falls at first. The sum is convex, so Newton's method
 * kept between two ends finds it; nothing but these sums is needed, which is why an exact search costs so little.
 */
export function minimiseAlong(lengths: Lengths): number {
  let low = 0;
  let high = 1;
  while (high < farthest && slopeAt(lengths, high).first < 0) [low, high] = [high, 2 * high];
  let alpha = Math.min(1, high);
  for (let step = 0; step < mostSteps; step++) {
    const { first, second } = slopeAt(lengths, alpha);
    if (first > 0) high = alpha;
    else low = alpha;
    const newton = alpha - first / second;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    const moved = Math.abs(next - alpha);
    alpha = next;
    if (moved <= precision * alpha) break;
  }
  return alpha;
}

/** First and second derivative of the sum. */
function slopeAt(lengths: Lengths, alpha: number): { first: number; second: number } {
  const { weights, floors, squares, slopes, bends } = lengths;
  let first = 0;
  let second = 0;
  for (let i = 0; i < weights.length; i++) {
    const slope = slopes[i] + bends[i] * alpha;
    // Rounding can take a length that shrinks to nothing below its floor.
    const square = Math.max(squares[i] + (slopes[i] + slope) * alpha, floors[i]);
    const length = Math.sqrt(square);
    const unit = slope / length;
    first += weights[i] * unit;
    second += (weights[i] * Math.max(0, bends[i] - unit * unit)) / length;
  }
  return { first, second };
}
