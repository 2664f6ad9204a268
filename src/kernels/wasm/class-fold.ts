import type { Matrix } from "../../numeric/matrix.js";
import type { Panels } from "../../numeric/panels.js";
import type { ClassBlock } from "../kernels.js";
import { addressOf } from "./kernel-memory.js";
import { type Machine, piecesFor } from "./machine.js";
import { TILE } from "./products.js";
import { partsOf, type Slice } from "./split.js";
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
    const residuals = block.residuals && staging.panels(block.residuals, true);
    machine.pool.run(
      partsOf(columns, piecesFor(machine, 2 * codes.length * columns), 8).map(
        ({ from, count }): Call => [
          "classFold",
          ...[values.byteOffset + (single ? 4 : 8) * from, single ? 1 : 0, count, columns],
          ...[order.byteOffset, starts.byteOffset, classes],
          ...[origins, means, spreads].map((matrix) => addressOf(matrix) + 8 * from),
          columns,
          ...(residuals ? [residuals.data.byteOffset + 8 * from * residuals.room, residuals.room] : [0, 0]),
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

/**
 * The lower triangle of C ← C + XᵀX, by the other threads while the caller goes on; what is returned helps them and waits. Operands
 * outside kernel memory are copied, and the work is then done at once.
 */
export function addScatter(machine: Machine, x: Panels, c: Matrix): () => void {
  const { memory, pool } = machine;
  const isShared = piecesFor(machine, (x.rows * x.columns * x.columns) / 2) > 1;
  const callsFor = (panels: Panels, sums: Matrix) =>
    bandsOf(x.columns, isShared ? pool.threads : 1).map(
      ({ from, count }): Call => [
        "addPanelProducts",
        ...[panels.data.byteOffset, panels.room, panels.rows, from, from + count],
        ...[addressOf(sums), sums.rowStride],
      ],
    );
  if (memory.holds(x.data) && memory.holds(c.data) && c.columnStride === 1) return pool.begin(callsFor(x, c));
  Staging.run(memory, (staging) =>
    pool.run(callsFor(staging.panels(x, false), staging.output(c, true, "rows"))),
  );
  return () => {};
}

/**
 * The rows of a triangle in bands, the last of which is taken first: each has an equal share of the entries that are left, and at last
 * what is not worth sharing. So panels are read from afar few times, and threads that begin late still end together.
 */
function bandsOf(size: number, threads: number): Slice[] {
  const bands: Slice[] = [];
  let end = size;
  while (4 * threads * end * end > size * size) {
    const panels = Math.ceil(end / TILE) - 1;
    const from = TILE * Math.min(Math.round((end * Math.sqrt(1 - 1 / threads)) / TILE), panels);
    if (from <= 0) break;
    bands.unshift({ from, count: end - from });
    end = from;
  }
  return [{ from: 0, count: end }, ...bands];
}
