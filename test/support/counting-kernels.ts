import type { Kernels } from "../../src/kernels/kernels.js";
import type { Matrix } from "../../src/numeric/matrix.js";

/** Floating-point operations of one call, by kernel, in the usual counts; kernels that are not here do little. */
const operations: Partial<Record<keyof Kernels, (...args: never[]) => number>> = {
  gemm: (_alpha: number, a: Matrix, b: Matrix) => 2 * a.rows * a.columns * b.columns,
  syrk: (_alpha: number, a: Matrix) => a.rows * a.rows * a.columns,
  gemv: (_alpha: number, a: Matrix) => 2 * a.rows * a.columns,
  symv: (_alpha: number, a: Matrix) => 2 * a.rows * a.rows,
  cholesky: (a: Matrix) => a.rows ** 3 / 3,
  solveTriangular: (l: Matrix, b: Matrix) => l.rows * l.rows * b.columns,
  symmetricEigen: (a: Matrix) => 5 * a.rows ** 3,
  squaredDistances: (a: Matrix, b: Matrix) => 3 * a.rows * b.rows * a.columns,
  manhattanDistances: (a: Matrix, b: Matrix) => 3 * a.rows * b.rows * a.columns,
  weightedDifferences: (a: Matrix, _b: Matrix, _rows: Matrix, weights: Matrix) =>
    6 * a.rows * weights.columns * a.columns,
};

/** The same kernels, and what was asked of them so far. */
export function countingKernels(kernels: Kernels): {
  kernels: Kernels;
  matrix: () => number;
  calls: () => number;
} {
  let [matrix, calls] = [0, 0];
  const proxy = new Proxy(kernels, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      const count = operations[name as keyof Kernels] as ((...args: unknown[]) => number) | undefined;
      return (...args: unknown[]) => {
        if (count) {
          matrix += count(...args);
          calls++;
        }
        return value.apply(target, args);
      };
    },
  });
  return { kernels: proxy, matrix: () => matrix, calls: () => calls };
}
