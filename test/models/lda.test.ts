import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createKernels, Dataset, digits, InputError } from "../../src/index.js";
import { trainClassifier } from "../../src/models/classifiers.js";
import { lda } from "../../src/models/lda.js";
import { project } from "../../src/models/linear-map.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { expectClose } from "../support/expect-close.js";
import { randomData, withColumns } from "../support/random-data.js";
import { multiply, scatters, toRows, transpose } from "../support/scatter.js";

/** scikit-learn's LinearDiscriminantAnalysis; test/fixtures/models/make_lda.py wrote it. */
const oracle = JSON.parse(readFileSync(new URL("../fixtures/models/lda.json", import.meta.url), "utf8")) as {
  iris: { eigenvalues: number[]; projected: number[][]; rows: number[][]; labels: number[] };
  digits: { eigenvalues: number[] };
};

const kernels = await createKernels({ threads: 1 });
const iris = Dataset.fromRows(oracle.iris.rows, oracle.iris.labels);

/** The cosine of the angle between two centred columns, without its sign. */
function alignment(a: readonly number[], b: readonly number[]): number {
  const centred = (x: readonly number[]) => {
    const mean = x.reduce((sum, value) => sum + value, 0) / x.length;
    return x.map((value) => value - mean);
  };
  const [x, y] = [centred(a), centred(b)];
  const dot = x.reduce((sum, value, i) => sum + value * y[i], 0);
  return Math.abs(dot) / (Math.hypot(...x) * Math.hypot(...y));
}

describe("linear discriminant analysis", () => {
  // θ of Sb against Sw becomes θ / (1 + θ) of Sb against St = Sb + Sw.
  test.each([
    ["iris", async () => iris, oracle.iris],
    ["the digits, constant pixels included", digits, oracle.digits],
  ])("discriminates as scikit-learn's does on %s", async (_, make, { eigenvalues }) => {
    const data = await make();
    for (const standardize of [true, false])
      expectClose(
        lda(data, kernels, { standardize }).discrimination,
        eigenvalues.map((value) => value / (1 + value)),
        { relative: 1e-9 },
      );
  });

  test("projects iris as scikit-learn does, sign and length aside", () => {
    const projected = transpose(toRows(project(lda(iris, kernels), iris)));
    const expected = transpose(oracle.iris.projected);
    for (const j of [0, 1]) expect(alignment(projected[j], expected[j])).toBeCloseTo(1, 9);
  });

  test("AᵀStA is the identity and AᵀSbA the discrimination", () => {
    const data = randomData({ rows: 50, features: 12, classes: 4, seed: 1 });
    const { weights, discrimination } = lda(data, kernels);
    const a = toRows(weights);
    const { total, between } = scatters(data);
    multiply(transpose(a), multiply(total, a)).forEach((row, i) => {
      expectClose(
        row,
        row.map((_, j) => (i === j ? 1 : 0)),
        { absolute: 1e-11 },
      );
    });
    multiply(transpose(a), multiply(between, a)).forEach((row, i) => {
      expectClose(
        row,
        row.map((_, j) => (i === j ? discrimination[i] : 0)),
        { absolute: 1e-11, relative: 1e-11 },
      );
    });
  });

  test("the projected samples have the identity as their scatter, with fewer samples than features too", () => {
    const data = randomData({ rows: 20, features: 60, classes: 4, seed: 2 });
    const model = lda(data, kernels);
    const z = toRows(project(model, data));
    multiply(transpose(z), z).forEach((row, i) => {
      expectClose(
        row,
        row.map((_, j) => (i === j ? 1 : 0)),
        { absolute: 1e-10 },
      );
    });
    // The classes are apart without error, so every dimension's scatter lies between them.
    expectClose(model.discrimination, [1, 1, 1], { relative: 1e-10 });
  });

  test("constant columns weigh nothing and change nothing", () => {
    const data = randomData({ rows: 40, features: 6, classes: 3, seed: 3 });
    const [plain, padded] = [lda(data, kernels), lda(withColumns(data, [() => 7, () => 0]), kernels)];
    expectClose(padded.discrimination, plain.discrimination, { relative: 1e-12 });
    for (let j = 0; j < 2; j++) {
      expect(padded.weights.get(6, j)).toBe(0);
      expect(padded.weights.get(7, j)).toBe(0);
    }
  });

  test("class means on a line leave the other directions zero", () => {
    // Every class is its mean and one step to and fro along each of five axes; the means are 0, 1, 2, 3 along the first.
    const rows = [0, 1, 2, 3].flatMap((mean) =>
      Array.from({ length: 10 }, (_, step) =>
        Array.from(
          { length: 5 },
          (_, j) => (j === 0 ? mean : 0) + (step >> 1 === j ? 1 - 2 * (step % 2) : 0),
        ),
      ),
    );
    const labels = rows.map((_, i) => Math.floor(i / 10));
    const { weights, discrimination } = lda(Dataset.fromRows(rows, labels), kernels);
    // Between: Σ 10·(m − 1.5)² = 50. Within: 2 per class.
    expectClose(discrimination, [50 / 58, 0, 0], { relative: 1e-12 });
    for (let j = 0; j < 5; j++) {
      expectClose([weights.get(j, 1), weights.get(j, 2)], [0, 0]);
      expectClose([Math.abs(weights.get(j, 0)) > 1e-9 ? 1 : 0], [j === 0 ? 1 : 0]);
    }
    const fitted = trainClassifier(
      "lda",
      { values: Matrix.fromRows(rows), codes: Int32Array.from(labels), classes: ["0", "1", "2", "3"] },
      { ldaShrinkage: 0 },
      kernels,
    );
    expect(
      Array.from(
        fitted.predict(
          Matrix.fromRows([
            [-1, 9, 0, 0, 0],
            [2.2, -9, 3, 0, 0],
          ]),
        ),
      ),
    ).toEqual([0, 2]);
  });

  test("fewer dimensions are the first of them", () => {
    const [all, one] = [lda(iris, kernels), lda(iris, kernels, { l: 1 })];
    expect(one.weights.columns).toBe(1);
    expectClose(one.discrimination, all.discrimination.subarray(0, 1));
    expectClose(
      toRows(one.weights).flat(),
      toRows(all.weights).map((row) => row[0]),
    );
  });

  test("refuses dimensions that there are not, and data without labels", () => {
    expect(() => lda(iris, kernels, { l: 3 })).toThrow(/^l must be a whole number from 1 to 2; 3 was given/);
    expect(() => lda(iris, kernels, { l: 0 })).toThrow(InputError);
    expect(() => lda(iris.with({ labels: null }), kernels)).toThrow(/no labels/);
  });
});

describe("project", () => {
  const map = {
    features: ["b", "a"],
    means: Float64Array.of(1, 10),
    scales: Float64Array.of(2, 5),
    weights: Matrix.fromRows([
      [1, 0],
      [2, 3],
    ]),
  };

  test("centres, scales and weighs by name, whatever the order of the columns", () => {
    const data = Dataset.fromRows([[20, 99, 5]], ["x"], ["a", "c", "b"]);
    // b: (5 − 1)/2 = 2, a: (20 − 10)/5 = 2.
    expect(toRows(project(map, data))).toEqual([[2 * 1 + 2 * 2, 2 * 3]]);
  });

  test("refuses data that lacks a feature, naming it", () => {
    const data = Dataset.fromRows([[1]], ["x"], ["a"]);
    expect(() => project(map, data)).toThrow(InputError);
    expect(() => project(map, data)).toThrow(/no feature "b"/);
  });
});
