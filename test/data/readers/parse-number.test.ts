import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseNumber } from "../../../src/data/readers/shared/parse-number.js";

const encoder = new TextEncoder();
const parse = (text: string, decimalMark?: string) => {
  const bytes = encoder.encode(`;${text};`);
  return parseNumber(bytes, 1, bytes.length - 1, decimalMark?.charCodeAt(0));
};

/** A small generator of 32 random bits (mulberry32), so that a failure can be repeated. */
function randomBits(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
}

/** How many of the texts that `make` gives are not parsed as the engine does it; the first few of them. */
function mistakes(count: number, make: (bits: () => number) => string, seed: number): string[] {
  const bits = randomBits(seed);
  const buffer = new Uint8Array(2000);
  const wrong: string[] = [];
  for (let i = 0; i < count && wrong.length < 5; i++) {
    const text = make(bits);
    const { written } = encoder.encodeInto(text, buffer);
    if (!Object.is(parseNumber(buffer, 0, written), Number(text))) wrong.push(text);
  }
  return wrong;
}

const view = new DataView(new ArrayBuffer(8));
function anyDouble(bits: () => number): number {
  do {
    view.setUint32(0, bits());
    view.setUint32(4, bits());
  } while (!Number.isFinite(view.getFloat64(0)));
  return view.getFloat64(0);
}

function digitString(bits: () => number, length: number): string {
  let text = "";
  while (text.length < length) text += String(bits());
  return text.slice(0, length);
}

describe("equals Number(text) to the last bit", () => {
  test("shortest form of doubles of every exponent", () => {
    expect(mistakes(600_000, (bits) => String(anyDouble(bits)), 1)).toEqual([]);
  });

  test("the values that tables hold", () => {
    const make = (bits: () => number) => String((bits() / 2 ** 32 + bits() / 2 ** 64) * 20 - 10);
    expect(mistakes(600_000, make, 2)).toEqual([]);
  });

  test("1 to 40 digits with the point and the exponent anywhere", () => {
    const make = (bits: () => number) => {
      const digits = digitString(bits, 1 + (bits() % 40));
      const cut = bits() % (digits.length + 1);
      const mantissa = `${digits.slice(0, cut)}.${digits.slice(cut)}`;
      return bits() % 2 ? mantissa : `-${mantissa}e${(bits() % 700) - 350}`;
    };
    expect(mistakes(500_000, make, 3)).toEqual([]);
  });

  test("17 to 21 digits", () => {
    const make = (bits: () => number) => `${bits() % 10}.${digitString(bits, 16 + (bits() % 5))}`;
    expect(mistakes(300_000, make, 4)).toEqual([]);
  });

  test("halves between neighbouring doubles, and one digit beside them", () => {
    const make = (bits: () => number) => {
      // Odd multiples of 2^k with 54 bits lie exactly between two doubles.
      const half = (((1n << 53n) | (BigInt(bits()) << 21n) | BigInt(bits() >>> 11)) << 1n) | 1n;
      const exact = half << BigInt(bits() % 60);
      return String(exact + BigInt((bits() % 3) - 1));
    };
    expect(mistakes(100_000, make, 5)).toEqual([]);
  });

  test("subnormals, the smallest and the largest numbers", () => {
    const make = (bits: () => number) => {
      view.setUint32(0, bits() & 0x800fffff);
      view.setUint32(4, bits());
      return String(view.getFloat64(0));
    };
    expect(mistakes(100_000, make, 6)).toEqual([]);
    const edges = [
      "5e-324",
      "2.4703282292062327e-324",
      "2.4703282292062328e-324",
      "2.2250738585072011e-308",
      "2.2250738585072014e-308",
      "1.7976931348623157e308",
      "1.7976931348623159e308",
      "9007199254740993",
      "9007199254740992.9999999999",
      "0.1000000000000000055511151231257827021181583404541015625",
      "1e22",
      "1e23",
      "-0",
      "0e999999999999",
      "1e-999999999999",
      `0.${"0".repeat(400)}1e400`,
      `1${"0".repeat(400)}e-400`,
    ];
    for (const text of edges) expect([text, parse(text)]).toEqual([text, Number(text)]);
    expect(Object.is(parse("-0.0"), -0)).toBe(true);
  });

  test("every double that fast-check thinks of, in three spellings", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        for (const text of [String(value), value.toExponential(), value.toPrecision(21)])
          if (!Object.is(parse(text), Number(text))) throw new Error(text);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("forms", () => {
  test.each([
    ["1", 1],
    ["-1.5", -1.5],
    ["+2", 2],
    [".5", 0.5],
    ["5.", 5],
    ["1e-3", 0.001],
    ["1E+5", 100000],
    ["  7\t", 7],
    ["inf", Infinity],
    ["-INF", -Infinity],
    ["+Infinity", Infinity],
    ["00012", 12],
  ])("%s is a number", (text, value) => expect(parse(text)).toBe(value));

  test.each(["", "  ", "?", "NA", "na", "N/A", "NaN", "nan", "-nan", "null", "NULL"])(
    "'%s' is missing",
    (text) => expect(parse(text)).toBeNaN(),
  );

  test.each([
    ...[
      "abc",
      "0x10",
      "1_000",
      "1,5",
      "1.2.3",
      "--1",
      "+-1",
      "+",
      "-",
      ".",
      "e5",
      "1e",
      "1e+",
      "1e5.5",
      "1 2",
    ],
    ...["infinite", "nano", "1a", "0b1", "0o7", "é", "1e5e5", "12-3"],
  ])("'%s' is text", (text) => expect(parse(text)).toBeUndefined());

  test("decimal comma", () => {
    expect(parse("3,14", ",")).toBe(3.14);
    expect(parse("-3,9339636520382e2", ",")).toBe(-393.39636520382);
    expect(parse("1234567,8901234567890123", ",")).toBe(1234567.8901234567);
    expect(parse("3.14", ",")).toBeUndefined();
  });
});
