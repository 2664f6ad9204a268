import { Matrix } from "../../numeric/matrix.js";
import { copyMatrix } from "../copy-matrix.js";
import type { CentredView, SparseColumns } from "../kernels.js";
import { addressOf } from "./kernel-memory.js";
import { type Machine, needsBlocks, piecesFor } from "./machine.js";
import { halvesOf, partsOf, slices } from "./split.js";
import { Staging } from "./staging.js";
import type { Call } from "./wasm-exports.js";

/** Bytes of rows that are brought in at a time: they stay in the second cache until they are used. */
const STRIP = 2 ** 17;

/** Some rows and columns of A, centred and scaled. Rows of A pass through a strip of kernel memory. */
export function centredPanels(
  machine: Machine,
  a: Matrix,
  { rows, columns, ...view }: CentredView,
  panels: readonly Matrix[],
): void {
  if (rows.length === 0 || columns.length === 0) return;
  const first = columns.reduce((least, column) => Math.min(least, column), a.columns);
  const span = columns.reduce((most, column) => Math.max(most, column), 0) - first + 1;
  Staging.run(machine.memory, (staging) => {
    const results = panels.map((panel) => staging.output(panel, false, "rows"));
    const names = staging.integers(columns.map((column) => column - first));
    const [means, factors, roots] = [view.means, view.factors, view.roots].map((numbers) =>
      staging.input(new Matrix(numbers, 1, numbers.length)),
    );
    const height = Math.max(2, Math.min(rows.length, Math.floor(STRIP / (8 * span)))) * machine.pool.threads;
    const held = new Matrix(staging.array(height * span), height, span);
    for (const { from, count } of slices(rows.length, height)) {
      for (let i = 0; i < count; i++) copyRow(a, rows[from + i], first, held, i);
      const parts = partsOf(count, piecesFor(machine, count * columns.length), 2);
      const calls: Call[] = [];
      let done = 0;
      for (const result of results) {
        for (const part of parts)
          calls.push([
            "centredRows",
            ...[part.count, result.columns, addressOf(held) + 8 * part.from * span, span],
            ...[names.byteOffset + 4 * done, addressOf(means) + 8 * done, addressOf(factors) + 8 * done],
            addressOf(roots) + 8 * (from + part.from),
            ...[addressOf(result) + 8 * (from + part.from) * result.rowStride, result.rowStride],
          ]);
        done += result.columns;
      }
      machine.pool.run(calls);
    }
  });
}

/** A part of a row of A, from this column on, becomes row i of `held`. */
function copyRow(a: Matrix, row: number, first: number, held: Matrix, i: number): void {
  const from = a.offset + row * a.rowStride + first * a.columnStride;
  if (a.columnStride === 1) held.data.set(a.data.subarray(from, from + held.columns), i * held.columns);
  else copyMatrix(a.block(row, first, 1, held.columns), held.block(i, 0, 1, held.columns));
}

/** The kernels add to the output after so many columns (assembly/gram-product.ts): cut there, the bits stay the same. */
const SLAB = 512;

/** out ← out + A·(Aᵀ·V). Too many columns to be copied in at once are halved. */
export function addGramProduct(machine: Machine, a: Matrix, vectors: Matrix, out: Matrix): void {
  const halves = needsBlocks(machine, a) ? halvesOf(a.columns, SLAB) : null;
  if (halves)
    for (const { from, count } of halves)
      addGramProduct(machine, a.block(0, from, a.rows, count), vectors, out);
  else
    Staging.run(machine.memory, (staging) => {
      const inside = staging.input(a, "rows");
      const even = 2 * Math.ceil(vectors.columns / 2);
      const given = widened(machine, staging, vectors, even);
      const sums = widened(machine, staging, out, even);
      const images = new Matrix(staging.array(even * a.columns), even, a.columns);
      const pieces = piecesFor(machine, a.rows * a.columns * even);
      machine.pool.run(
        partsOf(a.columns, pieces, 16).map(
          ({ from, count }): Call => [
            "imagesOf",
            ...[a.rows, count, even, addressOf(inside) + 8 * from, inside.rowStride],
            ...[addressOf(given), given.rowStride, addressOf(images) + 8 * from, images.rowStride],
          ],
        ),
      );
      machine.pool.run(
        partsOf(a.rows, pieces, 16).map(
          ({ from, count }): Call => [
            "addFromImages",
            ...[count, a.columns, even, addressOf(inside) + 8 * from * inside.rowStride, inside.rowStride],
            ...[addressOf(images), images.rowStride],
            ...[addressOf(sums) + 8 * from * sums.rowStride, sums.rowStride],
          ],
        ),
      );
      if (sums !== out) copyNarrow(sums.block(0, 0, out.rows, out.columns), out);
    });
}

