/**
 * Rows in blocks: more and more rows × 200 columns of float32 in a .npy file, with labels beside it. Selecting from the file, which
 * reads it in blocks, beside reading it alone in the same way, and beside NumPy, which reads it in blocks and sums XᵀX in 64 bits. Each
 * in a process of its own with one thread; times are those of the processor, since others may be at work.
 * Options: --rows=125000,250000,500000. Needs `npm run build`, room for the largest file (0.8 kB a row), and Python with NumPy
 * for the last comparison.
 */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadBuilt } from "../shared/project.mjs";

/** @typedef {import("../run.mjs").Row} Row */
/** @typedef {{ task: "read" | "fisher" | "dfs", file: string, labels: string }} Job */
/** @typedef {{ seconds: number, megabytes: number }} Taken */

const columns = 200;
const repetitions = 3;

/** @returns {Promise<Row[]>} */
export default async function bench() {
  const given = process.argv.find((word) => word.startsWith("--rows="))?.slice("--rows=".length);
  const sizes = (given ?? "125000,250000,500000").split(",").map(Number);
  const folder = mkdtempSync(join(tmpdir(), "salience-rows-"));
  /** @type {Row[]} */
  const result = [];
  /** @type {Map<string, Taken[]>} */
  const all = new Map();
  try {
    for (const rows of sizes) {
      const [file, labels] = [join(folder, "x.npy"), join(folder, "y.csv")];
      writeTable(file, labels, rows);
      const best = bestOf({ file, labels });
      const numpy = numpyPass(file);
      for (const [task, taken] of best) all.set(task, [...(all.get(task) ?? []), taken]);
      for (const task of /** @type {const} */ (["fisher", "dfs"])) {
        const own = /** @type {Taken} */ (best.get(task));
        const read = /** @type {Taken} */ (best.get("read"));
        const name = `${rows} × ${columns}, ${task}`;
        const half = task === "fisher" ? { target: 0.5 } : {};
        result.push(
          row(name, own.seconds, "s", "reading the file alone", read.seconds, half),
          row(`${name}, peak memory`, own.megabytes, "MB", "the limit", 1000, { target: 1 }),
        );
        if (numpy !== null && task === "dfs")
          result.push(row(name, own.seconds, "s", "NumPy, one pass of XᵀX", numpy));
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  for (const [task, taken] of all)
    for (const unit of /** @type {const} */ (["seconds", "megabytes"])) {
      const exponent =
        Math.log(taken[taken.length - 1][unit] / taken[0][unit]) /
        Math.log(sizes[sizes.length - 1] / sizes[0]);
      result.push(row(`${task}, growth of ${unit} with rows`, exponent, "exponent", "in proportion", 1));
    }
  return result;
}

/**
 * @param {string} name
 * @param {number} value
 * @param {string} unit
 * @param {string} peer
 * @param {number} peerValue
 * @param {{ target?: number }} more
 * @returns {Row}
 */
function row(name, value, unit, peer, peerValue, more = {}) {
  return { name, value, unit, peer, peerValue, ratio: peerValue / value, ...more };
}

/**
 * The least of several runs of each task, in turn.
 * @param {Omit<Job, "task">} files
 * @returns {Map<string, Taken>}
 */
function bestOf(files) {
  /** @type {Map<string, Taken>} */
  const best = new Map();
  for (let i = 0; i < repetitions; i++)
    for (const task of ["read", "fisher", "dfs"]) {
      const run = spawnSync(
        process.execPath,
        [fileURLToPath(import.meta.url), JSON.stringify({ task, ...files })],
        {
          encoding: "utf8",
        },
      );
      if (run.status !== 0) throw new Error(run.stderr);
      /** @type {Taken} */
      const taken = JSON.parse(run.stdout);
      const before = best.get(task);
      if (!before || taken.seconds < before.seconds) best.set(task, taken);
    }
  return best;
}

/**
 * Normal numbers, of which five columns have another mean in each class.
 * @param {string} file
 * @param {string} labels
 * @param {number} rows
 */
function writeTable(file, labels, rows) {
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`.padEnd(117);
  const start = Buffer.concat([Buffer.from([0x93]), Buffer.from("NUMPY"), Buffer.from([1, 0, 118, 0])]);
  const handle = openSync(file, "w");
  writeSync(handle, Buffer.concat([start, Buffer.from(`${header}\n`)]));
  const block = new Float32Array(5000 * columns);
  const codes = [];
  for (let first = 0; first < rows; first += 5000) {
    for (let at = 0; at < block.length; at++) {
      const code = Math.floor(at / columns) % 3;
      block[at] = Math.random() + Math.random() + Math.random() - 1.5 + (at % columns < 5 ? 0.2 * code : 0);
    }
    const count = Math.min(5000, rows - first);
    writeSync(handle, new Uint8Array(block.buffer, 0, count * columns * 4));
    for (let i = 0; i < count; i++) codes.push("abc"[i % 3]);
  }
  closeSync(handle);
  writeFileSync(labels, `class\n${codes.join("\n")}\n`);
}

/**
 * Processor seconds of NumPy, or null where there is none.
 * @param {string} file
 * @returns {number | null}
 */
function numpyPass(file) {
  const program = `
import sys, time, numpy as np
x = np.load(sys.argv[1], mmap_mode="r")
start = time.process_time()
total = np.zeros((x.shape[1], x.shape[1]))
for first in range(0, len(x), 4096):
    part = x[first:first + 4096].astype(np.float64)
    total += part.T @ part
print(time.process_time() - start)`;
  const one = { ...process.env, OPENBLAS_NUM_THREADS: "1", OMP_NUM_THREADS: "1" };
  const run = spawnSync("python3", ["-c", program, file], { encoding: "utf8", env: one });
  return run.status === 0 ? Number(run.stdout) : null;
}

/** @param {Job} job */
async function runJob({ task, file, labels }) {
  const [{ fileSource }, { npyReader }, { RowSource }, { selectStreamed }] = await Promise.all([
    loadBuilt("node/file-source.js"),
    loadBuilt("data/readers/npy.js"),
    loadBuilt("data/stream/row-source.js"),
    loadBuilt("selectors/select-streamed.js"),
  ]);
  const [source, beside] = [await fileSource(file), await fileSource(labels)];
  const before = process.cpuUsage();
  if (task === "read") {
    let sum = 0;
    for await (const { values } of npyReader.readParts(source, {})) sum += values.data[0];
    if (Number.isNaN(sum)) throw new Error("the file was not read");
  } else {
    const opened = await RowSource.open(source, { labels: beside });
    await selectStreamed(opened, { method: task, k: 5, threads: 1 });
  }
  const { user, system } = process.cpuUsage(before);
  await source.close();
  await beside.close();
  const megabytes = process.resourceUsage().maxRSS / 1000;
  console.log(JSON.stringify({ seconds: (user + system) / 1e6, megabytes }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runJob(JSON.parse(process.argv[2]));
