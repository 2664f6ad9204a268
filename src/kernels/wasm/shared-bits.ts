import type { BitMatrix } from "../../numeric/bit-matrix.js";
import { type Machine, piecesFor } from "./machine.js";
import { halvesOf, partsOf } from "./split.js";
import { Staging } from "./staging.js";
import type { Call } from "./wasm-exports.js";

/** Bits that rows share. What lies outside kernel memory is copied in, of A the named rows only; too many are halved. */
export function sharedBits(
  machine: Machine,
  a: BitMatrix,
  names: Int32Array,
  b: BitMatrix,
  out: Int32Array,
): void {
  const inPlace = machine.memory.holds(a.words);
  const copied = inPlace ? 0 : 4 * names.length * a.stride;
  const halves = copied > machine.limits.blockBytes ? halvesOf(names.length, 1) : null;
  if (halves) {
    for (const { from, count } of halves) {
      const part = out.subarray(from * b.rows, (from + count) * b.rows);
      sharedBits(machine, a, names.subarray(from, from + count), b, part);
    }
    return;
  }
  Staging.run(machine.memory, (staging) => {
    const rows = inPlace ? a.words : gather(staging, a, names);
    const named = staging.integers(inPlace ? names : Int32Array.from(names.keys()));
    const others = staging.integers(b.words);
    const counts = staging.integerOutput(out);
    const pieces = piecesFor(machine, (names.length * b.rows * a.stride) / 2);
    machine.pool.run(
      partsOf(names.length, pieces, 16).map(
        ({ from, count }): Call => [
          "sharedBits",
          ...[rows.byteOffset, named.byteOffset + 4 * from, count],
          ...[others.byteOffset, b.rows, a.stride, counts.byteOffset + 4 * from * b.rows],
        ],
      ),
    );
  });
}

/** The named rows, one after the other. */
function gather(staging: Staging, a: BitMatrix, names: Int32Array): Int32Array {
  const rows = staging.integerArray(names.length * a.stride);
  names.forEach((name, i) => {
    rows.set(a.wordsOf(name), i * a.stride);
  });
  return rows;
}
