import { denseValues, randomData } from "./random-data.js";

/** A data set with planted features as the text of a CSV file; its label column is called `class`. */
export function smallTable(seed: number, { rows = 60, features = 24, classes = 3 } = {}): string {
  const data = randomData({ rows, features, classes, relevant: 5, separation: 1.5, seed });
  const values = denseValues(data);
  const lines = Array.from({ length: rows }, (_, i) =>
    [...Array.from({ length: features }, (_, j) => values.get(i, j)), `c${data.labels!.codes[i]}`].join(","),
  );
  return `${[...data.featureNames.map((name) => `f${name}`), "class"].join(",")}\n${lines.join("\n")}\n`;
}

/** The text of a result or an output without its times, the only thing that may differ between two runs. */
export const untimed = (text: string): string =>
  text
    .replace(/"(seconds|\w+Seconds)": [^,\n]+/g, "")
    .replace(/ +<?[\d.]+ (ms|s|min)$/gm, "")
    .replace(/under a millisecond/g, "");
