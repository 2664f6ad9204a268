import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnEntries } from "../../src/data/column-entries.js";
import { duplicateColumns } from "../../src/data/duplicate-columns.js";
import { columnSummary } from "../../src/data/examine.js";
import { Dataset, Matrix, SparseMatrix } from "../../src/index.js";
import { constantFeatures } from "../../src/selectors/rank.js";
import { expectClose } from "../support/expect-close.js";

/** Every element of the list is stored, zeros too, so a stored zero must count as one that is not. */
const storeAll = (rows: readonly (readonly number[])[], stored: (x: number) => boolean) => {
  const cells = rows.flatMap((row, i) => row.map((x, j) => ({ i, j, x }))).filter(({ x }) => stored(x));
  return SparseMatrix.fromTriplets(
    rows.length,
    rows[0].length,
    cells.map(({ i }) => i),
    cells.map(({ j }) => j),
    cells.map(({ x }) => x),
  );
};

/** Few different values, so that equal and constant columns are common. */
const value = fc.constantFrom(0, 0, 0, -0, 1, 2, -1.5, Number.NaN);
const table = (cell: fc.Arbitrary<number>) =>
  fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 8 })).chain(([rows, columns]) =>
    fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    }),
  );

/** The same table dense, sparse, and sparse with its zeros written out. */
const forms = (rows: readonly (readonly number[])[]) => [
  Matrix.fromRows(rows),
  storeAll(rows, (x) => x !== 0),
  storeAll(rows, () => true),
];

describe("columns of sparse data are those of dense data", () => {
  test("entries are what is not zero, by row", () => {
    fc.assert(
      fc.property(table(value), (rows) => {
        const expected = rows[0].map((_, j) => ({
          column: j,
          rows: rows.map((_, i) => i).filter((i) => rows[i][j] !== 0),
          values: rows.map((row) => row[j]).filter((x) => x !== 0),
        }));
        for (const form of forms(rows))
          expect(
            Array.from(columnEntries(form), (entries) => ({
              column: entries.column,
              rows: Array.from(entries.rows),
              values: Array.from(entries.values),
            })),
          ).toEqual(expected);
      }),
    );
  });

  test("readers of entries may change them without harm to the data", () => {
    const rows = [
      [1, 0],
      [2, 3],
    ];
    for (const form of forms(rows)) {
      for (const { values } of columnEntries(form)) values.fill(9);
      expect(form instanceof Matrix ? form : form.toDense()).toEqual(Matrix.fromRows(rows));
    }
  });

  test("equal columns are found as by comparing all", () => {
    fc.assert(
      fc.property(table(value), (rows) => {
        const equal = (a: number, b: number) =>
          rows.every((row) => row[a] === row[b] || (Number.isNaN(row[a]) && Number.isNaN(row[b])));
        const places = rows[0].map((_, j) => j);
        const expected = places
          .filter((j) => !places.some((i) => i < j && equal(i, j)))
          .map((j) => places.filter((i) => equal(i, j)))
          .filter((group) => group.length > 1);
        for (const values of forms(rows)) expect(duplicateColumns(new Dataset({ values }))).toEqual(expected);
      }),
    );
  });

  test("equal columns that differ only far down are told apart", () => {
    const rows = Array.from({ length: 40 }, (_, i) => [
      i === 39 ? 1 : 0,
      i === 38 ? 1 : 0,
      i === 39 ? 1 : 0,
      0,
    ]);
    for (const values of forms(rows)) expect(duplicateColumns(new Dataset({ values }))).toEqual([[0, 2]]);
  });

  test("constant columns are found as by comparing all", () => {
    fc.assert(
      fc.property(table(value), (rows) => {
        const expected = rows[0].map((_, j) => {
          const known = rows.map((row) => row[j]).filter((x) => !Number.isNaN(x));
          return Number(known.every((x) => x === known[0]));
        });
        for (const values of forms(rows))
          expect(Array.from(constantFeatures(new Dataset({ values })))).toEqual(expected);
      }),
    );
  });

  test("summaries agree with the sums written out", async () => {
    const cell = fc.oneof(value, fc.constantFrom(3, 1e6, -7.25, Number.POSITIVE_INFINITY));
    await fc.assert(
      fc.asyncProperty(table(cell), async (rows) => {
        const [dense, sparse, written] = await Promise.all(forms(rows).map((form) => columnSummary(form)));
        expect(sparse).toEqual(dense);
        expect(written).toEqual(dense);
        dense.forEach((summary, j) => {
          const column = rows.map((row) => row[j]);
          const finite = column.filter(Number.isFinite);
          const mean = finite.reduce((a, b) => a + b, 0) / finite.length;
          const moment = (power: number) =>
            finite.reduce((sum, x) => sum + (x - mean) ** power, 0) / finite.length;
          const constant = new Set(finite.map((x) => x + 0)).size === 1;
          const deviation = finite.length === 0 || constant ? 0 : Math.sqrt(moment(2));
          expect(summary.missing).toBe(column.filter(Number.isNaN).length);
          expect(summary.infinite).toBe(
            column.filter((x) => Math.abs(x) === Number.POSITIVE_INFINITY).length,
          );
          expect(summary.zeros).toBe(column.filter((x) => x === 0).length);
          expect(summary.minimum + 0).toBe(
            finite.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY) + 0,
          );
          expect(summary.maximum + 0).toBe(
            finite.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY) + 0,
          );
          expect(summary.constant).toBe(constant && finite.length === rows.length);
          expect(summary.wholeCounts).toBe(finite.every((x) => x >= 0 && Number.isInteger(x)));
          expectClose([summary.deviation], [deviation], { relative: 1e-9 });
          if (deviation > 0)
            expectClose([summary.skewness], [moment(3) / deviation ** 3], { relative: 1e-9, absolute: 1e-9 });
        });
      }),
    );
  });
});
