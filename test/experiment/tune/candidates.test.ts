import { describe, expect, test } from "vitest";
import { completeOptions } from "../../../src/core/option.js";
import { candidatesOf } from "../../../src/experiment/tune/candidates.js";
import { findSelector, selectors } from "../../../src/selectors/registry.js";

const dfs = findSelector("dfs");
const mrmr = findSelector("mrmr");

describe("what is tried", () => {
  test.each(Object.values(selectors))("$name: its own candidates are allowed and differ", (selector) => {
    const candidates = candidatesOf(selector, {}, {});
    expect(candidates[0]).toEqual({});
    const complete = candidates.map((candidate) =>
      JSON.stringify(completeOptions(selector.name, selector.options, candidate)),
    );
    expect(new Set(complete).size).toBe(candidates.length);
  });

  test("values to try are combined, and replace the method's own", () => {
    expect(candidatesOf(dfs, {}, { try: { alpha: [0, 0.2], l: [1, 2] } })).toEqual([
      { alpha: 0, l: 1 },
      { alpha: 0, l: 2 },
      { alpha: 0.2, l: 1 },
      { alpha: 0.2, l: 2 },
    ]);
  });

  test("target-k mode comes before the grid, for each combination of other options", () => {
    expect(candidatesOf(dfs, {}, { gammas: [0.1, 1], ps: [1], try: { alpha: [0, 0.2] } })).toEqual([
      { alpha: 0 },
      { alpha: 0, gamma: 0.1, p: 1 },
      { alpha: 0, gamma: 1, p: 1 },
      { alpha: 0.2 },
      { alpha: 0.2, gamma: 0.1, p: 1 },
      { alpha: 0.2, gamma: 1, p: 1 },
    ]);
    expect(candidatesOf(findSelector("rfs"), {}, { gammas: [1] })).toEqual([{}, { gamma: 1 }]);
    const own = candidatesOf(dfs, {}, { ps: [0.1] });
    expect(own).toContainEqual({ gamma: 0.1, p: 0.1, scatter: "mean" });
  });

  test("a given option stands: what says otherwise is left out", () => {
    expect(candidatesOf(mrmr, { scheme: "miq" }, {})).toEqual([{}]);
    expect(candidatesOf(mrmr, { bins: 4 }, {})).toHaveLength(4);
    expect(candidatesOf(dfs, { p: 0.5 }, {}).every(({ p }) => p === undefined || p === 0.5)).toBe(true);
  });

  test.each([
    [dfs, {}, { try: { gama: [1] } }, /"gama" is not an option of dfs \(did you mean "gamma"\?\)/],
    [dfs, {}, { try: { p: [] } }, /try: p is an empty list/],
    [dfs, {}, { try: { p: 1 } }, /try: p must be a list/],
    [dfs, {}, { try: { p: [1, 1] } }, /try: p holds 1 twice/],
    [dfs, {}, { try: { p: [3] } }, /p must be a number above 0 and up to 2; 3 was given/],
    [dfs, { p: 1 }, { try: { p: [1] } }, /p is both fixed and to be tried/],
    [dfs, { gamma: 1 }, { gammas: [1] }, /gammas and gamma are both given/],
    [dfs, {}, { gammas: [] }, /gammas is an empty list/],
    [
      mrmr,
      {},
      { gammas: [1] },
      /gammas are for methods with the option gamma \(dfs, ldfs, rfs\); mrmr has none/,
    ],
    [findSelector("rfs"), {}, { ps: [1] }, /ps are for methods with the option p \(dfs\); rfs has none/],
    [
      dfs,
      {},
      { try: { alpha: [...Array(40).keys()], l: [...Array(40).keys()].map((l) => l + 1) } },
      /1600 combinations/,
    ],
  ])("refuses: %#", (selector, given, tried, message) => {
    expect(() => candidatesOf(selector, given, tried as never)).toThrow(message);
  });
});
