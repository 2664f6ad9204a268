import { describe, expect, test } from "vitest";
import { friedman } from "../../src/entries/evaluation.js";
import { normalRangeCdf, normalRangeQuantile } from "../../src/numeric/studentized-range.js";

describe("the range of normal numbers", () => {
  // scipy.stats.studentized_range with infinite degrees of freedom (SciPy 1.10): ppf(0.95) and cdf(3.1).
  test.each([
    [2, 2.771807648699355, 0.9716227332620125],
    [3, 3.314493155398122, 0.9274795460562644],
    [5, 3.857655510378623, 0.8173922260310411],
    [10, 4.474124221725907, 0.5377888592662871],
    [20, 5.0116887941184425, 0.19422053312785664],
    [50, 5.646026026380527, 0.006064077601383868],
  ])("of %i numbers is SciPy's", (count, quantile, share) => {
    expect(normalRangeQuantile(0.05, count)).toBeCloseTo(quantile, 7);
    expect(normalRangeCdf(3.1, count)).toBeCloseTo(share, 8);
  });
});

describe("friedman", () => {
  const values = [
    [2.0, -2.0, 1.6, 1.2, 1.9],
    [-0.2, -1.4, 1.0, 0.9, 5.7],
    [0.2, 0.2, 0.9, 1.1, 1.3],
    [-0.4, 1.1, 1.0, 2.8, 2.2],
    [0.0, 2.1, 1.7, 1.3, 2.2],
    [0.5, 2.5, 0.9, 1.6, 3.4],
    [-0.9, 0.3, 2.1, 2.4, 2.5],
    [0.7, -2.2, 2.2, 0.8, 0.7],
    [0.3, 1.3, 0.8, 0.7, 2.4],
  ];

  test("is SciPy's friedmanchisquare, ties included", () => {
    const { chiSquare, f, averageRanks } = friedman(values);
    expect(chiSquare).toBeCloseTo(15.213483146067421, 10);
    // Iman and Davenport 1980.
    expect(f).toBeCloseTo((8 * 15.213483146067421) / (9 * 4 - 15.213483146067421), 10);
    expect(averageRanks.reduce((a, b) => a + b)).toBeCloseTo(15, 12);
  });

  test("Demšar's example: ranks of four methods on fourteen data sets", () => {
    // Demšar 2006, table 6: average ranks 3.143, 2.000, 2.893, 1.964; χ² = 9.28, F = 3.69, critical difference 1.25.
    const auc = [
      [0.763, 0.768, 0.771, 0.798],
      [0.599, 0.591, 0.59, 0.569],
      [0.954, 0.971, 0.968, 0.967],
      [0.628, 0.661, 0.654, 0.657],
      [0.882, 0.888, 0.886, 0.898],
      [0.936, 0.931, 0.916, 0.931],
      [0.661, 0.668, 0.609, 0.685],
      [0.583, 0.583, 0.563, 0.625],
      [0.775, 0.838, 0.866, 0.875],
      [1.0, 1.0, 1.0, 1.0],
      [0.94, 0.962, 0.965, 0.962],
      [0.619, 0.666, 0.614, 0.669],
      [0.972, 0.981, 0.9751, 0.975],
      [0.957, 0.978, 0.946, 0.97],
    ];
    const { averageRanks, criticalDifference } = friedman(auc);
    expect(averageRanks.map((rank) => rank.toFixed(3))).toEqual(["3.143", "2.000", "2.893", "1.964"]);
    expect(criticalDifference).toBeCloseTo(1.25, 2);
  });

  test("joins methods that lie within the critical difference, in the longest runs", () => {
    const apart = Array.from({ length: 30 }, () => [4, 3, 2, 1]);
    expect(friedman(apart)).toMatchObject({ averageRanks: [1, 2, 3, 4], alike: [] });
    const few = friedman(apart.slice(0, 3));
    // Three data sets: 2.569·√(4·5/18) = 2.71, so that only the first and the last differ.
    expect(few.criticalDifference).toBeCloseTo(2.71, 2);
    expect(few.alike).toEqual([
      [0, 1, 2],
      [1, 2, 3],
    ]);
  });

  test("where all data sets rank alike, p is how often that happens among all rankings", () => {
    const orders = ["012", "021", "102", "120", "201", "210"];
    for (const first of [
      [3, 2, 1],
      [3, 1, 1],
    ]) {
      const ranked = orders.map((places) => Array.from(places, (at) => first[Number(at)]).join());
      const alike = ranked.flatMap((b) => ranked.map((c) => b === first.join() && c === first.join()));
      const share = alike.filter(Boolean).length / alike.length;
      expect(friedman([first, first, first]).pValue).toBeCloseTo(share, 12);
    }
  });

  test("says nothing where all methods are alike, and refuses too few", () => {
    const same = Array.from({ length: 4 }, () => [1, 1, 1]);
    expect(friedman(same)).toMatchObject({ averageRanks: [2, 2, 2], chiSquare: 0, alike: [[0, 1, 2]] });
    expect(friedman(same).pValue).toBe(1);
    expect(() => friedman([[1, 2, 3]])).toThrow(/at least two data sets and three methods; 1 and 3/);
    expect(() =>
      friedman([
        [1, 2],
        [2, 1],
      ]),
    ).toThrow(/2 and 2 were given/);
  });
});
