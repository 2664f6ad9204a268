import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { createKernels, Dataset, type Selection, select } from "../../../src/index.js";
import { expectClose } from "../../support/expect-close.js";
import { inverse, multiply, type Rows, scatters, toRows, trace, transpose } from "../../support/scatter.js";

interface Solved {
  gamma: number;
  objective: number;
  atStart: number;
}

/** SciPy's SLSQP on the smooth epigraph form, from the same start; test/fixtures/selectors/make_ldfs.py wrote it. */
const cases = JSON.parse(
  readFileSync(new URL("../../fixtures/selectors/ldfs.json", import.meta.url), "utf8"),
) as {
  name: string;
  rows: number[][];
  labels: number[];
  alpha: number;
  infimum: number;
  normalised: (Solved & { maxima: number[] })[];
  original: (Solved & { norm: number; normAtStart: number })[];
}[];

const kernels = await createKernels({ kernels: "wasm", threads: 1 });
afterAll(() => kernels.dispose());
const exact = { method: "ldfs", maxIterations: 3000, tolerance: 1e-9, k: 1, kernels } as const;

/** −tr((AᵀMA)⁻¹AᵀSbA) + γ·Σ‖aⁱ‖_∞ by the definition, and ‖A‖_F. */
function literal(data: Dataset, alpha: number) {
  const { between, within } = scatters(data);
  const n = data.rows;
  const m = within.map((row, i) => row.map((x, j) => x / n + (i === j ? alpha : 0)));
  const form = (a: Rows, scatter: Rows) => multiply(transpose(a), multiply(scatter, a));
  return (a: Rows, gamma: number) =>
    -trace(multiply(inverse(form(a, m)), form(a, between))) / n +
    gamma * a.reduce((sum, row) => sum + Math.max(...row.map(Math.abs)), 0);
}

/** Every step lowers the objective, from the start's on. */
function expectFalling({ trace, certificate }: Selection, { atStart }: Solved): void {
  const values = [atStart + 1e-9, ...trace!.objective];
  for (let k = 1; k < values.length; k++) expect(values[k]).toBeLessThanOrEqual(values[k - 1]);
  expect(certificate!.largestRise).toBe(0);
  expect(trace!.iterations).toBe(trace!.objective.length);
  expect(trace!.divergence.length).toBe(trace!.iterations);
}

const transformation = (fit: Selection): Rows => toRows(fit.map!.weights);

describe.each(cases)("$name", ({ rows, labels, alpha, infimum, normalised, original }) => {
  const data = Dataset.fromRows(rows, labels);
  const objective = literal(data, alpha);

  test.each(normalised)("normalised, gamma $gamma: no worse than SciPy", async (peer) => {
    const { gamma } = peer;
    const fit = await select(data, { ...exact, variant: "normalised", gamma, alpha });
    const a = transformation(fit);
    const value = objective(a, gamma);
    expectFalling(fit, peer);
    expectClose([fit.certificate!.objective as number, fit.trace!.objective.at(-1)!], [value, value], {
      relative: 1e-8,
    });
    expect(value).toBeLessThanOrEqual(peer.objective + 1e-5 * Math.abs(peer.objective));
    multiply(transpose(a), a).forEach((row, i) => {
      row.forEach((x, j) => {
        expect(x).toBeCloseTo(i === j ? 1 : 0, 10);
      });
    });
    // Where the minimum is the same one, so are the rows.
    if (Math.abs(value - peer.objective) < 1e-7)
      a.forEach((row, i) => {
        expect(Math.max(...row.map(Math.abs))).toBeCloseTo(peer.maxima[i], 2);
      });
  });

  test.each(original)("original, gamma $gamma: slides to zero, as SciPy does", async (peer) => {
    const { gamma } = peer;
    const fit = await select(data, { ...exact, variant: "original", gamma, alpha });
    const a = transformation(fit);
    const value = objective(a, gamma);
    expectFalling(fit, peer);
    expectClose([fit.certificate!.objective as number], [value], { relative: 1e-6, absolute: 1e-9 });
    expect(fit.certificate!.normAtStart).toBeCloseTo(peer.normAtStart, 8);
    // Nothing is below the value of discriminant analysis at A → 0, and both come near it by shrinking A.
    expect(value).toBeGreaterThan(infimum);
    expect(peer.objective).toBeGreaterThan(infimum);
    expect(peer.norm).toBeLessThan(0.1 * peer.normAtStart);
    expect(fit.certificate!.shortestDirection).toBeLessThan(0.1);
    expect(fit.notices[0].text).toMatch(/^the solution nears the trivial one, A = 0: ‖A‖ fell from /);
  });
});

test("the start of SciPy's runs is ours: gamma = 0 is discriminant analysis", async () => {
  for (const { rows, labels, alpha, infimum } of cases) {
    const fit = await select(Dataset.fromRows(rows, labels), { ...exact, gamma: 0, alpha });
    expectClose([fit.certificate!.objective as number], [infimum], { relative: 1e-9 });
    const norms = transformation(fit).map((row) => Math.max(...row.map(Math.abs)));
    const byNorm = norms.map((_, i) => i).sort((i, j) => norms[j] - norms[i]);
    expect(Array.from(fit.ranking)).toEqual(byNorm);
  }
});
