import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Dataset, digits, Matrix, select } from "../../src/index.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import { trainClassifier } from "../../src/models/classifiers.js";
import { encodeForSelection, fitPreparation } from "../../src/models/preparation.js";
import { FeatureRows } from "../../src/selectors/recursion/feature-rows.js";
import { Machines } from "../../src/selectors/recursion/machines.js";
import { expectClose } from "../support/expect-close.js";
import { denseValues, randomData } from "../support/random-data.js";
import { mixedTable } from "./mixed-tables.js";

/** A loop on scikit-learn's SVC, trained anew in every round; test/fixtures/selectors/make_svm_rfe.py wrote it. */
const oracle = JSON.parse(
  readFileSync(new URL("../fixtures/selectors/svm_rfe.json", import.meta.url), "utf8"),
) as {
  digits: number[];
  wide: { rows: number[][]; labels: number[]; order: number[]; soft: number[]; weights: number[] };
  wine: { rows: number[][]; labels: number[]; order: number[] };
};

const kernels = await createKernels({ threads: 1 });
const run = (data: Dataset, options = {}) => select(data, { method: "svm-rfe", k: 1, kernels, ...options });
const rank = async (data: Dataset, options = {}) => Array.from((await run(data, options)).ranking);

interface LiteralOptions {
  penaltyC?: number;
  dropRate?: number;
  slowRate?: number;
  slowFrom?: number;
  classWeight?: "none" | "balanced";
  standardize?: boolean;
}

/** One column of n: less its mean, over its deviation of n − 1. */
function standardised(column: readonly number[]): number[] {
  const mean = column.reduce((sum, x) => sum + x, 0) / column.length;
  const squares = column.reduce((sum, x) => sum + (x - mean) ** 2, 0);
  return column.map((x) => (x - mean) / Math.sqrt(squares / (column.length - 1)));
}

/**
 * The definition, word by word: the classifier `svm` is trained anew in every round, with a Gram matrix of its own. Features are
 * columns, or blocks of columns whose weight is the mean of theirs. Scores are shares, and never fall.
 */
function literal(
  data: Dataset,
  options: LiteralOptions = {},
  blocks = Array.from({ length: data.features }, (_, j) => [j]),
  costs = blocks.map(() => 1),
): { order: number[]; scores: number[] } {
  const { dropRate = 0.1, slowRate = 0.03, slowFrom = 100, standardize = true } = options;
  const { penaltyC = 1, classWeight = "none" } = options;
  const values = denseValues(data);
  const columns = Array.from({ length: data.features }, (_, j) => {
    const column = Array.from({ length: data.rows }, (_, i) => values.get(i, j));
    return standardize ? standardised(column) : column;
  });
  const { codes, classes } = data.labels!;
  let left = Array.from(blocks.keys());
  const dropped: number[] = [];
  const scores = blocks.map(() => 0);
  let highest = 0;
  while (left.length > 0) {
    const used = left.flatMap((block) => blocks[block]);
    const rows = Array.from({ length: data.rows }, (_, i) => used.map((j) => columns[j][i]));
    const model = trainClassifier(
      "svm",
      { values: Matrix.fromRows(rows), codes, classes },
      { classWeight, svmC: penaltyC, svmTolerance: 1e-9 },
      kernels,
    ).toJSON() as unknown as { weights: number[][] };
    const weights = left.map((block) => {
      const squares = blocks[block].flatMap((j) => model.weights.map((pair) => pair[used.indexOf(j)] ** 2));
      return squares.reduce((sum, x) => sum + x, 0) / blocks[block].length / costs[block];
    });
    const all = weights.reduce((sum, x) => sum + x, 0);
    const weighed = left.map((block, at) => ({ block, weight: Number(weights[at].toPrecision(5)) }));
    weighed.sort((a, b) => a.weight - b.weight || b.block - a.block);
    const count = Math.max(1, Math.floor((left.length > slowFrom ? dropRate : slowRate) * left.length));
    const gone = weighed.slice(0, count).map(({ block }) => block);
    for (const block of gone) {
      highest = Math.max(highest, weights[left.indexOf(block)] / all);
      scores[block] = highest;
    }
    dropped.push(...gone);
    left = left.filter((block) => !gone.includes(block));
  }
  return { order: dropped.reverse(), scores };
}

describe("svm-rfe equals scikit-learn's machines in a loop", () => {
  test("on digits", async () => {
    const data = await digits();
    const sixth = data.selectRows(Array.from({ length: Math.ceil(data.rows / 6) }, (_, i) => 6 * i));
    expect((await rank(sixth)).slice(0, oracle.digits.length)).toEqual(oracle.digits);
  });

  test("with more features than samples, and with other options", async () => {
    const { rows, labels, order, soft } = oracle.wide;
    const data = Dataset.fromRows(rows, labels);
    expect(await rank(data)).toEqual(order);
    expect(await rank(data, { penaltyC: 0.01, dropRate: 0.3, slowRate: 0.1, slowFrom: 20 })).toEqual(soft);
  });

  test("with classes of different sizes", async () => {
    const { rows, labels, order } = oracle.wine;
    expect(await rank(Dataset.fromRows(rows, labels), { penaltyC: 0.5 })).toEqual(order);
  });

  test("weight by weight", async () => {
    const { rows, labels, weights } = oracle.wide;
    const { rows: features, classes } = prepared(rows, labels);
    expectClose(await weightsOf(features, classes), weights, { relative: 1e-5 });
    const computed = await weightsOf(prepared(rows, labels).rows, classes, 0);
    expectClose(computed, weights, { relative: 1e-5 });
  });

  /** Standardised features in rows, samples class after class. */
  function prepared(rows: number[][], labels: number[]) {
    const order = Array.from(rows.keys()).sort((a, b) => labels[a] - labels[b] || a - b);
    const columns = rows[0].map((_, j) => standardised(order.map((i) => rows[i][j])));
    const starts = Int32Array.from([0, 1, 2, 3, 4], (code) => labels.filter((label) => label < code).length);
    return { rows: Matrix.fromRows(columns), classes: { starts, upper: new Float64Array(4).fill(1) } };
  }

  async function weightsOf(values: Matrix, classes: Machines["classes"], largestGram = 100) {
    const workspace = kernels.workspace();
    const features = Int32Array.from({ length: values.rows }, (_, j) => j);
    const rows = new FeatureRows(kernels, workspace, values, features, largestGram);
    const machines = new Machines(kernels, workspace, rows, classes);
    await machines.train(async () => {});
    const weights = await machines.weights();
    workspace.release();
    return weights;
  }
});

