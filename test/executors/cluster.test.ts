import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { missingService, OwnRedis } from "../../scripts/cluster-services.mjs";
import { keysLeft } from "../support/keys-left.js";
import { cli, runCli, type Started, startCli } from "../support/run-cli.js";
import { runInside } from "../support/run-inside.js";
import { smallTable, untimed } from "../support/small-table.js";

const reason = missingService("redis");
const project = fileURLToPath(new URL("../..", import.meta.url));
const library = pathToFileURL(join(project, "dist/index.js")).href;

let root = "";
const started: Started[] = [];
const servers: OwnRedis[] = [];
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "salience-cluster-"));
  mkdirSync(join(root, "data"));
  mkdirSync(join(root, "here"));
  writeFileSync(join(root, "here/d.csv"), smallTable(1));
  writeFileSync(join(root, "data/isolet5.csv"), smallTable(3, { rows: 36, features: 22 }));
  writeFileSync(join(root, "slow.mjs"), slowMethod);
});
afterAll(async () => {
  for (const { child } of started) child.kill("SIGKILL");
  for (const server of servers) await server.remove();
  rmSync(root, { recursive: true, force: true });
});

/** A method that takes its time, and that fails or kills its worker where the environment says so. */
const slowMethod = `
import { setTimeout as sleep } from "node:timers/promises";
import { defineSelector } from ${JSON.stringify(library)};
export default defineSelector({
  name: "slow", title: "Slow", summary: "A test.", citation: "A test.", supervised: false, direction: "larger",
  module: import.meta.url,
  options: { pause: { type: "number", default: 100, min: 0, help: "ms" } },
  cost: () => ({ scalar: 1, matrix: 0, bytes: 1 }),
  async score(data, { pause }) {
    await sleep(pause);
    if (process.env.POISON === "throw" && data.rows === 60) throw new Error("this task is poisoned");
    if (process.env.POISON === "kill" && data.rows === 60) process.kill(process.pid, "SIGKILL");
    return { scores: Float64Array.from({ length: data.features }, (_, j) => j) };
  },
});`;

const redis = async (words: readonly string[] = []) => {
  const server = new OwnRedis(words);
  servers.push(server);
  return server.start();
};

/** Starts a worker and waits until it is ready. */
async function worker(
  address: string,
  words: readonly string[] = [],
  how: Parameters<typeof startCli>[1] = {},
): Promise<Started> {
  const one = startCli(["worker", address, "--threads", "1", "--patience", "1", ...words], {
    cwd: root,
    ...how,
  });
  started.push(one);
  await vi.waitFor(() => expect(one.errors()).toMatch(/waits for work|^salience/), 60_000);
  return one;
}

const plugin = ["--plugin", "slow.mjs"];
/** Work of eleven tasks that can be stopped in the middle. */
const slow =
  "compare here/d.csv --target class --methods slow --k 2 --repeats 2 --plugin slow.mjs --json r.json".split(
    " ",
  );

/** What the command gives on one machine. */
async function alone(words: readonly string[]): Promise<{ output: string; json: string }> {
  const { code, output } = await runCli(words, { cwd: root });
  expect(code).toBe(0);
  const json = readFileSync(join(root, "r.json"), "utf8");
  rmSync(join(root, "r.json"));
  return { output: untimed(output), json: untimed(json) };
}

/** Checks that a command on a cluster gave what it gives on one machine. */
function expectSame(
  run: { code: number | null; output: string; errors: string },
  expected: { output: string; json: string },
  folder = root,
): void {
  expect(run.errors).toContain("wrote r.json");
  expect(run.code).toBe(0);
  expect(untimed(run.output)).toBe(expected.output);
  expect(untimed(readFileSync(join(folder, "r.json"), "utf8"))).toBe(expected.json);
}

