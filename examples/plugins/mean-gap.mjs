// A method and a classifier of one's own. This module is a plug-in too:
//   salience check examples/plugins/mean-gap.mjs
//   salience select data.csv --target class --plugin examples/plugins/mean-gap.mjs --method mean-gap --k 20
import { defineClassifier, defineSelector, InputError, Matrix } from "salience";

/** How far the largest and the smallest class mean of a feature lie apart, in standard deviations. */
export const meanGap = defineSelector({
  name: "mean-gap",
  title: "Gap between class means",
  summary: "The largest class mean of a feature less the smallest, over its standard deviation to a power.",
  citation: "An example of salience's documentation.",
  supervised: true,
  direction: "larger",
  module: import.meta.url,
  options: {
    power: { type: "number", default: 1, min: 0, help: "power of the standard deviation to divide by" },
  },
  cost: ({ rows, features }) => ({ scalar: 4 * rows * features, matrix: 0, bytes: 8 * features }),
  async score(data, { power }, context) {
    const { codes, classes } = data.labels ?? { codes: [], classes: [] };
    const values = data.values instanceof Matrix ? data.values : data.values.toDense();
    const counts = classes.map((_, code) => codes.filter((one) => one === code).length);
    const scores = new Float64Array(data.features);
    for (let j = 0; j < data.features; j++) {
      // Values of any size are compared by a unit of their own, so that no square overflows or vanishes.
      const column = Array.from({ length: data.rows }, (_, i) => values.get(i, j));
      const unit = Math.max(...column.map(Math.abs)) || 1;
      const means = classes.map(() => 0);
      column.forEach((value, i) => {
        means[codes[i]] += value / unit / counts[codes[i]];
      });
      const mean = column.reduce((sum, value) => sum + value / unit, 0) / data.rows;
      const variance = column.reduce((sum, value) => sum + (value / unit - mean) ** 2, 0) / data.rows;
      const gap = Math.max(...means) - Math.min(...means);
      scores[j] = variance > 0 ? gap / Math.sqrt(variance) ** power : 0;
      if (j % 20 === 0) await context.progress(j / data.features);
    }
    return { scores };
  },
});

/** The class whose mean is nearest. */
export const nearestMean = defineClassifier({
  name: "nearest-mean",
  title: "Nearest class mean",
  module: import.meta.url,
  options: {},
  fit({ values, codes, classes }) {
    const present = classes.map((_, code) => codes.includes(code));
    const means = Matrix.zeros(classes.length, values.columns);
    codes.forEach((code, i) => {
      const rows = codes.filter((one) => one === code).length;
      for (let j = 0; j < values.columns; j++)
        means.set(code, j, means.get(code, j) + values.get(i, j) / rows);
    });
    return model(classes, present, means);
  },
  restore({ classes, present, means }) {
    if (!isTexts(classes) || !isFlags(present) || !isRows(means) || means.length !== classes.length)
      throw new InputError("unreadable-json", "the saved classifier is damaged; save it again");
    return model(classes, present, Matrix.fromRows(means));
  },
});

/** @type {(list: unknown) => list is string[]} */
const isTexts = (list) => Array.isArray(list) && list.every((one) => typeof one === "string");
/** @type {(list: unknown) => list is boolean[]} */
const isFlags = (list) => Array.isArray(list) && list.every((one) => typeof one === "boolean");
/** @type {(list: unknown) => list is number[][]} */
const isRows = (list) => Array.isArray(list) && list.every(isNumbers);
/** @type {(list: unknown) => list is number[]} */
const isNumbers = (list) => Array.isArray(list) && list.every((one) => typeof one === "number");

/**
 * @param {readonly string[]} classes
 * @param {boolean[]} present
 * @param {Matrix} means one row per class
 */
function model(classes, present, means) {
  /** @param {Matrix} values */
  const decide = (values) => {
    if (values.columns !== means.columns)
      throw new InputError(
        "data-mismatch",
        `there are ${values.columns} features; the classifier was fitted to ${means.columns}`,
      );
    const decisions = Matrix.zeros(values.rows, classes.length);
    for (let i = 0; i < values.rows; i++)
      classes.forEach((_, code) => {
        let distance = 0;
        for (let j = 0; j < values.columns; j++) distance += (values.get(i, j) - means.get(code, j)) ** 2;
        decisions.set(i, code, present[code] ? -distance : Number.NEGATIVE_INFINITY);
      });
    return decisions;
  };
  return {
    classes,
    decide,
    /** @param {Matrix} values */
    predict(values) {
      const decisions = decide(values);
      return Int32Array.from({ length: values.rows }, (_, i) => {
        const row = classes.map((_, code) => decisions.get(i, code));
        return row.indexOf(Math.max(...row));
      });
    },
    toJSON: () => ({
      classifier: "nearest-mean",
      classes,
      present,
      means: classes.map((_, code) => Array.from({ length: means.columns }, (_, j) => means.get(code, j))),
    }),
  };
}
