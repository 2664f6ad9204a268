/**
 * A live cluster on this machine. `npm run bench -- cluster [speed] [overhead] [--rounds=3]`; needs `npm run build` and redis-server. Redis is started
 * on a free port with a folder of its own and writes every change to disk.
 *
 * Measured: the same comparison with one worker and with two, of one thread each, in turn, the best of several rounds; and each of them with
 * few tasks and with many. What more tasks take beyond few is throughput; what is left of the time is starting: the command, reading,
 * planning again, and compiling what runs often. Times of the clock say little where other programs are at work, so processor time is
 * counted too: of all processes together, and of the thread that does a worker's tasks, with the share of its time in which it neither
 * computed nor waited for a processor. On two free cores tasks take as long as the busiest thread, or half of all processor time if that
 * is more. A thousand small tasks on one worker beside the same on one thread here, and what that costs Redis: from these figures
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
/** Fifteen tasks of about 0.15 s for each repeat. */
const shared =
  "compare bundled:digits --methods fisher,mrmr,relieff --k 5,10 --no-side-by-side --quiet --repeats";
const [tasksPerRepeat, few, many] = [15, 4, 12];
const smallTasks = 1000;

const redis = new OwnRedis();

/** @returns {Promise<Row[]>} */
export default async function bench() {
  const reason = missingService("redis");
  if (reason !== null) throw new Error(reason);
  const folder = mkdtempSync(join(tmpdir(), "salience-bench-cluster-"));
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

/** @typedef {{ seconds: number, processor: number, busiest: number, idle: number }} Taken */

/**
 * @param {string} address
 * @param {string} folder
 * @returns {Promise<Row[]>}
 */
async function speedUp(address, folder) {
  /** The least of all rounds, by workers and repeats. @type {Map<string, Taken>} */
  const best = new Map();
  for (let round = 0; round < rounds; round++)
    for (const repeats of [few, many])
      for (const count of [1, 2]) {
        const taken = await run(address, folder, count, repeats);
        const before = best.get(`${count} ${repeats}`) ?? taken;
        const least = (/** @type {keyof Taken} */ what) => Math.min(before[what], taken[what]);
        best.set(`${count} ${repeats}`, {
          seconds: least("seconds"),
          processor: least("processor"),
          busiest: least("busiest"),
          idle: least("idle"),
        });
      }
  const of = (/** @type {number} */ count, /** @type {number} */ repeats) =>
    /** @type {Taken} */ (best.get(`${count} ${repeats}`));
  const more = tasksPerRepeat * (many - few);
  /** What the tasks beyond the few take, and on two free cores. */
  const [one, two] = [1, 2].map((count) => {
    const [less, all] = [of(count, few), of(count, many)];
    const processor = all.processor - less.processor;
    const thread = (all.busiest - less.busiest) / (1 - all.idle);
    const starting = less.processor - (processor * few) / (many - few);
    return { processor, starting, free: Math.max(thread, processor / 2) };
  });
  /** @type {(name: string, unit: string, value: number, peerValue: number, target?: number) => Row} */
  const row = (name, unit, value, peerValue, target) => ({
    name,
    value,
    unit,
    peer: "one worker",
    peerValue,
    ratio: peerValue / value,
    ...(target !== undefined && { target }),
  });
  return [
    row(`two workers, ${more} further tasks on two free cores, computed`, "s", two.free, one.free, 1.7),
    row("processor time of these tasks, all processes together", "s", two.processor, one.processor),
    row("processor time of starting, all processes together", "s", two.starting, one.starting),
    row("share of a worker's time without work", "%", 100 * of(2, many).idle, 100 * of(1, many).idle),
    row(
      `the whole command with ${tasksPerRepeat * many} tasks, by the clock`,
      "s",
      of(2, many).seconds,
      of(1, many).seconds,
    ),
  ];
}

/**
 * One comparison with so many workers, which are started before and stopped after it.
 * @param {string} address
 * @param {string} folder
 * @param {number} count
 * @param {number} repeats
 * @returns {Promise<Taken>}
 */
async function run(address, folder, count, repeats) {
  const workers = await startWorkers(address, folder, count);
  try {
    const pids = [...workers.map(({ pid }) => Number(pid)), Number(redis.child?.pid)];
    const before = pids.map(processorSeconds);
    const watch = workers.map(({ pid }) => watchThread(Number(pid)));
    let command = 0;
    const seconds = await timed(
      [...shared.split(" "), String(repeats), "--cluster", address],
      folder,
      (pid) => {
        command = Math.max(command, processorSeconds(pid));
      },
    );
    const threads = watch.map((end) => end());
    const processor = pids.reduce((sum, pid, at) => sum + processorSeconds(pid) - before[at], command);
    return {
      seconds,
      processor,
      busiest: Math.max(...threads.map(({ computed }) => computed)),
      idle: Math.max(...threads.map(({ idle }) => idle)),
    };
  } finally {
    await stopWorkers(workers);
  }
}

/**
 * What a process has computed so far with all its threads, on Linux; 0 once it has ended.
 * @param {number} pid
 */
function processorSeconds(pid) {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13);
    return (Number(user) + Number(system)) / 100;
  } catch {
    return 0;
  }
}

/**
 * Watches the thread of a process that computes most, on Linux. The function that it gives ends that, and says how long the thread has
 * computed from its first task to its last, and in which part of that time it neither computed nor waited for a processor: what other
 * programs take does not count.
 * @param {number} pid
 * @returns {() => { computed: number, idle: number }}
 */
function watchThread(pid) {
  /** @type {Map<string, { first: number, last: number, from: number, used: number, own: number }>} */
  const threads = new Map();
  const look = () => {
    for (const id of readdirSync(`/proc/${pid}/task`)) {
      if (id === String(pid)) continue;
      try {
        const [computed, waited] = readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8")
          .split(" ")
          .map(Number);
        const [now, used, own] = [performance.now(), (computed + waited) / 1e6, computed / 1e9];
        const known = threads.get(id);
        if (!known) threads.set(id, { first: now, last: now, from: used, used, own });
        else if (used > known.used) threads.set(id, { ...known, last: now, used, own });
      } catch {
        // The thread has ended.
      }
    }
  };
  const timer = setInterval(look, 50);
  return () => {
    clearInterval(timer);
    const [busiest] = [...threads.values()].sort((a, b) => b.used - b.from - (a.used - a.from));
    if (!busiest) return { computed: 0, idle: 1 };
    const { own, used, from, first, last } = busiest;
    return { computed: own, idle: Math.max(0, 1 - (used - from) / (last - first)) };
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
 * How many seconds a command takes; `watch` is told its process again and again.
 * @param {readonly string[]} words
 * @param {string} folder
 * @param {(pid: number) => void} [watch]
 * @returns {Promise<number>}
 */
function timed(words, folder, watch) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, [cli, ...words], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
    const timer = watch && setInterval(() => watch(Number(child.pid)), 50);
    child.on("exit", (code) => {
      clearInterval(timer);
      code === 0 ? resolve((performance.now() - started) / 1000) : reject(new Error(`exit code ${code}`));
    });
  });
}
