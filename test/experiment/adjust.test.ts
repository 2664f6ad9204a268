import { describe, expect, test } from "vitest";
import { Dataset } from "../../src/data/dataset.js";
import { compare } from "../../src/experiment/compare.js";
import { evaluate } from "../../src/experiment/evaluate.js";
import { planExperiment } from "../../src/experiment/plan-experiment.js";
import { prepareExperiment } from "../../src/experiment/prepare-experiment.js";
import { runTask } from "../../src/experiment/run-task.js";
import { selectTuned } from "../../src/experiment/select-tuned.js";
import { stabilitySelection } from "../../src/experiment/stability-selection.js";
import { tune } from "../../src/experiment/tune.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { selectors } from "../../src/selectors/registry.js";
import { select } from "../../src/selectors/select.js";
import { describeSelection } from "../../src/selectors/selection.js";

const kernels = await createKernels({ kernels: "wasm", threads: 1 });
const context = { kernels, progress: async () => {} };

/**
 * A batch with a large effect on `shifted` and `marker`, and an age on `aged`. Batch and age go with the class somewhat, so
 * that `shifted` and `aged` look good without being so; only `marker` and `other` differ between the classes themselves.
 */
function batches(seed: number, { rows = 120, gaps = 0 } = {}): Dataset {
  const random = new Random(seed);
  const labels = Array.from({ length: rows }, (_, i) => (i % 2 ? "sick" : "well"));
  const gap = (value: number) => (random.uniform() < gaps ? Number.NaN : value);
  const values = labels.map((label) => {
    const shift = label === "sick" ? 1 : 0;
    const batch = random.uniform() < (shift ? 0.65 : 0.35) ? 1 : 0;
    const age = random.normal() + 0.6 * shift;
    const noise = () => random.normal();
    return [
      batch,
      age,
      ...[noise() + 8 * batch, noise() + 1.2 * shift - 8 * batch, noise() + 5 * age, noise() + 1.2 * shift],
      ...[noise(), noise()],
    ].map((value, j) => (j === 0 ? value : gap(value)));
  });
  return new Dataset({
    values: Matrix.fromRows(values),
    labels,
    featureNames: ["batch", "age", "shifted", "marker", "aged", "other", "noise 1", "noise 2"],
    categories: [["monday", "tuesday"], ...new Array<null>(7).fill(null)],
  });
}

const adjust = ["batch", "age"];
const good = new Set(["marker", "other"]);

