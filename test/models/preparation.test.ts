import { describe, expect, it } from "vitest";
import { Dataset } from "../../src/data/dataset.js";
import {
  encodeForModel,
  encodeForSelection,
  fillMissing,
  fitPreparation,
  needsPreparation,
} from "../../src/models/preparation.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { SparseMatrix } from "../../src/numeric/sparse-matrix.js";

const missing = Number.NaN;
const all = (data: Dataset) => Int32Array.from({ length: data.rows }, (_, i) => i);
const column = (data: Dataset, j: number) =>
  Array.from({ length: data.rows }, (_, i) => (data.values as Matrix).get(i, j));
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const product = (a: readonly number[], b: readonly number[]) => mean(a.map((x, i) => x * b[i]));

function mixed(): Dataset {
  return new Dataset({
    values: Matrix.fromRows([
      [1, 0, 5],
      [missing, 1, 6],
      [3, missing, 7],
      [10, 1, missing],
      [4, 2, 8],
    ]),
    featureNames: ["x", "colour", "y"],
    categories: [null, ["red", "green", "blue"], null],
  });
}

describe("preparation", () => {
  it("fills with the median of numbers and the most frequent level, of the training rows alone", () => {
    const data = mixed();
    const { fills } = fitPreparation(data, all(data));
    expect(Array.from(fills)).toEqual([3.5, 1, 6.5]);
    const part = fitPreparation(data, [0, 2]);
    expect(Array.from(part.fills)).toEqual([2, 0, 6]);
    expect(column(fillMissing(data, part), 0)).toEqual([1, 2, 3, 10, 4]);
    expect(column(fillMissing(data, part), 1)).toEqual([0, 1, 0, 1, 2]);
    expect(column(data, 0)[1]).toBeNaN();
  });

  it("sparse data is filled where it holds a missing value, zeros counting as values", () => {
    const values = new SparseMatrix(
      4,
      2,
      Int32Array.of(0, 1, 2, 3, 4),
      Int32Array.of(0, 0, 0, 1),
      Float64Array.of(missing, 4, 6, 9),
    );
    const data = new Dataset({ values });
    expect(needsPreparation(data)).toBe(true);
    const fitted = fitPreparation(data, all(data));
    expect(Array.from(fitted.fills)).toEqual([4, 0]);
    expect(Array.from((fillMissing(data, fitted).values as SparseMatrix).values)).toEqual([4, 4, 6, 9]);
  });

  it("data without gaps and categories needs none; infinite values are no gaps", () => {
    expect(needsPreparation(Dataset.fromRows([[1, 2]]))).toBe(false);
    expect(needsPreparation(Dataset.fromRows([[Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]]))).toBe(
      false,
    );
    expect(needsPreparation(Dataset.fromRows([[1, missing]]))).toBe(true);
    expect(needsPreparation(mixed())).toBe(true);
  });

  it("contrasts have mean 0, variance 1 and no correlation, and span what the levels span", () => {
    const random = new Random(1);
    const levels = ["a", "b", "c", "d", "never"];
    const codes = Array.from({ length: 200 }, () => Math.floor(4 * random.uniform() * random.uniform()));
    const data = new Dataset({
      values: Matrix.fromRows(codes.map((code) => [code])),
      categories: [levels],
    });
    const { data: encoded, featureOf } = encodeForSelection(data, fitPreparation(data, all(data)));
    expect(Array.from(featureOf)).toEqual([0, 0, 0]);
    for (let a = 0; a < 3; a++) {
      expect(mean(column(encoded, a))).toBeCloseTo(0, 12);
      for (let b = 0; b < 3; b++)
        expect(product(column(encoded, a), column(encoded, b))).toBeCloseTo(a === b ? 1 : 0, 12);
    }
    // The indicator of every level is its mean plus its projections on the contrasts.
    for (let level = 0; level < 4; level++) {
      const indicator = codes.map((code) => Number(code === level));
      const share = mean(indicator);
      const rebuilt = codes.map(
        (_, i) =>
          share +
          [0, 1, 2].reduce(
            (sum, a) => sum + product(indicator, column(encoded, a)) * column(encoded, a)[i],
            0,
          ),
      );
      for (const [i, value] of rebuilt.entries()) expect(value).toBeCloseTo(indicator[i], 12);
    }
  });

  it("a level that the training rows do not have is 0 in every column", () => {
    const train = new Dataset({
      values: Matrix.fromRows([[0], [1], [0], [1], [1]]),
      categories: [["a", "b", "c"]],
    });
    const fitted = fitPreparation(train, all(train));
    const fresh = train.with({ values: Matrix.fromRows([[2], [3], [0]]) });
    for (const encoding of [encodeForSelection, encodeForModel]) {
      const { data } = encoding(fresh, fitted);
      for (let j = 0; j < data.features; j++) expect(column(data, j).slice(0, 2)).toEqual([0, 0]);
      expect(column(data, 0)[2]).not.toBe(0);
    }
  });

  it("indicators are centred, their variances add up to 1, and keep the distances between levels in proportion", () => {
    const data = new Dataset({
      values: Matrix.fromRows([0, 0, 0, 1, 1, 2].map((code) => [code])),
      categories: [["a", "b", "c"]],
    });
    const { data: encoded } = encodeForModel(data, fitPreparation(data, all(data)));
    expect(encoded.features).toBe(3);
    const variances = [0, 1, 2].map((j) => product(column(encoded, j), column(encoded, j)));
    expect(variances.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    for (const j of [0, 1, 2]) expect(mean(column(encoded, j))).toBeCloseTo(0, 12);
    const at = (i: number) => [0, 1, 2].map((j) => column(encoded, j)[i]);
    const distance = (a: number[], b: number[]) =>
      Math.sqrt(a.reduce((sum, x, j) => sum + (x - b[j]) ** 2, 0));
    expect(distance(at(0), at(3))).toBeCloseTo(distance(at(0), at(5)), 12);
  });

  it("a category with one level has no columns, numbers stay as they are", () => {
    const data = new Dataset({
      values: Matrix.fromRows([
        [1, 0],
        [2, 0],
      ]),
      categories: [null, ["only"]],
    });
    const { data: encoded, featureOf } = encodeForSelection(data, fitPreparation(data, all(data)));
    expect(Array.from(featureOf)).toEqual([0]);
    expect(column(encoded, 0)).toEqual([1, 2]);
  });
});
