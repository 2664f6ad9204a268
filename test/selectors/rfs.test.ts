import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Dataset, digits, Matrix, planted, Random, type Selection, select } from "../../src/index.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import { encodeForSelection, fitPreparation } from "../../src/models/preparation.js";
import { ReweightedSystem } from "../../src/selectors/rfs/reweighted-system.js";
import { expectClose } from "../support/expect-close.js";
import { denseValues, randomData } from "../support/random-data.js";
import { inverse, multiply, type Rows, toRows, transpose } from "../support/scatter.js";
import { mixedTable } from "./mixed-tables.js";

interface Oracle {
  name: string;
  rows: number[][] | null;
  labels: number[] | null;
  gamma: number;
  standardize: boolean;
  objective: number;
  bound: number;
  norms: number[];
}

/** Optima found by ADMM, with bounds that prove them; test/fixtures/selectors/make_rfs.py wrote them. */
const oracles = JSON.parse(
  readFileSync(new URL("../fixtures/selectors/rfs.json", import.meta.url), "utf8"),
) as Oracle[];
const small = oracles.filter(({ rows }) => rows);

const regress = (data: Dataset, options = {}) => select(data, { method: "rfs", k: 1, ...options });
const dataOf = ({ rows, labels }: Oracle) => Dataset.fromRows(rows!, labels!);
const norm = (x: readonly number[]) => Math.sqrt(x.reduce((sum, value) => sum + value * value, 0));
const scaled = (x: readonly number[], by: number) => x.map((value) => value * by);
const difference = (a: readonly number[], b: readonly number[]) => a.map((value, i) => value - b[i]);

/** X as the method sees it, Y and W. */
function matrices(data: Dataset, { map }: Selection): { x: Rows; y: Rows; w: Rows } {
  const { means, scales, weights } = map!;
  return {
    x: toRows(denseValues(data)).map((row) => row.map((value, j) => (value - means[j]) / scales[j])),
    y: Array.from(data.labels!.codes, (code) => data.labels!.classes.map((_, k) => (k === code ? 1 : 0))),
    w: toRows(weights),
  };
}

function objectiveOf(data: Dataset, selection: Selection, gamma: number): number {
  const { x, y, w } = matrices(data, selection);
  const residuals = multiply(x, w).map((row, i) => difference(y[i], row));
  return [...residuals.map(norm), ...w.map((row) => gamma * norm(row))].reduce((sum, length) => sum + length);
}

