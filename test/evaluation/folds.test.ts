import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Fold,
  foldsFromTestRows,
  leaveOneOut,
  repeatedFolds,
  scarceClasses,
  stratifiedFolds,
  testRows,
} from "../../src/evaluation/folds.js";
import { groupedFolds } from "../../src/evaluation/grouped-folds.js";
import { Random } from "../../src/index.js";

const range = (n: number) => Array.from({ length: n }, (_, i) => i);

/** Every row is tested once, and trains wherever it is not tested; both lists rise. */
function expectPartition(folds: readonly Fold[], rows: number): void {
  expect(folds.flatMap(({ test }) => Array.from(test)).sort((a, b) => a - b)).toEqual(range(rows));
  for (const { train, test } of folds) {
    expect(test.length).toBeGreaterThan(0);
    expect(Array.from(test)).toEqual(Array.from(test).sort((a, b) => a - b));
    expect(Array.from(train)).toEqual(range(rows).filter((i) => !test.includes(i)));
  }
}

const count = (rows: Int32Array, codes: Int32Array, code: number) =>
  rows.filter((row) => codes[row] === code).length;

const spreadOf = (numbers: number[]) => Math.max(...numbers) - Math.min(...numbers);

describe("stratified folds", () => {
  test("split every data set evenly, over all and inside every class", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 60 }),
        fc.integer({ min: 2, max: 8 }),
        fc.integer({ min: 0, max: 1000 }),
        (list, wanted, seed) => {
          const codes = Int32Array.from(list);
          const number = Math.min(wanted, codes.length);
          const folds = stratifiedFolds(codes, number, new Random(seed));
          expect(folds.length).toBe(number);
          expectPartition(folds, codes.length);
          expect(spreadOf(folds.map(({ test }) => test.length))).toBeLessThanOrEqual(1);
          for (const code of new Set(list)) {
            expect(spreadOf(folds.map(({ test }) => count(test, codes, code)))).toBeLessThanOrEqual(1);
            if (count(Int32Array.from(range(codes.length)), codes, code) > 1)
              for (const { train } of folds) expect(count(train, codes, code)).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test("are the same for the same seed and others for another", () => {
    const codes = Int32Array.from(range(50), (i) => i % 3);
    const of = (seed: number) => testRows(stratifiedFolds(codes, 5, new Random(seed)));
    expect(of(1)).toEqual(of(1));
    expect(of(1)).not.toEqual(of(2));
  });

  test("every pair of rows of a class is tested together as often as chance has it", () => {
    // Ten rows of one class in five folds of two: a pair shares a fold with probability 1/9.
    const codes = new Int32Array(10);
    const together = Array.from({ length: 45 }, () => 0);
    for (let seed = 0; seed < 3000; seed++) {
      const foldOf: number[] = [];
      testRows(stratifiedFolds(codes, 5, new Random(seed))).forEach((rows, f) => {
        for (const row of rows) foldOf[row] = f;
      });
      let at = 0;
      for (let i = 0; i < 10; i++)
        for (let j = 0; j < i; j++, at++) if (foldOf[i] === foldOf[j]) together[at]++;
    }
    // 333 expected with a standard deviation of 17.
    for (const times of together) expect(Math.abs(times - 3000 / 9)).toBeLessThan(90);
  });

  test("refuse a number of folds that makes no sense", () => {
    const codes = Int32Array.of(0, 0, 1, 1);
    expect(() => stratifiedFolds(codes, 1, new Random(1))).toThrow("at least 2; 1 was given");
    expect(() => stratifiedFolds(codes, 2.5, new Random(1))).toThrow("2.5 was given");
    expect(() => stratifiedFolds(codes, 5, new Random(1))).toThrow("only 4 rows; use fewer folds");
  });
});

/** How uneven an assignment is, written anew: squared shares of the rows, and of the classes on average. */
function unevenness(codes: Int32Array, foldOf: ArrayLike<number>, folds: number): number {
  const classes = [...new Set(codes)];
  const share = (fold: number, rows: number[]) =>
    rows.filter((row) => foldOf[row] === fold).length / rows.length;
  const all = range(codes.length);
  return range(folds).reduce(
    (sum, fold) =>
      sum +
      share(fold, all) ** 2 +
      classes.reduce(
        (part, code) =>
          part +
          share(
            fold,
            all.filter((row) => codes[row] === code),
          ) **
            2,
        0,
      ) /
        classes.length,
    0,
  );
}

function placesOf(folds: readonly Fold[], rows: number): number[] {
  const foldOf = new Array<number>(rows).fill(-1);
  folds.forEach(({ test }, f) => {
    for (const row of test) foldOf[row] = f;
  });
  return foldOf;
}

/** Every assignment of groups to folds that leaves no fold empty. */
function* assignments(groups: number, folds: number): Generator<number[]> {
  for (let number = 0; number < folds ** groups; number++) {
    const places = range(groups).map((g) => Math.floor(number / folds ** g) % folds);
    if (new Set(places).size === folds) yield places;
  }
}

describe("grouped folds", () => {
  test("never have a group on both sides, nor an empty fold", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -3, max: 9 })), {
          minLength: 12,
          maxLength: 80,
        }),
        fc.integer({ min: 2, max: 5 }),
        fc.integer({ min: 0, max: 1000 }),
        (rows, wanted, seed) => {
          const codes = Int32Array.from(rows, ([code]) => code);
          const groups = Int32Array.from(rows, ([, group]) => group);
          const number = Math.min(wanted, new Set(groups).size);
          if (number < 2) return;
          const folds = groupedFolds(codes, groups, number, new Random(seed));
          expectPartition(folds, rows.length);
          for (const { train, test } of folds) {
            const tested = new Set(Array.from(test, (row) => groups[row]));
            expect(Array.from(train).some((row) => tested.has(groups[row]))).toBe(false);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test("are nearly as even as the best of all assignments", () => {
    let total = 0;
    for (let seed = 0; seed < 20; seed++) {
      const random = new Random(seed);
      const groupCount = 6 + (seed % 3);
      const sizes = range(groupCount).map(() => 1 + random.integer(8));
      const groups = Int32Array.from(sizes.flatMap((size, g) => new Array<number>(size).fill(g)));
      const codes = groups.map((g) => (seed % 2 ? g % 2 : random.integer(3)));
      const found = unevenness(
        codes,
        placesOf(groupedFolds(codes, groups, 3, new Random(seed)), codes.length),
        3,
      );
      let best = Infinity;
      for (const places of assignments(groupCount, 3))
        best = Math.min(
          best,
          unevenness(
            codes,
            groups.map((g) => places[g]),
            3,
          ),
        );
      expect(found).toBeGreaterThan(best - 1e-9);
      expect(found).toBeLessThan(best * 1.05);
      total += found / best;
    }
    expect(total / 20).toBeLessThan(1.005);
  });

  test("divide equal groups of one class each without remainder", () => {
    // 20 patients of 5 rows, half of them ill: four folds of five patients cannot do better than 2 or 3 ill ones.
    const groups = Int32Array.from(range(100), (i) => Math.floor(i / 5));
    const codes = groups.map((g) => g % 2);
    for (const { test } of groupedFolds(codes, groups, 4, new Random(3))) {
      expect(test.length).toBe(25);
      expect([10, 15]).toContain(count(test, codes, 0));
    }
    for (const { test } of groupedFolds(codes, groups, 5, new Random(3)))
      expect([test.length, count(test, codes, 0)]).toEqual([20, 10]);
  });

  test("keep a class in every training set where two groups have it", () => {
    // Found by trying all assignments of random data: the most even ones put some class into one fold.
    const cases = [
      ["000011233333333", "000033330222222"],
      ["000000000011111111122333333", "000000000014444442210444432"],
      ["0111112222222222333333", "0200303333330333222222"],
    ];
    for (const [groups, codes] of cases.map((pair) => pair.map((text) => Int32Array.from(text, Number))))
      for (let seed = 0; seed < 10; seed++)
        for (const { code } of scarceClasses(codes, groupedFolds(codes, groups, 2, new Random(seed))))
          expect(new Set(groups.filter((_, row) => codes[row] === code)).size).toBe(1);
  });

  test("vary with the seed and repeat with it", () => {
    const groups = Int32Array.from(range(60), (i) => Math.floor(i / 3));
    const codes = groups.map((g) => g % 2);
    const of = (seed: number) => testRows(groupedFolds(codes, groups, 5, new Random(seed)));
    expect(of(4)).toEqual(of(4));
    expect(new Set([1, 2, 3, 4].map((seed) => JSON.stringify(of(seed)))).size).toBe(4);
  });

  test("of as many folds as groups leave one group out each", () => {
    const groups = Int32Array.of(7, 7, 3, 3, 3, 12);
    const folds = groupedFolds(Int32Array.of(0, 1, 0, 1, 0, 1), groups, 3, new Random(1));
    expect(testRows(folds).sort((a, b) => a[0] - b[0])).toEqual([[0, 1], [2, 3, 4], [5]]);
  });

  test("balance thousands of groups", () => {
    const random = new Random(2);
    const groups = Int32Array.from({ length: 20_000 }, () => random.integer(4000));
    const codes = groups.map(() => random.integer(5));
    const folds = groupedFolds(codes, groups, 10, new Random(1));
    for (const { test } of folds) {
      expect(Math.abs(test.length - 2000)).toBeLessThan(10);
      for (const code of range(5)) expect(Math.abs(count(test, codes, code) - 400)).toBeLessThan(30);
    }
  });

  test("refuse what cannot be split", () => {
    const codes = Int32Array.of(0, 1, 0, 1);
    const random = new Random(1);
    expect(() => groupedFolds(codes, Int32Array.of(1, 1, 2, 2), 3, random)).toThrow(
      "only 2 groups; use fewer folds",
    );
    expect(() => groupedFolds(codes, Int32Array.of(1, 1), 2, random)).toThrow("2 groups for 4 rows");
  });
});

