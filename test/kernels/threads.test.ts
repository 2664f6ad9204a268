import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import type { Kernels } from "../../src/kernels/kernels.js";
import { WasmKernels } from "../../src/kernels/wasm-kernels.js";
import { BitMatrix } from "../../src/numeric/bit-matrix.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Panels } from "../../src/numeric/panels.js";
import { expectSame } from "../support/expect-same.js";
import { BuiltKernels } from "./built.js";
import { randomArray, randomMatrix } from "./layouts.js";

/** Large enough that the work is shared without being forced to. */
const SIZE = 301;

function everything(kernels: Kernels): Float64Array[] {
  const workspace = kernels.workspace();
  const [a, b] = [randomMatrix(1, SIZE, 150), randomMatrix(2, 150, SIZE)];
  const product = workspace.matrix(SIZE, SIZE);
  kernels.gemm(0.3, a, b, 0, product);
  const square = workspace.matrix(SIZE, SIZE);
  kernels.syrk(1, product, 0, square);
  for (let i = 0; i < SIZE; i++) square.set(i, i, square.get(i, i) + 1);
  const factor = square.copy();
  expect(kernels.cholesky(factor)).toBe(true);
  const solved = product.copy();
  kernels.solveTriangular(factor, solved);
  kernels.solveTriangular(factor, solved.transposed(), true);
  const big = randomMatrix(3, 1100, 1000);
  const y = new Float64Array(1100);
  kernels.gemv(2, big, randomArray(4, 1000), 0, y);
  const z = new Float64Array(1000);
  kernels.gemv(2, big.transposed(), y, 0, z);
  const squared = Matrix.zeros(SIZE, 100);
  kernels.squaredDistances(product, big.block(0, 0, 100, SIZE), squared);
  const manhattan = Matrix.zeros(SIZE, 100);
  kernels.manhattanDistances(product, big.block(0, 0, 100, SIZE), manhattan);
  const differences = Matrix.zeros(SIZE, SIZE);
  const named = Matrix.zeros(SIZE, 30);
  for (let at = 0; at < named.data.length; at++) named.data[at] = (at * 7919) % 100;
  kernels.weightedDifferences(
    product,
    big.block(0, 0, 100, SIZE),
    named,
    big.block(0, 0, SIZE, 30),
    differences,
  );
  const bits = new BitMatrix(
    Int32Array.from(big.data, (value) => value * 2 ** 31),
    1100,
    32_000,
  );
  const shared = new Int32Array(1100 * 5);
  kernels.sharedBits(
    bits,
    Int32Array.from({ length: 1100 }, (_, i) => 1099 - i),
    bits.slice(7, 5),
    shared,
  );
  const { means, variances } = kernels.columnMoments(big);
  const combined = Matrix.zeros(1100, 1000);
  kernels.combineRows(big, y, big, combined);
  kernels.combineColumns(combined, big, z, combined);
  const sums = kernels.columnProducts(big, combined);
  const folded = [Matrix.zeros(7, 1000), Matrix.zeros(7, 1000)];
  const residuals = new Panels(workspace.array(Panels.size(1100, 1000)), 1100, 1000);
  kernels.foldClasses({
    values: Float32Array.from(big.data),
    codes: Int32Array.from({ length: 1100 }, (_, i) => (i * i) % 7),
    origins: Matrix.zeros(7, 1000),
    means: folded[0],
    spreads: folded[1],
    residuals,
  });
  const scatter = workspace.matrix(1000, 1000);
  kernels.addScatter(residuals, scatter);
  const powers = new Float64Array(big.data.length);
  kernels.exp(big.data, powers);
  const results = [product.data, square.data, factor.data, solved.data, y, z, squared.data, manhattan.data];
  // The exponentials have waited for the scatter.
  const more = [differences.data, shared, means, variances, powers, combined.data, sums, scatter.data];
  const copies = [...results, ...more, ...folded.map(({ data }) => data), residuals.data].map((array) =>
    Float64Array.from(array),
  );
  workspace.release();
  return copies;
}

