import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  incompleteBeta,
  logBeta,
  normalTail,
  studentCdf,
  studentTail,
} from "../../src/numeric/distributions.js";
import { expectClose } from "../support/expect-close.js";

/** Cases of [arguments…, SciPy's value, mpmath's]; test/fixtures/numeric/make_distributions.py wrote them. */
const cases = JSON.parse(
  readFileSync(new URL("../fixtures/numeric/distributions.json", import.meta.url), "utf8"),
) as Record<string, number[][]>;

const functions: Record<string, (...args: number[]) => number> = {
  logBeta,
  incompleteBeta,
  studentTail,
  studentCdf,
  normalTail,
};

describe.each(Object.entries(functions))("%s", (name, compute) => {
  const actual = cases[name].map((numbers) => compute(...numbers.slice(0, -2)));

  test("keeps twelve digits, far out in the tails too", () => {
    expect(actual.length).toBeGreaterThan(14);
    // ln B passes through zero, where only its absolute error is small.
    expectClose(
      actual,
      cases[name].map((numbers) => numbers.at(-1)!),
      { relative: 1e-12, absolute: name === "logBeta" ? 1e-14 : 0 },
    );
  });

  test("agrees with SciPy to 1e-12", () => {
    expectClose(
      actual,
      cases[name].map((numbers) => numbers.at(-2)!),
      { absolute: 1e-12, relative: 1e-12 },
    );
  });
});

describe("known values", () => {
  test("the t distribution with one degree of freedom is Cauchy's, with two it has a closed form", () => {
    expectClose([studentCdf(1, 1), studentCdf(-1, 1)], [0.75, 0.25]);
    for (const t of [-7, -0.5, 0, 0.25, 3])
      expectClose([studentCdf(t, 2)], [0.5 + t / (2 * Math.sqrt(2 + t * t))], { relative: 1e-13 });
  });

  test("both halves of the incomplete beta function make one", () => {
    for (const [a, b, x] of [
      [2, 3, 0.4],
      [50, 70, 0.42],
      [0.3, 400, 0.001],
    ])
      expectClose([incompleteBeta(a, b, x) + incompleteBeta(b, a, 1 - x, x)], [1], { relative: 1e-13 });
  });

  test("ends and nonsense", () => {
    expect(incompleteBeta(2, 3, 0)).toBe(0);
    expect(incompleteBeta(2, 3, 1)).toBe(1);
    expect(incompleteBeta(-2, 3, 0.5)).toBeNaN();
    expect(studentTail(Infinity, 4)).toBe(0);
    expect(studentCdf(Infinity, 4)).toBe(1);
    expect(studentTail(NaN, 4)).toBeNaN();
    expect(normalTail(Infinity)).toBe(0);
    expect(normalTail(-Infinity)).toBe(1);
    expect(normalTail(NaN)).toBeNaN();
  });
});
