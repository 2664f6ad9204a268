import { afterAll, describe, expect, test } from "vitest";
import { Dataset } from "../../src/data/dataset.js";
import { columnsOfRows, readsColumns } from "../../src/experiment/columns-of-rows.js";
import { fitScaling, scaledRows } from "../../src/experiment/scaling.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { findSelector } from "../../src/selectors/registry.js";
import { selectWith } from "../../src/selectors/select.js";
import { selectWide } from "../../src/selectors/wide/select-wide.js";

const kernels = await createKernels({ threads: 1 });
afterAll(() => kernels.dispose());

/** Noise with a few columns that tell the classes apart, and a constant, a repeated, a tiny and a shifted one. */
function table(rows: number, columns: number): Dataset {
  const random = new Random(7);
  const values = Matrix.zeros(rows, columns);
  const labels = Array.from({ length: rows }, (_, i) => "abc"[i % 3]);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) {
      const x = random.normal() + (j < 9 && j % 3 === i % 3 ? 1 : 0);
      values.set(i, j, j === 20 ? 4 : j === 21 ? x * 1e-130 : j === 22 ? 1e8 + x : x);
    }
  for (let i = 0; i < rows; i++) values.set(i, 30, values.get(i, 2));
  return new Dataset({ values, labels });
}

describe("columns of some rows of shared data give what a scaled copy of these rows gives, bit for bit", () => {
  const data = table(50, 1400);
  // Neither all rows nor in order.
  const rows = Int32Array.from([...Array(40).keys()], (i) => (7 * i + 3) % 50);
  for (const [method, options] of [
    ["dfs", {}],
    ["dfs", { classWeight: "balanced", margins: false }],
    ["svm-rfe", { standardize: false }],
    ["fisher", {}],
  ] as const)
    for (const isScaled of [true, false])
      test(`${method} ${JSON.stringify(options)}, ${isScaled ? "scaled" : "raw"}`, async () => {
        const scaling = isScaled ? fitScaling(data, rows) : null;
        const copy = scaling ? scaledRows(data, rows, scaling) : data.selectRows(rows);
        const settings = { method, options, k: 12, kernels, exclude: ["5", "22", "900"] };
        const [ours, theirs] = [
          await selectWide(columnsOfRows(data, rows, scaling), settings),
          await selectWith(copy, settings),
        ];
        expect(Array.from(ours.ranking)).toEqual(Array.from(theirs.ranking));
        expect(Array.from(ours.scores)).toEqual(Array.from(theirs.scores));
      });
});

test("a copy is spared where a method can work on columns of wide data, and the data is not small", () => {
  const wide = (method: string, options = {}) =>
    readsColumns(findSelector(method), options, { values: Matrix.zeros(200, 12_000) }, 200);
  expect(wide("fisher")).toBe(true);
  expect(wide("mrmr")).toBe(false);
  expect(wide("dfs", { gamma: null, elimination: "recursive", kernel: "linear" })).toBe(true);
  expect(wide("dfs", { gamma: 0.1, elimination: "recursive", kernel: "linear" })).toBe(false);
  expect(wide("dfs", { gamma: null, elimination: "one-shot", kernel: "linear" })).toBe(false);
  expect(readsColumns(findSelector("fisher"), {}, { values: Matrix.zeros(100, 2000) }, 100)).toBe(false);
});
