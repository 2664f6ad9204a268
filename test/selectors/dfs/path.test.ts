import { describe, expect, test } from "vitest";
import {
  Dataset,
  digits,
  InputError,
  type Matrix,
  mergeMoments,
  momentsOf,
  type PathOptions,
  path,
  planted,
  select,
  selectFromMoments,
} from "../../../src/index.js";
import { createKernels } from "../../../src/kernels/create-kernels.js";
import { expectClose } from "../../support/expect-close.js";

const { data } = planted({
  rows: 120,
  classes: 3,
  relevant: 5,
  copies: 3,
  combinations: 2,
  noise: 30,
  separation: 1.5,
  seed: 3,
});

describe("path", () => {
  test("every point of p = 1 is the fit that select finds for it alone", async () => {
    const gammas = [0.1, 1, 10];
    const { points, l, scatter } = await path(data, { gammas, tolerance: 1e-8, maxIterations: 2000 });
    expect([l, scatter, points.length]).toEqual([2, "sum", 3]);
    for (const point of points) {
      const alone = await select(data, {
        method: "dfs",
        gamma: point.gamma,
        tolerance: 1e-8,
        maxIterations: 2000,
      });
      const size = Math.abs(point.smoothed) + 2;
      expect(Math.abs(point.smoothed - alone.trace!.objective.at(-1)!)).toBeLessThan(1e-5 * size);
      expect(point.support).toBe(alone.certificate!.support);
    }
    expect(points.map(({ start }) => start)).toEqual(["cold", "warm", "warm"]);
  });

  test("a larger γ and a smaller p leave fewer features", async () => {
    const gammas = [0.01, 0.1, 1, 10];
    const { points } = await path(data, { gammas, ps: [1, 0.5], scatter: "mean" });
    const supports = (p: number) => points.filter((point) => point.p === p).map(({ support }) => support);
    for (const p of [1, 0.5]) expect(supports(p)).toEqual([...supports(p)].sort((a, b) => b - a));
    expect(supports(0.5)[1]).toBeLessThan(supports(1)[1]);
  });

  test("no point for p < 1 is worse than a cold fit by more than it says where they are compared", async () => {
    const gammas = [1e-3, 1e-2, 0.1, 1];
    const { points } = await path(data, { gammas, ps: [0.1] });
    const checked = points[3];
    const cold = (await path(data, { gammas: [1], ps: [0.1] })).points[0];
    expect(checked.objective).toBeLessThanOrEqual(cold.objective + 0.006 * (Math.abs(cold.smoothed) + 2));
  });

  test("norms cover all features: copies have those of the first, constant ones none", async () => {
    const values = data.values as Matrix;
    const rows = Array.from({ length: data.rows }, (_, i) => [
      ...values.data.subarray(i * values.columns, (i + 1) * values.columns),
      values.get(i, 4),
      7,
    ]);
    const wider = Dataset.fromRows(rows, Array.from(data.labels!.codes));
    const { points, featureNames } = await path(wider, { gammas: [1] });
    expect(points[0].norms.length).toBe(featureNames.length);
    expect(points[0].norms.at(-1)).toBe(0);
    expect(points[0].norms.at(-2)).toBe(points[0].norms[4]);
  });

  test.each([
    [{ gammas: [] }, "gammas must hold at least one number"],
    [{ gammas: [1, 0.1] }, "gammas must rise"],
    [{ gammas: [-1] }, "gammas must be a number above 0; -1 was given"],
    [{ ps: [3] }, "ps must be a number above 0 and up to 2; 3 was given"],
    [{ gamma: 1 }, "path takes a list, gammas, not gamma"],
    [{ nonsense: 1 }, '"nonsense" is not an option of path'],
    [{ solver: "literal" }, "path has no literal solver; auto, tall and wide are possible"],
    [{ elimination: "one-shot" }, "path eliminates nothing, so elimination has no effect here"],
  ])("%j is refused", async (options, message) => {
    await expect(path(data, options as PathOptions)).rejects.toThrow(message);
    await expect(path(data, options as PathOptions)).rejects.toThrow(InputError);
  });
});

describe("selectFromMoments", () => {
  test("gives what select gives, also from moments of parts merged in another grouping", async () => {
    const kernels = await createKernels();
    const all = await digits();
    const part = (from: number, to: number) =>
      momentsOf(all.selectRows(Array.from({ length: to - from }, (_, i) => from + i)), kernels);
    const merged = mergeMoments(mergeMoments(part(0, 400), part(400, 900)), part(900, 1797));
    const settings = { gamma: 1, tolerance: 1e-6 };
    const whole = await select(all, { method: "dfs", ...settings });
    const fromParts = await selectFromMoments(merged, settings);
    expect(fromParts.features).toEqual(whole.features);
    expectClose(fromParts.scores, whole.scores, { relative: 1e-5, absolute: 1e-8 });
    const [targeted, direct] = [
      await selectFromMoments(merged, { k: 10 }),
      await select(all, { method: "dfs", k: 10, margins: false }),
    ];
    expect(targeted.features).toEqual(direct.features);
  });

  test("refuses what needs samples", async () => {
    const kernels = await createKernels();
    const moments = momentsOf(data, kernels);
    await expect(selectFromMoments(moments, { gamma: 1, solver: "wide" })).rejects.toThrow(
      "moments hold no rows",
    );
    await expect(selectFromMoments(moments, { gamma: 0 })).rejects.toThrow("needs the rows");
  });
});
