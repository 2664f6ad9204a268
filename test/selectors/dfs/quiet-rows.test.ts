import { describe, expect, test } from "vitest";
import { createKernels } from "../../../src/index.js";
import { Matrix } from "../../../src/numeric/matrix.js";
import { Random } from "../../../src/numeric/random.js";
import { descend } from "../../../src/selectors/dfs/descend.js";
import type { FitOptions, Problem } from "../../../src/selectors/dfs/fit.js";
import { QuietRows } from "../../../src/selectors/dfs/quiet-rows.js";
import { TallScatter } from "../../../src/selectors/dfs/tall-scatter.js";
import { WideScatter } from "../../../src/selectors/dfs/wide-scatter.js";

const kernels = await createKernels({ threads: 1 });
const workspace = kernels.workspace();
const random = new Random(5);

function normal(rows: number, columns: number): Matrix {
  const matrix = workspace.matrix(rows, columns);
  for (let at = 0; at < matrix.data.length; at++) matrix.data[at] = random.normal();
  return matrix;
}

/** The product, entry by entry. */
function product(a: Matrix, b: Matrix): Matrix {
  const result = Matrix.zeros(a.rows, b.columns);
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < b.columns; j++)
      for (let k = 0; k < a.columns; k++) result.set(i, j, result.get(i, j) + a.get(i, k) * b.get(k, j));
  return result;
}

function expectClose(a: Matrix, b: Matrix, tolerance: number): void {
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < a.columns; j++)
      expect(Math.abs(a.get(i, j) - b.get(i, j))).toBeLessThanOrEqual(tolerance);
}

describe("quiet rows", () => {
  const [d, m] = [12, 3];
  const vectors = normal(d, m);
  const atWork = Int32Array.of(1, 4, 7, 8);
  const weights = Float64Array.from({ length: d }, (_, i) => 1 + i * i);
  const quiet = QuietRows.of(kernels, workspace, vectors, atWork, weights)!;

  test("their basis is orthonormal, zero in the rows at work, and makes the weights diagonal", () => {
    const { basis } = quiet;
    for (const i of atWork) for (let j = 0; j < m; j++) expect(basis.get(i, j)).toBe(0);
    expectClose(product(basis.transposed(), basis), Matrix.identity(m), 1e-12);
    const weighted = basis.copy();
    for (let i = 0; i < d; i++) for (let j = 0; j < m; j++) weighted.set(i, j, weights[i] * basis.get(i, j));
    const diagonal = Matrix.zeros(m, m);
    quiet.weights.forEach((weight, j) => {
      diagonal.set(j, j, weight);
    });
    expectClose(product(basis.transposed(), weighted), diagonal, 1e-10);
  });

  test("the vectors come back from their coordinates", () => {
    const back = quiet.expand(quiet.project(vectors));
    for (let i = 0; i < d; i++)
      for (let j = 0; j < m; j++)
        expect(back.get(i, j)).toBeCloseTo(atWork.includes(i) ? 0 : vectors.get(i, j), 12);
  });

  test("rows of zeros need no basis", () => {
    const zeros = vectors.copy();
    for (let i = 0; i < d; i++) if (!atWork.includes(i)) for (let j = 0; j < m; j++) zeros.set(i, j, 0);
    expect(QuietRows.of(kernels, workspace, zeros, atWork, weights)).toBeNull();
  });

  test.each(["tall", "wide"])("the %s scatter in the new coordinates is TᵀSwT", (form) => {
    const samples = normal(9, d);
    const scatter = product(samples.transposed(), samples);
    const whole =
      form === "wide"
        ? new WideScatter(kernels, workspace, samples)
        : new TallScatter(kernels, workspace, scatter);
    const transform = Matrix.zeros(d, atWork.length + m);
    atWork.forEach((feature, at) => {
      transform.set(feature, at, 1);
    });
    for (let i = 0; i < d; i++)
      for (let j = 0; j < m; j++) transform.set(i, atWork.length + j, quiet.basis.get(i, j));
    const expected = product(transform.transposed(), product(scatter, transform));
    const restricted = whole.restrict(atWork, workspace, quiet.basis);
    const found = Matrix.zeros(expected.rows, expected.columns);
    restricted.multiply(Matrix.identity(expected.rows), found);
    expectClose(found, expected, 1e-10);
  });
});

test("a hurried fit with quiet rows ends where one with all rows does", async () => {
  const [n, d, classes] = [60, 80, 4];
  const means = normal(classes, d);
  // Twelve features tell the classes apart, the rest is noise and comes to rest.
  for (let code = 0; code < classes; code++)
    for (let j = 12; j < d; j++) means.set(code, j, 0.05 * means.get(code, j));
  const problem: Problem = {
    kernels,
    within: new WideScatter(kernels, workspace, normal(n, d)),
    between: means,
  };
  const options: FitOptions = {
    gamma: 1,
    p: 1,
    zeta: 1e-12,
    l: 3,
    alpha: 1e-3,
    maxIterations: 400,
    tolerance: 1e-8,
  };
  const rest = async () => {};
  const plain = await descend(problem, options, new Random(1), rest);
  const quiet = await descend(problem, { ...options, hurry: true }, plain.warm, rest);
  const hurried = await descend(problem, { ...options, hurry: true }, new Random(1), rest);
  const last = (fit: typeof plain) => fit.value.smoothed;
  expect(Math.abs(last(hurried) - last(plain))).toBeLessThan(1e-5 * plain.value.size);
  // From the end of the other, nothing rises, and every row has a weight of its own again at the end.
  expect(last(quiet)).toBeLessThanOrEqual(last(plain) + 1e-9 * plain.value.size);
  expect(quiet.norms).toHaveLength(d);
  expect(quiet.norms.filter((norm) => norm > 1e-4).length).toBeLessThan(40);
});
