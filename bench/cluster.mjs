/**
 * A live cluster on this machine. `npm run bench -- cluster [speed] [overhead] [--rounds=3]`; needs `npm run build` and redis-server. Redis is started
 * on a free port with a folder of its own and writes every change to disk.
 *
 * Measured: the same comparison with one worker and with two, of one thread each, in turn, the best of several rounds, and how much of a
 * worker's time passes without work, which other programs on the machine do not change; a
 * thousand small tasks on one worker beside the same on one thread here, and what that costs Redis. From the last figures
 * docs/cluster.md computes what a thousand machines would meet first.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { missingService, OwnRedis } from "../scripts/cluster-services.mjs";

/** @typedef {import("./run.mjs").Row} Row */

const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const rounds = Number(process.argv.find((word) => word.startsWith("--rounds="))?.slice(9) ?? 3);
/** 150 tasks of about 0.15 s: enough that starting does not count. */
const shared =
  "compare bundled:digits --methods fisher,mrmr,relieff --k 5,10 --repeats 10 --no-side-by-side --quiet".split(
    " ",
  );
const smallTasks = 1000;

/** @returns {Promise<Row[]>} */
export default async function bench() {
  const reason = missingService("redis");
  if (reason !== null) throw new Error(reason);
  const folder = mkdtempSync(join(tmpdir(), "salience-bench-cluster-"));
  const redis = new OwnRedis();
  try {
    await redis.start();
    const wanted = ["speed", "overhead"].filter((part) => process.argv.includes(part));
    const isWanted = (/** @type {string} */ part) => wanted.length === 0 || wanted.includes(part);
    return [
      ...(isWanted("speed") ? await speedUp(redis.address, folder) : []),
      ...(isWanted("overhead") ? [await overhead(redis.address, folder)] : []),
    ];
  } finally {
    await redis.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} address
 * @param {string} folder
 * @returns {Promise<Row[]>}
 */
async function speedUp(address, folder) {
  const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  /** The largest share of a worker's time in which it neither computed nor waited for a processor. */
  const idle = [1, 1];
  for (let round = 0; round < rounds; round++)
    for (const count of [1, 2]) {
      const workers = await startWorkers(address, folder, count);
      const watch = workers.map(({ pid }) => watchThread(Number(pid)));
      try {
        best[count - 1] = Math.min(best[count - 1], await timed([...shared, "--cluster", address], folder));
        idle[count - 1] = Math.min(idle[count - 1], Math.max(...watch.map((end) => end())));
      } finally {
        await stopWorkers(workers);
      }
    }
  const [one, two] = best;
  return [
    {
      name: "two workers on one comparison",
      value: two,
      unit: "s",
      peer: "one worker",
      peerValue: one,
      ratio: one / two,
      target: 1.7,
    },
    {
      name: "share of a worker's time without work, two workers",
      value: 100 * idle[1],
      unit: "%",
      peer: "one worker",
      peerValue: 100 * idle[0],
      ratio: idle[0] / idle[1],
    },
  ];
}

/**
 * Watches the thread of a process that computes most, on Linux. The function that it gives ends that, and says which part of the thread's time
 * from its first task to its last it neither computed nor waited for a processor: what other programs take does not count.
 * @param {number} pid
 * @returns {() => number}
 */
function watchThread(pid) {
  /** @type {Map<string, { first: number, last: number, from: number, used: number }>} */
  const threads = new Map();
  const look = () => {
    for (const id of readdirSync(`/proc/${pid}/task`)) {
      if (id === String(pid)) continue;
      try {
        const [computed, waited] = readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8")
          .split(" ")
          .map(Number);
        const [now, used] = [performance.now(), (computed + waited) / 1e6];
        const known = threads.get(id);
        if (!known) threads.set(id, { first: now, last: now, from: used, used });
        else if (used > known.used) threads.set(id, { ...known, last: now, used });
      } catch {
        // The thread has ended.
      }
    }
  };
  const timer = setInterval(look, 50);
  return () => {
    clearInterval(timer);
    const [busiest] = [...threads.values()].sort((a, b) => b.used - b.from - (a.used - a.from));
    return busiest ? Math.max(0, 1 - (busiest.used - busiest.from) / (busiest.last - busiest.first)) : 1;
  };
}

/**
 * @param {string} address
 * @param {string} folder
 * @returns {Promise<Row>}
 */
async function overhead(address, folder) {
  const rows = Array.from({ length: 24 }, (_, i) => `${i % 5},${(i * 7) % 11},${i % 2},${"ab"[i % 2]}`);
  writeFileSync(join(folder, "small.csv"), ["x,y,z,class", ...rows, ""].join("\n"));
  const words = `stability small.csv --target class --method fisher --k 1 --subsamples ${smallTasks} --quiet`;
  const { Redis } = await import("ioredis");
  const client = new Redis(address);
  const [worker] = await startWorkers(address, folder, 1);
  let [least, cpu, commands] = [Number.POSITIVE_INFINITY, 0, 0];
  for (let round = 0; round < rounds; round++) {
    const alone = await timed([...words.split(" "), "--threads", "1"], folder);
    const before = await redisCost(client);
    const together = await timed([...words.split(" "), "--cluster", address], folder);
    const after = await redisCost(client);
    const each = (1000 * (together - alone)) / smallTasks;
    if (each >= least) continue;
    [least, cpu, commands] = [each, after.cpu - before.cpu, after.commands - before.commands];
  }
  const [from, idle] = [await redisCost(client), 5];
  await new Promise((resolve) => setTimeout(resolve, 1000 * idle));
  const to = await redisCost(client);
  console.error(
    `Redis, per small task: ${((1e6 * cpu) / smallTasks).toFixed(0)} µs of its one core, ${(commands / smallTasks).toFixed(1)} commands`,
  );
  console.error(
    `Redis, per idle worker and second: ${((1e6 * (to.cpu - from.cpu)) / idle).toFixed(0)} µs, ${((to.commands - from.commands) / idle).toFixed(1)} commands`,
  );
  client.disconnect();
  await stopWorkers([worker]);
  return {
    name: `overhead of each of ${smallTasks} small tasks`,
    value: least,
    unit: "ms",
    peer: "what is allowed",
    peerValue: 5,
    ratio: 5 / least,
    target: 1,
  };
}

/**
 * What the server has spent so far: seconds of its core, commands.
 * @param {import("ioredis").Redis} client
 */
async function redisCost(client) {
  const info = await client.info();
  const figure = (/** @type {string} */ name) => Number(new RegExp(`^${name}:(.*)$`, "m").exec(info)?.[1]);
  return {
    cpu: figure("used_cpu_user") + figure("used_cpu_sys"),
    commands: figure("total_commands_processed"),
  };
}

/**
 * @param {string} address
 * @param {string} folder
 * @param {number} count
 */
function startWorkers(address, folder, count) {
  return Promise.all(
    Array.from(
      { length: count },
      () =>
        /** @type {Promise<import("node:child_process").ChildProcess>} */ (
          new Promise((resolve) => {
            const words = [cli, "worker", address, "--threads", "1"];
            const child = spawn(process.execPath, words, {
              cwd: folder,
              stdio: ["ignore", "ignore", "pipe"],
            });
            child.stderr.on("data", (text) => {
              if (String(text).includes("waits for work")) resolve(child);
            });
          })
        ),
    ),
  );
}

/** @param {readonly import("node:child_process").ChildProcess[]} workers */
function stopWorkers(workers) {
  return Promise.all(
    workers.map((child) => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      return ended;
    }),
  );
}

/**
 * How many seconds a command takes.
 * @param {readonly string[]} words
 * @param {string} folder
 * @returns {Promise<number>}
 */
function timed(words, folder) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, [cli, ...words], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
    child.on("exit", (code) =>
      code === 0 ? resolve((performance.now() - started) / 1000) : reject(new Error(`exit code ${code}`)),
    );
  });
}
