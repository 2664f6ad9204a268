import { describe, expect, test } from "vitest";
import {
  createKernels,
  Dataset,
  Matrix,
  planted,
  Random,
  type SelectOptions,
  select,
} from "../../../src/index.js";
import { withColumns } from "../../support/random-data.js";

const kernels = await createKernels({ threads: 1 });
const groups = 5;
const perGroup = 11;
const seeds = [1, 2, 3, 4, 5];

/**
 * Five relevant features, ten noisy copies behind each, and twenty features of noise. Class means are drawn until they span
 * at least `span` standard deviations.
 */
function withCopies(seed: number, classes: number, copyNoise: number, span = 0): Dataset {
  const random = new Random(seed);
  const rows = 240;
  const values = Matrix.zeros(rows, groups * perGroup + 20);
  for (let group = 0; group < groups; group++) {
    let means: number[];
    do means = Array.from({ length: classes }, () => random.normal());
    while (Math.max(...means) - Math.min(...means) < span);
    for (let i = 0; i < rows; i++) {
      const original = means[i % classes] + random.normal();
      for (let copy = 0; copy < perGroup; copy++)
        values.set(i, group * perGroup + copy, original + (copy > 0 ? copyNoise * random.normal() : 0));
    }
  }
  for (let j = groups * perGroup; j < values.columns; j++)
    for (let i = 0; i < rows; i++) values.set(i, j, random.normal());
  return new Dataset({ values, labels: Array.from({ length: rows }, (_, i) => i % classes) });
}

/** Whether the ranking has one feature of every group before a second one of any. */
function oneOfEachFirst(ranking: Int32Array): boolean {
  const first = ranking.filter((j) => j < groups * perGroup).subarray(0, groups);
  return new Set(first.map((j) => Math.floor(j / perGroup))).size === groups;
}

async function successes(
  options: Record<string, unknown>,
  classes: number,
  copyNoise: number,
  span = 0,
): Promise<number> {
  let count = 0;
  for (const seed of seeds) {
    const data = withCopies(seed, classes, copyNoise, span);
    if (oneOfEachFirst((await select(data, { k: groups, kernels, ...options })).ranking)) count++;
  }
  return count;
}

describe("ten noisy copies of each relevant feature", () => {
  describe.each([
    { classes: 6, copyNoise: 0.1 },
    { classes: 6, copyNoise: 0.3 },
  ])("%j", ({ classes, copyNoise }) => {
    // Measured: 5 of 5 in every case here; fisher 0 of 5.
    test.each([
      { p: 0.5, gamma: 0.1, scatter: "mean" },
      { p: 0.1, gamma: 0.1, scatter: "mean" },
      { p: 0.5, elimination: "one-shot" },
      { p: 0.1, elimination: "one-shot" },
      { p: 0.5 },
      {},
    ])("dfs %j takes one of each group first", async (options) => {
      expect(await successes({ method: "dfs", ...options }, classes, copyNoise)).toBeGreaterThanOrEqual(4);
    });

    test("fisher does not", async () => {
      expect(await successes({ method: "fisher" }, classes, copyNoise)).toBe(0);
    });
  });
});

describe("ten noisy copies of each relevant feature, few classes", () => {
  // Class means evenly spread, so that every feature is relevant; measured: 5 of 5 in every case.
  test.each([2, 3, 4].flatMap((classes) => [0.1, 0.3].map((copyNoise) => ({ classes, copyNoise }))))(
    "%j: the default takes one of each group first",
    async (shape) => {
      let count = 0;
      for (const seed of seeds) {
        const { data, truth } = planted({
          ...shape,
          seed,
          rows: 240,
          relevant: groups,
          copies: 10 * groups,
          combinations: 0,
          noise: 20,
          separation: 0.5,
        });
        const groupOf = new Map(truth.relevant.map((column, group) => [column, group]));
        for (const { column, from } of truth.redundant) groupOf.set(column, groupOf.get(from[0])!);
        const { ranking } = await select(data, { k: groups, kernels });
        const first = Array.from(ranking).filter((j) => groupOf.has(j));
        if (new Set(first.slice(0, groups).map((j) => groupOf.get(j))).size === groups) count++;
      }
      expect(count).toBeGreaterThanOrEqual(4);
    },
  );
});

