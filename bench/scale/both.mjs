/**
 * `dfs` on dense data with many rows and many features, planted in memory: 20,000 × 20,000 doubles are 3.2 GB. Peak memory against the
 * data plus 1 GB, and whether the 20 features that were picked are the planted ones: if not, the ratio is 0. Times are those of the processor.
 * `npm run bench -- scale both [--size=20000]`; needs `npm run build` and 5 GB of memory.
 */
import { plantedColumns, runAlone } from "./run-alone.mjs";

/** @typedef {import("../run.mjs").Row} Row */

/** @returns {Promise<Row[]>} */
export default async function bench() {
  const word = process.argv.find((one) => one.startsWith("--size="));
  const size = word ? Number(word.slice("--size=".length)) : 20_000;
  const half = runAlone({ planted: { rows: size / 2, features: size / 2 }, method: "dfs", k: 20 });
  const taken = runAlone({ planted: { rows: size, features: size }, method: "dfs", k: 20 });
  const planted = new Set(plantedColumns(size));
  const found = taken.picked.filter((column) => planted.has(column)).length;
  const limit = (8 * size * size) / 1e6 + 1000;
  return [
    {
      name: `${size} × ${size}, ${found} of 20 planted features found, peak memory`,
      value: taken.megabytes,
      unit: "MB",
      peer: "the data and 1 GB",
      peerValue: limit,
      ratio: found === 20 ? limit / taken.megabytes : 0,
      target: 1,
    },
    {
      name: `${size} × ${size}`,
      value: taken.processor,
      unit: "s",
      peer: `${size / 2} × ${size / 2}`,
      peerValue: half.processor,
      ratio: half.processor / taken.processor,
    },
  ];
}
