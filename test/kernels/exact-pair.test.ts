import { describe, expect, test } from "vitest";
import { ExactPair, type PairProblem } from "../../src/kernels/exact-pair.js";
import { GramRows } from "../../src/models/svm/kernel-rows.js";
import { Smo } from "../../src/models/svm/smo.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";

/** Two classes of points that overlap or not, and their products. */
function makeProblem(
  size: number,
  features: number,
  gap: number,
  upper: readonly [number, number],
  seed: number,
) {
  const random = new Random(seed);
  const positives = Math.floor(size / 3);
  const points = Array.from({ length: size }, (_, i) =>
    Array.from({ length: features }, (_, j) => random.normal() + (i < positives && j === 0 ? gap : 0)),
  );
  // Samples that stand there twice, of the same class and of both.
  points[1] = points[0];
  points[size - 1] = points[2];
  const products = points.map((a) => points.map((b) => a.reduce((sum, x, j) => sum + x * b[j], 0)));
  const problem: PairProblem = {
    rows: { data: Float64Array.from(products.flat()), locate: (place) => place * size },
    positives,
    upper,
    coefficients: new Float64Array(size),
  };
  return { problem, points };
}

/** How far the conditions of the optimum are from being met: no force on what can rise is above one on what can fall. */
function violation({ rows, positives, upper, coefficients }: PairProblem): number {
  let [highest, lowest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let sum = 0;
  coefficients.forEach((beta, i) => {
    const positive = i < positives;
    const [least, most] = positive ? [0, upper[0]] : [-upper[1], 0];
    expect(beta).toBeGreaterThanOrEqual(least);
    expect(beta).toBeLessThanOrEqual(most);
    sum += beta;
    const force = coefficients.reduce((f, b, t) => f - b * rows.data[rows.locate(i) + t], positive ? 1 : -1);
    if (beta < most) highest = Math.max(highest, force);
    if (beta > least) lowest = Math.min(lowest, force);
  });
  expect(Math.abs(sum)).toBeLessThan(1e-9);
  return highest - lowest;
}

const weights = ({ coefficients }: PairProblem, points: readonly (readonly number[])[]) =>
  points[0].map((_, j) => coefficients.reduce((sum, beta, i) => sum + beta * points[i][j], 0));

function moved(problem: PairProblem, tolerance: number, start?: Float64Array): Smo {
  const smo = new Smo();
  const size = problem.coefficients.length;
  const rows = new GramRows(new Matrix(problem.rows.data, size, size));
  const samples = Int32Array.from({ length: size }, (_, i) => i);
  smo.begin({ ...problem, rows, samples, tolerance, shrinking: true, start });
  while (!smo.run(1000));
  return smo;
}

describe.each([
  { size: 60, features: 3, gap: 1, upper: [1, 1] as const },
  { size: 60, features: 30, gap: 4, upper: [1, 0.2] as const },
  { size: 45, features: 200, gap: 3, upper: [1, 1] as const },
  { size: 60, features: 1, gap: 0, upper: [0.5, 3] as const },
])("$size samples, $features features, bounds $upper", ({ size, features, gap, upper }) => {
  const exact = new ExactPair();

  test("the conditions of the optimum hold to rounding, wherever it begins", () => {
    for (let seed = 1; seed <= 5; seed++) {
      const { problem, points } = makeProblem(size, features, gap, upper, seed);
      expect(exact.solve(problem)).toBe(true);
      expect(violation(problem)).toBeLessThan(1e-8);
      const other = { ...problem, coefficients: moved(problem, 0.1).result().coefficients };
      expect(exact.solve(other)).toBe(true);
      expect(violation(other)).toBeLessThan(1e-8);
      const found = weights(other, points);
      weights(problem, points).forEach((weight, j) => {
        expect(Math.abs(weight - found[j])).toBeLessThan(1e-7);
      });
    }
  });

  test("moving pairs, too, may begin anywhere", () => {
    const { problem, points } = makeProblem(size, features, gap, upper, 6);
    exact.solve(problem);
    const begun = moved(problem, 1e-3, problem.coefficients);
    expect(begun.iterations).toBeLessThan(5);
    const half = problem.coefficients.map((beta) => beta / 2);
    const { coefficients } = moved(problem, 1e-6, half).result();
    const found = weights({ ...problem, coefficients }, points);
    weights(problem, points).forEach((weight, j) => {
      expect(Math.abs(weight - found[j])).toBeLessThan(1e-4);
    });
  });
});

test("samples that are all the same are told apart by nothing", () => {
  const problem: PairProblem = {
    rows: { data: new Float64Array(25), locate: (place) => place * 5 },
    positives: 2,
    upper: [1, 1],
    coefficients: new Float64Array(5),
  };
  expect(new ExactPair().solve(problem)).toBe(true);
  expect(violation(problem)).toBeLessThan(1e-8);
  expect(problem.coefficients.reduce((sum, beta) => sum + Math.abs(beta), 0)).toBeCloseTo(4, 9);
});
