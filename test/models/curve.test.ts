import { describe, expect, test } from "vitest";
import { type Curve, curveAt, fitCurves } from "../../src/models/curve.js";
import { Random } from "../../src/numeric/random.js";
import { expectClose } from "../support/expect-close.js";

const drawn = (n: number, seed: number, value = (random: Random) => random.normal()) => {
  const random = new Random(seed);
  return Float64Array.from({ length: n }, () => value(random));
};

/** Values of all curves at all points, one array per curve. */
const columns = (curves: readonly Curve[], points: Float64Array) =>
  curves.map((curve) => Array.from(points, (x) => curveAt(curve, x)));

const covariance = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, x, i) => sum + x * b[i], 0) / (a.length - 1);

/** What is left of a function of the points after the best combination of 1 and of uncorrelated columns, as a part of it. */
function residual(target: readonly number[], basis: readonly (readonly number[])[]): number {
  const mean = target.reduce((sum, x) => sum + x, 0) / target.length;
  let rest = target.map((x) => x - mean);
  const whole = covariance(rest, rest);
  for (const column of basis) {
    const part = covariance(rest, column) / covariance(column, column);
    rest = rest.map((x, i) => x - part * column[i]);
  }
  return Math.sqrt(covariance(rest, rest) / whole);
}

const shapes: Readonly<Record<string, Float64Array>> = {
  normal: drawn(101, 1),
  skewed: drawn(80, 2, (random) => Math.exp(3 * random.normal())),
  "with an outlier": Float64Array.from([...drawn(60, 3), 1e9]),
  "mostly zero": drawn(200, 4, (random) => (random.uniform() < 0.9 ? 0 : random.normal())),
  "mostly its largest value": drawn(90, 5, (random) => Math.min(0, random.normal() + 1.5)),
  "whole numbers": drawn(120, 6, (random) => Math.round(4 * random.normal())),
  huge: Float64Array.from(drawn(50, 7), (x) => 1.7e308 * Math.tanh(x)),
  tiny: Float64Array.from(drawn(50, 8), (x) => 1e-310 * x),
};

describe.each(Object.entries(shapes))("curves of %s values", (_, values) => {
  test.each([1, 2, 3, 4, 5, 8])("%i at most: mean 0, variance 1, uncorrelated", (size) => {
    const curves = fitCurves(values, size);
    expect(curves).toHaveLength(size);
    const over = columns(curves, values);
    for (const [i, a] of over.entries()) {
      expectClose([a.reduce((sum, x) => sum + x, 0) / a.length], [0], { absolute: 1e-12 });
      for (const [j, b] of over.entries())
        expectClose([covariance(a, b)], [i === j ? 1 : 0], { absolute: 1e-10 });
    }
  });
});

test("the first curve is the feature, standardised", () => {
  const values = drawn(40, 9, (random) => 7 + 3 * random.normal());
  const mean = values.reduce((sum, x) => sum + x, 0) / 40;
  const deviation = Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 39);
  for (const size of [1, 4])
    expectClose(
      Array.from(values, (x) => curveAt(fitCurves(values, size)[0], x)),
      Array.from(values, (x) => (x - mean) / deviation),
      { absolute: 1e-12 },
    );
});

test("with the constant they span every piecewise linear function with knots at the quantiles", () => {
  const values = Float64Array.from({ length: 101 }, (_, i) => Math.sinh(i / 20));
  const sorted = values.slice().sort();
  const basis = columns(fitCurves(values, 4), values);
  for (const knot of [sorted[25], sorted[50], sorted[75]]) {
    expect(
      residual(
        Array.from(values, (x) => Math.abs(x - knot)),
        basis,
      ),
    ).toBeLessThan(1e-12);
    expect(
      residual(
        Array.from(values, (x) => Math.max(0, x - knot)),
        basis,
      ),
    ).toBeLessThan(1e-12);
  }
  expect(
    residual(
      Array.from(values, (x) => Math.abs(x - sorted[60])),
      basis,
    ),
  ).toBeGreaterThan(0.01);
});

test("few values give as many curves as there are differences, which span every function of them", () => {
  for (const levels of [[0, 1], [3, 7, 8], [-2, -1, 0, 1, 2], [5]]) {
    const values = drawn(60, levels.length, (random) => levels[random.integer(levels.length)]);
    const curves = fitCurves(values, 10);
    expect(curves).toHaveLength(levels.length - 1);
    if (levels.length === 1) continue;
    const weird = Array.from(values, (x) => (31 * x * x + 7 * x) % 5);
    expect(residual(weird, columns(curves, values))).toBeLessThan(1e-12);
  }
});

test("ties do not use up knots: where most values are equal, the others are still told apart", () => {
  const values = Float64Array.from({ length: 100 }, (_, i) => Math.max(0, i - 79));
  const [{ knots }] = fitCurves(values, 4);
  expect(knots).toHaveLength(5);
  expect(knots[0]).toBe(0);
  expect(knots[4]).toBe(20);
  expect(Math.max(...knots.slice(1).map((knot, k) => knot - knots[k]))).toBeLessThanOrEqual(10);
});

test("the order of the values does not matter", () => {
  const values = shapes["whole numbers"];
  expect(fitCurves(values.slice().reverse(), 4)).toEqual(fitCurves(values, 4));
});

test("beyond the first and the last knot a curve is constant", () => {
  for (const curve of fitCurves(shapes.normal, 4)) {
    const { knots, values } = curve;
    expect(curveAt(curve, -1e300)).toBe(values[0]);
    expect(curveAt(curve, Number.POSITIVE_INFINITY)).toBe(values[4]);
    knots.forEach((knot, k) => {
      expect(curveAt(curve, knot)).toBe(values[k]);
    });
    expectClose([curveAt(curve, (knots[1] + knots[2]) / 2)], [(values[1] + values[2]) / 2], {
      absolute: 1e-12,
    });
  }
});

test("a curve is plain data", () => {
  const curves = fitCurves(shapes.skewed, 3);
  expect(JSON.parse(JSON.stringify(curves))).toEqual(curves);
});
