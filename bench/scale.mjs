/**
 * How time and memory grow with the size of the data: `npm run bench -- scale [AXIS …]` runs bench/scale/AXIS.mjs, all of them
 * without a name. An axis gives rows as every benchmark does, the growth exponents among them. Needs `npm run build` before.
 */
import { existsSync } from "node:fs";

/** @typedef {import("./run.mjs").Row} Row */

const axes = ["rows", "compare", "columns", "sparse", "both"];

/** @returns {Promise<Row[]>} */
export default async function bench() {
  const place = (/** @type {string} */ axis) => new URL(`scale/${axis}.mjs`, import.meta.url);
  const there = axes.filter((axis) => existsSync(place(axis)));
  const wanted = there.filter((axis) => process.argv.includes(axis));
  /** @type {Row[]} */
  const rows = [];
  for (const axis of wanted.length > 0 ? wanted : there)
    rows.push(...(await (await import(place(axis).href)).default()));
  return rows;
}
