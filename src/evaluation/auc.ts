import type { Matrix } from "../numeric/matrix.js";

/**
 * The area under the receiver operating characteristic: how often a row of the class gets a larger decision value than
 * a row of another, ties counting half. NaN where all rows are of the class, or none, and where a value is NaN.
 */
export function binaryAuc(isMember: ArrayLike<boolean | number>, decisions: ArrayLike<number>): number {
  const rows = decisions.length;
  // NaN equals nothing, itself included, so that ties could not be counted.
  for (let i = 0; i < rows; i++) if (Number.isNaN(decisions[i])) return Number.NaN;
  const order = Int32Array.from({ length: rows }, (_, i) => i).sort((a, b) => decisions[a] - decisions[b]);
  let members = 0;
  let doubledWins = 0; // a whole number, so that no digit is lost
  let othersBelow = 0;
  for (let start = 0; start < rows; ) {
    let end = start;
    let tied = 0;
    for (; end < rows && decisions[order[end]] === decisions[order[start]]; end++)
      if (isMember[order[end]]) tied++;
    const others = end - start - tied;
    doubledWins += tied * (2 * othersBelow + others);
    othersBelow += others;
    members += tied;
    start = end;
  }
  return doubledWins / (2 * members * (rows - members));
}

/**
 * The area under the curve from decision values (rows × classes, larger is more likely). Two classes: that of the
 * second class's value minus the first's. More: each class against the rest, and the plain mean of those. Classes
 * without rows do not count; NaN where fewer than two classes have rows, as in leave-one-out: then put the decision
 * values of all folds together first.
 */
export function auc(actual: ArrayLike<number>, decisions: Matrix): number {
  if (decisions.columns === 2) {
    const difference = Float64Array.from(
      { length: decisions.rows },
      (_, i) => decisions.get(i, 1) - decisions.get(i, 0),
    );
    return binaryAuc(
      Uint8Array.from(actual, (code) => (code === 1 ? 1 : 0)),
      difference,
    );
  }
  let sum = 0;
  let counted = 0;
  for (let code = 0; code < decisions.columns; code++) {
    const own = Float64Array.from({ length: decisions.rows }, (_, i) => decisions.get(i, code));
    const area = binaryAuc(
      Uint8Array.from(actual, (other) => (other === code ? 1 : 0)),
      own,
    );
    if (Number.isNaN(area)) continue;
    sum += area;
    counted++;
  }
  return sum / counted;
}
