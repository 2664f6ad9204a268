/**
 * Selecting from files that do not fit into memory: `salience select` on 32-bit NumPy files of 500 rows and more and more columns,
 * with a planted signal, under a limit of memory. Time and peak memory of the whole command for each size, how they grow with the
 * number of columns, and beside it NumPy, which reads the same file in blocks of columns and sums X·Xᵀ of standardised columns
 * in 64 bits: what any exact method has to do at least once.
 * Options: --columns=50000,100000,200000 --rows=500 --memory=600MB --method=dfs --threads=2. Needs `npm run build`, room for the
 * largest file and a copy of it in the folder for temporary files, and a Python with NumPy.
 */
import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startJsonPeer } from "../shared/json-peer.mjs";

/** @typedef {import("../run.mjs").Row} Row */

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
/** Tells the peak memory of the process that it is loaded into, in kB. */
const tellPeak = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => process.stderr.write('\\npeak ' + process.resourceUsage().maxRSS + '\\n'));",
)}`;
const planted = 20;

/** @returns {Promise<Row[]>} */
export default async function bench() {
  const sizes = textOf("columns", "50000,100000,200000").split(",").map(Number);
  const rows = Number(textOf("rows", "500"));
  const peer = startJsonPeer(fileURLToPath(new URL("gram.py", import.meta.url)), "numpy");
  if (!peer) throw new Error("no Python with NumPy was found; install it first");
  const folder = mkdtempSync(join(tmpdir(), "salience-columns-"));
  /** @type {Row[]} */
  const result = [];
  /** @type {{ columns: number, seconds: number, peak: number }[]} */
  const measured = [];
  try {
    for (const columns of sizes) {
      const file = join(folder, "x.npy");
      writeTable(file, join(folder, "y.csv"), rows, columns);
      const { seconds, peak, found } = await selectFrom(file, join(folder, "y.csv"));
      const theirs = await peer.ask({ file });
      const name = `${rows} × ${columns}`;
      measured.push({ columns, seconds, peak });
      result.push(
        compared(
          `${name}: select, ${found} of ${planted} planted found`,
          seconds,
          "s",
          "NumPy, one Gram matrix",
          theirs.seconds,
        ),
        compared(
          `${name}: peak memory`,
          peak / 1e9,
          "GB",
          "the values as doubles",
          (8 * rows * columns) / 1e9,
        ),
      );
    }
    if (measured.length > 1)
      for (const what of /** @type {const} */ (["seconds", "peak"]))
        result.push(
          compared(`growth with columns, exponent of ${what}`, exponent(what, measured), "", "linear", 1),
        );
    return result;
  } finally {
    peer.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {Row} @param {string} name @param {number} value @param {string} unit @param {string} peer @param {number} peerValue */
function compared(name, value, unit, peer, peerValue) {
  return { name, value, unit, peer, peerValue, ratio: peerValue / value };
}

/**
 * The slope of the logarithms, by least squares.
 * @param {"seconds" | "peak"} what
 * @param {readonly { columns: number, seconds: number, peak: number }[]} measured
 */
function exponent(what, measured) {
  const points = measured.map((one) => [Math.log(one.columns), Math.log(one[what])]);
  const mean = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  const along = points.reduce((sum, [x, y]) => sum + (x - mean[0]) * (y - mean[1]), 0);
  return along / points.reduce((sum, [x]) => sum + (x - mean[0]) ** 2, 0);
}

/**
 * Runs the command; how many of the planted columns are among the twenty that it picks.
 * @param {string} file @param {string} labels
 * @returns {Promise<{ seconds: number, peak: number, found: number }>}
 */
function selectFrom(file, labels) {
  const words = ["select", file, "--labels", labels, "--k", String(planted), "--json", "-"];
  const more = ["--method", textOf("method", "dfs"), "--threads", textOf("threads", "2")];
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", tellPeak, cli, ...words, ...more], {
      env: { ...process.env, SALIENCE_MEMORY: textOf("memory", "600MB") },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [output, errors] = ["", ""];
    child.stdout.on("data", (part) => (output += part));
    child.stderr.on("data", (part) => (errors += part));
    child.on("close", (code) => {
      if (code !== 0) return reject(new Error(errors));
      const { ranking, data, notices } = JSON.parse(output);
      if (!notices.some((/** @type {{ code: string }} */ { code }) => code === "streamed"))
        return reject(new Error(`${data.features} columns fit into memory; give less of it`));
      const step = Math.floor(data.features / planted);
      const found = ranking.filter((/** @type {{ index: number }} */ { index }) => index % step === 0).length;
      const peak = 1000 * Number(/\npeak (\d+)/.exec(errors)?.[1]);
      resolve({ seconds: (performance.now() - started) / 1000, peak, found });
    });
  });
}

/**
 * A table of uniform noise in which every (columns / 20)th column differs between two classes, by 1.4 standard deviations.
 * @param {string} file @param {string} labels @param {number} rows @param {number} columns
 */
function writeTable(file, labels, rows, columns) {
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`;
  const head = Buffer.from(`\x93NUMPY\x01\x00vv${text.padEnd(117)}\n`, "latin1");
  head.writeUInt16LE(118, 8);
  const out = openSync(file, "w");
  writeSync(out, head);
  const row = new Float32Array(columns);
  const step = Math.floor(columns / planted);
  let state = 12345;
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      // Xorshift: enough for noise, and quick.
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      row[j] = state / 2 ** 31;
    }
    for (let at = 0; at < planted; at++) row[at * step] += i % 2 ? 0.4 : -0.4;
    writeSync(out, row);
  }
  closeSync(out);
  writeFileSync(labels, `class\n${Array.from({ length: rows }, (_, i) => (i % 2 ? "a" : "b")).join("\n")}\n`);
}

/** @param {string} name @param {string} usual */
function textOf(name, usual) {
  return process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual;
}
