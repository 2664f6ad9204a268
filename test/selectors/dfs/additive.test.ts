import { describe, expect, test } from "vitest";
import { Dataset } from "../../../src/data/dataset.js";
import { createKernels } from "../../../src/kernels/create-kernels.js";
import { Matrix } from "../../../src/numeric/matrix.js";
import { Random } from "../../../src/numeric/random.js";
import { path } from "../../../src/selectors/dfs/path.js";
import { dfs } from "../../../src/selectors/dfs.js";
import { withContext } from "../../../src/selectors/run-context.js";
import { select } from "../../../src/selectors/select.js";
import type { SelectorContext } from "../../../src/selectors/selector.js";
import { BuiltKernels } from "../../kernels/built.js";
import { expectClose } from "../../support/expect-close.js";
import { denseValues, randomData, withColumns } from "../../support/random-data.js";
import { multiply, toRows, transpose } from "../../support/scatter.js";

const kernels = await createKernels({ threads: 1 });
const linear = { method: "dfs", kernels } as const;
const additive = { ...linear, kernel: "additive" } as const;

/** Draws one value of a relevant feature for a row of the second class or of the first. */
type Draw = (random: Random, second: boolean) => number;

/** The class means are equal in all but the last. */
const relations: Readonly<Record<string, Draw>> = {
  spread: (random, second) => random.normal() * (second ? 2.5 : 1),
  "|x|": (random, second) => {
    const far = random.uniform() < (second ? 0.85 : 0.15);
    for (;;) {
      const x = random.normal();
      if (Math.abs(x) > 0.6745 === far) return x;
    }
  },
  "middle band": (random, second) =>
    second && random.uniform() < 0.75 ? 0.4 + 0.2 * random.uniform() : random.uniform(),
  shift: (random, second) => random.normal() + (second ? 0.8 : 0),
};

/** The first `relevant` features are drawn by the relation, the others from its first class. */
function planted(draw: Draw, seed: number, { rows = 200, features = 30, relevant = 3 } = {}): Dataset {
  const random = new Random(seed);
  const labels = Array.from({ length: rows }, (_, i) => String(i % 2));
  const table = labels.map((label) =>
    Array.from({ length: features }, (_, j) => draw(random, label === "1" && j < relevant)),
  );
  return Dataset.fromRows(table, labels);
}

const modes = [{}, { elimination: "one-shot" }, { gamma: 0.1, scatter: "mean" }] as const;
const seeds = [1, 2, 3, 4];
/** How many of the first three features are among the best three. */
const found = ({ ranking }: { ranking: Int32Array }) => ranking.subarray(0, 3).filter((j) => j < 3).length;