describe("adjusting for known influences", () => {
  const data = batches(1);

  test("select finds what the classes differ in, and says what was taken away", async () => {
    for (const method of ["dfs", "fisher", "mrmr", "relieff", "rfs"] as const) {
      const { features, ranking, excluded, adjusted, notices } = await select(data, {
        method,
        k: 2,
        adjust,
        kernels,
      });
      expect(new Set(features)).toEqual(good);
      expect([excluded, adjusted]).toEqual([adjust, adjust]);
      expect(Array.from(ranking.subarray(6)).sort()).toEqual([0, 1]);
      expect(notices.find(({ code }) => code === "adjusted")).toMatchObject({ columns: adjust, count: 6 });
      expect(notices.map(({ code }) => code)).not.toContain("confounded");
    }
    const { features } = await select(data, { method: "fisher", k: 2, exclude: adjust, kernels });
    expect(new Set(features)).not.toEqual(good);
  });

  test("experiments do too, fold by fold", async () => {
    const settings = { k: 2, adjust, kernels } as const;
    const { results, notices } = await evaluate(data, settings);
    for (const columns of results[0].selections) expect(new Set(columns)).toEqual(new Set([3, 5]));
    const without = await evaluate(data, { ...settings, adjust: undefined, exclude: adjust });
    expect(results[0].accuracy).toBeGreaterThan(without.results[0].accuracy!);
    expect(notices.find(({ code }) => code === "adjusted")?.columns).toEqual(adjust);
    const compared = await compare([data], { methods: ["fisher"], folds: 3, ...settings });
    expect(compared.adjust).toEqual(adjust);
    expect(compared.results[0].accuracy).toBeGreaterThan(0.7);
    const { stable } = await stabilitySelection(data, { ...settings, method: "fisher", subsamples: 10 });
    expect(new Set(stable)).toEqual(good);
    for (const gammas of [undefined, [0.3, 1]])
      expect((await tune(data, { ...settings, folds: 3, gammas })).score).toBeGreaterThan(0.7);
    const tuned = await selectTuned(data, { ...settings, method: "fisher", folds: 3 });
    expect(new Set(tuned.selection.features)).toEqual(good);
  });

  test("new data is seen as the old: the transformation takes the influences away from it", async () => {
    const selection = await select(data, { k: 2, adjust, kernels });
    const projected = selection.project(data);
    const shifted = (data.values as Matrix).copy();
    // A row of the other batch with the effect of that batch lands in the same place, apart from what is estimated.
    for (let i = 0; i < data.rows; i++) {
      const step = shifted.get(i, 0) === 0 ? 1 : -1;
      shifted.set(i, 0, shifted.get(i, 0) + step);
      shifted.set(i, 3, shifted.get(i, 3) - 8 * step);
      shifted.set(i, 2, shifted.get(i, 2) + 8 * step);
    }
    const moved = selection.project(data.with({ values: shifted }));
    const spread = Math.max(...projected.data) - Math.min(...projected.data);
    for (const [at, value] of moved.data.entries())
      expect(Math.abs(value - projected.data[at]) / spread).toBeLessThan(0.15);
  });

  test("influences that go with the classes give a warning, and the classes keep their differences", async () => {
    const values = (data.values as Matrix).copy();
    for (const [i, code] of data.labels!.codes.entries()) values.set(i, 0, code);
    const same = data.with({ values });
    const { notices, scores } = await select(same, { method: "fisher", adjust: ["batch"], kernels });
    expect(notices.find(({ code }) => code === "confounded")).toMatchObject({
      level: "warning",
      columns: ["batch"],
    });
    const plain = await select(same, { method: "fisher", exclude: ["batch"], kernels });
    for (const j of [2, 3, 4, 5, 6, 7]) expect(scores[j]).toBeCloseTo(plain.scores[j], 10);
    const { notices: ofFolds } = await evaluate(same, { k: 2, adjust: ["batch"], folds: 2, kernels });
    expect(ofFolds.map(({ code }) => code)).toContain("confounded");
  });

  test("effects and p values are those of the adjusted features", async () => {
    const selection = describeSelection(
      await select(data, { method: "fisher", k: 2, adjust, kernels }),
      data,
    );
    const { effect, p } = selection.descriptions!.features.find(({ name }) => name === "marker")!;
    expect(Math.abs(effect!)).toBeGreaterThan(0.8);
    expect(p).toBeLessThan(1e-6);
    const shifted = selection.descriptions!.features.find(({ name }) => name === "shifted")!;
    expect(shifted.p).toBeGreaterThan(1e-3);
  });

  test("a name that is not there, and one that is kept too, are refused", async () => {
    await expect(select(data, { adjust: ["batsch"], kernels })).rejects.toThrow(/did you mean "batch"/);
    await expect(select(data, { adjust, keep: ["age"], kernels })).rejects.toThrow(/both kept and/);
  });

  test.each(Object.keys(selectors))(
    "%s: test rows change neither what is taken away nor what is selected",
    async (method) => {
      const gappy = batches(2, { rows: 60, gaps: 0.05 });
      const { experiment } = prepareExperiment(
        gappy,
        { method, k: [2, 4], adjust, folds: 3, sideBySide: false, classifier: "lda" },
        0,
      );
      const [{ task }] = planExperiment(experiment);
      const half = Array.from(task.splits[0].test).filter((_, place) => place % 2 === 0);
      const told = async (given: Dataset) =>
        (await runTask(given, task, context)).perK.map(({ features, predictions }) => ({
          features,
          predicted: predictions[0].filter((_, place) => place % 2 === 1),
        }));
      const clean = await told(gappy);
      for (const spoil of [Number.NaN, 1e9]) {
        const values = (gappy.values as Matrix).copy();
        for (const row of half) for (let j = 1; j < gappy.features; j++) values.set(row, j, spoil);
        for (const row of half) values.set(row, 0, 2);
        const categories = [["monday", "tuesday", "sunday"], ...gappy.categories!.slice(1)];
        expect(await told(gappy.with({ values, categories }))).toEqual(clean);
      }
    },
  );
});
