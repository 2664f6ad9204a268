import type { BitMatrix } from "../../numeric/bit-matrix.js";
import { Matrix } from "../../numeric/matrix.js";
import type { ColumnMoments } from "../kernels.js";
import { addressOf } from "./kernel-memory.js";
import { type Machine, needsBlocks, outsideBytes, piecesFor } from "./machine.js";
import { halvesOf, partsOf, slices } from "./split.js";
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

/**
 * Weighted differences between the rows of A and rows of B. What is too much to be copied in at once is halved by columns,
 * as every row of A may need any row of B.
 */
export function weightedDifferences(
  machine: Machine,
  a: Matrix,
  b: Matrix,
  rows: Matrix,
  weights: Matrix,
  out: Matrix,
): void {
  const halves = needsBlocks(machine, a, b, out) ? halvesOf(a.columns, 2) : null;
  if (halves) {
    for (const { from, count } of halves) {
      const [aPart, bPart, outPart] = [a, b, out].map((whole) => whole.block(0, from, whole.rows, count));
      weightedDifferences(machine, aPart, bPart, rows, weights, outPart);
    }
    return;
  }
  Staging.run(machine.memory, (staging) => {
    const inputs = [a, b, rows, weights].map((matrix) => staging.input(matrix, "rows"));
    const operands = [...inputs, staging.output(out, false, "rows")];
    const pieces = piecesFor(machine, a.rows * rows.columns * a.columns);
    machine.pool.run(
      partsOf(a.rows, pieces, 1).map(
        ({ from, count }): Call => [
          "weightedDifferences",
          ...operands.flatMap((matrix) => [addressOf(matrix), matrix.rowStride]),
          ...[from, from + count, rows.columns, a.columns],
        ],
      ),
    );
  });
}

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
