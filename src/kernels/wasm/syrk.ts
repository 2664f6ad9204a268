import type { Matrix } from "../../numeric/matrix.js";
import { copyMatrix } from "../copy-matrix.js";
import { DEPTH, gemm, lowerGemmInside, TILE } from "./gemm.js";
import { addressOf } from "./kernel-memory.js";
import { type Machine, needsBlocks, outsideBytes, piecesFor } from "./machine.js";
import { halvesOf, partsOf } from "./split.js";
import { Staging } from "./staging.js";
import type { Call } from "./wasm-exports.js";

/**
 * C ← α·A·Aᵀ + β·C from the lower triangle of C: the lower triangle by gemm, then the upper as its mirror image. What is
 * too large to be copied in at once is halved: along the columns of A, or else into two triangles and a rectangle.
 */
export function syrk(machine: Machine, alpha: number, a: Matrix, beta: number, c: Matrix): void {
  const tooLarge = needsBlocks(machine, a, c);
  const columns = tooLarge ? halvesOf(a.columns, DEPTH) : null;
  const rows = tooLarge ? halvesOf(a.rows, TILE) : null;
  if (columns && (!rows || outsideBytes(machine, a) >= outsideBytes(machine, c)))
    columns.forEach(({ from, count }, i) => {
      syrk(machine, alpha, a.block(0, from, a.rows, count), i === 0 ? beta : 1, c);
    });
  else if (rows) {
    const [first, second] = rows.map(({ from, count }) => a.block(from, 0, count, a.columns));
    const rectangle = c.block(first.rows, 0, second.rows, first.rows);
    syrk(machine, alpha, first, beta, c.block(0, 0, first.rows, first.rows));
    gemm(machine, alpha, second, first.transposed(), beta, rectangle);
    copyMatrix(rectangle.transposed(), c.block(0, first.rows, first.rows, second.rows));
    syrk(machine, alpha, second, beta, c.block(first.rows, first.rows, second.rows, second.rows));
  } else
    Staging.run(machine.memory, (staging) => {
      const aInside = staging.input(a);
      const cInside = staging.output(c, beta !== 0);
      lowerGemmInside(machine, alpha, aInside, aInside.transposed(), beta, cInside);
      mirror(machine, cInside);
    });
}

function mirror(machine: Machine, c: Matrix): void {
  const pieces = piecesFor(machine, c.rows * c.rows);
  machine.pool.run(
    partsOf(c.rows, pieces, 32).map(
      ({ from, count }): Call => [
        "mirrorLower",
        ...[from, from + count, addressOf(c), c.rowStride, c.columnStride],
      ],
    ),
  );
}
