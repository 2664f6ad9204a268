import { describe, expect, test } from "vitest";
import {
  createKernels,
  type Dataset,
  Random,
  type Selection,
  type SelectOptions,
  select,
} from "../../../src/index.js";
import { denseValues, randomData, withColumns } from "../../support/random-data.js";

/** What every fit must show, however short and whatever the data: see "Certificate of a fit" in docs. */
function expectSound({ certificate, trace, scores, chosen }: Selection, what: string): void {
  const { largestRise, constraint, rank, stationarity, norm } = certificate as Record<string, number>;
  const faults = [
    !(largestRise <= 1e-9) && `the objective rose by ${largestRise} of its size`,
    !(constraint <= 1e-8) && `AᵀSA is off by ${constraint}`,
    rank !== chosen!.l && `rank ${rank}, not ${chosen!.l}`,
    ![...scores, ...trace!.objective, ...trace!.divergence, stationarity, norm].every(Number.isFinite) &&
      "something is not finite",
  ].filter(Boolean);
  if (faults.length > 0) expect.fail(`${what}: ${faults.join("; ")}`);
}

const kernels = await createKernels({ threads: 1 });
const powers = [0.1, 0.5, 1, 1.5, 2];

async function expectSoundFits(
  data: Dataset,
  random: Random,
  fixed: SelectOptions<"dfs"> = {},
): Promise<void> {
  const pick = <T>(from: readonly T[]): T => from[random.integer(from.length)];
  for (const p of powers) {
    const options = {
      p,
      gamma: 10 ** (7 * random.uniform() - 4),
      alpha: pick([0, 1e-3]),
      maxIterations: pick([1, 2, 5, 30, 60, 200]),
      tolerance: pick([0, 1e-4, 1e-9]),
      solver: pick(["auto", "tall", "wide"] as const),
      scatter: pick(["sum", "mean"] as const),
      ...fixed,
    };
    const selection = await select(data, { method: "dfs", k: 1, kernels, ...options });
    expectSound(selection, `${data.rows} × ${data.features}, ${JSON.stringify(options)}`);
  }
}

describe("the objective never rises, the constraint holds, everything is finite", () => {
  const shapes: readonly [name: string, rows: number, features: number, classes: number][] = [
    ["fewer samples than features", 12, 60, 3],
    ["far fewer", 10, 90, 5],
    ["as many", 30, 30, 3],
    ["more", 120, 30, 8],
    ["two classes", 40, 60, 2],
    ["two samples a class", 16, 30, 8],
    ["one feature", 30, 1, 2],
    ["fewer features than classes", 60, 3, 8],
  ];
  describe.each(shapes)("%s", (_, rows, features, classes) => {
    test.each([1, 2, 3, 4, 5, 6])("seed %d", async (seed) => {
      const random = new Random(seed);
      const separation = [0, 0.3, 1, 3, 30, 1][seed - 1];
      const data = randomData({ rows, features, classes, seed, separation });
      await expectSoundFits(data, random);
    });
  });

  test.each([1, 2, 3, 4])("unbalanced classes, seed %d", async (seed) => {
    const data = randomData({ rows: 90, features: 40, classes: 5, seed, unbalanced: true, relevant: 10 });
    await expectSoundFits(data, new Random(seed));
  });

  test.each([1, 2, 3, 4])("duplicate, constant and nearly equal columns, seed %d", async (seed) => {
    const random = new Random(seed);
    const base = randomData({ rows: 24, features: 20, classes: 4, seed });
    const values = denseValues(base);
    const data = withColumns(base, [
      (i) => values.get(i, 0),
      () => 3,
      () => 0,
      (i) => -2 * values.get(i, 1),
      (i) => values.get(i, 2) + 1e-9 * random.normal(),
      (i) => values.get(i, 3) + values.get(i, 4),
    ]);
    await expectSoundFits(data, random);
  });

  describe("features of wildly different scale, standardize off", () => {
    test.each([1, 2, 3, 4, 5, 6, 7, 8])("seed %d", async (seed) => {
      const random = new Random(seed);
      const rows = [15, 30, 60, 120][seed % 4];
      const data = randomData({ rows, features: 30, classes: 3, seed, spread: seed > 4 ? 1e3 : 1e2 });
      await expectSoundFits(data, random, { standardize: false });
    });
  });

  // Found by random search in an earlier version, each with a cause of its own.
  const found: readonly [cause: string, make: () => Dataset, options: Record<string, unknown>][] = [
    [
      "steps that no longer change anything must not be extrapolated",
      () => randomData({ rows: 6, features: 2, classes: 3, seed: 76 }),
      { p: 0.5, gamma: 16, alpha: 0, maxIterations: 200, tolerance: 0 },
    ],
    [
      "γD far below the scatter: products that a solve gives for free are not exact enough",
      () => randomData({ rows: 24, features: 12, classes: 2, seed: 899, spread: 1e3 }),
      {
        p: 1.5,
        gamma: 0.0023,
        alpha: 1e-3,
        maxIterations: 60,
        tolerance: 1e-9,
        standardize: false,
        solver: "wide",
        scatter: "mean",
      },
    ],
    [
      "the same on standardised data",
      () => randomData({ rows: 12, features: 15, classes: 2, seed: 923 }),
      { p: 1.5, gamma: 2e-4, alpha: 0, maxIterations: 5, tolerance: 0, solver: "wide", scatter: "mean" },
    ],
    [
      "a fit of one step must meet the constraint",
      () => randomData({ rows: 120, features: 33, classes: 8, seed: 922, spread: 1e3 }),
      {
        p: 2,
        gamma: 0.002,
        alpha: 1e-3,
        maxIterations: 1,
        standardize: false,
        solver: "tall",
        scatter: "mean",
      },
    ],
    [
      "the same with many samples in the wide form",
      () => randomData({ rows: 180, features: 90, classes: 8, seed: 12089, spread: 1e3 }),
      { p: 1, gamma: 7.7e-4, alpha: 0, maxIterations: 1, standardize: false, solver: "wide" },
    ],
    [
      "an extrapolation may not leap out of range",
      () => randomData({ rows: 12, features: 15, classes: 3, seed: 10975, spread: 1e3 }),
      { p: 1, gamma: 0.0029, alpha: 0, maxIterations: 200, tolerance: 0, standardize: false, solver: "wide" },
    ],
    [
      "rows that are left out must add nothing when they come back",
      () => randomData({ rows: 120, features: 60, classes: 8, seed: 234, spread: 1e3 }),
      {
        p: 0.5,
        gamma: 900,
        alpha: 1e-3,
        maxIterations: 5,
        standardize: false,
        solver: "tall",
        scatter: "sum",
      },
    ],
    [
      "the same on standardised data",
      () => randomData({ rows: 30, features: 60, classes: 5, seed: 456 }),
      { p: 0.5, gamma: 4.7, alpha: 1e-3, maxIterations: 60, tolerance: 0 },
    ],
  ];
  test.each(found)("%s", async (cause, make, options) => {
    expectSound(await select(make(), { method: "dfs", k: 1, kernels, ...options }), cause);
  });
});
