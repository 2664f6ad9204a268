import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runInside } from "../support/run-inside.js";

let folder = "";
const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);

/** Two classes of four rows; the Fisher score of a column is its gap squared, so the order is size, age, gene_2, 007, gene_1. */
const gaps = { age: 4, gene_1: 1, gene_2: 3, size: 5, "007": 2 };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "salience-keep-"));
  const rows = Array.from({ length: 8 }, (_, i) =>
    [...Object.values(gaps).map((gap) => (i < 4 ? -gap : gap) + (i % 2 ? 1 : -1)), i < 4 ? "x" : "y"].join(
      ",",
    ),
  );
  write("data.csv", `${[...Object.keys(gaps), "class"].join(",")}\n${rows.join("\n")}\n`);
  write("groups.csv", "feature,group\ngene_1,genes\ngene_2,genes\n007,agents\nage,\n");
  write("headless.tsv", "gene_1\tgenes\ngene_2\tgenes\n007\tagents\n");
  write("pattern.csv.gz", gzipSync("probe;gene\ngene_*;genes\n"));
  write("annotation.csv", "body,frame\nsize,frame\ngene_1,genes\n");
  write("overlap.csv", "gene_1,one\ngene_1,two\n");
  write("three.csv", "gene_1,one,more\ngene_2,two,more\n");
  write("one.csv", "gene_1\ngene_2\n");
  write("foreign.csv", "p1,g\np2,g\n");
  write("empty.csv", "");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...words: string[]) =>
  runInside(["select", "data.csv", "--target", "class", "--method", "fisher", ...words], { cwd: folder });
const json = async (...words: string[]) => JSON.parse((await run(...words, "--json", "-")).output);
const names = (result: { ranking: { name: string }[] }) => result.ranking.map(({ name }) => name);

/** What JSON says of every feature. */
const described = {
  higher: "y",
  effect: expect.any(Number),
  test: "f",
  statistic: expect.any(Number),
  p: expect.any(Number),
  q: expect.any(Number),
  missing: 0,
};

describe("keep and exclude", () => {
  test("the table marks what was kept", async () => {
    const { code, output, errors } = await run(
      "--k",
      "3",
      "--keep",
      "gene_1",
      "--exclude",
      "0*,size",
      "--quiet",
    );
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output).toContain("3 of 5 features, 1 of them kept, 2 others excluded");
    expect(output.split("\n").slice(3)).toEqual([
      "rank  feature       score  higher in  effect       q",
      expect.stringMatching(/^ {3}1 \+gene_1 +1\.0000 /),
      expect.stringMatching(/^ {3}2 {2}age +16\.000 /),
      expect.stringMatching(/^ {3}3 {2}gene_2 +9\.0000 /),
      "+ kept",
      "effect: standard deviations above the other classes",
      "q: p of the F test, adjusted over 5 features (Benjamini–Hochberg)",
      "q describes the rows that the features were selected on, not new rows",
      "",
    ]);
  });

  test("JSON says what was kept and excluded", async () => {
    const result = await json("--keep", "gene_*", "--exclude", "size", "--keep", "007");
    expect(result).toMatchObject({
      kept: ["gene_1", "gene_2", "007"],
      excluded: ["size"],
      picked: 4,
      options: { k: 4 },
    });
    expect(result).not.toHaveProperty("featureGroups");
    expect(names(result)).toEqual(["gene_2", "007", "gene_1", "age", "size"]);
    expect(result.ranking[0]).toEqual({
      rank: 1,
      index: 2,
      name: "gene_2",
      score: expect.any(Number),
      ...described,
      kept: true,
    });
    expect(result.ranking[4]).toEqual({
      rank: 5,
      index: 3,
      name: "size",
      score: null,
      ...described,
      excluded: true,
    });
  });

  test("--out writes what was picked", async () => {
    const { code } = await run("--k", "2", "--keep", "gene_1", "--out", "out.csv");
    expect(code).toBe(0);
    expect(readFileSync(join(folder, "out.csv"), "utf8").split("\n")[0]).toBe("gene_1,size,class");
  });

  test("nothing is said where the user had no say", async () => {
    const result = await json("--k", "2");
    for (const key of ["kept", "excluded", "featureGroups"]) expect(result).not.toHaveProperty(key);
    expect(Object.keys(result.ranking[0])).toEqual([
      "rank",
      "index",
      "name",
      "score",
      ...Object.keys(described),
    ]);
    expect((await run("--k", "2")).output).toContain("the best 2 of 5 features");
  });
});

