import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { otherDigit, partTable, writeLongArray } from "../support/row-parts.js";
import { runCli, startCli } from "../support/run-cli.js";
import { runInside } from "../support/run-inside.js";
import { canMountDisk } from "../support/small-disk.js";
import { untimed } from "../support/small-table.js";

let root = "";
const place = (...parts: string[]) => join(root, ...parts);
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "salience-moments-"));
  for (const [part, rows] of [
    [1, 400],
    [2, 30],
    [3, 700],
    [10, 300],
  ] as const) {
    writeFileSync(place(`n-${part}.csv`), partTable(part, rows));
    writeFileSync(place(`g-${part}.csv`), partTable(part, rows, { gaps: true }));
  }
  // Its first file has all rows that tell what the columns are.
  for (const [part, rows] of [
    [1, 20_500],
    [2, 200],
    [3, 300],
    [4, 250],
  ] as const)
    writeFileSync(place(`h-${part}.csv`), partTable(part, rows));
  writeLongArray(place("long.npy"), place("long.csv"));
}, 60_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

let runs = 0;
async function plan(words: readonly string[], shards: number): Promise<string> {
  const folder = `run${++runs}`;
  const planned = await runInside([...words, "--shards", `${shards}`, "--run", folder], { cwd: root });
  expect(planned).toMatchObject({ code: 0, output: "" });
  return folder;
}
const work = (folder: string, shard: number, ...more: string[]) =>
  runInside(["work", folder, "--shard", `${shard}`, ...more], { cwd: root });
const gather = (folder: string) => runInside(["gather", folder], { cwd: root });

/** What the command gives on one machine. */
async function alone(words: readonly string[]): Promise<{ output: string; json: string; errors: string }> {
  const { code, output, errors } = await runInside(words, { cwd: root });
  expect(errors).toContain("wrote r.json");
  expect(code).toBe(0);
  return { output: untimed(output), json: takeJson(), errors };
}
function takeJson(): string {
  const text = readFileSync(place("r.json"), "utf8");
  rmSync(place("r.json"));
  return untimed(text);
}
/** Does all shards until gathering gives the result; gives how many stages there were. */
async function finish(
  folder: string,
  shards: number,
): Promise<{ stages: number; output: string; errors: string }> {
  for (let stages = 1; ; stages++) {
    for (let shard = shards; shard >= 1; shard--)
      expect(await work(folder, shard)).toMatchObject({ code: 0 });
    const { code, output, errors } = await gather(folder);
    if (code === 0) return { stages, output, errors };
    expect(errors).toMatch(/tasks of the next stage, .*; do shards 1-\d, then gather again\n$/);
    expect(stages).toBeLessThan(9);
  }
}
/** The files with numbers of a run. */
const numbersOf = (folder: string) =>
  readdirSync(place(folder, "results"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".f64"))
    .map((name) => place(folder, "results", name));

const numbers = ["select", "n-*.csv", ..."--target class --k 3 --stream --json r.json".split(" ")];
const headed = ["select", "h-*.csv", ..."--target class --k 3 --stream --json r.json".split(" ")];
const gaps = ["select", "g-*.csv", ..."--target class --k 3 --stream --json r.json".split(" ")];
const long = "select long.npy --labels long.csv --k 4 --stream --json r.json".split(" ");

