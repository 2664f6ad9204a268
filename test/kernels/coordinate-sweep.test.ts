import { describe, expect, test } from "vitest";
import type { Kernels, PenalizedModel } from "../../src/kernels/kernels.js";
import { referenceKernels } from "../../src/kernels/reference/reference-kernels.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { expectClose } from "../support/expect-close.js";
import { randomMatrix } from "./layouts.js";
import { variants } from "./variants.js";

/** Units of one, three and two rows and an intercept, at random coefficients; slopes are those of a random point. */
function randomModel(seed: number, n: number, outputs: number): PenalizedModel {
  const random = new Random(seed);
  const starts = Int32Array.of(0, 1, 2, 5, 6, 8, 9);
  const rows = randomMatrix(seed, 9, n);
  rows.data.fill(1, 8 * n);
  const coefficients = randomMatrix(seed + 1, 9, outputs);
  coefficients.data.fill(0, 0, 5 * outputs);
  const shares = Matrix.zeros(outputs, n);
  const weights = Float64Array.from({ length: n }, () => (0.5 + random.uniform()) / n);
  for (let i = 0; i < n; i++) {
    const powers = Array.from({ length: outputs }, () => 0.1 + random.uniform());
    const sum = powers.reduce((all, x) => all + x, 0);
    powers.forEach((power, k) => {
      shares.set(k, i, power / sum);
    });
  }
  const bounds = shares.copy();
  for (let k = 0; k < outputs; k++)
    for (let i = 0; i < n; i++) bounds.set(k, i, weights[i] * (outputs === 1 ? 0.2 : shares.get(k, i)));
  const slopes = randomMatrix(seed + 2, outputs, n);
  slopes.data.forEach((x, at) => {
    slopes.data[at] = (0.5 * x) / n;
  });
  // The slopes of several outputs add up to 0 for a sample, as those of probabilities do.
  if (outputs > 1)
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let k = 0; k < outputs; k++) sum += slopes.get(k, i);
      for (let k = 0; k < outputs; k++) slopes.set(k, i, slopes.get(k, i) - sum / outputs);
    }
  return {
    rows,
    starts,
    coefficients,
    curvatures: Matrix.zeros(9, outputs),
    ceilings: Float64Array.of(0, 0, 1.5, 0, 1e9, 0),
    limits: Float64Array.of(0.01, 1, 0.02, 0.03, 0.01, 0),
    ridges: Float64Array.of(0, 0.1, 0.2, 0, 0.1, 0),
    slopes,
    bounds,
    shares,
    weights,
  };
}

function copyOf(model: PenalizedModel): PenalizedModel {
  const parts = Object.entries(model).map(([name, part]) => [
    name,
    part instanceof Matrix ? part.copy() : (part as Float64Array).slice(),
  ]);
  return Object.fromEntries(parts) as PenalizedModel;
}

/** The model's value at its coefficients, from where it was before: ½(slopes before + slopes now)·change, and the penalties. */
function value(model: PenalizedModel, before: PenalizedModel): number {
  const { rows, coefficients, starts } = model;
  const outputs = coefficients.columns;
  let sum = 0;
  for (let i = 0; i < rows.columns; i++)
    for (let k = 0; k < outputs; k++) {
      let change = 0;
      for (let row = 0; row < rows.rows; row++)
        change += rows.get(row, i) * (coefficients.get(row, k) - before.coefficients.get(row, k));
      sum += 0.5 * (model.slopes.get(k, i) + before.slopes.get(k, i)) * change;
    }
  for (let unit = 0; unit + 1 < starts.length; unit++) {
    const own = coefficients.data.subarray(starts[unit] * outputs, starts[unit + 1] * outputs);
    const size = Math.hypot(...own);
    sum += model.limits[unit] * size + 0.5 * model.ridges[unit] * size * size;
  }
  return sum;
}

const all = Int32Array.of(5, 0, 1, 2, 3, 4);

