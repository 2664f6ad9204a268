import { expect, test } from "vitest";
import { planted } from "../../src/data/bundled/planted.js";
import { baselineExperiment } from "../../src/experiment/baselines.js";
import { compare } from "../../src/experiment/compare.js";
import { evaluate } from "../../src/experiment/evaluate.js";
import { planExperiment } from "../../src/experiment/plan-experiment.js";
import { prepareExperiment } from "../../src/experiment/prepare-experiment.js";
import { rankFeatures } from "../../src/experiment/rank-features.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import { parsePlan } from "../../src/study/parse-plan.js";
import { readResult } from "../../src/study/read-result.js";
import { randomData } from "../support/random-data.js";

const kernels = await createKernels();
const data = randomData({ rows: 60, features: 24, classes: 3, relevant: 6, separation: 0.8, seed: 5 });
const shared = { folds: 4, seed: 3, sideBySide: false, kernels } as const;
const both = ["all", "random"] as const;

/** The features that are drawn in each fold. */
async function draws(repeats: number, options: object = {}): Promise<number[][]> {
  const { experiment } = prepareExperiment(
    data,
    { method: "fisher", k: [2, 6], ...shared, repeats, ...options },
    0,
  );
  const planned = planExperiment(baselineExperiment(experiment, "random"));
  const context = { kernels, progress: async () => {} };
  const ranked = await Promise.all(planned.map(({ task }) => rankFeatures(data, task, context)));
  return ranked.map(([{ columns }]) => Array.from(columns));
}

test("all features are what a method reaches that may select all of them", async () => {
  const { baselines, results, tests } = await compare([data], {
    methods: ["fisher"],
    k: [2, 6],
    baselines: both,
    ...shared,
  });
  const alone = await evaluate(data, { method: "laplacian", k: 24, ...shared });
  const all = baselines!.filter(({ baseline }) => baseline === "all");
  const { accuracy, balancedAccuracy, macroF1, foldAccuracies, confusion } = alone.results[0];
  expect(all).toHaveLength(1);
  expect(all[0]).toMatchObject({ k: 24, accuracy, balancedAccuracy, macroF1, foldAccuracies, confusion });
  expect(all[0].nested).toBe(accuracy);
  // Baselines take no part in what is said of the methods.
  expect(results.map(({ label }) => label)).toEqual(["fisher", "fisher"]);
  expect(tests.perDataset).toEqual([]);
  const [first, second] = tests.againstBaselines!;
  expect(first.methods).toEqual(["fisher", "all features"]);
  expect(second.methods).toEqual(["fisher", "random k"]);
  const mean = (list: readonly number[]) => list.reduce((a, b) => a + b, 0) / list.length;
  const random = baselines!.filter(({ baseline }) => baseline === "random");
  expect(second.difference).toBeCloseTo(
    mean(results.flatMap((at) => at.foldAccuracies!)) - mean(random.flatMap((at) => at.foldAccuracies!)),
    12,
  );
});

test("random features are drawn anew for every fold, each equally often, and are what is judged", async () => {
  const drawn = await draws(50);
  expect(drawn).toHaveLength(200);
  expect(new Set(drawn.map(String)).size).toBeGreaterThan(190);
  for (const one of drawn) expect(new Set(one).size).toBe(6);
  expect(await draws(50)).toEqual(drawn);
  expect(await draws(50, { seed: 4 })).not.toEqual(drawn);
  // 200 draws of 6 out of 24: 50 each on average, with a standard deviation of sqrt(200 · ¼ · ¾) = 6.1.
  const counts = Array.from({ length: 24 }, (_, j) => drawn.filter((one) => one.includes(j)).length);
  for (const count of counts) expect(Math.abs(count - 50)).toBeLessThan(5 * 6.13);

  // With one split there is one draw: the same features, kept by a method, predict the same.
  const test = randomData({ rows: 40, features: 24, classes: 3, relevant: 6, separation: 0.8, seed: 9 });
  const single = { methods: ["fisher"], k: 6, seed: 3, sideBySide: false, kernels, test: [test] } as const;
  const { baselines } = await compare([data], { ...single, baselines: ["random"] });
  const { experiment } = prepareExperiment(data, { method: "fisher", k: 6, seed: 3, test }, 0);
  const [{ task }] = planExperiment(baselineExperiment(experiment, "random"));
  const [{ columns }] = await rankFeatures(data, task, { kernels, progress: async () => {} });
  const keep = Array.from(columns, (j) => data.featureNames[j]);
  const { results } = await compare([data], { ...single, keep });
  expect(baselines![0]).toMatchObject({ k: 6, confusion: results[0].confusion, auc: results[0].auc });
});

test("constraints hold for baselines too", async () => {
  const [keep, exclude] = [["f3"], ["f0", "f1"]].map((names) =>
    names.map((name) => data.featureNames[Number(name.slice(1))]),
  );
  for (const one of await draws(2, { keep, exclude })) {
    expect(one[0]).toBe(3);
    expect(one.some((j) => j < 2)).toBe(false);
  }
  const { baselines } = await compare([data], {
    methods: ["fisher"],
    k: 4,
    keep,
    exclude,
    baselines: ["all"],
    ...shared,
  });
  expect(baselines![0].k).toBe(22);
});

test("a method that finds the planted features is above random ones, significantly", async () => {
  const { data } = planted({ rows: 200, separation: 0.5, copies: 0, combinations: 0, noise: 100 });
  const { tests, baselines } = await compare([data], {
    methods: ["fisher"],
    k: 8,
    repeats: 3,
    baselines: ["random"],
    sideBySide: false,
    kernels,
  });
  expect(tests.againstBaselines![0].difference).toBeGreaterThan(0.15);
  expect(tests.againstBaselines![0].adjusted).toBeLessThan(0.01);
  expect(baselines![0].foldAccuracies).toHaveLength(15);
});

test("numbers to predict have baselines, and results are read back", async () => {
  const numbers = data.with({
    targets: Float64Array.from({ length: 60 }, (_, i) => Math.sin(i) + i / 50),
  });
  const comparison = await compare([numbers], { methods: ["lasso"], k: [2, 5], baselines: both, ...shared });
  const alone = await evaluate(numbers, { method: "lasso", k: 24, ...shared });
  // The columns stand in another order, so the last bits differ.
  expect(comparison.baselines![0].r2).toBeCloseTo(alone.results[0].r2!, 10);
  expect(comparison.baselines![0].rmse).toBeCloseTo(alone.results[0].rmse!, 10);
  const text = JSON.stringify(comparison);
  expect(JSON.stringify(readResult(text))).toBe(text);
});

test("other words are refused, before any work", async () => {
  const refused = (baselines: readonly string[]) =>
    expect(compare([data], { methods: ["fisher"], baselines: baselines as [], ...shared })).rejects;
  await refused(["rand"]).toThrow("baselines must be one of all, random");
  await refused([]).toThrow("leave it out for none");
  await expect(
    compare([data], { methods: [{ method: "fisher", label: "random k" }], baselines: ["random"], ...shared }),
  ).rejects.toThrow('"random k" is listed twice');
  const plan = { schema: "salience/plan@1", task: "compare", data: [{ source: "a.csv" }] };
  expect(() =>
    parsePlan({ ...plan, select: { methods: [{ method: "fisher" }], baselines: ["none"] } }),
  ).toThrow("baselines must be one of all, random");
});
