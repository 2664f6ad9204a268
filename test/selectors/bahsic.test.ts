import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  Dataset,
  digits,
  InputError,
  Matrix,
  planted,
  Random,
  type Selection,
  type SelectOptions,
  SparseMatrix,
  select,
} from "../../src/index.js";
import { BuiltKernels } from "../kernels/built.js";
import { expectClose } from "../support/expect-close.js";
import { denseValues, randomData, withColumns } from "../support/random-data.js";

/** Both in NumPy; test/fixtures/selectors/make_bahsic.py wrote it. */
const oracle = JSON.parse(
  readFileSync(new URL("../fixtures/selectors/bahsic.json", import.meta.url), "utf8"),
) as {
  /** The first rows of the digits, with n × n exponentials for every feature of every round. */
  digits: { rows: number; order: number[]; scores: number[] };
  /** Orders as the authors' code gives them. */
  elefant: {
    rows: number[][];
    labels: number[];
    runs: { scale: number | null; k: number; drop: number; order: number[] }[];
  }[];
};

/** The columns of the data as they are, or with mean 0 and standard deviation 1 (of n − 1). */
function columnsOf(data: Dataset, standardize = true): number[][] {
  const values = denseValues(data);
  return Array.from({ length: data.features }, (_, j) => {
    const column = Array.from({ length: data.rows }, (_, i) => values.get(i, j));
    if (!standardize) return column;
    const mean = sum(column) / column.length;
    return column.map((x) => (x - mean) / Math.sqrt(varianceOf(column)));
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
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const sumOfProducts = (a: Square, b: Square) => sum(a.map((row, i) => sum(row.map((x, j) => x * b[i][j]))));

/** Estimates of HSIC for given labels, as a function of K. */
type Estimate = (labels: Square) => (k: Square) => number;

/** tr(KHLH)/(n − 1)², H as a matrix. */
const biased: Estimate = (l) => {
  const n = l.length;
  const h = square(n, (i, j) => (i === j ? 1 : 0) - 1 / n);
  const hlh = multiply(multiply(h, l), h);
  return (k) => sumOfProducts(k, hlh) / (n - 1) ** 2;
};

/** Song et al. (2012), equation 5: with zeros on the diagonals of K and L. */
const unbiased: Estimate = (labels) => (kernel) => {
  const n = kernel.length;
  const [k, l] = [kernel, labels].map((matrix) => square(n, (i, j) => (i === j ? 0 : matrix[i][j])));
  const [kRows, lRows] = [k.map(sum), l.map(sum)];
  const both = sum(kRows.map((x, i) => x * lRows[i]));
  const all = (sum(kRows) * sum(lRows)) / ((n - 1) * (n - 2));
  return (sumOfProducts(k, l) + all - (2 / (n - 2)) * both) / (n * (n - 3));
};
const estimates = { biased, unbiased };

/** K(i, j) over some columns, everything recomputed. */
function linearMatrix(columns: readonly number[][], rows: number): Square {
  return square(rows, (i, j) => columns.reduce((sum, x) => sum + x[i] * x[j], 0));
}
function gaussianMatrix(columns: readonly number[][], rows: number, s: number): Square {
  return square(rows, (i, j) => Math.exp(-s * columns.reduce((sum, x) => sum + (x[i] - x[j]) ** 2, 0)));
}

interface Literal {
  data: Dataset;
  estimator?: keyof typeof estimates;
  /** K over some columns, where `all` are those left in the round. */
  matrix: (columns: readonly number[][], rows: number, all: readonly number[][]) => Square;
  labels?: LabelKernel;
  dropped?: (left: number) => number;
  standardize?: boolean;
}

/**
 * Backward elimination as it is written: HSIC of every candidate set from scratch, and the features dropped whose absence
 * leaves most; the later ones first where the difference is only rounding.
 */
function literal({
  data,
  estimator = "biased",
  matrix,
  labels = "one-hot",
  dropped = tenPercent,
  standardize,
}: Literal): { order: number[]; scores: number[] } {
  const columns = columnsOf(data, standardize);
  const hsic = estimates[estimator](labelMatrix(data, labels));
  const value = (set: readonly number[], all: readonly number[]) => {
    const [chosen, left] = [set, all].map((list) => list.map((j) => columns[j]));
    return set.length === 0 ? 0 : hsic(matrix(chosen, data.rows, left));
  };
  let left = columns.map((_, j) => j);
  const worstFirst: number[] = [];
  const scores = columns.map(() => 0);
  while (left.length > 0) {
    const whole = value(left, left);
    const found = left.map((j) => {
      const others = left.filter((other) => other !== j);
      return { j, without: value(others, left) };
    });
    const isTie = (a: number, b: number) => Math.abs(a - b) < 1e-13 * Math.abs(whole);
    found.sort((a, b) => (isTie(a.without, b.without) ? b.j - a.j : b.without - a.without));
    const gone = found.slice(0, dropped(left.length));
    for (const { j, without } of gone) {
      scores[j] = whole - without;
      worstFirst.push(j);
    }
    left = left.filter((j) => !gone.some((drop) => drop.j === j));
  }
  return { order: worstFirst.reverse(), scores };
}

const tenPercent = (left: number) => Math.max(1, Math.floor(0.1 * left));

/** Of n − 1. */
function varianceOf(x: readonly number[]): number {
  const mean = sum(x) / x.length;
  return sum(x.map((value) => (value - mean) ** 2)) / (x.length - 1);
}

/** A Gaussian whose width follows the features left: the paper's e^{−‖x − x′‖²/2(m − 1)} where all have variance 1. */
const following = (columns: readonly number[][], rows: number, all: readonly number[][]) => {
  const mean = sum(all.map(varianceOf)) / all.length;
  return gaussianMatrix(columns, rows, 1 / (2 * mean * Math.max(1, all.length - 1)));
};

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
    const expected = literal({ data, estimator, matrix: linearMatrix, labels });
    const { ranking, scores, definition } = await run(data, { estimator, labelKernel: labels });
    expect(Array.from(ranking)).toEqual(expected.order);
    expectClose(scores, expected.scores, { relative: 1e-9, absolute: 1e-13 });
    expect(definition).toContain(`${estimator} estimate, linear kernel on the data, ${labels} kernel`);
  });

  test("equals elimination by brute force on raw data", async () => {
    const raw = randomData({ rows: 20, features: 6, spread: 5, seed: 9 });
    const expected = literal({ data: raw, matrix: linearMatrix, standardize: false });
    const { ranking, scores } = await run(raw, { standardize: false });
    expect(Array.from(ranking)).toEqual(expected.order);
    expectClose(scores, expected.scores, { relative: 1e-9 });
  });

  test("raw data of any size gives scores that are numbers", async () => {
    const sizes = [1e-200, 1e200, 1.5e308];
    const wild = withColumns(
      data,
      sizes.map((size) => (i) => size * Math.sin(i)),
    );
    const { scores } = await run(wild, { standardize: false });
    expect(scores.some(Number.isNaN)).toBe(false);
    expect(scores[data.features + 2]).toBe(Number.POSITIVE_INFINITY);
  });

  test("with the balanced label kernel is the Fisher score F, as F/(1 + F)/(n − 1)", async () => {
    const unbalanced = randomData({ rows: 120, features: 40, classes: 4, seed: 8, unbalanced: true });
    for (const known of [unbalanced, await digits()]) {
      const fisher = await select(known, { method: "fisher" });
      const balanced = await run(known, { labelKernel: "balanced" });
      expect(balanced.ranking).toEqual(fisher.ranking);
      const expected = fisher.scores.map((f) => f / (1 + f) / (known.rows - 1));
      expectClose(balanced.scores, expected, { relative: 1e-10 });
    }
  });
});