describe("partial moments in shards of a folder", () => {
  test.each([
    ["files of numbers", numbers, 1],
    ["without the scatter", [...numbers, "--method", "fisher"], 1],
    [
      "a grid of gamma and p",
      ["path", ...numbers.slice(1, 4), ..."--stream --ps 1,0.5 --json r.json".split(" ")],
      1,
    ],
    ["gaps and categories: levels first, then medians", gaps, 3],
    ["ranges of the rows of one file", long, 1],
    ["with the selected columns", [...gaps, "--method", "fisher", "--out", "o.csv"], 3],
  ])("the same bytes as on one machine: %s", async (_, words, stages) => {
    const expected = await alone(words);
    const folder = await plan(words, 2);
    const done = await finish(folder, 2);
    expect(done.stages).toBe(stages);
    expect(done.errors).toBe(expected.errors);
    expect(untimed(done.output)).toBe(expected.output);
    expect(takeJson()).toBe(expected.json);
  });

  test("two processes at once, and a number of shards that is not that of the parts", async () => {
    const expected = await alone(numbers);
    for (const shards of [2, 3, 7]) {
      const folder = await plan(numbers, shards);
      const ends = await Promise.all(
        Array.from({ length: shards }, (_, at) =>
          runCli(["work", folder, "--shard", `${at + 1}`, "--threads", "1"], { cwd: root }),
        ),
      );
      expect(ends.map(({ code }) => code)).toEqual(ends.map(() => 0));
      expect(await gather(folder)).toMatchObject({ code: 0 });
      expect(takeJson()).toBe(expected.json);
    }
  });

  test("a machine reads no files but those of its parts, and the first one's head", async () => {
    const folder = await plan(headed, 4);
    mkdirSync(place("some"), { recursive: true });
    for (const part of [1, 3]) cpSync(place(`h-${part}.csv`), place(`some/h-${part}.csv`));
    const files = place("some");
    expect(await work(folder, 1, "--data", files)).toMatchObject({ code: 0 });
    expect(await work(folder, 3, "--data", files)).toMatchObject({ code: 0 });
    const absent = await work(folder, 2, "--data", files);
    expect(absent.code).toBe(1);
    expect(absent.errors).toMatch(/h-2\.csv: it lies outside the data folder/);
  });

  test("the next command on the same parts takes them as they are", async () => {
    const folder = await plan(numbers, 1);
    await work(folder, 1);
    const other = numbers.map((word) => (word === "3" ? "2" : word));
    const again = await runInside([...other, "--shards", "1", "--run", folder], { cwd: root });
    expect(again.errors).toContain("its results are kept");
    expect((await gather(folder)).code).toBe(0);
    expect(JSON.parse(readFileSync(place("r.json"), "utf8")).ranking).toHaveLength(2);
  });
});

