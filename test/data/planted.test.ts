import { describe, expect, test } from "vitest";
import { type Matrix, planted } from "../../src/index.js";

const column = (values: Matrix, j: number) => Array.from({ length: values.rows }, (_, i) => values.get(i, j));
const correlation = (a: number[], b: number[]) => {
  const mean = (x: number[]) => x.reduce((s, v) => s + v, 0) / x.length;
  const [ma, mb] = [mean(a), mean(b)];
  const dot = (x: number[], mx: number, y: number[], my: number) =>
    x.reduce((s, v, i) => s + (v - mx) * (y[i] - my), 0);
  return dot(a, ma, b, mb) / Math.sqrt(dot(a, ma, a, ma) * dot(b, mb, b, mb));
};

describe("planted data", () => {
  const { data, truth } = planted({
    rows: 2000,
    classes: 2,
    relevant: 4,
    copies: 4,
    combinations: 2,
    noise: 10,
    separation: 1,
    seed: 4,
  });
  const values = data.values as Matrix;
  const codes = Array.from(data.labels!.codes);

  test("every column has one role", () => {
    const roles = [...truth.relevant, ...truth.redundant.map((entry) => entry.column), ...truth.noise];
    expect(roles.sort((a, b) => a - b)).toEqual(data.featureNames.map((_, j) => j));
  });

  test("relevant features know the class, noise does not", () => {
    // Class means one standard deviation to either side give a correlation of 1/√2 with the class.
    for (const j of truth.relevant)
      expect(Math.abs(correlation(column(values, j), codes))).toBeCloseTo(Math.SQRT1_2, 1);
    for (const j of truth.noise) expect(Math.abs(correlation(column(values, j), codes))).toBeLessThan(0.1);
  });

  test("redundant features are made of what the truth says", () => {
    for (const { column: j, from } of truth.redundant) {
      const sum = column(values, from[0]).map((x, i) =>
        from.slice(1).reduce((s, other) => s + values.get(i, other), x),
      );
      expect(correlation(column(values, j), sum)).toBeGreaterThan(0.95);
    }
  });

  test("the same seed gives the same data, another seed other data", () => {
    expect(planted({ seed: 9 }).data.values).toEqual(planted({ seed: 9 }).data.values);
    expect(planted({ seed: 9 }).data.values).not.toEqual(planted({ seed: 10 }).data.values);
  });

  test("classes are as even as can be", () => {
    const { labels } = planted({ rows: 10, classes: 3 }).data;
    expect([0, 1, 2].map((code) => labels!.codes.filter((other) => other === code).length)).toEqual([
      4, 3, 3,
    ]);
  });

  test("refuses what it cannot plant", () => {
    expect(() => planted({ relevant: 0 })).toThrow(
      "relevant must be a whole number of at least 1; 0 was given",
    );
  });
});
