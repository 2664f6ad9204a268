/**
 * The first fit of a fresh process, as `select --json -` reports its seconds, beside the paper's algorithm on SciPy's eigh in a
 * process that is warm; both on two threads, taking turns: 20 outer steps, γ = 1, p = 1, α = 1e-3. Needs `npm run build`, the data
 * files of SALIENCE_DATA or ../shared/data, and python3 with SciPy. For a machine that does nothing else.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bestOf } from "./shared/best-of.mjs";
import { startJsonPeer } from "./shared/json-peer.mjs";
import { paperFile } from "./shared/project.mjs";

/** @typedef {import("./run.mjs").Row} Row */

const steps = 20;
const rounds = 3;

/** The least ratio to reach, and the outer steps that the peer makes. */
const dataSets = [
  { name: "COIL20", target: 3, peerSteps: steps },
  { name: "ORL", target: 3, peerSteps: steps },
  { name: "ISOLET", target: 2, peerSteps: steps },
  { name: "COLON", target: 60, peerSteps: steps },
  { name: "LUNG", target: 100, peerSteps: 2 },
];

/** @returns {Promise<Row[]>} */
export default async function bench() {
  const peer = startJsonPeer(fileURLToPath(new URL("dfs/literal_dfs.py", import.meta.url)));
  if (!peer) throw new Error("python3 has no SciPy, so there is nothing to compare with");
  /** @type {Row[]} */
  const rows = [];
  for (const { name, target, peerSteps } of dataSets) {
    console.error(`${name} …`);
    const file = paperFile(name);
    // The first answer also brings the data into the peer's memory.
    await peer.ask({ file, iterations: 1 });
    const best = await bestOf(rounds, {
      ours: () => firstFit(file),
      paper: async () => ((await peer.ask({ file, iterations: peerSteps })).seconds * steps) / peerSteps,
    });
    rows.push({
      name: `dfs-${name}-cold`,
      value: best.ours,
      unit: "s",
      peer: peerSteps < steps ? `SciPy eigh, ${peerSteps} steps × ${steps / peerSteps}` : "SciPy eigh",
      peerValue: best.paper,
      ratio: best.paper / best.ours,
      target,
    });
  }
  peer.end();
  return rows;
}

/** @param {string} file */
function firstFit(file) {
  const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
  const settings = "--gamma 1 --p 1 --alpha 0.001 --tolerance 0 --threads 2 --no-measure --json -".split(" ");
  const output = execFileSync(
    process.execPath,
    [cli, "select", file, "--max-iterations", String(steps), ...settings],
    { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 28 },
  );
  return JSON.parse(output).seconds;
}
