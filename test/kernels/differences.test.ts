import { describe, expect, test } from "vitest";
import { referenceKernels } from "../../src/kernels/reference/reference-kernels.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { expectClose } from "../support/expect-close.js";
import { expectSame } from "../support/expect-same.js";
import { layouts, randomMatrix } from "./layouts.js";
import { variants } from "./variants.js";

/** Numbers of rows below `limit`, from a seed. */
function someRows(seed: number, rows: number, count: number, limit: number): Matrix {
  const random = new Random(seed);
  const result = Matrix.zeros(rows, count);
  for (let at = 0; at < result.data.length; at++) result.data[at] = random.integer(limit);
  return result;
}

/** Rows of A, of B, rows of B that each row of A names, columns; the last one crosses a chunk of columns. */
const sizes = [
  [1, 1, 1, 1],
  [0, 3, 2, 4],
  [3, 2, 0, 4],
  [3, 2, 4, 0],
  [5, 7, 3, 2],
  [2, 9, 6, 7],
  [7, 30, 13, 513],
  [3, 11, 8, 1030],
];

describe.each(variants)("weighted differences, %s", (name, kernels) => {
  const placements = Object.values(layouts(kernels));

  test("worked out by hand", () => {
    const a = Matrix.fromRows([[1, 5, -2]]);
    const b = Matrix.fromRows([
      [0, 0, 0],
      [3, 4, 6],
      [1, 7, -2],
    ]);
    const out = Matrix.zeros(1, 3);
    kernels.weightedDifferences(a, b, Matrix.fromRows([[1, 2, 1]]), Matrix.fromRows([[2, -1, 0]]), out);
    // 2·|1 − 3| − |1 − 1|, 2·|5 − 4| − |5 − 7|, 2·|−2 − 6| − |−2 + 2|
    expect(Array.from(out.data)).toEqual([4, 0, 16]);
  });

  test.each(sizes)("%d rows against %d, %d each, %d columns, in every layout", (m, n, count, d) => {
    const [a, b] = [randomMatrix(1, m, d), randomMatrix(2, n, d)];
    const [rows, weights] = [someRows(3, m, count, n), randomMatrix(4, m, count)];
    const expected = Matrix.zeros(m, d);
    for (let i = 0; i < m; i++)
      for (let j = 0; j < d; j++)
        for (let q = 0; q < count; q++)
          expected.data[i * d + j] += weights.get(i, q) * Math.abs(a.get(i, j) - b.get(rows.get(i, q), j));
    placements.forEach((_, i) => {
      const place = (offset: number) => placements[(i + offset) % placements.length];
      const out = place(3)(Matrix.zeros(m, d));
      kernels.weightedDifferences(
        place(0)(a).matrix,
        place(1)(b).matrix,
        place(2)(rows).matrix,
        place(4)(weights).matrix,
        out.matrix,
      );
      out.expectGapsUntouched();
      const given = out.matrix.copy().data;
      if (name.startsWith("fast")) expectClose(given, expected.data, { absolute: 1e-13 });
      else expectSame(given, expected.data);
    });
  });

  test("refuses sizes and rows that do not fit", () => {
    const [a, b, out] = [Matrix.zeros(2, 3), Matrix.zeros(4, 3), Matrix.zeros(2, 3)];
    const [rows, weights] = [Matrix.zeros(2, 5), Matrix.zeros(2, 5)];
    const call = (changed: object) => () => {
      const { a1, b1, rows1, weights1, out1 } = {
        ...{ a1: a, b1: b, rows1: rows, weights1: weights, out1: out },
        ...changed,
      };
      kernels.weightedDifferences(a1, b1, rows1, weights1, out1);
    };
    expect(call({})).not.toThrow();
    for (const changed of [
      { b1: Matrix.zeros(4, 2) },
      { rows1: Matrix.zeros(3, 5) },
      { weights1: Matrix.zeros(2, 4) },
      { out1: Matrix.zeros(2, 2) },
    ])
      expect(call(changed)).toThrow(/but the other operands need/);
    for (const row of [-1, 4, 0.5, NaN]) {
      const named = Matrix.zeros(2, 5);
      named.set(1, 2, row);
      expect(call({ rows1: named })).toThrow(`row ${row} of B was named; B has the rows 0 to 3`);
    }
  });
});

test("the reference adds in order of the rows named", () => {
  // 1 + 2^-53 + 2^-53 is 1 when added one after the other, and more when the small ones are added first.
  const [a, b] = [Matrix.fromRows([[0]]), Matrix.fromRows([[1], [2 ** -53]])];
  const out = Matrix.zeros(1, 1);
  const ones = Matrix.fromRows([[1, 1, 1]]);
  referenceKernels.weightedDifferences(a, b, Matrix.fromRows([[0, 1, 1]]), ones, out);
  expect(out.get(0, 0)).toBe(1);
  referenceKernels.weightedDifferences(a, b, Matrix.fromRows([[1, 1, 0]]), ones, out);
  expect(out.get(0, 0)).toBe(1 + 2 ** -52);
});
