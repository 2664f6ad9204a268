/** Rows of class i (the truth) that were taken for class j: `confusion[i][j]`. Those of several folds add up. */
export type Confusion = number[][];

/** Counts who was taken for whom. */
export function confusionMatrix(
  actual: ArrayLike<number>,
  predicted: ArrayLike<number>,
  classes: number,
): Confusion {
  const confusion = Array.from({ length: classes }, () => new Array<number>(classes).fill(0));
  for (let i = 0; i < actual.length; i++) confusion[actual[i]][predicted[i]]++;
  return confusion;
}

/** The sum of confusion matrices of the same classes, as over folds. */
export function addConfusions(parts: readonly Confusion[]): Confusion {
  return parts[0].map((row, i) => row.map((_, j) => parts.reduce((sum, part) => sum + part[i][j], 0)));
}

/** The share of rows that were recognised. */
export function accuracy(confusion: Confusion): number {
  let right = 0;
  let all = 0;
  confusion.forEach((row, i) => {
    right += row[i];
    all += sum(row);
  });
  return right / all;
}

/** The mean over the classes of the share of their rows that were recognised. Classes without rows do not count. */
export function balancedAccuracy(confusion: Confusion): number {
  const shares = confusion.flatMap((row, i) => (sum(row) > 0 ? [row[i] / sum(row)] : []));
  return sum(shares) / shares.length;
}

/**
 * The mean over the classes of F₁ = 2·right / (rows of the class + rows taken for it). Classes that neither the truth
 * nor the prediction has do not count.
 */
export function macroF1(confusion: Confusion): number {
  const scores = confusion.flatMap((row, i) => {
    const involved = sum(row) + sum(confusion.map((other) => other[i]));
    return involved > 0 ? [(2 * row[i]) / involved] : [];
  });
  return sum(scores) / scores.length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, x) => total + x, 0);
}
