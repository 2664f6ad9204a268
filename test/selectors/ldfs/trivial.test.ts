import { afterAll, describe, expect, test } from "vitest";
import { createKernels, type Dataset, planted, type Selection, select } from "../../../src/index.js";
import { expectClose } from "../../support/expect-close.js";
import { inverse, multiply, type Rows, scatters, toRows, trace, transpose } from "../../support/scatter.js";

const kernels = await createKernels({ kernels: "wasm", threads: 1 });
afterAll(() => kernels.dispose());

const alpha = 0.1;
const two = planted({ rows: 80, relevant: 4, copies: 2, combinations: 2, noise: 22, seed: 1 }).data;
const three = planted({
  rows: 90,
  classes: 3,
  relevant: 4,
  copies: 2,
  combinations: 2,
  noise: 12,
  seed: 2,
}).data;

/** What separates the classes, tr((AᵀMA)⁻¹AᵀSbA), and Σ‖aⁱ‖_∞, by their definitions. */
function parts(data: Dataset, a: Rows): { separation: number; penalty: number } {
  const { between, within } = scatters(data);
  const m = within.map((row, i) => row.map((x, j) => x / data.rows + (i === j ? alpha : 0)));
  const form = (scatter: Rows) => multiply(transpose(a), multiply(scatter, a));
  return {
    separation: trace(multiply(inverse(form(m)), form(between))) / data.rows,
    penalty: a.reduce((sum, row) => sum + Math.max(...row.map(Math.abs)), 0),
  };
}

const transformation = (fit: Selection): Rows => toRows(fit.map!.weights);
const norm = (a: Rows) => Math.hypot(...a.flat());
const left = ({ scores }: Selection) => scores.filter((part) => part >= 0.01).length;
const run = (data: Dataset, options: object) => select(data, { method: "ldfs", alpha, kernels, ...options });

describe.each([
  ["two classes", two],
  ["three classes", three],
])("Proposition 1, %s", (_, data) => {
  test("c·A is better for every smaller c, and the tool shows it", async () => {
    const gamma = 2;
    const found = await run(data, { gamma, k: 5 });
    const a = transformation(found);
    const objective = (c: number) => {
      const { separation, penalty } = parts(
        data,
        a.map((row) => row.map((x) => c * x)),
      );
      return gamma * penalty - separation;
    };
    const { certificate } = found;
    expectClose(
      [certificate!.objective, certificate!.objectiveAtTenthOfA, certificate!.objectiveAtHundredthOfA].map(
        Number,
      ),
      [1, 0.1, 0.01].map(objective),
      { relative: 1e-8 },
    );
    expect(objective(0.1)).toBeLessThan(objective(1));
    expect(objective(0.01)).toBeLessThan(objective(0.1));
    const limit = -parts(data, a).separation;
    expect(certificate!.limitAtZero).toBeCloseTo(limit, 8);
    expect((objective(1e-6) - limit) / Math.abs(limit)).toBeLessThan(1e-5);
    expect(certificate!.norm).toBeCloseTo(norm(a), 10);
  });

  test("the longer the descent, the smaller A, with no end", async () => {
    const fits = [];
    for (const maxIterations of [20, 100, 500])
      fits.push(await run(data, { gamma: 5, tolerance: 0, maxIterations, k: 5 }));
    const norms = fits.map((found) => Number(found.certificate!.norm));
    const values = fits.map((found) => Number(found.certificate!.objective));
    expect(norms[1]).toBeLessThan(norms[0]);
    expect(norms[2]).toBeLessThan(norms[1]);
    expect(values[1]).toBeLessThan(values[0]);
    expect(values[2]).toBeLessThan(values[1]);
    for (const found of fits) expect(found.trace!.converged).toBe(false);
  });

  test("it warns near zero, with the evidence, and not before", async () => {
    const early = await run(data, { gamma: 0.05, k: 5 });
    expect(early.certificate!.shortestDirection).toBeGreaterThan(0.1);
    expect(early.notices).toEqual([]);
    const late = await run(data, { gamma: 5, tolerance: 0, maxIterations: 500, k: 5 });
    expect(late.certificate!.shortestDirection).toBeLessThan(0.1);
    const [{ text: warning }] = late.notices;
    for (const key of ["normAtStart", "norm", "objective", "objectiveAtTenthOfA", "objectiveAtHundredthOfA"])
      expect(warning).toContain(String(Number(Number(late.certificate![key]).toPrecision(3))));
    expect(warning).not.toContain("\n");
  });

  test("the normalised variant cannot shrink", async () => {
    const short = await run(data, { variant: "normalised", gamma: 5, tolerance: 0, maxIterations: 20, k: 5 });
    const long = await run(data, { variant: "normalised", gamma: 5, tolerance: 0, maxIterations: 500, k: 5 });
    const l = data.labels!.classes.length - 1;
    for (const found of [short, long]) {
      expect(norm(transformation(found))).toBeCloseTo(Math.sqrt(l), 10);
      expect(found.certificate!.constraint).toBeLessThan(1e-12);
      expect(found.notices).toEqual([]);
    }
  });
});

test("on the way to zero the rows that had vanished come back: the selection is lost", async () => {
  // Ended as soon as 5 of 30 rows are left, at the γ that was found; and with that γ, but not ended there.
  const ended = await run(two, { k: 5 });
  expect(left(ended)).toBeLessThanOrEqual(5);
  expect(ended.chosen!.ended).toBe("enough rows vanished");
  const { gamma } = ended.chosen!;
  const goneOn = await run(two, { k: 5, gamma, maxIterations: 2000 });
  expect(left(goneOn)).toBeGreaterThan(20);
  expect(goneOn.certificate!.objective).toBeLessThan(Number(ended.certificate!.objective));
  // The normalised variant keeps them.
  const kept = await run(two, { k: 5, variant: "normalised" });
  const settled = await run(two, {
    k: 5,
    variant: "normalised",
    gamma: kept.chosen!.gamma,
    maxIterations: 2000,
    tolerance: 1e-8,
  });
  expect(left(settled)).toBeLessThanOrEqual(left(kept));
});
