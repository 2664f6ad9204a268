import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { seriesColour, seriesSymbol } from "../../studio/view/charts/palette.js";

type Triple = readonly [number, number, number];

/** How colours look to colour-blind readers, in linear RGB: Machado, Oliveira, Fernandes 2009, severity 1. */
const sight: Record<string, readonly [Triple, Triple, Triple]> = {
  "full sight": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const times = (rows: readonly [Triple, Triple, Triple], [r, g, b]: Triple) =>
  rows.map((row) => Math.min(1, Math.max(0, row[0] * r + row[1] * g + row[2] * b))) as unknown as Triple;

function linear(hex: string): Triple {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return parts.map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)) as unknown as Triple;
}

/** CIE L*a*b* under D65. */
function lab([r, g, b]: Triple): Triple {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const luminance = (hex: string) => {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
};

const css = readFileSync(new URL("../../studio/view/style/tokens.css", import.meta.url), "utf8");
const pairs = [...css.matchAll(/--sal-(c\d|ground): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)];
const [ground, ...colours] = pairs;

test.each([
  ["light", 2],
  ["dark", 3],
] as const)(
  "in %s any two of the eight colours differ for every reader, and stand out from the page",
  (_, which) => {
    expect(ground[1]).toBe("ground");
    expect(colours).toHaveLength(8);
    for (const [reader, matrix] of Object.entries(sight)) {
      const seen = colours.map((colour) => lab(times(matrix, linear(colour[which]))));
      seen.forEach((a, at) => {
        seen.slice(at + 1).forEach((b, next) => {
          const pair = `${reader}: ${colours[at][which]} and ${colours[at + 1 + next][which]}`;
          expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), pair).toBeGreaterThan(11);
        });
      });
    }
    for (const colour of colours) {
      const [low, high] = [luminance(colour[which]), luminance(ground[which])].sort((a, b) => a - b);
      expect(high / low, colour[which]).toBeGreaterThan(3);
    }
  },
);

test.each([
  ["light", 2],
  ["dark", 3],
] as const)("in %s the darker and lighter tones of a hue differ from it and from each other", (_, which) => {
  const tones = [...css.matchAll(/--sal-([cde]\d): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)];
  expect(tones).toHaveLength(24);
  const byName = new Map(tones.map((tone) => [tone[1], lab(linear(tone[which]))]));
  for (let hue = 0; hue < 8; hue++)
    for (const [one, other] of ["cd", "ce", "de"]) {
      const [a, b] = [byName.get(`${one}${hue}`)!, byName.get(`${other}${hue}`)!];
      expect(
        Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]),
        `${one}${hue} and ${other}${hue}`,
      ).toBeGreaterThan(11);
    }
});

test.each([
  ["light", 2],
  ["dark", 3],
] as const)("in %s, classes of one shape have colours that every reader tells apart", (_, which) => {
  const tones = [...css.matchAll(/--sal-([cde]\d): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)];
  for (const [reader, matrix] of Object.entries(sight)) {
    const seen = new Map(tones.map((tone) => [tone[1], lab(times(matrix, linear(tone[which])))]));
    const colourOf = (at: number) => seen.get(/--sal-(\w+)/.exec(seriesColour(at))![1])!;
    for (let a = 0; a < 24; a++)
      for (let b = 0; b < a; b++) {
        if (seriesSymbol(a) !== seriesSymbol(b)) continue;
        const [one, other] = [colourOf(a), colourOf(b)];
        const apart = Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
        expect(apart, `${reader}: classes ${a} and ${b}`).toBeGreaterThan(20);
      }
  }
});

test("no two of 48 classes have the same colour and shape, and no two of 24 the same colour", () => {
  const classes = Array.from({ length: 48 }, (_, at) => at);
  expect(new Set(classes.map((at) => `${seriesColour(at)} ${seriesSymbol(at)}`)).size).toBe(48);
  expect(new Set(classes.slice(0, 24).map(seriesColour)).size).toBe(24);
});