describe("label kernels", () => {
  const data = randomData({ rows: 60, features: 12, classes: 4, relevant: 8, seed: 2, unbalanced: true });
  const named = (names: readonly string[]) =>
    data.with({ labels: Array.from(data.labels!.codes, (code) => names[code]) });

  test.each(["linear", "gaussian"])("class-number depends on the order of classes: %s", async (kernel) => {
    const [straight, mixed] = [named(["a", "b", "c", "d"]), named(["c", "a", "d", "b"])];
    const places = async (other: Dataset, labelKernel: LabelKernel) =>
      Array.from((await run(other, { kernel, labelKernel })).ranking);
    for (const labelKernel of ["one-hot", "balanced"] as const)
      expect(await places(mixed, labelKernel)).toEqual(await places(straight, labelKernel));
    expect(await places(mixed, "class-number")).not.toEqual(await places(straight, "class-number"));
  });

  test("do not differ for two classes, whose centred kernels are multiples of each other", async () => {
    const two = randomData({ rows: 50, features: 10, classes: 2, seed: 5, unbalanced: true });
    for (const kernel of ["linear", "gaussian"])
      for (const estimator of ["biased", "unbiased"]) {
        const rankings = await Promise.all(
          ["one-hot", "balanced", "class-number"].map(
            async (labelKernel) => (await run(two, { kernel, estimator, labelKernel })).ranking,
          ),
        );
        expect(rankings[1]).toEqual(rankings[0]);
        expect(rankings[2]).toEqual(rankings[0]);
      }
  });
});

