import { InputError } from "../core/input-error.js";
import type { Random } from "../numeric/random.js";
import { upTo } from "../numeric/up-to.js";

/** Each split of leave-one-out holds all other rows: more than this many would fill the memory with indices. */
const MOST_LEFT_OUT = 5000;

/**
 * Splits where every row is tested once and every fold has each class in the share that the data has: sizes differ by
 * one row at most, over all and inside each class. A class of two rows or more is in every training set. The rows of a
 * class are spread at random.
 */
export function stratifiedFolds(codes: Int32Array, folds: number, random: Random): Fold[] {
  requireFolds(folds, codes.length, "rows");
  const foldOf = new Int32Array(codes.length);
  // Dealt like cards: where one class ends, the next goes on, so that no fold gets all the remainders.
  let next = 0;
  for (const rows of rowsByClass(codes)) for (const row of random.shuffle(rows)) foldOf[row] = next++ % folds;
  return foldsFromPlaces(foldOf, folds);
}

/** Splits that test one row each. */
export function leaveOneOut(rows: number): Fold[] {
  requireFolds(rows, rows, "rows");
  if (rows > MOST_LEFT_OUT)
    throw new InputError(
      "option-value",
      `leaving one out of ${rows} rows means ${rows} fits; at most ${MOST_LEFT_OUT} rows are allowed`,
      { remedies: [{ action: "use folds instead", option: "folds", value: 5 }] },
    );
  return foldsFromPlaces(upTo(rows), rows);
}

/**
 * The same kind of folds several times over, each time from random numbers of its own. A repeat does not depend on how
 * many there are: the first two of ten are the two of two.
 */
export function repeatedFolds(repeats: number, random: Random, make: (random: Random) => Fold[]): Fold[][] {
  if (!(Number.isInteger(repeats) && repeats >= 1))
    throw new InputError(
      "option-value",
      `the number of repeats must be a whole number of at least 1; ${repeats} was given`,
    );
  return Array.from({ length: repeats }, (_, repeat) => make(random.fork(`repeat ${repeat}`)));
}

/** A class that has few rows, or none, in the training set of a fold. */
export interface ScarceClass {
  readonly fold: number;
  readonly code: number;
  /** Its training rows in this fold. */
  readonly rows: number;
}

/** The classes that have fewer than `least` rows in some training set: what grouped folds cannot always avoid. */
export function scarceClasses(codes: Int32Array, folds: readonly Fold[], least = 1): ScarceClass[] {
  const classes = rowsByClass(codes);
  return folds.flatMap(({ train }, fold) => {
    const counts = new Int32Array(classes.length);
    for (const row of train) counts[codes[row]]++;
    return classes.flatMap((rows, code) =>
      rows.length > 0 && counts[code] < least ? [{ fold, code, rows: counts[code] }] : [],
    );
  });
}

function rowsByClass(codes: Int32Array): number[][] {
  const classes: number[][] = [];
  codes.forEach((code, row) => {
    while (classes.length <= code) classes.push([]);
    classes[code].push(row);
  });
  return classes;
}

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
          "option-value",
          `fold ${fold + 1} tests row ${test[i]}; the rows are 0 to ${rows - 1}, each at most once`,
        );
      tested[test[i]] = 1;
    }
    if (test.length === 0 || test.length === rows)
      throw new InputError(
        "option-value",
        `fold ${fold + 1} tests ${test.length} of ${rows} rows; it must leave some to train on`,
      );
    const all = Int32Array.from(tested.keys());
    return { train: all.filter((i) => !tested[i]), test: all.filter((i) => tested[i]) };
  });
}

/** Refuses a number of folds that the rows, or groups of rows, cannot be split into. */
export function requireFolds(folds: number, things = Infinity, what: "rows" | "groups" = "rows"): void {
  if (!(Number.isInteger(folds) && folds >= 2))
    throw new InputError(
      "option-value",
      `the number of folds must be a whole number of at least 2; ${folds} was given`,
    );
  if (folds > things)
    throw new InputError(
      "option-value",
      `${folds} folds were asked for, but there are only ${things} ${what}`,
      {
        facts: { option: "folds", given: folds },
        remedies: things >= 2 ? [{ action: "use fewer folds", option: "folds", value: things }] : [],
      },
    );
}
