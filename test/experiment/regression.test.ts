import { afterAll, describe, expect, test } from "vitest";
import { stratifiedFolds } from "../../src/evaluation/folds.js";
import {
  compare,
  createKernels,
  Dataset,
  evaluate,
  Matrix,
  Random,
  readResult,
  select,
  stabilitySelection,
  tune,
} from "../../src/index.js";
import { fitRidge } from "../../src/models/ridge.js";
import { expectClose } from "../support/expect-close.js";

const kernels = await createKernels({ threads: 1 });
afterAll(() => kernels.dispose());

/** Four features make the target, the others are noise. */
function made(seed: number, rows = 60, features = 15, noise = 1): Dataset {
  const random = new Random(seed);
  const values = Matrix.zeros(rows, features);
  for (let at = 0; at < values.data.length; at++) values.data[at] = random.normal();
  const targets = Float64Array.from(
    { length: rows },
    (_, i) => 20 + 2 * values.get(i, 0) - 2 * values.get(i, 1) + values.get(i, 2) + noise * random.normal(),
  );
  return new Dataset({ values, targets, labelName: "yield", source: { name: `made ${seed}` } });
}

const data = made(1);
const settings = { method: "fisher", k: [2, 4], folds: 4, kernels } as const;

describe("evaluate", () => {
  test("is cross-validation of scaling, selection and ridge, written out", async () => {
    const { results, folds, metric, classifier, classes } = await evaluate(data, settings);
    expect({ metric, classifier, classes }).toEqual({
      metric: "r2",
      classifier: { name: "ridge", options: {} },
      classes: [],
    });
    const y = data.targets!;
    for (const figures of results) {
      let [left, total] = [0, 0];
      for (const [at, { train, test: held }] of folds.entries()) {
        const part = data.selectRows(train);
        const { ranking } = await select(part, { method: "fisher", k: figures.k, kernels });
        const columns = ranking.slice(0, figures.k);
        const scaled = (rows: Int32Array) => {
          const result = Matrix.zeros(rows.length, columns.length);
          columns.forEach((column, j) => {
            const own = Array.from(train, (row) => (data.values as Matrix).get(row, column));
            const mean = own.reduce((sum, x) => sum + x, 0) / own.length;
            const deviation = Math.sqrt(own.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (own.length - 1));
            rows.forEach((row, i) => {
              result.set(i, j, ((data.values as Matrix).get(row, column) - mean) / deviation);
            });
          });
          return result;
        };
        const known = Float64Array.from(train, (row) => y[row]);
        const predicted = fitRidge(scaled(train), known, kernels).predict(scaled(held));
        const mean = known.reduce((sum, one) => sum + one, 0) / known.length;
        let [own, around] = [0, 0];
        held.forEach((row, i) => {
          own += (y[row] - predicted[i]) ** 2;
          around += (y[row] - mean) ** 2;
        });
        expectClose([figures.foldMetrics[at].r2!], [1 - own / around], { relative: 1e-9 });
        left += own;
        total += around;
      }
      expectClose([figures.r2!, figures.rmse!], [1 - left / total, Math.sqrt(left / data.rows)], {
        relative: 1e-9,
      });
      expect(figures.honesty).toMatchObject({ nested: figures.r2, paper: null });
      expect(figures).not.toHaveProperty("accuracy");
      expect(figures).not.toHaveProperty("confusion");
    }
    expect(results[1].r2!).toBeGreaterThan(0.7);
  });

  test("folds are stratified by slices; shuffled targets predict nothing", async () => {
    const { folds, results } = await evaluate(data, { ...settings, k: 3, permutations: 5 });
    const expected = stratifiedFolds(data.labels!.codes, 4, new Random(1).fork("folds").fork("repeat 0"));
    expect(folds.map(({ test: held }) => Array.from(held))).toEqual(
      expected.map(({ test: held }) => Array.from(held)),
    );
    const { permuted } = results[0].honesty;
    expect(permuted!.high).toBeLessThan(0.3);
    expect(permuted!.pValue).toBeCloseTo(1 / 6, 12);
  });

  test("held-out targets and values do not leak into selection or model", async () => {
    const { results, folds } = await evaluate(data, { ...settings, method: "dfs", k: 3 });
    const held = folds[0].test;
    const spoiled = (data.values as Matrix).copy();
    const targets = data.targets!.slice();
    for (const row of held) {
      // In its slice, so that the folds stay.
      targets[row] += 1e-3;
      for (let j = 0; j < spoiled.columns; j++) spoiled.set(row, j, 1000 * (j + row));
    }
    const again = await evaluate(data.with({ values: spoiled }).with({ targets }), {
      ...settings,
      method: "dfs",
      k: 3,
    });
    expect(Array.from(again.folds[0].test)).toEqual(Array.from(held));
    expect(again.results[0].selections[0]).toEqual(results[0].selections[0]);
  });

  test("tuning inside, leave-one-out, groups and test data", async () => {
    const tuned = await evaluate(data, {
      ...settings,
      method: "mrmr",
      k: "auto",
      tune: { k: [2, 5], folds: 3 },
    });
    expect(tuned.results[0].chosen).toHaveLength(4);
    const alone = await evaluate(made(2, 25, 6), { method: "fisher", k: 3, folds: "leave-one-out", kernels });
    expect(alone.results[0].r2!).toBeGreaterThan(0.5);
    expect(alone.results[0].foldMetrics[0].r2).toBeNull();
    const groups = Array.from({ length: 60 }, (_, i) => i % 12);
    const grouped = await evaluate(data, { ...settings, rowGroups: groups, permutations: 1 });
    expect(grouped.rowGroupCount).toBe(12);
    const tested = await evaluate(data, { method: "rfs", k: 4, test: made(1, 30), permutations: 3, kernels });
    expect(tested.results[0].r2!).toBeGreaterThan(0.7);
    // Only targets that are learned from are permuted.
    expect(tested.results[0].honesty.permuted!.high).toBeLessThan(0.5);
    const named = data.with({ labels: Array.from(data.targets!, (y) => (y > 20 ? "high" : "low")) });
    await expect(evaluate(data, { method: "fisher", k: 2, test: named, kernels })).rejects.toThrow(
      /the target is a number in the training data, but in the test data it is "high"/,
    );
  });

  test("what is about classes is refused", async () => {
    const refused = (more: object, message: RegExp) =>
      expect(evaluate(data, { ...settings, ...more })).rejects.toThrow(message);
    await refused(
      { protocol: "paper" },
      /paper's protocol is for classes, but the target "yield" is a number/,
    );
    await refused({ metric: "accuracy" }, /metric accuracy is for classes.*it may be r2, spearman/);
    await refused({ classifier: "svm" }, /a classifier predicts classes/);
    await refused({ classifierOptions: { svmC: 2 } }, /a classifier predicts classes/);
    await refused({ rareClasses: "drop" }, /rareClasses is about classes/);
    await refused({ method: "bahsic" }, /bahsic needs classes/);
    await refused({ classWeight: "balanced" }, /classWeight is about classes/);
    const classes = data.with({ labels: Array.from(data.targets!, (y) => (y > 20 ? "high" : "low")) });
    await expect(evaluate(classes, { ...settings, metric: "r2" })).rejects.toThrow(
      /metric r2 is for numbers/,
    );
    await expect(
      compare([data, classes.with({ source: { name: "b" } })], { methods: ["fisher"], kernels }),
    ).rejects.toThrow(/compare them in two runs/);
  });
});