describe("gaussian kernel", () => {
  const data = randomData({ rows: 30, features: 12, classes: 3, relevant: 5, seed: 3, unbalanced: true });
  const gaussian = (input: Dataset, options = {}) => run(input, { kernel: "gaussian", ...options });

  test.each([
    ["biased", "one-hot"],
    ["biased", "balanced"],
    ["biased", "class-number"],
    ["unbiased", "one-hot"],
    ["unbiased", "balanced"],
  ] as const)("equals the literal elimination: %s, %s", async (estimator, labels) => {
    const expected = literal({ data, estimator, matrix: following, labels });
    const { ranking, scores } = await gaussian(data, { estimator, labelKernel: labels });
    expect(Array.from(ranking)).toEqual(expected.order);
    expectClose(scores, expected.scores, { relative: 1e-10, absolute: 1e-15 });
  });

  test.each([0.3, 1.5, 20])(
    "equals the literal elimination with bandwidth %d on raw data",
    async (bandwidth) => {
      const raw = randomData({ rows: 24, features: 9, spread: 2, seed: 6 });
      const matrix = (columns: readonly number[][], rows: number) =>
        gaussianMatrix(columns, rows, 1 / (2 * bandwidth ** 2));
      const dropped = (left: number) => Math.max(1, Math.floor(0.4 * left));
      const expected = literal({ data: raw, matrix, dropped, standardize: false });
      const { ranking, scores } = await gaussian(raw, { bandwidth, dropRate: 0.4, standardize: false });
      expect(Array.from(ranking)).toEqual(expected.order);
      expectClose(scores, expected.scores, { relative: 1e-9, absolute: 1e-15 });
    },
  );

  test("on raw data the width follows the mean variance of the features left", async () => {
    const raw = randomData({ rows: 24, features: 6, spread: 3, seed: 7 });
    const expected = literal({ data: raw, matrix: following, standardize: false });
    const { ranking, scores } = await gaussian(raw, { standardize: false });
    expect(Array.from(ranking)).toEqual(expected.order);
    expectClose(scores, expected.scores, { relative: 1e-9 });
  });

  test("expansions, exponentials of features with outliers, copies and updates agree with the literal one", async () => {
    const random = new Random(12);
    const plain = randomData({ rows: 45, features: 24, classes: 3, relevant: 9, seed: 10 });
    const values = denseValues(plain);
    const mixed = withColumns(plain, [
      (i) => (i === 7 ? 40 : random.normal()),
      () => random.normal() ** 5,
      (i) => values.get(i, 2),
      (i) => values.get(i, 2),
      (i) => values.get(i, 20),
    ]);
    const expected = literal({ data: mixed, matrix: following });
    const { ranking, scores } = await gaussian(mixed);
    expect(Array.from(ranking)).toEqual(expected.order);
    expectClose(scores, expected.scores, { relative: 1e-9, absolute: 1e-14 });
  });

  test("agrees with NumPy on the digits, constant pixels included", async () => {
    const { rows, order, scores: expected } = oracle.digits;
    const some = (await digits()).selectRows(Int32Array.from({ length: rows }, (_, i) => i));
    const { ranking, scores } = await gaussian(some);
    expect(Array.from(ranking)).toEqual(order);
    expectClose(scores, expected, { relative: 1e-9, absolute: 1e-15 });
  });

  test("constant features stay outside and rank last", async () => {
    const { ranking, scores } = await gaussian(withColumns(data, [() => 3, () => 3, () => 0.1]));
    const alone = await gaussian(data);
    expect(Array.from(ranking)).toEqual([...alone.ranking, 12, 13, 14]);
    expect(Array.from(scores)).toEqual([...alone.scores, 0, 0, 0]);
  });

  test("gives the same bits with any number of threads", async () => {
    const { data: larger } = planted({ rows: 400, noise: 10 });
    const results: Selection[] = [];
    for (const threads of [1, 3]) {
      const kernels = await BuiltKernels.create("wasm", threads);
      results.push(await gaussian(larger, { kernels }));
      await kernels.dispose();
    }
    expect(results[1].scores).toEqual(results[0].scores);
    expect(results[1].ranking).toEqual(results[0].ranking);
  });

  test("gives sparse data the bits of dense data", async () => {
    const { rows, columns, data: numbers } = denseValues(data);
    const all = Array.from(numbers.keys());
    const sparse = SparseMatrix.fromTriplets(
      rows,
      columns,
      all.map((at) => Math.floor(at / columns)),
      all.map((at) => at % columns),
      Array.from(numbers),
    );
    const [fromSparse, fromDense] = [await gaussian(data.with({ values: sparse })), await gaussian(data)];
    expect(fromSparse.scores).toEqual(fromDense.scores);
    expect(fromSparse.ranking).toEqual(fromDense.ranking);
  });

  test("follows permuted columns, does not depend on rows' order, and stays finite", async () => {
    const { data: larger, truth } = planted({ rows: 90, classes: 3, relevant: 6, noise: 18, seed: 7 });
    const straight = await gaussian(larger);
    const order = Int32Array.from({ length: larger.features }, (_, j) => (j * 7) % larger.features);
    expect(new Set(order).size).toBe(larger.features);
    const permuted = await gaussian(larger.selectColumns(order));
    expect(Array.from(permuted.ranking, (j) => order[j])).toEqual(Array.from(straight.ranking));
    const rows = Int32Array.from({ length: larger.rows }, (_, i) => (i * 7) % larger.rows);
    expect((await gaussian(larger.selectRows(rows))).ranking).toEqual(straight.ranking);
    const noise = new Set(truth.noise);
    expect(Array.from(straight.ranking.subarray(0, 6)).filter((j) => noise.has(j))).toEqual([]);
    const wild = withColumns(larger, [(i) => 1.5e308 * Math.sin(i), (i) => 1e-200 * Math.cos(i)]);
    expect((await gaussian(wild)).scores.some(Number.isNaN)).toBe(false);
  });

  test("can drop all at once or one at a time", async () => {
    const atOnce = await gaussian(data, { dropRate: 1 });
    const byScore = Array.from(atOnce.scores.keys()).sort((a, b) => atOnce.scores[b] - atOnce.scores[a]);
    expect(Array.from(atOnce.ranking)).toEqual(byScore);
    const expected = literal({ data, matrix: following, dropped: () => 1 });
    expect(Array.from((await gaussian(data, { dropRate: 0 })).ranking)).toEqual(expected.order);
  });

  test("reports on its way, and an abort is the end of it", async () => {
    const large = planted({ rows: 600, noise: 2000 }).data;
    const controller = new AbortController();
    const reason = new Error("enough");
    const seen: number[] = [];
    const onProgress = (fraction: number) => {
      if (seen.push(fraction) === 12) controller.abort(reason);
    };
    await expect(gaussian(large, { signal: controller.signal, onProgress })).rejects.toBe(reason);
    expect(seen).toHaveLength(12);
    expect(seen.at(-1)).toBeLessThan(0.5);
  });

  test("refuses what it cannot do", async () => {
    const tall = new Dataset({
      values: new Matrix(
        Float64Array.from({ length: 3401 }, (_, i) => i),
        3401,
        1,
      ),
      labels: Array.from({ length: 3401 }, (_, i) => i % 2),
    });
    await expect(gaussian(tall)).rejects.toThrow(
      /takes at most 3400; 3401 were given.* \(kernel: "linear"\)/,
    );
    const huge = withColumns(data, [(i) => 1e200 * Math.sin(i)]);
    await expect(gaussian(huge, { standardize: false })).rejects.toThrow(/not finite; standardise/);
    await expect(run(data, { bandwidth: 2 })).rejects.toThrow(/bandwidth is for the gaussian kernel/);
    await expect(run(data, { compat: "elefant", estimator: "biased" })).rejects.toThrow(InputError);
  });
});