describe.skipIf(reason !== null)(`a live cluster${reason ? ` (${reason})` : ""}`, () => {
  describe("with two workers", () => {
    let server: OwnRedis;
    let address = "";
    beforeAll(async () => {
      server = await redis(["--requirepass", "s3cret"]);
      address = server.address.replace("//", "//:s3cret@");
      await Promise.all([worker(address, ["--data", "here"]), worker(address, ["--data", "here"])]);
    });

    test.each([
      ["data is sent", "compare here/d.csv --target class --methods fisher,mrmr --k 2,4 --json r.json", []],
      [
        "data is named",
        "compare here/d.csv --target class --methods relieff --k 2 --json r.json",
        ["--ship", "0"],
      ],
      ["", "tune here/d.csv --target class --method fisher --ks 2,4,8 --json r.json", []],
      ["", "stability here/d.csv --target class --method fisher --k 3 --subsamples 12 --json r.json", []],
      ["in stages", "reproduce data --quick --target class --json r.json", []],
    ])("the same bytes as on one machine %s: %s", async (_, words, more) => {
      const expected = await alone(words.split(" "));
      const run = await runCli([...words.split(" "), "--cluster", address, ...more], { cwd: root });
      expectSame(run, expected);
      expect(run.errors).toMatch(/2 workers with 2 threads|1 worker with 1 thread/);
    });

    test("the same work again, as soon as it was done, is done again", async () => {
      const words = "tune here/d.csv --target class --method fisher --ks 2,8 --json r.json".split(" ");
      for (const _ of [1, 2, 3]) {
        const run = await runCli([...words, "--cluster", address], { cwd: root });
        expect(run).toMatchObject({ code: 0 });
        expect(run.errors).not.toContain("earlier start");
      }
    });

    test("the next work on the same data does not read it again: it is done though the worker's file is gone", async () => {
      const own = await redis();
      mkdirSync(join(root, "there"));
      cpSync(join(root, "here/d.csv"), join(root, "there/d.csv"));
      const one = await worker(own.address, ["--data", "there"]);
      const ask = (k: number) =>
        runCli(
          [
            ..."compare here/d.csv --target class --methods fisher --json r.json --ship 0 --k".split(" "),
            ...[String(k), "--cluster", own.address],
          ],
          { cwd: root },
        );
      expect(await ask(2)).toMatchObject({ code: 0 });
      rmSync(join(root, "there"), { recursive: true });
      expect(await ask(3)).toMatchObject({ code: 0 });
      expect(one.errors()).not.toContain("does not take part");
    });

    test("nothing is left in Redis but the list of workers and the names of the queue of works", async () => {
      const { Redis } = await import("ioredis");
      const client = new Redis(address);
      await expect.poll(() => keysLeft(client)).toEqual([]);
      client.disconnect();
    });

    test("the password is never printed, by either side, and a wrong one is told in one line", async () => {
      for (const { errors } of started) expect(errors()).not.toContain("s3cret");
      const wrong = server.address.replace("//", "//:wr0ng@");
      for (const words of [
        ["worker", wrong],
        ["compare", "here/d.csv", "--methods", "fisher", "--cluster", wrong],
      ]) {
        const { code, errors } = await runInside(words, { cwd: root });
        expect(code).toBe(1);
        expect(errors).toBe(`salience: ${server.address}: the user or password is wrong or missing\n`);
      }
    });

    test("what is put into the queue by others is checked, and not evaluated", async () => {
      const { Queue } = await import("bullmq");
      const { Redis } = await import("ioredis");
      const connection = new Redis(address, { maxRetriesPerRequest: null });
      const works = new Queue("works", { connection, prefix: "salience" });
      const tasks = new Queue("feed", { connection, prefix: "salience" });
      const good = {
        schema: "salience/order@1",
        version: JSON.parse(readFileSync(join(project, "package.json"), "utf8")).version,
      };
      const plan = { schema: "salience/plan@1", task: "tune", data: [{ source: "d.csv" }], select: {} };
      const file = { role: "data", name: "passwd", path: "/etc/passwd", size: 9, sha256: "0".repeat(64) };
      const bad = {
        "no order": { order: "process.exit()" },
        "other plan": { order: { ...good, plan: { ...plan, task: "rm" }, files: [[]] } },
        "other field": { order: { ...good, plan: { ...plan, eval: "1" }, files: [[file]] } },
        outside: { order: { ...good, plan, files: [[file]] } },
        up: { order: { ...good, plan, files: [[{ ...file, path: "../../etc/passwd" }]] } },
      };
      // A parent waits as long as its child, which nobody does, is not done.
      for (const [name, data] of Object.entries(bad)) {
        await works.add("work", { identity: name, tasks: 1, ...data }, { jobId: name });
        await connection.lrem("salience:works:wait", 0, name);
        await connection.zadd("salience:works:waiting-children", Date.now(), name);
      }
      const [one] = started;
      await expect.poll(one.errors).toMatch(/does not take part in no order: this is not an order/);
      await expect.poll(one.errors).toMatch(/does not take part in other plan: .*task must be one of/);
      await expect.poll(one.errors).toMatch(/does not take part in other field: .*the plan .*eval/);
      await expect
        .poll(one.errors)
        .toMatch(/does not take part in outside: \/etc\/passwd: it lies outside the data folder here/);
      await expect
        .poll(one.errors)
        .toMatch(/does not take part in up: .*(outside|not in) the data folder here/);
      for (const name of Object.keys(bad)) await connection.zrem("salience:works:waiting-children", name);
      await works.close();
      await tasks.close();
      connection.disconnect();
    });
  });

  test("TLS", async () => {
    const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"];
    const names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", "k.pem", "-out", "c.pem"];
    execFileSync("openssl", [...made, ...names], { cwd: root, stdio: "ignore" });
    const server = new OwnRedis();
    servers.push(server);
    const files = ["--tls-cert-file", join(root, "c.pem"), "--tls-key-file", join(root, "k.pem")];
    const port = 20_000 + (process.pid % 20_000);
    server.words = ["--tls-port", `${port}`, ...files, "--tls-auth-clients", "no"];
    await server.start();
    const address = `rediss://localhost:${port}`;
    const environment = { NODE_EXTRA_CA_CERTS: join(root, "c.pem") };
    await worker(address, [], { environment });
    const words = "compare here/d.csv --target class --methods fisher --k 2 --json r.json".split(" ");
    const expected = await alone(words);
    expectSame(await runCli([...words, "--cluster", address], { cwd: root, environment }), expected);
    const untrusted = await runCli([...words, "--cluster", address], { cwd: root });
    expect(untrusted.code).toBe(1);
    expect(untrusted.errors).toMatch(/^salience: rediss:\/\/localhost:\d+: it cannot be reached \(.*CERT/);
  });

  // Most of their time is waiting, so they wait together.
  describe.concurrent("faults", () => {
    let expected: { output: string; json: string };
    beforeAll(async () => {
      expected = await alone(slow);
    });
    /** A folder of one's own with data and plug-in. */
    const folder = () => {
      const own = mkdtempSync(join(root, "fault-"));
      cpSync(join(root, "here"), join(own, "here"), { recursive: true });
      cpSync(join(root, "slow.mjs"), join(own, "slow.mjs"));
      return own;
    };

    test("a worker killed in the middle: its task is given to another, nothing is lost", async ({
      expect,
    }) => {
      const cwd = folder();
      const { address } = await redis();
      const [one, other] = await Promise.all([
        worker(address, plugin, { cwd }),
        worker(address, plugin, { cwd }),
      ]);
      const run = startCli([...slow, "--cluster", address], { cwd });
      await expect.poll(one.errors, { interval: 5 }).toContain("takes part in");
      await new Promise((resolve) => setTimeout(resolve, 300));
      one.child.kill("SIGKILL");
      expectSame(await run.ended, expected, cwd);
      expect(other.errors()).toMatch(/was lost; the task is given out again/);
    });

    test("Redis restarted in the middle: both sides say so, connect again and end", async ({ expect }) => {
      const cwd = folder();
      const server = await redis();
      const one = await worker(server.address, plugin, { cwd });
      const run = startCli([...slow, "--cluster", server.address], { cwd });
      await expect.poll(one.errors, { interval: 5 }).toContain("takes part in");
      await new Promise((resolve) => setTimeout(resolve, 300));
      await server.stop("SIGKILL");
      await expect.poll(one.errors).toContain("lost the connection");
      await server.start();
      const end = await run.ended;
      expectSame(end, expected, cwd);
      for (const errors of [one.errors(), end.errors])
        expect(errors).toMatch(/lost the connection to .*\n.*connected to .* again/s);
    });

    test("Redis restarted without its data: the command ends and says so", async ({ expect }) => {
      const cwd = folder();
      const server = await redis();
      const one = await worker(server.address, plugin, { cwd });
      const run = startCli([...slow, "--cluster", server.address], { cwd });
      await expect.poll(one.errors, { interval: 5 }).toContain("takes part in");
      await server.stop("SIGKILL");
      rmSync(server.folder, { recursive: true });
      await server.start();
      const { code, errors } = await run.ended;
      expect(code).toBe(1);
      expect(errors).toMatch(/the work is no longer in Redis; .*start the command again\n$/);
    });

    test("the command stopped in the middle: the workers go on, and a second start takes what they did", async ({
      expect,
    }) => {
      const cwd = folder();
      const { address } = await redis();
      const one = await worker(address, plugin, { cwd });
      const first = startCli([...slow, "--cluster", address], { cwd });
      await expect.poll(one.errors, { interval: 5 }).toContain("takes part in");
      await new Promise((resolve) => setTimeout(resolve, 250));
      first.child.kill("SIGINT");
      const stopped = await first.ended;
      expect(stopped.code).toBe(130);
      expect(stopped.errors).toContain(
        `the workers go on, and ${address} keeps what is done; run the same command again to continue`,
      );
      const second = await runCli([...slow, "--cluster", address], { cwd });
      expectSame(second, expected, cwd);
      expect(second.errors).toMatch(/[1-9]\d* of \d+ tasks were done by an earlier start/);
    });

    test("a poisoned task: tried three times, told with its reason; the rest is kept, and a second start tries it again", async ({
      expect,
    }) => {
      const cwd = folder();
      const { address } = await redis();
      const bad = await worker(address, plugin, { cwd, environment: { POISON: "throw" } });
      const failed = await runCli([...slow, "--cluster", address], { cwd });
      expect(failed.code).toBe(1);
      expect(failed.errors).toMatch(
        /task \d+ of \d+ \(slow on d\.csv\) failed on the cluster: this task is poisoned.*tries the failed task again\n$/,
      );
      expect(bad.errors()).toMatch(/failed \(attempt 3\): this task is poisoned/);
      bad.child.kill("SIGTERM");
      expect((await bad.ended).code).toBe(0);
      await worker(address, plugin, { cwd });
      expectSame(await runCli([...slow, "--cluster", address], { cwd }), expected, cwd);
    });

    test("a task that kills its workers is given up, and said so", async ({ expect }) => {
      const cwd = folder();
      const { address } = await redis();
      const killers = await Promise.all(
        Array.from({ length: 3 }, () => worker(address, plugin, { cwd, environment: { POISON: "kill" } })),
      );
      const run = startCli([...slow, "--cluster", address], { cwd });
      await Promise.all(killers.map(({ ended }) => ended));
      // A further worker finds that the task has cost three of them.
      await worker(address, plugin, { cwd });
      const { code, errors } = await run.ended;
      expect(code).toBe(1);
      expect(errors).toMatch(/failed on the cluster: the workers that did it were lost each time/);
    });

    test("a worker with another data file does not take part, and both sides say why", async ({ expect }) => {
      const cwd = folder();
      const { address } = await redis();
      mkdirSync(join(cwd, "wrong"));
      const text = readFileSync(join(cwd, "here/d.csv"), "utf8");
      writeFileSync(
        join(cwd, "wrong/d.csv"),
        text.replace(/\d(?=,c1\n)/, (digit) => `${9 - Number(digit)}`),
      );
      const [bad, none] = await Promise.all([
        worker(address, [...plugin, "--data", "wrong"], { cwd }),
        worker(address, plugin, { cwd }),
      ]);
      const run = startCli([...slow, "--cluster", address, "--ship", "0"], { cwd });
      await expect
        .poll(bad.errors)
        .toMatch(
          /does not take part in \w+: .*wrong\/d\.csv: this is not the file that the work was planned with/,
        );
      await expect.poll(none.errors).toMatch(/there is no data folder here, so no file is opened/);
      await expect.poll(run.errors).toMatch(/the worker .* does not take part: .*this is not the file/);
      expect(run.errors()).toContain(
        `there is no worker yet that can do this; start some: salience worker ${address}`,
      );
      await worker(address, [...plugin, "--data", "here"], { cwd });
      expectSame(await run.ended, expected, cwd);
    });

    test("a worker of another version does not take part, and both sides say so", async ({ expect }) => {
      const cwd = folder();
      const { address } = await redis();
      const old = join(cwd, "old");
      mkdirSync(old);
      for (const name of ["dist", "package.json"])
        cpSync(join(project, name), join(old, name), { recursive: true });
      symlinkSync(join(project, "node_modules"), join(old, "node_modules"));
      const file = join(old, "dist/chunks/version.js");
      writeFileSync(file, readFileSync(file, "utf8").replace(/"\d+\.\d+\.\d+"/, '"0.0.9"'));
      const other = await worker(address, [], { cwd, program: join(old, "dist/cli.js") });
      const run = startCli([...slow, "--cluster", address], { cwd });
      await expect
        .poll(other.errors)
        .toMatch(/this work was planned by version .*, and this is version 0\.0\.9/);
      await expect
        .poll(run.errors)
        .toMatch(
          new RegExp(`the worker ${hostname()} \\(\\d+\\) does not take part: it has version 0\\.0\\.9`),
        );
      await worker(address, plugin, { cwd });
      expectSame(await run.ended, expected, cwd);
      expect(cli).not.toBe(join(old, "dist/cli.js"));
    });

    test("a worker without the plug-in does not take part", async ({ expect }) => {
      const cwd = folder();
      const server = await redis();
      const { address } = server;
      const bare = await worker(address, [], { cwd });
      const run = startCli([...slow, "--cluster", address], { cwd });
      await expect.poll(bare.errors).toMatch(/does not take part in \w+: unknown method "slow"/);
      run.child.kill("SIGINT");
      expect((await run.ended).code).toBe(130);
      // A worker that is stopped while Redis is away does not wait for it.
      await server.stop();
      await expect.poll(bare.errors).toContain("lost the connection");
      bare.child.kill("SIGTERM");
      expect((await bare.ended).code).toBe(0);
    });
  });

  describe("mistakes", () => {
    test.each([
      [["--cluster", "http://x"], "must begin with redis://"],
      [["--cluster", "redis://127.0.0.1:1"], "redis://127.0.0.1:1: nothing answers there"],
      [["--ship", "3"], "--ship needs --cluster"],
      [["--cluster", "redis://x", "--shards", "2", "--run", "y"], "use one"],
    ])("%j is refused in one line", async (more, message) => {
      const words = "compare here/d.csv --target class --methods fisher --k 2".split(" ");
      const { code, errors } = await runInside([...words, ...more], { cwd: root });
      expect(code).toBe(1);
      expect(errors).toContain(message);
      expect(errors.trimEnd().split("\n")).toHaveLength(1);
    });
  });
});
