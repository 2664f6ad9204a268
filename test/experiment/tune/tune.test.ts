import { beforeAll, describe, expect, test } from "vitest";
import { Dataset } from "../../../src/data/dataset.js";
import { evaluate } from "../../../src/experiment/evaluate.js";
import { selectTuned } from "../../../src/experiment/select-tuned.js";
import { tune } from "../../../src/experiment/tune.js";
import { createKernels } from "../../../src/kernels/create-kernels.js";
import type { Kernels } from "../../../src/kernels/kernels.js";
import { Matrix } from "../../../src/numeric/matrix.js";
import { Random } from "../../../src/numeric/random.js";
import { path } from "../../../src/selectors/dfs/path.js";
import { select } from "../../../src/selectors/select.js";
import { denseValues, randomData, withColumns } from "../../support/random-data.js";

let kernels: Kernels;
beforeAll(async () => {
  kernels = await createKernels();
});

/** Two classes; the first 8 of 60 features differ between them by a deviation each. */
function plantedEight(seed: number): Dataset {
  const random = new Random(seed);
  const values = Matrix.zeros(240, 60);
  for (let i = 0; i < 240; i++)
    for (let j = 0; j < 60; j++) values.set(i, j, random.normal() + (j < 8 && i % 2 ? 1 : 0));
  return new Dataset({ values, labels: Array.from({ length: 240 }, (_, i) => String(i % 2)) });
}

describe("planted data", () => {
  test.each([1, 2, 3, 4])("8 relevant features of 60: about so many are found (seed %i)", async (seed) => {
    const data = plantedEight(seed);
    const { selection, tuning } = await selectTuned(data, { method: "fisher", kernels });
    expect(tuning.k).toBeGreaterThanOrEqual(5);
    expect(tuning.k).toBeLessThanOrEqual(16);
    expect(selection.features).toHaveLength(tuning.k);
    expect(selection.features.filter((name) => Number(name) <= 8).length).toBeGreaterThanOrEqual(5);
    const one = tuning.results.find(({ k }) => k === 1)!;
    expect(tuning.score).toBeGreaterThan(one.mean + 0.1);
  });

  test("DFS: target-k mode and the grid", async () => {
    const { k, candidates } = await tune(plantedEight(1), {
      gammas: [0.03, 0.1],
      ps: [1],
      scatter: "mean",
      folds: 3,
      k: [1, 8, 32],
      kernels,
    });
    expect(candidates).toEqual([{}, { gamma: 0.03, p: 1 }, { gamma: 0.1, p: 1 }]);
    expect(k).toBe(8);
  });

  test("options that work are preferred to those that do not", async () => {
    // Classes that differ in their spread only: a linear kernel sees nothing, a Gaussian one does.
    const random = new Random(3);
    const rows = Array.from({ length: 80 }, (_, i) =>
      Array.from({ length: 12 }, (_, j) => random.normal() * (j < 2 && i % 2 ? 4 : 1)),
    );
    const data = Dataset.fromRows(
      rows,
      rows.map((_, i) => `class ${i % 2}`),
    );
    const { chosen, k } = await tune(data, {
      method: "bahsic",
      try: { kernel: ["linear", "gaussian"] },
      k: [1, 2, 6],
      classifier: "knn",
      kernels,
    });
    expect(chosen).toEqual({ kernel: "gaussian" });
    expect(k).toBe(2);
  });
});

