import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { evaluateWith } from "../../src/experiment/evaluate.js";
import type { PlainEvaluateOptions } from "../../src/experiment/evaluate-options.js";
import { inlineExecutor } from "../../src/experiment/executor.js";
import { type Dataset, digits, parseDataset } from "../../src/index.js";
import type { FoldSeen } from "../../studio/messages.js";
import { watchFolds } from "../../studio/worker/watch-folds.js";

type Told = readonly (FoldSeen | null)[];

/** Measures while watching; gives the evaluation and all that was told of its folds. */
async function watched(data: Dataset, k: number, options: PlainEvaluateOptions) {
  const told: Told[] = [];
  const executor = watchFolds(inlineExecutor(), { k, onFolds: (folds) => told.push(folds) });
  const evaluation = await evaluateWith(data, { method: "fisher", folds: 3, executor, ...options });
  return { evaluation, told };
}

test("folds are told one after another, and are those of the evaluation, chance left aside", async () => {
  const all = await digits();
  const data = all.selectRows(Array.from({ length: 150 }, (_, i) => 11 * i));
  const { evaluation, told } = await watched(data, 9, { k: [4, 8], permutations: 2 });
  const { foldMetrics } = evaluation.results[1];
  expect(told.map((folds) => folds.filter((fold) => fold !== null).length)).toEqual([0, 1, 2, 3]);
  expect(told.at(-1)).toEqual(
    foldMetrics.map(({ accuracy }, at) => ({ value: accuracy, rows: evaluation.testRows[at].length })),
  );
});

test("numbers are told by R²; selecting on all rows tells all folds at once", async () => {
  const cars = readFileSync(new URL("../../studio/public/examples/cars.csv", import.meta.url));
  const data = await parseDataset(cars, { name: "cars.csv", target: "mpg" });
  const numbers = await watched(data, 3, { k: [3] });
  // The folds with more rows to learn from are measured first.
  const values = (all: readonly unknown[]) => all.map(Number).sort();
  expect(values(numbers.told.at(-1)!.map((fold) => fold!.value))).toEqual(
    values(numbers.evaluation.results[0].foldMetrics.map(({ r2 }) => r2)),
  );
  const origins = await parseDataset(cars, { name: "cars.csv", target: "origin" });
  const paper = await watched(origins, 3, { k: [3], protocol: "paper", sideBySide: false });
  expect(paper.told.map((folds) => folds.map((fold) => fold !== null))).toEqual([
    [false, false, false],
    [true, true, true],
  ]);
});
