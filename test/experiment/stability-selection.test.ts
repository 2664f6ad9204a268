import { describe, expect, test } from "vitest";
import { planted } from "../../src/data/bundled/planted.js";
import { Dataset } from "../../src/data/dataset.js";
import { drawSubsamples } from "../../src/evaluation/subsamples.js";
import {
  type StabilityOptions,
  type StabilitySettings,
  stabilitySelection,
} from "../../src/experiment/stability-selection.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { select } from "../../src/selectors/select.js";
import { expectClose } from "../support/expect-close.js";
import { denseValues, randomData } from "../support/random-data.js";

const kernels = await createKernels();
const small = randomData({
  rows: 46,
  features: 12,
  classes: 3,
  relevant: 4,
  separation: 0.8,
  seed: 2,
  spread: 10,
});

/** The rows of the data with every column at mean 0 and standard deviation 1 (n − 1). */
function standardized(data: Dataset, rows: Int32Array): Dataset {
  const part = data.selectRows(rows);
  const values = denseValues(part);
  const out = Matrix.zeros(part.rows, part.features);
  for (let j = 0; j < part.features; j++) {
    const column = Array.from({ length: part.rows }, (_, i) => values.get(i, j));
    const mean = column.reduce((a, b) => a + b, 0) / column.length;
    const variance = column.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (column.length - 1);
    for (const [i, x] of column.entries()) out.set(i, j, (x - mean) / Math.sqrt(variance));
  }
  return part.with({ values: out });
}

/** Counts and sums of ranks, one subsample after another. */
async function literally(data: Dataset, options: StabilityOptions, fraction: number, subsamples: number) {
  const { seed = 1, selectOn, rowGroups: _, ...own } = options;
  const random = new Random(seed).fork("subsamples");
  const counts = new Array(data.features).fill(0);
  const ranks = new Array(data.features).fill(0);
  for (const rows of drawSubsamples(data.labels!.codes, { subsamples, fraction }, random)) {
    const seen = selectOn === "raw" ? data.selectRows(rows) : standardized(data, rows);
    const { features } = await select(seen, { ...own, seed, kernels });
    features.forEach((name, place) => {
      counts[data.featureNames.indexOf(name)]++;
      ranks[data.featureNames.indexOf(name)] += place + 1;
    });
  }
  return { counts, ranks };
}

