import { InputError } from "../../core/input-error.js";
import { Matrix } from "../../numeric/matrix.js";
import type { Eigen } from "../kernels.js";
import { requireFinite } from "../reference/eigen.js";
import { addressOf } from "./kernel-memory.js";
import { type Machine, needsBlocks, piecesFor } from "./machine.js";
import { lowerGemmInside, TILE } from "./products.js";
import { halvesOf, partsOf } from "./split.js";
import { Staging } from "./staging.js";
import type { Call } from "./wasm-exports.js";

/** Up to this size a simple loop factors a block. */
const LEAF = 32;

/** A ← L with L·Lᵀ = A; false when A is not positive definite. A must fit kernel memory. */
export function cholesky(machine: Machine, a: Matrix): boolean {
  return Staging.run(machine.memory, (staging) => {
    const inside = staging.output(a, true);
    if (!factor(machine, inside)) return false;
    machine.pool.wasm.clearUpper(a.rows, addressOf(inside), inside.rowStride, inside.columnStride);
    return true;
  });
}

/**
 * Factors the first half, solves for the block below it, takes its square off the second half and factors that: nearly
 * all the work is done by gemm.
 */
function factor(machine: Machine, a: Matrix): boolean {
  const halves = a.rows > LEAF ? halvesOf(a.rows, TILE) : null;
  if (!halves) return machine.pool.wasm.choleskyLeaf(a.rows, addressOf(a), a.rowStride, a.columnStride) !== 0;
  const [first, second] = halves;
  const upperLeft = a.block(0, 0, first.count, first.count);
  const below = a.block(second.from, 0, second.count, first.count);
  const lowerRight = a.block(second.from, second.from, second.count, second.count);
  if (!factor(machine, upperLeft)) return false;
  solveLowerInside(machine, upperLeft, below.transposed());
  lowerGemmInside(machine, -1, below, below.transposed(), 1, lowerRight);
  return factor(machine, lowerRight);
}

/** B ← L⁻¹·B, or L⁻ᵀ·B. L must fit kernel memory; too many right-hand sides to be copied in at once are halved. */
export function solveTriangular(machine: Machine, l: Matrix, b: Matrix, transposed: boolean): void {
  const halves = needsBlocks(machine, b) ? halvesOf(b.columns, 4) : null;
  Staging.run(machine.memory, (staging) => {
    const lInside = staging.input(l);
    if (halves)
      for (const { from, count } of halves)
        solveTriangular(machine, lInside, b.block(0, from, b.rows, count), transposed);
    else {
      const bInside = staging.output(b, true);
      if (transposed)
        solveLowerInside(machine, fromTheEnd(lInside.transposed(), true), fromTheEnd(bInside, false));
      else solveLowerInside(machine, lInside, bInside);
    }
  });
}

/** B ← L⁻¹·B in kernel memory; threads share the right-hand sides. */
function solveLowerInside(machine: Machine, l: Matrix, b: Matrix): void {
  const pieces = piecesFor(machine, (l.rows * l.rows * b.columns) / 2);
  // L is packed once for each piece: a few columns are shared out evenly, many in pieces of at least 16.
  const share = Math.ceil(b.columns / machine.pool.threads / 4) * 4;
  const narrowest = share < 32 ? share : 16;
  machine.pool.run(
    partsOf(b.columns, pieces, pieces === 1 ? b.columns : narrowest).map(
      ({ from, count }): Call => [
        "solveLower",
        ...[l.rows, count, addressOf(l), l.rowStride, l.columnStride],
        ...[addressOf(b.block(0, from, b.rows, count)), b.rowStride, b.columnStride],
      ],
    ),
  );
}

/** The same matrix with its rows, and its columns too if wanted, in reverse: an upper triangle becomes a lower one. */
function fromTheEnd({ data, rows, columns, rowStride, columnStride, offset }: Matrix, both: boolean): Matrix {
  const columnsToo = both ? -1 : 1;
  return new Matrix(data, rows, columns, {
    rowStride: -rowStride,
    columnStride: columnsToo * columnStride,
    offset: offset + (rows - 1) * rowStride + (both ? (columns - 1) * columnStride : 0),
  });
}

/** Above this the work space alone is larger than all memory that 32-bit addresses reach. */
const LARGEST = 16_000;

/** Eigenvalues and eigenvectors of a symmetric matrix, from its lower triangle. */
export function symmetricEigen(machine: Machine, a: Matrix): Eigen {
  const n = a.rows;
  if (n > LARGEST)
    throw new InputError(
      "option-value",
      `an eigenproblem of size ${n} does not fit the kernels' memory; the largest size is ${LARGEST}`,
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
