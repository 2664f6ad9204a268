import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missingService, OwnSlurm } from "../../scripts/cluster-services.mjs";
import { partTable } from "../support/row-parts.js";
import { runCli, startCli } from "../support/run-cli.js";
import { runInside } from "../support/run-inside.js";
import { smallTable, untimed } from "../support/small-table.js";

const reason = missingService("slurm");
const library = pathToFileURL(fileURLToPath(new URL("../../dist/index.js", import.meta.url))).href;
const words =
  "compare d.csv --target class --methods slow --k 2 --repeats 2 --plugin slow.mjs --json r.json".split(" ");

/** A method that takes its time, and that kills its first shard where a file says so. */
const slowMethod = `
import { existsSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { defineSelector } from ${JSON.stringify(library)};
const trap = new URL("trap", import.meta.url);
export default defineSelector({
  name: "slow", title: "Slow", summary: "A test.", citation: "A test.", supervised: false, direction: "larger",
  module: import.meta.url, options: {},
  cost: () => ({ scalar: 1, matrix: 0, bytes: 1 }),
  async score(data) {
    await sleep(100);
    if (existsSync(trap) && data.rows < 60) {
      rmSync(trap, { force: true });
      process.kill(process.pid, "SIGKILL");
    }
    return { scores: Float64Array.from({ length: data.features }, (_, j) => j) };
  },
});`;

describe.skipIf(reason !== null)(`a batch cluster: Slurm${reason ? ` (${reason})` : ""}`, () => {
  let root = "";
  let slurm: OwnSlurm;
  let expected = { output: "", json: "" };
  const json = () => untimed(readFileSync(join(root, "r.json"), "utf8"));
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "salience-slurm-test-"));
    writeFileSync(join(root, "d.csv"), smallTable(1));
    writeFileSync(join(root, "slow.mjs"), slowMethod);
    slurm = new OwnSlurm();
    const [alone] = await Promise.all([runCli(words, { cwd: root }), slurm.start()]);
    expected = { output: untimed(alone.output), json: json() };
    rmSync(join(root, "r.json"));
  });
  afterAll(async () => {
    await slurm?.remove();
    rmSync(root, { recursive: true, force: true });
  });

  const submit = (folder: string, shards: number) => [
    ...words,
    ...["--submit", "slurm", "--run", folder, "--shards", `${shards}`, "--sbatch", "comment=test,time=10"],
  ];

  test("plans, submits, follows and gathers: the same bytes as on one machine, though a shard dies", async () => {
    writeFileSync(join(root, "trap"), "");
    const run = await runCli(submit("run", 2), { cwd: root, environment: slurm.environment });
    expect(run.errors).toMatch(/submitted job \d+: 2 shards, 11 tasks/);
    // The shard that died has done a part, or nothing; what is missing is submitted again.
    expect(run.errors).toMatch(/submitted job \d+: 1 shard, [1-9]\d* tasks?\n/);
    expect(run.code).toBe(0);
    expect(untimed(run.output)).toBe(expected.output);
    expect(json()).toBe(expected.json);
  });

  test("partial moments, in stages where values are missing: the same bytes as on one machine", async () => {
    for (const part of [1, 2, 10])
      writeFileSync(join(root, `g-${part}.csv`), partTable(part, 200, { gaps: true }));
    const rows = ["select", "g-*.csv", ..."--target class --k 3 --stream --json r.json".split(" ")];
    const alone = await runCli(rows, { cwd: root });
    const whole = json();
    rmSync(join(root, "r.json"));
    const elsewhere = ["--submit", "slurm", "--run", "moments", "--shards", "2"];
    const run = await runCli([...rows, ...elsewhere], { cwd: root, environment: slurm.environment });
    expect(run.errors.match(/submitted job \d+: 2 shards, 3 tasks/g)).toHaveLength(3);
    expect(run.code).toBe(0);
    expect(untimed(run.output)).toBe(untimed(alone.output));
    expect(json()).toBe(whole);
  });

  test("Ctrl-C leaves the job running and says how to gather; a second submit follows it", async () => {
    const first = startCli(submit("again", 1), { cwd: root, environment: slurm.environment });
    await expect.poll(first.errors, { interval: 10 }).toMatch(/submitted job \d+/);
    first.child.kill("SIGINT");
    const stopped = await first.ended;
    expect(stopped.code).toBe(130);
    const [, job] =
      /job (\d+) goes on \(scancel \d+ ends it\); when it is done: salience gather again\n/.exec(
        stopped.errors,
      )!;
    const second = await runCli(submit("again", 1), { cwd: root, environment: slurm.environment });
    expect(second.errors).toMatch(new RegExp(`following job ${job}|wrote r.json`));
    expect(second.errors).not.toContain("submitted job");
    expect(second.code).toBe(0);
    expect(json()).toBe(expected.json);
    rmSync(join(root, "r.json"));
    expect(await runCli(["gather", "again"], { cwd: root })).toMatchObject({ code: 0 });
    expect(json()).toBe(expected.json);
  });

  test("a job that brings nothing is not submitted for ever: the log's last line says why", async () => {
    writeFileSync(join(root, "e.csv"), smallTable(2));
    const bad = submit("bad", 1).map((word) => (word === "d.csv" ? "e.csv" : word));
    // The file changes before the job begins.
    const held = [...bad.slice(0, -1), "hold"];
    const run = startCli(held, { cwd: root, environment: slurm.environment });
    await expect.poll(run.errors, { interval: 10 }).toMatch(/submitted job \d+/);
    writeFileSync(join(root, "e.csv"), smallTable(3));
    const [, job] = /submitted job (\d+)/.exec(run.errors())!;
    execFileSync("scontrol", ["release", job], { env: { ...process.env, ...slurm.environment } });
    const { code, errors } = await run.ended;
    expect(code).toBe(1);
    expect(errors).toMatch(
      /the job has ended, but shard 1 did nothing: salience: .*e\.csv: this is not the file that the work was planned with/,
    );
  });
});

test("where there is no Slurm, one line says what to do", async () => {
  const root = mkdtempSync(join(tmpdir(), "salience-no-slurm-"));
  const environment = { PATH: "/nowhere" };
  const small = "compare bundled:planted --methods fisher --k 2 --threads 1 --submit slurm --run x".split(
    " ",
  );
  const { code, errors } = await runCli(small, { cwd: root, environment });
  expect(code).toBe(1);
  expect(errors).toBe(
    "salience: there is no sbatch here; submit from a machine of the Slurm cluster, or plan the work in shards for any scheduler\n",
  );
  for (const [more, message] of [
    [["--submit", "slurm"], "--submit needs --run DIR"],
    [["--sbatch", "time=1"], "--sbatch needs --submit slurm"],
    [["--submit", "slurm", "--run", "x", "--sbatch", "-p long"], "options without dashes"],
  ] as const) {
    const refused = await runInside(["compare", "bundled:planted", "--methods", "fisher", ...more], {
      cwd: root,
    });
    expect(refused.code).toBe(1);
    expect(refused.errors).toContain(message);
  }
  rmSync(root, { recursive: true });
});
