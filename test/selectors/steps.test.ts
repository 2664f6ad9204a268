import { describe, expect, test } from "vitest";
import { digits, select } from "../../src/index.js";
import { selectWith } from "../../src/selectors/select.js";
import type { Step } from "../../src/selectors/selector.js";

describe("steps of iterative methods", () => {
  test.each([
    ["dfs", { gamma: 5 }],
    ["rfs", {}],
  ])(
    "%s tells the objective of every step, as its trace has it, and ends with its scores",
    async (method, own) => {
      const data = await digits();
      const steps: Step[] = [];
      const last: Float64Array[] = [];
      const told = await selectWith(data, {
        method,
        options: own,
        exclude: ["pixel_3_3"],
        onStep: (step) => {
          steps.push(step);
          last[0] = step.scores();
        },
      });
      expect(steps.map(({ objective }) => objective).slice(0, told.trace!.iterations)).toEqual(
        told.trace!.objective,
      );
      expect(last[0]).toEqual(told.scores);
      expect(Number.isNaN(last[0][data.featureNames.indexOf("pixel_3_3")])).toBe(true);
      const untold = await selectWith(data, { method, options: own, exclude: ["pixel_3_3"] });
      expect(untold.ranking).toEqual(told.ranking);
      expect(untold.scores).toEqual(told.scores);
    },
  );

  test("target-k mode tells how many features are left, ever fewer", async () => {
    const left: number[] = [];
    const data = (await digits()).selectRows(Array.from({ length: 300 }, (_, i) => i * 5));
    await select(data, { k: 5, onStep: (step) => left.push(step.left) });
    expect(left[0]).toBeGreaterThan(left.at(-1)!);
    expect(left).toEqual([...left].sort((a, b) => b - a));
  });
});
