import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { sliceTargets } from "../../src/data/labels.js";
import {
  createKernels,
  Dataset,
  Matrix,
  Random,
  type SelectOptions,
  SparseMatrix,
  select,
} from "../../src/index.js";
import { allSelectors } from "../../src/selectors/registry.js";
import { expectClose } from "../support/expect-close.js";

/** scikit-learn's f_regression; test/fixtures/evaluation/make_regression.py wrote it. */
const { tall, wide } = JSON.parse(
  readFileSync(new URL("../fixtures/evaluation/regression.json", import.meta.url), "utf8"),
) as Record<"tall" | "wide", { x: number[][]; y: number[]; f: number[] }>;

const kernels = await createKernels({ threads: 1 });
afterAll(() => kernels.dispose());

const dataOf = ({ x, y }: { x: number[][]; y: number[] }) =>
  new Dataset({ values: Matrix.fromRows(x), targets: y, labelName: "yield" });

/** Five features make the target, the others are noise. */
function plantedTarget(seed: number, rows = 150, features = 60): Dataset {
  const random = new Random(seed);
  const values = Matrix.zeros(rows, features);
  for (let at = 0; at < values.data.length; at++) values.data[at] = random.normal();
  const weights = [3, -2, 2, 2, -2];
  const targets = Float64Array.from(
    { length: rows },
    (_, i) => 50 + weights.reduce((sum, w, j) => sum + w * values.get(i, j), 0) + random.normal(),
  );
  return new Dataset({ values, targets });
}

const continuous = allSelectors().filter(({ targets }) => targets === "continuous");

describe("numbers to predict", () => {
  test("which methods can", () => {
    expect(continuous.map(({ name }) => name)).toEqual(["dfs", "fisher", "mrmr", "relieff", "lasso", "rfs"]);
  });

  test.each(continuous.map(({ name }) => name))("%s ranks planted features before noise", async (method) => {
    for (const seed of [1, 2]) {
      const data = plantedTarget(seed);
      const { ranking } = await select(data, { method, k: 5, kernels } as SelectOptions);
      const found = Array.from(ranking.subarray(0, 5)).filter((j) => j < 5).length;
      expect(found).toBeGreaterThanOrEqual(method === "mrmr" || method === "relieff" ? 4 : 5);
      // Targets in another unit, and upside down, rank the same.
      const other = data.with({ targets: data.targets!.map((y) => 7 - y / 1024) });
      const again = await select(other, { method, k: 5, kernels } as SelectOptions);
      expect(Array.from(again.ranking.subarray(0, 5)).sort()).toEqual(
        Array.from(ranking.subarray(0, 5)).sort(),
      );
    }
  });

  test.each(continuous.map(({ name }) => name))("%s does not raise noise", async (method) => {
    // Targets that no feature says anything about: which features come first is chance, each seed another.
    const firsts = new Set<number>();
    for (const seed of [1, 2, 3, 4]) {
      const data = plantedTarget(seed, 80, 30);
      const targets = new Random(seed + 100).shuffle(Array.from(data.targets!));
      const { ranking } = await select(data.with({ targets }), { method, k: 5, kernels } as SelectOptions);
      for (const j of ranking.subarray(0, 5)) firsts.add(j);
    }
    expect(firsts.size).toBeGreaterThan(10);
  });

  test("methods for classes refuse and name those that can", async () => {
    const data = dataOf(tall);
    for (const method of ["ldfs", "trace-ratio", "bahsic", "mmc-rfe", "svm-rfe"] as const)
      await expect(select(data, { method, kernels })).rejects.toThrow(
        /needs classes, but the target "yield" is a number; methods that can predict numbers are dfs, fisher, laplacian, mrmr, relieff, lasso, rfs/,
      );
    await expect(select(data, { method: "laplacian", graph: "class", kernels })).rejects.toThrow(
      /graph class needs classes/,
    );
    await select(data, { method: "laplacian", k: 2, kernels });
  });

  test("refuses targets that nothing can be learned from", async () => {
    const data = dataOf(tall);
    const refused = (targets: number[], message: RegExp) =>
      expect(select(data.with({ targets }), { method: "fisher" })).rejects.toThrow(message);
    await refused(
      tall.y.map(() => 3),
      /the target is 3 in every row/,
    );
    await refused(
      tall.y.map((y, i) => (i === 4 ? Number.NaN : y)),
      /the target of row 5 is NaN/,
    );
    expect(() => data.with({ targets: [1, 2] })).toThrow(/2 targets for 40 rows/);
    for (const options of [{ compat: "weka" }, { confidence: 0.9 }] as const)
      await expect(select(data, { method: "relieff", ...options })).rejects.toThrow(/is about classes/);
    await expect(select(data, { method: "mrmr", compat: "pymrmr" })).rejects.toThrow(/is about classes/);
  });
});

function sparseOf(rows: readonly number[][]): SparseMatrix {
  const entries = rows.flatMap((row, i) => row.flatMap((x, j) => (x === 0 ? [] : [{ i, j, x }])));
  const list = (part: (entry: (typeof entries)[number]) => number) => entries.map(part);
  return SparseMatrix.fromTriplets(
    rows.length,
    rows[0].length,
    list(({ i }) => i),
    list(({ j }) => j),
    list(({ x }) => x),
  );
}

describe("fisher", () => {
  test("is scikit-learn's f_regression", async () => {
    for (const one of [tall, wide]) {
      const { scores } = await select(dataOf(one), { method: "fisher", k: 1 });
      expectClose(scores, one.f, { relative: 1e-9 });
      const sparse = new Dataset({ values: sparseOf(one.x), targets: one.y });
      expectClose((await select(sparse, { method: "fisher", k: 1 })).scores, one.f, { relative: 1e-9 });
    }
  });

  test("a perfect feature has an infinite score, a constant one 0", async () => {
    const rows = tall.y.map((y) => [y, -2 * y, 4]);
    const { scores } = await select(new Dataset({ values: Matrix.fromRows(rows), targets: tall.y }), {
      method: "fisher",
      k: 1,
    });
    expect(Array.from(scores)).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0]);
  });
});

