import { InputError } from "../../../core/input-error.js";
import type { SparseMatrix } from "../../../numeric/sparse-matrix.js";
import { compressedMatrix } from "../shared/compressed-matrix.js";
import type { StoredRows } from "../shared/stored-rows.js";
import type { Hdf5Dataset, Hdf5File } from "./file.js";
import { checkedLength, doublesAt, indicesAt, readDoubles, readIndices } from "./read-numbers.js";

/** Where a group keeps the three arrays of a sparse matrix, and how they are to be understood. */
export interface CompressedGroup {
  readonly path: string;
  readonly format: "csr" | "csc";
  readonly rows: number;
  readonly columns: number;
  /** The arrays' names where they are not `data`, `indices` and `indptr`. */
  readonly parts?: { readonly data: string; readonly indices: string; readonly starts: string };
}

/** How large parts are. */
export interface PartLimits {
  /** How many entries a part has, and how many if the matrix is stored by columns. */
  readonly entries: number;
  readonly bandEntries: number;
  /** How many rows it has at most: rows may be empty. */
  readonly rows: number;
}
const usualLimits: PartLimits = { entries: 1 << 20, bandEntries: 1 << 24, rows: 1 << 14 };

/** A sparse matrix that a group holds as three arrays. */
export function compressedRows(
  file: Hdf5File,
  group: CompressedGroup,
  limits: PartLimits = usualLimits,
): StoredRows {
  const { format, rows, columns } = group;
  return {
    rows,
    columns,
    ...(format === "csc" && {
      slow: `"${group.path}" is stored column after column, so every pass over its rows reads it twice or more; stored by rows (CSR) it is read once`,
    }),
    readAll: () => readCompressedGroup(file, group),
    async bytes() {
      const entries = checkedLength(file, openGroup(file, group).values);
      // Values and their places, and both again where columns are made into rows.
      return (format === "csr" ? 12 : 24) * entries + 4 * rows;
    },
    parts: () => (format === "csr" ? rowParts(file, group, limits) : columnParts(file, group, limits)),
  };
}

/** Reads a sparse matrix that a group holds as three arrays. */
export async function readCompressedGroup(file: Hdf5File, group: CompressedGroup): Promise<SparseMatrix> {
  const { format, rows, columns } = group;
  const parts = openGroup(file, group);
  const lineLength = format === "csr" ? columns : rows;
  const values = await readDoubles(file, parts.values);
  const indices = await readIndices(file, parts.indices, Math.max(0, lineLength - 1));
  const starts = await readIndices(file, parts.starts, values.length);
  return compressedMatrix({ format, rows, columns, starts, indices, values });
}

interface Opened {
  readonly values: Hdf5Dataset;
  readonly indices: Hdf5Dataset;
  readonly starts: Hdf5Dataset;
}

function openGroup(file: Hdf5File, { path, parts }: CompressedGroup): Opened {
  const names = parts ?? { data: "data", indices: "indices", starts: "indptr" };
  const part = (name: string) => {
    const place = `${path}/${name}`;
    if (file.kindOf(place) !== "dataset")
      throw new InputError("unreadable-file", `the sparse matrix "${path}" is damaged: "${name}" is missing`);
    return file.dataset(place);
  };
  return { values: part(names.data), indices: part(names.indices), starts: part(names.starts) };
}

/** How many entries are read at a time: those of a part, and no fewer than a chunk of the file, which is unpacked whole. */
const entriesAtOnce = ({ values, indices }: ReturnType<typeof openGroup>, { entries }: PartLimits): number =>
  Math.max(entries, values.chunks?.[0] ?? 0, indices.chunks?.[0] ?? 0);

/** Rows that stand one after another: as many at a time as have the entries of a part, and no fewer than a chunk of the file. */
async function* rowParts(
  file: Hdf5File,
  group: CompressedGroup,
  limits: PartLimits,
): AsyncGenerator<SparseMatrix> {
  const { rows, columns } = group;
  const opened = openGroup(file, group);
  checkLengths(file, group, opened, rows);
  const most = entriesAtOnce(opened, limits);
  for (let first = 0; first < rows; ) {
    const starts = doublesAt(file, opened.starts, {
      start: first,
      end: Math.min(rows, first + limits.rows) + 1,
    });
    let count = 1;
    // Where starts fall, a part ends, and the next one is refused.
    const fits = (end: number) => starts[end] - starts[0] <= most && starts[end] >= starts[end - 1];
    while (count < starts.length - 1 && fits(count + 1)) count++;
    const range = { start: starts[0], end: starts[count] };
    checkRange(file, group, opened, range);
    yield compressedMatrix({
      format: "csr",
      rows: count,
      columns,
      starts: Int32Array.from(starts.subarray(0, count + 1), (start) => start - starts[0]),
      indices: indicesAt(file, opened.indices, range, columns - 1),
      values: doublesAt(file, opened.values, range),
    });
    first += count;
  }
}

