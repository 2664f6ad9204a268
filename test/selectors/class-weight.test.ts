import { describe, expect, test } from "vitest";
import {
  createKernels,
  Dataset,
  InputError,
  lda,
  Matrix,
  momentsOf,
  Random,
  selectFromMoments,
} from "../../src/index.js";
import { trainClassifier } from "../../src/models/classifiers.js";
import { project } from "../../src/models/linear-map.js";
import { selectors } from "../../src/selectors/registry.js";
import { selectWith } from "../../src/selectors/select.js";
import { denseValues, randomData } from "../support/random-data.js";

const kernels = await createKernels({ threads: 1 });

/** Classes of 24, 12 and 8 rows, in which some features know of one class only. */
function unevenData(): Dataset {
  const random = new Random(5);
  const labels = [24, 12, 8].flatMap((count, code) => Array<string>(count).fill("abc"[code]));
  const rows = labels.map((label) =>
    Array.from({ length: 12 }, (_, j) => (1 + j / 6) * random.normal() + (label === "abc"[j % 4] ? 2 : 0)),
  );
  return Dataset.fromRows(rows, labels);
}

const uneven = unevenData();
/** The rows of every class once, twice or three times, so that all classes have 24. */
const copies = [1, 2, 3];
const repeatedRows = Array.from(uneven.labels!.codes).flatMap((code, row) =>
  Array<number>(copies[code]).fill(row),
);
const repeated = uneven.selectRows(repeatedRows);
const even = randomData({ rows: 45, features: 10, relevant: 4, seed: 3 });

/** Options under which a row that counts twice is exactly a row that stands there twice: no deviations of n − 1. */
const settings: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  dfs: [
    // The recursion looks at the number of rows to decide how it drops features.
    { standardize: false, elimination: "one-shot" },
    { standardize: false, gamma: 0.02, scatter: "mean", solver: "wide" },
    { standardize: false, gamma: 0 },
  ],
  ldfs: [{ standardize: false }],
  fisher: [{}],
  "trace-ratio": [{}],
  "mmc-rfe": [{ standardize: false }],
  rfs: [{ standardize: false }],
  "svm-rfe": [{ standardize: false, penaltyC: 0.05 }],
  lasso: [{ standardize: false }, { standardize: false, l1Ratio: 0.4 }],
};
/** Weights add up to the rows; so the bound of a row that stands there several times is that part of C. */
const repeatedOptions = (options: Record<string, unknown>) =>
  typeof options.penaltyC === "number"
    ? { ...options, penaltyC: (options.penaltyC * uneven.rows) / repeated.rows }
    : options;
const weighing = Object.values(selectors).filter(({ options }) => Object.hasOwn(options, "classWeight"));

test("the methods that weigh classes are those that have class means or a loss per row", () => {
  expect(weighing.map(({ name }) => name).sort()).toEqual(Object.keys(settings).sort());
});

test("a method without class weights refuses them as any unknown option", async () => {
  await expect(selectWith(uneven, { method: "mrmr", options: { classWeight: "balanced" } })).rejects.toThrow(
    /"classWeight" is not an option of mrmr/,
  );
});

describe.each(Object.keys(settings))("%s with balanced classes", (method) => {
  test("gives what rows that stand there more often give", async () => {
    for (const options of settings[method]) {
      const weighted = await selectWith(uneven, {
        method,
        options: { ...options, classWeight: "balanced" },
        k: 5,
      });
      const literal = await selectWith(repeated, { method, options: repeatedOptions(options), k: 5 });
      const plain = await selectWith(uneven, { method, options, k: 5 });
      expect(Array.from(weighted.ranking)).toEqual(Array.from(literal.ranking));
      // The scatters of the trace ratio and of discriminant analysis are sums over the rows.
      const growth = repeated.rows / uneven.rows;
      const unit = method === "trace-ratio" ? growth : options.gamma === 0 ? 1 / Math.sqrt(growth) : 1;
      weighted.scores.forEach((score, j) => {
        expect(score * unit).toBeCloseTo(literal.scores[j], 5);
      });
      expect(Array.from(weighted.scores)).not.toEqual(Array.from(plain.scores));
    }
  });

  test("leaves data with equal classes as it is, bit for bit", async () => {
    const plain = await selectWith(even, { method, k: 4 });
    const weighted = await selectWith(even, { method, options: { classWeight: "balanced" }, k: 4 });
    expect(Array.from(weighted.scores)).toEqual(Array.from(plain.scores));
    expect(Array.from(weighted.ranking)).toEqual(Array.from(plain.ranking));
  });
});

