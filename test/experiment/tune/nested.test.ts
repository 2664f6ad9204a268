import { beforeAll, describe, expect, test } from "vitest";
import { Dataset } from "../../../src/data/dataset.js";
import { compare } from "../../../src/experiment/compare.js";
import { evaluate, evaluateWith } from "../../../src/experiment/evaluate.js";
import { tune } from "../../../src/experiment/tune.js";
import { createKernels } from "../../../src/kernels/create-kernels.js";
import type { Kernels } from "../../../src/kernels/kernels.js";
import { Matrix } from "../../../src/numeric/matrix.js";
import { Random } from "../../../src/numeric/random.js";
import { randomData } from "../../support/random-data.js";

let kernels: Kernels;
beforeAll(async () => {
  kernels = await createKernels();
});

/** Normal noise with labels that know nothing of it. */
function noise(rows: number, features: number, seed: number): Dataset {
  const random = new Random(seed);
  const values = Matrix.zeros(rows, features);
  for (let at = 0; at < values.data.length; at++) values.data[at] = random.normal();
  return new Dataset({ values, labels: Array.from({ length: rows }, (_, i) => (i % 2 ? "a" : "b")) });
}

describe("a tuned method is judged on rows that its tuning has not seen", () => {
  const data = randomData({ rows: 75, features: 20, classes: 3, relevant: 5, separation: 0.6, seed: 4 });
  const settings = { folds: 3, rule: "best", try: { scheme: ["mid", "miq", "fcq"] } } as const;
  const options = { method: "mrmr", k: [2, 6], folds: 4, seed: 3, sideBySide: false } as const;

  test("in each fold it is what tune chooses from the training rows alone, fitted on all of them", async () => {
    const { results, folds } = await evaluate(data, { ...options, tune: settings, kernels });
    for (const [at, { k, chosen, foldAccuracies }] of results.entries()) {
      expect(chosen).toHaveLength(4);
      for (const [fold, { train }] of folds.entries()) {
        const inside = await tune(data.selectRows(train), {
          method: "mrmr",
          k,
          seed: 3,
          ...settings,
          kernels,
        });
        expect(chosen![fold]).toEqual({ k, options: inside.chosen });
        const fixed = await evaluate(data, { ...options, ...inside.chosen, kernels });
        expect(foldAccuracies![fold]).toBe(fixed.results[at].foldAccuracies![fold]);
      }
    }
    expect(
      new Set(results.flatMap(({ chosen }) => chosen!.map((one) => one.options.scheme))).size,
    ).toBeGreaterThan(1);
  });

  test("k too, where it is auto", async () => {
    const auto = { ...options, k: "auto", tune: { ...settings, k: [1, 3, 9] } } as const;
    const { results, folds } = await evaluate(data, { ...auto, kernels });
    expect(results).toHaveLength(1);
    const [{ k, chosen, selections }] = results;
    for (const [fold, { train }] of folds.entries()) {
      const inside = await tune(data.selectRows(train), {
        method: "mrmr",
        k: [1, 3, 9],
        seed: 3,
        ...settings,
        kernels,
      });
      expect(chosen![fold]).toEqual({ k: inside.k, options: inside.chosen });
      expect(selections[fold]).toHaveLength(inside.k);
    }
    expect(k).toBeCloseTo(chosen!.reduce((sum, one) => sum + one.k, 0) / 4, 12);
  });

  test("a grid of DFS, a method with nothing to tune, groups and the paper protocol", async () => {
    const groups = Array.from({ length: 75 }, (_, i) => Math.floor(i / 3));
    const tuned = await evaluate(data, {
      method: "dfs",
      scatter: "mean",
      k: [2, 6],
      folds: 3,
      rowGroups: groups,
      tune: { folds: 2, gammas: [0.03, 0.3], ps: [1] },
      kernels,
    });
    for (const { chosen, honesty } of tuned.results) {
      expect(chosen).toHaveLength(3);
      expect(honesty.paper).not.toBeNull();
    }
    const plain = { method: "fisher", k: 3, sideBySide: false, kernels } as const;
    const [fisher] = (await evaluate(data, { ...plain, tune: true })).results;
    expect(fisher.chosen![0]).toEqual({ k: 3, options: {} });
    expect(fisher.confusion).toEqual((await evaluate(data, plain)).results[0].confusion);
  });

  test("compare says what was chosen in every fold", async () => {
    const { results, methods, tuning } = await compare([data], {
      methods: ["relieff", "fisher"],
      k: [2, 6],
      tune: { folds: 2 },
      sideBySide: false,
      kernels,
    });
    expect(results.map(({ chosen }) => chosen!.length)).toEqual([5, 5, 5, 5]);
    expect(tuning).toEqual({ folds: 2, repeats: 1, metric: "accuracy", rule: "one-se" });
    const [{ candidates }, fisher] = methods;
    expect(fisher.candidates).toEqual([{}]);
    for (const { label, chosen } of results)
      if (label === "relieff") for (const one of chosen!) expect(candidates).toContainEqual(one.options);
  });

  test.each([
    [{ tune: { fold: 3 } }, /"fold" is not a setting of tune; its settings are folds/],
    [{ tune: { try: { shceme: ["mid"] } } }, /"shceme" is not an option of mrmr \(did you mean "scheme"\?\)/],
    [{ tune: 3 }, /tune must be true or an object/],
    [{ k: "auto", tune: false }, /k auto is chosen by tuning; leave out tune: false/],
    [{ k: "auto", tune: { k: [99] } }, /k must be a whole number from 1 to 20/],
  ])("refuses %o", async (wrong, message) => {
    await expect(evaluate(data, { ...options, ...(wrong as object), kernels })).rejects.toThrow(message);
  });

  test("a class that is too small to be split once more is refused before any work", async () => {
    const labels = Array.from({ length: 75 }, (_, i) => (i < 4 ? "rare" : i % 2 ? "a" : "b"));
    const rare = data.with({ labels: Dataset.fromRows(Array(75).fill([0]), labels).labels });
    await expect(evaluate(rare, { ...options, folds: 2, tune: true, kernels })).rejects.toThrow(
      /class "rare" is too small to tune inside training rows/,
    );
  });
});

describe("labels that mean nothing, 62 rows", () => {
  // Chance is 50 %, and 2.6 standard deviations of 62 coins are 16.5 %: a hundredth of all coins is outside.
  test.each([
    ["fisher", 1000, {}],
    ["mrmr", 300, {}],
    ["dfs", 100, { gammas: [0.3], ps: [1] }],
  ])("%s, k and options tuned: nested accuracy stays within chance", async (method, features, tried) => {
    const data = noise(62, features, 11);
    const tuned = { folds: 2, k: [5, 40], ...tried };
    const { results } = await evaluateWith(data, {
      method,
      options: method === "dfs" ? { scatter: "mean" } : {},
      k: "auto",
      tune: tuned,
      sideBySide: method === "fisher",
      kernels,
    });
    const { nested, paper } = results[0].honesty;
    expect(Math.abs(nested! - 0.5)).toBeLessThan(0.165);
    if (paper !== null) expect(paper).toBeGreaterThan(0.665);
  });
});
