import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  accuracy,
  addConfusions,
  auc,
  balancedAccuracy,
  binaryAuc,
  classMetrics,
  confusionMatrix,
  macroF1,
  metricsOf,
  metricValue,
} from "../../src/evaluation/metrics.js";
import { spread } from "../../src/evaluation/spread.js";
import { Matrix, Random } from "../../src/index.js";
import { expectClose } from "../support/expect-close.js";

interface Case {
  truth: number[];
  guess: number[];
  decisions: number[][];
  classes: number;
  accuracy: number;
  balancedAccuracy: number;
  macroF1: number;
  auc: number;
  confusion: number[][];
}

/** scikit-learn's measures; test/fixtures/evaluation/make_metrics.py wrote them. */
const oracle = JSON.parse(
  readFileSync(new URL("../fixtures/evaluation/metrics.json", import.meta.url), "utf8"),
) as { cases: Case[]; ovr: Pick<Case, "truth" | "decisions" | "auc"> };

describe("metrics", () => {
  test.each(oracle.cases.map((entry, i) => [i, entry] as const))(
    "agree with scikit-learn, case %i",
    (_, entry) => {
      const metrics = metricsOf(entry.truth, entry.guess, entry.classes, Matrix.fromRows(entry.decisions));
      expect(metrics.confusion).toEqual(entry.confusion);
      expectClose(
        classMetrics.map((name) => metricValue(metrics, name)!),
        [entry.accuracy, entry.balancedAccuracy, entry.macroF1, entry.auc],
        { relative: 1e-14 },
      );
    },
  );

  test("one class against the rest is scikit-learn's own mean over classes", () => {
    expectClose([auc(oracle.ovr.truth, Matrix.fromRows(oracle.ovr.decisions))], [oracle.ovr.auc], {
      relative: 1e-14,
    });
  });

  test("a prediction worked out by hand", () => {
    // Class 0: 3 of 4 right; class 1: 1 of 2; two taken for 1, one of them rightly.
    const confusion = confusionMatrix([0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 0], 2);
    expect(confusion).toEqual([
      [3, 1],
      [1, 1],
    ]);
    expectClose(
      [accuracy(confusion), balancedAccuracy(confusion), macroF1(confusion)],
      [4 / 6, (3 / 4 + 1 / 2) / 2, (6 / 8 + 2 / 4) / 2],
      { relative: 1e-15 },
    );
  });

  test("the area is the share of pairs in the right order, ties half", () => {
    const random = new Random(4);
    const members = Array.from({ length: 40 }, () => random.integer(2));
    const values = members.map((m) => Math.round(2 * random.normal() + m));
    let wins = 0;
    let pairs = 0;
    for (let i = 0; i < 40; i++)
      for (let j = 0; j < 40; j++)
        if (members[i] && !members[j]) {
          pairs++;
          wins += values[i] > values[j] ? 1 : values[i] === values[j] ? 0.5 : 0;
        }
    expect(binaryAuc(members, values)).toBe(wins / pairs);
    expect(binaryAuc([false, true], [1, 2])).toBe(1);
    expect(binaryAuc([true, false], [1, 2])).toBe(0);
    expect(binaryAuc([true, true], [1, 2])).toBeNaN();
    expect(binaryAuc([true, false], [1, Number.NaN])).toBeNaN();
  });

  test("without decision values, or with one class only, there is no area", () => {
    expect(metricsOf([0, 1], [0, 1], 2).auc).toBeNull();
    expect(metricsOf([1], [1], 2, Matrix.fromRows([[0, 1]])).auc).toBeNull();
    expect(metricsOf([1, 1], [1, 0], 3, Matrix.zeros(2, 3)).auc).toBeNull();
  });

  test("the confusion of all folds gives the pooled accuracy", () => {
    const parts = [confusionMatrix([0, 1, 1], [0, 1, 0], 2), confusionMatrix([1], [1], 2)];
    expect(addConfusions(parts)).toEqual(confusionMatrix([0, 1, 1, 1], [0, 1, 0, 1], 2));
    expect(accuracy(addConfusions(parts))).toBe(0.75);
  });
});

test("spread: mean, deviation with n − 1, standard error", () => {
  const { mean, standardDeviation, standardError } = spread([2, 4, 4, 4, 5, 5, 7, 9]);
  expectClose([mean, standardDeviation!, standardError!], [5, Math.sqrt(32 / 7), Math.sqrt(32 / 7 / 8)], {
    relative: 1e-15,
  });
  expect(spread([3])).toEqual({ mean: 3, standardDeviation: null, standardError: null });
});
