import { describe, expect, it } from "vitest";
import { Dataset } from "../../../src/data/dataset.js";
import { createKernels } from "../../../src/kernels/create-kernels.js";
import { Matrix } from "../../../src/numeric/matrix.js";
import { Random } from "../../../src/numeric/random.js";
import { select } from "../../../src/selectors/select.js";

/** Groups of `size` features; in the first `relevant` groups every feature differs a little between the classes. */
function grouped(seed: number, { groups = 12, size = 5, relevant = 2, rows = 120, shift = 0.6 } = {}) {
  const random = new Random(seed);
  const names = Array.from({ length: groups * size }, (_, j) => `g${Math.floor(j / size)}_${j % size}`);
  const labels = Array.from({ length: rows }, (_, i) => String(i % 3));
  const table = labels.map((label) =>
    names.map((_, j) => random.normal() + (j < relevant * size ? shift * ((Number(label) + j) % 3) : 0)),
  );
  const featureGroups = Object.fromEntries(
    Array.from({ length: groups }, (_, g) => [`g${g}`, names.filter((name) => name.startsWith(`g${g}_`))]),
  );
  return { data: Dataset.fromRows(table, labels, names), featureGroups };
}

/**
 * The iteration of the paper with d_ii = √|g|·(p/2)(‖A_g‖² + ζ)^(p/2 − 1), on plain arrays: standardise, form Sb and St, solve
 * the whole pencil in every step.
 */
async function literalGroupNorms(
  data: Dataset,
  of: readonly number[],
  gamma: number,
  p: number,
  steps: number,
) {
  const { rows, features } = data;
  const codes = data.labels!.codes;
  const x = Array.from({ length: features }, (_, j) => {
    const column = Array.from({ length: rows }, (_, i) => (data.values as Matrix).get(i, j));
    const mean = column.reduce((a, b) => a + b, 0) / rows;
    const sd = Math.sqrt(column.reduce((a, b) => a + (b - mean) ** 2, 0) / (rows - 1));
    return column.map((value) => (value - mean) / sd);
  });
  const counts = [0, 1, 2].map((k) => codes.filter((code) => code === k).length);
  const means = x.map((column) =>
    [0, 1, 2].map((k) => column.reduce((sum, value, i) => sum + (codes[i] === k ? value : 0), 0) / counts[k]),
  );
  const total = new Matrix(
    Float64Array.from(x.flatMap((a) => x.map((b) => a.reduce((sum, value, i) => sum + value * b[i], 0)))),
    features,
    features,
  );
  const between = Float64Array.from(
    means.flatMap((a) => means.map((b) => a.reduce((sum, m, k) => sum + counts[k] * m * b[k], 0))),
  );
  const kernels = await createKernels({ kernels: "reference" });
  const sizes = of.map((g) => of.filter((other) => other === g).length);
  let weights = new Array<number>(features).fill(1);
  let group: number[] = [];
  for (let step = 0; step < steps; step++) {
    const left = new Matrix(
      between.map((value) => -value),
      features,
      features,
    );
    for (let i = 0; i < features; i++) left.set(i, i, left.get(i, i) + gamma * weights[i]);
    const { vectors } = kernels.symmetricEigen(left, total)!;
    const squares = Array.from(
      { length: features },
      (_, i) => vectors.get(i, 0) ** 2 + vectors.get(i, 1) ** 2,
    );
    const whole = of.map((g) => squares.reduce((sum, square, j) => sum + (of[j] === g ? square : 0), 0));
    weights = whole.map((square, i) => Math.sqrt(sizes[i]) * (p / 2) * (square + 1e-12) ** (p / 2 - 1));
    group = whole.map((square, i) => Math.sqrt(square) / Math.sqrt(sizes[i]));
  }
  return group;
}

const ofGroups = (groups: Readonly<Record<string, readonly string[]>>) =>
  Object.values(groups).flatMap((names, g) => names.map(() => g));

describe("dfs with feature groups", () => {
  for (const [gamma, p] of [
    [3, 1],
    [10, 1],
    [3, 0.7],
  ])
    it(`gamma = ${gamma}, p = ${p}: group norms are those of the literal iteration`, async () => {
      const { data, featureGroups } = grouped(1);
      const steps = 60;
      const expected = await literalGroupNorms(data, ofGroups(featureGroups), gamma, p, steps);
      for (const solver of ["tall", "wide", "literal"] as const) {
        const { scores } = await select(data, {
          featureGroups,
          gamma,
          p,
          solver,
          maxIterations: steps,
          tolerance: 0,
        });
        const largest = Math.max(...expected);
        for (const [j, score] of scores.entries())
          expect(Math.abs(score - expected[j]) / largest).toBeLessThan(2e-3);
      }
    });

  it("groups of one feature give what no groups give", async () => {
    const { data } = grouped(2);
    const alone = Object.fromEntries(data.featureNames.map((name) => [name, [name]]));
    for (const options of [{ gamma: 3 }, { k: 10 }, { k: 10, elimination: "one-shot" as const }]) {
      const plain = await select(data, options);
      const single = await select(data, { ...options, featureGroups: alone });
      expect(Array.from(single.ranking)).toEqual(Array.from(plain.ranking));
      expect(Array.from(single.scores)).toEqual(Array.from(plain.scores));
    }
  });

  for (const options of [{}, { elimination: "one-shot" as const }, { gamma: 10 }])
    it(`${JSON.stringify(options)}: the planted groups come first, whole, in five of five draws`, async () => {
      for (const seed of [1, 2, 3, 4, 5]) {
        const { data, featureGroups } = grouped(seed);
        const { features, shares } = await select(data, { featureGroups, k: 2, ...options });
        expect(new Set(features)).toEqual(new Set([...featureGroups.g0, ...featureGroups.g1]));
        for (const group of Object.values(featureGroups).slice(0, 2)) {
          const parts = group.map((name) => shares![data.featureNames.indexOf(name)]);
          expect(parts.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 10);
        }
      }
    });

  it("a large group of noise does not outrank a small relevant one", async () => {
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const random = new Random(seed);
      const labels = Array.from({ length: 90 }, (_, i) => String(i % 2));
      const rows = labels.map((label) => [
        random.normal() + (label === "1" ? 0.8 : 0),
        ...Array.from({ length: 30 }, () => random.normal()),
        ...Array.from({ length: 10 }, () => random.normal()),
      ]);
      const names = rows[0].map((_, j) => `f${j}`);
      const featureGroups = { noise: names.slice(1, 31) };
      const { ranking } = await select(Dataset.fromRows(rows, labels, names), {
        featureGroups,
        k: 1,
      });
      expect(ranking.indexOf(0)).toBeLessThan(ranking.indexOf(1));
      expect(ranking.findIndex((j) => j >= 1 && j <= 30)).toBeGreaterThan(0);
    }
  });
});
