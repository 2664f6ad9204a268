import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Dataset, digits, InputError, Matrix, planted, Random, select } from "../../src/index.js";
import { encodeForSelection, fitPreparation } from "../../src/models/preparation.js";
import { readDataset } from "../../src/node.js";
import { BuiltKernels } from "../kernels/built.js";
import { dataFile, hasData } from "../support/data.js";
import { expectClose } from "../support/expect-close.js";
import { expectSame } from "../support/expect-same.js";
import { denseValues, randomData, withColumns } from "../support/random-data.js";
import { mixedTable } from "./mixed-tables.js";

/** scikit-learn's neighbours and dense matrices; test/fixtures/selectors/make_laplacian.py wrote it. */
const oracle = JSON.parse(
  readFileSync(new URL("../fixtures/selectors/laplacian.json", import.meta.url), "utf8"),
) as {
  data: { rows: number[][]; labels: number[] };
  cases: { options: Record<string, unknown>; scores: number[] }[];
};
const iris = JSON.parse(readFileSync(new URL("../fixtures/selectors/fisher.json", import.meta.url), "utf8"))
  .irisData as { rows: number[][]; labels: number[] };

const laplacian = (data: Dataset, options = {}) => select(data, { method: "laplacian", ...options });

/**
 * f̃ᵀLf̃ / f̃ᵀDf̃ with W, D and L written out; of a block of m columns the sums over them, each divided by √m in distances.
 * Without `blocks` every column is one.
 */
function literalScores(
  data: Dataset,
  k: number,
  standardize: boolean,
  blocks = Array.from({ length: data.features }, (_, j) => [j]),
): number[] {
  const n = data.rows;
  const widths = Array.from(
    { length: data.features },
    (_, j) => blocks.find((own) => own.includes(j))!.length,
  );
  const columns = Array.from({ length: data.features }, (_, j) => {
    const column = Array.from({ length: n }, (_, i) => denseValues(data).get(i, j));
    if (!standardize) return column;
    const mean = column.reduce((a, b) => a + b) / n;
    const deviation = Math.sqrt(column.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (n - 1));
    return column.map((x) => (x - mean) / deviation);
  });
  const distance = (i: number, j: number) =>
    columns.reduce((sum, f, at) => sum + (f[i] - f[j]) ** 2 / widths[at], 0);
  const near = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => j)
      .filter((j) => j !== i)
      .sort((a, b) => distance(i, a) - distance(i, b) || a - b)
      .slice(0, k),
  );
  const lengths = near.flatMap((others, i) => others.map((j) => distance(i, j)));
  const t = lengths.reduce((a, b) => a + b) / lengths.length;
  const W = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) =>
      near[i].includes(j) || near[j].includes(i) ? Math.exp(-distance(i, j) / t) : 0,
    ),
  );
  const D = W.map((row) => row.reduce((a, b) => a + b));
  const total = D.reduce((a, b) => a + b);
  return blocks.map((block) => {
    let [above, below] = [0, 0];
    for (const f of block.map((column) => columns[column])) {
      const shift = f.reduce((sum, x, i) => sum + D[i] * x, 0) / total;
      const g = f.map((x) => x - shift);
      for (let i = 0; i < n; i++) {
        below += g[i] * D[i] * g[i];
        for (let j = 0; j < n; j++) above += g[i] * ((i === j ? D[i] : 0) - W[i][j]) * g[j];
      }
    }
    return above / below;
  });
}

