import { describe, expect, test } from "vitest";
import type { Dataset } from "../../src/data/dataset.js";
import { redundancyRate } from "../../src/evaluation/redundancy.js";
import { compare } from "../../src/experiment/compare.js";
import { evaluate } from "../../src/experiment/evaluate.js";
import { planExperiment } from "../../src/experiment/plan-experiment.js";
import { prepareExperiment } from "../../src/experiment/prepare-experiment.js";
import { runTask } from "../../src/experiment/run-task.js";
import { stabilitySelection } from "../../src/experiment/stability-selection.js";
import type { Task } from "../../src/experiment/task.js";
import { tune } from "../../src/experiment/tune.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import { type ClassifierName, findClassifier, trainClassifierAsync } from "../../src/models/classifiers.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { path } from "../../src/selectors/dfs/path.js";
import { selectors } from "../../src/selectors/registry.js";
import { select } from "../../src/selectors/select.js";
import { mixedTable } from "../support/mixed-table.js";

const data = mixedTable(1);
const kernels = await createKernels({ kernels: "wasm", threads: 1 });
const context = { kernels, progress: async () => {} };

const mean = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;

/** What a model should see of a feature, written out: filled, centred and scaled by what the training rows hold. */
function literalColumns(
  { values, categories, rows }: Dataset,
  feature: number,
  train: Int32Array,
): number[][] {
  const all = Array.from({ length: rows }, (_, i) => (values as Matrix).get(i, feature));
  const known = Array.from(train, (row) => all[row]).filter((x) => !Number.isNaN(x));
  const levels = categories?.[feature];
  if (!levels) {
    const sorted = [...known].sort((a, b) => a - b);
    const middle = mean([
      sorted[Math.floor((sorted.length - 1) / 2)],
      sorted[Math.ceil((sorted.length - 1) / 2)],
    ]);
    const filled = all.map((x) => (Number.isNaN(x) ? middle : x));
    const seen = Array.from(train, (row) => filled[row]);
    const centre = mean(seen);
    const deviation = Math.sqrt(seen.reduce((sum, x) => sum + (x - centre) ** 2, 0) / (seen.length - 1));
    return [filled.map((x) => (x - centre) / deviation)];
  }
  const counts = levels.map((_, level) => known.filter((x) => x === level).length);
  const filled = all.map((x) => (Number.isNaN(x) ? counts.indexOf(Math.max(...counts)) : x));
  const indicators = levels.map((_, level) => filled.map((x) => Number(x === level)));
  const shares = indicators.map((column) => mean(Array.from(train, (row) => column[row])));
  const size = Math.sqrt(shares.reduce((sum, share) => sum + share * (1 - share), 0));
  return indicators.map((column, level) => column.map((x) => (x - shares[level]) / size));
}

/** The tasks of a nested experiment. */
const tasksOf = (given: Dataset, options: Parameters<typeof prepareExperiment>[1]): Task[] => {
  const { experiment } = prepareExperiment(given, { folds: 3, sideBySide: false, ...options }, 0);
  return planExperiment(experiment).map(({ task }) => task);
};

