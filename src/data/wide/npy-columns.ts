import { InputError } from "../../core/input-error.js";
import { Matrix } from "../../numeric/matrix.js";
import type { ByteSource } from "../byte-source.js";
import type { NpyHeader } from "../readers/npy/header.js";
import { readWholeHeader } from "../readers/npy/stored-npy.js";
import { byteSizes, type NumberType, writeDoubles } from "../readers/shared/typed-numbers.js";
import type { StoredColumns } from "./stored-columns.js";
import { exactIn32Bits } from "./stored-columns.js";

/** Reads that are under way at the same time. */
const readsAtOnce = 16;

/** The columns of a NumPy array, read in blocks; null where the array is no matrix of numbers. */
export async function npyColumns(source: ByteSource): Promise<StoredColumns | null> {
  const name = source.name.replace(/\.npy$/i, "");
  const readStart = (count: number) => source.read(0, count);
  const header = await readWholeHeader(name, { size: source.size, readStart });
  const { shape, type, order } = header;
  if (shape.length !== 2 || (type.kind !== "numbers" && type.kind !== "bool")) return null;
  const numbers = type.kind === "numbers" ? type.numbers : "uint8";
  const [rows, features] = shape;
  return {
    rows,
    features,
    bits: exactIn32Bits(numbers) ? 32 : 64,
    arrays: { values: Matrix.zeros(rows, 0) },
    read: (start, out, kept) =>
      order === "rows"
        ? readByRows(source, header, numbers, start, out, kept)
        : readByColumns(source, header, numbers, start, out, kept),
  };
}

async function readByRows(
  source: ByteSource,
  { shape: [, features], dataAt, littleEndian }: NpyHeader,
  type: NumberType,
  start: number,
  out: Matrix,
  kept: Int32Array,
): Promise<void> {
  const size = byteSizes[type];
  const length = out.columns * size;
  const readRow = async (i: number) => {
    const from = dataAt + (kept[i] * features + start) * size;
    const bytes = await exactly(source, from, from + length);
    writeDoubles({ bytes, type, littleEndian }, out.data, i * out.columns);
  };
  for (let i = 0; i < kept.length; i += readsAtOnce)
    await Promise.all(
      Array.from({ length: Math.min(readsAtOnce, kept.length - i) }, (_, ahead) => readRow(i + ahead)),
    );
}

async function readByColumns(
  source: ByteSource,
  { shape: [rows], dataAt, littleEndian }: NpyHeader,
  type: NumberType,
  start: number,
  out: Matrix,
  kept: Int32Array,
): Promise<void> {
  const size = byteSizes[type];
  const columnsAtOnce = Math.max(1, Math.floor((1 << 22) / (rows * size)));
  const column = new Float64Array(columnsAtOnce * rows);
  for (let first = 0; first < out.columns; first += columnsAtOnce) {
    const count = Math.min(columnsAtOnce, out.columns - first);
    const from = dataAt + (start + first) * rows * size;
    const bytes = await exactly(source, from, from + count * rows * size);
    writeDoubles({ bytes, type, littleEndian }, column, 0);
    for (let i = 0; i < kept.length; i++)
      for (let j = 0; j < count; j++) out.data[i * out.columns + first + j] = column[j * rows + kept[i]];
  }
}

async function exactly(source: ByteSource, start: number, end: number): Promise<Uint8Array> {
  const bytes = await source.read(start, end);
  if (bytes.length === end - start) return bytes;
  throw new InputError("unreadable-file", `the array is cut off: it ends at byte ${start + bytes.length}`);
}
