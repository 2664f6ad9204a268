import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { missingService, OwnRedis } from "../../scripts/cluster-services.mjs";
import { keysLeft } from "../support/keys-left.js";
import { otherDigit, partTable, writeLongArray } from "../support/row-parts.js";
import { runCli, type Started, startCli } from "../support/run-cli.js";
import { untimed } from "../support/small-table.js";

const reason = missingService("redis");
const parts = [1, 2, 3, 4];

describe.skipIf(reason !== null)(`partial moments on a live cluster${reason ? ` (${reason})` : ""}`, () => {
  let root = "";
  const started: Started[] = [];
  const servers: OwnRedis[] = [];
  const place = (...names: string[]) => join(root, ...names);
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "salience-cluster-moments-"));
    mkdirSync(place("here"));
    // The first file has all rows that tell what the columns are.
    for (const part of parts) {
      writeFileSync(place(`here/n-${part}.csv`), partTable(part, part === 1 ? 20_500 : 300));
      writeFileSync(place(`here/g-${part}.csv`), partTable(part, 300, { gaps: true }));
    }
    writeLongArray(place("here/long.npy"), place("here/long.csv"));
  });
  afterAll(async () => {
    for (const { child } of started) child.kill("SIGKILL");
    for (const server of servers) await server.remove();
    rmSync(root, { recursive: true, force: true });
  });

  const redis = async () => {
    const server = new OwnRedis([]);
    servers.push(server);
    return server.start();
  };
  async function worker(address: string, words: readonly string[]): Promise<Started> {
    // Rows are read on the worker's own thread, which shows that it is there between two blocks: not once a second on a busy machine.
    const one = startCli(["worker", address, "--threads", "1", "--patience", "6", ...words], { cwd: root });
    started.push(one);
    await vi.waitFor(() => expect(one.errors()).toMatch(/waits for work|^salience/), 60_000);
    return one;
  }
  const taken = () => {
    const text = untimed(readFileSync(place("r.json"), "utf8"));
    rmSync(place("r.json"));
    return text;
  };
  async function alone(words: readonly string[]): Promise<{ output: string; json: string }> {
    const { code, output, errors } = await runCli(words, { cwd: root });
    expect(errors).toContain("wrote r.json");
    expect(code).toBe(0);
    return { output: untimed(output), json: taken() };
  }
  const rows = (name: string) => [
    "select",
    `here/${name}-*.csv`,
    ..."--target class --k 3 --stream --json r.json".split(" "),
  ];
  const long = "select here/long.npy --labels here/long.csv --k 4 --stream --json r.json".split(" ");

  test("the same bytes as on one machine, by one and by two workers, and nothing stays in Redis", async () => {
    const { address } = await redis();
    await Promise.all([worker(address, ["--data", "here"]), worker(address, ["--data", "here"])]);
    for (const [words, more] of [
      [rows("g"), []],
      [rows("n"), ["--ship", "0"]],
      [long, []],
      [["path", ...rows("n").slice(1, 4), "--stream", "--json", "r.json"], []],
    ] as const) {
      const expected = await alone(words);
      const run = await runCli([...words, "--cluster", address, ...more], { cwd: root });
      expect(run.errors).toContain("wrote r.json");
      expect(run.code).toBe(0);
      expect(untimed(run.output)).toBe(expected.output);
      expect(taken()).toBe(expected.json);
    }
    const { Redis } = await import("ioredis");
    const client = new Redis(address);
    await expect.poll(() => keysLeft(client)).toEqual([]);
    client.disconnect();
  });

  test("a worker killed in the middle: its part is given to another, nothing is lost or counted twice", async () => {
    const expected = await alone(long);
    const { address } = await redis();
    const one = await worker(address, ["--data", "here"]);
    const run = startCli([...long, "--cluster", address], { cwd: root });
    await expect.poll(one.errors, { interval: 5 }).toContain("takes part in");
    one.child.kill("SIGKILL");
    const other = await worker(address, ["--data", "here"]);
    const end = await run.ended;
    expect(end.code).toBe(0);
    expect(taken()).toBe(expected.json);
    expect(other.errors()).toContain("takes part in");
  });

  test("a worker with another file gives the part back and says why; another does it", async () => {
    const words = rows("n");
    const expected = await alone(words);
    const { address } = await redis();
    mkdirSync(place("wrong"));
    for (const part of parts) cpSync(place(`here/n-${part}.csv`), place(`wrong/n-${part}.csv`));
    writeFileSync(place("wrong/n-3.csv"), otherDigit(partTable(3, 300)));
    const bad = await worker(address, ["--data", "wrong"]);
    const run = startCli([...words, "--cluster", address, "--ship", "0"], { cwd: root });
    await expect
      .poll(bad.errors)
      .toMatch(
        /does not take part in \w+: .*wrong\/n-3\.csv: this is not the file that the work was planned with/,
      );
    await expect.poll(run.errors).toMatch(/the worker .* does not take part: .*this is not the file/);
    await worker(address, ["--data", "here"]);
    const end = await run.ended;
    expect(end.code).toBe(0);
    expect(taken()).toBe(expected.json);
  });

  test("numbers that are gone from Redis are told, and the same command begins anew", async () => {
    const words = rows("n");
    const expected = await alone(words);
    const { address } = await redis();
    const { Redis } = await import("ioredis");
    const client = new Redis(address);
    const first = startCli([...words, "--cluster", address], { cwd: root });
    await expect.poll(first.errors).toContain("there is no worker yet");
    first.child.kill("SIGINT");
    await first.ended;
    const one = await worker(address, ["--data", "here"]);
    await expect.poll(async () => (await client.keys("*:numbers:*")).length).toBe(4);
    await client.del((await client.keys("*:numbers:*"))[0]);
    const lost = await runCli([...words, "--cluster", address], { cwd: root });
    expect(lost.code).toBe(1);
    expect(lost.errors).toMatch(
      /a result is no longer in Redis, .*; the work is removed there, so start the command again\n$/,
    );
    const again = await runCli([...words, "--cluster", address], { cwd: root });
    expect(again.code).toBe(0);
    expect(taken()).toBe(expected.json);
    expect(one.child.exitCode).toBe(null);
    client.disconnect();
  });

  test("what would be too much for Redis is refused before anything is given out", async () => {
    const { address } = await redis();
    const names = Array.from({ length: 4200 }, (_, j) => `f${j}`);
    const line = (i: number) => [...names.map((_, j) => (i * (j + 3)) % 7), `k${i % 2}`].join();
    const text = [[...names, "class"].join(), ...Array.from({ length: 8 }, (_, i) => line(i))].join("\n");
    writeFileSync(place("wide.csv"), `${text}\n`);
    const words = "select wide.csv --target class --method dfs --k 2 --stream --cluster".split(" ");
    const { code, errors } = await runCli([...words, address], { cwd: root });
    expect(errors).toMatch(
      /the result of a part of the rows has .* can be kept here; do the work in shards or on Slurm/,
    );
    expect(code).toBe(1);
  });
});
