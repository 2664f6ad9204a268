/**
 * `npm run bench -- NAME [--json]` runs bench/NAME.mjs, whose default export returns rows. With --json they are printed
 * as JSON and nothing else; otherwise as a table, with the machine and the targets. Without a name, lists what there is.
 */
import { readdirSync } from "node:fs";
import { cpus } from "node:os";

/**
 * One comparison: ours beside a peer's; ratio above 1 means that we are faster or smaller. `target` is the least ratio
 * we aim at, where there is one.
 * @typedef {{ name: string, value: number, unit: string, peer: string, peerValue: number, ratio: number, target?: number }} Row
 */

const names = readdirSync(new URL(".", import.meta.url))
  .filter((file) => file.endsWith(".mjs") && file !== "run.mjs")
  .map((file) => file.slice(0, -".mjs".length));
const [name] = process.argv.slice(2).filter((word) => !word.startsWith("--"));

if (!name) console.log(`npm run bench -- NAME [--json], where NAME is one of: ${names.join(", ")}`);
else if (!names.includes(name)) {
  console.error(`there is no benchmark named "${name}"; use one of: ${names.join(", ")}`);
  process.exitCode = 1;
} else {
  /** @type {Row[]} */
  const rows = await (await import(new URL(`${name}.mjs`, import.meta.url).href)).default();
  if (process.argv.includes("--json")) console.log(JSON.stringify(rows.map(withoutTarget), null, 2));
  else print(rows);
}

/** @param {Row} row */
function withoutTarget({ name, value, unit, peer, peerValue, ratio }) {
  return { name, value, unit, peer, peerValue, ratio };
}

/** @param {Row[]} rows */
function print(rows) {
  const table = rows.map((row) => [
    row.name,
    `${short(row.value)} ${row.unit}`,
    `${short(row.peerValue)} ${row.unit}`,
    row.peer,
    short(row.ratio),
    row.target === undefined ? "" : `${row.ratio >= row.target ? "met" : "MISSED"} (${row.target})`,
  ]);
  table.unshift(["", "ours", "theirs", "peer", "ratio", "target"]);
  const widths = table[0].map((_, column) => Math.max(...table.map((line) => line[column].length)));
  for (const line of table)
    console.log(
      line
        .map((text, i) => text.padEnd(widths[i]))
        .join("  ")
        .trimEnd(),
    );
  console.log(`\n${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}`);
  const aimed = rows.filter((row) => row.target !== undefined);
  const met = aimed.filter((row) => row.ratio >= (row.target ?? 0));
  if (aimed.length > 0) console.log(`${met.length} of ${aimed.length} targets met`);
}

/** @param {number} value */
function short(value) {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
