import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  binomialBand,
  majorityShare,
  permutationBand,
  permutationPValue,
  permuteCodes,
  quantile,
} from "../../src/evaluation/chance.js";
import { Random } from "../../src/index.js";
import { expectClose } from "../support/expect-close.js";

/** SciPy's binomial and NumPy's quantiles; test/fixtures/evaluation/make_chance.py wrote them. */
const oracle = JSON.parse(
  readFileSync(new URL("../fixtures/evaluation/chance.json", import.meta.url), "utf8"),
) as {
  binomial: [number, number, number, number, number][];
  quantiles: { values: number[]; at: [number, number][] }[];
};

describe("chance", () => {
  test("the binomial band agrees with SciPy", () => {
    expect(oracle.binomial.length).toBeGreaterThan(100);
    for (const [rows, chance, coverage, low, high] of oracle.binomial)
      expect(binomialBand(rows, chance, coverage)).toEqual({ low: low / rows, high: high / rows, coverage });
  });

  test("quantiles agree with NumPy, in any order of the values", () => {
    for (const { values, at } of oracle.quantiles)
      for (const order of [values, values.toReversed()])
        expectClose(
          at.map(([share]) => quantile(order, share)),
          at.map(([, value]) => value),
          { relative: 1e-14, absolute: 1e-15 },
        );
  });

  test("the band of permutations and how rare a result is", () => {
    const permuted = Array.from({ length: 21 }, (_, i) => (20 - i) / 20);
    expectClose(Object.values(permutationBand(permuted, 0.9)), [0.05, 0.95, 0.9, 0.5, 21]);
    expect(permutationPValue(0.96, permuted)).toBe(2 / 22);
    expect(permutationPValue(2, permuted)).toBe(1 / 22);
    expect(permutationPValue(-1, permuted)).toBe(1);
    expect(() => permutationBand([])).toThrow("at least one permutation; none was given");
    expect(() => permutationBand([1], 1)).toThrow(
      "coverage must be a number above 0 and below 1; 1 was given",
    );
  });

  test("the majority's share", () => {
    expect(majorityShare([2, 0, 2, 1])).toBe(0.5);
  });

  test("permuted labels keep the classes' sizes and leave the given ones alone", () => {
    const codes = Int32Array.from({ length: 60 }, (_, i) => (i < 20 ? 0 : 1));
    const given = codes.slice();
    const permuted = permuteCodes(codes, new Random(1));
    expect(codes).toEqual(given);
    expect(permuted).not.toEqual(codes);
    expect(permuted.toSorted()).toEqual(codes.toSorted());
    expect(permuteCodes(codes, new Random(1))).toEqual(permuted);
  });

  test("groups of one class each keep one class each", () => {
    const groups = Int32Array.from({ length: 60 }, (_, i) => i % 12);
    const codes = groups.map((group) => (group < 4 ? 0 : 1));
    const permuted = permuteCodes(codes, new Random(2), groups);
    const classOf = groups.reduce(
      (map, group, row) => map.set(group, permuted[row]),
      new Map<number, number>(),
    );
    groups.forEach((group, row) => {
      expect(permuted[row]).toBe(classOf.get(group));
    });
    expect([...classOf.values()].filter((code) => code === 0).length).toBe(4);
    expect(permuted).not.toEqual(codes);
  });

  test("groups of several classes are shuffled inside", () => {
    const groups = Int32Array.from({ length: 60 }, (_, i) => Math.floor(i / 10));
    const codes = groups.map((group, row) => (row % 10 <= group ? 0 : 1));
    const permuted = permuteCodes(codes, new Random(2), groups);
    const zeros = (of: Int32Array, group: number) =>
      of.filter((code, row) => code === 0 && groups[row] === group).length;
    for (let group = 0; group < 6; group++) expect(zeros(permuted, group)).toBe(zeros(codes, group));
    expect(permuted).not.toEqual(codes);
  });
});
