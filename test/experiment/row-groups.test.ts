import { describe, expect, test } from "vitest";
import { Dataset } from "../../src/data/dataset.js";
import { binomialBand } from "../../src/evaluation/chance.js";
import { compare } from "../../src/experiment/compare.js";
import { evaluate } from "../../src/experiment/evaluate.js";
import { selectTuned } from "../../src/experiment/select-tuned.js";
import { stabilitySelection } from "../../src/experiment/stability-selection.js";
import { tune } from "../../src/experiment/tune.js";
import { referenceKernels } from "../../src/kernels/reference/reference-kernels.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";

const kernels = referenceKernels;
const [patients, copies, features] = [40, 5, 12];

/** Pure noise: labels have nothing to do with values, and every patient's row is there several times with its label. */
function copiedNoise(seed: number): Dataset {
  const random = new Random(seed);
  const rows: number[][] = [];
  const labels: string[] = [];
  const rowGroups: string[] = [];
  for (let patient = 0; patient < patients; patient++) {
    const row = Array.from({ length: features }, () => random.normal());
    for (let copy = 0; copy < copies; copy++) {
      rows.push(row);
      labels.push(patient % 2 ? "ill" : "well");
      rowGroups.push(`patient ${patient}`);
    }
  }
  return new Dataset({ values: Matrix.fromRows(rows), labels, rowGroups, source: { name: `noise ${seed}` } });
}

const data = copiedNoise(1);
// Copies of a patient are predicted alike, so there are as many guesses as patients.
const chance = binomialBand(patients, 0.5, 0.999);
const nearest = {
  method: "fisher",
  k: features,
  classifier: "knn",
  classifierOptions: { nearest: 1 },
  kernels,
} as const;

function expectAtChance(accuracy: number): void {
  expect(accuracy).toBeGreaterThanOrEqual(chance.low);
  expect(accuracy).toBeLessThanOrEqual(chance.high);
}
const expectLeak = (accuracy: number) => expect(accuracy).toBeGreaterThan(0.98);

describe("the data's own row groups are kept together", () => {
  test("by evaluate", async () => {
    const own = await evaluate(data, nearest);
    expect(own.rowGroupCount).toBe(patients);
    expectAtChance(own.results[0].accuracy!);
    const ignored = await evaluate(data, { ...nearest, rowGroups: null });
    expect(ignored).not.toHaveProperty("rowGroupCount");
    expectLeak(ignored.results[0].accuracy!);
    const pairs = Array.from(data.rowGroups!, (_, row) => Math.floor(row / (2 * copies)));
    expect((await evaluate(data, { ...nearest, rowGroups: pairs })).rowGroupCount).toBe(patients / 2);
  });

  test("by compare, in each of several data sets", async () => {
    const datasets = [data, copiedNoise(2), copiedNoise(3).with({ rowGroups: null })];
    const { k, classifier, classifierOptions } = nearest;
    const shared = {
      methods: ["fisher", "relieff"],
      k,
      classifier,
      classifierOptions,
      kernels,
      sideBySide: false,
    } as const;
    const own = await compare(datasets, shared);
    expect(own.datasets.map(({ rowGroupCount }) => rowGroupCount)).toEqual([patients, patients, undefined]);
    for (const { dataset, accuracy } of own.results)
      if (dataset === "noise 3") expectLeak(accuracy!);
      else expectAtChance(accuracy!);
    const second = await compare(datasets, { ...shared, rowGroups: [undefined, null, data.rowGroups!] });
    for (const { dataset, accuracy } of second.results)
      if (dataset === "noise 2") expectLeak(accuracy!);
      else expectAtChance(accuracy!);
    for (const { accuracy } of (await compare(datasets, { ...shared, rowGroups: null })).results)
      expectLeak(accuracy!);
  });

  test("by tune and selectTuned", async () => {
    const own = await tune(data, nearest);
    expect(own.rowGroupCount).toBe(patients);
    expectAtChance(own.score);
    expectLeak((await tune(data, { ...nearest, rowGroups: null })).score);
    expectAtChance((await selectTuned(data, nearest)).tuning.score);
    expectLeak((await selectTuned(data, { ...nearest, rowGroups: null })).tuning.score);
  });

  test("by the folds inside the training rows, also where test data is given", async () => {
    const random = new Random(9);
    const values = Matrix.fromRows(
      Array.from({ length: 20 }, () => Array.from({ length: features }, () => random.normal())),
    );
    const tested = new Dataset({
      values,
      labels: Array.from({ length: 20 }, (_, i) => (i % 2 ? "ill" : "well")),
    });
    // A linear classifier learns copies better from more features; without copies there is nothing to learn.
    const shared = { method: "fisher", kernels } as const;
    const settings = { folds: 4, rule: "best", k: [1, features] } as const;
    const chosenWith = async (rowGroups: null | undefined) => {
      const inner = await tune(data, { ...shared, ...settings, rowGroups });
      const options = { ...shared, k: "auto", tune: settings, test: tested, sideBySide: false } as const;
      const { results } = await evaluate(data, { ...options, rowGroups });
      expect(results[0].chosen![0].k).toBe(inner.k);
      return inner.k;
    };
    expect(await chosenWith(null)).toBe(features);
    expect(await chosenWith(undefined)).toBe(1);
  });

  test("by stability selection: the halves of a pair share no patient", async () => {
    // A feature that a patient's copies agree on is as noisy as the patients are few; halves of rows hide that.
    const options = { method: "fisher", k: 3, subsamples: 60, kernels } as const;
    const own = await stabilitySelection(data, options);
    const ignored = await stabilitySelection(data, { ...options, rowGroups: null });
    expect(own.jaccard).toBeLessThan(ignored.jaccard - 0.2);
    const same = await stabilitySelection(data.with({ rowGroups: null }), {
      ...options,
      rowGroups: data.rowGroups!,
    });
    expect(same.features.map(({ count }) => count)).toEqual(own.features.map(({ count }) => count));
  });
});