describe("svm-rfe equals a literal version that begins anew in every round", () => {
  const expectSame = async (data: Dataset, options: LiteralOptions = {}) => {
    const { ranking, scores } = await run(data, options);
    const expected = literal(data, options);
    expect(Array.from(ranking)).toEqual(expected.order);
    expectClose(scores, expected.scores, { relative: 1e-4 });
  };

  test.each([
    { rows: 60, features: 14, classes: 3, unbalanced: true },
    { rows: 40, features: 12, classes: 6 },
    { rows: 12, features: 26, classes: 3 },
    { rows: 30, features: 10, classes: 2, relevant: 0 },
    { rows: 20, features: 180, classes: 2 },
  ])("$rows × $features, $classes classes", async (shape) => {
    for (const seed of [1, 2]) {
      const data = randomData({ ...shape, seed, spread: 3 });
      await expectSame(data);
      await expectSame(data, { dropRate: 0.5, slowFrom: 6, penaltyC: 0.01 });
    }
  });

  test("with balanced classes, features as they are", async () => {
    const data = randomData({ rows: 50, features: 12, unbalanced: true, seed: 7 });
    await expectSame(data, { classWeight: "balanced", standardize: false, penaltyC: 0.1 });
  });

  test("with categories and groups, which go as a whole", async () => {
    const table = mixedTable(2, { rows: 50, classes: 3 });
    const { data, featureOf } = encodeForSelection(
      table,
      fitPreparation(
        table,
        Array.from({ length: table.rows }, (_, i) => i),
      ),
    );
    const blocks = table.featureNames.map((_, feature) =>
      Array.from(featureOf.keys()).filter((column) => featureOf[column] === feature),
    );
    expect(await rank(table, { penaltyC: 0.05 })).toEqual(literal(data, { penaltyC: 0.05 }, blocks).order);
    const numbers = randomData({ rows: 60, features: 8, classes: 3, seed: 4, spread: 3 });
    const groups = [[0], [1, 4, 6], [2, 3], [5], [7]];
    const names = (group: number[]) => group.map((j) => numbers.featureNames[j]);
    const ranking = await rank(numbers, { featureGroups: { a: names(groups[1]), b: names(groups[2]) } });
    for (const block of literal(numbers, {}, groups).order)
      expect(ranking.splice(0, groups[block].length).sort((a, b) => a - b)).toEqual(groups[block]);
  });

  test("with costs, by weight per cost", async () => {
    const data = randomData({ rows: 60, features: 9, seed: 8 });
    const costs = data.featureNames.map((_, j) => 1 + (j % 4));
    const given = Object.fromEntries(data.featureNames.map((name, j) => [name, costs[j]]));
    const blocks = costs.map((_, j) => [j]);
    expect(await rank(data, { costs: given })).toEqual(literal(data, {}, blocks, costs).order);
  });

  test("with exact copies in the data, of which the later goes first", async () => {
    const data = randomData({ rows: 40, features: 8, seed: 3 });
    const values = denseValues(data);
    const rows = Array.from({ length: data.rows }, (_, i) =>
      [0, 1, 2, 3, 4, 5, 6, 7, 0, 3, 0].map((j) => values.get(i, j)),
    );
    const doubled = new Dataset({ values: Matrix.fromRows(rows), labels: data.labels });
    const order = await rank(doubled);
    expect(order).toEqual(literal(doubled).order);
    expect(order.indexOf(0)).toBeLessThan(order.indexOf(8));
    expect(order.indexOf(8)).toBeLessThan(order.indexOf(10));
  });
});

test("the score is a share: it never falls along the ranking, and the last feature has all of it", async () => {
  const { ranking, scores } = await run(randomData({ rows: 50, features: 150, relevant: 10, seed: 6 }));
  const along = Array.from(ranking, (j) => scores[j]);
  expect(along[0]).toBe(1);
  expect(along[1]).toBeLessThan(0.5);
  for (const [place, score] of along.slice(1).entries()) expect(score).toBeLessThanOrEqual(along[place]);
});

test("values whose squares overflow are refused where they are not standardised", async () => {
  const data = randomData({ rows: 20, features: 4, seed: 2 });
  const huge = data.with({
    values: Matrix.fromRows([...rowsOf(data)].map((row) => row.map((x) => 1e120 * x))),
  });
  await expect(run(huge, { standardize: false })).rejects.toThrow(/too large or too small to be squared/);
  expect(await rank(huge)).toEqual(await rank(data));
});

function rowsOf(data: Dataset): number[][] {
  const values = denseValues(data);
  return Array.from({ length: data.rows }, (_, i) =>
    Array.from({ length: data.features }, (_, j) => values.get(i, j)),
  );
}
