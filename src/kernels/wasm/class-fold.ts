import type { ClassBlock } from "../kernels.js";
import { addressOf } from "./kernel-memory.js";
import { type Machine, piecesFor } from "./machine.js";
import { partsOf } from "./split.js";
import { Staging } from "./staging.js";
import type { Call } from "./wasm-exports.js";

/** What a block of rows comes to, class by class. Threads share the columns. */
export function foldClasses(machine: Machine, block: ClassBlock): void {
  const { codes } = block;
  const { rows: classes, columns } = block.origins;
  Staging.run(machine.memory, (staging) => {
    const values = staging.floats(block.values);
    const single = values instanceof Float32Array;
    const { order, starts } = byClass(staging, codes, classes);
    const origins = staging.dense(block.origins, false);
    const [means, spreads] = [block.means, block.spreads].map((matrix) => staging.dense(matrix, true));
    const residuals = block.residuals && staging.output(block.residuals, false, "rows");
    machine.pool.run(
      partsOf(columns, piecesFor(machine, 2 * codes.length * columns), 8).map(
        ({ from, count }): Call => [
          "classFold",
          ...[values.byteOffset + (single ? 4 : 8) * from, single ? 1 : 0, count, columns],
          ...[order.byteOffset, starts.byteOffset, classes],
          ...[origins, means, spreads].map((matrix) => addressOf(matrix) + 8 * from),
          columns,
          ...(residuals ? [addressOf(residuals) + 8 * from, residuals.rowStride] : [0, 0]),
        ],
      ),
    );
  });
}

/** The rows class after class, each class in its order, and where each class begins. */
function byClass(
  staging: Staging,
  codes: Int32Array,
  classes: number,
): { order: Int32Array; starts: Int32Array } {
  const starts = staging.integerArray(classes + 1).fill(0);
  for (const code of codes) starts[code + 1]++;
  for (let code = 0; code < classes; code++) starts[code + 1] += starts[code];
  const next = starts.slice();
  const order = staging.integerArray(codes.length);
  codes.forEach((code, i) => {
    order[next[code]++] = i;
  });
  return { order, starts };
}
