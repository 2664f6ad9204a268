import { describe, expect, test } from "vitest";
import type { Kernels, PairMachines } from "../../src/kernels/kernels.js";
import { referenceKernels } from "../../src/kernels/reference/reference-kernels.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { expectClose } from "../support/expect-close.js";
import { variants } from "./variants.js";

interface Setting {
  readonly classes: readonly number[];
  readonly features: number;
  readonly gap: number;
}

/** Classes of points that overlap or not, standing there twice here and there; nothing is trained. */
function makeMachines({ classes, features, gap }: Setting, seed: number): PairMachines {
  const random = new Random(seed);
  const starts = Int32Array.from([0, ...classes]);
  for (let a = 0; a < classes.length; a++) starts[a + 1] += starts[a];
  const samples = starts[classes.length];
  const values = Matrix.zeros(features, samples);
  for (let a = 0; a < classes.length; a++)
    for (let i = starts[a]; i < starts[a + 1]; i++)
      for (let j = 0; j < features; j++)
        values.set(j, i, random.normal() + (j % classes.length === a ? gap : 0));
  for (let j = 0; j < features; j++) {
    values.set(j, 1, values.get(j, 0));
    values.set(j, samples - 1, values.get(j, 2));
  }
  return {
    starts,
    upper: Float64Array.from(classes, (_, a) => 1 - 0.2 * (a % 2)),
    values,
    left: features,
    products: Matrix.zeros(samples, samples),
    known: new Int32Array(samples * classes.length),
    coefficients: Matrix.zeros(samples, classes.length - 1),
  };
}

const copyOf = (machines: PairMachines): PairMachines => ({
  ...machines,
  products: machines.products.copy(),
  known: machines.known.slice(),
  coefficients: machines.coefficients.copy(),
});

const pairsIn = ({ upper }: PairMachines) => (upper.length * (upper.length - 1)) / 2;

const train = (kernels: Kernels, machines: PairMachines) =>
  kernels.trainMachines(machines, 0, pairsIn(machines));

