import { mostFree } from "../exact-pair/free-factor.js";
import type { PairMachines } from "../kernels.js";
import { addressOf } from "./kernel-memory.js";
import { type Machine, piecesFor } from "./machine.js";
import { partsOf } from "./split.js";
import { Staging } from "./staging.js";
import type { Call } from "./wasm-exports.js";

/** What a pair takes at least, in steps. */
const stepsPerPair = 2000;
/**
 * Room for free samples beyond the number of features. On madelon 2 were too few, and pairs fell back to single moves, which are slow; 40 were
 * enough.
 */
const spare = 64;

/** Trains some of the pairs, which threads share, and gives how many were stopped. The operands must fit kernel memory. */
export function trainMachines(machine: Machine, machines: PairMachines, from: number, to: number): number {
  const { memory, pool } = machine;
  const { starts, upper, left } = machines;
  const classes = upper.length;
  const samples = machines.products.rows;
  const sizes = upper.map((_, a) => starts[a + 1] - starts[a]).sort();
  const largest = sizes[classes - 1] + sizes[classes - 2];
  // A sample that depends on others is not free beside them, as far as rounding can tell.
  const free = Math.min(mostFree, largest, left + spare);
  const bytes = pool.wasm.machineBytes(largest, free);
  return Staging.run(memory, (staging) => {
    const values = staging.input(machines.values, "rows");
    const stopped = staging.integerArray((classes * (classes - 1)) / 2).fill(0);
    const data = [
      ...[samples, classes, staging.integers(starts).byteOffset],
      ...[
        addressOf(staging.dense(machines.products, true)),
        staging.integersChanged(machines.known).byteOffset,
      ],
      ...[addressOf(values), values.rowStride, left],
    ];
    const bounds = staging.floats(upper).byteOffset;
    const coefficients = addressOf(staging.dense(machines.coefficients, true));
    const results = [coefficients, free, stopped.byteOffset] as const;
    // Where the scratch of a thread is too small, one thread does it all in memory of its own.
    const own = bytes > pool.wasm.scratchBytes() ? staging.allocate(bytes) : 0;
    const train = (first: number, count: number): Call => [
      "trainMachines",
      ...[first, first + count, ...data, bounds, ...results, own],
    ];
    const pieces = own ? 1 : piecesFor(machine, (to - from) * (stepsPerPair + largest * largest));
    // Pairs of two threads may have a class in common; its own products are brought up to date before.
    if (classes > 2)
      pool.run(
        partsOf(classes, pieces, 1).map(
          ({ from: first, count }): Call => ["classProducts", first, first + count, ...data],
        ),
      );
    if (pieces === 1) pool.run([train(from, to - from)]);
    else pool.run(partsOf(to - from, pieces, 1).map((part) => train(from + part.from, part.count)));
    return stopped.reduce((sum, one) => sum + one, 0);
  });
}
