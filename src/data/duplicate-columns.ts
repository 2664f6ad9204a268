import { Matrix } from "../numeric/matrix.js";
import type { SparseMatrix } from "../numeric/sparse-matrix.js";
import { upTo } from "../numeric/up-to.js";
import { nonzeroColumns } from "./column-entries.js";

/** Four rows are enough to distinguish most columns of measured numbers, a few more of dense data. */
const fewRows = [4, 16];

/** Groups of columns that hold exactly the same values, each in the data's order. Missing values equal each other. */
export function duplicateColumns({ values }: { readonly values: Matrix | SparseMatrix }): number[][] {
  const groups = values instanceof Matrix ? denseDuplicates(values) : sparseDuplicates(values);
  return groups.sort((a, b) => a[0] - b[0]);
}

/** The rows that repeat an earlier one with the same label, in order. */
export function repeatedRows(
  values: Matrix | SparseMatrix,
  labels: ArrayLike<string | number> | null,
): readonly number[] {
  const alike = duplicateColumns({ values: values.transposed() });
  const copies = alike.flatMap((group) => {
    const seen = new Set<string | number | undefined>();
    return group.filter((row) => seen.size === seen.add(labels?.[row]).size);
  });
  return copies.sort((a, b) => a - b);
}

function denseDuplicates(values: Matrix): number[][] {
  let alike = upTo(values.columns);
  // Nearly all columns differ in their first rows already; only those that do not are looked at whole.
  for (const rows of fewRows)
    alike = Int32Array.from(sameHash(denseHashes(values, alike, rows), alike).flat());
  return sameHash(denseHashes(values, alike, values.rows), alike).flatMap((candidates) =>
    equalGroups(candidates, (a, b) => equalColumns(values, a, b)),
  );
}

function sparseDuplicates(values: SparseMatrix): number[][] {
  const columns = nonzeroColumns(values);
  const all = upTo(columns.rows);
  return sameHash(rowHashes(columns), all).flatMap((candidates) =>
    equalGroups(candidates, (a, b) => equalRows(columns, a, b)),
  );
}

/** The columns by hash, where several have the same one. */
function sameHash(hashes: Int32Array, columns: Int32Array): number[][] {
  const groups = new Map<number, number[]>();
  hashes.forEach((hash, at) => {
    const same = groups.get(hash);
    if (same) same.push(columns[at]);
    else groups.set(hash, [columns[at]]);
  });
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Splits candidates by what is really equal, and leaves out those that equal no other. */
export function equalGroups(
  candidates: readonly number[],
  equal: (a: number, b: number) => boolean,
): number[][] {
  const groups: number[][] = [];
  let left = candidates;
  while (left.length > 1) {
    const [first] = left;
    const same = left.filter((other) => other === first || equal(first, other));
    if (same.length > 1) groups.push(same);
    const taken = new Set(same);
    left = left.filter((other) => !taken.has(other));
  }
  return groups;
}

const number = new Float64Array(1);
const halves = new Int32Array(number.buffer);

/** Takes one more value into a hash. */
export function mix(hash: number, value: number): number {
  number[0] = value + 0; // −0 becomes 0
  const mixed = Math.imul(Math.imul(hash ^ halves[0], 0x01000193) ^ halves[1], 0x01000193);
  // Small whole numbers differ in their highest bits only, and a product never brings those down.
  return mixed ^ (mixed >>> 15);
}

/** A hash of the first values of these columns, row after row, as they lie. */
function denseHashes(values: Matrix, columns: Int32Array, rows: number): Int32Array {
  const hashes = new Int32Array(columns.length);
  for (let i = 0; i < Math.min(rows, values.rows); i++)
    for (let at = 0; at < columns.length; at++) hashes[at] = mix(hashes[at], values.get(i, columns[at]));
  return hashes;
}

/** A hash of every row, its places and values. */
function rowHashes({ rows, rowStarts, columnIndices, values }: SparseMatrix): Int32Array {
  const hashes = new Int32Array(rows);
  for (let i = 0; i < rows; i++)
    for (let k = rowStarts[i]; k < rowStarts[i + 1]; k++)
      hashes[i] = mix(Math.imul(hashes[i] ^ columnIndices[k], 0x01000193), values[k]);
  return hashes;
}

function equalColumns(values: Matrix, a: number, b: number): boolean {
  for (let i = 0; i < values.rows; i++) if (!equalValues(values.get(i, a), values.get(i, b))) return false;
  return true;
}

function equalRows({ rowStarts, columnIndices, values }: SparseMatrix, a: number, b: number): boolean {
  const [startA, startB] = [rowStarts[a], rowStarts[b]];
  const count = rowStarts[a + 1] - startA;
  if (rowStarts[b + 1] - startB !== count) return false;
  for (let k = 0; k < count; k++) {
    if (columnIndices[startA + k] !== columnIndices[startB + k]) return false;
    if (!equalValues(values[startA + k], values[startB + k])) return false;
  }
  return true;
}

/** Whether two values are the same; missing ones equal each other. */
export const equalValues = (x: number, y: number) => x === y || (Number.isNaN(x) && Number.isNaN(y));
