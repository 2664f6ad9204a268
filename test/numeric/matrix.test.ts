import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/input-error.js";
import { Matrix } from "../../src/numeric/matrix.js";

/** A matrix written out, and the same as a Matrix that lies somewhere in a larger array. */
interface Laid {
  readonly literal: number[][];
  readonly rows: number;
  readonly columns: number;
  readonly matrix: Matrix;
}

/** Any matrix of up to 5 × 5, row after row or column after column, with an offset and gaps. */
const laid: fc.Arbitrary<Laid> = fc
  .record({
    rows: fc.nat({ max: 5 }),
    columns: fc.nat({ max: 5 }),
    offset: fc.nat({ max: 3 }),
    step: fc.integer({ min: 1, max: 2 }),
    gap: fc.nat({ max: 2 }),
    byColumns: fc.boolean(),
    values: fc.array(fc.double(), { minLength: 25, maxLength: 25 }),
  })
  .map(({ rows, columns, offset, step, gap, byColumns, values }) => {
    const literal = range(rows).map((i) => range(columns).map((j) => values[5 * i + j]));
    const [rowStride, columnStride] = byColumns ? [step, rows * step + gap] : [columns * step + gap, step];
    // What lies between the elements is not part of the matrix and must never show.
    const data = new Float64Array(offset + (rows + 2) * (columns + 2) * step * 3).fill(-777);
    for (const i of range(rows))
      for (const j of range(columns)) data[offset + i * rowStride + j * columnStride] = literal[i][j];
    const matrix = new Matrix(data, rows, columns, { rowStride, columnStride, offset });
    return { literal, rows, columns, matrix };
  });

const range = (n: number) => Array.from({ length: n }, (_, i) => i);
const written = (matrix: Matrix) =>
  range(matrix.rows).map((i) => range(matrix.columns).map((j) => matrix.get(i, j)));
const turned = (literal: readonly number[][], columns: number) =>
  range(columns).map((j) => literal.map((row) => row[j]));

/** Some of n indices in any order, also repeatedly. */
const someOf = (n: number) =>
  n === 0 ? fc.constant<number[]>([]) : fc.array(fc.nat({ max: n - 1 }), { maxLength: 7 });

const holds = <T>(inputs: fc.Arbitrary<T>, property: (input: T) => void) =>
  fc.assert(fc.property(inputs, property));

