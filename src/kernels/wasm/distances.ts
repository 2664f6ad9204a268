import type { Matrix } from "../../numeric/matrix.js";
import { addressOf } from "./kernel-memory.js";
import { type Machine, needsBlocks, outsideBytes, piecesFor } from "./machine.js";
import { halvesOf, partsOf } from "./split.js";
import { Staging } from "./staging.js";
import type { Call } from "./wasm-exports.js";

/**
 * Distances between the rows of A and those of B. Too many rows to be copied in at once are halved, on the side that
 * saves more.
 */
export function distances(
  machine: Machine,
  operation: "squaredDistances" | "manhattanDistances",
  a: Matrix,
  b: Matrix,
  out: Matrix,
): void {
  const tooLarge = needsBlocks(machine, a, b, out);
  const aHalves = tooLarge && outsideBytes(machine, a, out) > 0 ? halvesOf(a.rows, 1) : null;
  const bHalves = tooLarge && outsideBytes(machine, b, out) > 0 ? halvesOf(b.rows, 1) : null;
  if (aHalves && (!bHalves || outsideBytes(machine, a) >= outsideBytes(machine, b)))
    for (const { from, count } of aHalves)
      distances(
        machine,
        operation,
        a.block(from, 0, count, a.columns),
        b,
        out.block(from, 0, count, out.columns),
      );
  else if (bHalves)
    for (const { from, count } of bHalves)
      distances(
        machine,
        operation,
        a,
        b.block(from, 0, count, b.columns),
        out.block(0, from, out.rows, count),
      );
  else
    Staging.run(machine.memory, (staging) => {
      const [aInside, bInside] = [staging.input(a, "rows"), staging.input(b, "rows")];
      const outInside = staging.output(out, false, "rows");
      const pieces = piecesFor(machine, a.rows * b.rows * a.columns);
      machine.pool.run(
        partsOf(a.rows, pieces, 4).map(
          ({ from, count }): Call => [
            operation,
            ...[aInside, bInside, outInside].flatMap((matrix) => [addressOf(matrix), matrix.rowStride]),
            ...[from, from + count, 0, b.rows, a.columns],
          ],
        ),
      );
    });
}