describe("rfs: the optimum", () => {
  test.each(small)("is that of a slow convex solver: $name", async (oracle) => {
    const { gamma, standardize } = oracle;
    const data = dataOf(oracle);
    const exact = await regress(data, { gamma, standardize, tolerance: 1e-9, maxIterations: 2000 });
    const reached = objectiveOf(data, exact, gamma);
    expect(reached / oracle.objective - 1).toBeLessThan(1e-6);
    expect(reached).toBeGreaterThan(oracle.bound * (1 - 1e-9));
    expectClose([exact.certificate!.objective as number], [reached], { relative: 1e-9 });
    const largest = Math.max(...oracle.norms);
    oracle.norms.forEach((length, j) => {
      expect(Math.abs(exact.scores[j] - length)).toBeLessThan(1e-3 * largest);
    });
    const usual = await regress(data, { gamma, standardize });
    expect(objectiveOf(data, usual, gamma) / oracle.objective - 1).toBeLessThan(1e-4);
  });

  test("is that of a slow convex solver on the digits", async () => {
    const oracle = oracles.find(({ name }) => name === "digits")!;
    const { certificate, scores, chosen } = await regress(await digits());
    expectClose([chosen!.gamma as number], [oracle.gamma], { relative: 1e-6 });
    expect((certificate!.objective as number) / oracle.objective - 1).toBeLessThan(1e-6);
    const moving = scores.filter((score) => score > 0);
    expect(moving.length).toBe(oracle.norms.length);
    const largest = Math.max(...oracle.norms);
    oracle.norms.forEach((length, j) => {
      expect(Math.abs(moving[j] - length)).toBeLessThan(3e-3 * largest);
    });
  });

  test.each([
    { rows: 60, features: 20, gamma: 2 },
    { rows: 60, features: 20, gamma: 9 },
    { rows: 25, features: 80, gamma: 2 },
  ])("meets the conditions of the optimum: $rows × $features, γ = $gamma", async ({ gamma, ...shape }) => {
    const data = randomData({ ...shape, relevant: 6, seed: 5 });
    const selection = await regress(data, { gamma, tolerance: 1e-9, maxIterations: 2000 });
    const { x, y, w } = matrices(data, selection);
    const residuals = multiply(x, w).map((row, i) => difference(y[i], row));
    const units = residuals.map((row) => scaled(row, 1 / norm(row)));
    const pulls = multiply(transpose(x), units);
    const largest = Math.max(...w.map(norm));
    let zeros = 0;
    w.forEach((row, j) => {
      if (norm(row) > 1e-4 * largest)
        expect(norm(difference(pulls[j], scaled(row, gamma / norm(row))))).toBeLessThan(1e-4 * gamma);
      else {
        zeros++;
        expect(norm(pulls[j])).toBeLessThan(gamma * (1 + 1e-4));
      }
    });
    expect(zeros).toBeGreaterThan(0);
    expect(selection.certificate!.stationarity).toBeLessThan(1e-4);
  });

  test("the certificate's gap is a true bound, and closes", async () => {
    for (const oracle of small) {
      const data = dataOf(oracle);
      const { gamma, standardize } = oracle;
      for (const maxIterations of [1, 2, 3, 4, 6, 8, 11, 15, 20, 30, 1000]) {
        const { certificate } = await regress(data, { gamma, standardize, maxIterations, tolerance: 1e-9 });
        const { gap, objective } = certificate as { gap: number; objective: number };
        expect(objective * (1 - gap)).toBeLessThan(oracle.objective * (1 + 1e-9));
        if (maxIterations === 1000) expect(gap).toBeLessThan(1e-4);
      }
    }
  });

  test("the gap is a true bound far from the optimum too", async () => {
    for (const seed of [3, 6])
      for (const standardize of [true, false]) {
        const data = randomData({ rows: 12, features: 4, seed, spread: 5 });
        const options = { gamma: 0.05, standardize };
        const best = await regress(data, { ...options, tolerance: 1e-9, maxIterations: 500 });
        for (const maxIterations of [1, 2, 5]) {
          const { certificate } = await regress(data, { ...options, maxIterations });
          const { gap, objective } = certificate as { gap: number; objective: number };
          expect(objective * (1 - gap)).toBeLessThan((best.certificate!.objective as number) * (1 + 1e-9));
        }
      }
  });

  test("is W = 0 from the γ on at which the largest ‖xⱼᵀY‖ is reached, and not before", async () => {
    const data = randomData({ rows: 30, features: 12, seed: 8 });
    const { x, y } = matrices(data, await regress(data));
    const edge = Math.max(...multiply(transpose(x), y).map(norm));
    const above = await regress(data, { gamma: 1.001 * edge, tolerance: 1e-8, maxIterations: 1000 });
    expect(Math.max(...above.scores)).toBeLessThan(1e-6);
    expect(above.notices[0].text).toMatch(/W = 0/);
    const below = await regress(data, { gamma: 0.97 * edge, tolerance: 1e-8, maxIterations: 1000 });
    expect(Math.max(...below.scores)).toBeGreaterThan(1e-4);
    expect(below.notices).toEqual([]);
    expect((await regress(data)).chosen!.gamma).toBeCloseTo(0.2 * edge, 9);
  });
});