describe("stability selection", () => {
  test.each<StabilityOptions>([
    { method: "fisher", k: 4 },
    { method: "dfs", k: 3, seed: 5 },
    { method: "dfs", gamma: 0.3, k: 4, selectOn: "raw" },
    { method: "mrmr", k: 4, keep: ["11"], exclude: ["1", "2"] },
    { method: "relieff", k: 5, fraction: 0.7 },
    { method: "laplacian", k: 4, fraction: 0.35 },
  ])("counts what select selects on the same rows: %o", async ({ fraction = 0.5, ...options }) => {
    const result = await stabilitySelection(small, { ...options, fraction, subsamples: 12, kernels });
    const { counts, ranks } = await literally(small, options, fraction, 12);
    expect(counts.reduce((a, b) => a + b)).toBe(12 * options.k!);
    for (const { index, count, frequency, meanRank, name, low, high, stable, kept } of result.features) {
      expect({ name, count }).toEqual({ name: small.featureNames[index], count: counts[index] });
      expect(frequency).toBe(count / 12);
      expect(meanRank).toBe(count === 0 ? null : ranks[index] / count);
      expect(low <= frequency && frequency <= high).toBe(true);
      expect(stable).toBe(frequency >= 0.75);
      expect(kept).toBe(options.keep?.includes(name) ?? false);
    }
    const excluded = options.exclude ?? [];
    expect(result.features).toHaveLength(12 - excluded.length);
    expect(result).toMatchObject({ meanSelected: options.k, complementary: fraction <= 0.5, excluded });
    expect(result.features.map(({ count }) => count)).toEqual(
      result.features.map(({ count }) => count).sort((a, b) => b - a),
    );
    expect(result.stable).toEqual(result.features.filter(({ stable }) => stable).map(({ name }) => name));
  });

  test("the error bound by hand, with kept and excluded features, and from the false selections", async () => {
    const { data } = planted({ rows: 40, noise: 70 });
    const run = (options: StabilitySettings) =>
      stabilitySelection(data, { method: "fisher", subsamples: 4, kernels, ...options });
    // 100 features, 10 selected, π = 0.75: 100 / (0.5·100).
    expectClose([(await run({ k: 10 })).falseSelections.bound!], [2]);
    // One kept, four excluded: 9 of 95 are chosen; π = 0.9.
    const constrained = await run({ k: 10, threshold: 0.9, keep: ["3"], exclude: ["4", "5", "6", "7"] });
    expect(constrained.falseSelections).toMatchObject({ features: 95, selected: 9 });
    expectClose([constrained.falseSelections.bound!], [81 / (0.8 * 95)]);
    expect(constrained.stable).toContain("3");
    const kept = await run({ k: 10, falseSelections: 2.5 });
    expect(kept.threshold).toBe(0.7);
    expectClose([kept.falseSelections.bound!], [2.5]);
    expect(kept.falseSelections.assumptions[0]).toMatch(/^false:/);
    const larger = await run({ k: 10, fraction: 0.6 });
    expect(larger.falseSelections).toMatchObject({ bound: null, unimodalBound: null });
    expect(larger.falseSelections.assumptions[0]).toMatch(/^no bound:/);
  });

  test("planted features are stable, noise is not, and false selections stay below the bound", async () => {
    let [found, wrong, above] = [0, 0, 0];
    const seeds = 12;
    let bound = 0;
    for (let seed = 1; seed <= seeds; seed++) {
      const { data, truth } = planted({ seed, copies: 0, combinations: 0, noise: 190, separation: 1.5 });
      const result = await stabilitySelection(data, {
        method: "fisher",
        k: 10,
        subsamples: 40,
        seed,
        kernels,
      });
      const noise = new Set(truth.noise);
      const stable = result.features.filter((feature) => feature.stable);
      const mistakes = stable.filter(({ index }) => noise.has(index)).length;
      bound = result.falseSelections.bound!;
      found += stable.length - mistakes;
      wrong += mistakes;
      if (mistakes > bound) above++;
      const meanOf = (columns: readonly number[]) =>
        columns.reduce((sum, j) => sum + result.features.find(({ index }) => index === j)!.frequency, 0) /
        columns.length;
      expect(meanOf(truth.relevant)).toBeGreaterThan(0.5);
      expect(meanOf(truth.noise)).toBeLessThan(0.05);
    }
    expect(bound).toBe(1);
    expect(found / seeds).toBeGreaterThan(5);
    expect(wrong / seeds).toBeLessThan(bound);
    expect(above).toBeLessThanOrEqual(2);
  });

  test("random labels: next to nothing is stable, and on average less than the bound", async () => {
    let [stable, most] = [0, 0];
    const seeds = 20;
    let bound = 0;
    for (let seed = 1; seed <= seeds; seed++) {
      const random = new Random(seed);
      const values = Matrix.zeros(60, 100);
      for (let i = 0; i < values.data.length; i++) values.data[i] = random.normal();
      const data = new Dataset({ values, labels: Array.from({ length: 60 }, (_, i) => i % 2) });
      const result = await stabilitySelection(data, {
        method: "fisher",
        k: 10,
        subsamples: 40,
        seed,
        kernels,
      });
      bound = result.falseSelections.bound!;
      stable += result.stable.length;
      most = Math.max(most, result.features[0].frequency);
    }
    expect(bound).toBe(2);
    expect(stable / seeds).toBeLessThan(bound);
    // Halves of the same rows are not independent: some feature comes up in well more than the 10 % of a guess.
    expect(most).toBeGreaterThan(0.4);
  });

  test("works without labels for a method that needs none, and in groups of rows", async () => {
    const unlabelled = small.with({ labels: null });
    const { features } = await stabilitySelection(unlabelled, {
      method: "laplacian",
      k: 3,
      subsamples: 4,
      kernels,
    });
    expect(features[0].count).toBeGreaterThan(0);
    const groups = Array.from({ length: 46 }, (_, i) => `patient ${Math.floor(i / 3)}`);
    const grouped = await stabilitySelection(small, {
      method: "fisher",
      k: 3,
      subsamples: 4,
      rowGroups: groups,
      kernels,
    });
    expect(grouped.features.reduce((sum, { count }) => sum + count, 0)).toBe(12);
  });

  test("refuses early what cannot be done", async () => {
    const refused = (options: StabilitySettings & { method?: "fisher" }, data = small) =>
      expect(stabilitySelection(data, { method: "fisher", ...options })).rejects;
    await refused({ method: "fischer" as "fisher" }).toThrow('did you mean "fisher"');
    await refused({ k: 13 }).toThrow("k must be a whole number from 1 to 12; 13 was given");
    await refused({ k: 2, subsamples: 7 }).toThrow("must be even; 7 was given");
    await refused({ subsamples: 0 }).toThrow("subsamples must be a whole number from 2");
    await refused({ fraction: 0 }).toThrow("fraction must be");
    await refused({ threshold: 0.5 }).toThrow("threshold must be a number above 0.5 and up to 1");
    await refused({ threshold: 0.8, falseSelections: 1 }).toThrow("are both given");
    await refused({ k: 6, falseSelections: 1 }).toThrow("select at most 3");
    await refused({ fraction: 0.6, falseSelections: 1 }).toThrow(
      "no error bound for subsamples of more than half",
    );
    await refused({ k: 3, ...{ gamma: 1 } }).toThrow('"gamma" is not an option of fisher');
    await refused({ rareClasses: "keep" as never }).toThrow("rareClasses must be");
    await refused({ keep: ["nothing"] }).toThrow('unknown feature "nothing"');
    await refused({}, small.with({ labels: null })).toThrow("the data has no labels");
    const rare = small.with({ labels: Array.from({ length: 46 }, (_, i) => (i < 3 ? "rare" : `c${i % 2}`)) });
    await refused({}, rare).toThrow('class "rare" has 3 rows, of which a subsample has 1');
    const dropped = await stabilitySelection(rare, {
      method: "fisher",
      k: 2,
      subsamples: 2,
      rareClasses: "drop",
    });
    expect(dropped.notices).toMatchObject([
      { code: "rows-left-out", text: '3 rows were left out: class "rare" (3 rows) is too small' },
    ]);
    expect(dropped.subsampleRows).toBe(22);
    const aborted = AbortSignal.abort(new Error("stop"));
    await refused({ signal: aborted }).toThrow("stop");
  });
});
