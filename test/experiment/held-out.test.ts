import { beforeAll, expect, test } from "vitest";
import { Dataset } from "../../src/data/dataset.js";
import { confusionMatrix } from "../../src/evaluation/metrics.js";
import { type Evaluation, evaluateWith } from "../../src/experiment/evaluate.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import type { Kernels } from "../../src/kernels/kernels.js";
import { trainClassifier } from "../../src/models/classifiers.js";
import { calibrateOnGramAsync, probabilitiesOnGram, trainOnGram } from "../../src/models/svm/on-gram.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { errorsSection } from "../../src/report/errors-section.js";
import { readResult } from "../../src/study/read-result.js";

let kernels: Kernels;
let data: Dataset;

/** Three classes that overlap in two of eight features. */
function threeClasses(rows: number): Dataset {
  const random = new Random(5);
  const values = Matrix.zeros(rows, 8);
  for (let at = 0; at < values.data.length; at++) values.data[at] = random.normal();
  for (let i = 0; i < rows; i++) for (let j = 0; j < 2; j++) values.data[i * 8 + j] += i % 3 === j ? 1.5 : 0;
  return new Dataset({ values, labels: Array.from({ length: rows }, (_, i) => "abc"[i % 3]) });
}

beforeAll(async () => {
  kernels = await createKernels();
  data = threeClasses(90);
});

const measured = (options: object = {}): Promise<Evaluation> =>
  evaluateWith(data, { method: "fisher", k: [2, 4], kernels, keepHeldOut: true, ...options });

test("each row is held out once, by the fold that tests it, at every k", async () => {
  const { results, folds, classes } = await measured();
  expect(results.map(({ k }) => k)).toEqual([2, 4]);
  for (const { heldOut, confusion, accuracy } of results) {
    const { rows, folds: own, actual, predicted, probabilities } = heldOut!;
    expect([...rows].sort((a, b) => a - b)).toEqual(Array.from({ length: 90 }, (_, row) => row));
    rows.forEach((row, at) => {
      expect(folds[own[at]].test).toContain(row);
      expect(actual[at]).toBe(data.labels!.codes[row]);
    });
    expect(confusionMatrix(actual, predicted, classes.length)).toEqual(confusion);
    for (const row of probabilities!) expect(row.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 5);
    // Probabilities that know something: mostly the predicted class is the most probable one, and right as often as said.
    const sure = probabilities!.map((row, at) => row[predicted[at]]);
    expect(sure.reduce((sum, p) => sum + p, 0) / 90).toBeGreaterThan(accuracy! - 0.12);
    expect(sure.reduce((sum, p) => sum + p, 0) / 90).toBeLessThan(accuracy! + 0.12);
  }
});

test("they change nothing else, survive JSON, and are kept only where asked for", async () => {
  const [kept, plain] = [await measured(), await measured({ keepHeldOut: false })];
  expect(plain.results[0].heldOut).toBeUndefined();
  expect(kept.results.map(({ foldMetrics }) => foldMetrics)).toEqual(
    plain.results.map(({ foldMetrics }) => foldMetrics),
  );
  const read = readResult(JSON.stringify(kept)) as Evaluation;
  expect(read.results[1].heldOut).toEqual(kept.results[1].heldOut);
});

test.each(["svm", "lda", "knn"])(
  "%s: what is kept is what the model says of the held-out rows",
  async (classifier) => {
    const own = new Dataset({ values: data.values, labels: data.labels });
    const { results, folds } = await evaluateWith(own, {
      method: "fisher",
      k: 2,
      kernels,
      keepHeldOut: true,
      classifier,
      sideBySide: false,
    });
    const { heldOut, selections } = results[0];
    const { train, test: tested } = folds[0];
    // Standardised with the training rows, as the documentation says.
    const columns = data.values.selectColumns(Int32Array.from(selections[0])) as Matrix;
    const scaled = Matrix.zeros(90, 2);
    for (let j = 0; j < 2; j++) {
      const seen = Array.from(train, (i) => columns.get(i, j));
      const mean = seen.reduce((sum, x) => sum + x, 0) / seen.length;
      const variance = seen.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (seen.length - 1);
      for (let i = 0; i < 90; i++) scaled.set(i, j, (columns.get(i, j) - mean) / Math.sqrt(variance));
    }
    const model = trainClassifier(
      classifier,
      {
        values: scaled.selectRows(train),
        codes: Int32Array.from(train, (row) => data.labels!.codes[row]),
        classes: data.labels!.classes,
        probabilities: true,
      },
      {},
      kernels,
    );
    const expected = model.probabilities!(scaled.selectRows(tested))!;
    Array.from(tested).forEach((_, at) => {
      heldOut!.probabilities![at].forEach((p, code) => {
        expect(p).toBeCloseTo(expected.get(at, code), 5);
      });
    });
  },
);

test("sigmoids on a Gram matrix are those of the values, groups kept whole", async () => {
  const values = data.values as Matrix;
  const gram = Matrix.zeros(90, 90);
  kernels.syrk(1, values, 0, gram);
  const { codes, classes } = data.labels!;
  const train = Int32Array.from({ length: 60 }, (_, at) => (at * 7) % 90);
  const rest = Int32Array.from(codes.keys()).filter((row) => !train.includes(row));
  const groups = Array.from(train, (row) => String(row % 20));
  const models = trainOnGram(gram, codes, train);
  const training = { codes, train, order: models.order, groups };
  const sigmoids = await calibrateOnGramAsync(gram, training, {}, async () => {});
  const ours = probabilitiesOnGram(models, sigmoids, gram, rest, classes.length);
  const model = trainClassifier(
    "svm",
    {
      values: values.selectRows(train),
      codes: Int32Array.from(train, (row) => codes[row]),
      classes,
      probabilities: true,
      groups,
    },
    {},
    kernels,
  );
  const theirs = model.probabilities!(values.selectRows(rest))!;
  for (let i = 0; i < rest.length; i++)
    for (let c = 0; c < 3; c++) expect(ours.get(i, c)).toBeCloseTo(theirs.get(i, c), 9);
});

test("the section has the counts at every threshold, and repeats make no interval narrower", async () => {
  const [once, thrice] = [await measured(), await measured({ repeats: 3 })];
  const section = errorsSection(once, once.results[0])!;
  const { actual, probabilities } = once.results[0].heldOut!;
  for (const step of [0, 17, 50, 99, 100]) {
    const named = actual.filter((_, at) => probabilities![at][1] >= step / 100);
    expect(section.curves![1].steps[step]).toEqual([
      named.filter((code) => code === 1).length,
      named.filter((code) => code !== 1).length,
    ]);
  }
  const wide = errorsSection(thrice, thrice.results[0])!;
  expect(wide.times).toBe(3);
  expect(wide.overall.rows).toBe(270);
  expect(wide.overall.high - wide.overall.low).toBeGreaterThan(
    0.8 * (section.overall.high - section.overall.low),
  );
});