describe("experiments on data with categories and missing values", () => {
  test.each<ClassifierName>(["svm", "lda", "knn"])(
    "%s predicts what it predicts from columns prepared by hand, feature by feature",
    async (classifier) => {
      const [task] = tasksOf(data, { method: "dfs", classifier, k: [2, 5] });
      const { perK } = await runTask(data, task, context);
      const { train, test: tested } = task.splits[0];
      const { codes, classes } = data.labels!;
      for (const { k, features, predictions } of perK) {
        expect(features).toHaveLength(k);
        const columns = features.flatMap((feature) => literalColumns(data, feature, train));
        const values = (rows: Int32Array) =>
          Matrix.fromRows(Array.from(rows, (row) => columns.map((column) => column[row])));
        const training = {
          values: values(train),
          codes: Int32Array.from(train, (row) => codes[row]),
          classes,
        };
        const { options } = task.classifier;
        const literal = await trainClassifierAsync(
          findClassifier(classifier),
          training,
          options,
          kernels,
          async () => {},
        );
        expect(predictions[0]).toEqual(Array.from(literal.predict(values(tested))));
      }
      // A category of three levels and one of six stand for themselves among five features.
      expect(perK[1].features.filter((feature) => data.categories![feature])).not.toHaveLength(0);
    },
  );

  test("an svm on shared products and one on values say the same of categories", async () => {
    const [task] = tasksOf(data, {
      method: "dfs",
      classifierOptions: { svmKernel: "rbf" },
      k: 4,
    });
    const { perK } = await runTask(data, task, context);
    const { train, test: tested } = task.splits[0];
    const columns = perK[0].features.flatMap((feature) => literalColumns(data, feature, train));
    const values = (rows: Int32Array) =>
      Matrix.fromRows(Array.from(rows, (row) => columns.map((column) => column[row])));
    const { codes, classes } = data.labels!;
    const training = { values: values(train), codes: Int32Array.from(train, (row) => codes[row]), classes };
    const fitted = await trainClassifierAsync(
      findClassifier("svm"),
      training,
      task.classifier.options,
      kernels,
      async () => {},
    );
    expect(perK[0].predictions[0]).toEqual(Array.from(fitted.predict(values(tested))));
  });

  test("the planted number and category are found in every fold, and they predict", async () => {
    const { results } = await evaluate(data, { k: 2, kernels, permutations: 2 });
    for (const columns of results[0].selections) expect(new Set(columns)).toEqual(new Set([0, 1]));
    expect(results[0].accuracy).toBeGreaterThan(0.75);
  });

  test("compare, tune (along the path too), stability and path take them", async () => {
    const { results } = await compare([data], {
      methods: ["dfs", "mrmr", "relieff"],
      k: 2,
      folds: 3,
      kernels,
    });
    for (const { accuracy } of results) expect(accuracy).toBeGreaterThan(0.7);
    for (const settings of [{}, { gammas: [1, 10], ps: [1] }]) {
      const tuned = await tune(data, { k: [2, 4], folds: 2, kernels, ...settings });
      expect(tuned.score).toBeGreaterThan(0.7);
    }
    const { stable } = await stabilitySelection(data, { k: 2, subsamples: 10, kernels });
    expect(new Set(stable)).toEqual(new Set(["marker", "genotype"]));
    const { points, notices } = await path(data, { gammas: [0.3, 1], kernels });
    expect(notices.map(({ code }) => code)).toContain("missing-values");
    for (const { gamma, norms, order, support } of points) {
      expect([norms.length, order.length]).toEqual([data.features, data.features]);
      const alone = await select(data, { gamma, kernels });
      for (const [j, norm] of norms.entries()) expect(norm).toBeCloseTo(alone.scores[j], 3);
      expect(Array.from(order.subarray(0, 2))).toEqual(Array.from(alone.ranking.subarray(0, 2)));
      expect(support).toBeLessThanOrEqual(data.features);
    }
  });

  test("test data whose levels come in another order, with levels that training does not know", async () => {
    const train = data.selectRows(Array.from({ length: 60 }, (_, i) => i));
    const tested = data.selectRows(Array.from({ length: 30 }, (_, i) => 60 + i));
    const plain = await evaluate(train, { test: tested, k: 3, kernels });
    const values = (tested.values as Matrix).copy();
    const names = ["new", ...[...data.categories![1]!].reverse()];
    for (let i = 0; i < values.rows; i++) values.set(i, 1, 3 - values.get(i, 1));
    const turned = tested.with({
      values,
      categories: tested.categories!.map((levels, j) => (j === 1 ? names : levels)),
    });
    const other = await evaluate(train, { test: turned, k: 3, kernels });
    expect(other.results[0].confusion).toEqual(plain.results[0].confusion);
    const unknown = ({ code }: { readonly code: string }) => code === "data-mismatch";
    expect(other.notices.filter(unknown)).toEqual([]);
    // A level that training does not know is told.
    const strange = turned.with({ values: values.copy() });
    (strange.values as Matrix).set(0, 1, 0);
    const { notices } = await evaluate(train, { test: strange, k: 3, kernels });
    expect(notices.filter(unknown)).toMatchObject([
      {
        level: "warning",
        count: 1,
        columns: ["genotype"],
        text: expect.stringContaining('genotype ("new")'),
      },
    ]);
    // A column of numbers where training has a category is refused by name.
    const numbers = tested.with({
      categories: tested.categories!.map((levels, j) => (j === 1 ? null : levels)),
    });
    await expect(evaluate(train, { test: numbers, k: 3, kernels })).rejects.toThrow(
      /"genotype" is a category/,
    );
  });
});