describe.each(modes)("with %j", (mode) => {
  test.each(["spread", "|x|", "middle band"])(
    "classes that differ in %s only: the planted features come first, linearly they do not",
    async (relation) => {
      for (const seed of seeds) {
        const data = planted(relations[relation], seed);
        expect(found(await select(data, { ...additive, k: 3, ...mode }))).toBe(3);
        expect(found(await select(data, { ...linear, k: 3, ...mode }))).toBeLessThan(3);
      }
    },
  );

  test("classes that differ in their means: little is lost", async () => {
    let [curved, straight] = [0, 0];
    for (const seed of seeds) {
      const data = planted(relations.shift, seed);
      curved += found(await select(data, { ...additive, k: 3, ...mode }));
      straight += found(await select(data, { ...linear, k: 3, ...mode }));
    }
    expect(straight).toBe(12);
    expect(curved).toBeGreaterThanOrEqual(straight - 1);
  });

  test("one function of each feature, or two values in each, are the linear kernel", async () => {
    const data = randomData({ rows: 70, features: 15, classes: 3, relevant: 5, seed: 3 });
    const values = denseValues(data).copy();
    values.data.forEach((x, at) => {
      values.data[at] = x > 0.3 ? 5 : -1;
    });
    for (const [input, basis] of [
      [data, 1],
      [data.with({ values }), 4],
    ] as const) {
      const straight = await select(input, { ...linear, margins: false, k: 5, ...mode });
      const curved = await select(input, { ...additive, basis, k: 5, ...mode });
      expect(Array.from(curved.ranking)).toEqual(Array.from(straight.ranking));
      expectClose(curved.scores, straight.scores, { relative: 1e-5, absolute: 1e-7 });
    }
  });

  test("permuted columns permute the ranking; constant columns and copies rank last", async () => {
    const data = withColumns(planted(relations["|x|"], 6, { features: 20 }), [
      () => 4,
      (i) => i % 3,
      (i) => Number(i < 17),
      (i) => (i * i) % 7,
      (i) => i % 3,
    ]);
    const order = Int32Array.from({ length: data.features }, (_, j) => j);
    new Random(5).shuffle(order);
    const straight = await select(data, { ...additive, k: 4, ...mode });
    const permuted = await select(data.selectColumns(order), { ...additive, k: 4, ...mode });
    // Which of two equal columns stands behind the others depends on which comes first.
    const rank = (ranking: Iterable<number>) => Array.from(ranking, (j) => (j === 24 ? 21 : j)).slice(0, 22);
    expect(rank(Array.from(permuted.ranking, (j) => order[j]))).toEqual(rank(straight.ranking));
    expect(Array.from(straight.ranking.subarray(-2))).toEqual([24, 20]);
    expect(straight.scores.some(Number.isNaN)).toBe(false);
  });

  test("the tall and the wide form agree", async () => {
    const data = planted(relations["|x|"], 7, { rows: 90, features: 30 });
    const tall = await select(data, { ...additive, k: 4, ...mode, solver: "tall" });
    const wide = await select(data, { ...additive, k: 4, ...mode, solver: "wide" });
    expect(Array.from(wide.ranking.subarray(0, 4))).toEqual(Array.from(tall.ranking.subarray(0, 4)));
    expectClose(wide.scores, tall.scores, { relative: 1e-3, absolute: 1e-4 });
  });

  test("project has the identity as the training rows' scatter, and stays bounded for any new rows", async () => {
    const data = planted(relations.spread, 8, { features: 12 });
    const selection = await select(data, { ...additive, k: 3, alpha: 0, ...mode });
    const z = toRows(selection.project(data));
    multiply(transpose(z), z).forEach((row, i) => {
      expectClose(
        row,
        row.map((_, j) => (i === j ? 1 : 0)),
        { absolute: 1e-8 },
      );
    });
    const { curves, weights, features } = selection.map!;
    expect(features.slice(0, 5)).toEqual(["1", "1", "1", "1", "2"]);
    const bound = curves!.reduce(
      (sum, curve, r) =>
        sum +
        (Math.max(...curve!.values.map(Math.abs)) / selection.map!.scales[r]) * Math.abs(weights.get(r, 0)),
      0,
    );
    const far = Dataset.fromRows([
      new Array<number>(12).fill(1e300),
      Array.from({ length: 12 }, (_, j) => (j % 2 ? 1e12 : -50)),
    ]);
    for (const [x] of toRows(selection.project(far))) expect(Math.abs(x)).toBeLessThanOrEqual(bound);
    // The two classes are told apart on new rows by the size of the values.
    const fresh = planted(relations.spread, 9, { features: 12 });
    const side = (rows: readonly (readonly number[])[], second: boolean) => {
      const own = rows.filter((_, i) => (fresh.labels!.classes[fresh.labels!.codes[i]] === "1") === second);
      return own.reduce((sum, [x]) => sum + x, 0) / own.length;
    };
    const projected = toRows(selection.project(fresh));
    const spread = Math.sqrt(projected.reduce((sum, [x]) => sum + x * x, 0) / projected.length);
    expect(Math.abs(side(projected, true) - side(projected, false))).toBeGreaterThan(spread / 2);
    expect(selection.transform(fresh).featureNames).toEqual(selection.features);
  });
});

/** The functions of a feature by hand: the line and hinges at the quartiles, made uncorrelated one after another. */
function functionsOf(column: readonly number[]): number[][] {
  const n = column.length;
  const sorted = [...column].sort((a, b) => a - b);
  const hinges = [1, 2, 3].map((q) => sorted[Math.round((q * (n - 1)) / 4)]);
  const done: number[][] = [];
  for (const given of [column, ...hinges.map((knot) => column.map((x) => Math.max(0, x - knot)))]) {
    const mean = given.reduce((sum, x) => sum + x, 0) / n;
    let rest = given.map((x) => x - mean);
    for (const other of [...done, ...done]) {
      const part = rest.reduce((sum, x, i) => sum + x * other[i], 0) / (n - 1);
      rest = rest.map((x, i) => x - part * other[i]);
    }
    const deviation = Math.sqrt(rest.reduce((sum, x) => sum + x * x, 0) / (n - 1));
    done.push(rest.map((x) => x / deviation));
  }
  return done.map((values, at) => values.map((x) => (at === 0 ? x : x * Math.SQRT1_2)));
}

