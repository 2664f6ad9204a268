import { describe, expect, test } from "vitest";
import { selectionFrequencies, stability } from "../../src/evaluation/stability.js";
import {
  expectedFalseSelections,
  halfSamples,
  selectedFor,
  stableFeatures,
  thresholdFor,
} from "../../src/evaluation/stability-selection.js";
import { Random } from "../../src/index.js";
import { expectClose } from "../support/expect-close.js";

/** Random sets of k out of d features. */
function randomSets(count: number, k: () => number, d: number, random: Random): number[][] {
  return Array.from({ length: count }, () =>
    random.shuffle(Array.from({ length: d }, (_, j) => j)).slice(0, k()),
  );
}

describe("stability", () => {
  test("of equal sets is 1, whatever their order", () => {
    expect(stability([[3, 1], [1, 3], Int32Array.of(3, 1)], 10)).toEqual({
      kuncheva: 1,
      jaccard: 1,
      nogueira: 1,
    });
  });

  test("of sets that share nothing is −k/(d − k), and 0 by Jaccard", () => {
    const { kuncheva, jaccard, nogueira } = stability(
      [
        [0, 1, 2],
        [3, 4, 5],
      ],
      10,
    );
    expectClose([kuncheva!, nogueira], [-3 / 7, -3 / 7], { relative: 1e-14 });
    expect(jaccard).toBe(0);
  });

  test("worked out by hand: two of three shared, out of ten", () => {
    // Kuncheva (2·10 − 9) / (3·7), Jaccard 2/4.
    const { kuncheva, jaccard } = stability(
      [
        [0, 1, 2],
        [1, 2, 3],
      ],
      10,
    );
    expectClose([kuncheva!, jaccard], [11 / 21, 0.5], { relative: 1e-15 });
  });

  test("Kuncheva's index and Nogueira's measure are the same for sets of one size", () => {
    const random = new Random(6);
    for (const [d, k, count] of [
      [10, 3, 2],
      [50, 20, 5],
      [200, 1, 10],
      [30, 29, 7],
    ]) {
      const { kuncheva, nogueira } = stability(
        randomSets(count, () => k, d, random),
        d,
      );
      expectClose([nogueira], [kuncheva!], { relative: 1e-12, absolute: 1e-13 });
    }
  });

  test("of random sets is about 0, and Jaccard's is not", () => {
    const random = new Random(7);
    const { kuncheva, jaccard } = stability(
      randomSets(60, () => 30, 100, random),
      100,
    );
    expect(Math.abs(kuncheva!)).toBeLessThan(0.01);
    expect(jaccard).toBeGreaterThan(0.15);
    const { kuncheva: none, nogueira } = stability(
      randomSets(60, () => 10 + random.integer(40), 100, random),
      100,
    );
    expect(none).toBeNull();
    expect(Math.abs(nogueira)).toBeLessThan(0.02);
  });

  test("of all features or none says nothing", () => {
    expect(
      stability(
        [
          [0, 1],
          [1, 0],
        ],
        2,
      ),
    ).toEqual({ kuncheva: 0, jaccard: 1, nogueira: 0 });
    expect(stability([[], []], 2)).toEqual({ kuncheva: 0, jaccard: 1, nogueira: 0 });
  });

  test("refuses what cannot be compared", () => {
    expect(() => stability([[1]], 3)).toThrow("at least two selections");
    expect(() => stability([[1], [3]], 3)).toThrow("holds feature 3; the features are 0 to 2");
    expect(() => stability([[1], [2, 2]], 3)).toThrow("holds feature 2");
  });
});

describe("stability selection", () => {
  test("counts how often features are selected", () => {
    const frequencies = selectionFrequencies([[0, 1], [1, 3], [1], [3, 1]], 5);
    expect(Array.from(frequencies)).toEqual([0.25, 1, 0, 0.5, 0]);
    expect(Array.from(stableFeatures(Float64Array.of(0.7, 0.2, 1, 0.7, 0.6), 0.6))).toEqual([2, 0, 3, 4]);
    expect(() => selectionFrequencies([], 5)).toThrow("at least one");
  });

  test("bounds the false selections as Meinshausen and Bühlmann do", () => {
    // Their example: threshold 0.9 and q = √(0.8·d) give at most one false selection.
    expectClose(
      [expectedFalseSelections({ features: 1000, selected: Math.sqrt(800), threshold: 0.9 })],
      [1],
      {
        relative: 1e-14,
      },
    );
    expect(selectedFor(1, { features: 1000, threshold: 0.9 })).toBe(28);
    expect(selectedFor(0.5, { features: 1000, threshold: 0.6 })).toBe(10);
    expect(thresholdFor(2, { features: 100, selected: 10 })).toBe(0.75);
    expect(thresholdFor(1, { features: 100, selected: 11 })).toBeNull();
  });

  test("the bound holds for a method that guesses", () => {
    // 40 features, all noise, 10 of them selected in each of 20 subsamples, threshold 0.6: at most 12.5 on average.
    const random = new Random(5);
    const times = 200;
    let found = 0;
    for (let time = 0; time < times; time++)
      found += stableFeatures(
        selectionFrequencies(
          randomSets(20, () => 10, 40, random),
          40,
        ),
        0.6,
      ).length;
    expect(found / times).toBeLessThan(
      expectedFalseSelections({ features: 40, selected: 10, threshold: 0.6 }),
    );
  });

  test("halves share no row, make up all of them and keep the classes", () => {
    const codes = Int32Array.from({ length: 21 }, (_, i) => (i < 12 ? 0 : 1));
    const halves = halfSamples(codes, 3, new Random(1));
    expect(halves.length).toBe(6);
    for (let pair = 0; pair < 3; pair++) {
      const both = [...halves[2 * pair], ...halves[2 * pair + 1]].sort((a, b) => a - b);
      expect(both).toEqual(Array.from(codes.keys()));
      for (const half of halves.slice(2 * pair, 2 * pair + 2))
        expect(half.filter((row) => codes[row] === 0).length).toBe(6);
    }
    expect(halfSamples(codes, 2, new Random(1))).toEqual(halves.slice(0, 4));
    expect(halves[0]).not.toEqual(halves[2]);
  });

  test("refuses thresholds and numbers without sense", () => {
    expect(() => stableFeatures(new Float64Array(3), 0.5)).toThrow("above 0.5 and up to 1; 0.5 was given");
    expect(() => expectedFalseSelections({ features: 5, selected: 6, threshold: 0.8 })).toThrow(
      "6 of 5 features",
    );
    expect(() => thresholdFor(0, { features: 5, selected: 2 })).toThrow("above 0; 0 was given");
    expect(() => halfSamples(Int32Array.of(0, 1), 0, new Random(1))).toThrow("at least 1; 0 was given");
  });
});
