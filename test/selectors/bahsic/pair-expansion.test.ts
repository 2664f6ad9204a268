import { expect, test } from "vitest";
import {
  evenSeries,
  expandPairs,
  largestT,
  oddSeries,
} from "../../../src/selectors/bahsic/pair-expansion.js";

const points = Array.from({ length: 41 }, (_, i) => i / 20 - 1);
const doubled = (x: number) => 4 * x * x - 2;

test.each([1e-9, 1e-4, 0.002, 0.03, 0.2, 0.5, largestT])(
  "errors stay within their bounds, and all pairs together are exact, t = %d",
  (t) => {
    const { alone, pairs, errors } = expandPairs(t);
    expect(errors.length).toBe(pairs.length + 1);
    for (let count = 0; count <= pairs.length; count++) {
      let worst = 0;
      for (const x of points)
        for (const y of points) {
          let f = evenSeries(alone, doubled(x)) + evenSeries(alone, doubled(y));
          for (const { even, odd } of pairs.slice(0, count))
            f +=
              evenSeries(even, doubled(x)) * evenSeries(even, doubled(y)) -
              oddSeries(odd, doubled(x), x) * oddSeries(odd, doubled(y), y);
          worst = Math.max(worst, Math.abs(f - Math.expm1(t * (x - y) ** 2)));
        }
      expect(worst).toBeLessThanOrEqual(errors[count] * 1.001 + 1e-15 * Math.expm1(4 * t));
    }
    expect(errors.at(-1)).toBeLessThan(5e-13 * t);
  },
);

test("one pair is enough for a feature among a thousand", () => {
  expect(expandPairs(0.001).errors[1]).toBeLessThan(1e-10);
});