describe("the additive kernel is groups of functions", () => {
  const data = randomData({ rows: 80, features: 8, classes: 3, relevant: 3, seed: 2 });
  const expanded = transpose(toRows(denseValues(data))).map(functionsOf);
  const names = expanded.flatMap((functions, j) => functions.map((_, f) => `${j}:${f}`));
  const byHand = Dataset.fromRows(transpose(expanded.flat()), Array.from(data.labels!.codes, String), names);
  const featureGroups = Object.fromEntries(
    expanded.map((_, j) => [`g${j}`, names.filter((name) => name.startsWith(`${j}:`))]),
  );
  test.each([
    { gamma: 3, solver: "tall" },
    { gamma: 3, solver: "literal" },
    { gamma: 10, p: 0.7, solver: "wide" },
  ] as const)("%j", async (options) => {
    const curved = await select(data, { ...additive, ...options, tolerance: 1e-7, maxIterations: 500 });
    const grouped = await select(byHand, {
      ...linear,
      ...options,
      tolerance: 1e-7,
      maxIterations: 500,
      featureGroups,
      standardize: false,
      // It follows the scale of the features, of which most have half the variance here.
      zeta: 1e-12 * 0.5,
    });
    const largest = Math.max(...curved.scores);
    expanded.forEach((_, j) => {
      expect(Math.abs(curved.scores[j] - grouped.scores[4 * j]) / largest).toBeLessThan(1e-4);
    });
    expect(curved.certificate!.support).toBe(grouped.certificate!.support);
    expect(curved.chosen!.basis).toBe(4);
  });

  test("a group of features is the group of all their functions", async () => {
    const pairs = { one: ["1", "2"], two: ["3", "4"] };
    const groups = {
      one: [...featureGroups.g0, ...featureGroups.g1],
      two: [...featureGroups.g2, ...featureGroups.g3],
      ...Object.fromEntries([4, 5, 6, 7].map((j) => [`g${j}`, featureGroups[`g${j}`]])),
    };
    const options = { ...linear, gamma: 3, tolerance: 1e-7, maxIterations: 500 } as const;
    const curved = await select(data, { ...options, kernel: "additive", featureGroups: pairs });
    const grouped = await select(byHand, { ...options, featureGroups: groups, standardize: false });
    const largest = Math.max(...curved.scores);
    expanded.forEach((_, j) => {
      expect(Math.abs(curved.scores[j] - grouped.scores[4 * j]) / largest).toBeLessThan(1e-4);
      const share = grouped.shares!.subarray(4 * j, 4 * j + 4).reduce((sum, part) => sum + part, 0);
      if (j < 4) expect(Math.abs(curved.shares![j] - share)).toBeLessThan(1e-3);
      else expect(curved.shares![j]).toBeCloseTo(1, 10);
    });
  });
});

test("without standardize a feature's own scale counts, as it does linearly", async () => {
  const data = randomData({ rows: 70, features: 10, classes: 2, relevant: 10, seed: 4, spread: 30 });
  const run = (basis: number) =>
    select(data, { ...additive, basis, gamma: 0.5, standardize: false, tolerance: 1e-7 });
  const straight = await select(data, { ...linear, gamma: 0.5, standardize: false, tolerance: 1e-7 });
  expectClose((await run(1)).scores, straight.scores, { relative: 1e-4, absolute: 1e-7 });
  // Ten times as large, everything else as before: the feature needs a tenth of the weight.
  const scaled = denseValues(data).copy();
  for (let at = 0; at < scaled.data.length; at++) scaled.data[at] *= 10;
  const larger = await select(data.with({ values: scaled }), {
    ...additive,
    gamma: 5,
    standardize: false,
    tolerance: 1e-7,
  });
  expectClose(
    larger.scores.map((score) => 10 * score),
    (await run(4)).scores,
    { relative: 1e-3, absolute: 1e-6 },
  );
});

