/**
 * Reading a CSV of 200 MB, 100 columns of floats with up to 17 digits: our whole `readTable` from the file, beside
 * udsv's typed column parse of the same text, which is already a string when its clock starts. Each run has a process
 * of its own, for its peak memory; the fastest of three counts. Needs `npm run build` before.
 */
import { execFileSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const fileSize = 200e6;
const columns = 100;
const repetitions = 3;

/** @typedef {{ seconds: number, megabytes: number, rows: number, sum: number }} Run */
/** @typedef {{ name: string, value: number, unit: string, peer: string, peerValue: number, ratio: number }} Row */

/** @returns {Promise<Row[]>} */
export default async function bench() {
  if (!existsSync(new URL("../build/data/readers/csv.js", import.meta.url)))
    throw new Error("there is no build/; run `npm run build` first");
  const folder = mkdtempSync(join(tmpdir(), "salience-bench-"));
  try {
    const file = join(folder, "floats.csv");
    writeFloats(file);
    /** @type {Run[]} */
    const ours = [];
    /** @type {Run[]} */
    const theirs = [];
    for (let i = 0; i < repetitions; i++) {
      ours.push(inChild("salience", file));
      theirs.push(inChild("udsv", file));
    }
    if (ours[0].rows !== theirs[0].rows || ours[0].sum !== theirs[0].sum)
      throw new Error("the two parsers disagree about the numbers in the file");
    return [
      compare("csv-read-200MB", "s", ours, theirs, ({ seconds }) => seconds),
      compare("csv-read-200MB-peak-memory", "MB", ours, theirs, ({ megabytes }) => megabytes),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string} name
 * @param {string} unit
 * @param {Run[]} ours
 * @param {Run[]} theirs
 * @param {(run: Run) => number} measure
 * @returns {Row}
 */
function compare(name, unit, ours, theirs, measure) {
  const value = Math.min(...ours.map(measure));
  const peerValue = Math.min(...theirs.map(measure));
  return { name, value, unit, peer: "udsv typedCols", peerValue, ratio: peerValue / value };
}

/**
 * @param {string} who
 * @param {string} file
 * @returns {Run}
 */
function inChild(who, file) {
  return JSON.parse(
    execFileSync(process.execPath, [fileURLToPath(import.meta.url), who, file], { encoding: "utf8" }),
  );
}

/** Floats between -5 and 5 from a fixed seed, printed in full. @param {string} file */
function writeFloats(file) {
  let state = 12345;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const output = openSync(file, "w");
  const names = Array.from({ length: columns }, (_, j) => `g${j}`);
  let written = writeSync(output, `${names.join(",")}\n`);
  while (written < fileSize) {
    let block = "";
    for (let i = 0; i < 500; i++)
      block += `${names.map(() => (random() + random() / 2 ** 32 - 0.5) * 10).join(",")}\n`;
    written += writeSync(output, block);
  }
  closeSync(output);
}

/** @param {string} file */
async function runOurs(file) {
  const { csvReader } = await import(new URL("../build/data/readers/csv.js", import.meta.url).href);
  const { fileSource } = await import(new URL("../build/node/file-source.js", import.meta.url).href);
  const start = performance.now();
  const source = await fileSource(file);
  const table = await csvReader.readTable(source, { onProgress() {} });
  const seconds = (performance.now() - start) / 1000;
  await source.close();
  return { seconds, lists: table.columns.map((/** @type {{ values: number[] }} */ { values }) => values) };
}

/** @param {string} file */
async function runUdsv(file) {
  const { inferSchema, initParser } = await import("udsv");
  const text = readFileSync(file, "latin1");
  const start = performance.now();
  const lists = initParser(inferSchema(text)).typedCols(text);
  return { seconds: (performance.now() - start) / 1000, lists };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [who, file] = process.argv.slice(2);
  const { seconds, lists } = await (who === "udsv" ? runUdsv(file) : runOurs(file));
  const megabytes = process.resourceUsage().maxRSS / 1024;
  let sum = 0;
  for (const list of lists) for (const value of list) sum += value;
  console.log(JSON.stringify({ seconds, megabytes, rows: lists[0].length, sum }));
}
