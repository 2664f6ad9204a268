/**
 * Every method beside a NumPy version of the same definition (bench/selectors/*.py), both on two threads, taking turns in one
 * run, on COIL20 and ISOLET, from data in memory to ranking. A fit whose top 20 differs from its peer's gets the ratio 0 (one
 * feature may differ, since iterations end at a tolerance).
 * Then every method beside DFS on COIL20, peak memory, and the paper's times beside ours.
 * `npm run bench -- selectors [METHOD …]`; needs `npm run build`, the data files of SALIENCE_DATA or ../shared/data, and
 * python3 with SciPy.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bestOf } from "./shared/best-of.mjs";
import { startJsonPeer } from "./shared/json-peer.mjs";
import { loadBuilt, paperFile } from "./shared/project.mjs";

/** @typedef {import("./run.mjs").Row} Row */
/** @typedef {typeof import("../src/node.js")} Salience */
/** @typedef {import("../src/kernels/kernels.js").Kernels} Kernels */
/** @typedef {import("../src/data/dataset.js").Dataset} Dataset */
/** @typedef {{ name: string, method: string, options?: object, peer?: boolean, target?: number, rounds: number, paper?: string }} Entry */

/**
 * What is timed: target is the least ratio to NumPy; `paper` names the column of the paper's table of times.
 * @type {readonly Entry[]}
 */
const entries = [
  { name: "fisher", method: "fisher", rounds: 5 },
  { name: "laplacian", method: "laplacian", peer: true, target: 0.5, rounds: 8, paper: "LS" },
  { name: "mrmr", method: "mrmr", options: { k: 100 }, peer: true, target: 3, rounds: 8, paper: "mRMR" },
  { name: "relieff", method: "relieff", peer: true, target: 3, rounds: 3, paper: "RF" },
  { name: "trace-ratio", method: "trace-ratio", peer: true, rounds: 8, paper: "TR" },
  { name: "bahsic-linear", method: "bahsic", options: { kernel: "linear" }, rounds: 5 },
  {
    name: "bahsic",
    method: "bahsic",
    options: { kernel: "gaussian" },
    peer: true,
    target: 0.5,
    rounds: 1,
    paper: "BAHSIC",
  },
  { name: "mmc-rfe", method: "mmc-rfe", peer: true, rounds: 1 },
  { name: "rfs", method: "rfs", peer: true, target: 0.5, rounds: 2 },
  { name: "ldfs", method: "ldfs", rounds: 1 },
  { name: "dfs", method: "dfs", options: { gamma: 1 }, rounds: 3, paper: "DFS" },
];

/** These may take longer than DFS. */
const slowOnes = new Set(["bahsic", "ldfs", "rfs", "mmc-rfe", "dfs"]);

/**
 * Seconds on four cores of 2.27 GHz, MATLAB, as the paper prints them.
 * @type {Record<string, Record<string, number>>}
 */
const paperSeconds = {
  COIL20: { BAHSIC: 1135.93, LS: 0.41, mRMR: 7.25, RF: 51.42, TR: 1.23, DFS: 96.56 },
  ISOLET: { BAHSIC: 639.01, LS: 0.35, mRMR: 6.78, RF: 38.81, TR: 0.85, DFS: 63.82 },
};