test("a path has the norms that select finds at its points", async () => {
  const data = planted(relations["|x|"], 10, { features: 15 });
  const gammas = [0.03, 0.1, 0.3];
  const { points } = await path(data, { kernel: "additive", gammas, scatter: "mean", tolerance: 1e-7 });
  for (const { gamma, norms, support, order } of points) {
    const alone = await select(data, { ...additive, gamma, scatter: "mean", tolerance: 1e-7 });
    expectClose(norms, alone.scores, { relative: 0.01, absolute: 1e-4 * Math.max(...alone.scores) });
    expect(support).toBe(alone.certificate!.support);
    expect(Array.from(order.subarray(0, 3)).sort()).toEqual([0, 1, 2]);
  }
});

test("steps show features, not functions", async () => {
  const data = planted(relations["|x|"], 11, { features: 15 });
  const lefts: number[] = [];
  await select(data, {
    ...additive,
    k: 3,
    onStep: ({ left, scores }) => {
      lefts.push(left);
      expect(scores()).toHaveLength(15);
      expect(left).toBeLessThanOrEqual(15);
    },
  });
  expect(lefts[0]).toBe(15);
});

test("columns that stand for the levels of a category stay as they are and count as one", async () => {
  const random = new Random(12);
  const labels = Array.from({ length: 120 }, (_, i) => String(i % 2));
  const rows = labels.map((label) => [
    random.normal(),
    ...[0, 0, 0].map(() => random.integer(3) + (label === "1" ? 0.6 : 0) * random.integer(2)),
    random.normal() * (label === "1" ? 3 : 1),
  ]);
  const data = Dataset.fromRows(rows, labels);
  const parts = Int32Array.from([0, 1, 1, 1, 2]);
  const score = (context: Partial<SelectorContext>, basis: number | null) =>
    withContext({}, 2, (run) =>
      dfs.score(
        data,
        {
          ...Object.fromEntries(Object.entries(dfs.options).map(([name, option]) => [name, option.default])),
          ...{ kernel: "additive", basis, gamma: 0.1, scatter: "mean" },
        } as Parameters<typeof dfs.score>[1],
        { ...run, ...context },
      ),
    );
  const { scores, map } = await score({ parts }, null);
  expect(scores[1]).toBe(scores[2]);
  expect(scores[1]).toBe(scores[3]);
  expect(map!.features).toEqual(["1", "1", "1", "1", "2", "3", "4", "5", "5", "5", "5"]);
});

test("refuses what has no meaning", async () => {
  const data = planted(relations.shift, 1, { rows: 20, features: 4, relevant: 1 });
  await expect(select(data, { method: "dfs", basis: 3 })).rejects.toThrow(
    /basis is the number of functions of the additive kernel/,
  );
  await expect(select(data, { ...additive, gamma: 0 })).rejects.toThrow(/gamma 0 is linear discriminant/);
  await expect(select(data, { ...additive, basis: 0 })).rejects.toThrow(/basis must be a whole number/);
});

test("bits do not depend on the number of threads", async () => {
  const data = planted(relations["|x|"], 13, { rows: 150, features: 80 });
  const threads = await BuiltKernels.create("wasm", 2, { blockBytes: 2 ** 27, stepsWorthSharing: 0 });
  const alone = await select(data, { ...additive, k: 5 });
  const shared = await select(data, { ...additive, k: 5, kernels: threads });
  await threads.dispose();
  expect(shared.scores).toEqual(alone.scores);
  expect(shared.ranking).toEqual(alone.ranking);
  expect(shared.map!.weights).toEqual(alone.map!.weights);
});

test("a handful of rows is enough to run", async () => {
  const values = new Matrix(Float64Array.from([1, 2, 3, 4, 0, 0, 1, 5, 2, 2, 9, 1]), 4, 3);
  const data = new Dataset({ values, labels: ["a", "a", "b", "b"] });
  const { ranking, scores } = await select(data, { ...additive, k: 2, kernels: "reference" });
  expect([...ranking].sort()).toEqual([0, 1, 2]);
  expect(scores.every(Number.isFinite)).toBe(true);
});
