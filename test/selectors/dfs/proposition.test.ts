import { describe, expect, test } from "vitest";
import { digits, select } from "../../../src/index.js";
import { inverse, multiply, type Rows, scatters, toRows, trace, transpose } from "../../support/scatter.js";

const gamma = 0.1;
const data = (await digits()).selectRows(Array.from({ length: 200 }, (_, i) => i));
const fit = await select(data, { method: "dfs", gamma, k: 10 });
/** The data as the fit saw them: without the constant pixels. */
const seen = data.selectColumns(fit.map!.features.map((name) => data.featureNames.indexOf(name)));
const { between, within, total } = scatters(seen);
const transformation = toRows(fit.map!.weights);
const scaled = (c: number): Rows => transformation.map((row) => row.map((x) => c * x));
const form = (a: Rows, scatter: Rows): Rows => multiply(transpose(a), multiply(scatter, a));

/** LDFS: −tr((AᵀSwA)⁻¹AᵀSbA) + γ·Σ‖aⁱ‖_∞. */
const separation = (a: Rows) => trace(multiply(inverse(form(a, within)), form(a, between)));
const largestEntries = (a: Rows) => a.reduce((sum, row) => sum + Math.max(...row.map(Math.abs)), 0);
const ldfs = (a: Rows) => gamma * largestEntries(a) - separation(a);

describe("Proposition 1", () => {
  test("shrinking A always lowers LDFS's objective, down to the trivial solution", () => {
    const values = [1, 0.1, 0.01, 1e-3, 1e-6].map((c) => ldfs(scaled(c)));
    for (let k = 1; k < values.length; k++) expect(values[k]).toBeLessThan(values[k - 1]);
    const limit = -separation(transformation);
    expect(values[4] - limit).toBeGreaterThan(0);
    expect(values[4] - limit).toBeLessThan(1e-5);
    expect((values[2] - limit) / (values[1] - limit)).toBeCloseTo(0.1, 6);
    // What separates the classes does not notice, so nothing stops the shrinking.
    for (const c of [0.1, 1e-3, 1e-6])
      expect(separation(scaled(c)) / separation(transformation)).toBeCloseTo(1, 8);
  });

  test("DFS's constraint forbids it: every scaling leaves the feasible set", () => {
    const l = transformation[0].length;
    const off = (a: Rows) =>
      Math.max(...form(a, total).flatMap((row, i) => row.map((x, j) => Math.abs(x - (i === j ? 1 : 0)))));
    expect(off(transformation)).toBeLessThan(1e-9);
    for (const c of [0.999, 0.5, 0.1, 1e-3, 2]) expect(off(scaled(c))).toBeCloseTo(Math.abs(c * c - 1), 8);
    // AᵀStA = I keeps A away from zero: l = tr(AᵀStA) ≤ ‖St‖·‖A‖².
    const norm = Math.hypot(...transformation.flat());
    expect(norm * norm * trace(total)).toBeGreaterThanOrEqual(l);
    expect(fit.certificate!.rank).toBe(l);
  });
});
