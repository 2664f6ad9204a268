import { expect, test } from "vitest";
import { planted } from "../../src/data/bundled/planted.js";
import { compare } from "../../src/experiment/compare.js";
import { evaluate } from "../../src/experiment/evaluate.js";
import type { TaskResult } from "../../src/experiment/task.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import { randomData } from "../support/random-data.js";

const kernels = await createKernels();
const named = (name: string, seed: number, separation = 0.7) =>
  randomData({ rows: 50, features: 25, classes: 2, relevant: 6, separation, seed }).with({
    source: { name },
  });

test("says of each method what evaluate says", async () => {
  const datasets = [named("one", 1), named("two", 2), named("three", 3)];
  const shared = { k: [3, 9], folds: 4, seed: 7, permutations: 2, kernels };
  const {
    results,
    tests,
    datasets: described,
  } = await compare(datasets, {
    ...shared,
    methods: ["fisher", { method: "dfs", gamma: 0.1 }, { method: "dfs", gamma: 10, label: "strict" }],
  });
  expect(results).toHaveLength(18);
  for (const [at, data] of datasets.entries()) {
    const alone = await evaluate(data, { ...shared, method: "dfs", gamma: 10 });
    const own = results.filter(({ dataset, label }) => dataset === data.source.name && label === "strict");
    expect(described[at].testRows).toEqual(alone.testRows);
    alone.results.forEach(({ k, accuracy, confusion, honesty, stability }, place) => {
      expect(own[place]).toMatchObject({ method: "dfs", k, accuracy, confusion, stability, ...honesty });
    });
  }
  const { methods, difference } = tests.perDataset[0];
  expect(methods).toEqual(["fisher", "dfs gamma=0.1"]);
  const meanOf = (label: string) =>
    results
      .filter((figures) => figures.dataset === "one" && figures.label === label)
      .flatMap(({ foldAccuracies }) => foldAccuracies!)
      .reduce((sum, accuracy) => sum + accuracy / 8, 0);
  expect(difference).toBeCloseTo(meanOf("fisher") - meanOf("dfs gamma=0.1"), 10);
  expect(tests.perDataset).toHaveLength(9);
  expect(tests.overDatasets).toHaveLength(3);
});

test("tests on given data, keeps groups together and goes by the metric, as evaluate does", async () => {
  const datasets = [named("one", 1), named("two", 2, 0.4)];
  const methods = ["fisher", "mrmr"] as const;
  const shared = { k: [3, 9], seed: 7, kernels };
  const test = named("apart", 3).with({ source: { name: "test.csv" } });
  const onTest = await compare([datasets[0]], { ...shared, methods, test: [test], metric: "macro-f1" });
  const alone = await evaluate(datasets[0], { ...shared, method: "mrmr", test, metric: "macro-f1" });
  expect(onTest).toMatchObject({ folds: null, metric: "macro-f1", tests: { perDataset: [] } });
  expect(onTest.datasets[0]).toMatchObject({ rows: 50, test: "test.csv" });
  expect(onTest.datasets[0].testRows).toEqual([Array.from({ length: 50 }, (_, i) => 50 + i)]);
  alone.results.forEach(({ k, confusion, macroF1, honesty }, place) => {
    expect(onTest.results[2 + place]).toMatchObject({ method: "mrmr", k, confusion, macroF1, ...honesty });
    expect(honesty.nested).toBe(macroF1);
  });

  const groups = datasets.map(({ rows }) => Array.from({ length: rows }, (_, i) => `p${Math.floor(i / 4)}`));
  const grouped = await compare(datasets, {
    ...shared,
    methods,
    rowGroups: groups,
    folds: 4,
    repeats: 2,
    metric: "auc",
    permutations: 3,
  });
  for (const { testRows } of grouped.datasets)
    for (const rows of testRows) {
      const tested = new Set(rows.map((row) => Math.floor(row / 4)));
      const all = groups[0].flatMap((_, row) => (tested.has(Math.floor(row / 4)) ? [row] : []));
      expect([...rows].sort((a, b) => a - b)).toEqual(all);
    }
  // The differences that are tested are those of the metric, fold by fold, averaged over k.
  const own = (label: string) =>
    grouped.results.filter((figures) => figures.dataset === "two" && figures.label === label);
  const areas = (label: string) =>
    own(label).flatMap(({ foldMetrics }) => foldMetrics.map(({ auc }) => auc!));
  const meanOf = (values: number[]) => values.reduce((a, b) => a + b) / values.length;
  const { difference } = grouped.tests.perDataset.find(({ dataset }) => dataset === "two")!;
  expect(difference).toBeCloseTo(meanOf(areas("fisher")) - meanOf(areas("mrmr")), 12);
  for (const { auc, nested, permuted, foldMetrics, foldAccuracies } of grouped.results) {
    expect(nested).toBe(auc);
    expect(auc).toBeCloseTo(meanOf(foldMetrics.map((fold) => fold.auc!)), 12);
    expect(foldMetrics.map(({ accuracy }) => accuracy)).toEqual(foldAccuracies);
    for (const value of permuted!.accuracies) expect(value >= 0 && value <= 1).toBe(true);
  }
  const refused = (options: object) => expect(compare(datasets, { ...shared, methods, ...options })).rejects;
  await refused({ test: [test] }).toThrow("an entry for each of the 2 data sets; it has 1");
  await refused({ metric: "accuracies" }).toThrow("metric must be one of accuracy, balanced-accuracy");
  await refused({ metric: "auc", folds: "leave-one-out" }).toThrow("metric auc needs folds");
  await refused({ rowGroups: groups.map((list) => list.map(() => "x")) }).toThrow(
    "one: all rows belong to the same group",
  );
  await refused({ rowGroups: groups.map((list) => list.map((_, i) => i % 3)) }).toThrow(
    "there are 3 groups, but 5 folds need at least one each; use at most 3 folds",
  );
});

test("a clearly better method is found to be so, an equal one is not", async () => {
  // The Laplacian score looks at no label, and most of this data is noise.
  const { data } = planted({ rows: 300, separation: 0.4, copies: 0, combinations: 0, noise: 190 });
  const { tests } = await compare([data], {
    methods: ["fisher", { method: "fisher", label: "again" }, { method: "laplacian", label: "worse" }],
    k: 10,
    repeats: 4,
    kernels,
    sideBySide: false,
  });
  const of = (a: string, b: string) =>
    tests.perDataset.find(({ methods }) => methods.join() === [a, b].join())!;
  expect(of("fisher", "worse").adjusted).toBeLessThan(0.05);
  expect(of("fisher", "worse").difference).toBeGreaterThan(0);
  expect(of("fisher", "again")).toMatchObject({ difference: 0, t: 0, adjusted: 1 });
});

test("goes on from a journal", async () => {
  const kept = new Map<number, TaskResult>();
  let appended = 0;
  const journal = {
    open: () => new Map(kept),
    append: (place: number, result: TaskResult) => {
      appended++;
      kept.set(place, JSON.parse(JSON.stringify(result)));
    },
    close: () => {},
    remove: () => {},
  };
  const run = () => compare([named("one", 1)], { methods: ["fisher", "mrmr"], k: [2, 5], kernels, journal });
  const plain = (result: object) =>
    JSON.stringify(result, (key, value) => (/seconds/i.test(key) ? undefined : value));
  const first = await run();
  expect(appended).toBe(12);
  for (const place of [1, 4, 7]) kept.delete(place);
  expect(plain(await run())).toBe(plain(first));
  expect(appended).toBe(15);
});
