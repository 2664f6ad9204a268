import { describe, expect, test } from "vitest";
import type { ClassBlock, Kernels } from "../../src/kernels/kernels.js";
import { referenceKernels } from "../../src/kernels/reference/reference-kernels.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Panels } from "../../src/numeric/panels.js";
import { Random } from "../../src/numeric/random.js";
import { variants } from "./variants.js";

const classes = 5;
/** The class of each row; the fourth class has none, the last a single one. */
const codes = Int32Array.from({ length: 64 }, (_, i) => (i === 20 ? 4 : i % 3));

/** Everything but the values, with origins far away from zero. */
const outputs = (columns: number) => ({
  codes,
  origins: new Matrix(
    Float64Array.from({ length: classes * columns }, (_, at) => 1000 * (at % 7)),
    classes,
    columns,
  ),
  means: new Matrix(new Float64Array(classes * columns).fill(7), classes, columns),
  spreads: new Matrix(new Float64Array(classes * columns).fill(7), classes, columns),
  residuals: Panels.zeros(64, columns),
});

function fold(kernels: Kernels, values: ClassBlock["values"], columns: number) {
  const out = outputs(columns);
  kernels.foldClasses({ values, ...out });
  return out;
}

describe.each(variants)("%s", (_, kernels) => {
  test.each([1, 8, 19])("%d columns: the definition, in 32 and in 64 bits", (columns) => {
    const random = new Random(columns);
    const values = Float32Array.from({ length: 64 * columns }, () => 3000 + random.integer(4096) / 16);
    for (const given of [values, Float64Array.from(values)]) {
      const { origins, means, spreads, residuals } = fold(kernels, given, columns);
      for (let code = 0; code < classes; code++)
        for (let j = 0; j < columns; j++) {
          const rows = Array.from(codes.keys()).filter((i) => codes[i] === code);
          // Multiples of 1/16: these sums have no rounding at all.
          const sum = rows.reduce((total, i) => total + values[i * columns + j] - origins.get(code, j), 0);
          const mean = rows.length > 0 ? sum / rows.length : 0;
          expect(means.get(code, j)).toBe(mean);
          const squares = rows.reduce(
            (total, i) => total + (values[i * columns + j] - origins.get(code, j)) ** 2,
            0,
          );
          const spread = squares - sum * mean;
          expect(Math.abs(spreads.get(code, j) - spread)).toBeLessThan(1e-9 * Math.max(1, squares));
          for (const i of rows)
            expect(residuals.get(i, j)).toBe(values[i * columns + j] - origins.get(code, j) - mean);
        }
    }
  });

  test("the bits of the reference, without residuals too", () => {
    const random = new Random(3);
    const values = Float64Array.from({ length: 64 * 19 }, () => 5 + random.normal());
    const expected = fold(referenceKernels, values, 19);
    const found = fold(kernels, values, 19);
    for (const key of ["means", "spreads", "residuals"] as const)
      expect(found[key].data).toEqual(expected[key].data);
    const { residuals: _, ...out } = outputs(19);
    kernels.foldClasses({ values, ...out, residuals: null });
    expect(out.means.data).toEqual(expected.means.data);
    expect(out.spreads.data).toEqual(expected.spreads.data);
  });

  test("a missing value stays in its column and class", () => {
    const values = new Float32Array(64 * 10).fill(1);
    values[20 * 10 + 3] = Number.NaN;
    const { means } = fold(kernels, values, 10);
    expect(Array.from(means.data.keys()).filter((at) => Number.isNaN(means.data[at]))).toEqual([4 * 10 + 3]);
  });

  test("operands that do not belong together are refused", () => {
    const out = outputs(2);
    expect(() => kernels.foldClasses({ values: new Float64Array(5), ...out })).toThrow(/128/);
    const wrong = { ...out, codes: new Int32Array(64).fill(5) };
    expect(() => kernels.foldClasses({ values: new Float64Array(128), ...wrong })).toThrow(
      "class 5 was named",
    );
  });
});
