import { describe, expect, test } from "vitest";
import { bytesSource } from "../../src/data/byte-source.js";
import { readFeatureCosts } from "../../src/data/feature-tables.js";
import { InputError, readFeatureGroups } from "../../src/index.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = async (text: string, names: readonly string[] = ["a", "b", "c"]) =>
  Object.fromEntries(await readFeatureGroups(bytesSource(bytes(text), "groups.csv"), names));

describe("readFeatureGroups", () => {
  test("reads any usual table of two columns", async () => {
    const expected = { g: ["a", "b"], h: ["c"] };
    for (const text of [
      "a,g\nb,g\nc,h\n",
      "a;g\r\nb;g\r\nc;h",
      "a\tg\nb\tg\n\nc\th\n",
      '# made by hand\nfeature,group\n"a",g\nb,"g"\n c , h \n',
      "\ufeffprobe,gene\na,g\nb,g\nc,h\n",
    ])
      expect(await read(text)).toEqual(expected);
    expect(Object.fromEntries(await readFeatureGroups(bytes("a,g\nb,g\n"), []))).toEqual({ g: ["a", "b"] });
    const blob = new Blob(["a,g\nb,g\n"]);
    expect(Object.fromEntries(await readFeatureGroups(blob, ["a"]))).toEqual({ g: ["a", "b"] });
  });

  test("keeps names as they are written, whatever they look like", async () => {
    expect(await read("007,1.50\nNa,1e5\nNA,1.50\n", ["007", "Na", "NA"])).toEqual({
      "1.50": ["007", "NA"],
      "1e5": ["Na"],
    });
    expect(await read('"Smith, John",g\n"say ""a""",g\n', ["Smith, John"])).toEqual({
      g: ["Smith, John", 'say "a"'],
    });
  });

  test("leaves features without a group alone", async () => {
    expect(await read("a,g\nb,\nc,g\n")).toEqual({ g: ["a", "c"] });
  });

  test("takes the first line for a header where it names neither a feature nor a group of the others", async () => {
    expect(await read("name,set\na,g\nb,g\n")).toEqual({ g: ["a", "b"] });
    expect(await read("aa,g\na,g\nb,g\n")).toEqual({ g: ["aa", "a", "b"] });
    expect(await read("x*,set\na,g\n", ["a", "x1"])).toEqual({ set: ["x*"], g: ["a"] });
    expect(await read("a,set\nb,g\n")).toEqual({ set: ["a"], g: ["b"] });
  });

  test.each<[string, string, RegExp]>([
    ["an empty file", "", /^groups\.csv: the file is empty$/],
    ["one column", "a\nb\n", /^groups\.csv, line 1: there is 1 cell where 2 are expected/],
    ["three columns", "a,g,h\nb,g,h\n", /^groups\.csv, line 1: there are 3 cells where 2/],
    ["a line that is too short", "a,g\nb,g\nc\nd,g\n", /^groups\.csv, line 3: there is 1 cell/],
    ["a feature without a name", "a,g\n,g\n", /^groups\.csv, line 2: the feature has no name$/],
    ["an open quote", 'a,g\n"b,g\n', /^groups\.csv, line 2: the quote that opens here/],
    ["bytes that are no text", "a,g\u0000\n", /^groups\.csv: this does not look like a text table/],
  ])("refuses %s", async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(InputError);
    await expect(read(text)).rejects.toThrow(message);
  });
});

describe("readFeatureCosts", () => {
  const costs = async (text: string) =>
    Object.fromEntries(await readFeatureCosts(bytesSource(bytes(text), "costs.csv")));

  test("reads features and numbers, with or without a header", async () => {
    for (const text of [
      "a,2\nb,0.5\n",
      "feature,cost\na,2\nb,0.5\nc,\n",
      "probe;price\na;2\nb;0,5\n",
      "a\t2e0\nb\t.5",
    ])
      expect(await costs(text)).toEqual({ a: 2, b: 0.5 });
  });

  test.each<[string, string, RegExp]>([
    [
      "a word",
      "a,2\nb,much\n",
      /^costs\.csv, line 2: the cost of "b" must be a number above 0; "much" was given$/,
    ],
    ["a cost of nothing", "a,0\n", /^costs\.csv, line 1: the cost of "a" must be a number above 0; "0"/],
    ["a feature that stands twice", "a,1\na,2\n", /^costs\.csv, line 2: "a" has a cost already$/],
    ["one column", "a\nb\n", /line 1: there is 1 cell where 2 are expected: a feature and what it costs/],
    ["a file without a cost", "feature,cost\na,\n", /^costs\.csv: there is no cost in the file$/],
  ])("refuses %s", async (_, text, message) => {
    await expect(costs(text)).rejects.toThrow(InputError);
    await expect(costs(text)).rejects.toThrow(message);
  });
});
