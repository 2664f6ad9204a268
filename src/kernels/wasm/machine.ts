import type { Matrix } from "../../numeric/matrix.js";
import type { KernelMemory } from "./kernel-memory.js";
import type { ThreadPool } from "./thread-pool.js";

/** What every operation of the wasm kernels works with. */
export interface Machine {
  readonly memory: KernelMemory;
  readonly pool: ThreadPool;
  /** Operands that lie outside kernel memory are worked on in blocks, so that no more bytes are copied in at a time. */
  readonly blockBytes: number;
}

/** How many bytes of operands would have to be copied in. */
export function outsideBytes({ memory }: Machine, ...operands: readonly Matrix[]): number {
  return operands.reduce(
    (sum, { data, rows, columns }) => sum + (memory.holds(data) ? 0 : 8 * rows * columns),
    0,
  );
}

/** Into how many pieces to cut work of so many steps: one when waking the other threads would cost more than it gains. */
export function piecesFor({ pool }: Machine, steps: number): number {
  return pool.threads === 1 || steps < 2 ** 20 ? 1 : 4 * pool.threads;
}
