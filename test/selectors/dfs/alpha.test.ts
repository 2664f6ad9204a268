import { describe, expect, test } from "vitest";
import { select } from "../../../src/index.js";
import { readDataset } from "../../../src/node.js";
import { dataFile, hasData } from "../../support/data.js";
import { randomData } from "../../support/random-data.js";

const top = (ranking: Int32Array, count: number) =>
  Array.from(ranking.subarray(0, count)).sort((a, b) => a - b);

describe("alpha = 0 with fewer samples than features", () => {
  describe.each(["COLON", "LUNG"])("%s", (name) => {
    test.skipIf(!hasData).each([0.1, 1])("gives the top 50 of alpha = 1e-6, gamma = %d", async (gamma) => {
      const data = await readDataset(dataFile(`paper/${name}.mat`));
      const run = (alpha: number) => select(data, { method: "dfs", gamma, p: 1, k: 50, alpha });
      const [none, little] = [await run(0), await run(1e-6)];
      expect(top(none.ranking, 50)).toEqual(top(little.ranking, 50));
      expect(none.certificate!.constraint).toBeLessThan(1e-10);
      expect(none.certificate!.largestRise).toBeLessThan(1e-9);
    });
  });

  test.each([1, 2, 3])("works where St is singular, seed %d", async (seed) => {
    const data = randomData({ rows: 15, features: 80, classes: 4, seed, relevant: 6, separation: 2 });
    const run = (alpha: number) => select(data, { method: "dfs", gamma: 1, k: 20, alpha, tolerance: 1e-8 });
    const [none, little] = [await run(0), await run(1e-9)];
    expect(none.certificate!.constraint).toBeLessThan(1e-10);
    expect(none.certificate!.rank).toBe(3);
    expect(Math.abs(none.trace!.objective.at(-1)! - little.trace!.objective.at(-1)!)).toBeLessThan(1e-6);
    expect(top(none.ranking, 10)).toEqual(top(little.ranking, 10));
  });
});
