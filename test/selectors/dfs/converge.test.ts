import { describe, expect, test } from "vitest";
import { createKernels, type Dataset, digits, Random } from "../../../src/index.js";
import type { FitOptions } from "../../../src/selectors/dfs/fit.js";
import { fitLiterally } from "../../../src/selectors/dfs/literal.js";
import { prepareDataset } from "../../../src/selectors/dfs/prepare.js";
import { solve } from "../../../src/selectors/dfs/solve.js";
import { randomData } from "../../support/random-data.js";

const kernels = await createKernels({ threads: 1 });
const done = async () => {};

/** The plain objective that each solver ends at, and the size that differences are measured by. */
async function bothEnds(data: Dataset, given: Pick<FitOptions, "gamma" | "p">, scatter: "sum" | "mean") {
  const prepared = prepareDataset(kernels, data, { standardize: true, scatter, form: "tall" });
  try {
    const options: FitOptions = {
      ...given,
      l: Math.min(prepared.classes - 1, prepared.columns.length),
      alpha: 1e-3,
      zeta: 1e-12,
      maxIterations: 1500,
      tolerance: 1e-9,
    };
    const literal = (await fitLiterally(prepared.problem, options, done)).value;
    const fast = (await solve(prepared.problem, options, new Random(1), done)).value;
    return { literal: literal.plain, fast: fast.plain, size: literal.size };
  } finally {
    prepared.workspace.release();
  }
}

const sets: readonly [name: string, make: () => Promise<Dataset>][] = [
  ["digits", digits],
  ...[1, 2, 3, 4].map((seed): [string, () => Promise<Dataset>] => [
    `random ${seed}`,
    async () =>
      randomData({
        rows: [40, 60, 30, 80][seed - 1],
        features: [20, 30, 30, 40][seed - 1],
        classes: [3, 5, 2, 4][seed - 1],
        relevant: 10,
        seed,
      }),
  ]),
];

describe("run to convergence, against the literal solver", () => {
  describe.each(sets)("%s", (_, make) => {
    test.each([0.1, 1, 10])("p = 1, gamma = %d: no higher than rounding", async (gamma) => {
      const { literal, fast, size } = await bothEnds(await make(), { gamma, p: 1 }, "sum");
      expect(fast).toBeLessThanOrEqual(literal + 1e-6 * size);
    });

    // Measured over these sets: p = 0.1 lower in 9 of 10 by 1 to 63 %, p = 0.5 lower in 2 of 10 by 2 and 7 %, else equal.
    test.each([
      { p: 0.5, gamma: 0.03 },
      { p: 0.5, gamma: 0.3 },
      { p: 0.1, gamma: 0.03 },
      { p: 0.1, gamma: 0.3 },
    ])("%j: within half a percent or lower", async (options) => {
      const { literal, fast } = await bothEnds(await make(), options, "mean");
      expect(fast).toBeLessThanOrEqual(literal + 0.005 * Math.abs(literal));
    });
  });
});
