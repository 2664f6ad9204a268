/** Which kernel on the labels: see {@link makeLabelKernel}. */
export type LabelKernelName = "one-hot" | "balanced" | "class-number";

/**
 * A kernel on classes: L(a, b) = y_a·y_b, and diagonal_a more where a = b. All that is offered has this form, so that
 * xᵀLx needs only the sums of x over each class.
 */
export interface LabelKernel {
  readonly diagonal: Float64Array;
  /** y, centred over the samples, which changes no estimate of HSIC. */
  readonly numbers: Float64Array;
}

/**
 * The kernel of that name for classes of these sizes: `one-hot` is 1 inside a class and 0 between classes, `balanced`
 * is 1/n_c inside a class, `class-number` is the product of the places of the two classes.
 */
export function makeLabelKernel(name: LabelKernelName, counts: Int32Array): LabelKernel {
  const rows = counts.reduce((sum, n) => sum + n, 0);
  const diagonal = new Float64Array(counts.length);
  const numbers = new Float64Array(counts.length);
  if (name === "class-number") {
    const mean = counts.reduce((sum, n, code) => sum + n * code, 0) / rows;
    for (let code = 0; code < counts.length; code++) numbers[code] = code - mean;
  } else {
    for (let code = 0; code < counts.length; code++)
      if (counts[code] > 0) diagonal[code] = name === "balanced" ? 1 / counts[code] : 1;
  }
  return { diagonal, numbers };
}

/** How HSIC is estimated: `biased` is tr(KHLH)/(n − 1)², `unbiased` leaves out the pairs of a sample with itself. */
export type Estimator = "biased" | "unbiased";

/**
 * An estimate of HSIC as a sum over pairs of samples: Σ weights(class of i, class of j)·K(i, j), all i and j, or only
 * i ≠ j where the estimate is unbiased. The weights depend on labels alone.
 */
export interface PairWeights {
  readonly classes: number;
  /** classes × classes, row after row. */
  readonly table: Float64Array;
  /** Whether a sample makes a pair with itself. */
  readonly withItself: boolean;
  /** What xᵀLx is divided by, for a centred x, to give Σ weights·x_i·x_j over all i and j. */
  readonly divisor: number;
}

/** The weights for a label kernel: HLH/(n − 1)², or those of the unbiased estimator of Song et al. (2012), equation 5. */
export function makePairWeights(kernel: LabelKernel, counts: Int32Array, estimator: Estimator): PairWeights {
  const classes = counts.length;
  const n = counts.reduce((sum, count) => sum + count, 0);
  const value = (a: number, b: number) =>
    kernel.numbers[a] * kernel.numbers[b] + (a === b ? kernel.diagonal[a] : 0);
  const withItself = estimator === "biased";
  const divisor = withItself ? (n - 1) * (n - 1) : n * (n - 3);
  // Sums of the rows of L, and of all of it; without the diagonal where the estimate is unbiased.
  const rowSums = Float64Array.from(counts, (_, a) => {
    let sum = withItself ? 0 : -value(a, a);
    for (let b = 0; b < classes; b++) sum += counts[b] * value(a, b);
    return sum;
  });
  const sum = counts.reduce((total, count, a) => total + count * rowSums[a], 0);
  const [ofRow, ofAll] = withItself ? [n, n * n] : [n - 2, (n - 1) * (n - 2)];
  const table = new Float64Array(classes * classes);
  for (let a = 0; a < classes; a++)
    for (let b = 0; b < classes; b++)
      table[a * classes + b] = (value(a, b) - (rowSums[a] + rowSums[b]) / ofRow + sum / ofAll) / divisor;
  return { classes, table, withItself, divisor };
}
