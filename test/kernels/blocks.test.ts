import { describe, expect, test } from "vitest";
import { Matrix } from "../../src/numeric/matrix.js";
import { expectSame } from "../support/expect-same.js";
import { layouts, randomMatrix } from "./layouts.js";
import { variants } from "./variants.js";

const sizes = [
  [1, 1],
  [0, 3],
  [3, 0],
  [5, 2],
  [7, 9],
  [130, 11],
  [70, 24],
];

describe.each(variants)("passes over blocks, %s", (_, kernels) => {
  const placements = Object.values(layouts(kernels));
  const each = (check: (place: (offset: number) => (typeof placements)[number]) => void) => {
    for (const i of placements.keys()) check((offset) => placements[(i + offset) % placements.length]);
  };
  const table = (rows: number, columns: number, entry: (i: number, j: number) => number) => {
    const result = Matrix.zeros(rows, columns);
    for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) result.set(i, j, entry(i, j));
    return result.data;
  };

  test.each(sizes)("%d × %d, in every layout", (m, n) => {
    const [a, b] = [randomMatrix(1, m, n), randomMatrix(2, m, n)];
    const [byRow, byColumn] = [randomMatrix(3, 1, m).data, randomMatrix(4, 1, n).data];
    const sums = new Float64Array(n);
    for (let i = 0; i < m; i++) for (let j = 0; j < n; j++) sums[j] += a.get(i, j) * b.get(i, j);
    each((place) => {
      const out = place(2)(Matrix.zeros(m, n));
      const [left, right] = [place(0)(a).matrix, place(1)(b).matrix];
      kernels.combineRows(left, byRow, right, out.matrix);
      expectSame(
        out.matrix.copy().data,
        table(m, n, (i, j) => a.get(i, j) + byRow[i] * b.get(i, j)),
      );
      kernels.combineRows(null, byRow, right, out.matrix);
      expectSame(
        out.matrix.copy().data,
        table(m, n, (i, j) => byRow[i] * b.get(i, j)),
      );
      kernels.combineColumns(left, right, byColumn, out.matrix);
      expectSame(
        out.matrix.copy().data,
        table(m, n, (i, j) => a.get(i, j) + b.get(i, j) * byColumn[j]),
      );
      kernels.combineColumns(null, right, byColumn, out.matrix);
      expectSame(
        out.matrix.copy().data,
        table(m, n, (i, j) => b.get(i, j) * byColumn[j]),
      );
      out.expectGapsUntouched();
      expectSame(kernels.columnProducts(left, right), sums);
    });
  });

  test("the output may be an operand", () => {
    const [a, b] = [randomMatrix(1, 40, 7), randomMatrix(2, 40, 7)];
    const [byRow, byColumn] = [randomMatrix(3, 1, 40).data, randomMatrix(4, 1, 7).data];
    each((place) => {
      const [left, right] = [place(0)(a).matrix, place(1)(b).matrix];
      kernels.combineRows(left, byRow, right, left);
      expectSame(
        left.copy().data,
        table(40, 7, (i, j) => a.get(i, j) + byRow[i] * b.get(i, j)),
      );
      kernels.combineColumns(right, right, byColumn, right);
      expectSame(
        right.copy().data,
        table(40, 7, (i, j) => b.get(i, j) + b.get(i, j) * byColumn[j]),
      );
      kernels.combineRows(null, byRow, right, right);
    });
  });

  test("refuses sizes that do not fit", () => {
    const [a, b] = [Matrix.zeros(2, 3), Matrix.zeros(3, 2)];
    const needs = /but the other operands need/;
    expect(() => kernels.combineRows(b, new Float64Array(2), a, a)).toThrow(needs);
    expect(() => kernels.combineRows(null, new Float64Array(2), b, a)).toThrow(needs);
    expect(() => kernels.combineRows(a, new Float64Array(3), a, a)).toThrow(needs);
    expect(() => kernels.combineColumns(a, a, new Float64Array(2), a)).toThrow(needs);
    expect(() => kernels.combineColumns(a, b, new Float64Array(3), a)).toThrow(needs);
    expect(() => kernels.columnProducts(a, b)).toThrow(needs);
  });
});
