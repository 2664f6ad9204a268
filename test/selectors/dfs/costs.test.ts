import { describe, expect, test } from "vitest";
import { completeOptions } from "../../../src/core/option.js";
import { Dataset } from "../../../src/data/dataset.js";
import { createKernels } from "../../../src/kernels/create-kernels.js";
import { Random } from "../../../src/numeric/random.js";
import { type DfsOptions, dfsOptions } from "../../../src/selectors/dfs/options.js";
import { dfs } from "../../../src/selectors/dfs.js";
import { withContext } from "../../../src/selectors/run-context.js";
import type { SelectorContext } from "../../../src/selectors/selector.js";
import { expectClose } from "../../support/expect-close.js";
import { denseValues, withColumns } from "../../support/random-data.js";

const kernels = await createKernels({ threads: 1 });

/** Scores and order of all features under a context with costs. */
function score(data: Dataset, options: Partial<DfsOptions>, context: Partial<SelectorContext>, k = 3) {
  return withContext({ kernels }, k, async (run) => {
    const scored = await dfs.score(data, completeOptions("dfs", dfsOptions, options), { ...run, ...context });
    const byScore = Array.from(scored.scores.keys()).sort((a, b) => scored.scores[b] - scored.scores[a]);
    return { ...scored, order: scored.order ? Array.from(scored.order) : byScore };
  });
}

/** Features whose mean differs between two classes by so many standard deviations. */
function shifted(shifts: readonly number[], seed: number, rows = 200): Dataset {
  const random = new Random(seed);
  const labels = Array.from({ length: rows }, (_, i) => String(i % 2));
  return Dataset.fromRows(
    labels.map((label) => shifts.map((shift) => random.normal() + (label === "1" ? shift : 0))),
    labels,
  );
}

const noise = (count: number) => new Array<number>(count).fill(0);
const costsOf = (features: number, own: Readonly<Record<number, number>>) =>
  Float64Array.from({ length: features }, (_, j) => own[j] ?? 1);
const seeds = [1, 2, 3, 4, 5];

describe.each([
  {},
  { elimination: "one-shot" },
  { gamma: 0.1, scatter: "mean" },
  { kernel: "additive" },
] as const)("with %j", (options) => {
  test("of two equally good features the cheap one stands before the dear one", async () => {
    for (const seed of seeds) {
      const data = shifted([1, 1, ...noise(18)], seed);
      for (const [cheap, dear] of [
        [0, 1],
        [1, 0],
      ]) {
        const { order } = await score(data, options, { costs: costsOf(20, { [dear]: 4 }) });
        expect(order[0]).toBe(cheap);
        expect(order.indexOf(dear)).toBeGreaterThan(0);
      }
    }
  });

  test("of exact copies the cheap one is worked on, wherever it stands", async () => {
    const plain = shifted([1.2, ...noise(9)], 6);
    const copy = (i: number) => denseValues(plain).get(i, 0);
    const data = withColumns(plain, [copy, copy]);
    const { order, scores } = await score(data, options, { costs: costsOf(12, { 0: 3, 11: 2 }) });
    expect(order[0]).toBe(10);
    expect(order.slice(-2)).toEqual([0, 11]);
    expect(scores[0]).toBe(scores[10]);
  });

  test("a tenfold cost is overcome by a clearly better feature, and not by a slightly better one", async () => {
    for (const seed of seeds) {
      const better = shifted([2, 0.25, 0.25, ...noise(37)], seed);
      const { order } = await score(better, options, { costs: costsOf(40, { 0: 10 }) });
      expect(order[0]).toBe(0);
      const alike = shifted([1, 0.8, 0.8, ...noise(37)], seed);
      const other = await score(alike, options, { costs: costsOf(40, { 0: 10 }) });
      expect([1, 2]).toContain(other.order[0]);
    }
  });

  test("equal costs change nothing; in target-k mode their unit does not either", async () => {
    const data = shifted([1, 0.7, 0.5, ...noise(17)], 7);
    const plain = await score(data, options, {});
    const ones = await score(data, options, { costs: costsOf(20, {}) });
    expect(ones.order).toEqual(plain.order);
    expectClose(ones.scores, plain.scores, { relative: 1e-9 });
    if ("gamma" in options) return;
    const uneven = costsOf(20, { 0: 5, 3: 0.2, 8: 2 });
    const [euros, cents] = [uneven, uneven.map((cost) => 100 * cost)];
    const [inEuros, inCents] = [
      await score(data, options, { costs: euros }),
      await score(data, options, { costs: cents }),
    ];
    expect(inCents.order).toEqual(inEuros.order);
  });
});

