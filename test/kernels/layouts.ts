import { expect } from "vitest";
import type { Kernels } from "../../src/kernels/kernels.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";

/** A matrix in some layout, and a check that nothing but its own elements was written. */
export interface Placed {
  matrix: Matrix;
  expectGapsUntouched(): void;
}

/** Places a matrix; elements that the layout skips hold a mark. */
export type Placement = (values: Matrix) => Placed;

const MARK = -12345.678;

/** Layouts by name; `inside` ones lie in a workspace of the kernels. */
export function layouts(kernels: Kernels): Record<string, Placement> {
  const outside = (length: number) => new Float64Array(length);
  const workspace = kernels.workspace();
  const inside = (length: number) => workspace.array(length);
  return {
    "row after row": place(outside, (_, columns) => ({ rowStride: columns, columnStride: 1, offset: 0 })),
    "column after column": place(outside, (rows) => ({ rowStride: 1, columnStride: rows, offset: 0 })),
    "a block of rows": place(outside, (_, columns) => ({
      rowStride: columns + 3,
      columnStride: 1,
      offset: 5,
    })),
    "every other element": place(outside, (_, columns) => ({
      rowStride: 2 * columns + 1,
      columnStride: 2,
      offset: 1,
    })),
    "inside, row after row": place(inside, (_, columns) => ({
      rowStride: columns,
      columnStride: 1,
      offset: 0,
    })),
    "inside, a block of columns": place(inside, (rows) => ({
      rowStride: 1,
      columnStride: rows + 2,
      offset: 3,
    })),
    "inside, every other element": place(inside, (rows) => ({
      rowStride: 2,
      columnStride: 2 * rows + 3,
      offset: 1,
    })),
  };
}

/** Numbers between −1 and 1 from a seed. */
export function randomMatrix(seed: number, rows: number, columns: number): Matrix {
  const random = new Random(seed);
  const result = Matrix.zeros(rows, columns);
  for (let i = 0; i < result.data.length; i++) result.data[i] = 2 * random.uniform() - 1;
  return result;
}

/** Numbers between −1 and 1 from a seed. */
export function randomArray(seed: number, length: number): Float64Array {
  return randomMatrix(seed, 1, length).data;
}

type Strides = (rows: number, columns: number) => { rowStride: number; columnStride: number; offset: number };

function place(allocate: (length: number) => Float64Array, strides: Strides): Placement {
  return (values) => {
    const layout = strides(values.rows, values.columns);
    const last = (values.rows - 1) * layout.rowStride + (values.columns - 1) * layout.columnStride;
    const data = allocate(layout.offset + Math.max(last, 0) + 8).fill(MARK);
    const matrix = new Matrix(data, values.rows, values.columns, layout);
    for (let i = 0; i < values.rows; i++)
      for (let j = 0; j < values.columns; j++) {
        matrix.set(i, j, values.get(i, j));
      }
    return {
      matrix,
      expectGapsUntouched() {
        const gaps = new Matrix(data.slice(), values.rows, values.columns, layout);
        for (let i = 0; i < values.rows; i++) for (let j = 0; j < values.columns; j++) gaps.set(i, j, MARK);
        const written = gaps.data.findIndex((value) => value !== MARK);
        if (written >= 0) expect.fail(`position ${written} outside the matrix was written`);
      },
    };
  };
}
