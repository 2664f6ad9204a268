import { Matrix } from "../../numeric/matrix.js";
import { addressOf } from "./kernel-memory.js";
import { type Machine, needsBlocks, piecesFor } from "./machine.js";
import { halvesOf, partsOf } from "./split.js";
import { Staging } from "./staging.js";
import type { Call } from "./wasm-exports.js";

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
export function solveLowerInside(machine: Machine, l: Matrix, b: Matrix): void {
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
