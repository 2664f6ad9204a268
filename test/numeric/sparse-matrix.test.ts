import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/input-error.js";
import { SparseMatrix } from "../../src/numeric/sparse-matrix.js";

const range = (n: number) => Array.from({ length: n }, (_, i) => i);

/** A table of zeros with entries added to it, and the same entries as triplets. */
interface Filled {
  readonly rows: number;
  readonly columns: number;
  readonly literal: number[][];
  readonly triplets: readonly (readonly [row: number, column: number, value: number])[];
  readonly matrix: SparseMatrix;
}

const fromTriplets = (rows: number, columns: number, triplets: Filled["triplets"]) =>
  SparseMatrix.fromTriplets(
    rows,
    columns,
    triplets.map(([row]) => row),
    triplets.map(([, column]) => column),
    triplets.map(([, , value]) => value),
  );

/** Up to 6 × 6, with entries in any order, some of them in the same place; whole numbers, so that sums are exact. */
const filled: fc.Arbitrary<Filled> = fc
  .tuple(fc.nat({ max: 6 }), fc.nat({ max: 6 }))
  .chain(([rows, columns]) => {
    const triplet = fc.tuple(
      fc.nat({ max: Math.max(0, rows - 1) }),
      fc.nat({ max: Math.max(0, columns - 1) }),
      fc.integer({ min: -9, max: 9 }),
    );
    const triplets = rows * columns === 0 ? fc.constant([]) : fc.array(triplet, { maxLength: 20 });
    return triplets.map((triplets) => {
      const literal = range(rows).map(() => range(columns).map(() => 0));
      for (const [row, column, value] of triplets) literal[row][column] += value;
      return { rows, columns, literal, triplets, matrix: fromTriplets(rows, columns, triplets) };
    });
  });

const written = (matrix: SparseMatrix) => {
  const { rows, columns, data } = matrix.toDense();
  return range(rows).map((i) => Array.from(data.subarray(i * columns, (i + 1) * columns)));
};

const holds = <T>(inputs: fc.Arbitrary<T>, property: (input: T) => void) =>
  fc.assert(fc.property(inputs, property));

describe("a sparse matrix", () => {
  test("of triplets has their sums, and each place once, in rising order", () => {
    holds(filled, ({ rows, columns, literal, triplets, matrix }) => {
      expect(written(matrix)).toEqual(literal);
      expect([matrix.rows, matrix.columns]).toEqual([rows, columns]);
      const places = new Set(triplets.map(([row, column]) => row * 100 + column));
      const kept = range(rows).flatMap((i) =>
        Array.from(
          matrix.columnIndices.subarray(matrix.rowStarts[i], matrix.rowStarts[i + 1]),
          (column) => i * 100 + column,
        ),
      );
      expect(kept).toEqual([...places].sort((a, b) => a - b));
      expect(matrix.values.length).toBe(places.size);
    });
  });

  test("is transposed", () => {
    holds(filled, ({ columns, literal, matrix }) => {
      const transposed = matrix.transposed();
      expect(written(transposed)).toEqual(range(columns).map((j) => literal.map((row) => row[j])));
      expect(transposed.transposed()).toEqual(matrix);
    });
  });

  test("gives rows in any order, also repeatedly", () => {
    const cases = filled
      .filter(({ rows }) => rows > 0)
      .chain((input) =>
        fc.record({
          input: fc.constant(input),
          picked: fc.array(fc.nat({ max: input.rows - 1 }), { maxLength: 8 }),
        }),
      );
    holds(cases, ({ input: { columns, literal, matrix }, picked }) => {
      const selected = matrix.selectRows(picked);
      expect(written(selected)).toEqual(picked.map((i) => literal[i]));
      expect(selected.columns).toBe(columns);
      selected.values.fill(5);
      expect(written(matrix)).toEqual(literal);
    });
  });

  test("gives columns in any order, each once", () => {
    const cases = filled.chain((input) =>
      fc.record({ input: fc.constant(input), picked: fc.shuffledSubarray(range(input.columns)) }),
    );
    holds(cases, ({ input: { rows, literal, matrix }, picked }) => {
      const selected = matrix.selectColumns(Int32Array.from(picked));
      expect(written(selected)).toEqual(literal.map((row) => picked.map((j) => row[j])));
      expect([selected.rows, selected.columns]).toEqual([rows, picked.length]);
    });
  });
});

describe("a sparse matrix is refused", () => {
  const make = (rowStarts: number[], columnIndices: number[], values = columnIndices.map(() => 1)) =>
    new SparseMatrix(
      2,
      3,
      Int32Array.from(rowStarts),
      Int32Array.from(columnIndices),
      Float64Array.from(values),
    );

  test.each([
    ["without a start for each row", [0, 2], [0, 1], undefined, "row starts that do not match its values"],
    ["with one start too many", [0, 1, 2, 2], [0, 1], undefined, "row starts that do not match its values"],
    ["that does not start at 0", [1, 1, 2], [0, 1], undefined, "row starts that do not match its values"],
    [
      "that ends before its values do",
      [0, 1, 1],
      [0, 1],
      undefined,
      "row starts that do not match its values",
    ],
    ["with fewer columns than values", [0, 1, 2], [0], [1, 2], "has 1 column indices for 2 values"],
    [
      "with a row that ends before it starts",
      [0, 3, 2],
      [0, 1],
      undefined,
      "row 2 of a sparse matrix ends before",
    ],
    [
      "with a column beyond the last",
      [0, 0, 1],
      [3],
      undefined,
      "row 2 of a sparse matrix has column index 3",
    ],
    ["with a column below 0", [0, 1, 1], [-1], undefined, "column index -1 where 0 to 2 is allowed"],
    ["with a place twice", [0, 2, 2], [1, 1], undefined, "column index 1 where 2 to 2 is allowed"],
    ["with falling columns", [0, 2, 2], [2, 0], undefined, "column index 0 where 3 to 2 is allowed"],
  ])("%s", (_, rowStarts, columnIndices, values, message) => {
    expect(() => make(rowStarts, columnIndices, values)).toThrow(InputError);
    expect(() => make(rowStarts, columnIndices, values)).toThrow(message);
  });

  test("but not where everything fits", () => {
    expect(written(make([0, 2, 3], [0, 2, 1], [5, 6, 7]))).toEqual([
      [5, 0, 6],
      [0, 7, 0],
    ]);
  });

  test.each([
    [2, 0],
    [-1, 0],
    [Number.NaN, 0],
    [0, 3],
    [0, -1],
  ])("made of a triplet in row %d, column %d", (row, column) => {
    expect(() => fromTriplets(2, 3, [[row, column, 1]])).toThrow(InputError);
    expect(() => fromTriplets(2, 3, [[row, column, 1]])).toThrow(/index .+ where 0 to [12] is allowed/);
  });
});
