/**
 * Nested accuracy of `dfs` with the additive kernel beside the linear one: features are chosen on the training rows of each
 * fold, a judge is trained on the same rows with the features as they are and tested on the others; k = 10 and 20, 5 folds,
 * mean of two seeds. Three judges, because a linear one cannot use what the additive kernel finds.
 * `npm run bench -- additive [DATA …] [--judges=linear,rbf,knn] [--seeds=1,2]`; needs `npm run build` and the data files
 * (SALIENCE_DATA). One thread; madelon takes a quarter of an hour, the others a few minutes each.
 */
import { existsSync } from "node:fs";
import { dataFolder, loadBuilt } from "./shared/project.mjs";

/** @typedef {import("./run.mjs").Row} Row */
/** @typedef {typeof import("../src/node.js") & typeof import("../src/internal.js")} Library */

const dataSets = ["COLON", "leukemia", "lymphoma", "LUNG", "USPS", "ORL", "madelon"];
const sizes = [10, 20];
/** @type {Record<string, object>} */
const judges = {
  linear: { classifier: "svm" },
  rbf: { classifier: "svm", classifierOptions: { svmKernel: "rbf" } },
  knn: { classifier: "knn" },
};
const flag = (/** @type {string} */ name) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);

/** @returns {Promise<Row[]>} */
export default async function bench() {
  /** @type {Library} */
  const library = { ...(await loadBuilt("internal.js")), ...(await loadBuilt()) };
  const wanted = process.argv.slice(3).filter((word) => !word.startsWith("--"));
  const seeds = (flag("seeds") ?? "1,2").split(",").map(Number);
  const kernels = await library.createKernels({ threads: 1 });
  /** @type {Row[]} */
  const rows = [];
  for (const name of wanted.length > 0 ? wanted : dataSets) {
    const data = await openData(library, name);
    if (data === null) continue;
    for (const judge of (flag("judges") ?? Object.keys(judges).join(",")).split(",")) {
      const accuracy = { linear: sizes.map(() => 0), additive: sizes.map(() => 0) };
      for (const kernel of /** @type {const} */ (["linear", "additive"]))
        for (const seed of seeds) {
          const { results } = await library.evaluate(data, {
            method: "dfs",
            kernel,
            k: sizes,
            folds: 5,
            seed,
            rareClasses: "drop",
            sideBySide: false,
            kernels,
            ...judges[judge],
          });
          for (const [at, result] of results.entries())
            accuracy[kernel][at] += (100 * (result.accuracy ?? Number.NaN)) / seeds.length;
        }
      for (const [at, k] of sizes.entries()) {
        const [value, peerValue] = [accuracy.additive[at], accuracy.linear[at]];
        const row = {
          name: `${name} top ${k}, ${judge}`,
          value,
          unit: "%",
          peer: "linear kernel",
          peerValue,
        };
        rows.push({ ...row, ratio: value / peerValue });
      }
      console.error(`${name}, ${judge}: ${JSON.stringify(accuracy)}`);
    }
  }
  await kernels.dispose();
  return rows;
}

/**
 * One of the data sets; of USPS a draw of 73 rows of each class.
 * @param {Library} library
 * @param {string} name
 */
async function openData({ Random, readDataset }, name) {
  const file = ["paper", "more"].map((folder) => `${dataFolder}/${folder}/${name}.mat`).find(existsSync);
  if (!file) return null;
  const data = await readDataset(file);
  const { labels } = data;
  if (name !== "USPS" || !labels) return data;
  const random = new Random(1);
  const drawn = labels.classes.flatMap((_, code) => {
    const members = Int32Array.from(labels.codes.keys()).filter((i) => labels.codes[i] === code);
    random.shuffle(members);
    return Array.from(members.subarray(0, 73));
  });
  return data.selectRows(drawn.sort((a, b) => a - b));
}
