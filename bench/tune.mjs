/**
 * Tuning, measured on rows that it has not seen. `npm run bench -- tune [DATA …] [--methods=dfs,mrmr] [--threads=2] [--fresh]`;
 * needs `npm run build` and the data files (SALIENCE_DATA). It takes an hour or so on one core; what is finished is kept in
 * `.salience/bench-tune.jsonl`, so a second run of the same command goes on.
 *
 * For every data set and method: 5 outer folds (seed 1). Every set of options is judged on them at every k; which of them
 * counts in a fold was chosen by inner folds of its training rows alone: 3, on COLON with its 62 rows 5 made 3 times, on the large
 * data (ORL, COIL20, ISOLET) 2, with fewer sets of options. So a tuned figure is nested: its test rows had
 * no say. Printed: (a) options and k chosen together beside the best fixed choice, which is known only afterwards, and its
 * standard error; (b) the mean over all data sets at k = 10, 20, 40, 80, options chosen for each k.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { dataFolder, loadBuilt } from "./shared/project.mjs";
import { candidatesFor, dataNames, innerFolds, openData } from "./tune/settings.mjs";
import { fixedAndAuto, tunedAtEachK } from "./tune/summaries.mjs";
import { printAuto, printMeans } from "./tune/tables.mjs";

/** @typedef {import("./run.mjs").Row} Row */
/** @typedef {import("../src/experiment/tune/choose.js").TunedPoint} TunedPoint */
/** @typedef {{ dataset: string, method: string, candidates: readonly object[], ks: number[], outer: readonly TunedPoint[], inner: (readonly TunedPoint[])[] }} Measured */

const kept = ".salience/bench-tune.jsonl";
const flag = (/** @type {string} */ name) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);

/** @returns {Promise<Row[]>} */
export default async function bench() {
  /** @type {typeof import("../src/node.js")} */
  const library = await loadBuilt();
  const { selectors, threadExecutor, tune } = library;
  const wanted = process.argv.slice(3).filter((word) => !word.startsWith("--"));
  const methods = flag("methods")?.split(",") ?? Object.keys(selectors);
  const executor = threadExecutor(Number(flag("threads") ?? 1));
  if (process.argv.includes("--fresh")) rmSync(kept, { force: true });
  const done = readKept();
  /** @type {Measured[]} */
  const measured = [];
  for (const dataset of wanted.length > 0 ? wanted : dataNames) {
    const data = await openData(library, dataset, join(dataFolder, "paper"));
    if (data === null) continue;
    for (const method of methods) {
      const tried = candidatesFor(method, data);
      if (tried === null) continue;
      const { options, ks } = tried;
      /**
       * @param {string} part
       * @param {typeof data} rows
       * @param {{ folds: number, repeats?: number }} cut
       */
      const judge = async (part, rows, cut) => {
        const key = JSON.stringify([dataset, method, part, options, ks]);
        const before = done.get(key);
        if (before) return before;
        const started = performance.now();
        const { candidates, results, testRows } = await tune(
          rows,
          /** @type {import("../src/index.js").TuneOptions} */ ({
            ...options,
            method,
            ...cut,
            k: ks,
            executor,
          }),
        );
        const entry = { key, candidates, results, testRows };
        keep(entry);
        console.error(`${dataset} ${method} ${part}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
        return entry;
      };
      const { candidates, results: outer, testRows } = await judge("outer", data, { folds: 5 });
      const inner = [];
      for (const [fold, tested] of candidates.length > 1 ? testRows.entries() : []) {
        const isTested = new Set(tested);
        const train = Int32Array.from({ length: data.rows }, (_, i) => i).filter((i) => !isTested.has(i));
        const cut = innerFolds(data);
        const part = cut.repeats > 1 ? `inner ${fold} × ${cut.repeats}` : `inner ${fold}`;
        inner.push((await judge(part, data.selectRows(train), cut)).results);
      }
      measured.push({ dataset, method, candidates, ks, outer, inner });
    }
  }
  printAuto(measured.filter(({ method, inner }) => method === "dfs" && inner.length > 0).map(fixedAndAuto));
  return printMeans(measured.map(tunedAtEachK), methods);
}

/** @returns {Map<string, any>} */
function readKept() {
  if (!existsSync(kept)) return new Map();
  const whole = readFileSync(kept, "utf8").split("\n").slice(0, -1);
  return new Map(whole.map((line) => JSON.parse(line)).map((entry) => [entry.key, entry]));
}

/** @param {object} entry */
function keep(entry) {
  mkdirSync(".salience", { recursive: true });
  appendFileSync(kept, `${JSON.stringify(entry)}\n`);
}