/** A matrix in kernel memory with so many columns; those that were added are zero. */
function widened({ memory }: Machine, staging: Staging, matrix: Matrix, columns: number): Matrix {
  if (columns === matrix.columns && matrix.columnStride === 1 && memory.holds(matrix.data)) return matrix;
  const copy = new Matrix(staging.array(matrix.rows * columns).fill(0), matrix.rows, columns);
  copyNarrow(matrix, copy.block(0, 0, matrix.rows, matrix.columns));
  return copy;
}

/** Vectors that a sparse product takes together. */
const TOGETHER = 8;

/** out ← out + Σ (x − μ·1)·(x − μ·1)ᵀ·V. Threads share the vectors; columns that lie outside are brought in some at a time. */
export function addSparseGramProduct(
  machine: Machine,
  a: SparseColumns,
  names: Int32Array,
  vectors: Matrix,
  out: Matrix,
): void {
  const halves = isTooMuch(machine, a, names) ? halvesOf(names.length, 1) : null;
  if (halves)
    for (const { from, count } of halves)
      addSparseGramProduct(machine, a, names.subarray(from, from + count), vectors, out);
  else
    Staging.run(machine.memory, (staging) => {
      const { columns, wanted } = bringIn(machine, staging, a, names);
      const parts = slices(vectors.columns, TOGETHER);
      const room = (count: number) => new Matrix(staging.array(count * TOGETHER).fill(0), count, TOGETHER);
      const work = parts.map(({ from, count }) => {
        const [v, sums, result] = [room(vectors.rows), room(1), room(vectors.rows)];
        copyNarrow(vectors.block(0, from, vectors.rows, count), v.block(0, 0, v.rows, count));
        copyNarrow(out.block(0, from, out.rows, count), result.block(0, 0, v.rows, count));
        for (let at = 0; at < v.data.length; at++) sums.data[at % TOGETHER] += v.data[at];
        return { v, sums, result };
      });
      machine.pool.run(
        work.map(
          ({ v, sums, result }): Call => [
            "addSparseGram",
            ...[v.rows, wanted.length, wanted.byteOffset],
            ...[columns.starts, columns.places, columns.values, columns.means].map((each) => each.byteOffset),
            ...[v, sums, result].map(addressOf),
          ],
        ),
      );
      work.forEach(({ result }, part) => {
        const { from, count } = parts[part];
        copyNarrow(result.block(0, 0, out.rows, count), out.block(0, from, out.rows, count));
      });
    });
}

/** target ← source for rows of a few numbers, which are not worth a view each. */
function copyNarrow(source: Matrix, target: Matrix): void {
  for (let i = 0; i < source.rows; i++)
    for (let j = 0; j < source.columns; j++) target.set(i, j, source.get(i, j));
}

function isTooMuch({ memory, limits }: Machine, a: SparseColumns, names: Int32Array): boolean {
  return !memory.holds(a.values) && 12 * entriesOf(a, names) > limits.blockBytes;
}

function entriesOf({ starts }: SparseColumns, names: Int32Array): number {
  return names.reduce((sum, name) => sum + starts[name + 1] - starts[name], 0);
}

/** The named columns in kernel memory: as they lie there, or one after the other. */
function bringIn(
  { memory }: Machine,
  staging: Staging,
  a: SparseColumns,
  names: Int32Array,
): { columns: SparseColumns; wanted: Int32Array } {
  if ([a.starts, a.places, a.values, a.means].every((each) => memory.holds(each)))
    return { columns: a, wanted: staging.integers(names) };
  const entries = entriesOf(a, names);
  const columns = {
    starts: staging.integerArray(names.length + 1),
    places: staging.integerArray(entries),
    values: staging.array(entries),
    means: staging.array(names.length),
  };
  let next = 0;
  const wanted = staging.integerArray(names.length);
  names.forEach((name, c) => {
    const [from, to] = [a.starts[name], a.starts[name + 1]];
    columns.places.set(a.places.subarray(from, to), next);
    columns.values.set(a.values.subarray(from, to), next);
    columns.means[c] = a.means[name];
    columns.starts[c] = next;
    next += to - from;
    wanted[c] = c;
  });
  columns.starts[names.length] = next;
  return { columns, wanted };
}