test("with gamma, a cost of c is c features that stand or fall together: γ·√c·‖aⁱ‖", async () => {
  // γ·Σ √cᵢ‖aⁱ‖ with features divided by √cᵢ is γ·Σ‖bⁱ‖ with bⁱ = √cᵢ·aⁱ: the linear problem on scaled data.
  const data = shifted([1, 0.8, 0.6, 0.4, ...noise(8)], 8);
  const costs = Float64Array.from({ length: 12 }, (_, j) => [0.25, 1, 2, 4][j % 4]);
  const fixed = { gamma: 0.5, standardize: false, tolerance: 1e-8, maxIterations: 1000 } as const;
  const priced = await score(data, fixed, { costs });
  const rows = Array.from({ length: data.rows }, (_, i) =>
    Array.from({ length: 12 }, (_, j) => denseValues(data).get(i, j)),
  );
  const scaled = Dataset.fromRows(
    rows.map((row) => row.map((x, j) => x / Math.sqrt(costs[j]))),
    Array.from(data.labels!.codes, String),
  );
  const literal = await score(scaled, fixed, {});
  // ‖bⁱ‖ = √cᵢ·‖aⁱ‖, and the score of a priced feature is ‖aⁱ‖/√cᵢ.
  const expected = literal.scores.map((norm, j) => norm / costs[j]);
  expectClose(priced.scores, expected, { relative: 2e-3, absolute: 1e-4 * Math.max(...expected) });
});

test("a dear group falls behind an equally good cheap one", async () => {
  for (const seed of seeds) {
    const data = shifted([0.6, 0.6, 0.6, 0.6, 0.6, 0.6, ...noise(12)], seed);
    const of = Int32Array.from({ length: 18 }, (_, j) => Math.floor(j / 3));
    for (const dear of [0, 1]) {
      const costs = Float64Array.from(of, (block) => (block === dear ? 5 : 1));
      const { order } = await score(data, {}, { costs, blocks: { of, wanted: 1 } });
      expect(new Set(order.slice(0, 3).map((j) => of[j]))).toEqual(new Set([1 - dear]));
    }
  }
});

test("cheap features come first where money is short: more is told apart for half the price", async () => {
  // Features are independent, so Σ shift² is what a discriminant can tell apart.
  let [aware, blind] = [0, 0];
  for (const seed of seeds) {
    const random = new Random(100 + seed);
    const shifts = Array.from({ length: 60 }, (_, j) => (j < 12 ? 0.3 + 1.2 * random.uniform() : 0));
    const costs = Float64Array.from({ length: 60 }, () => 30 ** random.uniform());
    const data = shifted(shifts, seed, 400);
    const budget = 0.3 * costs.subarray(0, 12).reduce((sum, cost) => sum + cost, 0);
    const bought = (order: readonly number[]) => {
      let [money, value] = [budget, 0];
      for (const j of order) {
        if (costs[j] > money) break;
        money -= costs[j];
        value += shifts[j] * shifts[j];
      }
      return value / shifts.reduce((sum, shift) => sum + shift * shift, 0);
    };
    aware += bought((await score(data, {}, { costs })).order) / seeds.length;
    blind += bought((await score(data, {}, {})).order) / seeds.length;
  }
  expect(aware).toBeGreaterThan(0.5);
  expect(aware).toBeGreaterThan(blind + 0.1);
});
