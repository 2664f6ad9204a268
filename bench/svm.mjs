/**
 * The linear SVM beside LIBSVM's own `svm-train -t 0 -c 1 -v 5` (Debian's libsvm-tools) on COIL20, 20 classes, features
 * standardised and ranked by the Fisher score: five folds with 100 features, and the curve of k = 10, 15, …, 100 beside
 * eight of LIBSVM's runs at k = 100. Ours begins with the values in memory, svm-train with reading its file, so the
 * reading is timed on its own (training on it with one iteration's tolerance) and taken off. Both sides take turns in one
 * run. The accuracies are compared: LIBSVM's folds are its own, so they agree within two points; test/models/svm holds the
 * predictions equal. Needs `npm run build`, the data of SALIENCE_DATA or ../shared/data, and svm-train.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bestOf } from "./shared/best-of.mjs";
import { loadBuilt, paperFile } from "./shared/project.mjs";

/** @typedef {import("./run.mjs").Row} Row */
/** @typedef {import("../src/numeric/matrix.js").Matrix} Matrix */
/** @typedef {import("../src/kernels/kernels.js").Kernels} Kernels */
/** @typedef {{ train: Int32Array, test: Int32Array }} Fold */

const rounds = 12;

/** @returns {Promise<Row[]>} */
export default async function bench() {
  if (spawnSync("svm-train").error) throw new Error("there is no svm-train; install libsvm-tools");
  const salience = await loadBuilt("node.js");
  const { GrowingGram } = await loadBuilt("models/svm/gram.js");
  const { trainOnGram, predictOnGram } = await loadBuilt("models/svm/on-gram.js");
  const data = await salience.readDataset(paperFile("COIL20"));
  const { ranking } = await salience.select(data, { method: "fisher", k: 100 });
  const codes = data.labels.codes;
  /** @type {Kernels} */
  const kernels = await salience.createKernels({ threads: 2 });
  /** @type {Kernels} */
  const single = await salience.createKernels({ threads: 1 });
  const values = standardise(kernels, data.values.selectColumns(ranking.slice(0, 100)));
  const folds = foldsOf(codes);
  const folder = mkdtempSync(join(tmpdir(), "salience-svm-"));
  try {
    const file = join(folder, "coil20");
    writeFileSync(file, svmlight(values, codes));
    let right = 0;
    /** @type {(kernels: Kernels, counts: number[]) => number} */
    const curve = (kernels, counts) => {
      const start = performance.now();
      const gram = new GrowingGram(kernels, values.rows);
      let held = 0;
      for (const k of counts) {
        gram.add(values.block(0, held, values.rows, k - held));
        held = k;
        right = 0;
        for (const { train, test } of folds) {
          const predicted = predictOnGram(trainOnGram(gram.values, codes, train), gram.values, test);
          for (let t = 0; t < test.length; t++) if (predicted[t] === codes[test[t]]) right++;
        }
      }
      gram.release();
      return (performance.now() - start) / 1000;
    };
    const steps = Array.from({ length: 19 }, (_, i) => 10 + 5 * i);
    let native = 0;
    const best = await bestOf(rounds, {
      five: () => curve(kernels, [100]),
      fiveSingle: () => curve(single, [100]),
      curve: () => curve(kernels, steps),
      native: () => {
        const start = performance.now();
        const { stdout } = spawnSync("svm-train", ["-t", "0", "-c", "1", "-v", "5", "-q", file], {
          encoding: "utf8",
        });
        native = Number(/= ([\d.]+)%/.exec(stdout)?.[1]);
        return (performance.now() - start) / 1000;
      },
      // All work but that of the folds: an enormous tolerance leaves nothing to optimise.
      reading: () => {
        const start = performance.now();
        spawnSync("svm-train", ["-t", "0", "-e", "1e9", "-q", file, join(folder, "model")]);
        return (performance.now() - start) / 1000;
      },
    });
    const ours = (100 * right) / codes.length;
    if (!(Math.abs(ours - native) <= 2))
      throw new Error(`the accuracies differ: ours ${ours.toFixed(2)} %, svm-train's ${native} %`);
    const bare = best.native - best.reading;
    /** @type {(name: string, value: number, peer: string, peerValue: number, target?: number) => Row} */
    const row = (name, value, peer, peerValue, target) => ({
      name,
      value,
      unit: "s",
      peer,
      peerValue,
      ratio: peerValue / value,
      ...(target && { target }),
    });
    return [
      row("svm-COIL20-100-5-folds", best.five, "svm-train -v 5, file and all", best.native, 1),
      row("svm-COIL20-100-5-folds-bare", best.five, "svm-train -v 5 less reading", bare, 1),
      row("svm-COIL20-100-5-folds-1-thread", best.fiveSingle, "svm-train -v 5 less reading", bare),
      row("svm-COIL20-curve-10-100", best.curve, "8 × svm-train -v 5, file and all", 8 * best.native, 1),
      row("svm-COIL20-curve-10-100-bare", best.curve, "8 × svm-train -v 5 less reading", 8 * bare),
    ];
  } finally {
    rmSync(folder, { recursive: true });
    await kernels.dispose();
    await single.dispose();
  }
}

/**
 * @param {Kernels} kernels
 * @param {Matrix} values overwritten
 */
function standardise(kernels, values) {
  const { rows: n, columns: d, data } = values;
  const { means, variances } = kernels.columnMoments(values);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < d; j++)
      data[i * d + j] = (data[i * d + j] - means[j]) / Math.sqrt((variances[j] * n) / (n - 1));
  return values;
}

/**
 * Five folds; the i-th sample of its class is tested in fold i mod 5.
 * @param {Int32Array} codes
 * @returns {Fold[]}
 */
function foldsOf(codes) {
  /** @type {Record<number, number>} */
  const seen = {};
  const fold = codes.map((code) => {
    seen[code] = (seen[code] ?? -1) + 1;
    return seen[code] % 5;
  });
  const all = Int32Array.from(codes.keys());
  return [0, 1, 2, 3, 4].map((f) => ({
    train: all.filter((i) => fold[i] !== f),
    test: all.filter((i) => fold[i] === f),
  }));
}

/**
 * @param {Matrix} values
 * @param {Int32Array} codes
 */
function svmlight(values, codes) {
  const { rows, columns, data } = values;
  return Array.from({ length: rows }, (_, i) => {
    const cells = Array.from({ length: columns }, (_, j) => `${j + 1}:${data[i * columns + j]}`);
    return `${codes[i]} ${cells.join(" ")}\n`;
  }).join("");
}