describe("a matrix in any layout", () => {
  test("reads its elements", () => {
    holds(laid, ({ literal, matrix }) => {
      expect(written(matrix)).toEqual(literal);
    });
  });

  test("writes one element and no other", () => {
    const cases = laid
      .filter(({ rows, columns }) => rows * columns > 0)
      .chain((input) => fc.record({ input: fc.constant(input), row: fc.nat(), column: fc.nat() }));
    holds(cases, ({ input: { literal, rows, columns, matrix }, row, column }) => {
      const [i, j] = [row % rows, column % columns];
      const before = matrix.data.slice();
      matrix.set(i, j, 0.5);
      literal[i][j] = 0.5;
      expect(written(matrix)).toEqual(literal);
      expect(Array.from(matrix.data).filter((x, at) => !Object.is(x, before[at])).length).toBeLessThan(2);
    });
  });

  test("is transposed as a view", () => {
    holds(laid, ({ literal, columns, matrix }) => {
      const transposed = matrix.transposed();
      expect(written(transposed)).toEqual(turned(literal, columns));
      expect(transposed.data).toBe(matrix.data);
      expect(transposed.transposed()).toEqual(matrix);
    });
  });

  test("gives blocks as views", () => {
    const cases = laid.chain((input) =>
      fc.record({
        input: fc.constant(input),
        rows: fc.tuple(fc.nat({ max: input.rows }), fc.nat({ max: input.rows })),
        columns: fc.tuple(fc.nat({ max: input.columns }), fc.nat({ max: input.columns })),
      }),
    );
    holds(cases, ({ input: { literal, matrix }, rows, columns }) => {
      const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
      const [left, right] = [Math.min(...columns), Math.max(...columns)];
      const block = matrix.block(top, left, bottom - top, right - left);
      expect(written(block)).toEqual(literal.slice(top, bottom).map((row) => row.slice(left, right)));
      expect(block.data).toBe(matrix.data);
    });
  });

  test("is copied row after row", () => {
    holds(laid, ({ literal, matrix }) => {
      const copy = matrix.copy();
      expect(written(copy)).toEqual(literal);
      expect(Array.from(copy.data)).toEqual(literal.flat());
      expect(copy.data.buffer).not.toBe(matrix.data.buffer);
    });
  });

  test("gives rows and columns in any order, as copies", () => {
    const cases = laid.chain((input) =>
      fc.record({ input: fc.constant(input), rows: someOf(input.rows), columns: someOf(input.columns) }),
    );
    holds(cases, ({ input: { literal, matrix }, rows, columns }) => {
      const byRows = matrix.selectRows(rows);
      expect([byRows.rows, byRows.columns]).toEqual([rows.length, matrix.columns]);
      expect(Array.from(byRows.data)).toEqual(rows.flatMap((i) => literal[i]));
      const byColumns = matrix.selectColumns(Int32Array.from(columns));
      expect([byColumns.rows, byColumns.columns]).toEqual([matrix.rows, columns.length]);
      expect(Array.from(byColumns.data)).toEqual(literal.flatMap((row) => columns.map((j) => row[j])));
    });
  });

  test("is row-major only where its array can be read straight through", () => {
    holds(laid, ({ literal, rows, columns, matrix }) => {
      const straight = Array.from(matrix.data.subarray(matrix.offset, matrix.offset + rows * columns));
      if (matrix.isRowMajor) expect(straight).toEqual(literal.flat());
      expect(matrix.copy().isRowMajor).toBe(true);
    });
    expect(Matrix.zeros(2, 3).transposed().isRowMajor).toBe(false);
    expect(Matrix.zeros(4, 4).block(1, 1, 2, 2).isRowMajor).toBe(false);
    expect(Matrix.zeros(4, 4).block(1, 1, 1, 2).isRowMajor).toBe(true);
    expect(Matrix.zeros(4, 4).block(1, 0, 2, 4).isRowMajor).toBe(true);
  });

  test("needs an array that reaches to its last element, and no further", () => {
    holds(laid, ({ rows, columns, matrix: { offset, rowStride, columnStride } }) => {
      fc.pre(rows * columns > 0);
      const needed = offset + (rows - 1) * rowStride + (columns - 1) * columnStride + 1;
      const make = (length: number) =>
        new Matrix(new Float64Array(length), rows, columns, { offset, rowStride, columnStride });
      expect(make(needed).data.length).toBe(needed);
      expect(() => make(needed - 1)).toThrow(InputError);
      expect(() => make(needed - 1)).toThrow(`needs ${needed} numbers; ${needed - 1} were given`);
    });
    expect(new Matrix(new Float64Array(0), 0, 7).rows).toBe(0);
  });
});

describe("a new matrix", () => {
  test("of zeros, and the identity", () => {
    expect(written(Matrix.zeros(2, 3))).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(written(Matrix.identity(3))).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
  });

  test("of rows, which are copied", () => {
    holds(laid, ({ literal, rows, columns }) => {
      const matrix = Matrix.fromRows(literal.map((row) => Float64Array.from(row)));
      expect(written(matrix)).toEqual(literal);
      expect([matrix.rows, matrix.columns]).toEqual([rows, rows === 0 ? 0 : columns]);
    });
    const row = [1, 2];
    const matrix = Matrix.fromRows([row]);
    row[0] = 9;
    expect(matrix.get(0, 0)).toBe(1);
  });

  test("of rows that differ in length is refused", () => {
    expect(() => Matrix.fromRows([[1, 2], [3, 4], [5]])).toThrow(InputError);
    expect(() => Matrix.fromRows([[1, 2], [3, 4], [5]])).toThrow(
      "row 3 has 1 values, but the first row has 2",
    );
  });
});

test("selected columns are those of the matrix, one by one or in long runs, from a block and into a matrix that is given", () => {
  const block = new Matrix(
    Float64Array.from({ length: 5 * 300 }, (_, at) => at),
    5,
    300,
  ).block(1, 3, 4, 290);
  const runs = Array.from({ length: 290 }, (_, j) => j).filter((j) => j !== 7 && j !== 200 && j !== 289);
  for (const columns of [runs, Int32Array.from(runs), [5, 3, 3, 200], []])
    for (const from of [block, block.transposed().copy().transposed()]) {
      const given = Matrix.zeros(4, columns.length);
      const selected = from.selectColumns(columns, given);
      expect(selected).toBe(given);
      expect(from.selectColumns(columns)).toEqual(selected);
      for (let i = 0; i < 4; i++)
        columns.forEach((j, at) => {
          expect(selected.get(i, at)).toBe(block.get(i, j));
        });
    }
});
