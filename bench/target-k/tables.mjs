/** @typedef {import("../run.mjs").Row} Row */
/** @typedef {import("../target-k.mjs").Measured} Measured */

const titles = { svm: "linear SVM", lda: "LDA", knn: "nearest neighbours" };
/** Points that issue 14 asks `dfs` to be above `svm-rfe`, mean over data sets and k, judged by the linear SVM. */
const asked = 0.5;
const one = (/** @type {number} */ value) => value.toFixed(1);
const signed = (/** @type {number} */ value) => `${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(1)}`;

/**
 * Prints the means over data sets for every judge, over the methods that have all of them; each data set's accuracies
 * with the linear SVM; and what `dfs` has more than `svm-rfe`.
 * @param {readonly Measured[]} measured
 * @param {readonly number[]} sizes
 * @returns {Row[]}
 */
export function printTables(measured, sizes) {
  const datasets = distinct(measured.map(({ dataset }) => dataset));
  const methods = distinct(measured.map(({ method }) => method));
  /** Accuracies at each k, mean over seeds; undefined where the method was not run. */
  const at = (/** @type {string} */ dataset, /** @type {string} */ method, /** @type {string} */ judge) => {
    const runs = measured.filter((run) => run.dataset === dataset && run.method === method);
    return runs.length > 0 ? sizes.map((_, i) => mean(runs.map((run) => run.accuracy[judge][i]))) : undefined;
  };
  const whole = methods.filter((method) => datasets.every((dataset) => at(dataset, method, "svm")));
  const overSets = (/** @type {string} */ method, /** @type {string} */ judge) =>
    sizes.map((_, i) =>
      mean(datasets.map((dataset) => /** @type {number[]} */ (at(dataset, method, judge))[i])),
    );
  const judges = Object.entries(titles);

  print(`mean over ${datasets.length} data sets in %, k = ${sizes.join(" / ")}: mean over k`);
  print(
    tableOf([
      ["method", ...judges.map(([, title]) => title)],
      ...whole.map((method) => [
        method,
        ...judges.map(
          ([judge]) =>
            `${overSets(method, judge).map(one).join(" / ")}: ${one(mean(overSets(method, judge)))}`,
        ),
      ]),
    ]),
  );
  print(`each data set, linear SVM, in %, k = ${sizes.join(" / ")}`);
  print(
    tableOf([
      ["data", ...methods],
      ...datasets.map((dataset) => [
        dataset,
        ...methods.map((method) => at(dataset, method, "svm")?.map(one).join(" / ") ?? ""),
      ]),
    ]),
  );
  if (!whole.includes("dfs") || !whole.includes("svm-rfe")) return [];
  const lead = (/** @type {string} */ dataset, /** @type {string} */ judge) =>
    mean(/** @type {number[]} */ (at(dataset, "dfs", judge))) -
    mean(/** @type {number[]} */ (at(dataset, "svm-rfe", judge)));
  print("points of dfs above svm-rfe, mean over k");
  print(
    tableOf([
      ["data", ...judges.map(([, title]) => title)],
      ...datasets.map((dataset) => [dataset, ...judges.map(([judge]) => signed(lead(dataset, judge)))]),
      ["mean", ...judges.map(([judge]) => signed(mean(datasets.map((dataset) => lead(dataset, judge)))))],
    ]),
  );
  return judges.flatMap(([judge, title]) => {
    const own = mean(overSets("dfs", judge));
    const others = whole.filter((method) => method !== "dfs");
    return others.map((method) => {
      const more = judge === "svm" && method === "svm-rfe" ? asked : 0;
      const peerValue = mean(overSets(method, judge)) + more;
      const peer = more > 0 ? `${method} and ${more} points` : method;
      return { name: title, value: own, unit: "%", peer, peerValue, ratio: own / peerValue, target: 1 };
    });
  });
}

/** @param {string} text */
function print(text) {
  console.error(`\n${text}`);
}

/** @param {readonly string[][]} lines */
function tableOf([head, ...rows]) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** @param {readonly string[]} words */
function distinct(words) {
  return [...new Set(words)];
}

/** @param {readonly number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