test("with more features than rows, mmc-rfe weighs as with fewer", async () => {
  const wide = randomData({ rows: 24, features: 40, relevant: 4, unbalanced: true, seed: 8 });
  const counts = new Map<number, number>();
  for (const code of wide.labels!.codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  const product = Array.from(counts.values()).reduce((all, count) => all * count, 1);
  const rows = Array.from(wide.labels!.codes).flatMap((code, row) =>
    Array<number>(product / counts.get(code)!).fill(row),
  );
  const options = { standardize: false };
  const weighted = await selectWith(wide, {
    method: "mmc-rfe",
    options: { ...options, classWeight: "balanced" },
  });
  const literal = await selectWith(wide.selectRows(rows), { method: "mmc-rfe", options });
  expect(rows.length).toBeGreaterThan(wide.features);
  expect(weighted.features).toEqual(literal.features);
});

test("additive curves are centred by weight, and the map says so", async () => {
  const { map } = await selectWith(uneven, {
    method: "dfs",
    options: { kernel: "additive", classWeight: "balanced" },
    k: 5,
  });
  const means = [0, 1, 2].map(() => new Float64Array(map!.weights.columns));
  const seen = project(map!, uneven);
  const sizes = [24, 12, 8];
  uneven.labels!.codes.forEach((code, i) => {
    for (let l = 0; l < seen.columns; l++) means[code][l] += seen.get(i, l) / sizes[code];
  });
  for (let l = 0; l < seen.columns; l++) expect(means[0][l] + means[1][l] + means[2][l]).toBeCloseTo(0, 9);
});

test("what cannot be weighed is refused", async () => {
  const options = { classWeight: "balanced", graph: "class-neighbours" };
  await expect(selectWith(uneven, { method: "trace-ratio", options })).rejects.toThrow(
    /needs the class graph/,
  );
  await expect(selectFromMoments(momentsOf(uneven, kernels), { classWeight: "balanced" })).rejects.toThrow(
    InputError,
  );
});

test("lda with balanced classes has the directions of repeated rows", () => {
  const weighted = lda(uneven, kernels, { standardize: false, classWeight: "balanced" });
  const literal = lda(repeated, kernels, { standardize: false });
  weighted.discrimination.forEach((share, j) => {
    expect(share).toBeCloseTo(literal.discrimination[j], 9);
  });
});

describe("classifiers with balanced classes", () => {
  const trainingData = (data: Dataset) => ({
    values: denseValues(data),
    codes: data.labels!.codes,
    classes: data.labels!.classes,
  });
  const decide = (name: string, data: Dataset, options: Record<string, unknown>) =>
    trainClassifier(name, trainingData(data), options, kernels).decide(denseValues(uneven)).data;

  test("a support vector machine is that of repeated rows with the same bound in all", () => {
    const classWeight = "balanced";
    const svmTolerance = 1e-9;
    const svmC = 0.05;
    const weighted = decide("svm", uneven, { svmTolerance, svmC, classWeight });
    const literal = decide("svm", repeated, { svmTolerance, svmC: (svmC * uneven.rows) / repeated.rows });
    weighted.forEach((value, at) => {
      expect(value).toBeCloseTo(literal[at], 5);
    });
    expect(Array.from(weighted)).not.toEqual(Array.from(decide("svm", uneven, { svmTolerance, svmC })));
  });

  test("discriminant analysis is that of repeated rows", () => {
    const weighted = decide("lda", uneven, { ldaShrinkage: 0.3, classWeight: "balanced" });
    const literal = decide("lda", repeated, { ldaShrinkage: 0.3 });
    // What all classes of a row share has no meaning.
    weighted.forEach((value, at) => {
      const first = at - (at % 3);
      expect(value - weighted[first]).toBeCloseTo(literal[at] - literal[first], 9);
    });
  });

  test("discriminant analysis by Ledoit and Wolf's formula averages the classes' covariances", () => {
    const two = uneven.selectColumns([0, 1]);
    const fitted = trainClassifier("lda", trainingData(two), { classWeight: "balanced" }, kernels);
    const scores = fitted.decide(Matrix.fromRows([[0.3, -1.2]])).data;
    const { means, covariance } = equallyShared(two);
    const [[a, b], [, c]] = covariance;
    const inverse = [
      [c, -b],
      [-b, a],
    ].map((row) => row.map((entry) => entry / (a * c - b * b)));
    const product = (x: number[], y: number[]) =>
      x.reduce((sum, xi, i) => sum + y.reduce((part, yj, j) => part + xi * inverse[i][j] * yj, 0), 0);
    const literal = means.map((mean) => product(mean, [0.3, -1.2]) - product(mean, mean) / 2);
    for (const code of [1, 2]) expect(scores[code] - scores[0]).toBeCloseTo(literal[code] - literal[0], 9);
  });

  test.each(["svm", "lda"])("%s leaves equal classes as they are, bit for bit", (name) => {
    const options = name === "svm" ? { svmC: 0.1 } : {};
    const plain = trainClassifier(name, trainingData(even), options, kernels).toJSON();
    const weighted = trainClassifier(
      name,
      trainingData(even),
      { ...options, classWeight: "balanced" },
      kernels,
    );
    expect(weighted.toJSON()).toEqual(plain);
  });
});

/** Means of the classes of data with two features, and the mean of their shrunken covariances, written out. */
function equallyShared(data: Dataset): { means: number[][]; covariance: number[][] } {
  const { codes, classes } = data.labels!;
  const covariance = [
    [0, 0],
    [0, 0],
  ];
  const means = classes.map((_, code) => {
    const rows = Array.from(codes.keys()).filter((row) => codes[row] === code);
    const n = rows.length;
    const value = (row: number, j: number) => denseValues(data).get(row, j);
    const mean = [0, 1].map((j) => rows.reduce((sum, row) => sum + value(row, j) / n, 0));
    const scale = [0, 1].map((j) =>
      Math.sqrt(rows.reduce((sum, row) => sum + (value(row, j) - mean[j]) ** 2 / n, 0)),
    );
    const z = rows.map((row) => [0, 1].map((j) => (value(row, j) - mean[j]) / scale[j]));
    const s = [0, 1].map((i) => [0, 1].map((j) => z.reduce((sum, one) => sum + (one[i] * one[j]) / n, 0)));
    const mu = (s[0][0] + s[1][1]) / 2;
    const distance = ((s[0][0] - mu) ** 2 + (s[1][1] - mu) ** 2 + 2 * s[0][1] ** 2) / 2;
    const noise = z.reduce(
      (sum, one) =>
        sum +
        [0, 1].flatMap((i) => [0, 1].map((j) => (one[i] * one[j] - s[i][j]) ** 2)).reduce((x, y) => x + y, 0),
      0,
    );
    const shrinkage = Math.min(distance, noise / (2 * n * n)) / distance;
    for (const i of [0, 1])
      for (const j of [0, 1])
        covariance[i][j] +=
          (((1 - shrinkage) * s[i][j] + (i === j ? shrinkage * mu : 0)) * scale[i] * scale[j]) /
          classes.length;
    return mean;
  });
  return { means, covariance };
}
