import { describe, expect, test } from "vitest";
import { planted } from "../../src/data/bundled/planted.js";
import type { Dataset } from "../../src/data/dataset.js";
import { planExperiment } from "../../src/experiment/plan-experiment.js";
import { prepareExperiment } from "../../src/experiment/prepare-experiment.js";
import { runTask } from "../../src/experiment/run-task.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import type { ClassifierName } from "../../src/models/classifiers.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { selectors } from "../../src/selectors/registry.js";

const { data: whole } = planted();
const data = whole
  .selectRows(Array.from({ length: 60 }, (_, i) => 3 * i))
  .selectColumns(Array.from({ length: 30 }, (_, j) => j));
const kernels = await createKernels({ kernels: "wasm", threads: 1 });

/** Other values and another class in these rows. */
function spoiled(rows: readonly number[]): Dataset {
  const values = Matrix.zeros(data.rows, data.features);
  values.data.set((data.values as Matrix).data);
  const codes = data.labels!.codes.slice();
  for (const row of rows) {
    for (let j = 0; j < data.features; j++) values.set(row, j, 40 * Math.sin(13 * row + 7 * j));
    codes[row] = 1 - codes[row];
  }
  return data.with({ values, labels: { ...data.labels!, codes } });
}

/** What the task of the first fold gives, nested, with and without half of its test rows spoiled. */
async function bothOf(options: Parameters<typeof prepareExperiment>[1]) {
  const { experiment } = prepareExperiment(data, { ...options, k: [3, 6], folds: 3, sideBySide: false }, 0);
  const tasks = planExperiment(experiment).map(({ task }) => task);
  const first = tasks.filter(({ splits }) => splits[0] === tasks[0].splits[0]);
  const { test: tested } = tasks[0].splits[0];
  const half = Array.from(tested).filter((_, place) => place % 2 === 0);
  const context = { kernels, progress: async () => {} };
  const told = async (given: Dataset) =>
    (await Promise.all(first.map((task) => runTask(given, task, context)))).flatMap(({ perK }) =>
      perK.map(({ k, features, options: chosen, predictions }) => ({
        k,
        features,
        chosen,
        // Of the rows that were left alone.
        predicted: predictions[0].filter((_, place) => place % 2 === 1),
      })),
    );
  return { clean: await told(data), spoilt: await told(spoiled(half)) };
}

describe("test rows change nothing: selection, choice of options, and predictions of other rows", () => {
  test.each(Object.keys(selectors))("%s", async (method) => {
    const { clean, spoilt } = await bothOf({ method });
    expect(clean.map(({ k }) => k)).toEqual([3, 6]);
    expect(spoilt).toEqual(clean);
  });

  test.each<ClassifierName>(["svm", "lda", "knn"])("mrmr, tuned and judged by %s", async (classifier) => {
    const { clean, spoilt } = await bothOf({ method: "mrmr", classifier, tune: { folds: 3 } });
    expect(clean.every(({ chosen }) => chosen !== undefined)).toBe(true);
    expect(spoilt).toEqual(clean);
  });

  test("dfs, tuned along its path, with kept and excluded features", async () => {
    const tune = { gammas: [0.1, 1], ps: [1], folds: 2 };
    const { clean, spoilt } = await bothOf({ method: "dfs", tune, keep: ["7"], exclude: ["3"] });
    expect(spoilt).toEqual(clean);
  });

  test("a training row does", async () => {
    const { experiment } = prepareExperiment(data, { method: "fisher", k: 6, folds: 3 }, 0);
    const [{ task }] = planExperiment(experiment);
    const context = { kernels, progress: async () => {} };
    const clean = await runTask(data, task, context);
    const other = await runTask(spoiled(Array.from(task.rows.subarray(0, 10))), task, context);
    expect(other.perK[0].features).not.toEqual(clean.perK[0].features);
  });
});
