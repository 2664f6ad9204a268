import { describe, expect, test } from "vitest";
import { Matrix } from "../../src/numeric/matrix.js";
import { expectClose } from "../support/expect-close.js";
import { expectSame } from "../support/expect-same.js";
import { layouts, randomArray, randomMatrix } from "./layouts.js";
import { variants } from "./variants.js";

const near = { relative: 1e-12, absolute: 1e-12 };

/** out + A·(Aᵀ·V), sum by sum. */
function literal(a: Matrix, v: Matrix, out: Matrix): Matrix {
  const result = out.copy();
  for (let c = 0; c < v.columns; c++)
    for (let j = 0; j < a.columns; j++) {
      let image = 0;
      for (let i = 0; i < a.rows; i++) image += a.get(i, j) * v.get(i, c);
      for (let i = 0; i < a.rows; i++) result.set(i, c, result.get(i, c) + a.get(i, j) * image);
    }
  return result;
}

describe.each(variants)("products with A·Aᵀ, %s", (_, kernels) => {
  const placements = Object.values(layouts(kernels));

  test.each([
    [1, 1, 1],
    [4, 3, 0],
    [3, 0, 2],
    [7, 5, 3],
    [130, 33, 4],
    [64, 16, 7],
    [5, 1201, 6],
  ])("%d × %d for %d vectors, in every layout", (n, d, m) => {
    const [a, v, before] = [randomMatrix(1, n, d), randomMatrix(2, n, m), randomMatrix(3, n, m)];
    const expected = literal(a, v, before).data;
    placements.forEach((place, i) => {
      const out = placements[(i + 2) % placements.length](before);
      kernels.addGramProduct(place(a).matrix, placements[(i + 1) % placements.length](v).matrix, out.matrix);
      expectClose(out.matrix.copy().data, expected, near);
      out.expectGapsUntouched();
    });
  });

  test("of sparse columns, centred", () => {
    // Of 30 columns some are empty and one is full.
    const [n, d] = [41, 30];
    const held = randomMatrix(5, n, d);
    const isHeld = (i: number, j: number) => j === 4 || (j % 7 !== 0 && (i * 5 + j * 3) % 11 < 2);
    const starts = new Int32Array(d + 1);
    const [places, values]: number[][] = [[], []];
    for (let j = 0; j < d; j++) {
      for (let i = 0; i < n; i++)
        if (isHeld(i, j)) {
          places.push(i);
          values.push(held.get(i, j));
        }
      starts[j + 1] = places.length;
    }
    const means = randomArray(6, d);
    const outside = { starts, places: Int32Array.from(places), values: Float64Array.from(values), means };
    const workspace = kernels.workspace();
    const inside = {
      starts: workspace.integers(d + 1),
      places: workspace.integers(places.length),
      values: workspace.array(values.length),
      means: workspace.array(d),
    };
    for (const part of ["starts", "places", "values", "means"] as const) inside[part].set(outside[part]);
    const names = Int32Array.from([4, 29, 0, 11, 3, 7, 18]);
    const written = Matrix.zeros(n, names.length);
    names.forEach((name, j) => {
      for (let i = 0; i < n; i++) written.set(i, j, (isHeld(i, name) ? held.get(i, name) : 0) - means[name]);
    });
    for (const m of [1, 8, 11]) {
      const [v, before] = [randomMatrix(7, n, m), randomMatrix(8, n, m)];
      for (const columns of [outside, inside]) {
        const out = before.copy();
        kernels.addSparseGramProduct(columns, names, v, out);
        expectClose(out.data, literal(written, v, before).data, near);
      }
    }
    workspace.release();
  });

  test("panels of some rows and columns, centred and scaled, to the bit", () => {
    const [a, roots] = [randomMatrix(1, 23, 40), randomArray(2, 9)];
    const rows = Int32Array.from([22, 0, 5, 5, 17, 3, 4, 8, 9]);
    const columns = Int32Array.from([1, 2, 5, 39, 30, 7, 8]);
    const [means, factors] = [randomArray(3, 7), randomArray(4, 7)];
    for (const place of placements) {
      const panels = [4, 2, 1].map((width) => placements[5](Matrix.zeros(9, width)));
      kernels.centredPanels(
        place(a).matrix,
        { rows, columns, means, factors, roots },
        panels.map(({ matrix }) => matrix),
      );
      [0, 4, 6].forEach((first, p) => {
        const expected = panels[p].matrix.copy();
        for (let i = 0; i < 9; i++)
          for (let j = 0; j < expected.columns; j++) {
            const [mean, factor] = [means[first + j], factors[first + j]];
            expected.set(i, j, roots[i] * ((a.get(rows[i], columns[first + j]) - mean) * factor));
          }
        expectSame(panels[p].matrix.copy().data, expected.data);
        panels[p].expectGapsUntouched();
      });
    }
  });

  test("refuse operands that do not fit", () => {
    const [a, two] = [Matrix.zeros(3, 2), new Float64Array(2)];
    const needs = /but the other operands need/;
    expect(() => kernels.addGramProduct(a, Matrix.zeros(2, 1), Matrix.zeros(3, 1))).toThrow(needs);
    expect(() => kernels.addGramProduct(a, Matrix.zeros(3, 1), Matrix.zeros(3, 2))).toThrow(needs);
    const one = Int32Array.from([0, 1]);
    const view = { rows: one, columns: one, means: two, factors: two, roots: two };
    expect(() => kernels.centredPanels(a, view, [Matrix.zeros(2, 1)])).toThrow(
      "the panels have 1 columns together; 2 columns were named",
    );
    const beyond = { ...view, columns: Int32Array.from([0, 2]) };
    expect(() => kernels.centredPanels(a, beyond, [Matrix.zeros(2, 2)])).toThrow("A has the columns 0 to 1");
    const sparse = { starts: new Int32Array(3), places: new Int32Array(0), values: new Float64Array(0) };
    const v = Matrix.zeros(3, 1);
    expect(() =>
      kernels.addSparseGramProduct({ ...sparse, means: two }, Int32Array.of(2), v, v.copy()),
    ).toThrow("A has the columns 0 to 1");
  });
});