describe("laplacian score", () => {
  test.each(oracle.cases)("agrees with dense matrices under $options", async ({ options, scores }) => {
    const data = Dataset.fromRows(oracle.data.rows, oracle.data.labels);
    const found = await laplacian(data, options);
    expectClose(found.scores, scores, { relative: 1e-9 });
    expect(Array.from(found.ranking)).toEqual(
      scores.map((_, j) => j).sort((a, b) => scores[a] - scores[b] || a - b),
    );
  });

  test("equals the formula written out", async () => {
    for (const standardize of [true, false])
      for (const seed of [1, 2]) {
        const data = randomData({ rows: 45, features: 9, seed, spread: 3 });
        expectClose((await laplacian(data, { standardize })).scores, literalScores(data, 5, standardize), {
          relative: 1e-11,
        });
      }
  });

  test("equals the formula written out for categories too", async () => {
    const data = mixedTable(6, { rows: 60 });
    const rows = Array.from({ length: data.rows }, (_, i) => i);
    const { data: encoded, featureOf } = encodeForSelection(data, fitPreparation(data, rows));
    const blocks = data.featureNames.map((_, feature) =>
      Array.from(featureOf.keys()).filter((column) => featureOf[column] === feature),
    );
    for (const standardize of [true, false])
      expectClose(
        (await laplacian(data, { standardize })).scores,
        literalScores(encoded, 5, standardize, blocks),
        { relative: 1e-9 },
      );
  });

  test("equal distances go by the place of samples", async () => {
    const random = new Random(8);
    const rows = Array.from({ length: 60 }, () => Array.from({ length: 5 }, () => random.integer(3)));
    const data = Dataset.fromRows(rows);
    const { scores } = await laplacian(data, { standardize: false, neighbours: 3 });
    expectClose(scores, literalScores(data, 3, false), { relative: 1e-11 });
  });

  test("a feature that stands twice counts twice in distances", async () => {
    const data = randomData({ rows: 40, features: 5, seed: 3 });
    const values = denseValues(data);
    const more = withColumns(
      data,
      [1, 1, 3].map((j) => (i) => values.get(i, j)),
    );
    const { scores } = await laplacian(more);
    expectClose(scores, literalScores(more, 5, true), { relative: 1e-11 });
    expect(Math.abs(scores[0] - (await laplacian(data)).scores[0])).toBeGreaterThan(1e-3);
  });

  test("on the class graph the score is 1/(1 + F) with F the Fisher score", async () => {
    for (const data of [
      randomData({ rows: 80, features: 30, classes: 4, seed: 5, unbalanced: true, spread: 100 }),
      await digits(),
    ]) {
      const fisher = await select(data, { method: "fisher" });
      const { scores, ranking } = await laplacian(data, { graph: "class" });
      const varies = (j: number) => scores[j] !== Number.POSITIVE_INFINITY;
      expectClose(
        scores.filter((_, j) => varies(j)),
        fisher.scores.filter((_, j) => varies(j)).map((f) => 1 / (1 + f)),
        { relative: 1e-12 },
      );
      expect(ranking).toEqual(fisher.ranking);
    }
  });

  test("on the class graph equals the closed form by hand", async () => {
    // Classes {0, 2} and {4, 6}: 4 inside the classes, 20 in all.
    const data = Dataset.fromRows([[0], [2], [4], [6]], ["a", "a", "b", "b"]);
    expectClose((await laplacian(data, { graph: "class" })).scores, [4 / 20]);
    const apart = Dataset.fromRows([[0.1], [0.1], [0.1], [0.3], [0.3]], ["a", "a", "a", "b", "b"]);
    expect((await laplacian(apart, { graph: "class" })).scores[0]).toBe(0);
  });

  test("does not depend on units and origins of features", async () => {
    const data = randomData({ rows: 70, features: 12, seed: 9 });
    const values = denseValues(data).copy();
    for (let i = 0; i < values.rows; i++)
      for (let j = 0; j < values.columns; j++)
        values.set(i, j, values.get(i, j) * 4 ** (j - 6) + (j % 3) * 1000);
    const [plain, other] = [await laplacian(data), await laplacian(data.with({ values }))];
    expect(other.ranking).toEqual(plain.ranking);
    expectClose(other.scores, plain.scores, { relative: 1e-8 });
    // Without standardising, one unit and the origins are still free.
    const scaled = denseValues(data).copy();
    scaled.data.forEach((x, at) => {
      scaled.data[at] = 8 * x;
    });
    expectClose(
      (await laplacian(data.with({ values: scaled }), { standardize: false })).scores,
      (await laplacian(data, { standardize: false })).scores,
    );
  });

  test("features as they are may be huge or tiny", async () => {
    const data = randomData({ rows: 40, features: 6, seed: 10 });
    const plain = await laplacian(data, { standardize: false, heatWidth: 4 });
    for (const unit of [2 ** 600, 2 ** -600]) {
      const values = denseValues(data).copy();
      values.data.forEach((x, at) => {
        values.data[at] = x * unit;
      });
      const { scores } = await laplacian(data.with({ values }), { standardize: false });
      expectClose(scores, (await laplacian(data, { standardize: false })).scores, { relative: 1e-11 });
    }
    const mixed = withColumns(data, [(i) => 1e300 * ((i % 5) - 2), (i) => 1e-300 * ((i % 7) - 3)]);
    const { scores } = await laplacian(mixed, { standardize: false });
    expect(scores.every((score) => score >= 0 && score <= 2)).toBe(true);
    expect(plain.scores.every((score) => score > 0 && score < 2)).toBe(true);
  });

  test("a smaller score is better: a feature that follows the neighbourhoods beats noise", async () => {
    // Points along a curve; the noise knows nothing of it.
    const random = new Random(12);
    const rows = Array.from({ length: 200 }, (_, i) => {
      const along = i / 20;
      return [Math.sin(along), Math.cos(along), along / 5, random.normal(), random.normal()];
    });
    const { ranking, scores, direction } = await laplacian(Dataset.fromRows(rows));
    expect(direction).toBe("smaller");
    expect(Array.from(ranking.subarray(0, 3)).sort()).toEqual([0, 1, 2]);
    expect(scores[ranking[0]]).toBeLessThan(scores[ranking[4]]);
  });

  test("finds planted features without labels where the classes are the clusters", async () => {
    const { data, truth } = planted({
      rows: 200,
      classes: 4,
      relevant: 10,
      copies: 0,
      combinations: 0,
      noise: 90,
      separation: 3,
      seed: 4,
    });
    const { ranking } = await laplacian(data.with({ labels: null }), { k: 10 });
    expect(Array.from(ranking.subarray(0, 10)).sort()).toEqual([...truth.relevant].sort());
  });

  test("without labels it follows the strongest structure, whatever it is; the class graph does not", async () => {
    const { data, structured, relevant } = batchEffect();
    const found = await laplacian(data, { k: 10 });
    expect(found.ranking.subarray(0, 10).every((j) => structured.includes(j))).toBe(true);
    const supervised = await laplacian(data, { k: 5, graph: "class" });
    expect(Array.from(supervised.ranking.subarray(0, 5)).sort()).toEqual([...relevant].sort());
  });

  test("features that do not vary where the graph has edges come before constant ones and after all others", async () => {
    // The far sample is nobody's mutual neighbour; the last feature varies only there.
    const random = new Random(14);
    const rows = Array.from({ length: 30 }, (_, i) => [
      random.normal(),
      i === 29 ? 50 : random.normal(),
      3,
      i === 29 ? 9 : 4,
    ]);
    const { ranking, scores } = await laplacian(Dataset.fromRows(rows), {
      standardize: false,
      neighbours: 2,
      symmetrize: "mutual",
      weight: "binary",
    });
    expect(Array.from(ranking.subarray(2))).toEqual([3, 2]);
    expect(scores[3]).toBe(Number.POSITIVE_INFINITY);
  });

  test("has the same bits on any number of threads", async () => {
    const data = randomData({ rows: 300, features: 40, seed: 15 });
    const kernels = await BuiltKernels.create("wasm", 3);
    try {
      expectSame((await laplacian(data, { kernels })).scores, (await laplacian(data)).scores);
    } finally {
      await kernels.dispose();
    }
  });

  test.skipIf(!hasData)("gives MATLAB's documented first five of ionosphere", async () => {
    // https://www.mathworks.com/help/stats/fsulaplacian.html: idx(1:5) = 15 13 17 21 19, for log(n) ≈ 5.9 neighbours and
    // exp(−d²). How that is rounded and whether a sample is its own neighbour is not said; none of it changes the five.
    const data = await readDataset(dataFile("formats/ionosphere.arff"), { target: "class" });
    for (const neighbours of [5, 6])
      for (const selfLoops of [false, true]) {
        const options = { standardize: false, heatWidth: 1, neighbours, selfLoops };
        const { ranking } = await laplacian(data, options);
        expect(Array.from(ranking.subarray(0, 5), (j) => j + 1)).toEqual([15, 13, 17, 21, 19]);
      }
  });

  test("gives MATLAB's documented order of iris", async () => {
    // The same page: fsulaplacian(meas, 'NumNeighbors', size(meas, 1)) gives 3 4 1 2.
    const { ranking } = await laplacian(Dataset.fromRows(iris.rows), {
      standardize: false,
      heatWidth: 1,
      neighbours: 149,
      selfLoops: true,
    });
    expect(Array.from(ranking, (j) => j + 1)).toEqual([3, 4, 1, 2]);
  });

  test("says what it used", async () => {
    const data = randomData({ rows: 30, features: 4, seed: 16 });
    const { definition, chosen } = await laplacian(data);
    expect(definition).toMatch(
      /^He 2005: union of 5 nearest neighbours, heat weights exp\(−d²\/t\) with t = [\d.]+, no self-loops, standardised features\.$/,
    );
    expect(chosen).toMatchObject({ why: "the mean squared distance of neighbours" });
    expect((await laplacian(data, { compat: "scikit-feature" })).definition).toMatch(
      /^As scikit-feature: .* t = 1\.000, self-loops, features as they are\.$/,
    );
    expect((await laplacian(data, { graph: "class" })).definition).toMatch(/weights 1\/n_c/);
  });

  test("tells when the heat width makes the edges vanish", async () => {
    const rows = denseValues(await digits()).selectRows(Array.from({ length: 60 }, (_, i) => i));
    const data = new Dataset({ values: rows });
    const raw = { standardize: false, heatWidth: 0.1 };
    await expect(laplacian(data, raw)).rejects.toThrow(
      /every edge has weight zero: the heat kernel is too narrow for squared neighbour distances of \d+ on average.* with heatWidth$/,
    );
    const { notices, scores } = await laplacian(data, { compat: "scikit-feature", heatWidth: 0.1 });
    expect(notices[0].text).toMatch(/^(\d+) of \1 edges have weight zero/);
    expect(scores.some(Number.isNaN)).toBe(false);
  });

  test("survives samples that are all copies of each other", async () => {
    const rows = Array.from({ length: 24 }, (_, i) => [i % 2, i % 2 ? 5 : 1]);
    const { scores } = await laplacian(Dataset.fromRows(rows));
    expect(Array.from(scores)).toEqual([0, 0]);
  });

  test("refuses what it cannot do, saying why", async () => {
    const data = randomData({ rows: 30, features: 4, seed: 17 });
    const unlabelled = data.with({ labels: null });
    const refuses = async (options: object, message: RegExp, input = data) => {
      await expect(laplacian(input, options)).rejects.toThrow(InputError);
      await expect(laplacian(input, options)).rejects.toThrow(message);
    };
    for (const graph of ["class", "class-neighbours"]) {
      await refuses({ graph }, new RegExp(`graph ${graph} needs labels`), unlabelled);
      await refuses({ graph }, /of one class/, data.with({ labels: Array.from({ length: 30 }, () => "a") }));
    }
    await refuses({ weight: "cosine" }, /rows \d+ and \d+ are neighbours with a cosine of -0\.\d+/);
    await refuses({ compat: "constructw", symmetrize: "mutual" }, /leave out symmetrize mutual/);
    await refuses({ compat: "scikit-feature", weight: "cosine" }, /changes the data itself/);
    expect((await laplacian(unlabelled)).ranking.length).toBe(4);
  });
});

/** Five features that know the classes, and ten that know only on which of two days a sample was measured. */
function batchEffect(): { data: Dataset; structured: number[]; relevant: number[] } {
  const random = new Random(13);
  const [rows, features] = [120, 40];
  const values = Matrix.zeros(rows, features);
  const labels = Array.from({ length: rows }, (_, i) => i % 3);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < features; j++) {
      const known = j < 5 ? labels[i] : j < 15 ? 6 * (Math.floor(i / 3) % 2) : 0;
      values.set(i, j, known + random.normal());
    }
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
  return { data: new Dataset({ values, labels }), structured: range(5, 15), relevant: range(0, 5) };
}
