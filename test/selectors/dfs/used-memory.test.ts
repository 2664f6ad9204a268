import { expect, test } from "vitest";
import { createKernels, select } from "../../../src/index.js";
import { path } from "../../../src/selectors/dfs/path.js";
import { expectSame } from "../../support/expect-same.js";
import { randomData } from "../../support/random-data.js";

// Room is handed out with the numbers that were in it: whatever they are, they must not reach a result.
test.each([
  ["tall", { rows: 90, features: 30 }],
  ["wide", { rows: 20, features: 60 }],
] as const)("what memory held before does not matter, %s form", async (solver, shape) => {
  const data = randomData({ ...shape, classes: 3, relevant: 5, seed: 1 });
  const fits = async (soil: boolean) => {
    const kernels = await createKernels({ threads: 1 });
    if (soil) {
      const workspace = kernels.workspace();
      const soiled = workspace.array(2 ** 18).fill(Number.NaN);
      workspace.release();
      const again = kernels.workspace();
      // The memory is really the same, and still what it was.
      expect(again.room(1, 8).data.byteOffset).toBe(soiled.byteOffset);
      expect(again.room(2, 4).data.every(Number.isNaN)).toBe(true);
      again.release();
    }
    const given = { gamma: 1, p: 1, solver, kernels } as const;
    const { scores } = await select(data, given);
    const { scores: recursive } = await select(data, { k: 5, kernels });
    const { points } = await path(data, { gammas: [0.1, 1, 10], ps: [0.1, 1], solver, kernels });
    await kernels.dispose();
    return { scores, recursive, objectives: Float64Array.from(points, ({ objective }) => objective) };
  };
  const [clean, soiled] = [await fits(false), await fits(true)];
  expectSame(soiled.scores, clean.scores);
  expectSame(soiled.recursive, clean.recursive);
  expectSame(soiled.objectives, clean.objectives);
});
