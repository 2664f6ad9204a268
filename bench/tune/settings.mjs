import { existsSync } from "node:fs";
import { join } from "node:path";

/** Small ones first. */
export const dataNames = ["COLON", "USPS", "LUNG", "ORL", "digits", "COIL20", "ISOLET"];

/** The numbers of features of the table, and those that k is chosen from. */
export const sizes = [10, 20, 40, 80];
const choices = [5, 10, 20, 40, 80, 160];

/** With more values than this, DFS's grid takes minutes for each fold. */
const mostForGrid = 9e5;

/**
 * What is tried. DFS: target-k mode, and three gammas of its path; on COIL20 and ISOLET, where a path costs ten times a
 * recursion, three alphas of target-k mode. LDFS finds its gamma for each k itself and is slow, so nothing else is tried.
 * The others: what `tune` tries.
 * @param {string} method
 * @param {{ rows: number, features: number }} shape
 * @returns {{ ks: number[], options: object }}
 */
export function candidatesFor(method, { rows, features }) {
  const ks = (method === "dfs" ? choices : sizes).map((k) => Math.min(k, features));
  const large = rows * features > mostForGrid;
  const dfs = large
    ? { try: { alpha: [null, 0.05, 1] } }
    : { scatter: "mean", gammas: [0.03, 0.1, 0.3], ps: [1] };
  const options = { dfs, ldfs: { try: { variant: ["original"] } } }[method] ?? {};
  return { ks: [...new Set(ks)], options };
}

/**
 * Inner folds; few rows need more of them for a steady choice.
 * @param {number} rows
 */
export const innerFolds = (rows) => (rows < 100 ? { folds: 5, repeats: 3 } : { folds: 3, repeats: 1 });

/**
 * USPS is a draw of 73 rows per class. Null where the file is not there.
 * @param {typeof import("../../src/node.js")} library
 * @param {string} name
 * @param {string} folder
 */
export async function openData({ digits, Random, readDataset }, name, folder) {
  if (name === "digits") return digits();
  const file = join(folder, `${name}.mat`);
  if (!existsSync(file)) return null;
  const data = await readDataset(file);
  if (name !== "USPS" || !data.labels) return data;
  const { classes, codes } = data.labels;
  const random = new Random(1);
  const drawn = classes.flatMap((_, code) => {
    const rows = Array.from(codes.keys()).filter((row) => codes[row] === code);
    random.shuffle(rows);
    return rows.slice(0, 73);
  });
  return data.selectRows(drawn.sort((a, b) => a - b));
}
