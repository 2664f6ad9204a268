import { expect, test } from "vitest";
import { thresholdCurve } from "../../src/evaluation/threshold-curve.js";

const isMember = [1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 1].map(Boolean);
const probabilities = [0.9, 0.8, 0.8, 0.7, 0.7, 0.65, 0.6, 0.5, 0.5, 0.5, 0.2, 0.1];

test("area and average precision are scikit-learn's, with ties", () => {
  // roc_auc_score(y, s), average_precision_score(y, s) of scikit-learn.
  const curve = thresholdCurve(isMember, probabilities);
  expect(curve.area).toBeCloseTo(0.5833333333333333, 14);
  expect(curve.averagePrecision).toBeCloseTo(0.6396825396825396, 14);
});

test("counts at each threshold are what a plain count gives", () => {
  const { thresholds, truePositives, falsePositives } = thresholdCurve(isMember, probabilities);
  expect(thresholds).toEqual([...new Set(probabilities)].sort((a, b) => b - a));
  thresholds.forEach((threshold, at) => {
    const named = probabilities.flatMap((p, row) => (p >= threshold ? [isMember[row]] : []));
    expect(truePositives[at]).toBe(named.filter(Boolean).length);
    expect(falsePositives[at]).toBe(named.filter((own) => !own).length);
  });
});

test("without rows of the class, or of others, there is no figure", () => {
  expect(thresholdCurve([false, false], [0.1, 0.2])).toMatchObject({ area: null, averagePrecision: null });
  expect(thresholdCurve([true, true], [0.1, 0.2])).toMatchObject({ area: null, averagePrecision: 1 });
});
