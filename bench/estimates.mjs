/**
 * Estimated beside measured time of one selection, for every method and data set: `npm run bench -- estimates [DATA …]
 * [--methods=dfs,fisher] [--memory]`; needs `npm run build` and the data files (SALIENCE_DATA). All of them take about ten minutes.
 *
 * One process and one thread. The probe runs before and after every selection, so that load hits both, and the better rates
 * count. What is measured is the processor's time in this process, which others on the machine disturb less than the clock.
 * Every method has run on other data before, so that its code is optimised, and the better of two runs counts where they take less
 * than a second. The ratio is that of the smaller to the larger, 1 being exact. `--memory` compares megabytes with the largest
 * size of a fresh process, less what it had after reading.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { dataFolder, loadBuilt } from "./shared/project.mjs";

/** @typedef {import("./run.mjs").Row} Row */
/** @typedef {typeof import("../src/internal.js") & typeof import("../src/node.js")} Built */

/** Within a factor of two. */
const target = 0.5;

const words = process.argv.slice(2);
const wanted = words.filter((word) => !word.startsWith("--") && word !== "estimates");
const named = words.find((word) => word.startsWith("--methods="))?.slice("--methods=".length);

/** @returns {Promise<Row[]>} */
export default async function bench() {
  /** @type {Built} */
  const built = await loadBuilt();
  const files = ["paper", "more"]
    .flatMap((folder) => readdirSync(join(dataFolder, folder)).map((name) => join(dataFolder, folder, name)))
    .filter((file) => wanted.length === 0 || wanted.includes(basename(file, ".mat")));
  const methods = named?.split(",") ?? Object.keys(built.selectors);
  const { data: other } = built.planted({ rows: 120, noise: 1500 });
  for (const method of methods) for (let run = 0; run < 2; run++) await built.selectWith(other, { method });
  /** @type {Row[]} */
  const rows = [];
  for (const file of files) {
    const data = await built.readDataset(file, { target: "Y" });
    const shape = built.shapeOf(data);
    for (const method of methods) {
      const name = `${method} on ${basename(file, ".mat")}, ${data.rows} × ${data.features}`;
      const row = words.includes("--memory")
        ? memoryRow(built, file, shape, method)
        : await timeRow(built, data, shape, method);
      rows.push({ name, ...row, target });
      console.error(`${name}: ${row.value.toPrecision(3)} and ${row.peerValue.toPrecision(3)} ${row.unit}`);
    }
  }
  const ratios = rows.map(({ value, peerValue }) => value / peerValue);
  console.error(
    `estimated over measured: between ${Math.min(...ratios).toFixed(2)} and ${Math.max(...ratios).toFixed(2)}`,
  );
  return rows;
}

/**
 * @param {Built} built
 * @param {import("../src/index.js").Dataset} data
 * @param {import("../src/internal.js").DataShape} shape
 * @param {string} method
 * @returns {Promise<Omit<Row, "name">>}
 */
async function timeRow(built, data, shape, method) {
  const { estimateRun, findSelector, measureRates, selectWith } = built;
  const before = await measureRates();
  let measured = Infinity;
  for (let run = 0; run < 2 && (run === 0 || measured < 1); run++) {
    const started = process.cpuUsage();
    await selectWith(data, { method, threads: 1 });
    measured = Math.min(measured, process.cpuUsage(started).user / 1e6);
  }
  const after = await measureRates();
  const rates = {
    scalar: Math.max(before.scalar, after.scalar),
    matrix: Math.max(before.matrix, after.matrix),
    moved: Math.max(before.moved, after.moved),
    calls: Math.max(before.calls, after.calls),
  };
  const { seconds } = estimateRun(findSelector(method), {}, shape, rates);
  return compared(seconds, measured, "s", "processor time");
}

/**
 * @param {Built} built
 * @param {string} file
 * @param {import("../src/internal.js").DataShape} shape
 * @param {string} method
 * @returns {Omit<Row, "name">}
 */
function memoryRow(built, file, shape, method) {
  const program = `
    const { readDataset, select } = await import(${JSON.stringify(new URL("../dist/node.js", import.meta.url).href)});
    const data = await readDataset(${JSON.stringify(file)}, { target: "Y" });
    globalThis.gc();
    const before = process.memoryUsage().rss;
    await select(data, { method: ${JSON.stringify(method)}, threads: 1 });
    console.log(Math.max(0, process.resourceUsage().maxRSS * 1024 - before));`;
  const node = ["--expose-gc", "--input-type=module", "-e", program];
  const { stdout } = spawnSync(process.execPath, node, { encoding: "utf8" });
  const { megabytes } = built.estimateRun(built.findSelector(method), {}, shape, built.usualRates);
  return compared(megabytes, (Number(stdout) + 8 * shape.entries) / 1e6, "MB", "largest size");
}

/**
 * @param {number} value
 * @param {number} peerValue
 * @param {string} unit
 * @param {string} peer
 */
function compared(value, peerValue, unit, peer) {
  return { value, unit, peer, peerValue, ratio: Math.min(value / peerValue, peerValue / value) };
}
