import { describe, expect, test } from "vitest";
import { type Dataset, digits, InputError, Random, select } from "../../src/index.js";
import { expectClose } from "../support/expect-close.js";
import { denseValues, randomData, withColumns } from "../support/random-data.js";

/** The columns of the data as they are, or with mean 0 and standard deviation 1 (of n − 1). */
function columnsOf(data: Dataset, standardize = true): number[][] {
  const values = denseValues(data);
  return Array.from({ length: data.features }, (_, j) => {
    const column = Array.from({ length: data.rows }, (_, i) => values.get(i, j));
    if (!standardize) return column;
    const mean = column.reduce((a, b) => a + b) / column.length;
    const variance = column.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (column.length - 1);
    return column.map((x) => (x - mean) / Math.sqrt(variance));
  });
}

type LabelKernel = "one-hot" | "balanced" | "class-number";
type Square = number[][];
const square = (n: number, f: (i: number, j: number) => number): Square =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => f(i, j)));

function labelMatrix(data: Dataset, kernel: LabelKernel): Square {
  const codes = Array.from(data.labels!.codes);
  const size = (code: number) => codes.filter((other) => other === code).length;
  return square(codes.length, (i, j) => {
    if (kernel === "class-number") return (codes[i] + 1) * (codes[j] + 1);
    if (codes[i] !== codes[j]) return 0;
    return kernel === "balanced" ? 1 / size(codes[i]) : 1;
  });
}

const multiply = (a: Square, b: Square) =>
  square(a.length, (i, j) => a.reduce((sum, _, k) => sum + a[i][k] * b[k][j], 0));

/** tr(KHLH)/(n − 1)², product by product. */
function biased(k: Square, l: Square): number {
  const n = k.length;
  const h = square(n, (i, j) => (i === j ? 1 : 0) - 1 / n);
  const product = multiply(multiply(k, h), multiply(l, h));
  return product.reduce((sum, row, i) => sum + row[i], 0) / (n - 1) ** 2;
}

/** Song et al. (2012), equation 5: with zeros on the diagonals of K and L. */
function unbiased(k: Square, l: Square): number {
  const n = k.length;
  const [k0, l0] = [k, l].map((matrix) => square(n, (i, j) => (i === j ? 0 : matrix[i][j])));
  const rows = (matrix: Square) => matrix.map((row) => row.reduce((a, b) => a + b));
  const [kRows, lRows] = [rows(k0), rows(l0)];
  const sum = (values: number[]) => values.reduce((a, b) => a + b);
  const trace = sum(k0.map((row, i) => sum(row.map((x, j) => x * l0[i][j]))));
  const both = sum(kRows.map((x, i) => x * lRows[i]));
  return (trace + (sum(kRows) * sum(lRows)) / ((n - 1) * (n - 2)) - (2 / (n - 2)) * both) / (n * (n - 3));
}

/** K(i, j) over some columns, everything recomputed. */
function linearMatrix(columns: readonly number[][], rows: number): Square {
  return square(rows, (i, j) => columns.reduce((sum, x) => sum + x[i] * x[j], 0));
}
function gaussianMatrix(columns: readonly number[][], rows: number, s: number): Square {
  return square(rows, (i, j) => Math.exp(-s * columns.reduce((sum, x) => sum + (x[i] - x[j]) ** 2, 0)));
}

interface Literal {
  data: Dataset;
  hsic: typeof biased;
  matrix: (columns: readonly number[][], rows: number, left: number) => Square;
  labels?: LabelKernel;
  dropped?: (left: number) => number;
  standardize?: boolean;
}

/** Backward elimination as it is written: every candidate set's HSIC from scratch, the best sets' features dropped. */
function literal({ data, hsic, matrix, labels = "one-hot", dropped = () => 1, standardize }: Literal): {
  order: number[];
  scores: number[];
} {
  const columns = columnsOf(data, standardize);
  const l = labelMatrix(data, labels);
  const value = (set: readonly number[], left: number) =>
    set.length === 0
      ? 0
      : hsic(
          matrix(
            set.map((j) => columns[j]),
            data.rows,
            left,
          ),
          l,
        );
  let left = columns.map((_, j) => j);
  const worstFirst: number[] = [];
  const scores = columns.map(() => 0);
  while (left.length > 0) {
    const whole = value(left, left.length);
    const found = left.map((j) => ({
      j,
      without: value(
        left.filter((other) => other !== j),
        left.length,
      ),
    }));
    found.sort((a, b) => b.without - a.without || b.j - a.j);
    for (const { j, without } of found.slice(0, dropped(left.length))) {
      scores[j] = whole - without;
      worstFirst.push(j);
      left = left.filter((other) => other !== j);
    }
  }
  return { order: worstFirst.reverse(), scores };
}

const tenPercent = (left: number) => Math.max(1, Math.floor(0.1 * left));

/** A Gaussian whose width follows the number of features left, as in the paper. */
const following = (columns: readonly number[][], rows: number, left: number) =>
  gaussianMatrix(columns, rows, 1 / (2 * Math.max(1, left - 1)));

const run = (data: Dataset, options = {}) => select(data, { method: "bahsic", ...options });

describe("linear kernel", () => {
  const data = randomData({ rows: 25, features: 7, classes: 3, relevant: 3, seed: 4, unbalanced: true });

  test.each([
    ["biased", "one-hot"],
    ["biased", "balanced"],
    ["biased", "class-number"],
    ["unbiased", "one-hot"],
    ["unbiased", "balanced"],
    ["unbiased", "class-number"],
  ] as const)("equals elimination by brute force: %s, %s", async (estimator, labels) => {
    const hsic = estimator === "biased" ? biased : unbiased;
    const expected = literal({ data, hsic, matrix: linearMatrix, labels });
    const { ranking, scores, definition } = await run(data, { estimator, labelKernel: labels });
    expect(Array.from(ranking)).toEqual(expected.order);
    expectClose(scores, expected.scores, { relative: 1e-9, absolute: 1e-13 });
    expect(definition).toContain(estimator);
  });

  test("equals elimination by brute force on raw data", async () => {
    const raw = randomData({ rows: 20, features: 6, spread: 5, seed: 9 });
    const expected = literal({ data: raw, hsic: biased, matrix: linearMatrix, standardize: false });
    const { ranking, scores } = await run(raw, { standardize: false });
    expect(Array.from(ranking)).toEqual(expected.order);
    expectClose(scores, expected.scores, { relative: 1e-9 });
  });
});

describe("gaussian kernel", () => {
  const data = randomData({ rows: 30, features: 12, classes: 3, relevant: 5, seed: 3, unbalanced: true });

  test.each([
    ["biased", "one-hot"],
    ["biased", "balanced"],
    ["biased", "class-number"],
    ["unbiased", "one-hot"],
    ["unbiased", "balanced"],
  ] as const)("equals the literal elimination: %s, %s", async (estimator, labels) => {
    const hsic = estimator === "biased" ? biased : unbiased;
    const expected = literal({ data, hsic, matrix: following, labels, dropped: tenPercent });
    const { ranking, scores } = await run(data, { kernel: "gaussian", estimator, labelKernel: labels });
    expect(Array.from(ranking)).toEqual(expected.order);
    expectClose(scores, expected.scores, { relative: 1e-9, absolute: 1e-14 });
  });
});
