import { describe, expect, test } from "vitest";
import { manhattanDistances, squaredDistances } from "../../src/kernels/reference/samples.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { bareKernels } from "./bare-kernels.js";

const bare = await bareKernels();
const reference = { manhattanDistances, squaredDistances };
const names = ["squaredDistances", "manhattanDistances"] as const;
const implementations = [
  ["reference", reference],
  ["wasm", bare],
] as const;

function matrix(rows: number, columns: number, value: () => number): Matrix {
  return new Matrix(
    Float64Array.from({ length: rows * columns }, () => value()),
    rows,
    columns,
  );
}

describe.each(implementations)("%s", (_, kernels) => {
  test.each(names)("%s of whole numbers is exact, at every shape", (name) => {
    const random = new Random(1);
    for (const columns of [0, 1, 2, 3, 8, 255, 256, 257, 513])
      for (const [m, n] of [
        [1, 1],
        [1, 5],
        [4, 2],
        [5, 3],
        [7, 67],
        [0, 3],
        [3, 0],
      ]) {
        const a = matrix(m, columns, () => random.integer(2001) - 1000);
        const b = matrix(n, columns, () => random.integer(2001) - 1000);
        const out = matrix(m, n, () => NaN);
        kernels[name](a, b, out);
        for (let i = 0; i < m; i++)
          for (let j = 0; j < n; j++) {
            let expected = 0;
            for (let k = 0; k < columns; k++) {
              const difference = Math.abs(a.get(i, k) - b.get(j, k));
              expected += name === "squaredDistances" ? difference * difference : difference;
            }
            expect(out.get(i, j)).toBe(expected);
          }
      }
  });

  test("rows that lie close together far from zero lose no digits", () => {
    const a = Matrix.fromRows([[1e8, -1e8, 1e8]]);
    const b = Matrix.fromRows([[1e8 + 2 ** -20, -1e8 + 2 ** -21, 1e8]]);
    const out = Matrix.zeros(1, 1);
    kernels.squaredDistances(a, b, out);
    expect(out.get(0, 0)).toBe(2 ** -40 + 2 ** -42);
    kernels.manhattanDistances(a, b, out);
    expect(out.get(0, 0)).toBe(2 ** -20 + 2 ** -21);
  });

  test.each(names)("%s is symmetric to the last bit, zero on the diagonal and free of its place", (name) => {
    const random = new Random(2);
    const a = matrix(11, 301, () => random.normal());
    const out = Matrix.zeros(11, 11);
    kernels[name](a, a, out);
    const single = Matrix.zeros(1, 1);
    for (let i = 0; i < 11; i++) {
      expect(out.get(i, i)).toBe(0);
      for (let j = 0; j < 11; j++) {
        expect(out.get(i, j)).toBe(out.get(j, i));
        kernels[name](a.block(i, 0, 1, 301), a.block(j, 0, 1, 301), single);
        expect(single.get(0, 0)).toBe(out.get(i, j));
      }
    }
  });

  test.each(names)("%s with NaN is NaN there and nowhere else", (name) => {
    const a = Matrix.fromRows([
      [1, 2, 3],
      [1, NaN, 3],
      [4, 5, 6],
    ]);
    const out = Matrix.zeros(3, 3);
    kernels[name](a, a, out);
    expect(Array.from(out.data, Number.isNaN)).toEqual([
      false,
      true,
      false,
      true,
      true,
      true,
      false,
      true,
      false,
    ]);
  });
});

test.each(names)("%s gives the same bits in both implementations", (name) => {
  const random = new Random(3);
  for (const columns of [1, 6, 255, 256, 700, 1023]) {
    const a = matrix(9, columns, () => random.normal());
    const b = matrix(66, columns, () => random.normal());
    const expected = Matrix.zeros(9, 66);
    const given = Matrix.zeros(9, 66);
    reference[name](a, b, expected);
    bare[name](a, b, given);
    expect(given.data).toEqual(expected.data);
  }
});

test.each(names)(
  "%s of a part of the output has the bits of the whole, and leaves the rest alone",
  (name) => {
    const random = new Random(4);
    const a = matrix(10, 300, () => random.normal());
    const b = matrix(75, 300, () => random.normal());
    const whole = Matrix.zeros(10, 75);
    bare[name](a, b, whole);
    const parts = [
      [0, 10, 0, 75],
      [0, 3, 0, 1],
      [5, 10, 7, 74],
      [9, 10, 74, 75],
      [2, 7, 1, 66],
      [4, 4, 3, 3],
    ] as const;
    for (const [i0, i1, j0, j1] of parts) {
      const given = matrix(10, 75, () => -1);
      bare[name](a, b, given, [i0, i1, j0, j1]);
      for (let i = 0; i < 10; i++)
        for (let j = 0; j < 75; j++) {
          const isInside = i >= i0 && i < i1 && j >= j0 && j < j1;
          expect(given.get(i, j)).toBe(isInside ? whole.get(i, j) : -1);
        }
    }
  },
);
