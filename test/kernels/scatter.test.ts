import { describe, expect, test } from "vitest";
import { Matrix } from "../../src/numeric/matrix.js";
import { Panels } from "../../src/numeric/panels.js";
import { Random } from "../../src/numeric/random.js";
import { variants } from "./variants.js";

/** Multiples of 1/16, so that no sum of products is rounded, with room for more rows in the panels. */
function sixteenths(panels: Panels, seed: number): Panels {
  const random = new Random(seed);
  for (let i = 0; i < panels.rows; i++)
    for (let j = 0; j < panels.columns; j++) panels.set(i, j, (random.integer(4096) - 2048) / 16);
  return panels;
}

/** The lower triangle of `times` times XᵀX, row after row, by the definition. */
function expected(x: Panels, times: number): number[] {
  const sums: number[] = [];
  for (let i = 0; i < x.columns; i++)
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let row = 0; row < x.rows; row++) sum += x.get(row, i) * x.get(row, j);
      sums.push(times * sum);
    }
  return sums;
}

const lower = (c: Matrix): number[] =>
  Array.from({ length: c.rows }, (_, i) => Array.from({ length: i + 1 }, (_, j) => c.get(i, j))).flat();

describe.each(variants)("%s", (_, kernels) => {
  test.each([
    [1, 5],
    [3, 1],
    [8, 0],
    [19, 300],
    [70, 257],
    [131, 40],
  ])("%d columns, %d rows: the definition, wherever the operands lie", (columns, rows) => {
    const workspace = kernels.workspace();
    const inside = new Panels(workspace.array(Panels.size(rows + 3, columns)), rows, columns, rows + 3);
    for (const [x, c] of [
      [inside, workspace.matrix(columns, columns)],
      [Panels.zeros(rows, columns), workspace.matrix(columns, columns)],
      [inside, Matrix.zeros(columns, columns)],
    ] as const) {
      sixteenths(x, columns);
      kernels.addScatter(x, c)();
      kernels.addScatter(x, c)();
      expect(lower(c)).toEqual(expected(x, 2));
    }
    workspace.release();
  });

  test("what was begun is waited for by the next work, and by its own function later", () => {
    const workspace = kernels.workspace();
    const x = sixteenths(new Panels(workspace.array(Panels.size(500, 90)), 500, 90), 4);
    const c = workspace.matrix(90, 90);
    for (let turn = 1; turn <= 20; turn++) {
      c.data.fill(0);
      const settle = kernels.addScatter(x, c);
      if (turn % 2 === 0) kernels.addScatter(x, c)();
      settle();
      expect(lower(c)).toEqual(expected(x, turn % 2 === 0 ? 2 : 1));
    }
    workspace.release();
  });

  test("operands that do not belong together are refused", () => {
    expect(() => kernels.addScatter(Panels.zeros(5, 3), Matrix.zeros(4, 4))).toThrow(/3 × 3/);
    expect(() => kernels.addScatter(new Panels(new Float64Array(8), 5, 3), Matrix.zeros(3, 3))).toThrow(/20/);
  });
});
