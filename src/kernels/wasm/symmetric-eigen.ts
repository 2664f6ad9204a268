import { InputError } from "../../numeric/input-error.js";
import { Matrix } from "../../numeric/matrix.js";
import type { Eigen } from "../kernels.js";
import { requireFinite } from "../reference/eigen.js";
import { addressOf } from "./kernel-memory.js";
import type { Machine } from "./machine.js";
import { Staging } from "./staging.js";

/** Above this the work space alone is larger than all memory that 32-bit addresses reach. */
const LARGEST = 16_000;

/** Eigenvalues and eigenvectors of a symmetric matrix, from its lower triangle. */
export function symmetricEigen(machine: Machine, a: Matrix): Eigen {
  const n = a.rows;
  if (n > LARGEST)
    throw new InputError(
      `an eigenproblem of size ${n} does not fit the kernels' memory; ${LARGEST} is the most, reduce it first`,
    );
  return Staging.run(machine.memory, (staging) => {
    const inside = staging.input(a, "rows");
    const values = staging.array(n);
    const vectors = staging.array(n * n);
    const { eigenWorkBytes, symmetricEigen } = machine.pool.wasm;
    const status = symmetricEigen(
      ...[addressOf(inside), n, inside.rowStride, values.byteOffset, vectors.byteOffset],
      staging.allocate(eigenWorkBytes(n) >>> 0),
    );
    if (status !== 0) {
      requireFinite(a);
      throw new Error(`the eigenvalues of a ${n} × ${n} matrix did not converge`);
    }
    return {
      values: values.slice(),
      vectors: new Matrix(vectors.slice(), n, n).transposed(),
    };
  });
}
