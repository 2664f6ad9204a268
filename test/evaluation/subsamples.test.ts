import { describe, expect, test } from "vitest";
import { wilsonInterval } from "../../src/evaluation/spread.js";
import {
  expectedFalseSelections,
  expectedFalseSelectionsUnimodal,
} from "../../src/evaluation/stability-selection.js";
import { drawSubsamples, inPairs } from "../../src/evaluation/subsamples.js";
import { Random } from "../../src/numeric/random.js";
import { expectClose } from "../support/expect-close.js";

/** 40, 21 and 11 rows of three classes, mixed. */
const codes = Int32Array.from({ length: 72 }, (_, i) => (i % 18 < 10 ? 0 : i % 18 < 15 || i === 71 ? 1 : 2));
const sizes = [0, 1, 2].map((code) => codes.filter((own) => own === code).length);

describe("subsamples", () => {
  test("of up to half the rows come in pairs that share none, each class in its share", () => {
    for (const fraction of [0.5, 0.3]) {
      const drawn = drawSubsamples(codes, { subsamples: 6, fraction }, new Random(3));
      expect(drawn).toHaveLength(6);
      for (let pair = 0; pair < 6; pair += 2)
        expect(new Set([...drawn[pair], ...drawn[pair + 1]]).size).toBe(
          drawn[pair].length + drawn[pair + 1].length,
        );
      for (const rows of drawn) {
        expect(Array.from(rows)).toEqual([...new Set(rows)].sort((a, b) => a - b));
        sizes.forEach((size, code) => {
          const held = rows.filter((row) => codes[row] === code).length;
          expect(Math.abs(held - fraction * size)).toBeLessThan(1);
        });
      }
      expect(drawn[0]).not.toEqual(drawn[2]);
      expect(drawSubsamples(codes, { subsamples: 2, fraction }, new Random(3))).toEqual(drawn.slice(0, 2));
    }
    expect([inPairs(0.5), inPairs(0.51)]).toEqual([true, false]);
  });

  test("of more rows are drawn one by one, each row about as often as any other", () => {
    const times = 3000;
    const seen = new Int32Array(codes.length);
    const drawn = drawSubsamples(codes, { subsamples: times, fraction: 0.8 }, new Random(4));
    for (const rows of drawn) {
      expect(rows.length).toBe(sizes.reduce((sum, size) => sum + Math.round(0.8 * size), 0));
      for (const row of rows) seen[row]++;
    }
    // Six standard deviations of a binomial share.
    seen.forEach((count, row) => {
      const share = Math.round(0.8 * sizes[codes[row]]) / sizes[codes[row]];
      expect(Math.abs(count / times - share)).toBeLessThan(6 * Math.sqrt((share * (1 - share)) / times));
    });
  });

  test("of groups share no group within a pair", () => {
    const groups = codes.map((_, i) => Math.floor(i / 4));
    const drawn = drawSubsamples(codes, { subsamples: 4, fraction: 0.5, rowGroups: groups }, new Random(3));
    for (let pair = 0; pair < 4; pair += 2) {
      const first = new Set(Array.from(drawn[pair], (row) => groups[row]));
      expect(drawn[pair + 1].some((row) => first.has(groups[row]))).toBe(false);
      expect(drawn[pair].length + drawn[pair + 1].length).toBe(72);
    }
  });

  test("refuses odd numbers of pairs and fractions without sense", () => {
    const draw = (subsamples: number, fraction: number) => () =>
      drawSubsamples(codes, { subsamples, fraction }, new Random(1));
    expect(draw(5, 0.5)).toThrow("must be even; 5 was given");
    expect(draw(4, 1)).toThrow("above 0 and below 1; 1 was given");
    expect(draw(4, Number.NaN)).toThrow("NaN was given");
  });
});

test("Wilson's interval is SciPy's", () => {
  // scipy.stats.binomtest(count, total).proportion_ci(0.95, method="wilson")
  const known = [
    [0, 100, 0, 0.03699349820698568],
    [8, 10, 0.4901624715366418, 0.9433178485456248],
    [77, 100, 0.6784561697712622, 0.8415673411969654],
    [100, 100, 0.9630065017930143, 1],
    [1, 3, 0.06149194472039626, 0.7923403991979523],
  ];
  for (const [count, total, low, high] of known) {
    const interval = wilsonInterval(count, total);
    expectClose([interval.low, interval.high], [low, high], { relative: 1e-12 });
  }
  expect(() => wilsonInterval(3, 2)).toThrow("a count from 0 to 2 draws; 3 was given");
});

/**
 * The largest probability of reaching `least` of `pairs` under any distribution on 0 … pairs with one peak and a mean of
 * at most `mean`. Those with their peak at m are mixtures of even distributions on stretches that hold m; under one
 * constraint two of them are enough.
 */
function largestTail(pairs: number, least: number, mean: number): number {
  let best = 0;
  for (let peak = 0; peak <= pairs; peak++) {
    const stretches: { mean: number; tail: number }[] = [];
    for (let from = 0; from <= peak; from++)
      for (let to = peak; to <= pairs; to++)
        stretches.push({
          mean: (from + to) / 2,
          tail: Math.max(0, to - Math.max(from, least) + 1) / (to - from + 1),
        });
    for (const a of stretches.filter((stretch) => stretch.mean <= mean))
      for (const b of stretches) {
        const weight = b.mean <= mean ? 1 : (mean - a.mean) / (b.mean - a.mean);
        best = Math.max(best, a.tail + weight * (b.tail - a.tail));
      }
  }
  return best;
}

test("the unimodal bound is the worst distribution with one peak", () => {
  const pairs = 10;
  for (const selected of [4, 10, 20])
    for (const threshold of [0.7, 0.75, 0.8, 0.9, 1]) {
      const sizes = { features: 100, selected, threshold };
      const bound = expectedFalseSelectionsUnimodal(sizes, pairs)!;
      const share = selected / 100;
      // A feature reaches τ only where both of a pair have it in a share of 2τ − 1 of the pairs: on average share².
      const least = Math.round((2 * threshold - 1) * pairs);
      const exact = 100 * largestTail(pairs, least, share * share * pairs);
      expect(bound).toBeGreaterThan(exact * (1 - 1e-9));
      expect(bound).toBeLessThan(exact * 1.05);
      expect(bound).toBeLessThan(expectedFalseSelections(sizes));
    }
  // By hand, 50 pairs: ½ / (2·0.75 − 1 − 0.01)·10²/200, and 4·(0.1 + 0.01) / 1.02·10²/200.
  expectClose(
    [0.75, 0.9].map(
      (threshold) => expectedFalseSelectionsUnimodal({ features: 200, selected: 10, threshold }, 50)!,
    ),
    [0.25 / 0.49, (4 * 0.11 * 0.5) / 1.02],
  );
  // A threshold between two frequencies is the next frequency: 0.745 of 100 subsamples is 75 of them.
  expect(expectedFalseSelectionsUnimodal({ features: 200, selected: 10, threshold: 0.745 }, 50)).toBe(
    expectedFalseSelectionsUnimodal({ features: 200, selected: 10, threshold: 0.75 }, 50),
  );
  expect(expectedFalseSelectionsUnimodal({ features: 10, selected: 6, threshold: 0.9 }, 50)).toBeNull();
  expect(expectedFalseSelectionsUnimodal({ features: 100, selected: 30, threshold: 0.55 }, 50)).toBeNull();
});
