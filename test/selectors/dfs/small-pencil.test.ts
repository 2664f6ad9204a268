import { describe, expect, test } from "vitest";
import { createKernels, Random } from "../../../src/index.js";
import type { Kernels } from "../../../src/kernels/kernels.js";
import { Matrix } from "../../../src/numeric/matrix.js";
import { SmallPencil } from "../../../src/selectors/dfs/small-pencil.js";
import { expectClose } from "../../support/expect-close.js";

const size = 9;

/** Xᵀ·X for a random X of more rows, with a column that is the sum of two before it, up to `noise`, where `dependent` says so. */
function gramOf(random: Random, columns: number, dependent?: number, noise = 0): Matrix {
  const x = Matrix.zeros(2 * columns, columns);
  for (let at = 0; at < x.data.length; at++) x.data[at] = random.normal();
  if (dependent !== undefined)
    for (let i = 0; i < x.rows; i++) x.set(i, dependent, x.get(i, 0) + x.get(i, 1) + noise * random.normal());
  return product(x.transposed(), x);
}

function product(a: Matrix, b: Matrix): Matrix {
  const out = Matrix.zeros(a.rows, b.columns);
  for (let i = 0; i < out.rows; i++)
    for (let j = 0; j < out.columns; j++)
      for (let k = 0; k < a.columns; k++) out.data[i * out.columns + j] += a.get(i, k) * b.get(k, j);
  return out;
}

const without = (gram: Matrix, column: number): Matrix => {
  const others = Array.from({ length: gram.rows }, (_, i) => i).filter((i) => i !== column);
  return gram.selectRows(others).selectColumns(others);
};

describe.each(["reference", "wasm"] as const)("the small eigenproblem, %s kernels", (name) => {
  const made: Promise<Kernels> = createKernels({ kernels: name, threads: 1 });

  test("gives the largest θ of the pencil and combinations that are orthonormal in the S-Gram matrix", async () => {
    const kernels = await made;
    const workspace = kernels.workspace();
    const pencil = new SmallPencil(kernels, workspace, size);
    // Twice with the same room, of different sizes: nothing of the first may be left in the second.
    for (const columns of [size, size - 2]) {
      const random = new Random(columns);
      const [gramS, gramM] = [gramOf(random, columns), gramOf(random, columns)];
      const { theta, combinations } = pencil.solve(gramS, gramM, 4);
      const { values } = kernels.symmetricEigen(gramS, gramM)!;
      expectClose(theta, Array.from(values).reverse().slice(0, 4), { relative: 1e-10 });
      const inS = product(combinations.transposed(), product(gramS, combinations));
      const inM = product(combinations.transposed(), product(gramM, combinations));
      for (let i = 0; i < 4; i++)
        for (let j = 0; j < 4; j++) {
          expect(inS.get(i, j)).toBeCloseTo(i === j ? 1 : 0, 10);
          expect(inM.get(i, j)).toBeCloseTo(i === j ? 1 / theta[i] : 0, 9);
        }
    }
    workspace.release();
  });

  test("a vector that those before it nearly span is left out, although the matrix is positive definite", async () => {
    const kernels = await made;
    const workspace = kernels.workspace();
    const gramS = gramOf(new Random(1), size);
    for (const [noise, left] of [
      [1e-4, size - 1],
      [0.1, size],
    ]) {
      const gramM = gramOf(new Random(2), size, 5, noise);
      expect(kernels.cholesky(gramM.copy())).toBe(true);
      expect(new SmallPencil(kernels, workspace, size).solve(gramS, gramM, size).theta).toHaveLength(left);
    }
    workspace.release();
  });

  test("a vector that those before it span is left out, and so is one of zeros", async () => {
    const kernels = await made;
    const workspace = kernels.workspace();
    const [gramS, gramM] = [gramOf(new Random(1), size, 5), gramOf(new Random(2), size, 5)];
    const { theta, combinations } = new SmallPencil(kernels, workspace, size).solve(gramS, gramM, size);
    const { values } = kernels.symmetricEigen(without(gramS, 5), without(gramM, 5))!;
    expectClose(theta, Array.from(values).reverse(), { relative: 1e-9 });
    expect(Array.from({ length: theta.length }, (_, j) => combinations.get(5, j))).toEqual(
      new Array(theta.length).fill(0),
    );
    for (const gram of [gramS, gramM])
      for (let i = 0; i < size; i++) {
        gram.set(i, 8, 0);
        gram.set(8, i, 0);
      }
    expect(new SmallPencil(kernels, workspace, size).solve(gramS, gramM, size).theta).toHaveLength(size - 2);
    workspace.release();
  });
});
