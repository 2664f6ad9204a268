import { describe, expect, test } from "vitest";
import { choose, reasonsFor, tunedPoint, worthOfOneRow } from "../../../src/experiment/tune/choose.js";
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
    const { chosen, best, threshold } = choose([ten, twenty, eighty], "one-se", 0);
    expect([chosen.k, best.k]).toEqual([20, 80]);
    expect(threshold).toBeCloseTo(0.94 - 0.012583057392117916, 14);
    const edge = tunedPoint(0, 10, Array(4).fill(0.94 - eighty.standardError)); // just within
    expect(choose([edge, twenty, eighty], "one-se", 0).chosen.k).toBe(10);
    expect(choose([ten, twenty, eighty], "best", 0).chosen.k).toBe(80);
  });

  test("at equal k the first candidate stays unless another is better by more than the error", () => {
    const other = tunedPoint(1, 20, [0.91, 0.95, 0.96, 0.94]); // mean 94, standard error √(14/3)/2 = 1.08
    expect(choose([twenty, other], "one-se", 0).chosen.candidate).toBe(0);
    const clear = tunedPoint(1, 20, [0.97, 0.97, 0.97, 0.972]);
    expect(choose([twenty, clear], "one-se", 0).chosen.candidate).toBe(1);
    expect(choose([other, twenty], "best", 0).chosen.candidate).toBe(1);
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
        expect(choose(points, rule, 0).chosen).toMatchObject({ k: 4, candidate: 1 });
  });

  test("where the folds do not differ, what one row is worth is the error", () => {
    // Four folds of 10, 10, 10 and 8 rows: one row of the smallest is 1/8 of a fold, 1/32 of the mean over four.
    const folds = [10, 10, 10, 8].map((size, fold) => Array.from({ length: size }, (_, i) => 10 * fold + i));
    const oneRow = worthOfOneRow("accuracy", folds);
    expect(oneRow).toBe(1 / 32);
    // Twice over, a row is in two of eight folds.
    expect(worthOfOneRow("macro-f1", [...folds, ...folds])).toBe(1 / 32);
    expect(worthOfOneRow("auc", folds)).toBe(0);
    const all = tunedPoint(0, 50, [1, 1, 1, 1]);
    const nearly = tunedPoint(0, 5, [1, 1, 1, 7 / 8]);
    const worse = tunedPoint(0, 2, [1, 1, 0.9, 7 / 8]);
    const points = [worse, nearly, all];
    expect(choose(points, "one-se", 0).chosen).toBe(all);
    const choice = choose(points, "one-se", oneRow);
    expect(choice).toMatchObject({ chosen: nearly, best: all, threshold: 31 / 32 });
    expect(choose(points, "best", oneRow).chosen).toBe(all);
    const said = reasonsFor({ ...choice, points, candidates: [{}], metric: "accuracy", rule: "one-se" });
    expect(said[1]).toBe(
      "the best was k = 50 with 100.0 % ± 0.0; the choice is within one row of it (96.9 % or more) and has fewer features",
    );
    // Where they differ by more, their standard error is what counts.
    expect(choose([nearly], "one-se", oneRow / 100).threshold).toBe(nearly.mean - nearly.standardError);
  });

  test("says why in words", () => {
    const points = [twenty, eighty];
    const candidates = [{}];
    const said = (rule: "best" | "one-se") =>
      reasonsFor({ ...choose(points, rule, 0), points, candidates, metric: "accuracy", rule });
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
        ...choose(areas, "one-se", 0),
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
