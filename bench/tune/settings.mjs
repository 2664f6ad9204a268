import { existsSync } from "node:fs";
import { join } from "node:path";

/** Small ones first. */
export const dataNames = ["COLON", "USPS", "LUNG", "ORL", "digits", "COIL20", "ISOLET"];

/** The numbers of features of the table, and those that k is chosen from. */
export const sizes = [10, 20, 40, 80];
const choices = [5, 10, 20, 40, 80, 160];

/**
 * What is tried. DFS: target-k mode and three gammas of its path. LDFS finds its gamma for each k itself and takes minutes for
 * each fit on the larger data, so nothing else is tried. The others: what `tune` tries.
 * @param {string} method
 * @param {number} features
 */
export function candidatesFor(method, features) {
  const ks = (method === "dfs" ? choices : sizes).map((k) => Math.min(k, features));
  return { ks: [...new Set(ks)], options: tried(method) };
}

/**
 * @param {string} method
 * @returns {object}
 */
function tried(method) {
  if (method === "dfs") return { scatter: "mean", gammas: [0.03, 0.1, 0.3], ps: [1] };
  if (method === "ldfs") return { try: { variant: ["original"] } };
  return {};
}

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