/** The weights of all machines, and by how much the conditions of their optima are not met: by features, from the definition. */
function judge({ starts, upper, values, left, coefficients }: PairMachines) {
  const weights: number[] = [];
  let violation = 0;
  for (let a = 0; a < upper.length; a++)
    for (let b = a + 1; b < upper.length; b++) {
      const members = [a, b].flatMap((c) =>
        Array.from({ length: starts[c + 1] - starts[c] }, (_, i) => ({ i: starts[c] + i, c })),
      );
      const beta = ({ i, c }: { i: number; c: number }) => coefficients.get(i, c === a ? b - 1 : a);
      const w = Array.from({ length: left }, (_, j) =>
        members.reduce((sum, one) => sum + beta(one) * values.get(j, one.i), 0),
      );
      weights.push(...w);
      expect(Math.abs(members.reduce((sum, one) => sum + beta(one), 0))).toBeLessThan(1e-9);
      let [highest, lowest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (const one of members) {
        const [least, most] = one.c === a ? [0, upper[a]] : [-upper[b], 0];
        expect(beta(one)).toBeGreaterThanOrEqual(least);
        expect(beta(one)).toBeLessThanOrEqual(most);
        const force = w.reduce((f, x, j) => f - x * values.get(j, one.i), one.c === a ? 1 : -1);
        if (beta(one) < most) highest = Math.max(highest, force);
        if (beta(one) > least) lowest = Math.min(lowest, force);
      }
      violation = Math.max(violation, highest - lowest);
    }
  return { weights, violation };
}

const settings: readonly Setting[] = [
  { classes: [9, 7], features: 60, gap: 0.5 },
  { classes: [40, 33], features: 3, gap: 0.7 },
  { classes: [12, 5, 21, 8], features: 14, gap: 1 },
  { classes: [30, 31, 17], features: 2, gap: 0 },
  { classes: [1, 6, 4], features: 25, gap: 2 },
];

describe.each(variants)("machines, %s", (_, kernels) => {
  test.each(settings)("the optimum to rounding, then with fewer features: %o", (setting) => {
    for (const seed of [1, 2]) {
      const own = makeMachines(setting, seed);
      const expected = makeMachines(setting, seed);
      for (let left = setting.features; left > 0; left = Math.floor(0.8 * left)) {
        expect(train(kernels, Object.assign(own, { left }))).toBe(0);
        const { weights, violation } = judge(own);
        expect(violation).toBeLessThan(1e-8);
        train(referenceKernels, Object.assign(expected, { left }));
        expectClose(weights, judge(expected).weights, { relative: 1e-7, absolute: 1e-7 });
      }
    }
  });

  test("products that are known are taken as they are, and values are not needed", () => {
    const machines = makeMachines(settings[0], 3);
    kernels.syrk(1, machines.values.transposed(), 0, machines.products);
    machines.known.fill(machines.left);
    const without = { ...copyOf(machines), values: Matrix.zeros(0, 16) };
    train(kernels, machines);
    train(kernels, without);
    expect(Array.from(without.coefficients.data)).toEqual(Array.from(machines.coefficients.data));
    expect(judge(machines).violation).toBeLessThan(1e-8);
  });

  test("pair by pair, in kernel memory or outside: the same bits", () => {
    const machines = makeMachines(settings[2], 4);
    const workspace = kernels.workspace();
    const matrix = (from: Matrix) => {
      const result = workspace.matrix(from.rows, from.columns);
      result.data.set(from.data);
      return result;
    };
    const inside = {
      ...machines,
      values: matrix(machines.values),
      products: matrix(machines.products),
      known: workspace.integers(machines.known.length),
      coefficients: matrix(machines.coefficients),
    };
    const apart = copyOf(machines);
    train(kernels, machines);
    train(kernels, inside);
    for (let pair = 0; pair < pairsIn(apart); pair++) kernels.trainMachines(apart, pair, pair + 1);
    for (const other of [inside, apart])
      expect(Array.from(other.coefficients.data)).toEqual(Array.from(machines.coefficients.data));
    workspace.release();
  });

  test("refuses sizes and pairs that do not fit", () => {
    const machines = makeMachines(settings[0], 1);
    expect(() => kernels.trainMachines(machines, 0, 2)).toThrow(
      "the pairs 0 to 2 were asked for; there are 1",
    );
    expect(() => train(kernels, { ...machines, coefficients: Matrix.zeros(16, 2) })).toThrow(
      /matrix of coefficients is 16 × 2/,
    );
    expect(() => train(kernels, { ...machines, known: new Int32Array(3) })).toThrow(/what is known has 3/);
    expect(() => train(kernels, { ...machines, left: 61 })).toThrow(/values of 60 features, but 61 are left/);
    expect(() => train(kernels, { ...machines, starts: Int32Array.of(0, 9, 17) })).toThrow(
      /class 2 starts at sample 17/,
    );
  });
});

test("threads do not change a bit", () => {
  const all = variants.filter(([name]) => name.startsWith("wasm"));
  const found = all.map(([, kernels]) => {
    const machines = makeMachines(settings[2], 5);
    for (const left of [14, 11, 9, 8]) train(kernels, Object.assign(machines, { left }));
    return Array.from(machines.coefficients.data);
  });
  for (const other of found) expect(other).toEqual(found[0]);
});

test("where more than a thousand are free, machines are near their optimum", () => {
  // As many features as samples, each of its own: every multiplier is free.
  const count = 1010;
  const values = Matrix.zeros(count, count);
  for (let i = 0; i < count; i++) values.set(i, i, 2);
  const machines: PairMachines = {
    starts: Int32Array.of(0, count / 2, count),
    upper: Float64Array.of(1, 1),
    values,
    left: count,
    products: Matrix.zeros(count, count),
    known: new Int32Array(2 * count),
    coefficients: Matrix.zeros(count, 1),
  };
  const kernels = variants[1][1];
  expect(train(kernels, machines)).toBe(0);
  for (const [i, beta] of machines.coefficients.data.entries())
    expect(beta).toBeCloseTo(i < count / 2 ? 0.25 : -0.25, 5);
});
