import { describe, expect, test } from "vitest";
import { choose, reasonsFor, tunedPoint } from "../../../src/experiment/tune/choose.js";
import { defaultKs } from "../../../src/experiment/tune/settings.js";

describe("the one-standard-error rule", () => {
  // By hand, in percent: the folds 90, 94, 96, 94 have mean 93.5, deviations −3.5, 0.5, 2.5, 0.5, squares 12.25 + 0.25 + 6.25 + 0.25 = 19,
  // variance 19/3, standard error √(19/3)/2 = 1.25831. The best is k = 80 with 94 and the same folds moved by 0.5.
  const twenty = tunedPoint(0, 20, [0.9, 0.94, 0.96, 0.94]);
  const eighty = tunedPoint(0, 80, [0.905, 0.945, 0.965, 0.945]);

  test("means and standard errors are those worked out by hand", () => {
    expect(twenty.mean).toBeCloseTo(0.935, 14);
    expect(twenty.standardError).toBeCloseTo(0.012583057392117916, 14);
  });

  test("the fewest features within one standard error of the best are taken", () => {
    const ten = tunedPoint(0, 10, [0.89, 0.92, 0.95, 0.94]); // mean 92.5, below 94 − 1.258 = 92.742
    const { chosen, best, threshold } = choose([ten, twenty, eighty], "one-se");
    expect([chosen.k, best.k]).toEqual([20, 80]);
    expect(threshold).toBeCloseTo(0.94 - 0.012583057392117916, 14);
    const edge = tunedPoint(0, 10, Array(4).fill(0.94 - eighty.standardError)); // just within
    expect(choose([edge, twenty, eighty], "one-se").chosen.k).toBe(10);
    expect(choose([ten, twenty, eighty], "best").chosen.k).toBe(80);
  });

  test("at equal k the first candidate stays unless another is better by more than the error", () => {
    const other = tunedPoint(1, 20, [0.91, 0.95, 0.96, 0.94]); // mean 94, standard error √(14/3)/2 = 1.08
    expect(choose([twenty, other], "one-se").chosen.candidate).toBe(0);
    const clear = tunedPoint(1, 20, [0.97, 0.97, 0.97, 0.972]);
    expect(choose([twenty, clear], "one-se").chosen.candidate).toBe(1);
    expect(choose([other, twenty], "best").chosen.candidate).toBe(1);
  });

  test("ties do not depend on the order or on rounding", () => {
    const one = tunedPoint(0, 8, [0.701, 0.802, 0.903]);
    const two = tunedPoint(1, 4, [0.903, 0.701, 0.802]); // the same mean, summed in another order
    const three = tunedPoint(2, 4, [0.802, 0.903, 0.701]);
    for (const points of [
      [one, two, three],
      [three, two, one],
    ])
      for (const rule of ["best", "one-se"] as const)
        expect(choose(points, rule).chosen).toMatchObject({ k: 4, candidate: 1 });
  });

  test("says why in words", () => {
    const points = [twenty, eighty];
    const candidates = [{}];
    const said = (rule: "best" | "one-se") =>
      reasonsFor({ ...choose(points, rule), points, candidates, metric: "accuracy", rule });
    expect(said("one-se")).toEqual([
      "k = 20: accuracy 93.5 % ± 1.3 (mean of 4 folds ± its standard error)",
      "the best was k = 80 with 94.0 % ± 1.3; the choice is within one standard error of it (92.7 % or more) and has fewer features",
      "the best is at k = 80, the largest that was tried; more features may be better still",
      "k = 20 is the smallest that was tried; fewer features may do as well",
    ]);
    expect(said("best")[1]).toBe("none of the 2 settings is better");
    const areas = [tunedPoint(0, 5, [0.9, 0.92]), tunedPoint(1, 5, [0.91, 0.93])];
    expect(
      reasonsFor({
        ...choose(areas, "one-se"),
        points: areas,
        candidates: [{}, { p: 0.5 }],
        metric: "auc",
        rule: "one-se",
      }),
    ).toEqual([
      "defaults: area under the ROC curve 0.910 ± 0.010 (mean of 2 folds ± its standard error)",
      "the best was p = 0.5 with 0.920 ± 0.010; the choice is within one standard error of it (0.910 or more) and keeps the default options",
    ]);
  });
});

test("numbers of features where none are given", () => {
  expect(defaultKs(60)).toEqual([1, 2, 3, 5, 8, 12, 20, 30, 50, 60]);
  expect(defaultKs(5000)).toEqual([1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200]);
  expect(defaultKs(1)).toEqual([1]);
  expect(defaultKs(40, 4)).toEqual([5, 8, 12, 20, 30, 40]);
});