describe("rfs with blocks of columns", () => {
  /** Nie's reweighting, word by word, for a penalty of γ·√|g|·‖W_g‖ over blocks; W after many steps. */
  function reweighted(x: Rows, y: Rows, gamma: number, blocks: readonly (readonly number[])[]): Rows {
    const blockOf = x[0].map((_, column) => blocks.find((block) => block.includes(column))!);
    let w: Rows = x[0].map((_, j) => y[0].map((_, k) => 1e-3 * (1 + j + k)));
    for (let step = 0; step < 400; step++) {
      const residuals = multiply(x, w).map((row, i) => Math.max(1e-10, norm(difference(y[i], row))));
      const weighed = x.map((row, i) => scaled(row, 1 / residuals[i]));
      const lengths = blockOf.map((block) => Math.max(1e-10, norm(block.flatMap((j) => w[j]))));
      const matrix = multiply(transpose(weighed), x).map((row, j) =>
        row.map((value, k) => value + (j === k ? (gamma * Math.sqrt(blockOf[j].length)) / lengths[j] : 0)),
      );
      w = multiply(inverse(matrix), multiply(transpose(weighed), y));
    }
    return w;
  }

  test.each(["categories", "groups"])("reaches what literal reweighting does: %s", async (what) => {
    const mixed = mixedTable(6, { rows: 60, classes: 3 }).selectColumns([0, 1, 3, 4, 5, 6]);
    const numbers = randomData({ rows: 40, features: 8, classes: 3, seed: 4, spread: 3 });
    const data = what === "categories" ? mixed : numbers;
    const rows = Array.from({ length: data.rows }, (_, i) => i);
    const encoded = encodeForSelection(data, fitPreparation(data, rows));
    const featureGroups = { a: [1, 4, 6], b: [2, 3] };
    const blocks =
      what === "categories"
        ? data.featureNames.map((_, j) => rows.filter((column) => encoded.featureOf[column] === j))
        : [[0], [1, 4, 6], [2, 3], [5], [7]];
    const groups = Object.entries(featureGroups).map(([name, list]) => [
      name,
      list.map((j) => data.featureNames[j]),
    ]);
    const gamma = 4;
    const found = await regress(data, {
      ...{ gamma, tolerance: 1e-10, maxIterations: 3000 },
      ...(what === "groups" && { featureGroups: Object.fromEntries(groups) }),
    });
    const { x, y } = matrices(encoded.data, found);
    const w = reweighted(x, y, gamma, blocks);
    const lengthOf = (block: readonly number[]) => norm(block.flatMap((j) => w[j]));
    const objective = [
      ...multiply(x, w).map((row, i) => norm(difference(y[i], row))),
      ...blocks.map((block) => gamma * Math.sqrt(block.length) * lengthOf(block)),
    ].reduce((sum, length) => sum + length);
    expectClose([found.certificate!.objective as number], [objective], { relative: 1e-6 });
    expect(found.certificate!.gap).toBeLessThan(1e-3);
    expect(found.certificate!.stationarity).toBeLessThan(1e-2);
    blocks.forEach((block, feature) => {
      const strength = lengthOf(block) / Math.sqrt(block.length);
      for (const j of what === "categories" ? [feature] : block)
        expect(Math.abs(found.scores[j] - strength)).toBeLessThan(1e-3);
    });
  });
});

describe("rfs: the way there", () => {
  test("the objective never rises", async () => {
    for (const [rows, features, seed] of [
      [80, 15, 1],
      [20, 150, 2],
      [50, 50, 3],
    ])
      for (const gamma of [0.01, 1, 10, 1000])
        for (const standardize of [true, false]) {
          const data = randomData({ rows, features, seed, spread: 10 });
          const { trace, certificate } = await regress(data, {
            gamma,
            standardize,
            tolerance: 0,
            maxIterations: 60,
          });
          trace!.objective.slice(1).forEach((f, at) => {
            expect(f).toBeLessThanOrEqual(trace!.objective[at]);
          });
          expect(certificate!.largestRise).toBe(0);
        }
  });

  test("says when the limit ended it", async () => {
    const data = randomData({ rows: 30, features: 60, seed: 4 });
    const short = await regress(data, { maxIterations: 5 });
    expect(short.trace).toMatchObject({ iterations: 5, converged: false });
    expect(short.trace!.objective.length).toBe(5);
    expect((await regress(data)).trace!.converged).toBe(true);
  });

  test.each([
    [30, 7],
    [8, 25],
  ])("the reweighted system is solved in both forms: %i × %i", async (n, d) => {
    const kernels = await createKernels({ threads: 1 });
    const workspace = kernels.workspace();
    const random = new Random(3);
    const fill = (a: Matrix) => a.data.set(Array.from(a.data, () => random.normal()));
    const [samples, targets] = [workspace.matrix(n, d), workspace.matrix(n, 2)];
    fill(samples);
    const gamma = 0.7;
    const system = new ReweightedSystem({
      ...{ kernels, workspace, samples, targets, gamma },
      ...{ zeta: 1e-16, rowZeta: 1e-16 },
    });
    const residuals = Float64Array.from({ length: n }, () => 0.05 + random.uniform());
    const rows = Float64Array.from({ length: d }, () => 0.5 + random.uniform());
    system.factor(residuals, rows);
    expect(system.active).toBe(d);
    const [right, out] = [workspace.matrix(d, 2), workspace.matrix(d, 2)];
    fill(right);
    system.solve(right, out);
    const x = toRows(samples);
    const matrix = multiply(
      transpose(x),
      x.map((row, i) => scaled(row, 1 / residuals[i])),
    ).map((row, j) => row.map((value, k) => value + (j === k ? gamma / rows[j] : 0)));
    expectClose(toRows(out).flat(), multiply(inverse(matrix), toRows(right)).flat(), {
      relative: 1e-9,
      absolute: 1e-12,
    });
    workspace.release();
    await kernels.dispose();
  });
});

