import type { Matrix } from "../../numeric/matrix.js";
import type { KernelMemory } from "./kernel-memory.js";
import type { ThreadPool } from "./thread-pool.js";

/** What every operation of the wasm kernels works with. */
export interface Machine {
  readonly memory: KernelMemory;
  readonly pool: ThreadPool;
  readonly limits: Limits;
}

/** When work is cut into pieces; results do not depend on it. */
export interface Limits {
  /** Operands that lie outside kernel memory are worked on in blocks, so that no more bytes are copied in at a time. */
  readonly blockBytes: number;
  /** Waking the other threads costs more than they gain when there are fewer steps (multiplications) of work. */
  readonly stepsWorthSharing: number;
}

/** Whether the operands are too much to be copied in at once. */
export function needsBlocks(machine: Machine, ...operands: readonly Matrix[]): boolean {
  return outsideBytes(machine, ...operands) > machine.limits.blockBytes;
}

/** How many bytes of operands would have to be copied in. */
export function outsideBytes({ memory }: Machine, ...operands: readonly Matrix[]): number {
  return operands.reduce(
    (sum, { data, rows, columns }) => sum + (memory.holds(data) ? 0 : 8 * rows * columns),
    0,
  );
}

/** Into how many pieces to cut work of so many steps, so that all threads have their share of it. */
export function piecesFor({ pool, limits }: Machine, steps: number): number {
  return pool.threads === 1 || steps < limits.stepsWorthSharing ? 1 : 4 * pool.threads;
}
