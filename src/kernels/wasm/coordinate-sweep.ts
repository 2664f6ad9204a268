import type { PenalizedModel } from "../kernels.js";
import { addressOf } from "./kernel-memory.js";
import type { Machine } from "./machine.js";
import { Staging } from "./staging.js";

/** Passes of block coordinate descent, by the calling thread. The model must fit kernel memory. */
export function coordinateSweep(
  { memory, pool }: Machine,
  model: PenalizedModel,
  units: Int32Array,
  passes: number,
  enough: number,
): number {
  const { rows, starts, coefficients } = model;
  const outputs = coefficients.columns;
  const widest = units.reduce((most, unit) => Math.max(most, starts[unit + 1] - starts[unit]), 0);
  return Staging.run(memory, (staging) => {
    const packed = (values: Float64Array) => staging.floats(values).byteOffset;
    const x = staging.input(rows, "rows");
    // These lie row after row without gaps.
    const [changed, read] = [
      [coefficients, model.curvatures, model.slopes].map((matrix) => staging.dense(matrix, true)),
      [model.bounds, model.shares].map((matrix) => staging.dense(matrix, false)),
    ];
    const [b, curvatures, slopes] = changed.map(addressOf);
    const [bounds, shares] = read.map(addressOf);
    const scratch = staging.array(3 * widest * outputs + rows.columns);
    return pool.wasm.coordinateSweep(
      ...[passes, enough, rows.columns, outputs, addressOf(x), x.rowStride],
      ...[staging.integers(starts).byteOffset, staging.integers(units).byteOffset, units.length],
      ...[b, curvatures, packed(model.ceilings), packed(model.limits), packed(model.ridges)],
      ...[slopes, bounds, shares, packed(model.weights)],
      ...[widest * outputs, scratch.byteOffset],
    );
  });
}
