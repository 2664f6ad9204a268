import { describe, expect, test } from "vitest";
import { createKernels, type Dataset, digits, type SelectOptions, select } from "../../../src/index.js";
import { readDataset } from "../../../src/node.js";
import { dataFile, hasData } from "../../support/data.js";
import { randomData } from "../../support/random-data.js";

const kernels = await createKernels({ threads: 1 });

/** Both forms take the same steps, so they reach the same objective and the same row norms. */
async function expectFormsAgree(data: Dataset, given: SelectOptions<"dfs">): Promise<void> {
  const run = (solver: "tall" | "wide") =>
    select(data, {
      method: "dfs",
      k: 1,
      kernels,
      maxIterations: 20,
      tolerance: 0,
      zeta: 1e-12,
      ...given,
      solver,
    });
  const [tall, wide] = [await run("tall"), await run("wide")];
  expect(tall.chosen!.solver).toBe("tall");
  expect(wide.chosen!.solver).toBe("wide");
  const [a, b] = [tall.trace!.objective.at(-1)!, wide.trace!.objective.at(-1)!];
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-8 * Math.abs(a));
  const largest = Math.max(...tall.scores);
  tall.ranking.forEach((feature, place) => {
    const other = wide.ranking[place];
    if (feature === other) return;
    expect(Math.abs(tall.scores[feature] - tall.scores[other])).toBeLessThan(1e-5 * largest);
  });
}

describe("the tall and the wide form agree", () => {
  describe.each([
    ["n < d", 20, 60],
    ["n = d", 40, 40],
    ["n > d", 90, 30],
  ])("%s", (_, rows, features) => {
    test.each([
      { p: 1, gamma: 1, alpha: 0 },
      { p: 1, gamma: 10, alpha: 1e-3 },
      { p: 2, gamma: 1, alpha: 0 },
      { p: 0.5, gamma: 0.1, alpha: 0, maxIterations: 6 },
    ])("%j", async (options) => {
      for (const seed of [1, 2])
        await expectFormsAgree(randomData({ rows, features, seed, relevant: 8 }), options);
    });
  });

  test("on the digits", async () => {
    await expectFormsAgree((await digits()).selectRows(Array.from({ length: 300 }, (_, i) => i)), {
      gamma: 1,
    });
  });

  test.skipIf(!hasData)("on COLON", async () => {
    const colon = await readDataset(dataFile("paper/COLON.mat"));
    // The first 600 genes: the tall form needs a square matrix of them.
    await expectFormsAgree(colon.selectColumns(Array.from({ length: 600 }, (_, j) => j)), { gamma: 0.1 });
  });

  test("the cheaper one is chosen", async () => {
    const few = await select(randomData({ rows: 12, features: 200, seed: 1 }), {
      method: "dfs",
      gamma: 1,
      k: 1,
    });
    const many = await select(randomData({ rows: 200, features: 12, seed: 1 }), {
      method: "dfs",
      gamma: 1,
      k: 1,
    });
    expect([few.chosen!.solver, many.chosen!.solver]).toEqual(["wide", "tall"]);
  });
});
