import { existsSync } from "node:fs";
import { join } from "node:path";

/** Small ones first. */
export const dataNames = ["COLON", "USPS", "LUNG", "ORL", "digits", "COIL20", "ISOLET"];

/** The numbers of features of the table, and those that k is chosen from. */
export const sizes = [10, 20, 40, 80];
const choices = [5, 10, 20, 40, 80, 160];

/** Rows × features × classes: ORL, COIL20 and ISOLET are above, where everything costs ten times as much. */
const large = 1e7;

/**
 * What is tried on large data: two or three sets of options each.
 * @type {Record<string, object>}
 */
const shortLists = {
  dfs: { try: { alpha: [null, 1] } },
  mrmr: { try: { scheme: ["mid", "miq", "fcq"] } },
  relieff: { try: { neighbours: [10, 30] } },
  laplacian: { try: { graph: ["neighbours", "class"] } },
  "trace-ratio": { try: { standardize: [false, true] } },
  bahsic: { try: { labelKernel: ["one-hot", "balanced"] } },
  "mmc-rfe": { try: { vectors: ["positive", "classes"] } },
  rfs: { try: { gamma: [null, 10] } },
};

/**
 * What is tried. DFS: target-k mode and three gammas of its path. LDFS finds its gamma for each k itself and is slow, so
 * nothing else is tried, and nothing at all (null) on the large data. The others: what `tune` tries.
 * @param {string} method
 * @param {import("../../src/index.js").Dataset} data
 * @returns {{ ks: number[], options: object } | null}
 */
export function candidatesFor(method, data) {
  if (method === "ldfs" && isLarge(data)) return null;
  const ks = (method === "dfs" ? choices : sizes).map((k) => Math.min(k, data.features));
  /** @type {Record<string, object>} */
  const own = {
    dfs: { scatter: "mean", gammas: [0.03, 0.1, 0.3], ps: [1] },
    ldfs: { try: { variant: ["original"] } },
  };
  const options = (isLarge(data) ? shortLists[method] : undefined) ?? own[method] ?? {};
  return { ks: [...new Set(ks)], options };
}

/** @param {import("../../src/index.js").Dataset} data */
const isLarge = ({ rows, features, labels }) => rows * features * (labels?.classes.length ?? 1) > large;

/**
 * Inner folds; few rows need more of them for a steady choice.
 * @param {import("../../src/index.js").Dataset} data
 */
export function innerFolds(data) {
  if (data.rows < 100) return { folds: 5, repeats: 3 };
  return { folds: isLarge(data) ? 2 : 3, repeats: 1 };
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
