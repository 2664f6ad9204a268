import { describe, expect, test } from "vitest";
import { Dataset } from "../../src/data/dataset.js";
import { completeData, fitPreparation } from "../../src/models/preparation.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";

const all = (data: Dataset) => Int32Array.from({ length: data.rows }, (_, i) => i);
const column = ({ values }: Dataset, j: number) =>
  Array.from({ length: values.rows }, (_, i) => (values as Matrix).get(i, j));

/** Least squares by the normal equations, solved by elimination: columns must be independent. */
function leastSquares(design: readonly (readonly number[])[], y: readonly number[]): number[] {
  const p = design[0].length;
  const system = Array.from({ length: p }, (_, a) => [
    ...Array.from({ length: p }, (_, b) => design.reduce((sum, row) => sum + row[a] * row[b], 0)),
    design.reduce((sum, row, i) => sum + row[a] * y[i], 0),
  ]);
  for (let a = 0; a < p; a++) {
    const pivot = system
      .slice(a)
      .reduce((best, row, at) => (Math.abs(row[a]) > Math.abs(system[best][a]) ? a + at : best), a);
    [system[a], system[pivot]] = [system[pivot], system[a]];
    for (let r = 0; r < p; r++) {
      if (r === a) continue;
      const factor = system[r][a] / system[a][a];
      for (let c = a; c <= p; c++) system[r][c] -= factor * system[a][c];
    }
  }
  return system.map((row, a) => row[p] / row[a]);
}

/** A batch of three levels, an age, three features; the third batch has more of class b. */
function study(seed: number, rows = 60): Dataset {
  const random = new Random(seed);
  const lines = Array.from({ length: rows }, (_, i) => {
    const batch = i % 3;
    const sick = random.uniform() < [0.3, 0.5, 0.7][batch] ? 1 : 0;
    const age = 40 + 10 * random.normal() + 4 * sick;
    const noise = () => random.normal();
    return { sick, values: [batch, age, noise() + 3 * batch, noise() + 0.2 * age + sick, noise()] };
  });
  return new Dataset({
    values: Matrix.fromRows(lines.map(({ values }) => values)),
    featureNames: ["batch", "age", "x", "y", "z"],
    categories: [["one", "two", "three"], null, null, null, null],
    labels: lines.map(({ sick }) => (sick ? "b" : "a")),
  });
}

