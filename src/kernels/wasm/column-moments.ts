import type { Matrix } from "../../numeric/matrix.js";
import type { ColumnMoments } from "../kernels.js";
import { addressOf } from "./kernel-memory.js";
import { type Machine, needsBlocks, piecesFor } from "./machine.js";
import { halvesOf, partsOf } from "./split.js";
import { Staging } from "./staging.js";
import type { Call } from "./wasm-exports.js";

/** Mean and variance of every column. Too many columns to be copied in at once are halved. */
export function columnMoments(machine: Machine, a: Matrix): ColumnMoments {
  const result = { means: new Float64Array(a.columns), variances: new Float64Array(a.columns) };
  momentsInto(machine, a, result.means, result.variances);
  return result;
}

function momentsInto(machine: Machine, a: Matrix, means: Float64Array, variances: Float64Array): void {
  const halves = needsBlocks(machine, a) ? halvesOf(a.columns, 1) : null;
  if (halves)
    for (const { from, count } of halves)
      momentsInto(
        machine,
        a.block(0, from, a.rows, count),
        means.subarray(from, from + count),
        variances.subarray(from, from + count),
      );
  else
    Staging.run(machine.memory, (staging) => {
      const inside = staging.input(a, "rows");
      const results = [means, variances].map(() => staging.array(a.columns));
      // The last argument of this kernel, its work space, is the scratch memory that each thread adds.
      machine.pool.run(
        partsOf(a.columns, piecesFor(machine, a.rows * a.columns), 16).map(
          ({ from, count }): Call => [
            "columnMoments",
            ...[addressOf(inside.block(0, from, a.rows, count)), a.rows, count, inside.rowStride],
            ...results.map((array) => array.byteOffset + 8 * from),
          ],
        ),
      );
      means.set(results[0]);
      variances.set(results[1]);
    });
}