describe("faults of partial moments", () => {
  test("a shard killed in the middle goes on where it was; nothing is lost or counted twice", async () => {
    const words = [...long, "--method", "dfs"];
    const expected = await alone(words);
    const folder = await plan(words, 1);
    const { child, ended } = startCli(["work", folder, "--shard", "1", "--threads", "1"], { cwd: root });
    await expect
      .poll(() => readdirSync(place(folder)).includes("results") && numbersOf(folder).length, { interval: 2 })
      .toBeGreaterThan(0);
    child.kill("SIGKILL");
    await ended;
    // As if it had been killed while it wrote numbers, and while it wrote a line.
    const [kept] = numbersOf(folder);
    writeFileSync(join(kept, `../.salience-${process.env.HOSTNAME ?? "x"}-999999-1.part`), "half");
    const results = readdirSync(join(kept, "../..")).find((name) => name.endsWith(".results"))!;
    appendFileSync(join(kept, "../..", results), '0123 {"place":1,"res');
    const again = await work(folder, 1);
    expect(again.errors).toMatch(/did 1 task, 1 before/);
    expect(await gather(folder)).toMatchObject({ code: 0 });
    expect(takeJson()).toBe(expected.json);
  });

  test.each([
    [
      "changed",
      (file: string) =>
        writeFileSync(
          file,
          readFileSync(file).map((byte, at) => (at === 100 ? byte ^ 1 : byte)),
        ),
    ],
    ["cut off", (file: string) => truncateSync(file, statSync(file).size - 8)],
    ["gone", (file: string) => rmSync(file)],
  ])("numbers that were %s are not counted: the part is done again", async (_, spoil) => {
    const expected = await alone(numbers);
    const folder = await plan(numbers, 2);
    for (const shard of [1, 2]) await work(folder, shard);
    spoil(numbersOf(folder)[2]);
    const bad = await gather(folder);
    expect(bad.code).toBe(1);
    expect(bad.errors).toMatch(
      /was changed after it was written, and is removed|1 of 4 tasks is missing; do shard/,
    );
    const ends = [await work(folder, 1), await work(folder, 2)];
    expect(ends.map(({ errors }) => /did (\d)/.exec(errors)![1]).sort()).toEqual(["0", "1"]);
    expect(await gather(folder)).toMatchObject({ code: 0 });
    expect(takeJson()).toBe(expected.json);
  });

  test("parts that were done twice count once", async () => {
    const expected = await alone(numbers);
    const folder = await plan(numbers, 1);
    const both = ["work", folder, "--shard", "1", "--threads", "1"];
    const ends = await Promise.all([runCli(both, { cwd: root }), runCli(both, { cwd: root })]);
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    expect(numbersOf(folder)).toHaveLength(4);
    expect(await gather(folder)).toMatchObject({ code: 0 });
    expect(takeJson()).toBe(expected.json);
  });

  test("a machine with another file refuses, and says which", async () => {
    const folder = await plan(headed, 4);
    mkdirSync(place("wrong"));
    for (const part of [1, 2, 3, 4]) cpSync(place(`h-${part}.csv`), place(`wrong/h-${part}.csv`));
    writeFileSync(place("wrong/h-3.csv"), otherDigit(partTable(3, 300)));
    expect(await work(folder, 1, "--data", "wrong")).toMatchObject({ code: 0 });
    const wrong = await work(folder, 3, "--data", "wrong");
    expect(wrong.code).toBe(1);
    expect(wrong.errors).toMatch(
      /wrong\/h-3\.csv: this is not the file that the work was planned with \(SHA-256/,
    );
  });

  test("another version refuses, and a plan that was changed by hand is checked", async () => {
    const folder = await plan(numbers, 1);
    const file = place(folder, "run.json");
    const planned = readFileSync(file, "utf8");
    for (const [from, to, message] of [
      [/"version": "[^"]+"/, '"version": "0.0.9"', "planned by version 0.0.9"],
      [/"file": 3/, '"file": 4', "sections must be of the files"],
      [/"pieces": \[\s*"[0-9a-f]{8}/, '"pieces": ["00000000', "hashes of the pieces"],
      [/"sections": \[/, '"sections": [7,', "sections"],
    ] as const) {
      expect(planned).toMatch(from);
      writeFileSync(file, planned.replace(from, to));
      const { code, errors } = await work(folder, 1);
      expect(code).toBe(1);
      expect(errors).toContain(message);
    }
  });

  const hasDisk = canMountDisk();
  test("a full disk: one line says so, and with room again the shard goes on", async (context) => {
    if (!hasDisk) return context.skip("a small file system cannot be mounted here (it takes root)");
    const folder = await plan([...long, "--method", "dfs"], 1);
    mkdirSync(place(folder, "results"));
    const mounted = ["-t", "tmpfs", "-o", "size=24k", "tmpfs", place(folder, "results")];
    expect(spawnSync("mount", mounted).status).toBe(0);
    try {
      const full = await work(folder, 1);
      expect(full.code).toBe(1);
      expect(full.errors).toMatch(/the disk is full; free some space or use another disk\n$/);
      expect(spawnSync("mount", ["-o", "remount,size=9m", place(folder, "results")]).status).toBe(0);
      expect((await work(folder, 1)).errors).toMatch(/did 2 tasks|did 1 task, 1 before/);
      expect(await gather(folder)).toMatchObject({ code: 0 });
      expect(takeJson()).toContain('"ranking"');
    } finally {
      spawnSync("umount", [place(folder, "results")]);
    }
  });

  test.each([
    [numbers.filter((word) => word !== "--stream"), "add --stream"],
    [["select", "bundled:digits", "--stream", "--k", "3"], "add --stream"],
    [["select", "-", "--target", "class", "--stream"], "only from files that they see"],
    [[...numbers, "--method", "mrmr"], "mrmr needs all rows in memory"],
    [
      ["select", "n-*.csv", "--target", "class", "--stream", "--k", "auto"],
      "to choose k by cross-validation, all rows are needed",
    ],
    [[...numbers, "--report", "r.html"], "--report needs all rows in memory"],
    [
      ["select", "n-*.csv", "--labels", "long.csv", "--stream"],
      "the labels are matched to the rows by position",
    ],
    [["select", "n-*.csv", "--target", "nothing", "--stream"], "nothing"],
  ])("%j is refused in one line", async (words, message) => {
    const { code, errors } = await runInside([...words, "--shards", "2", "--run", "never"], { cwd: root });
    expect(errors).toContain(message);
    expect(errors.trimEnd().split("\n")).toHaveLength(1);
    expect(code).toBe(1);
    expect(readdirSync(root)).not.toContain("never");
  });
});
