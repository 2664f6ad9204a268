import { beforeAll, describe, expect, test } from "vitest";
import { Dataset } from "../../src/data/dataset.js";
import { evaluate, evaluateWith } from "../../src/experiment/evaluate.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import type { Kernels } from "../../src/kernels/kernels.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { denseValues, randomData } from "../support/random-data.js";

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

const withoutSeconds = (result: object) =>
  JSON.stringify(result, (key, value) => (/seconds/i.test(key) ? undefined : value));

describe("labels that mean nothing, 62 × 2000", () => {
  // Chance is 50 %, and 2.6 standard deviations of 62 coins are 16.5 %: a hundredth of all coins is outside.
  test.each([
    ["fisher", {}, 0.8],
    ["mrmr", {}, 0.665],
    ["dfs", { gamma: 0.1, maxIterations: 15 }, 0.8],
  ])("%s: nested stays within chance, the paper protocol is above", async (method, options, least) => {
    const data = noise(62, 2000, 11);
    const { results } = await evaluateWith(data, { method, options, k: [10, 40], kernels });
    for (const { honesty, accuracy } of results) {
      expect(accuracy).toBe(honesty.nested);
      expect(Math.abs(honesty.nested! - 0.5)).toBeLessThan(0.165);
      expect(honesty.paper!).toBeGreaterThan(least);
    }
  });

  test("the band of shuffled labels says so", async () => {
    const { results } = await evaluate(noise(62, 300, 4), {
      method: "fisher",
      k: 10,
      permutations: 20,
      kernels,
    });
    const { nested, paper, permuted } = results[0].honesty;
    expect(permuted!.accuracies).toHaveLength(20);
    expect(permuted!.low).toBeGreaterThan(0.25);
    expect(permuted!.high).toBeLessThan(0.75);
    expect(permuted!.pValue!).toBeGreaterThan(0.05);
    expect(nested!).toBeLessThan(permuted!.high + 0.05);
    expect(paper!).toBeGreaterThan(permuted!.high);
  });

  test("labels that mean something are outside of it", async () => {
    const data = randomData({ rows: 60, features: 50, classes: 2, relevant: 5, separation: 1.5, seed: 2 });
    const { results } = await evaluate(data, { method: "fisher", k: 5, permutations: 20, kernels });
    const { nested, permuted } = results[0].honesty;
    expect(nested!).toBeGreaterThan(permuted!.high + 0.1);
    expect(permuted!.pValue).toBeCloseTo(1 / 21, 12);
  });
});

describe("figures", () => {
  const data = randomData({ rows: 90, features: 30, classes: 3, relevant: 6, separation: 0.8, seed: 9 });

  test("follow from the predictions, folds and selections", async () => {
    const { results, folds, testRows, classes } = await evaluate(data, {
      method: "fisher",
      k: [10, 3],
      repeats: 2,
      seed: 5,
      kernels,
    });
    expect(results.map(({ k }) => k)).toEqual([3, 10]);
    expect(folds).toHaveLength(10);
    expect([...testRows.slice(0, 5).flat()].sort((a, b) => a - b)).toEqual([...Array(90).keys()]);
    expect(testRows.slice(5)).not.toEqual(testRows.slice(0, 5));
    for (const {
      accuracy,
      confusion,
      foldAccuracies,
      accuracyStd,
      selections,
      stability,
      jaccard,
      k,
    } of results) {
      const right = classes.reduce((sum, _, code) => sum + confusion![code][code], 0);
      expect(confusion!.flat().reduce((a, b) => a + b)).toBe(180);
      expect(accuracy).toBeCloseTo(right / 180, 12);
      const mean = foldAccuracies!.reduce((a, b) => a + b) / 10;
      const squares = foldAccuracies!.reduce((sum, one) => sum + (one - mean) ** 2, 0);
      expect(accuracyStd).toBeCloseTo(Math.sqrt(squares / 9), 10);
      // Kuncheva and Jaccard, written out.
      let [kuncheva, shares] = [0, 0];
      for (let a = 0; a < 10; a++)
        for (let b = 0; b < a; b++) {
          const r = selections[a].filter((j) => selections[b].includes(j)).length;
          kuncheva += (r * 30 - k * k) / (k * (30 - k)) / 45;
          shares += r / (2 * k - r) / 45;
        }
      expect(stability).toBeCloseTo(kuncheva, 10);
      expect(jaccard).toBeCloseTo(shares, 10);
    }
  });

  test("stability is not a number where all features are selected: nothing could differ", async () => {
    const small = data.selectColumns([0, 1, 2]);
    const { results } = await evaluate(small, { method: "fisher", k: [2, 3], folds: 3, sideBySide: false });
    expect(results.map(({ stability, jaccard }) => [stability === null, jaccard === 1])).toEqual([
      [false, expect.any(Boolean)],
      [true, true],
    ]);
  });

  test("are the same again, for each k alone, and under the other protocol's name", async () => {
    const options = { method: "mrmr", k: [4, 8], kernels } as const;
    const first = await evaluate(data, options);
    expect(withoutSeconds(await evaluate(data, options))).toBe(withoutSeconds(first));
    const alone = await evaluate(data, { ...options, k: 8 });
    expect(alone.results[0].confusion).toEqual(first.results[1].confusion);
    const paper = await evaluate(data, { ...options, protocol: "paper" });
    expect(paper.results[0].accuracy).toBe(first.results[0].honesty.paper);
    expect(paper.results[0].honesty).toEqual(first.results[0].honesty);
    expect(paper.results[0].stability).toBeNull();
    const single = await evaluate(data, { ...options, sideBySide: false });
    expect(single.results[0].honesty.paper).toBeNull();
  });
});

