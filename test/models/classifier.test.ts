import { describe, expect, test } from "vitest";
import { createKernels, digits, InputError, Matrix, Random } from "../../src/index.js";
import {
  classifiers,
  restoreTrained,
  trainClassifier,
  trainClassifierAsync,
} from "../../src/models/classifiers.js";
import { expectClose } from "../support/expect-close.js";
import { readFixture } from "./svm/libsvm.js";

interface Oracle {
  train: number[];
  test: number[];
  rows?: number[][];
  codes?: number[];
  lda: { shrinkage: number | "auto"; predictions: number[]; scores: number[][] }[];
  knn: { nearest: number; predictions: (number | null)[] }[];
}

const kernels = await createKernels({ threads: 1 });
/** scikit-learn's; test/fixtures/models/make_classifiers.py wrote it. */
const oracle = readFixture<Record<string, Oracle>>("classifiers.json");
const iris = readFixture<{ iris: { rows: number[][]; labels: number[] } }>("lda.json").iris;
const names = ["svm", "lda", "knn"] as const;

async function dataOf(name: string, { rows, codes }: Oracle): Promise<[Matrix, Int32Array]> {
  if (rows && codes) return [Matrix.fromRows(rows), Int32Array.from(codes)];
  if (name === "iris") return [Matrix.fromRows(iris.rows), Int32Array.from(iris.labels)];
  const data = await digits();
  return [data.values as Matrix, data.labels!.codes];
}

const numbered = (count: number) => Array.from({ length: count }, (_, code) => String(code));

/** Classes as clouds around points on the axes. */
function clouds(counts: readonly number[], features: number, seed: number, apart = 3) {
  const random = new Random(seed);
  const codes = Int32Array.from(counts.flatMap((count, code) => Array<number>(count).fill(code)));
  const rows = Array.from(codes, (code) =>
    Array.from({ length: features }, (_, f) => random.normal() + (f === code % features ? apart : 0)),
  );
  return { values: Matrix.fromRows(rows), codes, classes: numbered(counts.length) };
}

describe.each(Object.entries(oracle))("beside scikit-learn on %s", (name, expected) => {
  const learn = async (classifier: string, options: Record<string, unknown>) => {
    const [values, codes] = await dataOf(name, expected);
    const trained = Int32Array.from(expected.train, (i) => codes[i]);
    const classes = numbered(Math.max(...codes) + 1);
    return {
      fitted: trainClassifier(
        classifier,
        { values: values.selectRows(expected.train), codes: trained, classes },
        options,
        kernels,
      ),
      tested: values.selectRows(expected.test),
    };
  };

  test.each(expected.lda.map((model) => [model.shrinkage, model] as const))(
    "LDA with shrinkage %s",
    async (shrinkage, { predictions, scores }) => {
      const { fitted, tested } = await learn("lda", shrinkage === "auto" ? {} : { ldaShrinkage: shrinkage });
      expect(Array.from(fitted.predict(tested))).toEqual(predictions);
      const decided = fitted.decide(tested);
      scores.forEach((row, i) => {
        expectClose(
          row.map((_, code) => decided.get(i, code) - decided.get(i, 0)),
          row,
          { relative: 1e-6, absolute: 1e-6 },
        );
      });
    },
  );

  test.each(expected.knn.map((model) => [model.nearest, model] as const))(
    "%d nearest neighbours, where votes are not tied",
    async (nearest, { predictions }) => {
      const { fitted, tested } = await learn("knn", { nearest });
      const ours = Array.from(fitted.predict(tested), (code, i) => (predictions[i] === null ? null : code));
      expect(ours).toEqual(predictions);
      expect(predictions.filter((code) => code === null).length).toBeLessThan(predictions.length / 4);
    },
  );
});