describe("planted dependence that no mean shows", () => {
  const made = (noise: number, label: (x: number[]) => string, seed: number) => {
    const random = new Random(seed);
    const rows = Array.from({ length: 300 }, () => Array.from({ length: noise + 2 }, () => random.normal()));
    return Dataset.fromRows(rows, rows.map(label));
  };
  const xor = (x: number[]) => (x[0] * x[1] > 0 ? "same sign" : "other sign");
  const ring = (x: number[]) => (x[0] ** 2 + x[1] ** 2 > 1.4 ? "outside" : "inside");
  const topTwo = async (data: Dataset, options: SelectOptions) =>
    Array.from((await select(data, options)).ranking.subarray(0, 2)).sort((a, b) => a - b);

  test.each([
    ["the signs of two features together", xor],
    ["a ring", ring],
  ])("gaussian finds %s among 98 noise features; linear and fisher do not", async (_, label) => {
    const data = made(98, label, 1);
    expect(await topTwo(data, { method: "bahsic", kernel: "gaussian" })).toEqual([0, 1]);
    for (const method of ["bahsic", "fisher"] as const) {
      const places = Array.from((await select(data, { method })).ranking);
      expect(places.indexOf(0)).toBeGreaterThan(10);
      expect(places.indexOf(1)).toBeGreaterThan(10);
    }
  });

  test("gaussian loses the signs of two features among 498", async () => {
    const { ranking } = await run(made(498, xor, 1), { kernel: "gaussian" });
    expect(Array.from(ranking).indexOf(0)).toBeGreaterThan(100);
    expect(Array.from(ranking).indexOf(1)).toBeGreaterThan(100);
  });
});

