import { describe, expect, test } from "vitest";
import { createKernels, Dataset, Matrix, select } from "../../src/index.js";
import { correlationsOf } from "../../src/report/correlation-section.js";
import { distributionsSection, projectionSection } from "../../src/report/selection-sections.js";
import { findTwins, swapCosts } from "../../src/report/twins.js";

const rows = 60;
const classOf = (i: number) => i % 2;
const colour = (i: number) => (i % 3 === 0 ? 2 : classOf(i));
const size = (i: number) => Math.sin(3 * i) + 2 * classOf(i);
const values = Matrix.fromRows(
  Array.from({ length: rows }, (_, i) => [
    colour(i),
    i === 7 ? Number.NaN : size(i),
    (i * i) % 4,
    // The same as colour, under other codes.
    [1, 2, 0][colour(i)],
    -size(i),
  ]),
);
const data = new Dataset({
  values,
  featureNames: ["colour", "size", "shape", "paint", "minus"],
  categories: [["red", "green", "blue"], null, ["a", "b", "c", "d"], ["x", "y", "z"], null],
  labels: Array.from({ length: rows }, (_, i) => (classOf(i) ? "ill" : "well")),
});

const levelsOf = (j: number) => Array.from({ length: rows }, (_, i) => values.get(i, j));

/** Cramér's V by its definition. */
function cramersV(a: readonly number[], b: readonly number[]): number {
  const [as, bs] = [[...new Set(a)], [...new Set(b)]];
  let chiSquare = 0;
  for (const x of as)
    for (const y of bs) {
      const both = a.filter((v, i) => v === x && b[i] === y).length;
      const expected = (a.filter((v) => v === x).length * b.filter((v) => v === y).length) / a.length;
      chiSquare += (both - expected) ** 2 / expected;
    }
  return Math.sqrt(chiSquare / a.length / (Math.min(as.length, bs.length) - 1));
}

/** The correlation ratio by its definition: the root of the part of the variance that lies between the levels. */
function correlationRatio(levels: readonly number[], values: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0) / list.length;
  const all = mean(values);
  const total = values.reduce((sum, x) => sum + (x - all) ** 2, 0);
  const between = values.reduce(
    (sum, _, i) => sum + (mean(values.filter((_, j) => levels[j] === levels[i])) - all) ** 2,
    0,
  );
  return Math.sqrt(between / total);
}

describe("reports of tables with categories and missing values", () => {
  test("how alike features are: correlation ratio and Cramér's V", async () => {
    const alike = correlationsOf(data, [0, 2, 3, 4], await createKernels());
    expect(alike[1]).toBeCloseTo(cramersV(levelsOf(0), levelsOf(2)), 12);
    expect(alike[2]).toBeCloseTo(1, 12);
    expect(alike[3]).toBeCloseTo(correlationRatio(levelsOf(0), levelsOf(4)), 12);
    expect(alike[12]).toBe(alike[3]);
  });

  test("twins are found among numbers and categories, and what a swap costs", async () => {
    const kernels = await createKernels();
    const twins = await findTwins(data, [0, 1], kernels, { count: 2 });
    expect(twins[0][0].column).toBe(3);
    expect(twins[0][0].correlation).toBeCloseTo(1, 12);
    expect(twins[1][0].column).toBe(4);
    expect(twins[1][0].correlation).toBeLessThan(-0.9);
    const swaps = await swapCosts(data, [0, 1], twins, kernels, { seed: 1 });
    // The same category under other codes says the same.
    expect(swaps!.costs[0][0]).toBeCloseTo(0, 12);
  });

  test("shares of levels in each class, quartiles over the values that are there", async () => {
    const selection = await select(data, { k: 5 });
    const { features } = distributionsSection(data, selection);
    const of = (name: string) => features.find((feature) => feature.name === name)!;
    const well = levelsOf(0).filter((_, i) => classOf(i) === 0);
    expect(of("colour")).toEqual({
      name: "colour",
      levels: ["red", "green", "blue"],
      shares: expect.arrayContaining([
        [0, 1, 2].map((level) => well.filter((x) => x === level).length / well.length),
      ]),
    });
    const size = of("size");
    const all = "quartiles" in size ? size.quartiles.flat() : [];
    expect(all).toHaveLength(10);
    expect(all.every((x) => Number.isFinite(x))).toBe(true);
  });

  test("the projection of a method that learns one, and of one that does not", async () => {
    const kernels = await createKernels();
    for (const method of ["dfs", "fisher"] as const) {
      const section = projectionSection(data, await select(data, { method, k: 2 }), kernels);
      expect(section!.x).toHaveLength(rows);
      expect(section!.x.every(Number.isFinite)).toBe(true);
    }
  });
});
