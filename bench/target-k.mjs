/**
 * Target-k mode on 16 data sets: the six of the paper, the digits, and the nine of ../shared/data/more (SALIENCE_DATA).
 *
 * `npm run bench -- target-k [DATA …] [--methods=dfs,svm-rfe,…] [--seeds=1,2,3] [--threads=2] [--fresh]`: nested accuracy of `dfs`
 * as it is by default, of `svm-rfe` and of the other fast methods. Features are chosen on the training rows of each of 5
 * folds, a judge is trained on the same rows and tested on the others: scikit-learn's linear SVM (C = 1), LDA (shrunken by
 * Ledoit and Wolf) and 5 nearest neighbours. COIL20, PCMAC and madelon get one seed. All 16 sets take an hour or so on two cores; what is finished is kept in
 * `.salience/bench-target-k.jsonl`, so a second run of the same command goes on. What was kept belongs to the build that made
 * it: `--fresh` throws it away.
 *
 * `npm run bench -- target-k --speed [DATA …] [--rounds=5] [--threads=1] [--limit=60]`: the time of `select --k 20` beside SVM-RFE on scikit-learn
 * with the same schedule (see target-k/speed.mjs).
 *
 * Rankings do not look at k, so one serves every k. Settings are to be settled on seeds above 10, which also draw other
 * samples of USPS; the tables are for seeds 1, 2, 3. `npm run build` first; it needs a Python with scikit-learn.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startJsonPeer } from "./shared/json-peer.mjs";
import { loadBuilt } from "./shared/project.mjs";
import { dataSets, openData } from "./target-k/data-sets.mjs";
import { compareSpeed } from "./target-k/speed.mjs";
import { printTables } from "./target-k/tables.mjs";

/** @typedef {import("./run.mjs").Row} Row */
/**
 * What one method reached on one data set with the folds of one seed: for each judge, accuracies in % at {@link sizes}.
 * @typedef {{ dataset: string, method: string, seed: number, accuracy: Record<string, number[]> }} Measured
 */

const sizes = [10, 20, 40, 80];
/** Filters and recursions that take seconds where others take minutes; those a build does not have are passed over. */
const fastMethods = ["dfs", "svm-rfe", "lasso", "mmc-rfe", "mrmr", "fisher", "rfs"];
/** Data sets that a method is left out of, since a ranking takes minutes. */
/** @type {Readonly<Record<string, readonly string[]>>} */
const tooSlow = { rfs: ["ISOLET", "COIL20", "PCMAC", "madelon"] };
/** Where a ranking takes a minute, the first seed has to do. */
const oneSeed = ["COIL20", "PCMAC", "madelon"];
const kept = ".salience/bench-target-k.jsonl";

/** @returns {Promise<Row[]>} */
export default async function bench() {
  const wanted = process.argv.slice(3).filter((word) => !word.startsWith("--"));
  const names = wanted.length > 0 ? wanted : dataSets;
  return process.argv.includes("--speed")
    ? compareSpeed(names, {
        rounds: Number(flag("rounds") ?? 5),
        threads: Number(flag("threads") ?? 1),
        limit: Number(flag("limit") ?? 60),
      })
    : compareAccuracy(names);
}

/**
 * @param {readonly string[]} names
 * @returns {Promise<Row[]>}
 */
async function compareAccuracy(names) {
  /** @type {typeof import("../src/node.js")} */
  const library = await loadBuilt();
  const { createKernels, select, selectors } = library;
  const judge = startJsonPeer(
    fileURLToPath(new URL("target-k/evaluate.py", import.meta.url)),
    "scipy, sklearn",
  );
  if (!judge) throw new Error("no Python with scikit-learn and SciPy was found; install it first");
  const methods = flag("methods")?.split(",") ?? fastMethods.filter((method) => method in selectors);
  const seeds = (flag("seeds") ?? "1,2,3").split(",").map(Number);
  if (process.argv.includes("--fresh")) rmSync(kept, { force: true });
  const done = readKept();
  const kernels = await createKernels({ threads: Number(flag("threads") ?? 2) });
  /** @type {Measured[]} */
  const measured = [];
  try {
    for (const dataset of names) {
      const { data, where } = await openData(library, dataset);
      for (const seed of oneSeed.includes(dataset) ? seeds.slice(0, 1) : seeds)
        for (const method of methods.filter((one) => !tooSlow[one]?.includes(dataset))) {
          const key = keyOf({ dataset, method, seed });
          if (!done.has(key)) {
            const started = performance.now();
            const folds = await judge.ask({ data: where, seed });
            const rankings = [];
            for (const { train } of folds) {
              const part = data.selectRows(train);
              const k = Math.min(sizes[sizes.length - 1], part.features);
              const options = /** @type {import("../src/index.js").SelectOptions} */ ({ method, k, kernels });
              rankings.push(Array.from((await select(part, options)).ranking.subarray(0, k)));
            }
            const selected = performance.now();
            const accuracy = await judge.ask({ folds, rankings, sizes });
            keep({ dataset, method, seed, accuracy });
            done.set(key, { dataset, method, seed, accuracy });
            const [choosing, judging] = [selected - started, performance.now() - selected];
            console.error(
              `${key}: ${(choosing / 1000).toFixed(1)} s, judged in ${(judging / 1000).toFixed(1)} s`,
            );
          }
          measured.push(/** @type {Measured} */ (done.get(key)));
        }
    }
  } finally {
    judge.end();
    await kernels.dispose();
  }
  return printTables(measured, sizes);
}

/** @param {string} name */
function flag(name) {
  return process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
}

/** @param {Pick<Measured, "dataset" | "method" | "seed">} entry */
function keyOf({ dataset, method, seed }) {
  return `${dataset} ${method} ${seed}`;
}

/** @returns {Map<string, Measured>} */
function readKept() {
  if (!existsSync(kept)) return new Map();
  const whole = readFileSync(kept, "utf8").split("\n").slice(0, -1);
  return new Map(whole.map((line) => JSON.parse(line)).map((entry) => [keyOf(entry), entry]));
}

/** @param {Measured} entry */
function keep(entry) {
  mkdirSync(".salience", { recursive: true });
  appendFileSync(kept, `${JSON.stringify(entry)}\n`);
}
