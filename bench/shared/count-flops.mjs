/** @typedef {import("../../src/kernels/kernels.js").Kernels} Kernels */
/** @typedef {import("../../src/numeric/matrix.js").Matrix} Matrix */

/**
 * The same kernels, and how many floating-point operations were asked of their matrix products, factorisations and
 * solves; the rest is small beside these.
 * @param {Kernels} kernels
 * @returns {{ kernels: Kernels, flops: () => number }}
 */
export function countFlops(kernels) {
  let flops = 0;
  /** @type {Partial<Kernels>} */
  const counting = {
    gemm(alpha, a, b, beta, c) {
      flops += 2 * a.rows * a.columns * b.columns;
      kernels.gemm(alpha, a, b, beta, c);
    },
    syrk(alpha, a, beta, c) {
      flops += a.rows * a.rows * a.columns;
      kernels.syrk(alpha, a, beta, c);
    },
    cholesky(a) {
      flops += (a.rows * a.rows * a.rows) / 3;
      return kernels.cholesky(a);
    },
    solveTriangular(l, b, transposed) {
      flops += l.rows * l.rows * b.columns;
      kernels.solveTriangular(l, b, transposed);
    },
  };
  const proxy = new Proxy(kernels, {
    get(target, name) {
      if (name in counting) return Reflect.get(counting, name);
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { kernels: proxy, flops: () => flops };
}
