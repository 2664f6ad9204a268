import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCli, startCli } from "../support/run-cli.js";
import { runInside } from "../support/run-inside.js";
import { canMountDisk } from "../support/small-disk.js";
import { smallTable, untimed } from "../support/small-table.js";

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "salience-shards-"));
  mkdirSync(join(root, "data"));
  writeFileSync(join(root, "d.csv"), smallTable(1));
  writeFileSync(join(root, "e.csv"), smallTable(2));
  writeFileSync(join(root, "data/isolet5.csv"), smallTable(3, { rows: 36, features: 22 }));
  const rows = readFileSync(join(root, "d.csv"), "utf8").trimEnd().split("\n");
  const cut = rows.map((row) => row.lastIndexOf(","));
  writeFileSync(join(root, "x.csv"), rows.map((row, i) => `${row.slice(0, cut[i])}\n`).join(""));
  writeFileSync(join(root, "y.csv"), rows.map((row, i) => `${row.slice(cut[i] + 1)}\n`).join(""));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

let runs = 0;
/** Plans a run and gives its folder. */
async function plan(words: string, shards: number): Promise<string> {
  const folder = `run${++runs}`;
  const planned = await runInside([...words.split(" "), "--shards", `${shards}`, "--run", folder], {
    cwd: root,
  });
  expect(planned).toMatchObject({ code: 0, output: "" });
  expect(planned.errors).toContain(`: ${folder}\n`);
  return folder;
}

const work = (folder: string, shard: number, ...more: string[]) =>
  runInside(["work", folder, "--shard", `${shard}`, ...more], { cwd: root });

const gather = (folder: string) => runInside(["gather", folder], { cwd: root });

/** The files with results of a run. */
function resultFiles(folder: string): string[] {
  const place = join(root, folder, "results");
  return readdirSync(place, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".results"))
    .map((name) => join(place, name));
}

const small = "compare d.csv --target class --methods fisher,mrmr --k 2,4 --json r.json";

