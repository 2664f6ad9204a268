import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/input-error.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import type { Eigen } from "../../src/kernels/kernels.js";
import { symmetricEigen } from "../../src/kernels/reference/eigen.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { expectClose } from "../support/expect-close.js";
import { bareKernels } from "./bare-kernels.js";

type Case = { values: number[]; vectors: number[][] };
const scipy: {
  plain: Record<string, Case>;
  generalized: Record<string, Case>;
  hilbert: Record<string, number[]>;
} = JSON.parse(readFileSync(new URL("../fixtures/numeric/eigen.json", import.meta.url), "utf8"));

const EPSILON = 2 ** -52;
const bare = await bareKernels();

function build(n: number, entry: (i: number, j: number) => number): Matrix {
  return Matrix.fromRows(
    Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => entry(i, j))),
  );
}

/** A symmetric matrix of random entries. */
function randomSymmetric(n: number, seed: number): Matrix {
  const random = new Random(seed);
  const a = Matrix.zeros(n, n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      a.set(i, j, random.normal());
      a.set(j, i, a.get(i, j));
    }
  return a;
}

/** Q·diag(values)·Qᵀ for a random orthogonal Q, a product of reflections. */
function withEigenvalues(values: number[], seed: number): Matrix {
  const n = values.length;
  const random = new Random(seed);
  const a = build(n, (i, j) => (i === j ? values[i] : 0));
  for (let k = 0; k < 3; k++) {
    const v = Array.from({ length: n }, () => random.normal());
    const square = v.reduce((sum, x) => sum + x * x, 0);
    for (const m of [a, a.transposed()])
      for (let j = 0; j < n; j++) {
        const product = (2 / square) * v.reduce((sum, x, i) => sum + x * m.get(i, j), 0);
        for (let i = 0; i < n; i++) m.set(i, j, m.get(i, j) - product * v[i]);
      }
  }
  return build(n, (i, j) => a.get(Math.max(i, j), Math.min(i, j)));
}

/** ‖A·V − V·Λ‖ and ‖VᵀV − 1‖ within rounding, the values in order, the signs as promised. */
function expectEigen(a: Matrix, { values, vectors }: Eigen, columns = a.rows): void {
  const n = a.rows;
  expect(values.length).toBe(n);
  const size = a.data.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  for (let k = 0; k < columns; k++) {
    const column = Math.floor((k * n) / columns);
    const v = Float64Array.from({ length: n }, (_, i) => vectors.get(i, column));
    let worst = 0;
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += (a.data[i * n + j] / (size || 1)) * v[j];
      worst = Math.max(worst, Math.abs(sum - (values[column] / (size || 1)) * v[i]));
    }
    expect(worst, `residual of ${column}`).toBeLessThan(8 * EPSILON * Math.max(n, 3));
    for (let other = 0; other <= column; other++) {
      let product = 0;
      for (let i = 0; i < n; i++) product += v[i] * vectors.get(i, other);
      expect(Math.abs(product - (other === column ? 1 : 0)), `${other}·${column}`).toBeLessThan(
        4 * EPSILON * Math.max(n, 4),
      );
    }
    const largest = v.reduce((best, x) => (Math.abs(x) > Math.abs(best) ? x : best), 0);
    expect(largest).toBeGreaterThan(0);
  }
  for (let i = 1; i < n; i++) expect(values[i]).toBeGreaterThanOrEqual(values[i - 1]);
}

/** The rules of make_eigen.py. */
const fixtureA = (n: number) =>
  build(n, (i, j) => {
    const low = Math.min(i, j);
    const high = Math.max(i, j);
    return ((low * 7919 + high * 104729 + 37 * low * high) % 211) / 64 - 1.5;
  });
const fixtureB = (n: number) => {
  const r = build(n, (i, j) => (i * 31 + j * 17 + i * j) % 8);
  return build(n, (i, j) => {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += r.get(k, i) * r.get(k, j);
    return sum / 64 + (i === j ? 1 : 0);
  });
};

