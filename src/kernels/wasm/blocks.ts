import { Matrix } from "../../numeric/matrix.js";
import { addressOf } from "./kernel-memory.js";
import { type Machine, needsBlocks, piecesFor } from "./machine.js";
import { halvesOf, partsOf } from "./split.js";
import { Staging } from "./staging.js";
import type { Call } from "./wasm-exports.js";

/** out ← A + diag(factors)·B, or diag(factors)·B. Too many rows to be copied in at once are halved. */
export function combineRows(
  machine: Machine,
  a: Matrix | null,
  factors: Float64Array,
  b: Matrix,
  out: Matrix,
): void {
  const halves = needsBlocks(machine, ...(a ? [a] : []), b, out) ? halvesOf(out.rows, 1) : null;
  if (halves)
    for (const { from, count } of halves) {
      const part = (whole: Matrix) => whole.block(from, 0, count, whole.columns);
      combineRows(machine, a && part(a), factors.subarray(from, from + count), part(b), part(out));
    }
  else
    Staging.run(machine.memory, (staging) => {
      const left = a && staging.input(a, "rows");
      const right = staging.input(b, "rows");
      const [given, result] = [staging.input(asRow(factors)), staging.output(out, false, "rows")];
      machine.pool.run(
        partsOf(out.rows, piecesFor(machine, out.rows * out.columns), 64).map(
          ({ from, count }): Call => [
            "combineRows",
            ...[count, out.columns, left ? rowAddress(left, from) : 0, left?.rowStride ?? 0],
            ...[addressOf(given) + 8 * from, rowAddress(right, from), right.rowStride],
            ...[rowAddress(result, from), result.rowStride],
          ],
        ),
      );
    });
}

/** out ← A + B·diag(factors), or B·diag(factors). Too many rows to be copied in at once are halved. */
export function combineColumns(
  machine: Machine,
  a: Matrix | null,
  b: Matrix,
  factors: Float64Array,
  out: Matrix,
): void {
  const halves = needsBlocks(machine, ...(a ? [a] : []), b, out) ? halvesOf(out.rows, 1) : null;
  if (halves)
    for (const { from, count } of halves) {
      const part = (whole: Matrix) => whole.block(from, 0, count, whole.columns);
      combineColumns(machine, a && part(a), part(b), factors, part(out));
    }
  else
    Staging.run(machine.memory, (staging) => {
      const left = a && staging.input(a, "rows");
      const right = staging.input(b, "rows");
      const [given, result] = [staging.input(asRow(factors)), staging.output(out, false, "rows")];
      machine.pool.run(
        partsOf(out.rows, piecesFor(machine, out.rows * out.columns), 64).map(
          ({ from, count }): Call => [
            "combineColumns",
            ...[count, out.columns, left ? rowAddress(left, from) : 0, left?.rowStride ?? 0],
            ...[rowAddress(right, from), right.rowStride, addressOf(given)],
            ...[rowAddress(result, from), result.rowStride],
          ],
        ),
      );
    });
}

/** Σ a(i, j)·b(i, j) for every column j. Too many columns to be copied in at once are halved. */
export function columnProducts(machine: Machine, a: Matrix, b: Matrix): Float64Array {
  const result = new Float64Array(a.columns);
  productsInto(machine, a, b, result);
  return result;
}

function productsInto(machine: Machine, a: Matrix, b: Matrix, result: Float64Array): void {
  const halves = needsBlocks(machine, a, b) ? halvesOf(a.columns, 1) : null;
  if (halves)
    for (const { from, count } of halves) {
      const [left, right] = [a, b].map((whole) => whole.block(0, from, whole.rows, count));
      productsInto(machine, left, right, result.subarray(from, from + count));
    }
  else
    Staging.run(machine.memory, (staging) => {
      const [left, right] = [staging.input(a, "rows"), staging.input(b, "rows")];
      const sums = staging.array(a.columns);
      machine.pool.run(
        partsOf(a.columns, piecesFor(machine, a.rows * a.columns), 8).map(
          ({ from, count }): Call => [
            "columnProducts",
            ...[a.rows, count, addressOf(left) + 8 * from, left.rowStride],
            ...[addressOf(right) + 8 * from, right.rowStride, sums.byteOffset + 8 * from],
          ],
        ),
      );
      result.set(sums);
    });
}

function rowAddress(matrix: Matrix, row: number): number {
  return addressOf(matrix) + 8 * row * matrix.rowStride;
}

function asRow(array: Float64Array): Matrix {
  return new Matrix(array, 1, array.length);
}
