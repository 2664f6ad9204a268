import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { completeOptions } from "../../src/core/option.js";
import { digits } from "../../src/data/bundled/digits.js";
import type { Dataset } from "../../src/data/dataset.js";
import { type Fold, foldsFromTestRows } from "../../src/evaluation/folds.js";
import { runTask } from "../../src/experiment/run-task.js";
import type { Task } from "../../src/experiment/task.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import type { Kernels } from "../../src/kernels/kernels.js";
import { svmOptions } from "../../src/models/svm/svm-options.js";
import { findSelector } from "../../src/selectors/registry.js";
import { select } from "../../src/selectors/select.js";
import { expectClose } from "../support/expect-close.js";
import { denseValues, randomData } from "../support/random-data.js";

interface Expected {
  ks: number[];
  tests: number[][];
  nested: { k: number; selections: number[][]; predictions: number[][]; rates: number[][] }[];
  paper: { k: number; selection: number[]; predictions: number[][] }[];
}
/** By scikit-learn; see make_protocols.py beside it. */
const expected: Expected = JSON.parse(
  readFileSync(new URL("../fixtures/experiment/protocols.json", import.meta.url), "utf8"),
);

let kernels: Kernels;
let data: Dataset;
let folds: Fold[];
beforeAll(async () => {
  kernels = await createKernels();
  const all = await digits();
  data = all.selectRows(Int32Array.from({ length: 400 }, (_, i) => i));
  folds = foldsFromTestRows(data.rows, expected.tests);
});

function taskOf(method: string, part: Pick<Task, "rows" | "splits" | "ks">, own = {}): Task {
  const options = completeOptions(method, findSelector(method).options, own);
  return {
    dataset: 0,
    selection: { method, options, selectOn: "scaled", seed: 1 },
    classifier: { name: "svm", options: completeOptions("svm", svmOptions, {}) },
    ...part,
  };
}
const run = (on: Dataset, task: Task) => runTask(on, task, { kernels, progress: async () => {} });
const rowsOf = (on: Dataset) => Int32Array.from({ length: on.rows }, (_, i) => i);

describe("a task does what scikit-learn does", () => {
  test("nested: scaling, selection and support vector machine from the training rows", async () => {
    for (const [place, fold] of folds.entries()) {
      const { perK } = await run(
        data,
        taskOf("fisher", { rows: fold.train, splits: [fold], ks: expected.ks }),
      );
      expected.nested.forEach(({ k, selections, predictions, rates }, at) => {
        expect(perK[at].k).toBe(k);
        expect(perK[at].features).toEqual(selections[place]);
        expect(perK[at].predictions).toEqual([predictions[place]]);
        expectClose([perK[at].redundancy, perK[at].redundancyAbs], rates[place], { relative: 1e-10 });
      });
    }
  });

  test("paper: scaling and selection from all rows, then folds of the classifier", async () => {
    const { perK } = await run(
      data,
      taskOf("fisher", { rows: rowsOf(data), splits: folds, ks: expected.ks }),
    );
    expected.paper.forEach(({ selection, predictions }, at) => {
      expect(perK[at].features).toEqual(selection);
      expect(perK[at].predictions).toEqual(predictions);
    });
  });
});

describe("nested", () => {
  test.each(["fisher", "mrmr", "dfs"])(
    "%s: test rows change nothing but their own prediction",
    async (method) => {
      const fold = folds[0];
      const task = taskOf(method, { rows: fold.train, splits: [fold], ks: [4, 10] });
      const before = await run(data, task);
      const values = denseValues(data).copy();
      const codes = data.labels!.codes.slice();
      for (const row of fold.test) {
        for (let j = 0; j < data.features; j++) values.set(row, j, 1e6 * (j + row));
        codes[row] = (codes[row] + 1) % 10;
      }
      const changed = data.with({ values, labels: { codes, classes: data.labels!.classes } });
      const after = await run(changed, task);
      after.perK.forEach(({ features, redundancy }, at) => {
        expect(features).toEqual(before.perK[at].features);
        expect(redundancy).toBe(before.perK[at].redundancy);
      });
      expect(after.perK[1].predictions).not.toEqual(before.perK[1].predictions);
    },
  );

  test("a method that chooses differently for each k is fitted for each", async () => {
    const small = randomData({ rows: 60, features: 40, relevant: 12, separation: 0.6, seed: 5 });
    const rows = rowsOf(small);
    const task = taskOf("dfs", { rows, splits: [{ train: rows, test: rows }], ks: [3, 8, 20] });
    const { perK } = await run(small, task);
    for (const { k, features } of perK) {
      const alone = await select(small, { method: "dfs", k, kernels });
      expect(new Set(features)).toEqual(new Set(alone.ranking.subarray(0, k)));
    }
  });

  test("sparse data gives what the same data gives when it is dense", async () => {
    const { SparseMatrix } = await import("../../src/numeric/sparse-matrix.js");
    const dense = denseValues(data);
    const at = Array.from(dense.data.keys()).filter((i) => dense.data[i] !== 0);
    const sparse = data.with({
      values: SparseMatrix.fromTriplets(
        dense.rows,
        dense.columns,
        at.map((i) => Math.floor(i / dense.columns)),
        at.map((i) => i % dense.columns),
        at.map((i) => dense.data[i]),
      ),
    });
    const task = taskOf("fisher", { rows: folds[1].train, splits: [folds[1]], ks: [6, 25] });
    const [one, other] = [await run(data, task), await run(sparse, task)];
    one.perK.forEach(({ features, predictions }, place) => {
      expect(other.perK[place].features).toEqual(features);
      expect(other.perK[place].predictions).toEqual(predictions);
    });
  });
});
