import { describe, expect, test } from "vitest";
import { Dataset } from "../../src/data/dataset.js";
import { applyScaling, fitScaling } from "../../src/experiment/scaling.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { SparseMatrix } from "../../src/numeric/sparse-matrix.js";
import { expectClose } from "../support/expect-close.js";

/** The same values in both forms, a row for each line; zeros are not stored in the second. */
function bothOf(lines: readonly (readonly number[])[]): [Dataset, Dataset] {
  const [rows, columns] = [lines.length, lines[0].length];
  const entries = lines.map((line) => line.flatMap((value, j) => (value === 0 ? [] : [{ value, j }])));
  const starts = Int32Array.from({ length: rows + 1 }, (_, i) => entries.slice(0, i).flat().length);
  const flat = entries.flat();
  return [
    new Dataset({ values: new Matrix(Float64Array.from(lines.flat()), rows, columns) }),
    new Dataset({
      values: new SparseMatrix(
        rows,
        columns,
        starts,
        Int32Array.from(flat, ({ j }) => j),
        Float64Array.from(flat, ({ value }) => value),
      ),
    }),
  ];
}

describe("scaling", () => {
  test("is that of the rows that are named, worked out by hand", () => {
    for (const data of bothOf([
      [1, 0],
      [2, 6],
      [900, 900],
      [6, 0],
    ])) {
      const { means, deviations } = fitScaling(data, Int32Array.of(0, 1, 3));
      expectClose(means, [3, 2]);
      expectClose(deviations, [Math.sqrt(7), Math.sqrt(12)]);
    }
  });

  test.each([
    [1, 49],
    [0.1, 10],
    [1e6 / 3, 7],
    [0, 5],
  ])("a column of %d in %i training rows is left as it is, whatever other rows hold", (value, rows) => {
    const lines = [...Array.from({ length: rows }, () => [value, 1]), [value + 1, 2]];
    for (const data of bothOf(lines)) {
      const { means, deviations } = fitScaling(
        data,
        Int32Array.from({ length: rows }, (_, i) => i),
      );
      // Rounding of the mean would make this a deviation of 1e-16, and 1e16 of the last row.
      expect([means[0], deviations[0]]).toEqual([value, 1]);
    }
  });

  test.each([1e-200, 1e200, 1e300])("values of size %d are brought to deviation 1", (size) => {
    for (const data of bothOf([[0], [2 * size], [0], [4 * size], [4 * size]])) {
      const { means, deviations } = fitScaling(data, Int32Array.of(0, 1, 2, 3, 4));
      expectClose([means[0] / size, deviations[0] / size], [2, 2]);
    }
  });

  test("missing values take no part in it, and stay missing", () => {
    const lines = [
      [1, Number.NaN, 0],
      [2, Number.NaN, Number.NaN],
      [Number.NaN, Number.NaN, 4],
      [6, 7, 5],
    ];
    for (const data of bothOf(lines)) {
      const scaling = fitScaling(data, Int32Array.of(0, 1, 2));
      expectClose(scaling.means, [1.5, 0, 2]);
      expectClose(scaling.deviations, [Math.sqrt(0.5), 1, Math.sqrt(8)]);
      const { values } = applyScaling(data, scaling);
      const dense = values instanceof Matrix ? values : values.toDense();
      expect(Array.from(dense.data, Number.isNaN)).toEqual(lines.flat().map(Number.isNaN));
    }
  });

  test("categories stay as they are", () => {
    const [data] = bothOf([
      [0, 1],
      [2, 3],
      [1, 5],
    ]);
    const table = data.with({ categories: [["a", "b", "c"], null] });
    const { means, deviations } = fitScaling(table, Int32Array.of(0, 1, 2));
    expect([Array.from(means), Array.from(deviations)]).toEqual([
      [0, 3],
      [1, 2],
    ]);
  });
});