describe.each(["wasm", "fast"] as const)("%s", (name) => {
  test("1, 2, 3 and 5 threads give the same bits, time after time", async () => {
    const alone = await WasmKernels.create(name, 1);
    const expected = everything(alone);
    for (const threads of [1, 2, 3, 5]) {
      const kernels = await BuiltKernels.create(name, threads);
      expect(kernels.threads).toBe(threads);
      for (let round = 0; round < 3; round++)
        everything(kernels).forEach((result, i) => {
          expectSame(result, expected[i]);
        });
      await kernels.dispose();
    }
    await alone.dispose();
  });
});

describe("two threads", async () => {
  const kernels = await BuiltKernels.create("wasm", 2, { blockBytes: 2 ** 27, stepsWorthSharing: 0 });
  afterAll(() => kernels.dispose());

  test("see memory that was added after they had started", () => {
    const workspace = kernels.workspace();
    for (const megabytes of [1, 30, 100]) {
      workspace.array(megabytes * 2 ** 17);
      const [a, c] = [workspace.matrix(200, 200), workspace.matrix(200, 200)];
      for (let i = 0; i < 200; i++) a.set(i, i, 2);
      kernels.gemm(1, a, a, 0, c);
      for (let i = 0; i < 200; i++) expect(c.get(i, i)).toBe(4);
      expect(c.data.reduce((sum, value) => sum + value, 0)).toBe(800);
    }
    workspace.release();
  });

  test("a thousand small jobs one after the other: none is lost, none is done twice", () => {
    const workspace = kernels.workspace();
    const [ones, c] = [workspace.matrix(130, 130), workspace.matrix(130, 130)];
    ones.data.fill(1);
    for (let round = 1; round <= 1000; round++) kernels.gemm(1 / 130, ones, ones, 1, c);
    // Every entry grew by 1 a thousand times, up to the rounding of 130/130.
    for (const value of c.data) if (Math.abs(value - 1000) > 1e-9) expect.fail(`${value} is not 1000`);
    workspace.release();
  });
});

/** What a program of its own does, which is ended where it would hang. */
function outcomeOf(program: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    encoding: "utf8",
    // A busy machine takes its time to start it.
    timeout: 120_000,
  });
  return { status, stdout, stderr };
}

test("threads left alone let the program end, without a word", () => {
  const program = `
    const { WasmKernels } = await import("./build/kernels/wasm-kernels.js");
    const kernels = await WasmKernels.create("fast", 3);
    const workspace = kernels.workspace();
    const [a, c] = [workspace.matrix(300, 300), workspace.matrix(300, 300)];
    kernels.gemm(1, a, a, 0, c);
  `;
  expect(outcomeOf(program)).toEqual({ status: 0, stdout: "", stderr: "" });
});

test("kernels that are disposed of finish what was begun, and who waits for it afterwards goes on", () => {
  const program = `
    const { WasmKernels } = await import("./build/kernels/wasm-kernels.js");
    const { Panels } = await import("./build/numeric/panels.js");
    const kernels = await WasmKernels.create("wasm", 2);
    const workspace = kernels.workspace();
    const [rows, columns] = [2000, 1600];
    const x = new Panels(workspace.array(Panels.size(rows, columns)).fill(1), rows, columns);
    const c = workspace.matrix(columns, columns);
    const settle = kernels.addScatter(x, c);
    // Until the other thread is in the midst of it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    await kernels.dispose();
    settle();
    let wrong = 0;
    for (let i = 0; i < columns; i++) for (let j = 0; j <= i; j++) if (c.get(i, j) !== rows) wrong++;
    console.log(wrong);
  `;
  expect(outcomeOf(program)).toEqual({ status: 0, stdout: "0\n", stderr: "" });
});
