import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  chiSquareTail,
  fTail,
  incompleteBeta,
  incompleteGammaTail,
  logBeta,
  normalTail,
  studentCdf,
  studentTail,
} from "../../src/numeric/distributions.js";
import { expectClose } from "../support/expect-close.js";

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../fixtures/numeric/${name}.json`, import.meta.url), "utf8"));

/** Cases of [arguments…, SciPy's value, mpmath's]; make_distributions.py and make_tails.py in that folder wrote them. */
const cases: Record<string, number[][]> = { ...read("distributions"), ...read("tails") };

const functions: Record<string, (...args: number[]) => number> = {
  logBeta,
  incompleteBeta,
  studentTail,
  studentCdf,
  fTail,
  chiSquareTail,
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

  // SciPy's own F is off by 7e-12 with 300,000 degrees of freedom.
  const tolerance = name === "fTail" ? 1e-11 : 1e-12;

  test(`agrees with SciPy to ${tolerance}`, () => {
    expectClose(
      actual,
      cases[name].map((numbers) => numbers.at(-2)!),
      { absolute: 1e-12, relative: tolerance },
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

  test("the chi-square distribution with two degrees of freedom is exponential, F is a power with two above", () => {
    for (const x of [0.1, 2, 30, 1300])
      expectClose([chiSquareTail(x, 2)], [Math.exp(-x / 2)], { relative: 3e-13 });
    for (const [f, within] of [
      [0.2, 3],
      [5, 40],
      [1e12, 40],
    ])
      expectClose([fTail(f, 2, within)], [(1 + (2 * f) / within) ** (-within / 2)], { relative: 1e-12 });
  });

  test("F with one degree of freedom above is the square of Student's t", () => {
    for (const [t, freedom] of [
      [0.3, 2],
      [2.5, 60],
      [80, 197],
    ])
      expectClose([fTail(t * t, 1, freedom)], [2 * studentTail(t, freedom)], { relative: 1e-12 });
  });

  test("ends and nonsense", () => {
    expect([fTail(0, 2, 5), fTail(-1, 2, 5), fTail(Infinity, 2, 5)]).toEqual([1, 1, 0]);
    expect([fTail(NaN, 2, 5), fTail(2, 2, 0), fTail(2, 0, 5)]).toEqual([NaN, NaN, NaN]);
    expect([chiSquareTail(0, 3), chiSquareTail(-1, 3), chiSquareTail(Infinity, 3)]).toEqual([1, 1, 0]);
    expect([chiSquareTail(1e5, 3), chiSquareTail(1e-320, 3)]).toEqual([0, 1]);
    expect([chiSquareTail(NaN, 3), chiSquareTail(2, 0)]).toEqual([NaN, NaN]);
    expect(incompleteGammaTail(2, 0)).toBe(1);
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
