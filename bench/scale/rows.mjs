/**
 * Rows in blocks: more and more rows × 200 columns of float32 in a .npy file, with labels beside it, and a smaller table in a CSV and in a
 * Parquet file. Selecting from the file, which reads it in blocks, beside
 * - reading alone: the same readers, labels included, every number made a double and thrown away;
 * - reading the bytes alone;
 * - Python: NumPy's blocks of the .npy file, pandas' blocks of the CSV, and XᵀX of each block in 64 bits.
 * Each in a process of its own; times are those of the processor, since others may be at work, and with --wall those of the clock.
 * Options: --rows=125000,250000,500000, --table-rows=50000, --threads=1, --wall. Needs `npm run build`, room for the largest file (0.8 kB a
 * row), and Python with NumPy and pandas for the last comparison.
 */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadBuilt } from "../shared/project.mjs";

/** @typedef {import("../run.mjs").Row} Row */
/** @typedef {"bytes" | "read" | "fisher" | "dfs"} Task */
/** @typedef {{ file: string, labels?: string, target?: string }} Files */
/** @typedef {Files & { task: Task, threads: number }} Job */
/** @typedef {{ processor: number, wall: number, megabytes: number }} Taken */

const columns = 200;
const repetitions = 3;
/** @type {readonly Task[]} */
const tasks = ["bytes", "read", "fisher", "dfs"];

/** @param {string} name */
const option = (name) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(`--${name}=`.length);

