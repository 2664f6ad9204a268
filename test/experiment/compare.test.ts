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
      .flatMap(({ foldAccuracies }) => foldAccuracies)
      .reduce((sum, accuracy) => sum + accuracy / 8, 0);
  expect(difference).toBeCloseTo(meanOf("fisher") - meanOf("dfs gamma=0.1"), 10);
  expect(tests.perDataset).toHaveLength(9);
  expect(tests.overDatasets).toHaveLength(3);
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
