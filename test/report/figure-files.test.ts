import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { pictureUrl } from "../../studio/view/charts/picture-url.js";
import { PlainDocument } from "../../studio/view/charts/plain-document.js";
import { figureFiles } from "../../studio/view/figures/figure-files.js";
import { standaloneSvg } from "../../studio/view/figures/standalone-svg.js";
import { canBrowse, launchChromium } from "../support/browser.js";
import { awkwardSections } from "./awkward-sections.js";
import { sampleReport } from "./sample-report.js";

const files = figureFiles(sampleReport);
const textOf = (name: string) => files.find((file) => file.name === name)?.text ?? "";
const count = (text: string, wanted: RegExp) => text.match(wanted)?.length ?? 0;

test("every section with charts gives its files, named after it", () => {
  const names = files.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const drawn = [...new Set(names.map((name) => name.replace(/^(errors|distributions)-.*/, "$1.svg")))];
  const sections =
    "ranking accuracy errors samples markers tradeoff correlation distributions convergence path stability projection-plane projection-many projection-strips agreement pictures curves surfaces ranks timings";
  expect(drawn).toEqual(sections.split(" ").map((id) => `${id}.svg`));
  // A matrix, shares, two curves for each of three classes, calibration; one file for each of 20 features.
  expect(names.filter((name) => name.startsWith("errors-"))).toHaveLength(2 + 3 * 2 + 1);
  expect(names.filter((name) => name.startsWith("distributions-"))).toHaveLength(20);
});

/** Dots; ticks of axes are lines from their place. */
const dots = /<path transform="translate\([^"]*" d="(?!M0,0L)/g;

/** Marks that the data asks for: bars, dots, lines and cells by their colour or shape, and how many. */
const marks: readonly (readonly [string, RegExp, number])[] = [
  // 20 bars of picked features, 20 of others, and the ground.
  ["ranking.svg", /<rect/g, 20 + 20 + 1],
  // Three methods under two protocols, six k.
  ["accuracy.svg", dots, 36],
  ["errors-confusion-matrix.svg", /<rect/g, 9 + 1],
  ["correlation.svg", /<rect/g, 144 + 48 + 1],
  ["projection-plane.svg", dots, 180],
  ["curves.svg", /<svg /g, 3 + 1],
  ["pictures.svg", /<image/g, 3],
  ["ranks.svg", /stroke-width="5"/g, 1],
  ["timings.svg", /<svg /g, 2 + 1],
];

test.each(marks)("%s has the marks that its data asks for: %s", (name, wanted, number) => {
  expect(count(textOf(name), wanted)).toBe(number);
});

test("they need nothing else, are light, fit a page, and their letters can be read in print", () => {
  for (const { name, text } of files) {
    expect(/var\(|currentColor|<style|<script|class=|style=|aria-|NaN|undefined/.exec(text)?.[0], name).toBe(
      undefined,
    );
    expect(
      text.match(/href="[^"]{0,21}/g)?.filter((one) => one !== 'href="data:image/png;base64') ?? [],
    ).toEqual([]);
    const [, width, height] = /width="([\d.]+)mm" height="([\d.]+)mm"/.exec(text) ?? [];
    // A column of a page, or both, and the room around.
    expect([89, 174], name).toContain(Number(width));
    expect(Number(height), name).toBeGreaterThan(15);
    const sizes = [...text.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
    // A quarter of a millimetre each: 8 are 5.7 points. Only counts in the cells of matrices are so small.
    expect(Math.min(...sizes), name).toBeGreaterThanOrEqual(name.includes("confusion") ? 8 : 9);
  }
});

test("the same report gives the same bytes", () => {
  expect(figureFiles(sampleReport)).toEqual(files);
});

test("sections without anything to show give nothing, and awkward ones are drawn", () => {
  const drawn = figureFiles({ ...sampleReport, sections: Object.values(awkwardSections).flat() });
  for (const { name, text } of drawn) expect(/NaN|undefined/.exec(text)?.[0], name).toBe(undefined);
  const unknown = { kind: "from-later", id: "later", title: "Later" } as never;
  expect(figureFiles({ ...sampleReport, sections: [unknown] })).toEqual([]);
});

test("what names hold is text, and only what XML may hold", () => {
  const drawing = new PlainDocument().createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("viewBox", "0 0 10 10");
  drawing.append('<b a="1">&\u0000\ud800');
  const text = standaloneSvg(drawing, 'of "a" & <b>');
  expect(text).toContain("<title>of &quot;a&quot; &amp; &lt;b&gt;</title>");
  expect(text).toContain("&lt;b a=&quot;1&quot;&gt;&amp;\ufffd\ufffd</svg>");
});

test("pixels are in the picture as they are: grey from 0 to 255, open ones transparent", () => {
  const bytes = Buffer.from(pictureUrl(3, 2, [0, 0.5, 1, null, 2, -1]).split(",")[1], "base64");
  expect(bytes.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([3, 2]);
  const length = bytes.readUInt32BE(33);
  const rows = inflateSync(bytes.subarray(41, 41 + length));
  expect([...rows]).toEqual([0, 0, 255, 128, 255, 255, 255, 0, 0, 0, 255, 255, 0, 255]);
});

test("a picture with more than one block of bytes", () => {
  const pixels = Array.from({ length: 200 * 200 }, (_, at) => (at % 256) / 255);
  const bytes = Buffer.from(pictureUrl(200, 200, pixels).split(",")[1], "base64");
  const rows = inflateSync(bytes.subarray(41, 41 + bytes.readUInt32BE(33)));
  expect(rows).toHaveLength(200 * 401);
  expect(rows[199 * 401 + 1 + 2 * 7]).toBe((199 * 200 + 7) % 256);
});

describe.skipIf(!canBrowse)("in Chromium", () => {
  test("every file is well-formed and shown, and letters stay inside", async () => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      const found = await page.evaluate(
        async (all) =>
          Promise.all(
            all.map(async ({ name, text }) => {
              const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
              const picture = new Image();
              picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
              await picture.decode().catch(() => {});
              const root = document.body.appendChild(document.importNode(parsed.documentElement, true));
              const box = root.getBoundingClientRect();
              const out = [...root.querySelectorAll("text")].filter((one) => {
                const { left, right, top, bottom, width } = one.getBoundingClientRect();
                // Fonts differ from machine to machine; what is cut off by more than a few letters is a fault.
                return (
                  width > 0 &&
                  (left < box.left - 20 ||
                    right > box.right + 20 ||
                    top < box.top - 3 ||
                    bottom > box.bottom + 3)
                );
              });
              root.remove();
              return {
                name,
                error: parsed.querySelector("parsererror")?.textContent ?? null,
                shown: picture.naturalWidth > 300,
                out: out.map((one) => one.textContent),
              };
            }),
          ),
        files,
      );
      expect(found).toEqual(files.map(({ name }) => ({ name, error: null, shown: true, out: [] })));
    } finally {
      await browser.close();
    }
  });
});