/** Half of the test rows missing, huge, or of levels that no training row has. */
function spoiled(given: Dataset, rows: readonly number[], how: "missing" | "extreme" | "unknown"): Dataset {
  const values = (given.values as Matrix).copy();
  const categories = given.categories!.map((levels) => levels && [...levels, "unknown"]);
  for (const row of rows)
    for (let j = 0; j < given.features; j++) {
      const levels = categories[j];
      if (how === "missing") values.set(row, j, Number.NaN);
      else if (how === "unknown") {
        if (levels) values.set(row, j, levels.length - 1);
      } else values.set(row, j, levels ? 0 : 1e12);
    }
  return given.with({ values, categories });
}

/** What a task says: selections, redundancy, and the predictions of every second test row. */
const told = async (given: Dataset, task: Task) =>
  (await runTask(given, task, context)).perK.map(({ features, predictions, redundancy }) => ({
    features,
    redundancy,
    predicted: predictions[0].filter((_, place) => place % 2 === 1),
  }));

describe("nothing leaks from test rows", () => {
  const taking = Object.values(selectors)
    .filter(({ categories }) => categories)
    .map(({ name }) => name);

  describe.each(["missing", "extreme", "unknown"] as const)("test rows are %s", (how) => {
    test.each(taking)("%s", async (method) => {
      const [task] = tasksOf(data, { method, k: [2, 4], classifier: "knn" });
      const half = Array.from(task.splits[0].test).filter((_, place) => place % 2 === 0);
      expect(await told(spoiled(data, half, how), task)).toEqual(await told(data, task));
    });
  });
});

test.each(["missing", "extreme", "unknown"] as const)(
  "filled from the nearest rows: what test rows hold (%s) changes nothing else",
  async (how) => {
    const near = data.with({ missing: "knn" });
    for (const method of ["dfs", "mrmr"]) {
      const [task] = tasksOf(near, { method, k: [2, 4], classifier: "knn" });
      const half = Array.from(task.splits[0].test).filter((_, place) => place % 2 === 0);
      const [clean, spoilt] = await Promise.all(
        [near, spoiled(near, half, how)].map((given) => told(given, task)),
      );
      expect(spoilt).toEqual(clean);
    }
    const plain = await evaluate(data, { k: 3, method: "fisher", kernels });
    const other = await evaluate(near, { k: 3, method: "fisher", kernels });
    // It does make a difference.
    expect(other.results[0].redundancyAbs).not.toBe(plain.results[0].redundancyAbs);
    expect(other.notices.map(({ text }) => text).join()).toContain("five nearest rows");
  },
);

describe("redundancy of features of a table", () => {
  test("two categories by Cramér's V, a number and a category by the correlation ratio, written out", () => {
    const complete = mixedTable(3, { gaps: 0 });
    const column = (j: number) =>
      Array.from({ length: complete.rows }, (_, i) => (complete.values as Matrix).get(i, j));
    const [marker, genotype, street] = [0, 1, 2].map(column);
    const n = complete.rows;
    let chi = 0;
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 6; b++) {
        const both = genotype.filter((x, i) => x === a && street[i] === b).length;
        const expected = (genotype.filter((x) => x === a).length * street.filter((x) => x === b).length) / n;
        chi += (both - expected) ** 2 / expected;
      }
    const { redundancyAbs } = redundancyRate(complete, ["genotype", "street"]);
    expect(redundancyAbs).toBeCloseTo(Math.sqrt(chi / n / 2), 12);
    const total = marker.reduce((sum, x) => sum + (x - mean(marker)) ** 2, 0);
    const between = [0, 1, 2].reduce((sum, level) => {
      const own = marker.filter((_, i) => genotype[i] === level);
      return sum + own.length * (mean(own) - mean(marker)) ** 2;
    }, 0);
    const both = redundancyRate(complete, ["marker", "genotype"]);
    expect(both.redundancyAbs).toBeCloseTo(Math.sqrt(between / total), 12);
    expect(both.redundancy).toBeCloseTo(both.redundancyAbs / 2, 12);
  });
});
