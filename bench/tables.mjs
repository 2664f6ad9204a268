/**
 * Nested accuracy on tables with categories and missing values, beside scikit-learn's pipeline (imputer, one-hot encoding,
 * SelectKBest, linear SVM) on the same folds: 5 folds, mean of the seeds. Ours counts features, theirs encoded columns, so k means more
 * there than here for numbers and less for categories; `all` is the same for both. `npm run bench -- tables [DATA …] [--seeds=1,2]
 * [--methods=dfs,mrmr]`; needs `npm run build`, the data files (SALIENCE_DATA) and a Python with scikit-learn. All four tables take a
 * few minutes on two cores.
 */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { dataFolder, loadBuilt } from "./shared/project.mjs";

/** @typedef {import("./run.mjs").Row} Row */
/** @typedef {import("../src/data/dataset.js").Dataset} Dataset */

/** @type {Record<string, { file: string, reading: object }>} */
const tables = {
  // What became of a passenger is written twice.
  titanic: { file: "titanic.csv", reading: { target: "survived", drop: ["alive"] } },
  "credit-g": { file: "credit-g.arff", reading: {} },
  vote: { file: "vote.arff", reading: {} },
  "breast-cancer": { file: "breast-cancer.arff", reading: {} },
};
const sizes = [1, 3, 5, 10];

/** @param {string} name @param {string} usual */
const given = (name, usual) =>
  (process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual).split(",");

/** @returns {Promise<Row[]>} */
export default async function bench() {
  /** @type {typeof import("../src/node.js")} */
  const { createKernels, evaluate, readDataset } = await loadBuilt();
  const peer = startPipeline();
  const wanted = process.argv.slice(3).filter((word) => !word.startsWith("--"));
  const seeds = given("seeds", "1,2,3,4,5").map(Number);
  const methods = given("methods", "dfs,mrmr,fisher,relieff");
  const kernels = await createKernels({ threads: 2 });
  /** @type {Row[]} */
  const rows = [];
  for (const name of wanted.length > 0 ? wanted : Object.keys(tables)) {
    const { file, reading } = tables[name];
    const data = await readDataset(join(dataFolder, "mixed", file), reading);
    const ks = [...sizes.filter((k) => k < data.features), data.features];
    /** @type {Record<string, number[]>} accuracies by method and k, one for each seed */
    const found = {};
    const note = (/** @type {string} */ what, /** @type {number} */ value) => {
      found[what] = [...(found[what] ?? []), value];
    };
    for (const seed of seeds) {
      /** @type {readonly (readonly number[])[]} */
      let testRows = [];
      for (const method of methods) {
        const options = { method, k: ks, seed, kernels, sideBySide: false };
        const result = await evaluate(data, /** @type {any} */ (options));
        testRows = result.testRows;
        for (const { k, accuracy } of result.results) note(`${method} ${k}`, 100 * (accuracy ?? Number.NaN));
      }
      const theirs = await peer.ask({
        ...asColumns(data),
        testRows,
        ks: ks.map((k) => (k < data.features ? k : 0)),
      });
      for (const k of ks) note(`sklearn ${k}`, theirs[k < data.features ? k : 0]);
    }
    for (const k of ks)
      for (const method of methods) {
        const [ours, theirs] = [mean(found[`${method} ${k}`]), mean(found[`sklearn ${k}`])];
        const spread = deviation(found[`${method} ${k}`].map((x, at) => x - found[`sklearn ${k}`][at]));
        const title = `${name} ${method} ${k === data.features ? "all" : k} (differences ± ${spread.toFixed(1)} over seeds)`;
        const best = (/** @type {string} */ who) =>
          Math.max(...ks.map((one) => mean(found[`${who} ${one}`])));
        rows.push({
          name: title,
          value: ours,
          unit: "%",
          peer: "scikit-learn",
          peerValue: theirs,
          ratio: ours / theirs,
        });
        if (k === data.features)
          rows.push({
            name: `${name} ${method} best of these k`,
            value: best(method),
            unit: "%",
            peer: "scikit-learn",
            peerValue: best("sklearn"),
            ratio: best(method) / best("sklearn"),
          });
      }
  }
  peer.end();
  await kernels.dispose();
  return rows;
}

/** @param {number[]} values */
const deviation = (values) => {
  const center = mean(values);
  return Math.sqrt(values.reduce((sum, x) => sum + (x - center) ** 2, 0) / Math.max(1, values.length - 1));
};

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The data as Python takes it: levels as words, missing values as null.
 * @param {Dataset} data
 */
function asColumns({ values, categories, labels, rows }) {
  const dense = "toDense" in values ? values.toDense() : values;
  const columns = Array.from({ length: dense.columns }, (_, j) => ({
    levels: Boolean(categories?.[j]),
    values: Array.from({ length: rows }, (_, i) => {
      const value = dense.get(i, j);
      return Number.isNaN(value) ? null : (categories?.[j]?.[value] ?? value);
    }),
  }));
  return { columns, labels: Array.from(labels?.codes ?? []) };
}

function startPipeline() {
  const python = ["python3", "/usr/bin/python3"].find(
    (command) => spawnSync(command, ["-c", "import sklearn"]).status === 0,
  );
  if (!python) throw new Error("no Python with scikit-learn was found; install it first");
  const script = fileURLToPath(new URL("tables/pipeline.py", import.meta.url));
  const child = spawn(python, [script], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    /** @param {object} request @returns {Promise<Record<string, number>>} */
    async ask(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error("the pipeline ended without an answer");
      return JSON.parse(value);
    },
    end() {
      child.stdin.end();
    },
  };
}
