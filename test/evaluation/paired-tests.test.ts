import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { adjustHolm, correctedResampledT, wilcoxonSignedRank } from "../../src/evaluation/paired-tests.js";
import { Random } from "../../src/index.js";
import { expectClose } from "../support/expect-close.js";

interface Entry {
  d: number[];
  p: number;
  statistic: number;
}

/** SciPy's tests; test/fixtures/evaluation/make_paired_tests.py wrote them. */
const oracle = JSON.parse(
  readFileSync(new URL("../fixtures/evaluation/paired-tests.json", import.meta.url), "utf8"),
) as {
  untied: Entry[];
  tied: Entry[];
  normal: Entry[];
  large: Entry[];
  resampled: { differences: number[]; train: number; test: number; t: number; p: number }[];
};

function expectLike(entries: Entry[], asked: "auto" | "normal", used: "exact" | "normal"): void {
  expect(entries.length).toBeGreaterThan(2);
  for (const { d, p, statistic } of entries) {
    const { positive, negative, pairs, pValue, method } = wilcoxonSignedRank(d, asked);
    expect(method).toBe(used);
    expect(pairs).toBe(d.filter((x) => x !== 0).length);
    expect(Math.min(positive, negative)).toBe(statistic);
    expect(positive + negative).toBe((pairs * (pairs + 1)) / 2);
    expectClose([pValue], [p], { relative: 1e-12 });
  }
}

describe("Wilcoxon's signed ranks", () => {
  test("exact probabilities agree with SciPy's", () => expectLike(oracle.untied, "auto", "exact"));

  test("with ties and zeros they are those of all signs, as SciPy's permutation test counts them", () =>
    expectLike(oracle.tied, "auto", "exact"));

  test("the normal approximation agrees with SciPy's, with ties and without", () =>
    expectLike(oracle.normal, "normal", "normal"));

  test("more than fifty pairs are approximated", () => expectLike(oracle.large, "auto", "normal"));

  test("six wins of six are as far as six data sets go: 2/2⁶", () => {
    expect(wilcoxonSignedRank([1, 2, 3, 4, 5, 6]).pValue).toBe(2 / 64);
    expect(wilcoxonSignedRank([-1, -2, -3, -4, -5, -6])).toMatchObject({
      positive: 0,
      negative: 21,
      pValue: 2 / 64,
    });
  });

  test("no differences are no evidence; a missing one is a mistake", () => {
    expect(wilcoxonSignedRank([0, 0])).toEqual({
      positive: 0,
      negative: 0,
      pairs: 0,
      pValue: 1,
      method: "exact",
    });
    expect(wilcoxonSignedRank([], "normal").pValue).toBe(1);
    expect(() => wilcoxonSignedRank([1, NaN])).toThrow("missing");
    expect(() =>
      wilcoxonSignedRank(
        Array.from({ length: 51 }, (_, i) => i + 1),
        "exact",
      ),
    ).toThrow("up to 50 pairs");
  });
});

describe("the corrected resampled t test", () => {
  test("agrees with SciPy's t distribution", () => {
    for (const { differences, train, test: tested, t, p } of oracle.resampled) {
      const result = correctedResampledT(differences, { train, test: tested });
      expect(result.freedom).toBe(differences.length - 1);
      expectClose([result.t, result.pValue], [t, p], { relative: 1e-12 });
    }
  });

  test("is the plain paired t test divided by √(1 + J·test/train)", () => {
    const differences = [0.3, 0.1, -0.2, 0.4, 0.25];
    const mean = 0.17;
    const deviation = Math.sqrt(differences.reduce((sum, d) => sum + (d - mean) ** 2, 0) / 4);
    const plain = mean / (deviation / Math.sqrt(5));
    expectClose(
      [correctedResampledT(differences, { train: 80, test: 20 }).t],
      [plain / Math.sqrt(1 + 5 / 4)],
      {
        relative: 1e-14,
      },
    );
  });

  test("differences without spread", () => {
    const sizes = { train: 4, test: 1 };
    expect(correctedResampledT([0, 0, 0], sizes)).toEqual({ meanDifference: 0, t: 0, freedom: 2, pValue: 1 });
    expect(correctedResampledT([-0.5, -0.5], sizes)).toMatchObject({ t: -Infinity, pValue: 0 });
    expect(() => correctedResampledT([1], sizes)).toThrow("at least two folds");
    expect(() => correctedResampledT([1, 2], { train: 0, test: 1 })).toThrow("must be above 0");
  });
});

describe("Holm's adjustment", () => {
  test("worked out by hand", () => {
    // Sorted 0.01·3, 0.02·2, 0.5·1; the second may not fall below the first.
    expectClose(adjustHolm([0.5, 0.01, 0.02]), [0.5, 0.03, 0.04], { relative: 1e-15 });
    expectClose(adjustHolm([0.04, 0.03, 0.9, 0.001]), [0.09, 0.09, 0.9, 0.004], { relative: 1e-15 });
    expect(Array.from(adjustHolm([0.9, 0.8]))).toEqual([1, 1]);
  });

  test("finds something among noise in about one family of twenty", () => {
    const random = new Random(3);
    let families = 0;
    for (let i = 0; i < 2000; i++)
      if (adjustHolm(Array.from({ length: 15 }, () => random.uniform())).some((p) => p <= 0.05)) families++;
    expect(Math.abs(families / 2000 - 0.05)).toBeLessThan(0.02);
  });
});
