/**
 * The time of choosing 20 features, beside a loop on scikit-learn's `SVC(kernel="linear", C=1)` with the same schedule
 * (svm-rfe/loop.py), taking turns in one run; the best of several, of one where the loop takes longer than a minute. It is stopped after the first round that
 * ends beyond `limit` seconds: its time, and so the ratio, is then a lower bound. The loop is timed in a process that is warm, from data in
 * memory to ranking. Ours three times: so, warm; in the first selection of a fresh process, kernels included; and the whole command, with
 * starting Node and reading the file. All are processor times, so that other work on the machine matters less. Of USPS 73 rows per class are drawn, and classes with fewer than
 * five rows are left out, as for the accuracies.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bestOf } from "../shared/best-of.mjs";
import { startJsonPeer } from "../shared/json-peer.mjs";
import { loadBuilt } from "../shared/project.mjs";
import { openData } from "./data-sets.mjs";

/** @typedef {import("../run.mjs").Row} Row */

/** Seconds after which, at the latest, a process counts as warm. */
const warmUp = 3;
const command = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const script = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

/** @param {readonly string[]} words what Node is to run; gives what it prints */
function run(words) {
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { encoding: "utf8", maxBuffer: 1e9 });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** What this process has taken of the processor. */
function processorSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** What Node takes of the processor for this, from start to end, in seconds. @param {readonly string[]} words */
function processorTime(words) {
  const script = '"$@" > /dev/null && times';
  const { stdout, status } = spawnSync("sh", ["-c", script, "sh", process.execPath, ...words], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`node ${words.join(" ")} ended with code ${status}`);
  const [user, system] = stdout.trim().split("\n")[1].split(" ");
  const seconds = (/** @type {string} */ time) => {
    const [minutes, rest] = time.split("m");
    return 60 * Number(minutes) + Number.parseFloat(rest);
  };
  return seconds(user) + seconds(system);
}

/**
 * @param {readonly string[]} names
 * @param {{ rounds: number, threads: number, limit: number }} options
 * @returns {Promise<Row[]>}
 */
export async function compareSpeed(names, { rounds, threads, limit }) {
  /** @type {typeof import("../../src/node.js")} */
  const library = await loadBuilt();
  const { createKernels, select, writeDataset } = library;
  const loop = startJsonPeer(script("../svm-rfe/loop.py"), "numpy, sklearn.svm");
  const drawer = startJsonPeer(script("evaluate.py"), "scipy, sklearn");
  if (!loop || !drawer) throw new Error("no Python with scikit-learn and SciPy was found; install it first");
  const kernels = await createKernels({ threads });
  const folder = mkdtempSync(join(tmpdir(), "salience-target-k-"));
  const file = join(folder, "data.npz");
  /** @type {Row[]} */
  const rows = [];
  try {
    for (const name of names) {
      const { data: all, where } = await openData(library, name);
      /** @type {{ test: number[] }[]} */
      const folds = await drawer.ask({ data: where, seed: 1 });
      const data = all.selectRows(folds.flatMap(({ test }) => test).sort((a, b) => a - b));
      await writeDataset(file, data);
      const once = await loop.ask({ file, tolerance: 1e-3, limit });
      const stopped = once.ranking === null;
      // What was compiled for other data is not what serves this data best.
      const warmAt = processorSeconds() + warmUp;
      for (let count = 0; count < 5 && processorSeconds() < warmAt; count++)
        await select(data, { method: "dfs", k: 20, kernels });
      const turns = stopped || once.seconds > 60 ? 1 : rounds;
      const best = await bestOf(turns, {
        warm: async () => {
          const before = processorSeconds();
          await select(data, { method: "dfs", k: 20, kernels });
          return processorSeconds() - before;
        },
        first: async () => Number(run([script("first.mjs"), file, String(threads)])),
        command: async () =>
          processorTime([command, "select", file, "--k", "20", "--threads", String(threads), "--json", "-"]),
        loop: async () => (turns === 1 ? once : await loop.ask({ file, tolerance: 1e-3 })).seconds,
      });
      const shape = `${name} (${data.rows} × ${data.features})`;
      const row = (/** @type {string} */ what, /** @type {number} */ value) => ({
        name: `${shape}, ${what}`,
        value,
        unit: "s",
        peer: `SVM-RFE on scikit-learn${stopped ? ", stopped" : ""}`,
        peerValue: best.loop,
        ratio: best.loop / value,
      });
      rows.push(
        { ...row("warm", best.warm), target: 1 },
        { ...row("first of a process", best.first), target: 1 },
        row("whole command", best.command),
      );
      const [loopTime, ...ours] = [best.loop, best.warm, best.first, best.command].map((time) =>
        time.toFixed(3),
      );
      console.error(
        `${shape}: loop ${stopped ? "stopped after " : ""}${loopTime} s; ours ${ours.join(", ")} s`,
      );
    }
  } finally {
    loop.end();
    drawer.end();
    await kernels.dispose();
    rmSync(folder, { recursive: true });
  }
  return rows;
}