describe("classifiers", () => {
  const data = randomData({ rows: 60, features: 20, classes: 3, relevant: 5, separation: 2, seed: 8 });
  test.each(["svm", "lda", "knn"] as const)("%s learns what can be learned", async (classifier) => {
    const { results } = await evaluate(data, { method: "fisher", k: [2, 5], classifier, kernels });
    expect(results[1].accuracy).toBeGreaterThan(0.85);
    expect(results[1].auc!).toBeGreaterThan(0.93);
  });

  test("classifierOptions reach it", async () => {
    const rbf = { svmKernel: "rbf", svmGamma: 20 } as const;
    const { results } = await evaluate(data, { method: "fisher", k: 5, classifierOptions: rbf, kernels });
    const linear = await evaluate(data, { method: "fisher", k: 5, kernels });
    expect(results[0].confusion).not.toEqual(linear.results[0].confusion);
  });
});

describe("splits", () => {
  const data = randomData({ rows: 60, features: 12, classes: 2, relevant: 4, separation: 2, seed: 3 });

  test("groups are never on both sides", async () => {
    const groups = Array.from({ length: 60 }, (_, i) => `patient ${Math.floor(i / 4)}`);
    const { folds } = await evaluate(data, { method: "fisher", k: 3, rowGroups: groups, kernels });
    for (const { train, test: tested } of folds) {
      const inside = new Set(Array.from(train, (row) => groups[row]));
      expect(Array.from(tested).some((row) => inside.has(groups[row]))).toBe(false);
    }
  });

  test("a rare class is refused, dropped or merged; rows keep their numbers", async () => {
    const labels = Array.from({ length: 60 }, (_, i) => (i < 2 ? "rare" : i % 2 ? "a" : "b"));
    const rare = data.with({ labels: Dataset.fromRows(Array(60).fill([0]), labels).labels });
    const options = { method: "fisher", k: 3, kernels } as const;
    await expect(evaluate(rare, options)).rejects.toThrow(
      /class "rare" \(2 rows\) is too small.*rareClasses: "drop"/,
    );
    const dropped = await evaluate(rare, { ...options, rareClasses: "drop" });
    expect(dropped.classes).toEqual(["a", "b"]);
    expect(dropped.testRows.flat().sort((a, b) => a - b)).toEqual([...Array(60).keys()].slice(2));
    expect(dropped.notices[0].text).toContain("2 rows were left out");
  });

  test("leave-one-out, and data to test on", async () => {
    const small = data.selectRows([...Array(20).keys()]);
    const one = await evaluate(small, { method: "fisher", k: 3, folds: "leave-one-out", kernels });
    expect(one.folds).toHaveLength(20);
    expect(one.results[0].auc).toBeNull();
    const later = data.selectRows([...Array(40).keys()].map((i) => i + 20));
    // The features of the test data are found by name.
    const turned = later.selectColumns([...Array(12).keys()].reverse());
    const tested = await evaluate(small, { method: "fisher", k: 3, test: turned, kernels });
    expect(tested.results[0].confusion!.flat().reduce((a, b) => a + b)).toBe(40);
    expect(tested.results[0].accuracy).toBeGreaterThan(0.8);
    const wrong = later.selectColumns([0, 1]);
    await expect(evaluate(small, { method: "fisher", k: 3, test: wrong, kernels })).rejects.toThrow(
      /the test data has no feature "3"/,
    );
  });
});

describe("refuses before any work", () => {
  const data = randomData({ rows: 30, features: 6, classes: 2, seed: 1 });
  test.each([
    [{ method: "fischer" }, /unknown method "fischer" \(did you mean "fisher"\?\)/],
    [{ k: 7 }, /k must be a whole number from 1 to 6.*7 was given/],
    [{ k: [] }, /empty list/],
    [{ folds: 1 }, /folds must be a whole number from 2/],
    [{ folds: 20 }, /20 folds need 20 of every class/],
    [{ protocol: "nestd" }, /protocol must be one of nested, paper/],
    [{ gama: 1 }, /"gama" is not an option of dfs/],
    [
      { options: { gamma: 1 } },
      /its options stand beside its name, as "gamma", not inside "options"; dfs has/,
    ],
    [{ classifierOptions: { c: 1 } }, /"c" is not an option of svm/],
    [{ rowGroups: ["a"] }, /1 groups for 30 rows/],
    [{ permutations: -1 }, /permutations must be/],
  ])("%o", async (options, message) => {
    await expect(evaluate(data, { k: 3, ...(options as object), kernels })).rejects.toThrow(message);
  });

  test("infinite values, and an aborted signal", async () => {
    const values = denseValues(data).copy();
    values.set(3, 2, Number.POSITIVE_INFINITY);
    await expect(evaluate(data.with({ values }), { k: 3, kernels })).rejects.toThrow(/infinite/);
    const controller = new AbortController();
    const halfway = (part: number) => part > 0.3 && controller.abort(new Error("stopped"));
    await expect(
      evaluate(data, { method: "fisher", k: 3, kernels, onProgress: halfway, signal: controller.signal }),
    ).rejects.toThrow("stopped");
  });
});
