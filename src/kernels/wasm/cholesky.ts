import type { Matrix } from "../../numeric/matrix.js";
import { lowerGemmInside, TILE } from "./gemm.js";
import { addressOf } from "./kernel-memory.js";
import type { Machine } from "./machine.js";
import { solveLowerInside } from "./solve-triangular.js";
import { halvesOf } from "./split.js";
import { Staging } from "./staging.js";

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
