/**
 * `lasso` beside glmnet (R) on the same penalties, taking turns in one run: the whole path of leukemia and arcene, and the first 30
 * penalties of COIL20, beyond which glmnet's grouped fits do not end. Both begin with data in memory and standardise it; both
 * have their usual tolerance. Times are processor times without start-up, the best of several in one process each, all threads included
 * (ours compiles and collects garbage in some). *Above the optimum* is the largest part by which the objective of a path is above the
 * lowest that is known at its λ: that of either, or with two classes that of a path of ours with a tolerance of 1e-14. If ours is
 * further above than glmnet's, its ratio is 0.
 * `npm run bench -- lasso [leukemia arcene COIL20] [--threads=1] [--rounds=20] [--thresh=1e-7]`; needs `npm run build`, the data files
 * of SALIENCE_DATA or ../shared/data, and Rscript with glmnet.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { bestOf } from "./shared/best-of.mjs";
import { dataFolder, loadBuilt } from "./shared/project.mjs";

/** @typedef {import("./run.mjs").Row} Row */
/** @typedef {import("../src/data/dataset.js").Dataset} Dataset */

const sets = {
  leukemia: { file: "more/leukemia.mat", steps: 100 },
  arcene: { file: "more/arcene.mat", steps: 100 },
  COIL20: { file: "paper/COIL20.mat", steps: 30 },
};

/** @returns {Promise<Row[]>} */
export default async function bench() {
  /** @type {typeof import("../src/node.js")} */
  const { createKernels, readDataset } = await loadBuilt();
  /** @type {typeof import("../src/selectors/lasso/start.js")} */
  const { startPath } = await loadBuilt("selectors/lasso/start.js");
  /** @type {typeof import("../src/selectors/lasso/path.js")} */
  const { fitPath } = await loadBuilt("selectors/lasso/path.js");
  /** @type {typeof import("../src/selectors/lasso/options.js")} */
  const { lassoOptions } = await loadBuilt("selectors/lasso/options.js");
  const named = process.argv.slice(3).filter((word) => !word.startsWith("--"));
  const thresh = numberOf("thresh") ?? 1e-7;
  const kernels = await createKernels({ threads: numberOf("threads") ?? 1 });
  const folder = mkdtempSync(join(tmpdir(), "salience-lasso-"));
  const peer = startGlmnet();
  /** @type {Row[]} */
  const rows = [];
  try {
    for (const [name, { file, steps }] of Object.entries(sets)) {
      if (named.length > 0 && !named.includes(name)) continue;
      const data = await readDataset(`${dataFolder}/${file}`);
      const options = Object.fromEntries(
        Object.entries(lassoOptions).map(([one, { default: value }]) => [one, value]),
      );
      const ratio = data.rows < data.features ? 0.01 : 1e-4;
      /** @type {number[]} */
      let objectives = [];
      /** @type {readonly number[]} */
      let lambdas = [];
      const ours = async (watched = false, /** @type {number | null} */ tolerance = null) => {
        const workspace = kernels.workspace();
        const start = process.cpuUsage();
        const shortened = { lambdas: steps, lambdaMinRatio: ratio ** ((steps - 1) / 99) };
        const { fit, slopes, rules } = startPath(
          kernels,
          workspace,
          data,
          /** @type {any} */ ({ ...options, ...shortened, tolerance }),
          { k: data.features + 1 },
        );
        const units = Array.from({ length: fit.units }, (_, unit) => unit);
        const found = /** @type {number[]} */ ([]);
        const watch = () => found.push(fit.loss + fit.penaltyOf(units));
        const path = await fitPath(fit, slopes, rules, async () => {}, watched ? watch : undefined);
        const { user, system } = process.cpuUsage(start);
        const seconds = (user + system) / 1e6;
        if (watched) objectives = found;
        lambdas = path.lambdas;
        workspace.release();
        return seconds;
      };
      const twoClasses = data.labels?.classes.length === 2;
      if (twoClasses) await ours(true, 1e-14);
      const tight = objectives;
      await ours(true);
      const stored = join(folder, "data.bin");
      writeFileSync(stored, columnsOf(data));
      /** @type {number[]} */
      let theirs = [];
      const glmnet = async (/** @type {string} */ type) => {
        const answer = await peer.ask(
          [stored, data.rows, data.features, type, thresh, lambdas.join()].join(" "),
        );
        const [seconds, list] = answer.split(" ");
        theirs = list.split(",").map(Number);
        return Number(seconds);
      };
      const rounds = name === "COIL20" ? (numberOf("rounds") ?? 1) : (numberOf("rounds") ?? 20);
      const best = await bestOf(rounds, { ours: () => ours(), glmnet: () => glmnet("grouped") });
      const compared = Math.min(theirs.length, objectives.length, twoClasses ? tight.length : steps);
      const above = (/** @type {number[]} */ list) => {
        let most = 0;
        for (let step = 1; step < compared; step++) {
          const lowest = Math.min(objectives[step], theirs[step], tight[step] ?? Number.POSITIVE_INFINITY);
          most = Math.max(most, list[step] / lowest - 1);
        }
        return most;
      };
      const [own, other] = [above(objectives), above(theirs)];
      rows.push({
        name: `${name}, ${theirs.length} of ${lambdas.length} λ, above the optimum by ${own.toExponential(1)}, glmnet by ${other.toExponential(1)}`,
        value: best.ours,
        unit: "s",
        peer: `glmnet, thresh ${thresh}`,
        peerValue: best.glmnet,
        ratio: own <= other ? best.glmnet / best.ours : 0,
        target: 1,
      });
      if (name === "COIL20") {
        const ungrouped = await glmnet("ungrouped");
        rows.push({
          name: `${name}, another problem: classes apart`,
          value: best.ours,
          unit: "s",
          peer: "glmnet, ungrouped",
          peerValue: ungrouped,
          ratio: ungrouped / best.ours,
        });
      }
    }
  } finally {
    peer.end();
    await kernels.dispose();
    rmSync(folder, { recursive: true });
  }
  return rows;
}

/**
 * The columns of the values, then the codes of the classes.
 * @param {Dataset} data
 */
function columnsOf(data) {
  const values = /** @type {import("../src/numeric/matrix.js").Matrix} */ (
    "toDense" in data.values ? data.values.toDense() : data.values
  );
  const columns = new Float64Array(data.rows * (data.features + 1));
  for (let j = 0; j < data.features; j++)
    for (let i = 0; i < data.rows; i++) columns[j * data.rows + i] = values.get(i, j);
  columns.set(data.labels?.codes ?? [], data.rows * data.features);
  return columns;
}

/** R with glmnet, which answers a line with a line. */
function startGlmnet() {
  if (spawnSync("Rscript", ["-e", "library(glmnet)"]).status !== 0)
    throw new Error("no Rscript with glmnet was found; install R and its package glmnet first");
  const script = fileURLToPath(new URL("lasso/path.R", import.meta.url));
  const child = spawn("Rscript", [script], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    /** @param {string} line */
    async ask(line) {
      child.stdin.write(`${line}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error("glmnet ended without an answer");
      return value;
    },
    end() {
      child.stdin.end();
    },
  };
}

/** @param {string} flag */
function numberOf(flag) {
  const word = process.argv.find((one) => one.startsWith(`--${flag}=`));
  return word === undefined ? undefined : Number(word.slice(flag.length + 3));
}