describe("other folds", () => {
  test("leave one out tests every row alone", () => {
    const folds = leaveOneOut(4);
    expectPartition(folds, 4);
    expect(testRows(folds)).toEqual([[0], [1], [2], [3]]);
    expect(() => leaveOneOut(1)).toThrow("at least 2");
    expect(() => leaveOneOut(100_000)).toThrow("use folds instead");
  });

  test("a repeat does not depend on how many there are, and differs from the next", () => {
    const codes = Int32Array.from(range(30), (i) => i % 2);
    const make = (random: Random) => stratifiedFolds(codes, 3, random);
    const ten = repeatedFolds(10, new Random(5), make).map(testRows);
    expect(repeatedFolds(2, new Random(5), make).map(testRows)).toEqual(ten.slice(0, 2));
    expect(new Set(ten.map((folds) => JSON.stringify(folds))).size).toBe(10);
    expect(() => repeatedFolds(0, new Random(5), make)).toThrow("at least 1; 0 was given");
  });

  test("folds that were written down come back the same", () => {
    const folds = stratifiedFolds(
      Int32Array.from(range(23), (i) => i % 4),
      5,
      new Random(9),
    );
    expect(foldsFromTestRows(23, JSON.parse(JSON.stringify(testRows(folds))))).toEqual(folds);
    expect(() => foldsFromTestRows(5, [[0, 5]])).toThrow("fold 1 tests row 5; the rows are 0 to 4");
    expect(() => foldsFromTestRows(5, [[0], [1, 1]])).toThrow("fold 2 tests row 1");
    expect(() => foldsFromTestRows(2, [[0, 1]])).toThrow("leave some to train on");
  });

  test("scarce classes are named with fold and rows", () => {
    const codes = Int32Array.of(0, 0, 0, 1, 1, 2);
    const folds = foldsFromTestRows(6, [
      [0, 3],
      [1, 4],
      [2, 5],
    ]);
    expect(scarceClasses(codes, folds)).toEqual([{ fold: 2, code: 2, rows: 0 }]);
    expect(scarceClasses(codes, folds, 2)).toEqual([
      { fold: 0, code: 1, rows: 1 },
      { fold: 0, code: 2, rows: 1 },
      { fold: 1, code: 1, rows: 1 },
      { fold: 1, code: 2, rows: 1 },
      { fold: 2, code: 2, rows: 0 },
    ]);
  });
});
