import { describe, expect, test } from "vitest";
import { createKernels, Dataset, type Matrix, Random, select } from "../../../src/index.js";
import { denseValues, randomData, withColumns } from "../../support/random-data.js";
import { inverse, multiply, type Rows, scatters, trace } from "../../support/scatter.js";

const kernels = await createKernels({ threads: 1 });

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

describe("with ten samples to a feature, features go by what tr((St + αI)⁻¹Sb) loses", () => {
  test.each([
    { rows: 120, features: 12, classes: 4, alpha: 0.2, seed: 1 },
    { rows: 120, features: 12, classes: 2, alpha: 0.2, seed: 2 },
    { rows: 90, features: 9, classes: 5, alpha: 0, seed: 3 },
    { rows: 100, features: 8, classes: 3, alpha: 1, seed: 4, unbalanced: true },
  ])("%j: as trying all of them one by one", async ({ alpha, ...shape }) => {
    const data = randomData({ ...shape, separation: 0.5 });
    const { ranking } = await select(data, { method: "dfs", k: 3, kernels, alpha });
    expect(Array.from(ranking)).toEqual(backward(data, alpha));
  });

  test("α is 0.2 where it is not given, and the result says what was done", async () => {
    const data = randomData({ rows: 100, features: 10, seed: 5, separation: 0.5 });
    const { ranking, chosen } = await select(data, { method: "dfs", k: 3, kernels });
    expect(Array.from(ranking)).toEqual(backward(data, 0.2));
    expect(chosen!.why).toMatch(/^the last 10 one at a time by what the discriminant criterion loses/);
  });

  test("with more features, fits come first and the last ones go by loss", async () => {
    const data = randomData({ rows: 100, features: 30, seed: 6, separation: 0.5, relevant: 6 });
    const { ranking, chosen } = await select(data, { method: "dfs", k: 3, kernels });
    expect(chosen!.why).toMatch(/^\d+ rounds of elimination, .* the last 10 one at a time/);
    const last = Array.from(ranking.subarray(0, 10)).sort((a, b) => a - b);
    const values = denseValues(data).transposed().selectRows(last).transposed();
    const alone = new Dataset({ values: values.copy(), labels: labelsOf(data) });
    expect(Array.from(ranking.subarray(0, 10))).toEqual(backward(alone, 0.2).map((j) => last[j]));
  });

  test("a feature that others add up to goes first, also without shrinkage", async () => {
    const base = randomData({ rows: 200, features: 5, seed: 7, separation: 1 });
    const values: Matrix = denseValues(base);
    const data = withColumns(base, [(i) => values.get(i, 0) + values.get(i, 1)]);
    const { ranking } = await select(data, { method: "dfs", k: 5, kernels, alpha: 0 });
    const plain = await select(base, { method: "dfs", k: 5, kernels, alpha: 0 });
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