/**
 * Rows of a matrix that stands column after column: its places are read once to count the entries of every row, and then once for
 * each band of rows that fits.
 */
async function* columnParts(
  file: Hdf5File,
  group: CompressedGroup,
  limits: PartLimits,
): AsyncGenerator<SparseMatrix> {
  const { rows, columns } = group;
  const opened = openGroup(file, group);
  const entries = checkLengths(file, group, opened, columns);
  const starts = doublesAt(file, opened.starts, { start: 0, end: columns + 1 });
  const blocks = function* () {
    const chunk = entriesAtOnce(opened, limits);
    for (let start = 0; start < entries; start += chunk)
      yield { start, end: Math.min(entries, start + chunk) };
  };
  const counts = new Int32Array(rows);
  for (const range of blocks()) {
    for (const row of indicesAt(file, opened.indices, range, rows - 1)) counts[row]++;
    await file.pause();
  }
  for (let top = 0; top < rows; ) {
    let [height, own] = [0, 0];
    while (top + height < rows && (height === 0 || own + counts[top + height] <= limits.bandEntries))
      own += counts[top + height++];
    const rowStarts = new Int32Array(height + 1);
    for (let i = 0; i < height; i++) rowStarts[i + 1] = rowStarts[i] + counts[top + i];
    const next = rowStarts.slice();
    const indices = new Int32Array(own);
    const values = new Float64Array(own);
    let column = 0;
    for (const range of blocks()) {
      const rowsOf = indicesAt(file, opened.indices, range, rows - 1);
      const numbers = doublesAt(file, opened.values, range);
      for (let k = 0; k < rowsOf.length; k++) {
        while (column < columns && starts[column + 1] <= range.start + k) column++;
        const row = rowsOf[k] - top;
        if (row < 0 || row >= height) continue;
        indices[next[row]] = column;
        values[next[row]++] = numbers[k];
      }
      await file.pause();
    }
    yield compressedMatrix({ format: "csr", rows: height, columns, starts: rowStarts, indices, values });
    top += height;
  }
}

/** Refuses arrays of lengths that do not fit together; gives the number of entries. */
function checkLengths(file: Hdf5File, { path }: CompressedGroup, opened: Opened, lines: number): number {
  const entries = checkedLength(file, opened.values);
  const [places, starts] = [opened.indices, opened.starts].map((one) => checkedLength(file, one));
  const damaged = (what: string) =>
    new InputError("unreadable-file", `the sparse matrix "${path}" is damaged: ${what}`);
  if (places !== entries) throw damaged(`it has ${places} indices for ${entries} values`);
  if (starts !== lines + 1) throw damaged(`it has ${starts} starts for ${lines} rows or columns`);
  const bounds = [0, lines].map((start) => doublesAt(file, opened.starts, { start, end: start + 1 })[0]);
  if (bounds[0] !== 0 || bounds[1] !== entries)
    throw damaged(`its starts go from ${bounds.join(" to ")} for ${entries} values`);
  return entries;
}

function checkRange(
  { options }: Hdf5File,
  { path }: CompressedGroup,
  { values }: Opened,
  { start, end }: { start: number; end: number },
): void {
  options.signal?.throwIfAborted();
  if (!(start >= 0 && start <= end && end <= values.shape[0]))
    throw new InputError(
      "unreadable-file",
      `the sparse matrix "${path}" is damaged: a row goes from ${start} to ${end} of ${values.shape[0]} values`,
    );
}

/** The two sizes of a sparse matrix, from the texts of an attribute or the numbers of a dataset. */
export function sparseShape(sizes: readonly (string | number)[], path: string): [number, number] {
  const numbers = sizes.map(Number);
  if (
    numbers.length !== 2 ||
    !numbers.every((size) => Number.isInteger(size) && size >= 0 && size < 2 ** 31 - 1)
  )
    throw new InputError(
      "unreadable-file",
      `the sparse matrix "${path}" is damaged: its shape is ${sizes.join(" × ")}`,
    );
  return [numbers[0], numbers[1]];
}
