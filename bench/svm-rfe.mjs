/**
 * `svm-rfe` beside a loop on scikit-learn's SVC with the same schedule (svm-rfe/loop.py), from data in memory to ranking, in processor time, taking
 * turns in one run: on made-up data of 171 × 5748, on COIL20, and on the data sets that are named. Ours is the exact optimum in
 * every round. The loop runs with scikit-learn's own tolerance, under which its ranking depends on the order of rows, and
 * once with a tight one, under which its ranking must be ours (but for one place in a thousand: LIBSVM's kernel values
 * have single precision): another one gets the ratio 0.
 * `npm run bench -- svm-rfe [FILE.mat …] [--threads=2] [--rounds=5]`; needs `npm run build`, the data files of SALIENCE_DATA or
 * ../shared/data, and a Python with scikit-learn.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bestOf } from "./shared/best-of.mjs";
import { startJsonPeer } from "./shared/json-peer.mjs";
import { loadBuilt, paperFile } from "./shared/project.mjs";

/** @typedef {import("./run.mjs").Row} Row */
/** @typedef {import("../src/data/dataset.js").Dataset} Dataset */

const [usual, tight] = [1e-3, 1e-8];
const target = 3;

/** @returns {Promise<Row[]>} */
export default async function bench() {
  /** @type {typeof import("../src/node.js")} */
  const { createKernels, planted, readDataset, select, writeDataset } = await loadBuilt();
  const peer = startJsonPeer(
    fileURLToPath(new URL("svm-rfe/loop.py", import.meta.url)),
    "numpy, sklearn.svm",
  );
  if (!peer) throw new Error("no Python with scikit-learn was found; install it first");
  const files = process.argv.slice(3).filter((word) => !word.startsWith("--"));
  const rounds = numberOf("rounds") ?? 5;
  const kernels = await createKernels({ threads: numberOf("threads") ?? 2 });
  const folder = mkdtempSync(join(tmpdir(), "salience-svm-rfe-"));
  /** @type {Row[]} */
  const rows = [];
  try {
    /** @type {[string, Dataset][]} */
    const sets = [];
    if (files.length === 0) {
      const shape = { rows: 171, classes: 4, relevant: 60, copies: 40, combinations: 48, noise: 5600 };
      sets.push(["171 × 5748", planted({ ...shape, separation: 0.7, seed: 5 }).data]);
      files.push(paperFile("COIL20"));
    }
    for (const file of files) sets.push([basename(file, ".mat"), await readDataset(file)]);
    for (const [name, data] of sets) {
      const file = join(folder, "data.npz");
      await writeDataset(file, data);
      /** @type {number[]} */
      let ours = [];
      /** @type {Record<number, number[]>} */
      const theirs = {};
      const loop = async (/** @type {number} */ tolerance) => {
        const { seconds, ranking } = await peer.ask({ file, tolerance });
        theirs[tolerance] = ranking;
        return seconds;
      };
      const best = await bestOf(rounds, {
        ours: async () => {
          const before = process.cpuUsage();
          const { ranking } = await select(data, { method: "svm-rfe", k: 20, kernels });
          ours = Array.from(ranking);
          const { user, system } = process.cpuUsage(before);
          return (user + system) / 1e6;
        },
        usual: () => loop(usual),
      });
      const exactly = await loop(tight);
      const common = theirs[usual].slice(0, 20).filter((j) => ours.slice(0, 20).includes(j)).length;
      const other = ours.filter((j, place) => j !== theirs[tight][place]).length;
      const same = other <= ours.length / 1000;
      rows.push(
        row(`${name}, ${common} of the top 20 agree`, best.ours, `loop, tol ${usual}`, best.usual),
        row(
          `${name}, ${ours.length - other} of ${ours.length} places agree`,
          best.ours,
          `loop, tol ${tight}`,
          exactly,
          same,
        ),
      );
    }
  } finally {
    peer.end();
    await kernels.dispose();
    rmSync(folder, { recursive: true });
  }
  return rows;
}

/**
 * @param {string} name
 * @param {number} value
 * @param {string} peer
 * @param {number} peerValue
 * @returns {Row}
 */
function row(name, value, peer, peerValue, valid = true) {
  return { name, value, unit: "s", peer, peerValue, ratio: valid ? peerValue / value : 0, target };
}

/** @param {string} flag */
function numberOf(flag) {
  const word = process.argv.find((one) => one.startsWith(`--${flag}=`));
  return word === undefined ? undefined : Number(word.slice(flag.length + 3));
}