/** The published pseudocode, line by line (Robnik-Šikonja and Kononenko 2003, figure 3). */
function literalRReliefF(
  x: readonly number[][],
  y: readonly number[],
  k: number,
  sigma: number | null,
): number[] {
  const [n, d] = [x.length, x[0].length];
  const range = (values: number[]) => Math.max(...values) - Math.min(...values);
  const widths = Array.from({ length: d }, (_, j) => range(x.map((row) => row[j])));
  const diff = (j: number, a: number, b: number) => Math.abs(x[a][j] - x[b][j]) / widths[j];
  let ndc = 0;
  const nda = new Array<number>(d).fill(0);
  const ndcda = new Array<number>(d).fill(0);
  for (let i = 0; i < n; i++) {
    const distance = (other: number) => widths.reduce((sum, _, j) => sum + diff(j, i, other), 0);
    const near = Array.from({ length: n }, (_, other) => other)
      .filter((other) => other !== i)
      .sort((a, b) => distance(a) - distance(b) || a - b)
      .slice(0, k);
    const influence = near.map((_, rank) => (sigma === null ? 1 : Math.exp(-(((rank + 1) / sigma) ** 2))));
    const whole = influence.reduce((sum, one) => sum + one, 0);
    near.forEach((other, rank) => {
      const weight = influence[rank] / whole;
      const apart = Math.abs(y[i] - y[other]) / range([...y]);
      ndc += apart * weight;
      for (let j = 0; j < d; j++) {
        nda[j] += diff(j, i, other) * weight;
        ndcda[j] += apart * diff(j, i, other) * weight;
      }
    });
  }
  return nda.map((all, j) => ndcda[j] / ndc - (all - ndcda[j]) / (n - ndc));
}

describe("relieff", () => {
  test("is RReliefF as it was published", async () => {
    for (const one of [tall, wide])
      for (const [neighbours, sigma] of [
        [10, null],
        [5, 3],
        [70, 20],
      ] as const) {
        const { scores, definition } = await select(dataOf(one), {
          method: "relieff",
          neighbours,
          sigma,
          k: 1,
          kernels,
        });
        const expected = literalRReliefF(one.x, one.y, Math.min(neighbours, one.x.length - 1), sigma);
        expectClose(scores, expected, { absolute: 1e-13 });
        expect(definition).toMatch(/^RReliefF/);
      }
  });

  test("scores do not depend on the order of rows; some samples give an estimate", async () => {
    const data = dataOf(tall);
    const order = new Random(3).shuffle(Int32Array.from(tall.y.keys()));
    const { scores } = await select(data, { method: "relieff", k: 1, kernels });
    const shuffled = await select(data.selectRows(order), { method: "relieff", k: 1, kernels });
    expect(Array.from(shuffled.scores)).toEqual(Array.from(scores));
    const part = await select(data, { method: "relieff", samples: 30, k: 1, kernels });
    expect(part.definition).toMatch(/from 30 of 40 samples/);
    expectClose(part.scores, scores, { absolute: 0.05 });
  });
});

describe("rfs", () => {
  test("minimises Σ|y − xw| + γ‖w‖₁, proven by its dual", async () => {
    const { certificate, scores } = await select(dataOf(tall), {
      method: "rfs",
      tolerance: 1e-10,
      k: 1,
      kernels,
    });
    expect(certificate!.gap).toBeLessThan(1e-4);
    expect(scores[0]).toBeGreaterThan(scores[3]);
    // Above the largest γ nothing is left.
    const empty = await select(dataOf(tall), { method: "rfs", gamma: 1e4, k: 1, kernels });
    expect(empty.notices.at(-1)!.text).toMatch(/W = 0 is the optimum/);
  });
});

describe("slices", () => {
  test("hold about equally many rows, equal numbers together, smallest first", () => {
    const random = new Random(8);
    for (const rows of [4, 15, 40, 103]) {
      const targets = Float64Array.from({ length: rows }, () => random.normal());
      const { codes, classes } = sliceTargets(targets);
      expect(classes.length).toBe(Math.max(2, Math.min(5, Math.floor(rows / 10))));
      const sizes = classes.map((_, code) => codes.filter((one) => one === code).length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      for (let i = 0; i < rows; i++)
        for (let j = 0; j < rows; j++)
          if (targets[i] < targets[j]) expect(codes[i]).toBeLessThanOrEqual(codes[j]);
    }
    const tied = sliceTargets(Float64Array.from({ length: 100 }, (_, i) => (i < 60 ? 0 : i)));
    expect(new Set(tied.codes.subarray(0, 60)).size).toBe(1);
    expect(tied.classes[0]).toMatch(/^0 to /);
    expect(sliceTargets(Float64Array.of(1, 1, 1, 2)).classes).toEqual(["1 to 2"]);
  });

  test("follow the rows that are selected, and give way to labels", () => {
    const data = dataOf(tall);
    const some = data.selectRows([0, 1, 2, 3, 4, 5]);
    expect(Array.from(some.targets!)).toEqual(tall.y.slice(0, 6));
    expect(some.labels).toEqual(sliceTargets(some.targets!));
    expect(data.selectColumns([1]).targets).toBe(data.targets);
    const classes = data.with({ labels: tall.y.map((y) => (y > 10 ? "high" : "low")) });
    expect([classes.targets, classes.labels!.classes]).toEqual([null, ["high", "low"]]);
  });
});
