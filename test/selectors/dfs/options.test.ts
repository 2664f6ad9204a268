import { describe, expect, test } from "vitest";
import { createKernels, Dataset, InputError, select } from "../../../src/index.js";
import { lda } from "../../../src/models/lda.js";
import { expectClose } from "../../support/expect-close.js";
import { denseValues, randomData, withColumns } from "../../support/random-data.js";

const kernels = await createKernels({ threads: 1 });
const data = randomData({ rows: 40, features: 8, classes: 4, seed: 1 });
const run = (options: Record<string, unknown>, input = data) =>
  select(input, { method: "dfs", kernels, k: 3, ...options });

describe("options that are refused", () => {
  test.each<[Record<string, unknown>, RegExp]>([
    [{ gamma: -1 }, /^gamma must be .*0.*; -1 was given/],
    [{ gamma: Number.NaN }, /^gamma must be .*; NaN was given/],
    [{ gamma: Number.POSITIVE_INFINITY }, /^gamma must be .*; Infinity was given/],
    [{ gamma: 1, p: 0 }, /^p must be .*above 0.*2; 0 was given/],
    [{ gamma: 1, p: 3 }, /^p must be .*2; 3 was given/],
    [{ gamma: 1, p: Number.NaN }, /^p must be .*; NaN was given/],
    [{ gamma: 1, l: 0 }, /^l must be a whole number .*; 0 was given/],
    [{ gamma: 1, l: 4 }, /^l must be a whole number from 1 to 3; 4 was given/],
    [{ l: 4 }, /^l must be a whole number from 1 to 3; 4 was given/],
    [{ gamma: 0, l: 4 }, /^l must be a whole number from 1 to 3; 4 was given/],
    [{ gamma: 1, l: 1.5 }, /^l must be a whole number .*; 1.5 was given/],
    [{ gamma: 1, alpha: -1e-3 }, /^alpha must be .*; -0.001 was given/],
    [{ gamma: 1, zeta: 0 }, /^zeta must be .*above 0; 0 was given/],
    [{ gamma: 1, maxIterations: 0 }, /^maxIterations must be a whole number .*1.*; 0 was given/],
    [{ gamma: 1, tolerance: -1 }, /^tolerance must be .*; -1 was given/],
    [{ gamma: 1, solver: "quick" }, /^solver must be .*auto.*tall.*wide.*literal.*quick/],
    [{ gamma: 1, scatter: "median" }, /^scatter must be .*sum.*mean.*median/],
    [{ solver: "literal" }, /literal solver needs gamma/],
    [{ gama: 1 }, /"gama" is not an option of dfs.*gamma/],
  ])("%j", async (options, message) => {
    await expect(run(options)).rejects.toThrow(InputError);
    await expect(run(options)).rejects.toThrow(message);
    await expect(run(options)).rejects.not.toThrow(/\n/);
  });

  test("l above the rank of the total scatter", async () => {
    // Two features of which one repeats the other in another unit: four classes, but one direction.
    const single = Dataset.fromRows(
      Array.from({ length: 12 }, (_, i) => [(i % 4) + 0.1 * i, 2 * ((i % 4) + 0.1 * i) + 1, 0]),
      Array.from({ length: 12 }, (_, i) => i % 4),
    );
    for (const options of [
      { gamma: 1, l: 2 },
      { gamma: 0, l: 2 },
    ]) {
      await expect(run(options, single)).rejects.toThrow(InputError);
      await expect(run(options, single)).rejects.toThrow(/^l must .*2 was given/);
    }
  });

  test("the literal solver with a singular total scatter and alpha = 0", async () => {
    const wide = randomData({ rows: 8, features: 20, classes: 2, seed: 1 });
    await expect(run({ gamma: 1, solver: "literal" }, wide)).rejects.toThrow(/use a larger α with alpha/);
  });

  test("data in which every feature is constant", async () => {
    const flat = Dataset.fromRows(
      [
        [1, 2],
        [1, 2],
        [1, 2],
        [1, 2],
      ],
      ["a", "a", "b", "b"],
    );
    await expect(run({ k: 1 }, flat)).rejects.toThrow(/every feature is constant/);
  });
});

describe("l that is not given", () => {
  test("never exceeds what the data allow", async () => {
    const few = randomData({ rows: 30, features: 2, classes: 5, seed: 1 });
    expect((await run({ gamma: 1, k: 1 }, few)).chosen!.l).toBe(2);
    expect((await run({ gamma: 1 })).chosen!.l).toBe(3);
  });

  test("fits data whose columns repeat each other in another unit", async () => {
    const base = randomData({ rows: 30, features: 2, classes: 5, seed: 1 });
    const repeated = withColumns(base, [(i) => 3 * denseValues(base).get(i, 0) + 1]);
    const { certificate } = await run({ gamma: 1, k: 1 }, repeated);
    expect(certificate!.rank).toBe(2);
  });
});

describe("gamma = 0", () => {
  test.each([
    ["more samples than features", data],
    ["fewer", randomData({ rows: 12, features: 30, classes: 3, seed: 2 })],
    ["constant columns among them", withColumns(data, [() => 5])],
  ])("is discriminant analysis: %s", async (_, input) => {
    const { scores, map, chosen } = await run({ gamma: 0 }, input);
    const { weights } = lda(input, kernels);
    const norms = Array.from({ length: input.features }, (_, i) =>
      Math.hypot(...Array.from({ length: weights.columns }, (_, j) => weights.get(i, j))),
    );
    expectClose(scores, norms, { relative: 1e-13 });
    expect(map!.weights.columns).toBe(input.labels!.classes.length - 1);
    expect(chosen!.why).toMatch(/discriminant analysis/);
  });

  test("is where a small gamma leads", async () => {
    const [zero, small] = [await run({ gamma: 0 }), await run({ gamma: 1e-9, tolerance: 1e-12 })];
    expectClose(small.scores, zero.scores, { relative: 1e-4 });
  });
});
