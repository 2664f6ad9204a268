/**
 * Runs a select in a process of its own, so that its peak memory is its own: `node run-alone.mjs '{"file": …, "method": …}'`
 * prints what it took as JSON. Data comes from a file, of which a part of the rows may be taken, or is planted in memory.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { loadBuilt } from "../shared/project.mjs";

/**
 * @typedef {{ file?: string, every?: number, planted?: { rows: number, features: number }, method: string, k: number,
 *   options?: Record<string, unknown> }} Job
 * @typedef {{ seconds: number, processor: number, megabytes: number, nonzeros: number, picked: number[], why: string }} Taken
 */

/** The columns that {@link plant} makes relevant. */
export const plantedColumns = (/** @type {number} */ features) =>
  Array.from({ length: 20 }, (_, r) => Math.floor(((r + 0.5) * features) / 20));

/**
 * What a job takes.
 * @param {Job} job
 * @returns {Taken}
 */
export function runAlone(job) {
  const run = spawnSync(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(job)], {
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  /** @type {Job} */
  const job = JSON.parse(process.argv[2]);
  /** @type {typeof import("../../src/node.js") & typeof import("../../src/internal.js")} */
  const { Dataset, Matrix, Random, readDataset, selectWith } = await loadBuilt();
  const { every = 1, planted } = job;
  let data = planted ? plant(planted) : await readDataset(/** @type {string} */ (job.file));
  if (every > 1)
    data = data.selectRows(Array.from({ length: data.rows }, (_, i) => i).filter((i) => i % every === 0));
  const [started, before] = [performance.now(), process.cpuUsage()];
  const result = await selectWith(data, { method: job.method, k: job.k, options: job.options });
  const { user, system } = process.cpuUsage(before);
  /** @type {Taken} */
  const taken = {
    seconds: (performance.now() - started) / 1000,
    processor: (user + system) / 1e6,
    megabytes: process.resourceUsage().maxRSS / 1024,
    nonzeros: data.values instanceof Matrix ? data.rows * data.features : data.values.values.length,
    picked: Array.from(result.ranking.subarray(0, job.k)),
    why: String(result.chosen?.why ?? ""),
  };
  console.log(JSON.stringify(taken));

  /**
   * Noise, and 20 columns in which the means of four classes differ.
   * @param {{ rows: number, features: number }} shape
   */
  function plant({ rows, features }) {
    const values = Matrix.zeros(rows, features);
    const random = new Random(1);
    for (let at = 0; at < values.data.length; at++) values.data[at] = random.uniform();
    const labels = Array.from({ length: rows }, (_, i) => `class ${i % 4}`);
    plantedColumns(features).forEach((column, r) => {
      for (let i = 0; i < rows; i++)
        values.data[i * features + column] += ((i % 4) * (1 + (r % 3))) % 4 < 2 ? 0.15 : 0;
    });
    return new Dataset({ values, labels });
  }
}