describe("nearest neighbours", () => {
  const learn = (rows: number[][], codes: number[], nearest: number) =>
    trainClassifier(
      "knn",
      { values: Matrix.fromRows(rows), codes: Int32Array.from(codes), classes: ["a", "b", "c"] },
      { nearest },
      kernels,
    );

  test("of tied classes the nearer in sum wins, then the first", () => {
    const line = [[-1], [2], [-2], [1.5]];
    // From 0: a at 1 and 2 (sum 3), b at 2 and 1.5 (sum 3.5).
    expect(Array.from(learn(line, [0, 1, 0, 1], 4).predict(Matrix.fromRows([[0]])))).toEqual([0]);
    expect(Array.from(learn(line, [1, 0, 1, 0], 4).predict(Matrix.fromRows([[0]])))).toEqual([1]);
    expect(Array.from(learn([[-1], [1]], [2, 1], 2).predict(Matrix.fromRows([[0]])))).toEqual([1]);
  });

  test("of samples equally far the earlier votes, and fewer samples than asked for all vote", () => {
    expect(Array.from(learn([[-1], [1]], [2, 1], 1).predict(Matrix.fromRows([[0]])))).toEqual([2]);
    expect(Array.from(learn([[5], [6], [7]], [1, 1, 0], 50).predict(Matrix.fromRows([[7]])))).toEqual([1]);
  });

  test("the scores' largest is the prediction", () => {
    const { values, codes, classes } = clouds([30, 30, 30, 30], 3, 7, 0.7);
    const fitted = trainClassifier("knn", { values, codes, classes }, { nearest: 4 }, kernels);
    const fresh = clouds([20, 20, 20, 20], 3, 8, 0.7).values;
    const scores = fitted.decide(fresh);
    fitted.predict(fresh).forEach((code, i) => {
      for (let c = 0; c < 4; c++) expect(scores.get(i, c)).toBeLessThanOrEqual(scores.get(i, code));
    });
  });
});

describe("linear discriminant analysis", () => {
  test("with more features than samples it knows its training samples and finds planted classes", () => {
    const { values, codes, classes } = clouds([12, 12, 12], 60, 1, 8);
    const fitted = trainClassifier("lda", { values, codes, classes }, {}, kernels);
    expect(fitted.predict(values)).toEqual(codes);
    const fresh = clouds([40, 40, 40], 60, 2, 8);
    for (const ldaShrinkage of [0, 0.5, null]) {
      const predicted = trainClassifier("lda", { values, codes, classes }, { ldaShrinkage }, kernels).predict(
        fresh.values,
      );
      const right = predicted.filter((code, i) => code === fresh.codes[i]).length;
      expect(right).toBeGreaterThan(ldaShrinkage ? 115 : 90);
    }
  });

  test("a class of one sample, constant columns, and nothing but constants", () => {
    const values = Matrix.fromRows([
      [0, 7, 1],
      [1, 7, 0],
      [0, 7, 0],
      [9, 7, 9],
    ]);
    const codes = Int32Array.of(0, 0, 0, 2);
    const fitted = trainClassifier("lda", { values, codes, classes: ["a", "b", "c"] }, {}, kernels);
    expect(fitted.predict(values)).toEqual(codes);
    expect(fitted.decide(values).get(0, 1)).toBe(Number.NEGATIVE_INFINITY);
    const constant = trainClassifier(
      "lda",
      { values: Matrix.fromRows([[1], [1], [1]]), codes: Int32Array.of(1, 0, 1), classes: ["a", "b"] },
      {},
      kernels,
    );
    expect(Array.from(constant.predict(Matrix.fromRows([[1], [5]])))).toEqual([1, 1]);
  });
});

