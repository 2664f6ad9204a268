import { Matrix } from "../../numeric/matrix.js";
import { addressOf } from "./kernel-memory.js";
import { type Machine, needsBlocks, piecesFor } from "./machine.js";
import { halvesOf, partsOf } from "./split.js";
import { Staging } from "./staging.js";
import type { Call } from "./wasm-exports.js";

/** y ← α·A·x + β·y. Too many rows to be copied in at once are halved. */
export function gemv(
  machine: Machine,
  alpha: number,
  a: Matrix,
  x: Float64Array,
  beta: number,
  y: Float64Array,
): void {
  const halves = needsBlocks(machine, a) ? halvesOf(a.rows, 1) : null;
  if (halves)
    for (const { from, count } of halves)
      gemv(machine, alpha, a.block(from, 0, count, a.columns), x, beta, y.subarray(from, from + count));
  else
    Staging.run(machine.memory, (staging) => {
      const aInside = staging.input(a, "rows or columns");
      const xInside = staging.input(asRow(x));
      const yInside = staging.output(asRow(y), beta !== 0);
      const byRows = aInside.columnStride === 1;
      machine.pool.run(
        partsOf(a.rows, piecesFor(machine, a.rows * a.columns), 16).map(
          ({ from, count }): Call => [
            byRows ? "gemvRows" : "gemvColumns",
            ...[count, a.columns, alpha, addressOf(aInside.block(from, 0, count, a.columns))],
            ...[byRows ? aInside.rowStride : aInside.columnStride, addressOf(xInside)],
            ...[beta, addressOf(yInside) + 8 * from],
          ],
        ),
      );
    });
}

/** y ← α·A·x + β·y from the lower triangle of A. One thread does it: every row adds to all of y. */
export function symv(
  machine: Machine,
  alpha: number,
  a: Matrix,
  x: Float64Array,
  beta: number,
  y: Float64Array,
): void {
  Staging.run(machine.memory, (staging) => {
    const aInside = staging.input(a, "rows or columns");
    const byRows = aInside.columnStride === 1;
    machine.pool.wasm.symv(
      ...[a.rows, alpha, addressOf(aInside), byRows ? aInside.rowStride : aInside.columnStride],
      // The lower triangle of a matrix stored by columns is the upper one of its rows.
      ...[Number(!byRows), addressOf(staging.input(asRow(x))), beta],
      addressOf(staging.output(asRow(y), beta !== 0)),
    );
  });
}

function asRow(array: Float64Array): Matrix {
  return new Matrix(array, 1, array.length);
}