describe.each(variants)("coordinate sweeps, %s", (_, kernels) => {
  test.each([
    [1, 1],
    [7, 1],
    [20, 1],
    [1, 3],
    [9, 3],
    [24, 5],
    [33, 8],
  ])("%d samples, %d outputs: as the reference", (n, outputs) => {
    for (const seed of [1, 2, 3]) {
      const [own, expected] = [randomModel(seed, n, outputs), randomModel(seed, n, outputs)];
      for (let pass = 0; pass < 4; pass++) {
        const gains = [kernels, referenceKernels].map((one, at) =>
          one.coordinateSweep([own, expected][at], pass % 2 ? all.subarray(0, 3) : all),
        );
        expectClose([gains[0]], [gains[1]], { relative: 1e-7, absolute: 1e-14 });
        for (const part of ["coefficients", "curvatures", "slopes"] as const)
          expectClose(own[part].data, expected[part].data, { relative: 1e-9, absolute: 1e-11 });
      }
    }
  });

  test.each([1, 3])(
    "several passes are as many calls, %d outputs; they end when little changes",
    (outputs) => {
      const [together, apart, ended] = [1, 2, 3].map(() => randomModel(6, 19, outputs));
      const last = kernels.coordinateSweep(together, all, 3);
      const changes = [1, 2, 3].map(() => kernels.coordinateSweep(apart, all));
      expect(last).toBe(changes[2]);
      expect(Array.from(together.coefficients.data)).toEqual(Array.from(apart.coefficients.data));
      expect(Array.from(together.slopes.data)).toEqual(Array.from(apart.slopes.data));
      expect(changes[1]).toBeLessThan(changes[0]);
      expect(kernels.coordinateSweep(ended, all, 3, changes[1])).toBe(changes[1]);
      expect(Array.from(ended.coefficients.data)).not.toEqual(Array.from(apart.coefficients.data));
    },
  );

  test("in kernel memory or outside, with the same bits", () => {
    const [outside, model] = [randomModel(4, 21, 3), randomModel(4, 21, 3)];
    const workspace = kernels.workspace();
    const inside = Object.fromEntries(
      Object.entries(model).map(([name, part]) => {
        if (!(part instanceof Matrix)) return [name, part];
        const own = workspace.matrix(part.rows, part.columns);
        own.data.set(part.data);
        return [name, own];
      }),
    ) as unknown as PenalizedModel;
    kernels.coordinateSweep(outside, all);
    kernels.coordinateSweep(inside, all);
    expect(Array.from(inside.coefficients.data)).toEqual(Array.from(outside.coefficients.data));
    expect(Array.from(inside.slopes.data)).toEqual(Array.from(outside.slopes.data));
    workspace.release();
  });

  test("refuses sizes and units that do not fit", () => refusals(kernels));
});

function refusals(kernels: Kernels): void {
  const model = randomModel(1, 6, 2);
  expect(() => kernels.coordinateSweep({ ...model, slopes: Matrix.zeros(2, 5) }, all)).toThrow(
    /matrix of slopes is 2 × 5/,
  );
  expect(() => kernels.coordinateSweep({ ...model, limits: new Float64Array(5) }, all)).toThrow(
    /limits has 5/,
  );
  for (const unit of [-1, 6])
    expect(() => kernels.coordinateSweep(model, Int32Array.of(unit))).toThrow(
      `unit ${unit} was named; there are the units 0 to 5`,
    );
}

test.each([1, 4])(
  "no pass raises the model, and passes end where nothing improves it, %d outputs",
  (outputs) => {
    const start = randomModel(7, 30, outputs);
    const model = copyOf(start);
    let last = value(model, start);
    for (let pass = 0; pass < 400; pass++) {
      referenceKernels.coordinateSweep(model, all);
      const now = value(model, start);
      expect(now).toBeLessThanOrEqual(last + 1e-12);
      last = now;
    }
    // Coefficients a little beside the minimum, one at a time, by the model's own arithmetic.
    const random = new Random(3);
    for (let trial = 0; trial < 60; trial++) {
      const beside = copyOf(model);
      const at = random.integer(model.coefficients.data.length);
      const [row, k] = [Math.floor(at / outputs), at % outputs];
      const by = 1e-3 * random.normal();
      beside.coefficients.data[at] += by;
      for (let i = 0; i < model.rows.columns; i++)
        for (let c = 0; c < outputs; c++) {
          const [p, q] = [model.shares.get(c, i), model.shares.get(k, i)];
          const curvature =
            outputs === 1 ? model.bounds.get(0, i) : model.weights[i] * (c === k ? p - p * p : -p * q);
          beside.slopes.set(c, i, beside.slopes.get(c, i) + curvature * model.rows.get(row, i) * by);
        }
      expect(value(beside, start)).toBeGreaterThanOrEqual(last - 1e-12);
    }
  },
);
