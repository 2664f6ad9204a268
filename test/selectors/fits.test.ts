import { describe, expect, test } from "vitest";
import { completeOptions } from "../../src/core/option.js";
import { costOf, requireKernelRoom, workingBytes } from "../../src/selectors/fits.js";
import { secondsOf, usualRates } from "../../src/selectors/rates.js";
import { selectors } from "../../src/selectors/registry.js";
import type { DataShape, Selector } from "../../src/selectors/selector.js";

const methods = Object.values<Selector>(selectors);
const ready = (selector: Selector) => completeOptions(selector.name, selector.options, {});
const shape = (rows: number, features: number, classes = 2, entries = rows * features): DataShape => ({
  rows,
  features,
  classes,
  entries,
  k: 20,
});

describe.each([
  ["TDT2, sparse", shape(9394, 36_771, 30, 1_224_135)],
  ["100,000 × 1,000", shape(100_000, 1000)],
  ["500 × 20,000", shape(500, 20_000)],
])("%s", (_, data) => {
  test.each(methods.map((selector) => [selector.name, selector] as const))(
    "%s is begun",
    (name, selector) => {
      expect(() => requireKernelRoom(selector, ready(selector), data)).not.toThrow();
      expect(workingBytes(name, {}, data)).toBeLessThan(4.3e9);
    },
  );
});

test("dfs stays within the data and 1 GB where rows and features are many, and beside sparse data", () => {
  expect(costOf("dfs", {}, shape(20_000, 20_000, 4)).bytes).toBeLessThan(1e9);
  expect(costOf("dfs", {}, shape(9394, 36_771, 30, 1_224_135)).bytes).toBeLessThan(0.5e9);
});

test("methods that compare every two rows count with a sample of them", () => {
  for (const name of ["relieff", "laplacian"] as const) {
    const seconds = (rowLimit: number | null) =>
      secondsOf(costOf(name, { rowLimit }, shape(100_000, 1000)), usualRates);
    expect(seconds(null)).toBeLessThan(30);
    expect(seconds(100_000)).toBeGreaterThan(100);
  }
});

test("what the kernels could not hold is refused in one line before any work, and read in blocks where it can be", () => {
  const { dfs } = selectors;
  const large = shape(3000, 200_000);
  expect(() => requireKernelRoom(dfs as Selector, ready(dfs as Selector), large)).toThrow(
    /^dfs would need about 9\.8 GB of the kernels' memory for 3000 × 200000, and they have 4\.3 GB; use a method that looks at one feature at a time/,
  );
  expect(workingBytes("dfs", {}, large)).toBe(Number.POSITIVE_INFINITY);
  expect(workingBytes("fisher", {}, large)).toBeLessThan(1e8);
  expect(() => requireKernelRoom(dfs as Selector, ready(dfs as Selector), shape(2_000_000, 500))).toThrow(
    /work on a sample of the rows/,
  );
});
