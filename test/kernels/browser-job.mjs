/**
 * What the browser test runs in Node and in the browser: gemm, cholesky and exp on data from a seed, large enough that
 * threads share the work. Returns every bit of the results, in hexadecimal.
 * @param {import("../../src/kernels/kernels.js").Kernels} kernels
 * @param {typeof import("../../src/numeric/matrix.js").Matrix} Matrix
 * @param {typeof import("../../src/numeric/random.js").Random} Random
 */
export function runJob(kernels, Matrix, Random) {
  const n = 203;
  const random = new Random(7);
  const a = Matrix.zeros(n, n);
  for (let i = 0; i < a.data.length; i++) a.data[i] = random.uniform() - 0.5;
  const workspace = kernels.workspace();
  const product = workspace.matrix(n, n);
  kernels.gemm(1, a, a.transposed(), 0, product);
  const factor = workspace.matrix(n, n);
  factor.data.set(product.data);
  for (let i = 0; i < n; i++) factor.set(i, i, factor.get(i, i) + 1);
  if (!kernels.cholesky(factor)) throw new Error("the matrix should be positive definite");
  const powers = new Float64Array(n * n);
  kernels.exp(product.data, powers);
  const hex = [product.data, factor.data, powers].map(hexadecimal);
  workspace.release();
  return { name: kernels.name, threads: kernels.threads, hex };
}

/** @param {Float64Array} numbers */
function hexadecimal(numbers) {
  const bytes = new Uint8Array(Float64Array.from(numbers).buffer);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
