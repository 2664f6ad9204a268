/**
 * Nested accuracy of target-k mode: features are chosen on the training rows of each fold, a linear SVM is trained on the
 * same rows and tested on the others; 5 folds, mean of three seeds. Beside it Fisher score the same way, and on USPS and ORL
 * what issue 3 asks for. `npm run bench -- target-k [DATA …] [--seeds=11,12,…]`; needs `npm run build`, the data files
 * (SALIENCE_DATA) and a Python with scikit-learn. All seven data sets take a few minutes on two cores.
 *
 * The recursion does not look at k, so one ranking serves every k. Settings are to be settled on other seeds than 1, 2, 3,
 * which the aims are for; those above 10 also draw other samples of USPS.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dataFolder, loadBuilt } from "./shared/project.mjs";

/** @typedef {import("./run.mjs").Row} Row */

const dataSets = ["digits", "USPS", "ORL", "COLON", "LUNG", "ISOLET", "COIL20"];
const sizes = [10, 20, 40, 80];
/** @type {Record<string, number[]>} */
const aims = { USPS: [74, 81, 86.5], ORL: [80, 91, 95] };
const script = fileURLToPath(new URL("target-k/evaluate.py", import.meta.url));

/** @returns {Promise<Row[]>} */
export default async function bench() {
  /** @type {typeof import("../src/node.js")} */
  const { createKernels, digits, readDataset, select } = await loadBuilt();
  const python = ["python3", "/usr/bin/python3"].find(
    (command) => spawnSync(command, ["-c", "import sklearn, scipy"]).status === 0,
  );
  if (!python) throw new Error("no Python with scikit-learn and SciPy was found; install it first");
  const wanted = process.argv.slice(3).filter((word) => !word.startsWith("--"));
  const seeds = process.argv.find((word) => word.startsWith("--seeds="))?.slice("--seeds=".length) ?? "1,2,3";
  const kernels = await createKernels({ threads: 2 });
  /** @type {Row[]} */
  const rows = [];
  for (const name of wanted.length > 0 ? wanted : dataSets) {
    const file = join(dataFolder, "paper", `${name}.mat`);
    const where = name === "digits" ? name : file;
    if (where !== name && !existsSync(file)) continue;
    const data = name === "digits" ? await digits() : await readDataset(file);
    const folds = JSON.parse(
      execFileSync(python, [script, "folds", where, seeds], { encoding: "utf8", maxBuffer: 1e9 }),
    );
    /** @type {Record<string, Record<number, number[][]>>} */
    const rankings = { recursive: {}, fisher: {} };
    for (const { train } of folds) {
      const part = data.selectRows(train);
      const found = {
        recursive: await select(part, { method: "dfs", k: Math.min(80, part.features), kernels }),
        fisher: await select(part, { method: "fisher", k: 1 }),
      };
      for (const [method, { ranking }] of Object.entries(found))
        for (const k of sizes) {
          rankings[method][k] ??= [];
          rankings[method][k].push(Array.from(ranking.subarray(0, k)));
        }
    }
    const input = JSON.stringify({ folds, rankings });
    const output = execFileSync(python, [script, "accuracy", where], {
      input,
      encoding: "utf8",
      maxBuffer: 1e9,
    });
    /** @type {Record<string, Record<string, number>>} */
    const accuracy = JSON.parse(output);
    for (const [at, k] of sizes.entries()) {
      const value = accuracy.recursive[k];
      const fisher = accuracy.fisher[k];
      rows.push({
        name: `${name} top ${k}`,
        value,
        unit: "%",
        peer: "fisher",
        peerValue: fisher,
        ratio: value / fisher,
      });
      const aim = seeds === "1,2,3" && aims[name]?.[at];
      if (aim)
        rows.push({
          name: `${name} top ${k}`,
          value,
          unit: "%",
          peer: "aim",
          peerValue: aim,
          ratio: value / aim,
          target: 1,
        });
    }
  }
  await kernels.dispose();
  return rows;
}
