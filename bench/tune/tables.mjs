import { sizes } from "./settings.mjs";

/** @typedef {import("../run.mjs").Row} Row */
/** @typedef {ReturnType<typeof import("./summaries.mjs").tunedAtEachK>} Tuned */
/** @typedef {ReturnType<typeof import("./summaries.mjs").fixedAndAuto>} Auto */

/** A share in percent. */
const one = (/** @type {number} */ share) => (100 * share).toFixed(1);

/** @param {Auto[]} rows */
export function printAuto(rows) {
  if (rows.length === 0) return;
  console.error("\ndfs, options and k chosen inside training folds (nested accuracy)");
  console.error(
    "| data | best fixed, known afterwards | one-se | k in the folds | within one s. e. | best | within |\n|---|---|---|---|---|---|---|",
  );
  for (const { dataset, candidates, fixed, best, oneSe } of rows) {
    const least = fixed.mean - fixed.standardError;
    const setting = JSON.stringify(candidates[fixed.candidate]).replace(/["{}]/g, "");
    const yes = (/** @type {number} */ mean) => (mean >= least ? "yes" : `no, by ${one(least - mean)}`);
    const ks = oneSe.settings.map((/** @type {{ k: number }} */ { k }) => k).join(", ");
    console.error(
      `| ${dataset} | ${one(fixed.mean)} ± ${one(fixed.standardError)} (k = ${fixed.k}${setting && `, ${setting}`}) | ${one(oneSe.mean)} | ${ks} | ${yes(oneSe.mean)} | ${one(best.mean)} | ${yes(best.mean)} |`,
    );
  }
}

/**
 * The means over the data sets, for methods that have all of them, and each data set's figures; rows for dfs beside the
 * best other one.
 * @param {Tuned[]} tuned
 * @param {string[]} methods
 * @returns {Row[]}
 */
export function printMeans(tuned, methods) {
  const datasets = [...new Set(tuned.map(({ dataset }) => dataset))];
  /** @type {Row[]} */
  const rows = [];
  for (const way of /** @type {const} */ (["best", "oneSe", "defaults"])) {
    console.error(
      `\nmean over ${datasets.join(", ")}: ${{ best: "tuned, the best", oneSe: "tuned, one-se", defaults: "defaults" }[way]}`,
    );
    console.error(
      `| method | ${sizes.map((k) => `k = ${k}`).join(" | ")} | mean |\n|---|${"---|".repeat(sizes.length + 1)}`,
    );
    const whole = methods.filter(
      (method) => tuned.filter((row) => row.method === method).length === datasets.length,
    );
    const means = whole.map((method) => ({
      method,
      values: sizes.map((_, at) =>
        mean(tuned.filter((row) => row.method === method).map((row) => row.at[at][way])),
      ),
    }));
    for (const { method, values } of [...means].sort((a, b) => mean(b.values) - mean(a.values)))
      console.error(`| ${method} | ${values.map(one).join(" | ")} | ${one(mean(values))} |`);
    const own = means.find(({ method }) => method === "dfs");
    if (way !== "best" || !own) continue;
    for (const [at, k] of sizes.entries()) {
      const others = means.filter((row) => row !== own).sort((a, b) => b.values[at] - a.values[at]);
      if (others.length === 0) continue;
      const { method: peer, values } = others[0];
      const [value, peerValue] = [own.values[at], values[at]];
      rows.push({
        name: `tuned dfs, mean, top ${k}`,
        value,
        unit: "%",
        peer,
        peerValue,
        ratio: value / peerValue,
      });
    }
  }
  console.error("\ntuned (best), each data set, k = 10 / 20 / 40 / 80");
  console.error(`| method | ${datasets.join(" | ")} |\n|---|${"---|".repeat(datasets.length)}`);
  for (const method of methods) {
    const cells = datasets.map((dataset) => {
      const row = tuned.find((other) => other.method === method && other.dataset === dataset);
      return row ? row.at.map(({ best }) => one(best)).join(" / ") : "–";
    });
    console.error(`| ${method} | ${cells.join(" | ")} |`);
  }
  return rows;
}

const mean = (/** @type {number[]} */ values) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
