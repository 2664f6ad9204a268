import { Matrix } from "../../numeric/matrix.js";
import { addressOf } from "./kernel-memory.js";
import { type Machine, piecesFor } from "./machine.js";
import { partsOf, slices } from "./split.js";
import { Staging } from "./staging.js";
import type { Call } from "./wasm-exports.js";

/** One element costs about as much as so many multiplications. */
const STEPS_PER_ELEMENT = 32;

/** out ← f(x), element by element; arrays outside kernel memory go through it in blocks. */
export function elementwise(
  machine: Machine,
  operation: "expArray" | "logArray" | "powArray",
  x: Float64Array,
  out: Float64Array,
  ...between: number[]
): void {
  for (const block of slices(x.length, Math.ceil(machine.limits.blockBytes / 16)))
    Staging.run(machine.memory, (staging) => {
      const xInside = addressOf(staging.input(rowOf(x, block.from, block.count)));
      const outInside = addressOf(staging.output(rowOf(out, block.from, block.count), false));
      const pieces = piecesFor(machine, block.count * STEPS_PER_ELEMENT);
      machine.pool.run(
        partsOf(block.count, pieces, 1024).map(
          ({ from, count }): Call => [operation, xInside + 8 * from, ...between, outInside + 8 * from, count],
        ),
      );
    });
}

function rowOf(array: Float64Array, from: number, count: number): Matrix {
  return new Matrix(array, 1, count, { offset: from });
}
