import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { exp, log, log1p, log2, log10, pow } from "../../src/numeric/math.js";

/** Cases of [argument bits…, bits of the nearest double, what that lacks in units of its last place]. */
const cases: Record<string, [...string[], number][]> = JSON.parse(
  readFileSync(new URL("../fixtures/numeric/math.json", import.meta.url), "utf8"),
);
const functions: Record<string, (x: number, y: number) => number> = { exp, log, log1p, log2, log10, pow };
const view = new DataView(new ArrayBuffer(8));

function fromBits(bits: string): number {
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return view.getFloat64(0);
}

/** The distance to the next double away from zero. */
function lastPlace(x: number): number {
  view.setFloat64(0, Math.abs(x));
  view.setBigUint64(0, view.getBigUint64(0) + 1n);
  return view.getFloat64(0) - Math.abs(x);
}

describe.each(Object.keys(functions))("%s", (name) => {
  test("stays within 0.53 units in the last place of the high-precision value", () => {
    expect(cases[name].length).toBeGreaterThan(700);
    let worst = 0;
    for (const [x, ...others] of cases[name]) {
      const rest = others.pop() as number;
      const nearest = fromBits(others.pop() as string);
      const given = functions[name](fromBits(x as string), others.length ? fromBits(others[0] as string) : 0);
      if (nearest === Infinity) expect(given).toBe(Infinity);
      else {
        const error = Math.abs((given - nearest) / lastPlace(nearest) - rest);
        if (Math.abs(nearest) < 2.3e-308) expect(error).toBeLessThan(0.75);
        else worst = Math.max(worst, error);
      }
    }
    expect(worst).toBeLessThan(0.53);
  });
});

test("special values of exp", () => {
  expect(exp(0)).toBe(1);
  expect(exp(-0)).toBe(1);
  expect(exp(NaN)).toBeNaN();
  expect(exp(Infinity)).toBe(Infinity);
  expect(exp(-Infinity)).toBe(0);
  expect(exp(1e308)).toBe(Infinity);
  expect(exp(-1e308)).toBe(0);
  expect(exp(5e-324)).toBe(1);
});

test.each([
  ["log", log],
  ["log2", log2],
  ["log10", log10],
])("special values of %s", (_, logarithm) => {
  expect(logarithm(1)).toBe(0);
  expect(logarithm(0)).toBe(-Infinity);
  expect(logarithm(-0)).toBe(-Infinity);
  expect(logarithm(-1)).toBeNaN();
  expect(logarithm(-Infinity)).toBeNaN();
  expect(logarithm(NaN)).toBeNaN();
  expect(logarithm(Infinity)).toBe(Infinity);
});

test("special values of log1p", () => {
  expect(log1p(0)).toBe(0);
  expect(log1p(-0)).toBe(-0);
  expect(log1p(-1)).toBe(-Infinity);
  expect(log1p(-1.5)).toBeNaN();
  expect(log1p(-Infinity)).toBeNaN();
  expect(log1p(NaN)).toBeNaN();
  expect(log1p(Infinity)).toBe(Infinity);
});

test("log2 and log10 are exact for powers of their base", () => {
  for (let k = -1022; k <= 1023; k++) expect(log2(2 ** k)).toBe(k);
  for (let k = 0; k <= 22; k++) expect(log10(Number(`1e${k}`))).toBe(k);
});

test("special values of pow are those of the language", () => {
  const edges = [0, -0, 1, -1, 2, -2, 3, -3, 0.5, -0.5, 1.5, 1 / 3, 5e-324, -5e-324, 1e308, -1e308];
  edges.push(
    Infinity,
    -Infinity,
    NaN,
    4503599627370497,
    9007199254740991,
    9007199254740992,
    -9007199254740991,
  );
  for (const x of edges)
    for (const y of edges) {
      const engine = x ** y;
      const given = pow(x, y);
      // Where the engine's value is a special one there is no rounding, so it must be met exactly.
      if ([0, 1, -1, Infinity, -Infinity].includes(engine) || Number.isNaN(engine))
        expect(given, `${x}^${y}`).toBe(engine);
      else expect(Math.abs(given / engine - 1), `${x}^${y}`).toBeLessThan(1e-14);
    }
});

test("pow is exact where the result is a double", () => {
  for (let x = 2; x <= 30; x++)
    for (let y = 0, product = 1; product < 2 ** 53; y++, product *= x) {
      expect(pow(x, y)).toBe(product);
      expect(pow(-x, y)).toBe(y % 2 ? -product : product);
    }
  for (let k = -1074; k <= 1023; k++) expect(pow(2, k)).toBe(2 ** k);
  for (const x of [0.1, 7.3e-200, 1.1e300, 5e-324, -12.5]) {
    expect(pow(x, 1)).toBe(x);
    expect(pow(x, 2)).toBe(x * x);
    expect(pow(x, -1)).toBe(1 / x);
    expect(pow(Math.abs(x), 0.5)).toBe(Math.sqrt(Math.abs(x)));
  }
});