test("compare, tune and stability selection; their results come back from JSON", async () => {
  const comparison = await compare([data, made(3)], {
    methods: ["fisher", "dfs"],
    k: [2, 4],
    folds: 3,
    kernels,
  });
  expect(comparison.metric).toBe("r2");
  expect(comparison.results.map(({ r2, nested }) => r2 === nested)).toEqual(new Array(8).fill(true));
  expect(comparison.tests.perDataset).toHaveLength(2);
  const tuning = await tune(data, {
    method: "dfs",
    k: [1, 3, 10],
    try: { alpha: [0.05, 1] },
    folds: 3,
    kernels,
  });
  expect(tuning.metric).toBe("r2");
  expect(tuning.k).toBe(3);
  expect(tuning.reasons[0]).toMatch(/R² 0\.\d{3} ± 0\.\d{3}/);
  const bySpearman = await tune(data, { method: "fisher", k: [1, 3], metric: "spearman", folds: 3, kernels });
  expect(bySpearman.score).toBeGreaterThan(0.7);
  const stable = await stabilitySelection(data, { method: "fisher", k: 3, subsamples: 20, kernels });
  expect(stable.stable).toEqual(expect.arrayContaining(["1", "2"]));
  const evaluation = await evaluate(data, settings);
  for (const result of [comparison, tuning, stable, evaluation]) {
    const json = JSON.stringify(result);
    expect(JSON.stringify(readResult(json))).toBe(json);
  }
});
