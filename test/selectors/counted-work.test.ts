import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { completeOptions } from "../../src/core/option.js";
import { planted } from "../../src/data/bundled/planted.js";
import { Dataset } from "../../src/data/dataset.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import type { Kernels } from "../../src/kernels/kernels.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { classOverlap } from "../../src/selectors/class-overlap.js";
import { CountedWork, roundsOf } from "../../src/selectors/counted-work.js";
import { estimateRun, shapeOf } from "../../src/selectors/estimate.js";
import { measureRates } from "../../src/selectors/measure-rates.js";
import { secondsOf, usualRates } from "../../src/selectors/rates.js";
import { findSelector, type MethodName } from "../../src/selectors/registry.js";
import { selectWith } from "../../src/selectors/select.js";
import { countingKernels } from "../support/counting-kernels.js";

let kernels: Kernels;
beforeAll(async () => {
  kernels = await createKernels();
});
afterAll(() => kernels.dispose());

const wide = planted({ rows: 60, noise: 400, classes: 4 }).data;
const tall = planted({ rows: 300, noise: 60, classes: 3 }).data;

/** What a run asks of the kernels, beside what the method says it will. */
async function counted(method: MethodName, data: Dataset, options = {}) {
  const counting = countingKernels(kernels);
  await selectWith(data, { method, options, kernels: counting.kernels });
  const selector = findSelector(method);
  const said = selector.cost(shapeOf(data), completeOptions(method, selector.options, options));
  return {
    matrix: said.matrix / counting.matrix(),
    calls: (said.calls ?? 0) / counting.calls(),
  };
}

describe.each([
  ["more features than samples", wide],
  ["more samples than features", tall],
])("with %s", (_, data) => {
  // The schedule fixes what these do; how often the last fit of dfs steps is up to the data.
  test.each<[MethodName, object, number]>([
    ["svm-rfe", {}, 1.25],
    ["svm-rfe", { dropRate: 0.3, slowFrom: 20 }, 1.25],
    ["dfs", {}, 1.5],
    ["dfs", { margins: false }, 1.5],
    ["mmc-rfe", {}, 2],
    ["laplacian", {}, 1.5],
    ["relieff", {}, 1.5],
    ["relieff", { samples: 30 }, 2],
    ["bahsic", { kernel: "gaussian" }, 2],
    // As many steps as the data takes.
    ["rfs", {}, 3],
    ["ldfs", {}, 3],
    ["dfs", { gamma: 0.1 }, 3],
  ])("%s %j counts the operations that the kernels are asked for", async (method, options, factor) => {
    const { matrix } = await counted(method, data, options);
    expect(matrix).toBeLessThan(factor);
    expect(matrix).toBeGreaterThan(1 / factor);
  });

  test.each<MethodName>(["svm-rfe", "dfs"])("%s counts its kernel calls", async (method) => {
    const { calls } = await counted(method, data);
    expect(calls).toBeLessThan(1.5);
    expect(calls).toBeGreaterThan(1 / 1.5);
  });
});

test("a call counts as what it does, large ones as shared", () => {
  const small = new CountedWork().product(10, 20, 30, 2).cost(7);
  expect(small).toEqual({
    scalar: 0,
    shared: 0,
    matrix: 24_000,
    alone: 24_000,
    moved: 2200,
    calls: 2,
    bytes: 7,
  });
  const large = new CountedWork().product(200, 200, 200).loops(5).cost(0);
  expect(large).toMatchObject({ scalar: 5, matrix: 16e6, alone: 0, calls: 1 });
});

test("rounds end with the last feature", () => {
  expect(roundsOf(10, (left) => Math.floor(left / 3))).toEqual([10, 7, 5, 4, 3, 2, 1]);
});

test("threads help with large calls only", () => {
  const rates = { scalar: 1, matrix: 1, moved: 1, calls: 1 };
  const cost = { scalar: 1, matrix: 30, alone: 12, moved: 2, calls: 3, bytes: 0 };
  expect(secondsOf(cost, rates)).toBe(36);
  expect(secondsOf(cost, rates, 2)).toBeCloseTo(1 + 12 + 18 / 1.8 + 2 + 3);
});

test("options change what is estimated", () => {
  const seconds = (method: MethodName, options: Record<string, string | number | boolean>) =>
    estimateRun(findSelector(method), options, shapeOf(wide), usualRates).seconds;
  expect(seconds("bahsic", { kernel: "gaussian" })).toBeGreaterThan(5 * seconds("bahsic", {}));
  expect(seconds("relieff", { samples: 10 })).toBeLessThan(seconds("relieff", {}));
  expect(seconds("dfs", { elimination: "one-shot" })).toBeGreaterThan(2 * seconds("dfs", { gamma: 0.1 }));
  expect(seconds("svm-rfe", { dropRate: 0.5 })).toBeLessThan(seconds("svm-rfe", {}));
});

test("rates are numbers above zero", async () => {
  for (const rate of Object.values(await measureRates())) {
    expect(rate).toBeGreaterThan(1000);
    expect(rate).toBeLessThan(1e13);
  }
});

describe("how much classes overlap", () => {
  /** Two normal classes whose means are so many standard deviations apart, in one feature. */
  function apart(gap: number): Dataset {
    const random = new Random(3);
    const values = Matrix.zeros(4000, 1);
    const codes = Int32Array.from({ length: 4000 }, (_, i) => i % 2);
    for (const [i, code] of codes.entries()) values.set(i, 0, random.normal() + gap * code);
    return new Dataset({ values, labels: { codes, classes: ["a", "b"] } });
  }

  // Half the distance of the means, in standard deviations, is the place on the normal distribution.
  test.each([
    [0.5, 0.4013],
    [2, 0.1587],
    [4, 0.0228],
  ])("is that of two normal distributions, %d standard deviations apart", (gap, part) => {
    // 400 samples are looked at.
    expect(Math.abs(classOverlap(apart(gap)) - part)).toBeLessThan(0.06);
  });

  test("is none without labels", () => {
    expect(classOverlap(apart(1).with({ labels: null }))).toBe(0);
  });
});