describe.each(names)("every classifier: %s", (name) => {
  const { values, codes, classes } = clouds([25, 20, 15], 4, 3);
  const fresh = clouds([30, 30, 30], 4, 4).values;
  const settings: Record<string, unknown>[] = name === "svm" ? [{}, { svmKernel: "rbf" }] : [{}];

  test("the same after a trip through JSON", () => {
    for (const options of settings) {
      const fitted = trainClassifier(name, { values, codes, classes }, options, kernels);
      const restored = restoreTrained(JSON.parse(JSON.stringify(fitted)));
      expect(restored.classes).toEqual(classes);
      expect(restored.predict(fresh)).toEqual(fitted.predict(fresh));
      expect(restored.decide(fresh)).toEqual(fitted.decide(fresh));
      expect(JSON.stringify(restored)).toBe(JSON.stringify(fitted));
    }
  });

  test("finds clouds of points, whatever the layout of the values", () => {
    const truth = clouds([30, 30, 30], 4, 4).codes;
    const columns = new Matrix(values.transposed().copy().data, values.rows, 4, {
      rowStride: 1,
      columnStride: values.rows,
    });
    for (const options of settings) {
      const predicted = trainClassifier(name, { values, codes, classes }, options, kernels).predict(fresh);
      expect(predicted.filter((code, i) => code === truth[i]).length).toBeGreaterThan(78);
      expect(
        trainClassifier(name, { values: columns, codes, classes }, options, kernels).predict(fresh),
      ).toEqual(predicted);
    }
  });

  test("leaves what it is given alone", () => {
    const [before, labels] = [values.copy(), codes.slice()];
    trainClassifier(name, { values, codes, classes }, {}, kernels).predict(values);
    expect(values).toEqual(before);
    expect(codes).toEqual(labels);
  });

  test("only one class has samples", () => {
    const fitted = trainClassifier(name, { values, codes: codes.map(() => 1), classes }, {}, kernels);
    expect(new Set(fitted.predict(fresh))).toEqual(new Set([1]));
    expect(fitted.decide(fresh).get(0, 0)).toBe(Number.NEGATIVE_INFINITY);
    const restored = restoreTrained(JSON.parse(JSON.stringify(fitted)));
    expect(new Set(restored.predict(fresh))).toEqual(new Set([1]));
  });

  test("with pauses the same, and an exception in a pause ends it", async () => {
    const fractions: number[] = [];
    const fitted = await trainClassifierAsync(
      name,
      { values, codes, classes },
      {},
      kernels,
      async (fraction) => {
        fractions.push(fraction);
      },
    );
    expect(JSON.stringify(fitted)).toBe(
      JSON.stringify(trainClassifier(name, { values, codes, classes }, {}, kernels)),
    );
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    if (name === "knn") return;
    expect(fractions.length).toBeGreaterThan(0);
    const ended = trainClassifierAsync(name, { values, codes, classes }, {}, kernels, () => {
      throw new DOMException("stop", "AbortError");
    });
    await expect(ended).rejects.toThrow("stop");
  });

  test("refuses what it cannot use, in one line", () => {
    const learn =
      (v: Matrix, c: Int32Array, options: Record<string, unknown> = {}) =>
      () =>
        trainClassifier(name, { values: v, codes: c, classes }, options, kernels);
    const hole = values.copy();
    hole.set(2, 1, Number.NaN);
    expect(learn(hole, codes)).toThrow(/^row 3, column 2 holds NaN; every value must be a finite number$/);
    expect(learn(values, codes.slice(1))).toThrow(InputError);
    expect(
      learn(
        values,
        codes.map(() => 9),
      ),
    ).toThrow(/class code 9/);
    expect(learn(Matrix.zeros(0, 4), new Int32Array(0))).toThrow(InputError);
    expect(learn(values, codes, { wrong: 1 })).toThrow(/"wrong" is not an option/);
    const fitted = trainClassifier(name, { values, codes, classes }, {}, kernels);
    expect(() => fitted.predict(Matrix.zeros(2, 3))).toThrow(/3 features; the classifier was fitted to 4/);
    expect(() => fitted.predict(hole)).toThrow(/holds NaN/);
    const json = JSON.parse(JSON.stringify(fitted));
    for (const key of Object.keys(json)) {
      expect(() => restoreTrained({ ...json, [key]: undefined })).toThrow(InputError);
      expect(() => restoreTrained({ ...json, [key]: ["x"] })).toThrow(InputError);
    }
  });
});

test("unknown names are refused with the nearest", () => {
  expect(Object.keys(classifiers)).toEqual([...names]);
  expect(() =>
    trainClassifier(
      "swm",
      { values: Matrix.zeros(1, 1), codes: Int32Array.of(0), classes: ["a"] },
      {},
      kernels,
    ),
  ).toThrow(/^unknown classifier "swm" \(did you mean "svm"\?\); the classifiers are svm, lda, knn$/);
});