/** @returns {Promise<Row[]>} */
export default async function bench() {
  /** @type {Salience} */
  const salience = await loadBuilt();
  const wanted = process.argv.slice(3).filter((word) => !word.startsWith("--"));
  const chosen = wanted.length > 0 ? entries.filter(({ name }) => wanted.includes(name)) : entries;
  const kernels = await salience.createKernels({ threads: 2 });
  const peer = startJsonPeer(fileURLToPath(new URL("selectors/peer.py", import.meta.url)));
  if (!peer) console.error("python3 has no SciPy: the comparison with NumPy is left out");
  /** @type {Row[]} */
  const rows = [];
  /** @type {Row[]} */
  const printed = [];
  for (const dataName of ["COIL20", "ISOLET"]) {
    const file = paperFile(dataName);
    const data = await salience.readDataset(file);
    /** @type {Record<string, number>} */
    const spent = {};
    for (const entry of chosen) {
      console.error(`${dataName} ${entry.name} …`);
      const beside = peer && entry.peer ? peer : null;
      spent[entry.name] = await timeEntry(salience, kernels, data, entry, file, beside, dataName, rows);
      const paper = entry.paper && paperSeconds[dataName][entry.paper];
      if (paper)
        printed.push(row(`${dataName}-${entry.name}`, spent[entry.name], "s", "the paper, MATLAB", paper));
    }
    if (dataName === "COIL20" && spent.dfs !== undefined)
      for (const { name } of chosen)
        if (!slowOnes.has(name))
          printed.push({
            ...row(`COIL20-${name}-or-DFS`, spent[name], "s", "dfs, gamma 1", spent.dfs),
            target: 1,
          });
  }
  peer?.end();
  await kernels.dispose();
  for (const entry of chosen) rows.push(memory(entry));
  return [...rows, ...printed];
}

/**
 * The best time of ours; adds a row where there is a peer.
 * @param {Salience} salience
 * @param {Kernels} kernels
 * @param {Dataset} data
 * @param {Entry} entry
 * @param {string} file
 * @param {ReturnType<typeof startJsonPeer>} peer
 * @param {string} dataName
 * @param {Row[]} rows
 */
async function timeEntry(salience, kernels, data, entry, file, peer, dataName, rows) {
  /** @type {number[]} */
  let ours = [];
  /** @type {number[]} */
  let theirs = [];
  const best = await bestOf(entry.rounds, {
    ours: async () => {
      const start = performance.now();
      const { ranking } = await salience.select(
        data,
        /** @type {import("../src/index.js").SelectOptions} */ ({
          method: entry.method,
          ...entry.options,
          kernels,
        }),
      );
      ours = Array.from(ranking);
      return (performance.now() - start) / 1000;
    },
    ...(peer && {
      theirs: async () => {
        const answer = await peer.ask({ method: entry.method, file });
        theirs = answer.ranking;
        return answer.seconds;
      },
    }),
  });
  if (peer) {
    const top = new Set(theirs.slice(0, 20));
    const common = ours.slice(0, 20).filter((j) => top.has(j)).length;
    if (common < 19) console.error(`${dataName} ${entry.name}: only ${common} of the top 20 agree`);
    const measured = row(`${dataName}-${entry.name}`, best.ours, "s", "NumPy", best.theirs);
    rows.push({ ...measured, ratio: common < 19 ? 0 : measured.ratio, target: entry.target });
  }
  return best.ours;
}

/**
 * Peak memory in a process of its own, beyond what it had with the data read; the limit is three times the data and 200 MB.
 * @param {Entry} entry
 */
function memory(entry) {
  const script = fileURLToPath(import.meta.url);
  const words = [entry.method, JSON.stringify(entry.options ?? {})];
  const [value, limit] = JSON.parse(execFileSync(process.execPath, [script, ...words], { encoding: "utf8" }));
  return { ...row(`COIL20-${entry.name}-peak-memory`, value, "MB", "limit", limit), target: 1 };
}

/**
 * @param {string} name
 * @param {number} value
 * @param {string} unit
 * @param {string} peer
 * @param {number} peerValue
 * @returns {Row}
 */
function row(name, value, unit, peer, peerValue) {
  return { name, value, unit, peer, peerValue, ratio: peerValue / value };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [method, options] = process.argv.slice(2);
  const salience = await loadBuilt();
  const data = await salience.readDataset(paperFile("COIL20"));
  const before = process.memoryUsage().rss;
  await salience.select(data, { method, ...JSON.parse(options), threads: 2 });
  const megabytes = (process.resourceUsage().maxRSS * 1024 - before) / 1e6;
  console.log(JSON.stringify([Math.max(1, megabytes), (3 * 8 * data.rows * data.features) / 1e6 + 200]));
}