describe("adjusting for known influences", () => {
  test("takes away what literal least squares with classes, batches and age says", () => {
    const data = study(1);
    const train = Int32Array.from({ length: 45 }, (_, i) => i);
    const preparation = fitPreparation(data, train, Int32Array.of(0, 1));
    const adjusted = completeData(data, preparation);
    const { codes } = data.labels!;
    const [batch, age] = [column(data, 0), column(data, 1)];
    const design = Array.from(train, (i) => [
      1,
      codes[i],
      Number(batch[i] === 1),
      Number(batch[i] === 2),
      age[i],
    ]);
    const mean = (of: (i: number) => number) => train.reduce((sum, i) => sum + of(i), 0) / train.length;
    for (const j of [2, 3, 4]) {
      const y = column(data, j);
      const [, , second, third, slope] = leastSquares(
        design,
        Array.from(train, (i) => y[i]),
      );
      const effect = (i: number) =>
        second * Number(batch[i] === 1) + third * Number(batch[i] === 2) + slope * age[i];
      const average = mean(effect);
      for (const [i, value] of column(adjusted, j).entries())
        expect(value).toBeCloseTo(y[i] - effect(i) + average, 9);
    }
    // The influences themselves stay.
    expect(column(adjusted, 0)).toEqual(batch);
    expect(column(adjusted, 1)).toEqual(age);
  });

  test("rows without a value take no part for that feature, and are filled with the median of what is left", () => {
    const data = study(6);
    const values = (data.values as Matrix).copy();
    const gaps = [0, 7, 8, 20, 33];
    for (const i of gaps) values.set(i, 2, Number.NaN);
    const gappy = data.with({ values });
    const adjusted = completeData(gappy, fitPreparation(gappy, all(gappy), Int32Array.of(0)));
    const { codes } = data.labels!;
    const [batch, y] = [column(data, 0), column(data, 2)];
    const known = Array.from(all(data)).filter((i) => !gaps.includes(i));
    const [, , second, third] = leastSquares(
      known.map((i) => [1, codes[i], Number(batch[i] === 1), Number(batch[i] === 2)]),
      known.map((i) => y[i]),
    );
    const effect = (i: number) => second * Number(batch[i] === 1) + third * Number(batch[i] === 2);
    const average = batch.reduce((sum, _, i) => sum + effect(i), 0) / batch.length;
    const found = column(adjusted, 2);
    const left = known.map((i) => y[i] - effect(i) + average);
    for (const [at, i] of known.entries()) expect(found[i]).toBeCloseTo(left[at], 9);
    const sorted = [...left].sort((a, b) => a - b);
    for (const i of gaps) expect(found[i]).toBeCloseTo(sorted[(sorted.length - 1) / 2], 9);
    // Complete features are as they were.
    const whole = completeData(data, fitPreparation(data, all(data), Int32Array.of(0)));
    for (const j of [3, 4]) expect(column(adjusted, j)).toEqual(column(whole, j));
  });

  test("without classes the influences are all there is; with a number to predict its part stays", () => {
    const data = study(7);
    const [age, y] = [column(data, 1), column(data, 3)];
    const mean = age.reduce((sum, x) => sum + x, 0) / age.length;
    const target = column(data, 4).map((x, i) => x + y[i]);
    for (const [given, extra] of [
      [data.with({ labels: null }), []],
      [data.with({ labels: null, targets: target }), [target]],
    ] as const) {
      const slope = leastSquares(
        age.map((x, i) => [1, x, ...extra.map((more) => more[i])]),
        y,
      )[1];
      const adjusted = column(completeData(given, fitPreparation(given, all(given), Int32Array.of(1))), 3);
      for (const [i, value] of adjusted.entries())
        expect(value).toBeCloseTo(y[i] - slope * (age[i] - mean), 9);
    }
  });

  test("a feature that the influences make up is constant, to the last bit", () => {
    const data = study(2);
    const values = (data.values as Matrix).copy();
    for (let i = 0; i < data.rows; i++)
      values.set(i, 4, 2 * values.get(i, 1) + 7 * Number(values.get(i, 0) === 2));
    const copy = data.with({ values });
    const adjusted = completeData(copy, fitPreparation(copy, all(copy), Int32Array.of(0, 1)));
    expect(new Set(column(adjusted, 4)).size).toBe(1);
  });

  test("where batch and class are the same, nothing of the class is taken away", () => {
    const data = study(3);
    const values = (data.values as Matrix).copy();
    for (const [i, code] of data.labels!.codes.entries()) values.set(i, 0, code);
    const same = data.with({ values });
    const preparation = fitPreparation(same, all(same), Int32Array.of(0));
    expect(column(completeData(same, preparation), 2)).toEqual(column(same, 2));
    expect(preparation.adjustment!.confounding.explained).toBeCloseTo(1, 9);
  });

  test("how far influences go with a class is the adjusted part of the variance that they explain", () => {
    const data = study(4);
    const { codes } = data.labels!;
    const [batch, age] = [column(data, 0), column(data, 1)];
    const design = batch.map((level, i) => [1, Number(level === 1), Number(level === 2), age[i]]);
    const y = Array.from(codes);
    const fitted = leastSquares(design, y);
    const mean = y.reduce((sum, x) => sum + x, 0) / y.length;
    const left = y.reduce(
      (sum, x, i) => sum + (x - design[i].reduce((s, d, c) => s + d * fitted[c], 0)) ** 2,
      0,
    );
    const total = y.reduce((sum, x) => sum + (x - mean) ** 2, 0);
    const explained = 1 - left / (data.rows - 4) / (total / (data.rows - 1));
    const { confounding } = fitPreparation(data, all(data), Int32Array.of(0, 1)).adjustment!;
    expect(confounding.explained).toBeCloseTo(explained, 9);
  });

  test("as many levels as rows are refused", () => {
    const data = study(5, 12);
    const values = (data.values as Matrix).copy();
    for (let i = 0; i < data.rows; i++) values.set(i, 0, i);
    const levels = Array.from({ length: 12 }, (_, i) => `batch ${i}`);
    const ids = data.with({ values, categories: [levels, null, null, null, null] });
    expect(() => fitPreparation(ids, all(ids), Int32Array.of(0))).toThrow(/too many for 12 training rows/);
  });
});
