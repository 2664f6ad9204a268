import { describe, expect, test } from "vitest";
import { createKernels } from "../../../src/kernels/create-kernels.js";
import { type ClassWeight, sampleWeights } from "../../../src/models/class-weight.js";
import { Matrix } from "../../../src/numeric/matrix.js";
import { Random } from "../../../src/numeric/random.js";
import type { SparseMatrix } from "../../../src/numeric/sparse-matrix.js";
import { solveByConjugateGradients } from "../../../src/selectors/matrix-free/conjugate-gradients.js";
import { DenseOperator, openDense } from "../../../src/selectors/matrix-free/dense-operator.js";
import { rootsOf, type SampleOperator } from "../../../src/selectors/matrix-free/sample-operator.js";
import { SparseOperator } from "../../../src/selectors/matrix-free/sparse-operator.js";
import { openSparse } from "../../../src/selectors/matrix-free/sparse-samples.js";
import { byClass } from "../../../src/selectors/recursion/by-class.js";
import { expectClose } from "../../support/expect-close.js";
import { sparseData } from "./sparse-data.js";

/** The first feature has lost six digits to its mean when it is read. */
const near = { relative: 1e-8, absolute: 1e-8 };
const kernels = await createKernels({ threads: 1 });
const { sparse, dense } = sparseData(60, 40, 3, 5);
// Uneven classes, so that balanced ones differ.
const rows = Array.from({ length: 60 }, (_, i) => i).filter((i) => i % 3 > 0 || i % 2 > 0);
const [few, written] = [sparse.selectRows(rows), dense.selectRows(rows)];

/** X as the definition has it, with two passes for each column; samples by class, times the roots of their weights. */
function literal(classWeight: ClassWeight, withRoots = true): Matrix {
  const values = written.values as Matrix;
  const samples = byClass(written.labels!, classWeight);
  const weights = sampleWeights(written.labels!, classWeight) ?? new Float64Array(values.rows).fill(1);
  const roots = rootsOf(samples.starts, samples.weights);
  const n = values.rows;
  const result = Matrix.zeros(n, values.columns);
  for (let j = 0; j < values.columns; j++) {
    const own = Array.from({ length: n }, (_, i) => values.get(i, j) - values.get(0, j));
    const mean = own.reduce((sum, x, i) => sum + (weights[i] * x) / n, 0);
    const squares = own.reduce((sum, x, i) => sum + weights[i] * (x - mean) ** 2, 0);
    samples.order.forEach((row, i) => {
      const scaled = (own[row] - mean) / Math.sqrt(squares / (n - 1));
      result.set(i, j, withRoots ? roots[i] * scaled : scaled);
    });
  }
  return result;
}

function open(name: "sparse" | "dense", classWeight: ClassWeight): SampleOperator {
  const samples = byClass(few.labels!, classWeight);
  const roots = rootsOf(samples.starts, samples.weights);
  if (name === "sparse") {
    const opened = openSparse(few, few.values as SparseMatrix, samples, { standardize: true });
    return new SparseOperator(kernels, kernels.workspace(), opened.samples, roots);
  }
  const values = written.values as Matrix;
  const weights = sampleWeights(written.labels!, classWeight);
  const opened = openDense(kernels, written, values, weights, { standardize: true });
  // Room for 7 features that stay and for 3 that pass, so that all ways are gone.
  const room = { mostKept: 7 * samples.order.length, block: 3 * samples.order.length };
  return new DenseOperator(kernels, kernels.workspace(), values, opened, samples.order, roots, room);
}

const product = (a: Matrix, b: Matrix): Matrix => {
  const result = Matrix.zeros(a.rows, b.columns);
  kernels.gemm(1, a, b, 0, result);
  return result;
};

function vectors(count: number): Matrix {
  const random = new Random(3);
  const result = Matrix.zeros(rows.length, count);
  result.data.forEach((_, at) => {
    result.data[at] = random.normal();
  });
  return result;
}

describe.each(["sparse", "dense"] as const)("the operator of %s data", (name) => {
  test.each(["none", "balanced"] as const)("does what the matrix does, classes %s", (classWeight) => {
    const operator = open(name, classWeight);
    operator.drop([3, 39, 17]);
    const left = operator.remaining;
    const x = literal(classWeight).selectColumns(left);
    const u = vectors(4);
    const image = operator.backToFeatures(u);
    expectClose(image.data, product(x.transposed(), u).data, near);
    const gram = Matrix.zeros(u.rows, 4);
    operator.multiplyGram(u, gram);
    expectClose(gram.data, product(x, product(x.transposed(), u)).data, near);
    const whole = product(x, x.transposed());
    expectClose(
      operator.gramDiagonal(),
      Float64Array.from(rows, (_, i) => whole.get(i, i)),
      near,
    );
    const total = Matrix.zeros(left.length, left.length);
    operator.total(total);
    expectClose(total.data, product(x.transposed(), x).data, near);
    const picked = Int32Array.from([17, 0, 5]);
    const columns = Matrix.zeros(rows.length, 3);
    operator.copyColumns(picked, columns);
    expectClose(columns.data, literal(classWeight, false).selectColumns(picked).data, near);
  });
});

test("conjugate gradients find what a factorisation finds, also for right-hand sides that depend on each other", async () => {
  const operator = open("sparse", "none");
  const right = vectors(5);
  for (let i = 0; i < right.rows; i++) right.set(i, 3, right.get(i, 0) - 2 * right.get(i, 1));
  const alpha = 0.2;
  const gram = product(literal("none"), literal("none").transposed());
  for (let i = 0; i < gram.rows; i++) gram.set(i, i, gram.get(i, i) + alpha);
  const diagonal = Float64Array.from(rows, (_, i) => gram.get(i, i));
  const direct = right.copy();
  kernels.cholesky(gram);
  kernels.solveTriangular(gram, direct);
  kernels.solveTriangular(gram, direct, true);
  const solution = Matrix.zeros(right.rows, right.columns);
  const system = {
    multiply(block: Matrix, out: Matrix) {
      operator.multiplyGram(block, out);
      for (let i = 0; i < out.rows; i++)
        for (let j = 0; j < out.columns; j++) out.set(i, j, out.get(i, j) + alpha * block.get(i, j));
    },
    diagonal,
    right,
    tolerance: 1e-12,
    mostSteps: 200,
  };
  const pause = async () => {};
  const first = await solveByConjugateGradients(kernels, system, solution, pause);
  expect(first.converged).toBe(true);
  expectClose(solution.data, direct.data, { relative: 1e-8, absolute: 1e-10 });
  // From the solution there is nothing left to do, and one step is not enough.
  expect((await solveByConjugateGradients(kernels, system, solution, pause)).steps).toBeLessThan(3);
  const short = await solveByConjugateGradients(
    kernels,
    { ...system, mostSteps: 1 },
    Matrix.zeros(right.rows, right.columns),
    pause,
  );
  expect(short).toEqual({ steps: 1, converged: false });
});
