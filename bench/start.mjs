/**
 * How long the program takes to start, beside Node itself with nothing to do. Each run is a process of its own; the two
 * take turns and the fastest of many counts. A ratio of at least 0.5 means at most twice the time of bare Node. Needs
 * `npm run build` before.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bestOf, timed } from "./shared/best-of.mjs";

const rounds = 25;
const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const commands = ["--version", "--help", "select --help"];

/** @returns {Promise<import("./run.mjs").Row[]>} */
export default async function bench() {
  const sides = Object.fromEntries(
    commands.map((words) => [words, timed(() => run(cli, ...words.split(" ")))]),
  );
  const { bare, ...ours } = await bestOf(rounds, { bare: timed(() => run("-e", "0")), ...sides });
  return Object.entries(ours).map(([words, seconds]) => ({
    name: `start ${words}`,
    value: 1000 * seconds,
    unit: "ms",
    peer: "node -e 0",
    peerValue: 1000 * bare,
    ratio: bare / seconds,
    ...(words.startsWith("--") && { target: 0.5 }),
  }));
}

/** @param {readonly string[]} words */
function run(...words) {
  const { status } = spawnSync(process.execPath, words, { stdio: "ignore" });
  if (status !== 0) throw new Error(`node ${words.join(" ")} ended with code ${status}; is there a dist/?`);
}
