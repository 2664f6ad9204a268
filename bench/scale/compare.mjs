/**
 * A comparison with a test file: 200 columns of a training and a test file in Parquet, in blocks of rows against both files in memory. The
 * accuracies must be the same: if not, the ratios are 0. Processor time and peak memory of a process of its own each, the least of several
 * in turn, on one thread. `npm run bench -- scale compare [--rows=100000,200000]`, the test file has a quarter of these rows; needs `npm run
 * build`, and for the larger size 25 bytes of memory for every value of both files.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadBuilt } from "../shared/project.mjs";

/** @typedef {import("../run.mjs").Row} Row */
/** @typedef {{ train: string, test: string, blocks: boolean, sideBySide: boolean }} Job */
/** @typedef {{ processor: number, megabytes: number, accuracies: string }} Taken */

const columns = 200;
const repetitions = 2;

/** @returns {Promise<Row[]>} */
export default async function bench() {
  const word = process.argv.find((one) => one.startsWith("--rows="));
  const sizes = (word?.slice("--rows=".length) ?? "100000,200000").split(",").map(Number);
  const folder = mkdtempSync(join(tmpdir(), "salience-compare-"));
  const [train, test] = [join(folder, "train.parquet"), join(folder, "test.parquet")];
  /** @type {Row[]} */
  const result = [];
  try {
    for (const rows of sizes) {
      await write(train, rows, 1);
      await write(test, rows / 4, 2);
      for (const sideBySide of [true, false]) {
        const best = /** @type {(Taken | null)[]} */ ([null, null]);
        for (let i = 0; i < repetitions; i++)
          for (const [at, blocks] of [true, false].entries()) {
            const taken = run({ train, test, blocks, sideBySide });
            const before = best[at];
            best[at] = before
              ? {
                  ...taken,
                  processor: Math.min(before.processor, taken.processor),
                  megabytes: Math.min(before.megabytes, taken.megabytes),
                }
              : taken;
          }
        const [blocks, memory] = /** @type {Taken[]} */ (best);
        const same = blocks.accuracies === memory.accuracies ? 1 : 0;
        const name = `${rows} + ${rows / 4} rows${sideBySide ? "" : ", nested alone"}`;
        const row = (/** @type {"processor" | "megabytes"} */ key, /** @type {string} */ unit) => ({
          name: `${name}, ${key === "processor" ? "in blocks" : "peak memory"}`,
          value: blocks[key],
          unit,
          peer: "in memory",
          peerValue: memory[key],
          ratio: (same * memory[key]) / blocks[key],
        });
        result.push(row("processor", "s"), row("megabytes", "MB"));
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return result;
}

/**
 * @param {Job} job
 * @returns {Taken}
 */
function run(job) {
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(job)], {
    encoding: "utf8",
  });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout);
}

/**
 * Noise, and 20 columns in which the means of four classes differ.
 * @param {string} file
 * @param {number} rows
 * @param {number} seed
 */
async function write(file, rows, seed) {
  const { Dataset, Matrix, Random, writeDataset } = await loadBuilt();
  const random = new Random(seed);
  const values = Matrix.zeros(rows, columns);
  const labels = Array.from({ length: rows }, () => `c${random.integer(4)}`);
  for (let i = 0, at = 0; i < rows; i++)
    for (let j = 0; j < columns; j++, at++) {
      const isHigh = j < 20 && (Number(labels[i][1]) >> (j % 2)) % 2 === 1;
      values.data[at] = random.normal() + (isHigh ? 0.15 * (1 + (j % 5)) : 0);
    }
  await writeDataset(file, new Dataset({ values, labels }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  /** @type {Job} */
  const { train, test, blocks, sideBySide } = JSON.parse(process.argv[2]);
  /** @type {typeof import("../../src/node.js") & typeof import("../../src/internal.js")} */
  const { compareStreamed, compareWith, openRows, readDataset } = await loadBuilt();
  const options = {
    methods: [{ method: "dfs", options: { margins: false } }, { method: "fisher" }],
    k: [5, 10, 20],
    classifier: "lda",
    sideBySide,
    threads: 1,
  };
  const read = { target: "class" };
  const compared = blocks
    ? async () => {
        const [learned, held] = [await openRows(train, read), await openRows(test, read)];
        const comparison = await compareStreamed(learned.rows, held.rows, options);
        await learned.close();
        await held.close();
        return comparison;
      }
    : async () =>
        compareWith([await readDataset(train, read)], { ...options, test: [await readDataset(test, read)] });
  const { results } = await compared();
  const { user, system } = process.cpuUsage();
  /** @type {Taken} */
  const taken = {
    processor: (user + system) / 1e6,
    megabytes: process.resourceUsage().maxRSS / 1024,
    accuracies: results.map(({ accuracy, paper }) => `${accuracy} ${paper}`).join(),
  };
  console.log(JSON.stringify(taken));
}
