import { InputError } from "../numeric/input-error.js";

/** Row indices of one split, both rising. */
export interface Fold {
  readonly train: Int32Array;
  readonly test: Int32Array;
}

/** The splits where row i is tested in fold `foldOf[i]` and trains all the others. */
export function foldsFromPlaces(foldOf: ArrayLike<number>, folds: number): Fold[] {
  const rows = foldOf.length;
  const sizes = new Int32Array(folds);
  for (let i = 0; i < rows; i++) sizes[foldOf[i]]++;
  return Array.from(sizes, (size, fold) => {
    const test = new Int32Array(size);
    const train = new Int32Array(rows - size);
    for (let i = 0, tested = 0, trained = 0; i < rows; i++)
      if (foldOf[i] === fold) test[tested++] = i;
      else train[trained++] = i;
    return { train, test };
  });
}

/** The test rows of every fold as plain numbers: what a result writes down, so that others can repeat it. */
export function testRows(folds: readonly Fold[]): number[][] {
  return folds.map(({ test }) => Array.from(test));
}

/** The folds that {@link testRows} wrote down: a fold's training rows are those that it does not test. */
export function foldsFromTestRows(rows: number, tests: readonly ArrayLike<number>[]): Fold[] {
  return tests.map((test, fold) => {
    const tested = new Uint8Array(rows);
    for (let i = 0; i < test.length; i++) {
      if (!(Number.isInteger(test[i]) && test[i] >= 0 && test[i] < rows) || tested[test[i]])
        throw new InputError(
          `fold ${fold + 1} tests row ${test[i]}; the rows are 0 to ${rows - 1}, each at most once`,
        );
      tested[test[i]] = 1;
    }
    if (test.length === 0 || test.length === rows)
      throw new InputError(
        `fold ${fold + 1} tests ${test.length} of ${rows} rows; it must leave some to train on`,
      );
    const all = Int32Array.from(tested.keys());
    return { train: all.filter((i) => !tested[i]), test: all.filter((i) => tested[i]) };
  });
}

/** Refuses a number of folds that so many rows, or groups of rows, cannot be cut into. */
export function requireFolds(folds: number, things = Infinity, what: "rows" | "groups" = "rows"): void {
  if (!(Number.isInteger(folds) && folds >= 2))
    throw new InputError(`the number of folds must be a whole number of at least 2; ${folds} was given`);
  if (folds > things)
    throw new InputError(
      `${folds} folds were asked for, but there are only ${things} ${what}; take fewer folds`,
    );
}
