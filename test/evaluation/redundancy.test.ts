import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Redundancy, redundancyCurve } from "../../src/evaluation/redundancy.js";
import { Dataset, digits, Matrix, redundancyRate, SparseMatrix, select } from "../../src/index.js";
import { expectClose } from "../support/expect-close.js";

/** NumPy's correlations; test/fixtures/evaluation/make_redundancy.py wrote them. */
const oracle = JSON.parse(
  readFileSync(new URL("../fixtures/evaluation/redundancy.json", import.meta.url), "utf8"),
) as { rows: number[][]; order: number[]; curve: (Redundancy & { k: number })[] };

const data = Dataset.fromRows(oracle.rows);

function expectLike(actual: Redundancy[], expected: Redundancy[]): void {
  // Sums cancel, so that only the absolute error is small. NumPy itself loses digits on 10⁶ ± 10⁻³.
  const flat = (list: Redundancy[]) =>
    list.flatMap(({ redundancy, redundancyAbs }) => [redundancy, redundancyAbs]);
  expectClose(flat(actual), flat(expected), { relative: 0, absolute: 1e-9 });
}

describe("redundancy rate", () => {
  test("agrees with NumPy along a ranking", () => {
    expectLike(
      redundancyCurve(
        data,
        oracle.order,
        oracle.curve.map(({ k }) => k),
      ),
      oracle.curve,
    );
  });

  test("of one set is the curve's value to the last bit, by place or by name", () => {
    const ks = [4, 2, 9];
    const curve = redundancyCurve(data, oracle.order, ks);
    ks.forEach((k, i) => {
      const top = oracle.order.slice(0, k);
      expect(redundancyRate(data, top)).toEqual(curve[i]);
      expect(redundancyRate(data, Int32Array.from(top))).toEqual(curve[i]);
      expect(
        redundancyRate(
          data,
          top.map((j) => data.featureNames[j]),
        ),
      ).toEqual(curve[i]);
    });
  });

  test("of copies is 0.5 and 1; of opposites −0.5 and 1", () => {
    const rows = [1, 5, 2, 8, 3].map((x) => [x, 3 * x + 1, 2 - x]);
    expectLike([redundancyRate(Dataset.fromRows(rows), [0, 1])], [{ redundancy: 0.5, redundancyAbs: 1 }]);
    expectLike([redundancyRate(Dataset.fromRows(rows), [0, 2])], [{ redundancy: -0.5, redundancyAbs: 1 }]);
    // Correlations 1, −1, −1: the signed sum nearly cancels, the absolute one does not.
    expectLike(
      [redundancyRate(Dataset.fromRows(rows), [0, 1, 2])],
      [{ redundancy: -1 / 6, redundancyAbs: 1 }],
    );
  });

  test("does not mind offsets and units, and a constant feature correlates with nothing", () => {
    const base = [1, 5, 2, 8, 3, 9, 4];
    const other = [2, 1, 7, 3, 9, 9, 0];
    const plain = redundancyRate(Dataset.fromRows(base.map((x, i) => [x, other[i]])), [0, 1]);
    const moved = redundancyRate(
      Dataset.fromRows(base.map((x, i) => [2 ** 1020 * x, 2 ** -900 * other[i]])),
      [0, 1],
    );
    const shifted = redundancyRate(Dataset.fromRows(base.map((x, i) => [2 ** 45 + x, other[i]])), [0, 1]);
    expectLike([moved, shifted], [plain, plain]);
    expect(redundancyRate(Dataset.fromRows(base.map((x) => [x, 0.1])), [0, 1])).toEqual({
      redundancy: 0,
      redundancyAbs: 0,
    });
    expect(redundancyRate(data, [3])).toEqual({ redundancy: 0, redundancyAbs: 0 });
  });

  test("is the same for sparse data, and leaves the data as it was", () => {
    const dense = data.values as Matrix;
    const [is, js, xs]: number[][] = [[], [], []];
    oracle.rows.forEach((row, i) => {
      row.forEach((x, j) => {
        if (x === 0) return;
        is.push(i);
        js.push(j);
        xs.push(x);
      });
    });
    const sparse = new Dataset({ values: SparseMatrix.fromTriplets(dense.rows, dense.columns, is, js, xs) });
    const before = dense.data.slice();
    expect(redundancyRate(sparse, oracle.order)).toEqual(redundancyRate(data, oracle.order));
    expect(dense.data).toEqual(before);
  });

  test("rises when the ranking takes copies", async () => {
    const pixels = await digits();
    const { ranking } = await select(pixels, { method: "fisher", k: 10 });
    const values = pixels.values as Matrix;
    const doubled = new Dataset({
      values: Matrix.fromRows(
        Array.from({ length: pixels.rows }, (_, i) =>
          Array.from(ranking.subarray(0, 10)).flatMap((j) => [values.get(i, j), values.get(i, j)]),
        ),
      ),
    });
    const single = redundancyRate(pixels, ranking.subarray(0, 10)).redundancyAbs;
    expect(
      redundancyRate(
        doubled,
        Array.from({ length: 20 }, (_, j) => j),
      ).redundancyAbs,
    ).toBeGreaterThan(single);
  });

  test("refuses what has no rate", () => {
    expect(() => redundancyRate(data, [])).toThrow("needs at least one feature; none was given");
    expect(() => redundancyRate(data, [0, 9])).toThrow("feature 9 was given; the features are 0 to 8");
    expect(() => redundancyRate(data, [0, 1, 0])).toThrow('feature "1" is listed twice');
    const named = Dataset.fromRows([[1], [2]], ["a", "b"], ["length"]);
    expect(() => redundancyRate(named, ["lenght"])).toThrow('no feature "lenght" (did you mean "length"?)');
    expect(() => redundancyCurve(data, [0, 1], [3])).toThrow("from 1 to 2, the features given; 3 was given");
    expect(() =>
      redundancyRate(
        Dataset.fromRows([
          [1, 2],
          [Number.POSITIVE_INFINITY, 3],
        ]),
        [0, 1],
      ),
    ).toThrow('row 2 of feature "1" is Infinity');
  });
});