describe.each([
  ["reference", symmetricEigen, 33],
  ["wasm", bare.symmetricEigen, 260],
] as const)("%s", (_, eigen, largest) => {
  test("random matrices of every small size and some larger ones", () => {
    for (const n of [...Array(20).keys(), 31, 32, 33, 64, 100, 129, 260].filter((n) => n <= largest)) {
      const a = randomSymmetric(n, n);
      expectEigen(a, eigen(a));
    }
  });

  test.each(Object.entries(scipy.plain))("SciPy's eigh, n = %s", (size, expected) => {
    const { values, vectors } = eigen(fixtureA(Number(size)));
    expectClose(values, expected.values, { relative: 0, absolute: 1e-13 });
    expectClose(vectors.copy().data, expected.vectors.flat(), { relative: 0, absolute: 1e-12 });
  });

  test.each(Object.entries(scipy.hilbert))("Hilbert matrix, n = %s, by SciPy's eigh", (size, expected) => {
    const a = build(Number(size), (i, j) => 1 / (i + j + 1));
    const result = eigen(a);
    expectEigen(a, result);
    expectClose(result.values, expected, { relative: 0, absolute: 1e-15 });
  });

  test("second differences: closed form of values and vectors", () => {
    const n = 30;
    const a = build(n, (i, j) => (i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0));
    const { values, vectors } = eigen(a);
    for (let k = 0; k < n; k++) {
      const angle = ((k + 1) * Math.PI) / (n + 1);
      expect(Math.abs(values[k] - 4 * Math.sin(angle / 2) ** 2)).toBeLessThan(1e-14);
      const sign = Math.sign(vectors.get(0, k));
      for (let i = 0; i < n; i++)
        expect(
          Math.abs(sign * vectors.get(i, k) - Math.sqrt(2 / (n + 1)) * Math.sin((i + 1) * angle)),
        ).toBeLessThan(1e-13);
    }
  });

  test("Wilkinson's matrix: pairs of values that agree to 14 digits still have orthogonal vectors", () => {
    const a = build(21, (i, j) => (i === j ? Math.abs(i - 10) : Math.abs(i - j) === 1 ? 1 : 0));
    const result = eigen(a);
    expectEigen(a, result);
    // Wilkinson, The Algebraic Eigenvalue Problem (1965), p. 309.
    expectClose(result.values.slice(19), [10.746194182903322, 10.746194182903393], { relative: 1e-14 });
  });

  test.each([
    ["repeated", [1, 1, 1, 1, 1, 3, 3, 3, -2, -2]],
    ["rank 2", [0, 0, 0, 0, 0, 0, 5, 7]],
    ["clustered", [1, 1 + 1e-15, 1 + 3e-15, 1 + 1e-10, 2, 2 + 1e-12]],
    ["all equal", [4, 4, 4, 4, 4]],
    ["graded", [1, 1e-5, 1e-10, 1e-15, 1e-30, 1e-100, 1e-200]],
    ["of both signs", [-1, 1, -1, 1, -1, 1, -1]],
  ])("planted eigenvalues, %s", (_, planted) => {
    const a = withEigenvalues(planted, 11);
    const result = eigen(a);
    expectEigen(a, result);
    const sorted = Float64Array.from(planted).sort();
    expectClose(result.values, sorted, {
      relative: 0,
      absolute: 1e-14 * Math.abs(sorted[planted.length - 1]),
    });
  });

  test("a diagonal matrix gives its entries exactly, and unit vectors", () => {
    const diagonal = [3, -1, 1e-100, 7, 0, 3, -1e100];
    const { values, vectors } = eigen(build(7, (i, j) => (i === j ? diagonal[i] : 0)));
    expect(Array.from(values)).toEqual([-1e100, -1, 0, 1e-100, 3, 3, 7]);
    expect(vectors.copy().data.filter((x) => x !== 0 && x !== 1).length).toBe(0);
  });

  test("zero, one by one, and empty", () => {
    expect(Array.from(eigen(Matrix.zeros(4, 4)).values)).toEqual([0, 0, 0, 0]);
    expectEigen(Matrix.zeros(4, 4), eigen(Matrix.zeros(4, 4)));
    expect(eigen(Matrix.fromRows([[-5]]))).toEqual({
      values: Float64Array.of(-5),
      vectors: expect.anything(),
    });
    expect(eigen(Matrix.zeros(0, 0)).values.length).toBe(0);
  });

  test.each([1e-300, 1e-150, 1e150, 1e300])("entries of size %d", (scale) => {
    const a = build(9, (i, j) => scale * fixtureA(9).get(i, j));
    expectEigen(a, eigen(a));
  });

  test("entries from 1e-150 to 1e150 in one matrix", () => {
    const grade = (k: number) => Number(`1e${75 - 30 * k}`);
    const small = fixtureA(6);
    for (const reversed of [false, true]) {
      const order = (i: number) => (reversed ? 5 - i : i);
      const a = build(6, (i, j) => small.get(i, j) * grade(order(i)) * grade(order(j)));
      expectEigen(a, eigen(a));
    }
  });

  test("couplings too small to be squared, between zeros", () => {
    for (const tiny of [1e-130, 1e-145, 1e-160, 1e-300]) {
      const a = build(6, (i, j) => (Math.abs(i - j) === 1 ? tiny : i === 3 && j === 3 ? 1 : 0));
      expectEigen(a, eigen(a));
    }
  });

  test("falls apart into blocks", () => {
    const a = build(12, (i, j) => (Math.floor(i / 3) === Math.floor(j / 3) ? fixtureA(12).get(i, j) : 0));
    expectEigen(a, eigen(a));
  });

  test("only the lower triangle is read, and the matrix is left as it was", () => {
    const a = fixtureA(8);
    const lower = build(8, (i, j) => (j > i ? NaN : a.get(i, j)));
    const before = lower.data.slice();
    expect(eigen(lower)).toEqual(eigen(a));
    expect(lower.data).toEqual(before);
  });

  test.each([NaN, Infinity, -Infinity])("%d is refused", (bad) => {
    const a = fixtureA(5);
    a.set(3, 1, bad);
    expect(() => eigen(a)).toThrow(InputError);
    expect(() => eigen(a)).toThrow(`holds ${bad} in row 4, column 2`);
  });
});

describe.each(["reference", "wasm", "fast"] as const)("generalized, %s", (name) => {
  test.each(Object.entries(scipy.generalized))("SciPy's eigh(a, b), n = %s", async (size, expected) => {
    const n = Number(size);
    const kernels = await createKernels({ kernels: name });
    const [a, b] = [fixtureA(n), fixtureB(n)];
    const result = kernels.symmetricEigen(a, b);
    expectClose(result?.values ?? [], expected.values, { relative: 0, absolute: 1e-12 });
    expectClose(result?.vectors.copy().data ?? [], expected.vectors.flat(), { relative: 0, absolute: 1e-11 });
    expect([a, b]).toEqual([fixtureA(n), fixtureB(n)]);
    await kernels.dispose();
  });

  test("a B that is not positive definite gives null", async () => {
    const kernels = await createKernels({ kernels: name });
    for (const corner of [1, 4, NaN])
      expect(
        kernels.symmetricEigen(
          fixtureA(2),
          Matrix.fromRows([
            [1, 2],
            [2, corner],
          ]),
        ),
      ).toBe(null);
    await kernels.dispose();
  });
});

test("a large matrix, n = 1024", () => {
  const a = randomSymmetric(1024, 1024);
  expectEigen(a, bare.symmetricEigen(a), 12);
});
