import { describe, expect, test } from "vitest";
import { leadingEigen } from "../../src/kernels/leading-eigen.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { variants } from "./variants.js";

const all = { above: Number.NEGATIVE_INFINITY, least: 0, most: Number.POSITIVE_INFINITY };

/** Q·diag(values)·Qᵀ for a random orthogonal Q, a product of reflections. */
function withEigenvalues(values: readonly number[], seed: number): Matrix {
  const n = values.length;
  const random = new Random(seed);
  const a = Matrix.zeros(n, n);
  values.forEach((value, i) => {
    a.set(i, i, value);
  });
  for (let k = 0; k < 3; k++) {
    const v = Array.from({ length: n }, () => random.normal());
    const square = v.reduce((sum, x) => sum + x * x, 0);
    for (const m of [a, a.transposed()])
      for (let j = 0; j < n; j++) {
        const product = (2 / square) * v.reduce((sum, x, i) => sum + x * m.get(i, j), 0);
        for (let i = 0; i < n; i++) m.set(i, j, m.get(i, j) - product * v[i]);
      }
  }
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) a.set(j, i, a.get(i, j));
  return a;
}

const numbers = (n: number, value: (i: number) => number) => Array.from({ length: n }, (_, i) => value(i));

/** The values are the wanted ones, A·V = V·Λ and VᵀV = I, all within rounding of the largest eigenvalue. */
function expectLeading(
  a: Matrix,
  { values, vectors }: { values: Float64Array; vectors: Matrix },
  wanted: readonly number[],
) {
  const n = a.rows;
  const size = Math.max(...a.data.map(Math.abs), Number.MIN_VALUE) * Math.sqrt(n);
  const slack = 16 * 2 ** -52 * n;
  expect(values.length).toBe(wanted.length);
  expect(vectors.columns).toBe(wanted.length);
  values.forEach((value, k) => {
    expect(Math.abs(value - wanted[k]), `value ${k}`).toBeLessThan(slack * size);
    let worst = 0;
    for (let i = 0; i < n; i++) {
      let sum = -value * vectors.get(i, k);
      for (let j = 0; j < n; j++) sum += a.get(i, j) * vectors.get(j, k);
      worst = Math.max(worst, Math.abs(sum));
    }
    expect(worst, `residual of ${k}`).toBeLessThan(slack * size);
    let skew = 0;
    for (let other = 0; other <= k; other++) {
      let product = other === k ? -1 : 0;
      for (let i = 0; i < n; i++) product += vectors.get(i, k) * vectors.get(i, other);
      skew = Math.max(skew, Math.abs(product));
    }
    expect(skew, `products of ${k} with those before`).toBeLessThan(slack);
  });
}

const spectra: readonly [name: string, values: readonly number[]][] = [
  ["evenly spread", numbers(190, (i) => i - 170)],
  [
    "over ten powers of ten, both signs",
    numbers(170, (i) => (i < 160 ? -(1.2 ** -i) : 1e-5 * 10 ** (i - 160))),
  ],
  ["many equal", numbers(180, (i) => (i < 120 ? -3 : i < 165 ? 0 : 2))],
  ["in clusters", numbers(171, (i) => -(i % 9) + 1e-13 * i + 0.5)],
  ["small", numbers(5, (i) => i - 2)],
  ["just above small", numbers(161, (i) => Math.sin(i) - 0.8)],
];

describe.each(variants)("leading eigenvectors, %s", (_, kernels) => {
  test.each(spectra)("eigenvalues %s", async (_, given) => {
    const a = withEigenvalues(given, 4);
    const before = a.copy();
    const sorted = [...given].sort((x, y) => y - x);
    const positive = sorted.filter((value) => value > 1e-9);
    expectLeading(a, await leadingEigen(kernels, a, { ...all, above: 1e-9 }), positive);
    expectLeading(a, await leadingEigen(kernels, a, { ...all, most: 3 }), sorted.slice(0, 3));
    expectLeading(a, await leadingEigen(kernels, a, { above: 1e9, least: 2, most: 7 }), sorted.slice(0, 2));
    expect(a).toEqual(before);
  });

  test("a diagonal matrix, and one of two blocks with the same eigenvalues", async () => {
    const diagonal = Matrix.zeros(180, 180);
    for (let i = 0; i < 180; i++) diagonal.set(i, i, (i * 37) % 180);
    expectLeading(
      diagonal,
      await leadingEigen(kernels, diagonal, { ...all, most: 5 }),
      [179, 178, 177, 176, 175],
    );
    const half = withEigenvalues(
      numbers(90, (i) => i),
      2,
    );
    const blocks = Matrix.zeros(180, 180);
    for (let i = 0; i < 90; i++)
      for (let j = 0; j < 90; j++) {
        blocks.set(i, j, half.get(i, j));
        blocks.set(90 + i, 90 + j, half.get(i, j));
      }
    expectLeading(blocks, await leadingEigen(kernels, blocks, { ...all, most: 6 }), [89, 89, 88, 88, 87, 87]);
  });

  test("very large and very small entries, zeros, and only the lower triangle", async () => {
    const a = withEigenvalues(
      numbers(170, (i) => i - 120),
      7,
    );
    for (const unit of [1e200, 1e-200]) {
      const scaled = new Matrix(
        a.data.map((x) => x * unit),
        170,
        170,
      );
      const { values } = await leadingEigen(kernels, scaled, { ...all, most: 4 });
      values.forEach((value, k) => {
        expect(value / unit).toBeCloseTo(49 - k, 9);
      });
    }
    for (let i = 0; i < 170; i++) for (let j = i + 1; j < 170; j++) a.set(i, j, Number.NaN);
    expect((await leadingEigen(kernels, a, { ...all, most: 1 })).values[0]).toBeCloseTo(49, 9);
    expect(
      Array.from((await leadingEigen(kernels, Matrix.zeros(170, 170), { ...all, most: 2 })).values),
    ).toEqual([0, 0]);
    a.set(3, 2, Number.NaN);
    await expect(leadingEigen(kernels, a, all)).rejects.toThrow(/holds NaN/);
  });
});

test("the number of threads changes no bit", async () => {
  const a = withEigenvalues(
    numbers(200, (i) => Math.sin(i)),
    3,
  );
  const results = await Promise.all(
    variants
      .filter(([name]) => name.startsWith("wasm"))
      .map(([, kernels]) => leadingEigen(kernels, a, { ...all, above: 0.5 })),
  );
  for (const result of results) expect(result).toEqual(results[0]);
});
