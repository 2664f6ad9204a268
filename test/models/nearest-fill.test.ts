import { describe, expect, test } from "vitest";
import { Dataset } from "../../src/data/dataset.js";
import { fillMissing, fitPreparation } from "../../src/models/preparation.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { mixedTable } from "../support/mixed-table.js";

const gap = Number.NaN;
const all = (data: Dataset) => Int32Array.from({ length: data.rows }, (_, i) => i);

describe("filling from the nearest rows", () => {
  test("is what a literal search finds, on training rows and on others", () => {
    const data = mixedTable(7, { rows: 40, gaps: 0.2 }).with({ missing: "knn" });
    const train = Array.from({ length: 30 }, (_, i) => i);
    const filled = fillMissing(data, fitPreparation(data, train)).values as Matrix;
    const values = data.values as Matrix;
    const known = (i: number, j: number) => !Number.isNaN(values.get(i, j));
    const deviations = data.featureNames.map((_, j) => {
      const own = train.filter((i) => known(i, j)).map((i) => values.get(i, j));
      const mean = own.reduce((a, b) => a + b, 0) / own.length;
      return Math.sqrt(own.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (own.length - 1));
    });
    const distance = (a: number, b: number) => {
      const parts = data.featureNames.flatMap((_, j) => {
        if (!known(a, j) || !known(b, j)) return [];
        const difference = values.get(a, j) - values.get(b, j);
        return data.categories![j] ? [Number(difference !== 0)] : [(difference / deviations[j]) ** 2];
      });
      return parts.reduce((x, y) => x + y, 0) / parts.length;
    };
    let gaps = 0;
    for (let i = 0; i < data.rows; i++)
      for (let j = 0; j < data.features; j++) {
        if (known(i, j)) {
          expect(filled.get(i, j)).toBe(values.get(i, j));
          continue;
        }
        gaps++;
        const near = train
          .filter((other) => known(other, j))
          .sort((a, b) => distance(i, a) - distance(i, b))
          .slice(0, 5)
          .map((other) => values.get(other, j));
        if (data.categories![j]) {
          const count = (level: number) => near.filter((one) => one === level).length;
          expect(count(filled.get(i, j))).toBe(Math.max(...near.map(count)));
        } else expect(filled.get(i, j)).toBeCloseTo(near.reduce((a, b) => a + b, 0) / near.length, 10);
      }
    expect(gaps).toBeGreaterThan(20);
  });

  test("ties go to the first row and the nearest level; a row that shares nothing gets medians", () => {
    const data = new Dataset({
      values: Matrix.fromRows([
        [0, 1, 10],
        [0, 2, 20],
        [0, 2, 30],
        [0, 1, 40],
        [0, 3, 50],
        [0, 0, 60],
        [0, gap, gap],
        [gap, gap, gap],
      ]),
      categories: [null, ["a", "b", "c", "d"], null],
      missing: "knn",
    });
    const train = [0, 1, 2, 3, 4, 5, 6];
    const filled = fillMissing(data, fitPreparation(data, train)).values as Matrix;
    // Of b, c, c, b, d the b is as frequent as the c, and nearer.
    expect([filled.get(6, 1), filled.get(6, 2)]).toEqual([1, 30]);
    expect([filled.get(7, 0), filled.get(7, 1), filled.get(7, 2)]).toEqual([0, 1, 35]);
  });

  test("shares of levels are those after filling", () => {
    const data = mixedTable(8, { gaps: 0.3 }).with({ missing: "knn" });
    const preparation = fitPreparation(data, all(data));
    const filled = fillMissing(data, preparation).values as Matrix;
    for (const j of [1, 2])
      for (const [level, share] of preparation.shares[j]!.entries()) {
        const rows = all(data).filter((i) => filled.get(i, j) === level);
        expect(share).toBeCloseTo(rows.length / data.rows, 12);
      }
  });
});