describe("feature groups", () => {
  test("are shown in the table and counted as one", async () => {
    const { code, output, errors } = await run("--k", "3", "--feature-groups", "groups.csv");
    const unmeasured =
      "note: accuracy was not measured: features were selected by groups, which an evaluation cannot do yet\n";
    expect({ code, errors }).toEqual({ code: 0, errors: unmeasured });
    expect(output).toContain("4 of 5 features, 3 if each group counts as one");
    expect(output.split("\n").slice(3, 8)).toEqual([
      "rank  feature  group       score  higher in  effect       q",
      expect.stringMatching(/^ {3}1 {2}size +25\.000 /),
      expect.stringMatching(/^ {3}2 {2}age +16\.000 /),
      expect.stringMatching(/^ {3}3 {2}gene_2 {3}genes +9\.0000 /),
      expect.stringMatching(/^ {3}4 {2}gene_1 {3}genes +1\.0000 /),
    ]);
  });

  test("are cut between groups in JSON and in the written data", async () => {
    const result = await json("--k", "3", "--feature-groups", "groups.csv", "--out", "grouped.csv");
    expect(result).toMatchObject({
      picked: 4,
      options: { k: 3 },
      featureGroups: { genes: ["gene_1", "gene_2"], agents: ["007"] },
    });
    expect(names(result)).toEqual(["size", "age", "gene_2", "gene_1"]);
    expect(result.ranking[2]).toMatchObject({ rank: 3, name: "gene_2", group: "genes" });
    const written = readFileSync(join(folder, "grouped.csv"), "utf8").split("\n")[0];
    expect(written).toBe("size,age,gene_2,gene_1,class");
  });

  test.each(["headless.tsv", "groups.csv", "pattern.csv.gz"])("are read from %s", async (file) => {
    const { featureGroups: groups } = await json("--feature-groups", file);
    expect(groups.genes).toEqual(["gene_1", "gene_2"]);
    // Names that look like numbers stay as they are written.
    if (!file.startsWith("pattern")) expect(groups.agents).toEqual(["007"]);
  });

  test("a feature that the data does not have is told, not refused", async () => {
    const { code, errors, output } = await run("--feature-groups", "annotation.csv", "--json", "-");
    expect(code).toBe(0);
    expect(errors).toMatch(/^warning: of the features named in feature groups, body is not in the data; /);
    // The first line names no feature of the data, but a group that others are in: no header.
    expect(JSON.parse(output).featureGroups).toEqual({ frame: ["size"], genes: ["gene_1"] });
  });

  test("keeping and excluding go by the group's name too", async () => {
    const result = await json(
      "--k",
      "2",
      "--feature-groups",
      "groups.csv",
      "--keep",
      "genes",
      "--exclude",
      "agents",
    );
    expect(result).toMatchObject({ kept: ["gene_1", "gene_2"], excluded: ["007"] });
    expect(names(result)).toEqual(["gene_2", "gene_1", "size"]);
  });
});

describe("a mistake is one clear line and exit code 1", () => {
  test.each<[string, readonly string[], RegExp]>([
    ["an unknown name to keep", ["--keep", "agee"], /keep: unknown feature "agee" \(did you mean "age"\?\)/],
    ["kept and excluded", ["--keep", "age", "--exclude", "a*"], /age is both kept and excluded/],
    ["too many kept", ["--k", "1", "--keep", "age,size"], /--k is 1; select at least as many \(--k 2\)/],
    [
      "too large a k",
      ["--k", "5", "--exclude", "age"],
      /k can be at most 4 here, because 1 of 5 features .* excluded/,
    ],
    ["names that are none", ["--keep", ","], /--keep needs feature names/],
    ["groups that overlap", ["--feature-groups", "overlap.csv"], /"gene_1" is in the groups "one" and "two"/],
    ["a table of three columns", ["--feature-groups", "three.csv"], /three\.csv, line 1: there are 3 cells/],
    ["a table of one column", ["--feature-groups", "one.csv"], /one\.csv, line 1: there is 1 cell/],
    [
      "groups of other data",
      ["--feature-groups", "foreign.csv"],
      /p1, p2 are not in the data, nor is any other/,
    ],
    ["an empty file of groups", ["--feature-groups", "empty.csv"], /empty\.csv: the file is empty/],
    ["a missing file", ["--feature-groups", "group.csv"], /did you mean "groups\.csv"/],
    ["a slip in the flag", ["--keeps", "age"], /did you mean "--keep"/],
  ])("%s", async (_, words, message) => {
    const { code, output, errors } = await run(...words);
    expect(errors.trim().split("\n")).toHaveLength(1);
    expect(errors).toMatch(message);
    expect({ code, output }).toEqual({ code: 1, output: "" });
  });
});
