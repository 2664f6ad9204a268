// `npm run fuzz -- kills [COUNT] [SEED]`: a resumable run is ended by SIGKILL at COUNT random moments and started again each time. Whenever it
// gets to its end, the result must have the same bytes as that of a run that nobody stopped, and nothing else may be left in the folder.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const work =
  "compare bundled:planted --methods fisher,mrmr --k 5,10 --folds 5 --repeats 2 --threads 2 --json r.json --csv r.csv";

/**
 * Runs the work in a folder; SIGKILL ends it after so many milliseconds, if it still runs then.
 * @param {string} folder
 * @param {number} [milliseconds]
 * @returns {Promise<{ code: number | null, errors: string }>}
 */
const run = (folder, milliseconds) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...work.split(" ")], {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      errors += text;
    });
    const timer =
      milliseconds === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), milliseconds);
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code, errors });
    });
  });

/** Times are no part of the result. @param {string} folder */
const resultIn = (folder) =>
  ["r.json", "r.csv"]
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n")
    .replace(/"(seconds|\w*Seconds)": [^,\n]+/g, "")
    .split("\n")
    .map((line) => (line.includes(",") && !line.includes(":") ? withoutTimes(line) : line))
    .join("\n");

/** The time of a selection stands in one column of the CSV file, which its heading names. */
let timeColumn = -1;
/** @param {string} line */
function withoutTimes(line) {
  const cells = line.split(",");
  if (cells.includes("metric")) timeColumn = cells.findIndex((cell) => /seconds/i.test(cell));
  return cells.filter((_, at) => at !== timeColumn).join(",");
}

/** @param {number} kills @param {number} seed */
export async function fuzzKills(kills, seed) {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const root = mkdtempSync(join(tmpdir(), "salience-kills-"));
  const place = () => mkdtempSync(join(root, "run-"));
  try {
    const whole = place();
    const started = performance.now();
    const { code, errors } = await run(whole);
    if (code !== 0) throw new Error(`the run that nobody stops ended with ${code}: ${errors}`);
    const took = performance.now() - started;
    const expected = resultIn(whole);
    let [killed, ends, withJournal, inARow] = [0, 0, 0, 0];
    let folder = place();
    while (killed < kills || inARow > 0) {
      // The first part of a run only loads, so later moments are as likely as early ones; at the end the work may finish.
      const limit = killed >= kills ? undefined : random() * 1.1 * took;
      const ended = await run(folder, limit);
      if (ended.code === null) {
        killed++;
        inARow++;
        if (readdirSync(folder).some((name) => name.endsWith(".journal"))) withJournal++;
        if (killed % 20 === 0) console.log(`${killed} kills, ${ends} runs to the end`);
        continue;
      }
      if (ended.code !== 0)
        throw new Error(`after ${inARow} kills it ended with ${ended.code}: ${ended.errors}`);
      const left = readdirSync(folder).sort().join();
      if (left !== "r.csv,r.json") throw new Error(`after ${inARow} kills these files are left: ${left}`);
      if (resultIn(folder) !== expected)
        throw new Error(`after ${inARow} kills the result differs from that of a whole run`);
      ends++;
      inARow = 0;
      rmSync(folder, { recursive: true });
      folder = place();
    }
    console.log(
      `seed ${seed}: ${killed} kills (${withJournal} with finished work kept), ${ends} runs to the end, all with the bytes of a run that nobody stopped`,
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