describe("shards in a folder", () => {
  test.each([
    [small],
    ["compare d.csv --test e.csv --methods fisher --k 3 --json r.json"],
    ["compare d.csv e.csv --target class --methods fisher,relieff --k 3 --permutations 2 --json r.json"],
    ["compare x.csv --labels y.csv --methods fisher --k 2 --report r.html --json r.json"],
    ["tune d.csv --target class --method fisher --ks 2,4,8 --json r.json"],
    ["stability d.csv --target class --method fisher --k 3 --subsamples 12 --csv s.csv --json r.json"],
  ])("the same bytes as on one machine: %s", async (words) => {
    const alone = await runInside(words.split(" "), { cwd: root });
    expect(alone.code).toBe(0);
    const expected = readFileSync(join(root, "r.json"), "utf8");
    rmSync(join(root, "r.json"));
    const folder = await plan(words, 3);
    for (const shard of [2, 3, 1]) expect(await work(folder, shard)).toMatchObject({ code: 0 });
    const gathered = await gather(folder);
    expect(gathered).toMatchObject({ code: 0, errors: alone.errors });
    expect(untimed(gathered.output)).toBe(untimed(alone.output));
    expect(untimed(readFileSync(join(root, "r.json"), "utf8"))).toBe(untimed(expected));
  });

  test("work in stages: gathering says when the next stage can begin", async () => {
    const words = "reproduce data --quick --target class --json p.json";
    await runInside(words.split(" "), { cwd: root });
    const expected = readFileSync(join(root, "p.json"), "utf8");
    const folder = await plan(words, 2);
    for (const stage of [1, 2]) {
      if (stage === 2)
        expect((await gather(folder)).errors).toMatch(/tasks of the next stage, .*; do shards 1-2/);
      for (const shard of [1, 2]) expect(await work(folder, shard)).toMatchObject({ code: 0 });
    }
    expect(await gather(folder)).toMatchObject({ code: 0 });
    const plain = (text: string) =>
      JSON.stringify(JSON.parse(text), (key, value) => (/seconds/i.test(key) ? undefined : value));
    expect(plain(readFileSync(join(root, "p.json"), "utf8"))).toBe(plain(expected));
  });

  test("gathering names the shards that are missing, and what to do", async () => {
    const folder = await plan(small, 5);
    await work(folder, 2);
    await work(folder, 5);
    const { code, errors, output } = await gather(folder);
    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toMatch(/: \d+ of \d+ tasks are missing; do shards 1,3-4, then gather again\n$/);
  });

  test("schedulers say which shard: Slurm counts from 1, Kubernetes from 0", async () => {
    const folder = await plan(small, 3);
    const run = (environment: NodeJS.ProcessEnv) => runCli(["work", folder], { cwd: root, environment });
    expect((await run({ SLURM_ARRAY_TASK_ID: "2" })).errors).toContain("shard 2: did");
    expect((await run({ JOB_COMPLETION_INDEX: "2" })).errors).toContain("shard 3: did");
    expect(await run({ SGE_TASK_ID: "undefined" })).toMatchObject({ code: 1 });
    expect((await run({ LSB_JOBINDEX: "9" })).errors).toContain(
      "the run has the shards 1 to 3; 9 was asked for",
    );
  });

  test("the same command again keeps what is done; another one in the same folder is refused", async () => {
    const folder = await plan(small, 2);
    await work(folder, 1);
    const again = ["--run", folder, "--shards"];
    const same = await runInside([...small.split(" "), ...again, "2"], { cwd: root });
    expect(same).toMatchObject({ code: 0 });
    expect(same.errors).toContain("is planned in");
    expect((await work(folder, 1)).errors).toContain("shard 1: did 0 tasks, ");
    const other = await runInside([...small.split(" "), "--seed", "2", ...again, "2"], { cwd: root });
    expect(other).toMatchObject({ code: 1 });
    expect(other.errors).toContain("there is a run of other work in this folder");
    const parts = await runInside([...small.split(" "), ...again, "3"], { cwd: root });
    expect(parts.errors).toContain("there is a run in 2 shards in this folder");
  });

  test.each([
    [["--shards", "2"], "--shards needs --run DIR"],
    [["--run", "x"], "--run needs --shards N"],
    [["--shards", "1.5", "--run", "x"], "--shards must be a whole number"],
    [["--shards", "2", "--run", "data"], "must be empty"],
  ])("%j is refused", async (more, message) => {
    const { code, errors } = await runInside([...small.split(" "), ...more], { cwd: root });
    expect(code).toBe(1);
    expect(errors).toContain(message);
    expect(errors.trimEnd().split("\n")).toHaveLength(1);
  });
});