describe("class means drawn at random, few classes", () => {
  // Half a standard deviation apart at least: with 240 rows less than a quarter is hardly told from none, and then a second
  // copy of a strong feature is as good. Measured: 4 or 5 of 5 in every case.
  test.each([2, 3, 4].flatMap((classes) => [0.1, 0.3].map((copyNoise) => ({ classes, copyNoise }))))(
    "%j: the default takes one of each group first",
    async ({ classes, copyNoise }) => {
      expect(await successes({}, classes, copyNoise, 0.5)).toBeGreaterThanOrEqual(4);
    },
  );
});

describe("exact copies", () => {
  test.each<SelectOptions<"dfs">>([
    { p: 0.5, gamma: 0.1, scatter: "mean" },
    { p: 1, gamma: 1 },
    { elimination: "one-shot" },
    { elimination: "recursive" },
  ])("rank behind every feature that is not one, %j", async (options) => {
    const random = new Random(1);
    const rows = Array.from({ length: 60 }, (_, i) =>
      Array.from({ length: 8 }, (_, j) => (j < 3 ? (i % 3) * (j + 1) : 0) + random.normal()),
    );
    const base = Dataset.fromRows(
      rows,
      rows.map((_, i) => i % 3),
    );
    const data = withColumns(base, [(i) => rows[i][2], (i) => rows[i][0], (i) => rows[i][2]]);
    const [plain, copied] = [
      await select(base, { method: "dfs", kernels, k: 3, ...options }),
      await select(data, { method: "dfs", kernels, k: 3, ...options }),
    ];
    expect(copied.ranking.subarray(0, 8)).toEqual(plain.ranking);
    expect(Array.from(copied.ranking.subarray(8)).sort((a, b) => a - b)).toEqual([8, 9, 10]);
    expect(copied.ranking.indexOf(8)).toBeLessThan(copied.ranking.indexOf(10));
    expect(copied.trace!.objective.at(-1)).toBe(plain.trace!.objective.at(-1));
  });
});

describe("a pair that is useless singly and strong together", () => {
  /** Features 7 and 21 share their noise, and the class shifts them a little and apart: only the difference shows it. */
  function withPair(seed: number): Dataset {
    const random = new Random(seed);
    const values = Matrix.zeros(200, 40);
    for (let i = 0; i < values.rows; i++) {
      for (let j = 0; j < values.columns; j++) values.set(i, j, random.normal());
      const shift = i % 2 ? 0.1 : -0.1;
      values.set(i, 21, values.get(i, 7) - shift + 0.05 * random.normal());
      values.set(i, 7, values.get(i, 7) + shift);
    }
    return new Dataset({ values, labels: Array.from({ length: values.rows }, (_, i) => i % 2) });
  }
  const topTwo = (ranking: Int32Array) => Array.from(ranking.subarray(0, 2)).sort((a, b) => a - b);

  test.each<SelectOptions<"dfs">>([
    { p: 1, gamma: 0.1 },
    { p: 1, gamma: 0.3 },
    { p: 1, gamma: 1 },
    { p: 0.5, gamma: 0.1 },
    { p: 0.5, gamma: 0.3 },
    { elimination: "one-shot" },
    {},
  ])("dfs %j finds it", async (options) => {
    for (const seed of seeds) {
      const { ranking } = await select(withPair(seed), { method: "dfs", kernels, k: 2, ...options });
      expect(topTwo(ranking)).toEqual([7, 21]);
    }
  });

  test("fisher misses it", async () => {
    for (const seed of seeds) {
      const { ranking } = await select(withPair(seed), { method: "fisher", k: 2 });
      expect(topTwo(ranking)).not.toEqual([7, 21]);
    }
  });
});