describe("rfs: what it finds", () => {
  const relevantIn = async (data: Dataset, relevant: readonly number[], options = {}) => {
    const { ranking } = await regress(data, options);
    const top = new Set(ranking.subarray(0, relevant.length));
    return relevant.filter((j) => top.has(j)).length;
  };

  test("planted features, with more features than samples too", async () => {
    for (const seed of [1, 2, 3]) {
      const shape = { classes: 3, relevant: 5, copies: 0, combinations: 0, separation: 1.5, seed };
      for (const size of [
        { rows: 150, noise: 45 },
        { rows: 60, noise: 295 },
      ]) {
        const { data, truth } = planted({ ...shape, ...size });
        expect(await relevantIn(data, truth.relevant)).toBe(5);
      }
    }
  });

  test("exact copies get zero rows and stand behind, in the order of what they repeat", async () => {
    const data = randomData({ rows: 40, features: 6, relevant: 3, separation: 2, seed: 6 });
    const values = denseValues(data);
    const doubled = new Dataset({
      values: Matrix.fromRows(toRows(values).map((row) => [...row, ...row])),
      labels: data.labels,
    });
    const [single, both] = [await regress(data), await regress(doubled)];
    expect(both.scores.subarray(0, 6)).toEqual(single.scores);
    expect(Array.from(both.scores.subarray(6))).toEqual(Array(6).fill(0));
    expect(Array.from(both.ranking)).toEqual([...single.ranking, ...single.ranking.map((j) => j + 6)]);
  });

  /** Two classes that differ by 1.4 standard deviations in five of fifty features, which `spoil` makes worse. */
  const spoiled = (seed: number, spoil: (row: number[], i: number, random: Random) => void) => {
    const random = new Random(seed);
    const rows = Array.from({ length: 200 }, () => Array.from({ length: 50 }, () => random.normal()));
    rows.forEach((row, i) => {
      for (let j = 0; j < 5; j++) row[j] += i % 2 ? 0.7 : -0.7;
      spoil(row, i, random);
    });
    return Dataset.fromRows(
      rows,
      rows.map((_, i) => i % 2),
    );
  };

  test("more than Fisher score does when one sample in twenty is thirty times as large", async () => {
    const found = { rfs: 0, fisher: 0 };
    for (let seed = 1; seed <= 10; seed++) {
      const data = spoiled(seed, (row, i, random) => {
        if (i % 20 === 0) for (let j = 0; j < 50; j++) row[j] = 30 * random.normal();
      });
      found.rfs += await relevantIn(data, [0, 1, 2, 3, 4]);
      found.fisher += await relevantIn(data, [0, 1, 2, 3, 4], { method: "fisher" });
    }
    expect(found.rfs).toBeGreaterThan(found.fisher + 10);
  });

  test("a pair that is useless singly and strong together", async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const random = new Random(seed);
      const rows = Array.from({ length: 200 }, () => Array.from({ length: 40 }, () => random.normal()));
      rows.forEach((row, i) => {
        const common = 3 * random.normal();
        row[0] = common + 0.4 * random.normal();
        row[1] = common + 0.4 * random.normal() + (i % 2 ? 0.6 : -0.6);
      });
      const data = Dataset.fromRows(
        rows,
        rows.map((_, i) => i % 2),
      );
      expect(await relevantIn(data, [0, 1])).toBe(2);
    }
  });

  test("not two features that tell the classes apart only by their product", async () => {
    let found = 0;
    for (const seed of [1, 2, 3, 4, 5]) {
      const random = new Random(seed);
      const rows = Array.from({ length: 200 }, () => Array.from({ length: 20 }, () => random.normal()));
      const labels = rows.map((row) => (row[0] * row[1] > 0 ? "same" : "other"));
      found += await relevantIn(Dataset.fromRows(rows, labels), [0, 1]);
    }
    expect(found).toBeLessThanOrEqual(3);
  });
});
