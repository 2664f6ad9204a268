import { expect, test } from "vitest";
import { confusionLines, curveLines } from "../../src/cli/output/worth-charts.js";
import { adviceOf } from "../../src/experiment/advice.js";
import type { Evaluation } from "../../src/experiment/evaluate.js";

test("the matrix has every count, and the share found with Wilson's interval", () => {
  // Wilson's interval of 24 of 30: 0.6269 to 0.9049 (R: binom::binom.wilson(24, 30)).
  expect(
    confusionLines(
      ["ill", "well"],
      [
        [24, 6],
        [0, 60],
      ],
      80,
    ),
  ).toEqual([
    "true \\ predicted  ill  well  found (95 % interval)",
    "ill                24     6  80.0 % (62.7 to 90.5)",
    "well                0    60  100.0 % (94.0 to 100.0)",
  ]);
});

test("where it does not fit, the most frequent mistakes are told", () => {
  const classes = Array.from({ length: 30 }, (_, at) => `class ${at}`);
  const confusion = classes.map((_, a) => classes.map((_, b) => (a === b ? 9 : a === 3 && b === 4 ? 2 : 0)));
  expect(confusionLines(classes, confusion, 80)).toEqual([
    "most frequent mistakes:",
    "  class 3 taken for class 4: 2 of 11 rows",
  ]);
});

/** Four folds around each accuracy, 0.04 apart: a standard error of 0.04 · √(5/3) / 2 · … = 0.0258. */
const measured = (byK: Record<number, number>, apart = [-0.06, -0.02, 0.02, 0.06]) =>
  ({
    metric: "accuracy",
    protocol: "nested",
    testRows: [0, 1, 2, 3].map((fold) => Array.from({ length: 50 }, (_, at) => 50 * fold + at)),
    results: Object.entries(byK).map(([k, mean]) => ({
      k: Number(k),
      foldMetrics: apart.map((d) => ({ accuracy: mean + d })),
      honesty: { nested: mean, paper: null },
    })),
  }) as unknown as Evaluation;

test("the fewest features within one standard error of the best are enough", () => {
  expect(adviceOf(measured({ 2: 0.8, 5: 0.9, 20: 0.92 }), 20)).toMatchObject({
    k: 5,
    best: 20,
    sentence: "5 features are enough: 90.0 % against 92.0 % with 20.",
  });
  expect(adviceOf(measured({ 2: 0.8, 5: 0.88, 20: 0.92 }), 20)).toMatchObject({ k: 20, best: 20 });
  expect(adviceOf(measured({ 5: 0.8, 20: 0.95 }), 5)?.sentence).toContain(
    "More features help: 95.0 % with 20",
  );
  expect(adviceOf(measured({ 5: 0.9 }), 5)).toBeNull();
});

test("one row of 200 more is no reason for more features, even where the folds do not differ", () => {
  const same = [0, 0, 0, 0];
  expect(adviceOf(measured({ 10: 0.99, 20: 0.995, 40: 1 }, same), 20)).toMatchObject({
    k: 20,
    best: 40,
    standardError: 0.005,
    sentence: "20 features are about right: 99.5 %.",
    reason: expect.stringContaining("within one row (worth up to 0.5 % here) of it"),
  });
  // Folds of 10 and 9 rows: one wrong in a fold of 9 takes a ninth of a quarter off the mean.
  const few = measured({ 2: 0.9, 5: 1 - 1 / 36, 20: 1 }, same);
  const folds = [10, 10, 9, 9].map((size, fold) => Array.from({ length: size }, (_, at) => 10 * fold + at));
  expect(adviceOf({ ...few, testRows: folds }, 5)?.k).toBe(5);
  expect(adviceOf(measured({ 10: 0.98, 20: 0.99, 40: 1 }, same), 20)?.k).toBe(40);
});

test("bars are as long as their share of the room", () => {
  const [head, ...lines] = curveLines(measured({ 2: 0.5, 5: 1 }), 5, 200);
  expect(head).toBe("accuracy against the number of features:");
  expect(lines.slice(0, 2).map((line) => line.match(/█/g)?.length)).toEqual([20, 40]);
  expect(lines[1]).toMatch(/← enough$/);
});