describe("faults in a run folder", () => {
  test("a shard killed in the middle goes on where it was; no task is lost or counted twice", async () => {
    const words = "compare d.csv --target class --methods relieff,mrmr --k 2,4 --repeats 8 --json r.json";
    await runInside(words.split(" "), { cwd: root });
    const expected = readFileSync(join(root, "r.json"), "utf8");
    const folder = await plan(words, 1);
    const { child, ended } = startCli(["work", folder, "--shard", "1", "--threads", "1"], { cwd: root });
    const lines = () =>
      readdirSync(join(root, folder)).includes("results")
        ? resultFiles(folder).flatMap((file) => readFileSync(file, "utf8").split("\n").slice(0, -1)).length
        : 0;
    await expect.poll(lines, { interval: 2 }).toBeGreaterThan(2);
    child.kill("SIGKILL");
    expect((await ended).code).toBe(null);
    const kept = lines();
    // As if it had been killed in the middle of a line.
    appendFileSync(resultFiles(folder)[0], '0123 {"place":9,"res');
    const again = await work(folder, 1);
    const [, now, before] = /did (\d+) tasks?, (\d+) before/.exec(again.errors)!.map(Number);
    expect(before).toBe(kept);
    expect(now).toBeGreaterThan(0);
    expect(again.errors).toContain("1 line of results in");
    const gathered = await gather(folder);
    expect(gathered.errors).toContain("1 line of results");
    expect(untimed(readFileSync(join(root, "r.json"), "utf8"))).toBe(untimed(expected));
    expect(lines()).toBe(now + before);
  });

  test("two workers on the same shard at once do no harm", async () => {
    const folder = await plan(small, 1);
    const both = ["work", folder, "--shard", "1"];
    const ends = await Promise.all([runCli(both, { cwd: root }), runCli(both, { cwd: root })]);
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    expect(await gather(folder)).toMatchObject({ code: 0 });
  });

  test("a machine with another data file refuses, and says which", async () => {
    const folder = await plan(small, 2);
    const elsewhere = join(root, "elsewhere");
    mkdirSync(elsewhere, { recursive: true });
    cpSync(join(root, "d.csv"), join(elsewhere, "d.csv"));
    expect(await work(folder, 1, "--data", "elsewhere")).toMatchObject({ code: 0 });
    const text = readFileSync(join(root, "d.csv"), "utf8");
    writeFileSync(
      join(elsewhere, "d.csv"),
      text.replace(/\d(?=,c1\n)/, (digit) => `${9 - Number(digit)}`),
    );
    const wrong = await work(folder, 2, "--data", "elsewhere");
    expect(wrong.code).toBe(1);
    expect(wrong.errors).toMatch(
      /elsewhere\/d\.csv: this is not the file that the work was planned with \(SHA-256/,
    );
    rmSync(join(elsewhere, "d.csv"));
    expect((await work(folder, 2, "--data", "elsewhere")).errors).toContain(
      "it lies outside the data folder",
    );
    symlinkSync(join(root, "d.csv"), join(elsewhere, "d.csv"));
    expect((await work(folder, 2, "--data", "elsewhere")).errors).toContain(
      "it lies outside the data folder",
    );
  });

  test("data that changed after planning is not gathered with old results", async () => {
    writeFileSync(join(root, "c.csv"), smallTable(4));
    const folder = await plan(small.replace("d.csv", "c.csv"), 1);
    await work(folder, 1);
    writeFileSync(join(root, "c.csv"), smallTable(5));
    const { code, errors } = await gather(folder);
    expect(code).toBe(1);
    expect(errors).toContain("has changed since the run was planned");
  });

  test("another version refuses, and says both", async () => {
    const folder = await plan(small, 1);
    const file = join(root, folder, "run.json");
    writeFileSync(file, readFileSync(file, "utf8").replace(/"version": "[^"]+"/, '"version": "0.0.9"'));
    for (const { code, errors } of [await work(folder, 1), await gather(folder)]) {
      expect(code).toBe(1);
      expect(errors).toMatch(/planned by version 0\.0\.9, and this is version \d/);
    }
  });

  test("a plan that was changed by hand is checked like any other input", async () => {
    const folder = await plan(small, 1);
    const file = join(root, folder, "run.json");
    const planned = readFileSync(file, "utf8");
    for (const [from, to, message] of [
      [/"method": "mrmr"/, '"method": "nobody"', "unknown method"],
      [/"k": \[/, '"run": "rm -rf", "k": [', "run"],
      [/"sha256": "[0-9a-f]{10}/, '"sha256": "', "SHA-256"],
      [/"name": "d.csv"/, '"name": "../d.csv"', "without folders"],
      [/"shards": 1/, '"shards": -1', "shards"],
      [/^\{/, "", "not JSON"],
    ] as const) {
      expect(planned).toMatch(from);
      writeFileSync(file, planned.replace(from, to));
      const { code, errors } = await work(folder, 1);
      expect(code).toBe(1);
      expect(errors).toContain(message);
    }
  });

  const hasDisk = canMountDisk();
  test("a full disk: one line says so, and when there is room again the shard goes on", async (context) => {
    if (!hasDisk) return context.skip("a small file system cannot be mounted here (it takes root)");
    const folder = await plan(`${small} --repeats 6`, 1);
    const results = join(root, folder, "results");
    mkdirSync(results);
    expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=16k", "tmpfs", results]).status).toBe(0);
    try {
      const full = await work(folder, 1);
      expect(full.code).toBe(1);
      expect(full.errors).toMatch(/\.results: the disk is full; free some space or use another disk\n$/);
      cpSync(results, `${results}-kept`, { recursive: true });
    } finally {
      spawnSync("umount", [results]);
    }
    rmSync(results, { recursive: true });
    renameSync(`${results}-kept`, results);
    const again = await work(folder, 1);
    expect(again.errors).toMatch(/did [1-9]\d* tasks?, [1-9]\d* before/);
    expect(await gather(folder)).toMatchObject({ code: 0 });
  });
});
