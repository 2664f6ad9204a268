import { describe, expect, test } from "vitest";
import { Dataset, digits, InputError, planted, Random, select } from "../../src/index.js";
import { expectClose } from "../support/expect-close.js";
import { denseValues, randomData, withColumns } from "../support/random-data.js";

const traceRatio = (data: Dataset, options = {}) => select(data, { method: "trace-ratio", ...options });

interface Scatter {
  b: number;
  w: number;
}

/** Σ n_k(μ_k − μ)² and Σ n_kσ²_k of every feature, by their definitions. */
function literalScatters(data: Dataset): Scatter[] {
  const { codes, classes } = data.labels!;
  return Array.from({ length: data.features }, (_, j) => {
    const column = Array.from({ length: data.rows }, (_, i) => denseValues(data).get(i, j));
    const mean = average(column);
    let [b, w] = [0, 0];
    classes.forEach((_, code) => {
      const part = column.filter((_, i) => codes[i] === code);
      b += part.length * (average(part) - mean) ** 2;
      w += part.reduce((sum, x) => sum + (x - average(part)) ** 2, 0);
    });
    return { b, w };
  });
}

const average = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;

const ratioOf = (scatters: readonly Scatter[], subset: Iterable<number>) => {
  const chosen = Array.from(subset, (j) => scatters[j]);
  return chosen.reduce((sum, { b }) => sum + b, 0) / chosen.reduce((sum, { w }) => sum + w, 0);
};

/** All subsets of m of the numbers below d. */
function* subsets(d: number, m: number, from = 0): Generator<number[]> {
  if (m === 0) yield [];
  else for (let j = from; j <= d - m; j++) for (const rest of subsets(d, m - 1, j + 1)) yield [j, ...rest];
}

function bestSubset(scatters: readonly Scatter[], m: number): { subset: number[]; ratio: number } {
  let best = { subset: [] as number[], ratio: Number.NEGATIVE_INFINITY };
  for (const subset of subsets(scatters.length, m)) {
    const ratio = ratioOf(scatters, subset);
    if (ratio > best.ratio) best = { subset, ratio };
  }
  return best;
}

const topOf = (ranking: Int32Array, m: number) => Array.from(ranking.subarray(0, m)).sort((a, b) => a - b);