describe("scores", () => {
  const data = randomData({ rows: 90, features: 30, classes: 3, relevant: 6, separation: 0.7, seed: 9 });

  test("are those of evaluate on the same folds", async () => {
    for (const [method, option, value] of [
      ["mrmr", "scheme", "miq"],
      ["trace-ratio", "standardize", true],
      ["dfs", "alpha", 0.05],
    ] as const) {
      const repeats = method === "mrmr" ? 2 : 1;
      const shared = { method, k: [4, 10], seed: 7, folds: 3, repeats, kernels };
      const tuning = await tune(data, { ...shared, try: { [option]: [value] } });
      const { results, testRows } = await evaluate(data, {
        ...shared,
        [option]: value,
        sideBySide: false,
      });
      expect(tuning.testRows).toEqual(testRows);
      expect(tuning.results.map(({ folds }) => folds)).toEqual(
        results.map(({ foldAccuracies }) => foldAccuracies),
      );
    }
  });

  test("of the grid along its path are those of each point fitted alone", async () => {
    const grid = { gammas: [0.01, 0.1], ps: [1] };
    const tuning = await tune(data, { ...grid, scatter: "mean", k: [4, 10], kernels });
    for (const [candidate, options] of tuning.candidates.entries()) {
      const { results } = await evaluate(data, {
        ...options,
        scatter: "mean",
        k: [4, 10],
        sideBySide: false,
        kernels,
      });
      const own = tuning.results.filter((point) => point.candidate === candidate);
      // A start from elsewhere can end a hair off and swap two features: a row or two of 90 may be told apart otherwise.
      own.forEach(({ mean }, at) => {
        expect(Math.abs(mean - results[at].accuracy!)).toBeLessThan(0.025);
      });
    }
  });

  test("a path ranks as select does, copies and constant features included", async () => {
    const values = denseValues(data);
    const more = withColumns(data, [(i) => values.get(i, 2), () => 7, (i) => values.get(i, 0)]);
    const { points } = await path(more, { gammas: [0.01, 0.1], ps: [1], scatter: "mean", kernels });
    for (const { gamma, p, order, norms } of points) {
      const cold = await select(more, { gamma, p, scatter: "mean", tolerance: 1e-6, k: 8, kernels });
      expect(Array.from(order).sort((a, b) => a - b)).toEqual([...Array(33).keys()]);
      expect(Array.from(order.slice(-3))).toEqual(Array.from(cold.ranking.slice(-3)));
      expect(new Set(order.slice(0, 6))).toEqual(new Set(cold.ranking.slice(0, 6)));
      const largest = Math.max(...cold.scores);
      norms.forEach((norm, j) => {
        if (j !== 30 && j !== 32) expect(Math.abs(norm - cold.scores[j])).toBeLessThan(0.01 * largest);
      });
    }
  });

  test("follow the metric", async () => {
    const rare = randomData({
      rows: 120,
      features: 15,
      classes: 3,
      relevant: 3,
      seed: 5,
      unbalanced: true,
    });
    const shared = { method: "fisher", k: [2, 8], kernels } as const;
    const { results } = await evaluate(rare, { ...shared, sideBySide: false });
    const area = await tune(rare, { ...shared, metric: "auc" });
    expect(area.results[1].mean).toBeCloseTo(results[1].auc!, 12);
    expect(area.reasons[0]).toMatch(/area under the ROC curve 0\.\d{3} ± 0\.\d{3}/);
    const balanced = await tune(rare, { ...shared, metric: "balanced-accuracy" });
    const plain = await tune(rare, shared);
    expect(balanced.results[0].mean).not.toBe(plain.results[0].mean);
  });

  test("the result is plain data, and the same again", async () => {
    const options = { method: "relieff", k: [2, 5], kernels } as const;
    const first = await tune(data, options);
    expect(JSON.parse(JSON.stringify(first))).toEqual(first);
    expect(await tune(data, options)).toEqual({ ...first, seconds: expect.any(Number) });
    expect(first).toMatchObject({ schema: "salience/tuning@2", folds: 5, repeats: 1, metric: "accuracy" });
  });
});

describe("refuses before any work", () => {
  const data = randomData({ rows: 30, features: 6, classes: 2, seed: 1 });
  test.each([
    [{ method: "mrrm" }, /unknown method "mrrm" \(did you mean "mrmr"\?\)/],
    [{ k: 7 }, /k must be a whole number from 1 to 6.*7 was given/],
    [{ k: [] }, /k is an empty list/],
    [{ folds: 1 }, /folds must be a whole number/],
    [{ metric: "accurracy" }, /metric must be one of accuracy, balanced-accuracy/],
    [{ rule: "first" }, /rule must be one of one-se, best/],
    [{ try: { alhpa: [1] } }, /"alhpa" is not an option of dfs \(did you mean "alpha"\?\)/],
    [{ method: "mrmr", gammas: [1] }, /mrmr has none, so leave them out/],
    [{ classifier: "svn" }, /svn/],
    [{ keep: ["9"] }, /keep: unknown feature "9"/],
    [{ keep: ["1", "2"], k: 1 }, /are to be kept/],
  ])("%o", async (options, message) => {
    await expect(tune(data, { ...(options as object), kernels })).rejects.toThrow(message);
  });

  test("a class of two rows, and an aborted signal", async () => {
    const labels = Array.from({ length: 30 }, (_, i) => (i < 2 ? "rare" : i % 2 ? "a" : "b"));
    const rare = data.with({ labels: Dataset.fromRows(Array(30).fill([0]), labels).labels });
    await expect(tune(rare, { method: "fisher", k: 2, kernels })).rejects.toThrow(
      /"rare" \(2 rows\) is too small/,
    );
    const without = await tune(rare, { method: "fisher", k: 2, rareClasses: "drop", kernels });
    expect(without.notices[0].text).toContain("2 rows were left out");
    const three = data.with({
      labels: Dataset.fromRows(
        Array(30).fill([0]),
        labels.map((name, i) => (i === 2 ? "rare" : name)),
      ).labels,
    });
    const fewer = await tune(three, { method: "fisher", k: 2, kernels });
    expect(fewer.folds).toBe(3);
    expect(fewer.notices).toMatchObject([
      { code: "tuning", text: "3 folds were used instead of 5: the smallest class has no more rows" },
    ]);
    const controller = new AbortController();
    const halfway = (part: number) => part > 0.3 && controller.abort(new Error("stopped"));
    await expect(
      tune(data, { method: "mrmr", k: 2, kernels, onProgress: halfway, signal: controller.signal }),
    ).rejects.toThrow("stopped");
  });
});
