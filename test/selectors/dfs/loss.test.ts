import { describe, expect, test } from "vitest";
import { createKernels, Dataset, type Matrix, Random, select } from "../../../src/index.js";
import { denseValues, randomData, withColumns } from "../../support/random-data.js";
import { inverse, multiply, type Rows, scatters, trace } from "../../support/scatter.js";

const kernels = await createKernels({ threads: 1 });
const byCriterion = { method: "dfs", margins: false, kernels } as const;

const part = (a: Rows, chosen: readonly number[]): Rows => chosen.map((i) => chosen.map((j) => a[i][j]));

/** tr((St + αI)⁻¹Sb) of these features, scatter matrices divided by n. */
function worth(data: Dataset, chosen: readonly number[], alpha: number): number {
  const { between, total } = scatters(data);
  const scaled = (a: Rows) => part(a, chosen).map((row) => row.map((x) => x / data.rows));
  const shrunk = scaled(total).map((row, i) => row.map((x, j) => (i === j ? x + alpha : x)));
  return trace(multiply(inverse(shrunk), scaled(between)));
}

/** Backward elimination by trying every feature each time; best first. */
function backward(data: Dataset, alpha: number): number[] {
  let left = Array.from({ length: data.features }, (_, j) => j);
  const ranking: number[] = [];
  while (left.length > 0) {
    const without = left.map((j) => left.filter((i) => i !== j));
    const worths = without.map((rest) => (rest.length === 0 ? 0 : worth(data, rest, alpha)));
    const weakest = worths.indexOf(Math.max(...worths));
    ranking.unshift(left[weakest]);
    left = without[weakest];
  }
  return ranking;
}

describe("with four samples to a coefficient, features go by what tr((St + αI)⁻¹Sb) loses", () => {
  test.each([
    { rows: 160, features: 12, classes: 4, alpha: 0.2, seed: 1 },
    { rows: 120, features: 12, classes: 2, alpha: 0.2, seed: 2 },
    { rows: 160, features: 9, classes: 5, alpha: 0, seed: 3 },
    { rows: 100, features: 8, classes: 3, alpha: 1, seed: 4, unbalanced: true },
  ])("%j: as trying all of them one by one", async ({ alpha, classes, ...shape }) => {
    const data = randomData({ ...shape, classes, separation: 0.5 });
    const { ranking } = await select(data, { ...byCriterion, k: 3, alpha });
    const fewest = classes! - 1;
    // With fewer features than coefficients each, the last ones go by the squares of their weights.
    expect(Array.from(ranking.subarray(fewest))).toEqual(backward(data, alpha).slice(fewest));
  });

  test("α is 0.01 then where it is not given, and the result says what was done", async () => {
    const data = randomData({ rows: 100, features: 10, classes: 2, seed: 5, separation: 0.5 });
    const { ranking, chosen } = await select(data, { ...byCriterion, k: 3 });
    expect(Array.from(ranking)).toEqual(backward(data, 0.01));
    expect(chosen!.why).toMatch(/^10 rounds of elimination, .* weighed by the discriminant criterion;/);
    const both = await select(data, { ...byCriterion, margins: true, k: 3 });
    expect(both.chosen!.why).toMatch(/ criterion and by the margin between the classes;/);
  });

  test("with more features, squared weights come first and the last ones go by loss", async () => {
    const data = randomData({ rows: 100, features: 60, classes: 2, seed: 6, separation: 0.5, relevant: 6 });
    const { ranking } = await select(data, { ...byCriterion, k: 3 });
    const last = Array.from(ranking.subarray(0, 25)).sort((a, b) => a - b);
    const values = denseValues(data).transposed().selectRows(last).transposed();
    const alone = new Dataset({ values: values.copy(), labels: labelsOf(data) });
    expect(Array.from(ranking.subarray(0, 25))).toEqual(backward(alone, 0.01).map((j) => last[j]));
  });

  test("a feature that others add up to goes first, also without shrinkage", async () => {
    const base = randomData({ rows: 200, features: 5, seed: 7, separation: 1 });
    const values: Matrix = denseValues(base);
    const data = withColumns(base, [(i) => values.get(i, 0) + values.get(i, 1)]);
    const { ranking } = await select(data, { ...byCriterion, k: 5, alpha: 0 });
    const plain = await select(base, { ...byCriterion, k: 5, alpha: 0 });
    // One of the three that depend on each other is superfluous.
    expect([0, 1, 5]).toContain(ranking[5]);
    const worths = [ranking, plain.ranking].map((order) => worth(data, Array.from(order.subarray(0, 5)), 0));
    expect(worths[0]).toBeCloseTo(worths[1], 6);
  });

  test("one direction only where l says so", async () => {
    // Features 0 and 1 tell the far class from the others, 2 and 3 the two near ones from each other.
    const random = new Random(8);
    const rows = Array.from({ length: 240 }, (_, i) =>
      Array.from({ length: 6 }, (_, j) => {
        const shift = j < 2 ? [0, 0, 4][i % 3] : j < 4 ? [1.5, -1.5, 0][i % 3] : 0;
        return shift + random.normal();
      }),
    );
    const data = Dataset.fromRows(
      rows,
      rows.map((_, i) => i % 3),
    );
    const one = await select(data, { method: "dfs", k: 2, l: 1, kernels });
    const both = await select(data, { method: "dfs", k: 2, kernels });
    expect(Array.from(one.ranking.subarray(0, 2)).sort()).toEqual([0, 1]);
    expect(new Set(Array.from(both.ranking.subarray(0, 2), (j) => j < 2)).size).toBe(2);
  });
});

function labelsOf({ labels }: Dataset): string[] {
  return Array.from(labels!.codes, (code) => String(labels!.classes[code]));
}
