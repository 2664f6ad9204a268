import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Dataset, digits, Matrix, planted, Random, select } from "../../src/index.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import { encodeForSelection, fitPreparation } from "../../src/models/preparation.js";
import { type Margin, type Remaining, TallMargin } from "../../src/selectors/mmc-rfe/margin.js";
import { WideMargin } from "../../src/selectors/mmc-rfe/wide-margin.js";
import { denseValues, randomData } from "../support/random-data.js";
import { type Rows, scatters, toRows } from "../support/scatter.js";
import { mixedTable } from "./mixed-tables.js";

/** numpy.linalg.eigh on Sb − Sw summed sample by sample; test/fixtures/selectors/make_mmc_rfe.py wrote it. */
const oracle = JSON.parse(
  readFileSync(new URL("../fixtures/selectors/mmc_rfe.json", import.meta.url), "utf8"),
) as { digits: number[]; wide: { rows: number[][]; labels: number[]; order: number[] } };

const rank = async (data: Dataset, options = {}) =>
  Array.from((await select(data, { method: "mmc-rfe", k: 1, ...options })).ranking);

/** All eigenvalues with their vectors by Jacobi's rotations, largest first: slow, and nothing like ours. */
function jacobi(matrix: Rows): { value: number; vector: number[] }[] {
  const n = matrix.length;
  const a = matrix.map((row) => [...row]);
  const v: number[][] = a.map((row, i) => row.map((_, j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < 30; sweep++)
    for (let p = 0; p < n; p++)
      for (let q = p + 1; q < n; q++) {
        if (Math.abs(a[p][q]) < 1e-300) continue;
        const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        for (let k = 0; k < n; k++)
          [a[k][p], a[k][q]] = [c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]];
        for (let k = 0; k < n; k++)
          [a[p][k], a[q][k]] = [c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]];
        for (let k = 0; k < n; k++)
          [v[k][p], v[k][q]] = [c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]];
      }
  return a
    .map((row, k) => ({ value: row[k], vector: v.map((line) => line[k]) }))
    .sort((x, y) => y.value - x.value);
}

interface LiteralOptions {
  dropRate?: number;
  slowFrom?: number;
  vectors?: "positive" | "classes";
  weight?: "sum" | "eigenvalue";
}

/**
 * The definition, word by word, on dense d × d scatter matrices. Features are columns, or blocks of columns whose entry in a vector
 * is the root mean square of theirs.
 */
function literal(
  data: Dataset,
  options: LiteralOptions = {},
  blocks = Array.from({ length: data.features }, (_, j) => [j]),
  scores = new Map<number, number>(),
): number[] {
  const { dropRate = 0.1, slowFrom = 100, vectors = "positive", weight = "sum" } = options;
  const { between, within } = scatters(data);
  let left = Array.from(blocks.keys());
  const dropped: number[] = [];
  while (left.length > 0) {
    const columns = left.flatMap((feature) => blocks[feature]);
    const pairs = jacobi(columns.map((i) => columns.map((j) => between[i][j] - within[i][j])));
    const entry = (vector: readonly number[], feature: number) => {
      const squares = blocks[feature].map((column) => vector[columns.indexOf(column)] ** 2);
      return Math.sqrt(squares.reduce((total, x) => total + x, 0) / squares.length);
    };
    const size = Math.max(...pairs.map(({ value }) => Math.abs(value)));
    const positive = pairs.filter(({ value }) => value > 1e-9 * size);
    const used =
      vectors === "classes"
        ? pairs.slice(0, data.labels!.classes.length - 1)
        : positive.length > 0
          ? positive
          : pairs.slice(0, 1);
    const sum = (feature: number, byValue: boolean) =>
      used.reduce(
        (total, { value, vector }) =>
          total + (byValue && used[0].value > 0 ? Math.max(0, value) : 1) * entry(vector, feature),
        0,
      );
    const weighed = left.map((feature) => ({
      feature,
      weight: Number(sum(feature, weight === "eigenvalue").toPrecision(9)),
      tie: Number(sum(feature, true).toPrecision(9)),
    }));
    weighed.sort((a, b) => a.weight - b.weight || a.tie - b.tie || b.feature - a.feature);
    const count =
      left.length <= slowFrom
        ? 1
        : Math.min(Math.max(1, Math.floor(dropRate * left.length)), left.length - slowFrom);
    const gone = weighed.slice(0, count).map(({ feature }) => feature);
    const all = weighed.reduce((total, one) => total + one.weight, 0);
    for (const { feature, weight: own } of weighed.slice(0, count))
      scores.set(feature, Math.max(own / all, ...scores.values()));
    dropped.push(...gone);
    left = left.filter((feature) => !gone.includes(feature));
  }
  return dropped.reverse();
}

