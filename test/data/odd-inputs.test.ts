import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Dataset, parseDataset, select, selectors } from "../../src/index.js";
import { Random } from "../../src/numeric/random.js";
import { runInside } from "../support/run-inside.js";

const random = new Random(5);
const rows = Array.from({ length: 40 }, (_, i) => [
  2 * (i % 2) + random.uniform(),
  random.uniform(),
  random.uniform(),
  random.uniform() + 0.3 * (i % 2),
]);
const labels = rows.map((_, i) => (i % 2 ? "a" : "b"));

describe("values at the ends of the range:", () => {
  test.each(Object.keys(selectors))("%s puts the feature that tells the classes first", async (method) => {
    for (const scale of [1, 1e300, 1e-300, 1e-310, 4e307]) {
      const data = Dataset.fromRows(
        rows.map((row) => row.map((x) => x * scale)),
        labels,
      );
      const { ranking, scores } = await select(data, { method: method as "fisher", k: 2 });
      expect([scale, ranking[0]]).toEqual([scale, 0]);
      expect(scores.some(Number.isNaN)).toBe(false);
    }
  });
});

describe("one table in many spellings is one data set:", () => {
  const lines = ["größe,Δ,class", ...rows.map((row, i) => `${row[0]},${row[1]},${labels[i]}`)];
  const text = `${lines.join("\n")}\n`;
  const utf16 = (of: string, littleEndian: boolean) => {
    const bytes = Buffer.from(`\uFEFF${of}`, "utf16le");
    return new Uint8Array(littleEndian ? bytes : bytes.swap16());
  };
  const spellings: Record<string, Uint8Array> = {
    "Windows line ends": Buffer.from(text.replaceAll("\n", "\r\n")),
    "a byte order mark": Buffer.from(`\uFEFF${text}`),
    "a mark and Windows line ends": Buffer.from(`\uFEFF${text.replaceAll("\n", "\r\n")}`),
    "UTF-16, little end first": utf16(text, true),
    "UTF-16, big end first": utf16(text, false),
    "no line end at the end": Buffer.from(text.trimEnd()),
  };
  test.each(Object.keys(spellings))("%s", async (name) => {
    const plain = await parseDataset(Buffer.from(text), { name: "t.csv", target: "class" });
    const other = await parseDataset(new Uint8Array(spellings[name]), { name: "t.csv", target: "class" });
    expect(plain.featureNames).toEqual(["größe", "Δ"]);
    expect(other.featureNames).toEqual(plain.featureNames);
    expect(other.values).toEqual(plain.values);
    expect(other.labels).toEqual(plain.labels);
  });
});

test("200,000 columns", async () => {
  const width = 200_000;
  const header = Array.from({ length: width }, (_, j) => `f${j}`);
  const lines = Array.from({ length: 8 }, (_, i) =>
    [...header.map((_, j) => (j === 123_456 ? 50 * (i % 2) + i : (i * (j + 3)) % 7)), labels[i]].join(","),
  );
  const file = Buffer.from(`${[...header, "class"].join(",")}\n${lines.join("\n")}\n`);
  const data = await parseDataset(file, { name: "wide.csv", target: "class" });
  expect(data.features).toBe(width);
  const { features } = await select(data, { method: "fisher", k: 1 });
  expect(features).toEqual(["f123456"]);
});

test("paths with spaces, quotes and letters of other scripts", async () => {
  const folder = mkdtempSync(join(tmpdir(), "salience odd-"));
  const inner = join(folder, `o'hara "δείγμα" 数据 é`);
  mkdirSync(inner);
  writeFileSync(
    join(inner, "a b ü.csv"),
    `x,y,class\n${rows.map((row, i) => `${row[0]},${row[1]},${labels[i]}`).join("\n")}\n`,
  );
  const words = [
    "select",
    "a b ü.csv",
    "--target",
    "class",
    "--k",
    "1",
    "--method",
    "fisher",
    "--no-measure",
    "--out",
    "ö é.csv",
    "--save",
    "数 据.json",
  ];
  expect(await runInside(words, { cwd: inner })).toMatchObject({ code: 0 });
  expect(
    (await runInside(["apply", "数 据.json", "a b ü.csv", "--out", "again ß.parquet"], { cwd: inner })).code,
  ).toBe(0);
  rmSync(folder, { recursive: true });
});