describe("trace ratio", () => {
  test("has the largest ratio of all subsets", async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const data = randomData({ rows: 30, features: 10, seed, spread: 10, unbalanced: seed % 2 === 0 });
      const scatters = literalScatters(data);
      for (const k of [1, 3, 6, 10]) {
        const best = bestSubset(scatters, k);
        const { ranking, chosen } = await traceRatio(data, { k });
        expect(topOf(ranking, k)).toEqual(best.subset);
        expectClose([chosen!.ratio as number], [best.ratio], { relative: 1e-11 });
      }
    }
  });

  test("has it with Laplacian weights too", async () => {
    for (const graph of ["neighbours", "class-neighbours"])
      for (const standardize of [false, true]) {
        const data = randomData({ rows: 40, features: 9, seed: 21, spread: 5 });
        const scatters = graphScatters(data, graph === "class-neighbours", standardize);
        for (const k of [2, 5]) {
          const best = bestSubset(scatters, k);
          const { ranking, chosen } = await traceRatio(data, { k, graph, standardize });
          expect(topOf(ranking, k)).toEqual(best.subset);
          expectClose([chosen!.ratio as number], [best.ratio], { relative: 1e-9 });
        }
      }
  });

  test("for one feature and Laplacian weights it is one over the smallest Laplacian score", async () => {
    const data = randomData({ rows: 60, features: 15, seed: 22, spread: 5 });
    for (const options of [
      { graph: "neighbours", standardize: false },
      { graph: "class-neighbours", standardize: true, weight: "binary", selfLoops: true },
      { graph: "neighbours", compat: "scikit-feature", heatWidth: 3 },
    ] as const) {
      const { scores, ranking } = await select(data, { method: "laplacian", k: 1, ...options });
      const found = await traceRatio(data, { k: 1, ...options });
      expect(found.ranking[0]).toBe(ranking[0]);
      expectClose([found.chosen!.ratio as number], [1 / scores[ranking[0]]], { relative: 1e-12 });
    }
  });

  test("scores are b − λw with λ the ratio of the subset, and rank the rest as well", async () => {
    const data = randomData({ rows: 50, features: 20, seed: 3, spread: 10 });
    const scatters = literalScatters(data);
    const { ranking, scores, chosen, trace } = await traceRatio(data, { k: 7 });
    const ratio = ratioOf(scatters, ranking.subarray(0, 7));
    expectClose([chosen!.ratio as number], [ratio], { relative: 1e-11 });
    const size = Math.max(...scatters.map(({ b }) => b));
    expectClose(
      scores,
      scatters.map(({ b, w }) => b - ratio * w),
      { relative: 1e-9, absolute: 1e-11 * size },
    );
    expect(Array.from(ranking)).toEqual(
      Array.from(scores.keys()).sort((a, b) => scores[b] - scores[a] || a - b),
    );
    expect(trace!.objective.at(-1)).toBe(chosen!.ratio);
    expect(trace!.iterations).toBe(chosen!.steps);
    expect(trace!.objective.length).toBe(trace!.iterations);
  });

  test("λ rises with every step until the last", async () => {
    for (let seed = 1; seed <= 8; seed++) {
      const data = randomData({ rows: 60, features: 200, relevant: 40, seed, spread: 30 });
      const { trace } = await traceRatio(data, { k: 15 });
      const { objective, divergence } = trace!;
      expect(objective.length).toBeGreaterThanOrEqual(2);
      expect(objective.length).toBeLessThanOrEqual(9);
      for (let step = 1; step < objective.length - 1; step++)
        expect(objective[step]).toBeGreaterThan(objective[step - 1]);
      expect(divergence.at(-1)).toBe(0);
    }
  });

  test("on standardised data it is the Fisher score", async () => {
    for (const data of [
      randomData({ rows: 60, features: 50, classes: 4, seed: 5, spread: 100, unbalanced: true }),
      await digits(),
    ]) {
      const fisher = await select(data, { method: "fisher", k: 1 });
      for (const k of [1, 10, 30])
        expect((await traceRatio(data, { k, standardize: true })).ranking).toEqual(fisher.ranking);
    }
  });

  test("on raw data its subset is never below that of the Fisher score, and mostly above", async () => {
    let above = 0;
    const inputs = [
      await digits(),
      ...Array.from({ length: 8 }, (_, seed) => randomData({ rows: 50, features: 80, seed, spread: 20 })),
    ];
    for (const data of inputs) {
      const scatters = literalScatters(data);
      const fisher = await select(data, { method: "fisher", k: 10 });
      const { ranking } = await traceRatio(data, { k: 10 });
      const [ours, theirs] = [ranking, fisher.ranking].map((order) =>
        ratioOf(scatters, order.subarray(0, 10)),
      );
      expect(ours).toBeGreaterThanOrEqual(theirs * (1 - 1e-12));
      if (ours > theirs * (1 + 1e-9)) above++;
    }
    expect(above).toBeGreaterThan(6);
  });

  test("finds planted features", async () => {
    const { data, truth } = planted({
      rows: 100,
      relevant: 8,
      copies: 0,
      combinations: 0,
      noise: 300,
      separation: 1.5,
      seed: 6,
    });
    const { ranking } = await traceRatio(data, { k: 8 });
    expect(topOf(ranking, 8)).toEqual([...truth.relevant].sort((a, b) => a - b));
  });

  test("noise in a small unit comes for free, and takes the place of useful features", async () => {
    const data = smallNoise();
    const raw = topOf((await traceRatio(data, { k: 6 })).ranking, 6);
    // The best feature alone has the largest ratio, and five of noise hardly lower it.
    expect(raw[0]).toBeLessThan(3);
    expect(raw.slice(1).every((j) => j >= 6)).toBe(true);
    const standardized = await traceRatio(data, { k: 6, standardize: true });
    expect(topOf(standardized.ranking, 6)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("equals the ratio worked out by hand", async () => {
    // Classes {0, 2} and {4, 6}: b = 16, w = 4. Tenfold: b = 1600, w = 400. {0, 4} and {2, 6}: b = 4, w = 16.
    const rows = [
      [0, 0, 0],
      [2, 4, 20],
      [4, 2, 40],
      [6, 6, 60],
    ];
    const data = Dataset.fromRows(rows, ["a", "a", "b", "b"]);
    const { ranking, scores, chosen } = await traceRatio(data, { k: 2 });
    expect(topOf(ranking, 2)).toEqual([0, 2]);
    expectClose([chosen!.ratio as number], [1616 / 404]);
    expectClose(scores, [0, 4 - 4 * 16, 0], { absolute: 1e-10 });
  });

  test("features constant inside every class have an infinite ratio", async () => {
    const random = new Random(9);
    const rows = Array.from({ length: 20 }, (_, i) => [
      random.normal(),
      i % 2 ? 0.1 : 0.3,
      i % 2 ? 5 : 2,
      random.normal() / 100,
      7,
    ]);
    const data = Dataset.fromRows(
      rows,
      rows.map((_, i) => i % 2),
    );
    const { ranking, scores, chosen } = await traceRatio(data, { k: 2 });
    expect(chosen!.ratio).toBe(Number.POSITIVE_INFINITY);
    expect(Array.from(ranking)).toEqual([2, 1, 3, 0, 4]);
    expect(scores.some(Number.isNaN)).toBe(false);
    const more = await traceRatio(data, { k: 3 });
    expect(Number.isFinite(more.chosen!.ratio)).toBe(true);
    expect(topOf(more.ranking, 3)).toEqual(bestSubset(literalScatters(data).slice(0, 4), 3).subset);
  });

  test("constant features are never part of the subset", async () => {
    const data = randomData({ rows: 30, features: 3, relevant: 1, separation: 5, seed: 11 });
    const more = withColumns(data, [() => 1, () => 2]);
    const [plain, other] = [await traceRatio(data, { k: 2 }), await traceRatio(more, { k: 2 })];
    expect(other.ranking.subarray(0, 3)).toEqual(plain.ranking);
    expect(other.chosen!.ratio).toBe(plain.chosen!.ratio);
  });

  test("stays in order where squares leave the range of numbers", async () => {
    const data = randomData({ rows: 40, features: 8, seed: 12, spread: 5 });
    const plain = await traceRatio(data, { k: 4 });
    for (const unit of [2 ** 800, 2 ** -800]) {
      const values = denseValues(data).copy();
      values.data.forEach((x, at) => {
        values.data[at] = x * unit;
      });
      const { ranking, chosen } = await traceRatio(data.with({ values }), { k: 4 });
      expect(ranking).toEqual(plain.ranking);
      expectClose([chosen!.ratio as number], [plain.chosen!.ratio as number]);
    }
  });

  test("scikit-feature keeps the Fisher subset, in another order", async () => {
    const data = randomData({ rows: 40, features: 12, seed: 13, spread: 10 });
    const scatters = literalScatters(data);
    const k = 5;
    // What its trace_ratio.py does: cut to the k best by b/w, then iterate over these alone.
    const byFisher = scatters
      .map((_, j) => j)
      .sort((a, b) => scatters[b].b / scatters[b].w - scatters[a].b / scatters[a].w);
    const left = byFisher.slice(0, k);
    let ratio = ratioOf(scatters, [0, 1, 2, 3, 4]);
    let order: number[];
    for (let last = Number.NaN; !(Math.abs(ratio - last) < 1e-3); ) {
      last = ratio;
      const score = (j: number) => scatters[j].b - last * scatters[j].w;
      order = left.slice().sort((a, b) => score(b) - score(a));
      ratio = ratioOf(scatters, order.slice(0, k));
    }
    const { ranking, chosen, definition } = await traceRatio(data, { k, compat: "scikit-feature" });
    expect(Array.from(ranking)).toEqual([...order!, ...byFisher.slice(k)]);
    expectClose([chosen!.ratio as number], [ratio], { relative: 1e-11 });
    expect(definition).toMatch(/^As scikit-feature/);
    expect(chosen!.ratio).toBeLessThan((await traceRatio(data, { k })).chosen!.ratio as number);
  });

  test("needs labels", async () => {
    const data = randomData({ rows: 20, features: 3, seed: 14 }).with({ labels: null });
    await expect(traceRatio(data)).rejects.toThrow(InputError);
  });
});

/** f̃ᵀDf̃ and f̃ᵀLf̃ over five nearest neighbours, heat weights, written out. */
function graphScatters(data: Dataset, inside: boolean, standardize: boolean): Scatter[] {
  const n = data.rows;
  const { codes } = data.labels!;
  const columns = Array.from({ length: data.features }, (_, j) => {
    const column = Array.from({ length: n }, (_, i) => denseValues(data).get(i, j));
    const mean = average(column);
    const deviation = Math.sqrt(column.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (n - 1));
    return column.map((x) => (x - mean) / (standardize ? deviation : 1));
  });
  const distance = (i: number, j: number) => columns.reduce((sum, f) => sum + (f[i] - f[j]) ** 2, 0);
  const near = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => j)
      .filter((j) => j !== i && (!inside || codes[i] === codes[j]))
      .sort((a, b) => distance(i, a) - distance(i, b) || a - b)
      .slice(0, 5),
  );
  const t = average(near.flatMap((others, i) => others.map((j) => distance(i, j))));
  const weight = (i: number, j: number) =>
    near[i].includes(j) || near[j].includes(i) ? Math.exp(-distance(i, j) / t) : 0;
  return columns.map((f) => {
    let [total, mean, w] = [0, 0, 0];
    const degrees = f.map((x, i) => {
      let degree = 0;
      for (let j = 0; j < n; j++) {
        degree += weight(i, j);
        w += (weight(i, j) * (x - f[j]) ** 2) / 2;
      }
      total += degree;
      mean += degree * x;
      return degree;
    });
    mean /= total;
    return { b: f.reduce((sum, x, i) => sum + degrees[i] * (x - mean) ** 2, 0), w };
  });
}

/** Three strong features, three useful ones, and ten of noise in a unit a hundred times as small. */
function smallNoise(): Dataset {
  const random = new Random(15);
  const rows = Array.from({ length: 100 }, (_, i) =>
    Array.from({ length: 16 }, (_, j) => {
      const separation = j < 3 ? 4 : j < 6 ? 2 : 0;
      return ((i % 2) * separation + random.normal()) * (j < 6 ? 1 : 0.01);
    }),
  );
  return Dataset.fromRows(
    rows,
    rows.map((_, i) => i % 2),
  );
}