describe("mmc-rfe equals a literal dense version", () => {
  test("NumPy's on the digits", async () => {
    const data = await digits();
    expect((await rank(data)).slice(0, oracle.digits.length)).toEqual(oracle.digits);
  });

  test("NumPy's with more features than samples, a tenth at a time and then singly", async () => {
    const { rows, labels, order } = oracle.wide;
    expect(await rank(Dataset.fromRows(rows, labels))).toEqual(order);
  });

  test.each([
    { rows: 60, features: 14, classes: 3, unbalanced: true },
    { rows: 40, features: 12, classes: 6 },
    { rows: 12, features: 26, classes: 3 },
    { rows: 14, features: 24, classes: 5, unbalanced: true },
    { rows: 30, features: 10, classes: 2, relevant: 0 },
  ])("by Jacobi's rotations: $rows × $features, $classes classes", async (shape) => {
    for (const seed of [1, 2]) {
      const data = randomData({ ...shape, seed, spread: 3 });
      for (const options of [
        {},
        { dropRate: 0.3, slowFrom: 4 },
        { weight: "eigenvalue" },
        ...(shape.rows > shape.features ? [{ vectors: "classes" }] : []),
      ] as LiteralOptions[]) {
        const { ranking, scores } = await select(data, { method: "mmc-rfe", k: 1, ...options });
        const expected = new Map<number, number>();
        expect(Array.from(ranking)).toEqual(literal(data, options, undefined, expected));
        scores.forEach((score, j) => {
          expect(score).toBeCloseTo(expected.get(j)!, 7);
        });
      }
    }
  });

  test("with categories, which go as a whole", async () => {
    for (const classes of [2, 3]) {
      const data = mixedTable(classes, { rows: 50, classes });
      const rows = Array.from({ length: data.rows }, (_, i) => i);
      const { data: encoded, featureOf } = encodeForSelection(data, fitPreparation(data, rows));
      const blocks = data.featureNames.map((_, feature) =>
        Array.from(featureOf.keys()).filter((column) => featureOf[column] === feature),
      );
      for (const options of [{}, { weight: "eigenvalue" as const }])
        expect(await rank(data, options)).toEqual(literal(encoded, options, blocks));
    }
  });

  test("with groups, which go as a whole", async () => {
    const data = randomData({ rows: 60, features: 8, classes: 3, seed: 4, spread: 3 });
    const blocks = [[0], [1, 4, 6], [2, 3], [5], [7]];
    const name = (j: number) => data.featureNames[j];
    const ranking = await rank(data, { featureGroups: { a: [1, 4, 6].map(name), b: [2, 3].map(name) } });
    const expected = literal(data, {}, blocks).map((block) => blocks[block]);
    for (const block of expected)
      expect(ranking.splice(0, block.length).sort((a, b) => a - b)).toEqual(block);
  });

  test("with exact copies in the data, of which the later goes first", async () => {
    for (const [rows, features] of [
      [40, 8],
      [10, 14],
    ]) {
      const data = randomData({ rows, features, seed: 3 });
      const values = toRows(denseValues(data)).map((row) => [...row, row[0], row[3], row[0]]);
      const doubled = new Dataset({ values: Matrix.fromRows(values), labels: data.labels });
      const order = await rank(doubled);
      expect(order).toEqual(literal(doubled));
      expect(order.indexOf(0)).toBeLessThan(order.indexOf(features));
      expect(order.indexOf(features)).toBeLessThan(order.indexOf(features + 2));
    }
  });
});