test("one-hot hardly sees a small class, which balanced does", async () => {
  const random = new Random(1);
  const labels = Array.from({ length: 310 }, (_, i) => (i < 150 ? "a" : i < 300 ? "b" : "rare"));
  const shift = (label: string, j: number) =>
    j === 0 && label === "rare" ? 4 : j > 0 && j <= 10 && label === "b" ? 0.5 : 0;
  const rows = labels.map((label) => Array.from({ length: 40 }, (_, j) => random.normal() + shift(label, j)));
  const data = Dataset.fromRows(rows, labels);
  for (const kernel of ["linear", "gaussian"]) {
    expect((await run(data, { kernel })).ranking.indexOf(0)).toBeGreaterThan(4);
    expect((await run(data, { kernel, labelKernel: "balanced" })).ranking[0]).toBe(0);
  }
});

describe("compat elefant", () => {
  test.each(oracle.elefant.flatMap((made) => made.runs.map((one) => ({ ...made, ...one }))))(
    "scale $scale, k $k, drop $drop",
    async ({ rows, labels, scale, k, drop, order }) => {
      const { ranking, definition } = await run(Dataset.fromRows(rows, labels), {
        compat: "elefant",
        k,
        dropRate: drop,
        ...(scale === null ? {} : { kernel: "gaussian" }),
        // A scale of 1 is what their Gaussian kernel takes when none is given.
        ...(scale === null || scale === 1 ? {} : { bandwidth: Math.sqrt(1 / (2 * scale)) }),
      });
      expect(Array.from(ranking)).toEqual(order);
      expect(definition).toContain("elefant");
    },
  );
});
