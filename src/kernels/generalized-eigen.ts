import { Matrix } from "../numeric/matrix.js";
import type { Eigen, Kernels } from "./kernels.js";
import { fixSigns } from "./reference/eigen.js";

/**
 * A·v = λ·B·v for a symmetric A and a positive definite B, of which the lower triangles are read; VᵀBV = I. With
 * B = L·Lᵀ these are the eigenvalues of L⁻¹·A·L⁻ᵀ, and its eigenvectors times L⁻ᵀ. Null when B is not positive
 * definite. Every implementation of the kernels passes itself.
 */
export function generalizedEigen(
  kernels: Pick<Kernels, "cholesky" | "solveTriangular"> & { symmetricEigen(a: Matrix): Eigen },
  a: Matrix,
  b: Matrix,
): Eigen | null {
  const factor = b.copy();
  if (!kernels.cholesky(factor)) return null;
  const reduced = Matrix.zeros(a.rows, a.rows);
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j <= i; j++) {
      reduced.set(i, j, a.get(i, j));
      reduced.set(j, i, a.get(i, j));
    }
  kernels.solveTriangular(factor, reduced);
  kernels.solveTriangular(factor, reduced.transposed());
  const { values, vectors } = kernels.symmetricEigen(reduced);
  kernels.solveTriangular(factor, vectors, true);
  fixSigns(vectors);
  return { values, vectors };
}
