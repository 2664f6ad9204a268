import type { Matrix } from "../../numeric/matrix.js";
import { addressOf } from "./kernel-memory.js";
import { type Machine, needsBlocks, piecesFor } from "./machine.js";
import { halvesOf, partsOf } from "./split.js";
import { Staging } from "./staging.js";
import type { Call } from "./wasm-exports.js";

/**
 * Weighted differences between the rows of A and rows of B. What is too much to be copied in at once is halved by columns,
 * as every row of A may need any row of B.
 */
export function weightedDifferences(
  machine: Machine,
  a: Matrix,
  b: Matrix,
  rows: Matrix,
  weights: Matrix,
  out: Matrix,
): void {
  const halves = needsBlocks(machine, a, b, out) ? halvesOf(a.columns, 2) : null;
  if (halves) {
    for (const { from, count } of halves) {
      const [aPart, bPart, outPart] = [a, b, out].map((whole) => whole.block(0, from, whole.rows, count));
      weightedDifferences(machine, aPart, bPart, rows, weights, outPart);
    }
    return;
  }
  Staging.run(machine.memory, (staging) => {
    const inputs = [a, b, rows, weights].map((matrix) => staging.input(matrix, "rows"));
    const operands = [...inputs, staging.output(out, false, "rows")];
    const pieces = piecesFor(machine, a.rows * rows.columns * a.columns);
    machine.pool.run(
      partsOf(a.rows, pieces, 1).map(
        ({ from, count }): Call => [
          "weightedDifferences",
          ...operands.flatMap((matrix) => [addressOf(matrix), matrix.rowStride]),
          ...[from, from + count, rows.columns, a.columns],
        ],
      ),
    );
  });
}