/** @returns {Promise<Row[]>} */
export default async function bench() {
  const sizes = (option("rows") ?? "125000,250000,500000").split(",").map(Number);
  const clock = process.argv.includes("--wall") ? "wall" : "processor";
  const folder = mkdtempSync(join(tmpdir(), "salience-rows-"));
  const [file, labels] = [join(folder, "x.npy"), join(folder, "y.csv")];
  /** @type {Row[]} */
  const result = [];
  /** @type {Map<Task, Taken[]>} */
  const all = new Map();
  try {
    for (const rows of sizes) {
      writeArray(file, labels, rows);
      const best = bestOf({ file, labels }, clock);
      for (const task of tasks) all.set(task, [...(all.get(task) ?? []), at(best, task)]);
      result.push(...rowsOf(`npy ${rows} × ${columns}`, best, clock, python(numpyPass, file), "NumPy"));
    }
    rmSync(file);
    const tableRows = Number(option("table-rows") ?? 50_000);
    for (const format of ["csv", "parquet"]) {
      const table = join(folder, `x.${format}`);
      await writeTable(table, tableRows);
      const best = bestOf({ file: table, target: "class" }, clock);
      const peer = format === "csv" ? python(pandasPass, table) : null;
      result.push(...rowsOf(`${format} ${tableRows} × ${columns}`, best, clock, peer, "pandas"));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  if (sizes.length > 1)
    for (const [task, taken] of all)
      for (const unit of /** @type {const} */ ([clock, "megabytes"])) {
        const exponent =
          Math.log(taken[taken.length - 1][unit] / taken[0][unit]) /
          Math.log(sizes[sizes.length - 1] / sizes[0]);
        result.push(row(`${task}, growth of ${unit} with rows`, exponent, "exponent", "in proportion", 1));
      }
  return result;
}

/**
 * @param {Map<Task, Taken>} best
 * @param {Task} task
 */
const at = (best, task) => /** @type {Taken} */ (best.get(task));

/**
 * @param {string} name
 * @param {Map<Task, Taken>} best
 * @param {"processor" | "wall"} clock
 * @param {number | null} peer
 * @param {string} peerName
 */
function rowsOf(name, best, clock, peer, peerName) {
  /** @type {Row[]} */
  const result = [];
  const read = at(best, "read");
  result.push(row(`${name}, reading alone`, read[clock], "s", "its bytes alone", at(best, "bytes")[clock]));
  for (const task of /** @type {const} */ (["fisher", "dfs"])) {
    const own = at(best, task);
    result.push(
      row(`${name}, ${task}`, own[clock], "s", "reading alone", read[clock], { target: 0.5 }),
      row(`${name}, ${task}, peak memory`, own.megabytes, "MB", "the limit", 1000, { target: 1 }),
    );
  }
  if (peer !== null)
    result.push(row(`${name}, dfs`, at(best, "dfs")[clock], "s", `${peerName}, one pass of XᵀX`, peer));
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
 * @param {Files} files
 * @param {"processor" | "wall"} clock
 * @returns {Map<Task, Taken>}
 */
function bestOf(files, clock) {
  /** @type {Map<Task, Taken>} */
  const best = new Map();
  const threads = Number(option("threads") ?? 1);
  for (let i = 0; i < repetitions; i++)
    for (const task of tasks) {
      const job = JSON.stringify({ task, threads, ...files });
      const run = spawnSync(process.execPath, [fileURLToPath(import.meta.url), job], { encoding: "utf8" });
      if (run.status !== 0) throw new Error(run.stderr);
      /** @type {Taken} */
      const taken = JSON.parse(run.stdout);
      const before = best.get(task);
      if (!before || taken[clock] < before[clock]) best.set(task, taken);
    }
  return best;
}

/** Noise, of which five columns have another mean in each of three classes. */
const value = (/** @type {number} */ i, /** @type {number} */ j) =>
  Math.random() + Math.random() + Math.random() - 1.5 + (j < 5 ? 0.2 * (i % 3) : 0);

/**
 * @param {string} file
 * @param {string} labels
 * @param {number} rows
 */
function writeArray(file, labels, rows) {
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`.padEnd(117);
  const start = Buffer.concat([Buffer.from([0x93]), Buffer.from("NUMPY"), Buffer.from([1, 0, 118, 0])]);
  const handle = openSync(file, "w");
  writeSync(handle, Buffer.concat([start, Buffer.from(`${header}\n`)]));
  const block = new Float32Array(5000 * columns);
  const names = openSync(labels, "w");
  writeSync(names, "class\n");
  for (let first = 0; first < rows; first += 5000) {
    for (let i = 0; i < 5000; i++)
      for (let j = 0; j < columns; j++) block[i * columns + j] = value(first + i, j);
    const count = Math.min(5000, rows - first);
    writeSync(handle, new Uint8Array(block.buffer, 0, count * columns * 4));
    writeSync(names, Array.from({ length: count }, (_, i) => `${"abc"[(first + i) % 3]}\n`).join(""));
  }
  closeSync(handle);
  closeSync(names);
}

/**
 * A CSV file with six decimals, or the same kind of data as Parquet.
 * @param {string} file
 * @param {number} rows
 */
async function writeTable(file, rows) {
  const names = Array.from({ length: columns }, (_, j) => `f${j + 1}`);
  const labels = Array.from({ length: rows }, (_, i) => "abc"[i % 3]);
  if (file.endsWith(".csv")) {
    const handle = openSync(file, "w");
    writeSync(handle, `${names.join(",")},class\n`);
    labels.forEach((label, i) => {
      writeSync(handle, `${names.map((_, j) => value(i, j).toFixed(6)).join(",")},${label}\n`);
    });
    closeSync(handle);
    return;
  }
  const { Dataset, Matrix, writeDataset } = await loadBuilt();
  const values = Matrix.zeros(rows, columns);
  for (let at = 0; at < values.data.length; at++)
    values.data[at] = value(Math.floor(at / columns), at % columns);
  await writeDataset(file, new Dataset({ values, featureNames: names, labels, labelName: "class" }));
}

const numpyPass = `
import sys, time, numpy as np
x = np.load(sys.argv[1], mmap_mode="r")
blocks = (x[first:first + 4096].astype(np.float64) for first in range(0, len(x), 4096))`;
const pandasPass = `
import sys, time, numpy as np, pandas as pd
x = np.zeros((1, ${columns}))
blocks = (part.iloc[:, :-1].to_numpy() for part in pd.read_csv(sys.argv[1], chunksize=4096))`;

/**
 * Processor seconds of a pass in Python, or null where it cannot run.
 * @param {string} blocks
 * @param {string} file
 * @returns {number | null}
 */
function python(blocks, file) {
  const program = `${blocks}
start = time.process_time()
total = np.zeros((x.shape[1], x.shape[1]))
for part in blocks:
    total += part.T @ part
print(time.process_time() - start)`;
  const one = { ...process.env, OPENBLAS_NUM_THREADS: "1", OMP_NUM_THREADS: "1" };
  for (const name of ["python3", "/usr/bin/python3"]) {
    const run = spawnSync(name, ["-c", program, file], { encoding: "utf8", env: one });
    if (run.status === 0) return Number(run.stdout);
  }
  return null;
}

/** @param {Job} job */
async function runJob({ task, file, labels, target, threads }) {
  const [{ fileSource }, { openReader, readTable }, { inDoubles }, { RowSource }, { selectStreamed }] =
    await Promise.all(
      [
        "node/file-source.js",
        "data/parse-dataset.js",
        "numeric/float-rows.js",
        "data/stream/row-source.js",
        "selectors/select-streamed.js",
      ].map((path) => loadBuilt(path)),
    );
  const source = await fileSource(file);
  const beside = labels && (await fileSource(labels));
  const [before, started] = [process.cpuUsage(), performance.now()];
  let seen = 0;
  if (task === "bytes")
    for (let at = 0; at < source.size; at += 2 ** 23) seen += (await source.read(at, at + 2 ** 23)).length;
  else if (task === "read") {
    const { reader, plain } = await openReader(source, { target });
    if (beside) seen += (await readTable(beside)).rows;
    for await (const part of reader.readParts(plain, { target }))
      seen += "columns" in part ? part.rows : inDoubles(part.values).rows;
  } else {
    const opened = await RowSource.open(source, { labels: beside, target });
    seen += (await selectStreamed(opened, { method: task, k: 5, threads })).gathered.rows;
  }
  if (seen === 0) throw new Error("the file was not read");
  const { user, system } = process.cpuUsage(before);
  /** @type {Taken} */
  const taken = {
    processor: (user + system) / 1e6,
    wall: (performance.now() - started) / 1000,
    megabytes: process.resourceUsage().maxRSS / 1000,
  };
  await source.close();
  await beside?.close();
  console.log(JSON.stringify(taken));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runJob(JSON.parse(process.argv[2]));
