import { describe, expect, test } from "vitest";
import { createKernels, digits, Matrix } from "../../../src/index.js";
import { trainClassifier } from "../../../src/models/classifiers.js";
import { rbfGram } from "../../../src/models/svm/gram.js";
import { decisionsOnGram, predictOnGram, trainOnGram } from "../../../src/models/svm/on-gram.js";
import type { PairModels } from "../../../src/models/svm/pair-models.js";
import { readDataset } from "../../../src/node.js";
import { dataFile, hasData } from "../../support/data.js";
import { expectClose } from "../../support/expect-close.js";
import { type LibsvmModel, optionsOf, readFixture } from "./libsvm.js";

interface Case {
  train: number[];
  test: number[];
  rows?: number[][];
  codes?: number[];
  models: LibsvmModel[];
}

const kernels = await createKernels({ threads: 1 });
const cases = readFixture<Record<string, Case>>("svm.json");
const iris = readFixture<{ iris: { rows: number[][]; labels: number[] } }>("lda.json").iris;

async function dataOf(name: string, { rows, codes }: Case): Promise<{ values: Matrix; codes: Int32Array }> {
  if (rows && codes) return { values: Matrix.fromRows(rows), codes: Int32Array.from(codes) };
  if (name !== "digits") return { values: Matrix.fromRows(iris.rows), codes: Int32Array.from(iris.labels) };
  const data = await digits();
  const values = (data.values as Matrix).copy();
  for (let at = 0; at < values.data.length; at++) values.data[at] /= 16;
  return { values, codes: data.labels!.codes };
}

function gramOf(values: Matrix, flags: string): Matrix {
  const gram = Matrix.zeros(values.rows, values.rows);
  kernels.syrk(1, values, 0, gram);
  const { svmKernel, svmGamma } = optionsOf(flags);
  if (svmKernel === "rbf") rbfGram(kernels, gram, svmGamma ?? 1 / values.columns, gram);
  return gram;
}

function supportCounts({ order, samples }: PairModels, codes: Int32Array): number[] {
  const distinct = [...new Set(samples)];
  return Array.from(order, (code) => distinct.filter((i) => codes[i] === code).length);
}

describe.each(Object.entries(cases))("beside LIBSVM on %s", (name, problem) => {
  test.each(problem.models.map((model) => [model.flags, model] as const))("%s", async (flags, model) => {
    const { values, codes } = await dataOf(name, problem);
    const [train, tested] = [Int32Array.from(problem.train), Int32Array.from(problem.test)];
    const gram = gramOf(values, flags);
    const ours = trainOnGram(gram, codes, train, optionsOf(flags));
    expect(Array.from(ours.order)).toEqual(model.order);
    expect(ours.converged).toBe(true);
    expect(supportCounts(ours, codes)).toEqual(model.supportVectors);
    expectClose(ours.rho, model.rho, { relative: 1e-8, absolute: 1e-8 });
    expect(Array.from(predictOnGram(ours, gram, tested))).toEqual(model.predictions);
    const decide = decisionsOnGram(ours, gram, tested);
    model.decisions.forEach((expected, row) => {
      const decisions = new Float64Array(expected.length);
      decide(row, decisions);
      expectClose(decisions, expected, { relative: 1e-8, absolute: 1e-8 });
    });
  });

  test("the fitted classifier predicts the same from the features", async () => {
    const { values, codes } = await dataOf(name, problem);
    const train = Int32Array.from(problem.train);
    const classes = Array.from({ length: Math.max(...codes) + 1 }, (_, code) => String(code));
    const tested = values.selectRows(problem.test);
    for (const { flags, predictions } of problem.models) {
      const fitted = trainClassifier(
        "svm",
        { values: values.selectRows(train), codes: train.map((i) => codes[i]), classes },
        optionsOf(flags),
        kernels,
      );
      expect(Array.from(fitted.predict(tested))).toEqual(predictions);
    }
  });
});

describe.skipIf(!hasData)("beside LIBSVM on the data sets of the paper", () => {
  const sets =
    readFixture<
      Record<
        string,
        {
          columns: number[];
          runs: { flags: string; count: number; predictions: number[]; supportVectors: number[] }[];
          tight: { flags: string; rho: number[]; supportVectors: number[] };
        }
      >
    >("svm-paper.json");

  test.each(Object.entries(sets))("%s: five folds, every prediction", async (name, set) => {
    const { values, codes } = await standardised(name, set.columns);
    const folds = foldsOf(codes);
    for (const { flags, count, predictions, supportVectors } of set.runs) {
      const gram = gramOf(values.block(0, 0, values.rows, count), flags);
      const ours = new Int32Array(codes.length);
      const counts = folds.map(({ train, tested }) => {
        const models = trainOnGram(gram, codes, train, optionsOf(flags));
        predictOnGram(models, gram, tested).forEach((code, t) => {
          ours[tested[t]] = code;
        });
        return new Set(models.samples).size;
      });
      expect(Array.from(ours)).toEqual(predictions);
      // The same standardised values may differ in their last bits from NumPy's.
      expectClose(counts, supportVectors, { absolute: 1 });
    }
    const { flags, rho, supportVectors } = set.tight;
    const models = trainOnGram(gramOf(values, flags), codes, folds[0].train, optionsOf(flags));
    expectClose(models.rho, rho, { relative: 1e-5, absolute: 1e-5 });
    expectClose(supportCounts(models, codes), supportVectors, { absolute: 1 });
  });
});

async function standardised(name: string, columns: number[]) {
  let data = await readDataset(dataFile(`paper/${name}.mat`));
  if (name === "USPS") {
    const seen = new Map<number, number>();
    data = data.selectRows(
      Array.from(data.labels!.codes.keys()).filter((i) => {
        const code = data.labels!.codes[i];
        seen.set(code, (seen.get(code) ?? 0) + 1);
        return seen.get(code)! <= 73;
      }),
    );
  }
  const chosen = data.values.selectColumns(columns);
  const values = chosen instanceof Matrix ? chosen : chosen.toDense();
  const { rows: n, columns: d } = values;
  const { means, variances } = kernels.columnMoments(values);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < d; j++)
      values.data[i * d + j] = (values.data[i * d + j] - means[j]) / Math.sqrt((variances[j] * n) / (n - 1));
  return { values, codes: data.labels!.codes };
}

/** The i-th sample of its class is tested in fold i mod 5. */
function foldsOf(codes: Int32Array): { train: Int32Array; tested: Int32Array }[] {
  const seen = new Map<number, number>();
  const fold = codes.map((code) => {
    const place = seen.get(code) ?? 0;
    seen.set(code, place + 1);
    return place % 5;
  });
  const all = Int32Array.from(codes.keys());
  return [0, 1, 2, 3, 4].map((f) => ({
    train: all.filter((i) => fold[i] !== f),
    tested: all.filter((i) => fold[i] === f),
  }));
}