describe("mmc-rfe: both forms of Sb − Sw", () => {
  const sizes = (codes: Int32Array) => {
    const counts = new Int32Array(Math.max(...codes) + 1);
    for (const code of codes) counts[code]++;
    return counts;
  };

  /** Solves in both forms, takes half of the features away, solves again. */
  async function expectAgreement(n: number, d: number, samples: (random: Random, out: Matrix) => void) {
    const kernels = await createKernels({ threads: 1 });
    const workspace = kernels.workspace();
    const values = workspace.matrix(n, d);
    samples(new Random(2), values);
    for (let j = 0; j < d; j++) {
      let mean = 0;
      for (let i = 0; i < n; i++) mean += values.get(i, j) / n;
      for (let i = 0; i < n; i++) values.set(i, j, values.get(i, j) - mean);
    }
    const codes = Int32Array.from({ length: n }, (_, i) => i % 3);
    const classes = { codes, sizes: sizes(codes), roots: new Float64Array(n).fill(1) };
    let remaining: Remaining = {
      samples: values,
      counts: Int32Array.from({ length: d }, (_, j) => 1 + (j % 2)),
    };
    const forms: Margin[] = [
      new WideMargin(kernels, workspace, classes, remaining),
      TallMargin.fromSamples(kernels, workspace, classes, remaining),
    ];
    for (let left = d; left > n; left = Math.ceil(left / 2)) {
      const [wide, tall] = await Promise.all(forms.map((form) => form.solve(2, true, async () => {})));
      expect(wide.values.length).toBe(tall.values.length);
      wide.values.forEach((value, k) => {
        expect(Math.abs(value / tall.values[k] - 1)).toBeLessThan(1e-9);
        for (let i = 0; i < wide.vectors.rows; i++)
          expect(Math.abs(Math.abs(wide.vectors.get(i, k)) - Math.abs(tall.vectors.get(i, k)))).toBeLessThan(
            1e-7,
          );
      });
      const next = Math.ceil(left / 2);
      const leaving = remaining.counts.map((count, j) => (j < next ? Math.min(1, count - 1) : count));
      for (const form of forms) form.subtract(leaving);
      const rows = toRows(remaining.samples).map((row) => row.slice(0, next));
      remaining = {
        samples: workspace.matrix(n, next),
        counts: remaining.counts.slice(0, next).map((count, j) => count - leaving[j]),
      };
      remaining.samples.data.set(rows.flat());
      for (const form of forms) form.settle(remaining);
    }
    workspace.release();
    await kernels.dispose();
  }

  test("agree, and still do when most features are gone", () =>
    expectAgreement(5, 600, (random, out) => {
      out.data.set(out.data.map(() => random.normal()));
    }));

  test("agree on samples that repeat each other, where G is singular", () =>
    expectAgreement(12, 100, (random, out) => {
      for (let i = 0; i < 12; i++)
        for (let j = 0; j < 100; j++) out.set(i, j, i < 9 ? random.normal() : out.get(i - 9, j));
    }));

  test("agree on samples that all but repeat each other", () =>
    expectAgreement(12, 100, (random, out) => {
      for (let i = 0; i < 12; i++)
        for (let j = 0; j < 100; j++)
          out.set(i, j, i < 9 ? random.normal() : out.get(i - 9, j) + 1e-8 * random.normal());
    }));

  test("agree on samples of very different length, where one vector has a small eigenvalue", () =>
    expectAgreement(9, 80, (random, out) => {
      for (let i = 0; i < 9; i++)
        for (let j = 0; j < 80; j++) out.set(i, j, random.normal() * (i % 3 === 0 ? 1 : 0.05));
    }));
});

describe("mmc-rfe: what it finds", () => {
  test("planted features, with more features than samples too", async () => {
    for (const seed of [1, 2, 3])
      for (const size of [
        { rows: 150, noise: 45 },
        { rows: 60, noise: 295 },
      ]) {
        const { data, truth } = planted({
          ...{ classes: 3, relevant: 5, copies: 0, combinations: 0, separation: 1.5, seed },
          ...size,
        });
        const top = new Set((await rank(data)).slice(0, 5));
        for (const j of truth.relevant) expect(top.has(j)).toBe(true);
      }
  });

  test("fewer than Fisher score does when classes overlap: a quarter of the labels wrong", async () => {
    const found = { "mmc-rfe": 0, fisher: 0 };
    for (let seed = 1; seed <= 10; seed++) {
      const random = new Random(seed);
      const rows = Array.from({ length: 200 }, () => Array.from({ length: 50 }, () => random.normal()));
      const labels = rows.map((row, i) => {
        for (let j = 0; j < 5; j++) row[j] += i % 2 ? 0.7 : -0.7;
        return random.uniform() < 0.25 ? (i + 1) % 2 : i % 2;
      });
      for (const method of ["mmc-rfe", "fisher"] as const) {
        const top = (await rank(Dataset.fromRows(rows, labels), { method })).slice(0, 5);
        found[method] += top.filter((j) => j < 5).length;
      }
    }
    expect(found["mmc-rfe"]).toBeLessThan(found.fisher - 15);
  });

  test("warns when no direction separates the classes more than it spreads them", async () => {
    const noise = randomData({ rows: 200, features: 4, relevant: 0, seed: 1 });
    const weak = await select(noise, { method: "mmc-rfe", k: 1 });
    expect(weak.notices[0].text).toMatch(/no direction/);
    const clear = randomData({ rows: 200, features: 4, separation: 3, seed: 1 });
    expect((await select(clear, { method: "mmc-rfe", k: 1 })).notices).toEqual([]);
  });

  test("scores follow the ranking: shares of the weights, all of it for the last feature", async () => {
    const { ranking, scores } = await select(await digits(), { method: "mmc-rfe", k: 1 });
    const ordered = Array.from(ranking, (j) => scores[j]);
    ordered.slice(1).forEach((score, at) => {
      expect(score).toBeLessThanOrEqual(ordered[at]);
    });
    expect(ordered[0]).toBe(1);
    expect(ordered[60]).toBeLessThan(1 / 60);
  });

  test("refuses values that cannot be squared when they are not standardised", async () => {
    const data = Dataset.fromRows([[1e200], [2e200], [3e200], [5e200]], ["a", "a", "b", "b"]);
    await expect(rank(data, { standardize: false })).rejects.toThrow(/standardize/);
  });
});
