import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runInside } from "../support/run-inside.js";

/** Every kind of file that has a form of its own to be broken. */
const endings = [
  "mat",
  "npy",
  "npz",
  "h5",
  "h5ad",
  "parquet",
  "arrow",
  "feather",
  "xlsx",
  "arff",
  "mtx",
  "csv.gz",
];
let folder = "";
const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "salience-bad-"));
  write("good.csv", "a,b,class\n1,2,x\n2,1,x\n3,9,y\n4,8,y\n");
  write("empty.csv", "");
  write("header-only.csv", "a,b,class\n");
  write("ragged.csv", "a,b,class\n1,2,x\n1,2\n3,4,y\n");
  write("data.json", '{"a": [1, 2]}\n');
  write("data.csv.bz2", "BZh91AY&SY");
  write("unknown.bin", Uint8Array.of(0, 1, 2, 3, 0, 255));
  for (const ending of endings) write(`broken.${ending}`, `not really ${ending}\u0000\u0001`);
  mkdirSync(join(folder, "folder"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const refused = async (words: readonly string[], message: RegExp | string) => {
  const { code, output, errors } = await runInside(words, { cwd: folder });
  expect(errors.trim().split("\n")).toHaveLength(1);
  expect(errors).toMatch(message);
  expect({ code, output }).toEqual({ code: 1, output: "" });
};

describe("a mistake is one clear line and exit code 1", () => {
  test.each<[string, readonly string[], RegExp]>([
    ["no file named", ["select"], /select needs a file/],
    ["a missing file, with the nearest name", ["select", "god.csv"], /god\.csv.*good\.csv/],
    ["a folder", ["select", "folder"], /is a folder/],
    ["an unknown format", ["select", "unknown.bin"], /the format is unknown/],
    ["an empty file", ["select", "empty.csv"], /the file is empty/],
    ["a header and no rows", ["select", "header-only.csv", "--target", "class"], /no rows|only a header/i],
    ["a wrong column name", ["select", "good.csv", "--target", "clas"], /did you mean "class"/],
    ["a ragged line", ["select", "ragged.csv", "--target", "class"], /line 3/],
    [
      "too large a k",
      ["select", "good.csv", "--target", "class", "--k", "3"],
      /k must be a whole number from 1 to 2; 3 was given/,
    ],
    [
      "a k that is no number",
      ["select", "good.csv", "--target", "class", "--k", "many"],
      /--k must be a number/,
    ],
    [
      "an unknown method",
      ["select", "good.csv", "--target", "class", "--method", "fischer"],
      /did you mean "fisher"/,
    ],
    [
      "an unknown flag",
      ["select", "good.csv", "--taget", "class"],
      /unknown flag --taget \(did you mean "--target"\?\)/,
    ],
    ["a flag without its value", ["select", "good.csv", "--target"], /--target needs a value: --target COL/],
    ["a flag given twice", ["select", "good.csv", "--k", "1", "--k", "2"], /--k is given twice/],
    ["an unknown command", ["selct", "good.csv"], /did you mean "select"/],
    ["a word too many", ["select", "good.csv", "other.csv"], /unexpected argument "other\.csv"/],
    ["no target", ["select", "good.csv", "--drop", "class"], /no labels/],
    ["an unknown output format", ["select", "good.csv", "--target", "class", "--out", "x.docx"], /\.csv/],
    [
      "an output folder that is not there",
      ["select", "good.csv", "--target", "class", "--out", "nowhere/x.csv"],
      /nowhere/,
    ],
    ["an output that is a folder", ["select", "good.csv", "--target", "class", "--json", "folder"], /folder/],
    [
      "kernels that are not there",
      ["select", "good.csv", "--target", "class", "--kernels", "native"],
      /--kernels must be one of wasm, fast/,
    ],
    [
      "an unknown transform",
      ["select", "good.csv", "--target", "class", "--transform", "sqrt"],
      /--transform must be one of/,
    ],
    [
      "a folder to make where a file is",
      ["demo", "--out", "good.csv"],
      /good\.csv: the folder cannot be created/,
    ],
    [
      "reading flags with bundled data",
      ["select", "bundled:digits", "--transform", "log"],
      /--transform is only for/,
    ],
    ["help for an unknown command", ["help", "selct"], /did you mean "select"/],
    ["an empty file name", ["select", ""], /select needs a file/],
    ["a label column without its file", ["select", "good.csv", "--label-column", "class"], /--labels/],
    [
      "two sources of labels",
      ["select", "good.csv", "--target", "class", "--label-pattern", "^a"],
      /leave out --target/,
    ],
    ["a file of a kind that is not read", ["select", "data.json"], /data\.json: JSON cannot be read/],
    ["another compression", ["select", "data.csv.bz2"], /bzip2 .*cannot be read; decompress it first/],
    ["unknown bundled data", ["select", "bundled:digit"], /did you mean "bundled:digits"/],
    ["a full disk", ["select", "good.csv", "--target", "class", "--json", "/dev/full"], /full|space/i],
  ])("%s", async (_, words, message) => {
    await refused(words, message);
  });

  test.each(endings)("a broken .%s file", async (ending) => {
    await refused(["select", `broken.${ending}`, "--target", "class"], `broken.${ending.replace(".gz", "")}`);
  });

  test("no partial file stays behind", () => {
    const left = readdirSync(folder).filter(
      (name) =>
        !/^(good|empty|header-only|ragged|text|duplicate)\.csv$|^unknown\.bin$|^data\.|^broken\.|^folder$/.test(
          name,
        ),
    );
    expect(left).toEqual([]);
  });
});
