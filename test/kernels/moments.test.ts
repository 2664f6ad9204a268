import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { columnMoments } from "../../src/kernels/reference/samples.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { expectClose } from "../support/expect-close.js";
import { bareKernels } from "./bare-kernels.js";

const exact: {
  offsets: number[];
  scales: number[];
  cases: { rows: number; means: number[]; variances: number[] }[];
} = JSON.parse(readFileSync(new URL("../fixtures/numeric/moments.json", import.meta.url), "utf8"));

const bare = await bareKernels();

/** The rule of make_moments.py. */
function fixtureMatrix(rows: number): Matrix {
  return Matrix.fromRows(
    Array.from({ length: rows }, (_, i) =>
      exact.offsets.map((offset, j) => offset + exact.scales[j] * (((i * 7919 + j * 104729) % 1009) / 1024)),
    ),
  );
}

describe.each([
  ["reference", columnMoments],
  ["wasm", bare.columnMoments],
])("%s", (_, moments) => {
  test.each(exact.cases)("$rows rows: the exact values, also far from zero", ({ rows, means, variances }) => {
    const given = moments(fixtureMatrix(rows));
    expectClose(given.means, means, { relative: 4e-16 });
    expectClose(given.variances, variances, { relative: 1e-14 });
  });

  test("a constant column gives its value and 0 exactly", () => {
    for (const rows of [1, 7, 256, 1000]) {
      const values = [0.1, -1e300, 1 / 3, 5e-324, 1e17 + 16];
      const given = moments(Matrix.fromRows(Array.from({ length: rows }, () => values)));
      expect(Array.from(given.means)).toEqual(values);
      expect(Array.from(given.variances)).toEqual(values.map(() => 0));
    }
  });

  test("a first row far away from the others does no harm", () => {
    const column = [1e6, ...Array.from({ length: 999 }, (_, i) => i % 2)];
    const given = moments(Matrix.fromRows(column.map((value) => [value])));
    const mean = (1e6 + 499) / 1000;
    expectClose(given.means, [mean]);
    expectClose(given.variances, [(1e12 + 499) / 1000 - mean * mean], { relative: 1e-12 });
  });

  test("a column's bits do not depend on its neighbours; NaN stays in its column", () => {
    const random = new Random(4);
    const whole = new Matrix(
      Float64Array.from({ length: 300 * 1030 }, () => random.normal()),
      300,
      1030,
    );
    whole.set(17, 5, NaN);
    const given = moments(whole);
    for (const j of [0, 1, 511, 512, 1028, 1029]) {
      const alone = moments(whole.block(0, j, 300, 1));
      expect(given.means[j]).toBe(alone.means[0]);
      expect(given.variances[j]).toBe(alone.variances[0]);
    }
    const lost = Array.from(given.means.keys()).filter((j) =>
      Number.isNaN(given.means[j] + given.variances[j]),
    );
    expect(lost).toEqual([5]);
  });

  test("no rows give NaN, no columns nothing", () => {
    const given = moments(Matrix.zeros(0, 3));
    expect(Array.from(given.means)).toEqual([NaN, NaN, NaN]);
    expect(Array.from(given.variances)).toEqual([NaN, NaN, NaN]);
    expect(moments(Matrix.zeros(3, 0)).means.length).toBe(0);
  });
});

test("both implementations give the same bits", () => {
  const random = new Random(5);
  for (const [rows, columns] of [
    [1, 1],
    [3, 2],
    [600, 37],
  ]) {
    const values = Float64Array.from({ length: rows * columns }, () => 100 + random.normal());
    const a = new Matrix(values, rows, columns);
    expect(bare.columnMoments(a)).toEqual(columnMoments(a));
  }
});
