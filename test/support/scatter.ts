import type { Dataset } from "../../src/data/dataset.js";
import type { Matrix } from "../../src/numeric/matrix.js";
import { denseValues } from "./random-data.js";

/** A dense matrix as rows, for computations that are to be read rather than fast. */
export type Rows = readonly (readonly number[])[];

export const multiply = (a: Rows, b: Rows): Rows =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, x, k) => sum + x * b[k][j], 0)));

export const transpose = (a: Rows): Rows => a[0].map((_, j) => a.map((row) => row[j]));

export const trace = (a: Rows): number => a.reduce((sum, row, i) => sum + row[i], 0);

export const toRows = (a: Matrix): Rows =>
  Array.from({ length: a.rows }, (_, i) => Array.from({ length: a.columns }, (_, j) => a.get(i, j)));

/** Gauss and Jordan, the largest pivot first. */
export function inverse(a: Rows): Rows {
  const n = a.length;
  const work = a.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k; i < n; i++) if (Math.abs(work[i][k]) > Math.abs(work[best][k])) best = i;
    [work[k], work[best]] = [work[best], work[k]];
    work[k] = work[k].map((x) => x / work[k][k]);
    for (let i = 0; i < n; i++) {
      const factor = work[i][k];
      if (i !== k) work[i] = work[i].map((x, j) => x - factor * work[k][j]);
    }
  }
  return work.map((row) => row.slice(n));
}

/** Sb, Sw and St of the data as sums over samples, by the definitions, features standardised with n − 1. */
export function scatters(data: Dataset): { between: Rows; within: Rows; total: Rows } {
  const { rows: n, features: d } = data;
  const values = denseValues(data);
  const codes = Array.from(data.labels!.codes);
  const columns = Array.from({ length: d }, (_, j) => {
    const x = Array.from({ length: n }, (_, i) => values.get(i, j));
    const mean = x.reduce((sum, value) => sum + value, 0) / n;
    const deviation = Math.sqrt(x.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1));
    return x.map((value) => (deviation > 0 ? (value - mean) / deviation : 0));
  });
  const classMean = columns.map((x) =>
    data.labels!.classes.map((_, code) => {
      const members = x.filter((_, i) => codes[i] === code);
      return members.reduce((sum, value) => sum + value, 0) / members.length;
    }),
  );
  const scatter = (value: (j: number, i: number) => number): Rows =>
    columns.map((_, a) =>
      columns.map((_, b) => codes.reduce((sum, _, i) => sum + value(a, i) * value(b, i), 0)),
    );
  return {
    between: scatter((j, i) => classMean[j][codes[i]]),
    within: scatter((j, i) => columns[j][i] - classMean[j][codes[i]]),
    total: scatter((j, i) => columns[j][i]),
  };
}
