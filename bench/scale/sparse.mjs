/**
 * Selects from TDT2 (9394 × 36,771, 1.2 million non-zeros; 2.8 GB written out), each method in a process of its own: peak memory against
 * 1.5 GB, and time against the number of non-zeros (a quarter, half and all of the rows), of which the last row of a method is the growth
 * exponent. Times are those of the processor: others may be at work.
 * `npm run bench -- scale sparse [METHOD …]`; needs `npm run build` and the data files of SALIENCE_DATA or ../shared/data.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { dataFolder } from "../shared/project.mjs";
import { runAlone } from "./run-alone.mjs";

/** @typedef {import("../run.mjs").Row} Row */

const methods = ["fisher", "mrmr", "bahsic", "dfs", "svm-rfe"];
const limit = 1500;

/** @returns {Promise<Row[]>} */
export default async function bench() {
  const file = join(dataFolder, "scale", "TDT2.mat");
  if (!existsSync(file))
    throw new Error(`there is no ${file}; set SALIENCE_DATA to the folder that holds scale/`);
  const wanted = methods.filter((method) => process.argv.includes(method));
  /** @type {Row[]} */
  const rows = [];
  for (const method of wanted.length > 0 ? wanted : methods) {
    const [quarter, half, all] = [4, 2, 1].map((every) => runAlone({ file, every, method, k: 20 }));
    rows.push({
      name: `${method}, peak memory`,
      value: all.megabytes,
      unit: "MB",
      peer: "limit",
      peerValue: limit,
      ratio: limit / all.megabytes,
      target: 1,
    });
    for (const [part, taken] of /** @type {const} */ ([
      ["half", half],
      ["all", all],
    ]))
      rows.push({
        name: `${method}, ${part} of the rows`,
        value: taken.processor,
        unit: "s",
        peer: "a quarter of the rows",
        peerValue: quarter.processor,
        ratio: quarter.processor / taken.processor,
      });
    const exponent = Math.log(all.processor / quarter.processor) / Math.log(all.nonzeros / quarter.nonzeros);
    rows.push({
      name: `${method}, growth with non-zeros`,
      value: exponent,
      unit: "",
      peer: "in proportion",
      peerValue: 1,
      ratio: 1 / exponent,
    });
  }
  return rows;
}
