import { describe, expect, test } from "vitest";
import { createKernels } from "../../src/kernels/create-kernels.js";
import type { KernelsName } from "../../src/kernels/kernels.js";
import { referenceKernels } from "../../src/kernels/reference/reference-kernels.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { expectClose } from "../support/expect-close.js";
import { expectSame } from "../support/expect-same.js";
import { layouts, randomArray, randomMatrix } from "./layouts.js";
import { variants } from "./variants.js";

test("wasm on one thread unless said otherwise", async () => {
  const kernels = await createKernels();
  expect([kernels.name, kernels.threads]).toEqual(["wasm", 1]);
  await kernels.dispose();
  expect(() => kernels.workspace().array(3)).toThrow("these kernels have been disposed");
});

test("the names given", async () => {
  for (const name of ["reference", "wasm", "fast"] as const) {
    const kernels = await createKernels({ kernels: name });
    expect(kernels.name).toBe(name);
    await kernels.dispose();
  }
});

test("an unknown name and an impossible number of threads are refused", async () => {
  await expect(createKernels({ kernels: "native" as KernelsName })).rejects.toThrow(
    'there are no kernels "native"; the kernels are wasm, fast, reference',
  );
  for (const threads of [0, -1, 1.5, NaN, 65])
    await expect(createKernels({ threads })).rejects.toThrow(
      `threads must be a whole number from 1 to 64; ${threads} was given`,
    );
});

// The kernels themselves have their own tests; here, that every way to call them leads to the same.
describe.each(variants)("%s", (_, kernels) => {
  const placements = Object.values(layouts(kernels));

  test.each(["squaredDistances", "manhattanDistances"] as const)("%s in every layout", (operation) => {
    for (const [m, n, d] of [
      [0, 3, 2],
      [3, 4, 0],
      [1, 1, 1],
      [7, 5, 3],
      [37, 21, 300],
    ]) {
      const [a, b, expected] = [randomMatrix(1, m, d), randomMatrix(2, n, d), Matrix.zeros(m, n)];
      referenceKernels[operation](a, b, expected);
      placements.forEach((_, i) => {
        const out = placements[(i + 2) % placements.length](Matrix.zeros(m, n));
        const aPlaced = placements[i](a);
        kernels[operation](aPlaced.matrix, placements[(i + 4) % placements.length](b).matrix, out.matrix);
        expectSame(out.matrix.copy().data, expected.data);
        out.expectGapsUntouched();
        expectSame(aPlaced.matrix.copy().data, a.data);
      });
    }
    expect(() => kernels[operation](Matrix.zeros(2, 3), Matrix.zeros(4, 2), Matrix.zeros(2, 4))).toThrow(
      "B is 4 × 2, but the other operands need 4 × 3",
    );
  });

  test("columnMoments in every layout", () => {
    for (const [m, n] of [
      [0, 3],
      [3, 0],
      [1, 1],
      [9, 5],
      [300, 70],
    ]) {
      const a = randomMatrix(3, m, n);
      const expected = referenceKernels.columnMoments(a);
      for (const placement of placements) {
        const { means, variances } = kernels.columnMoments(placement(a).matrix);
        expectSame(means, expected.means);
        expectSame(variances, expected.variances);
      }
    }
  });

  test("symmetricEigen in every layout", () => {
    const a = randomMatrix(4, 9, 9);
    const expected = referenceKernels.symmetricEigen(a);
    for (const placement of placements) {
      const { matrix } = placement(a);
      const { values, vectors } = kernels.symmetricEigen(matrix);
      expectClose(values, expected.values, { relative: 0, absolute: 1e-13 });
      expectClose(vectors.copy().data, expected.vectors.data, { relative: 0, absolute: 1e-12 });
      expectSame(matrix.copy().data, a.data);
    }
    a.set(3, 1, NaN);
    expect(() => kernels.symmetricEigen(a)).toThrow("holds NaN in row 4, column 2");
    expect(() => kernels.symmetricEigen(Matrix.zeros(2, 3))).toThrow("A is 2 × 3");
  });

  test("the generalized eigenproblem", () => {
    const n = 8;
    const [a, root, b] = [randomMatrix(5, n, n), randomMatrix(6, n, 2 * n), Matrix.zeros(n, n)];
    referenceKernels.syrk(1, root, 0, b);
    const expected = referenceKernels.symmetricEigen(a, b)!;
    const [aBefore, bBefore] = [a.copy(), b.copy()];
    const { values, vectors } = kernels.symmetricEigen(a, b)!;
    expectClose(values, expected.values, { relative: 0, absolute: 1e-12 });
    expectClose(vectors.copy().data, expected.vectors.copy().data, { relative: 0, absolute: 1e-11 });
    expectSame(a.data, aBefore.data);
    expectSame(b.data, bBefore.data);
    b.set(2, 2, -1);
    expect(kernels.symmetricEigen(a, b)).toBe(null);
  });

  test("exp, log and pow, out of place, in place and in a workspace", () => {
    const workspace = kernels.workspace();
    for (const length of [0, 1, 5, 1000, 3001]) {
      const x = randomArray(7, length).map((value) => 20 * value);
      const expected = new Float64Array(length);
      for (const run of [
        (to: typeof kernels, x: Float64Array, out: Float64Array) => to.exp(x, out),
        (to: typeof kernels, x: Float64Array, out: Float64Array) => to.log(x, out),
        (to: typeof kernels, x: Float64Array, out: Float64Array) => to.pow(x, 1.7, out),
      ]) {
        run(referenceKernels, x, expected);
        const out = new Float64Array(length);
        run(kernels, x, out);
        expectSame(out, expected);
        out.set(x);
        run(kernels, out, out);
        expectSame(out, expected);
        const inside = workspace.array(length);
        inside.set(x);
        run(kernels, inside, inside);
        expectSame(inside, expected);
      }
    }
    workspace.release();
    expect(() => kernels.exp(new Float64Array(2), new Float64Array(3))).toThrow("the output has 3 elements");
  });

  test("a workspace gives zeros, also where something was before, and can be released twice", () => {
    for (let round = 0; round < 3; round++) {
      const workspace = kernels.workspace();
      const [matrix, array] = [workspace.matrix(5, 7), workspace.array(11)];
      expect([matrix.rows, matrix.columns, array.length]).toEqual([5, 7, 11]);
      expect([...matrix.data, ...array].every((value) => value === 0)).toBe(true);
      matrix.data.fill(round + 1);
      array.fill(NaN);
      workspace.release();
      workspace.release();
    }
  });
});
