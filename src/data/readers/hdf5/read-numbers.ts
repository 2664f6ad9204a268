import { InputError } from "../../../core/input-error.js";
import { FloatRows } from "../../../numeric/float-rows.js";
import { Matrix } from "../../../numeric/matrix.js";
import type { SparseMatrix } from "../../../numeric/sparse-matrix.js";
import type { StoredRows } from "../shared/stored-rows.js";
import {
  allocateNumbers,
  byteSizes,
  type StoredNumbers,
  toDoubles,
  toIndices,
  typedView,
  writeDoubles,
} from "../shared/typed-numbers.js";
import { type Hdf5Dataset, type Hdf5File, product, type Range } from "./file.js";
import { RowCollector } from "./row-collector.js";

/** How many bytes are read at a time, where a chunk of the file is not larger, and turned into doubles at a time. */
const blockSize = 1 << 25;
const conversionSize = 1 << 20;
/** How many bytes a part has, where rows are read in parts. */
const partSize = 1 << 23;

/** A dataset of one dimension as doubles. */
export async function readDoubles(file: Hdf5File, dataset: Hdf5Dataset): Promise<Float64Array> {
  const result = allocateNumbers(checkedLength(file, dataset));
  await eachBlock(file, dataset, (numbers, at) => writeDoubles(numbers, result, at));
  return result;
}

/** A dataset of one dimension as counts or places, each from 0 to `limit`. */
export async function readIndices(file: Hdf5File, dataset: Hdf5Dataset, limit: number): Promise<Int32Array> {
  const result = new Int32Array(checkedLength(file, dataset));
  await eachBlock(file, dataset, (numbers, at) => result.set(toIndices(numbers, limit, dataset.path), at));
  return result;
}

/**
 * A dataset of two dimensions. It is read in bands of whole rows, and each band in tiles that consist of whole chunks,
 * because the library unpacks a large chunk anew each time that a part of it is asked for.
 */
export async function readMatrix(file: Hdf5File, dataset: Hdf5Dataset): Promise<Matrix | SparseMatrix> {
  const [rows, columns] = dataset.shape;
  file.checkHolds(dataset.path, rows * columns * dataset.elementSize);
  if (rows === 0 || columns === 0) return new Matrix(new Float64Array(0), rows, columns);
  const collector = new RowCollector(rows, columns);
  const { bandRows, tileColumns } = tilesOf(dataset, blockSize);
  for (let top = 0; top < rows; top += bandRows) {
    const height = Math.min(bandRows, rows - top);
    if (tileColumns === columns)
      file.withNumbers(dataset, [top, 0], [height, columns], (numbers) =>
        appendRows(collector, numbers, columns),
      );
    else {
      const band = allocateNumbers(height * columns);
      readBand(file, dataset, { top, height, tileColumns }, band);
      collector.append(band);
    }
    await file.report((top + height) / rows);
  }
  return collector.result();
}

/** The same matrix as rows that can be read in parts, in 32 bits if the file has no more. */
export function denseRows(file: Hdf5File, dataset: Hdf5Dataset, size = partSize): StoredRows {
  const [rows, columns] = dataset.shape;
  const { bandRows, tileColumns } = tilesOf(dataset, size);
  const isSingle = dataset.type.kind === "numbers" && dataset.type.numbers === "float32";
  function bandAt(top: number): Matrix | FloatRows {
    const height = Math.min(bandRows, rows - top);
    const band = isSingle ? new Float32Array(height * columns) : allocateNumbers(height * columns);
    readBand(file, dataset, { top, height, tileColumns }, band);
    return band instanceof Float32Array
      ? new FloatRows(band, height, columns)
      : new Matrix(band, height, columns);
  }
  return {
    rows,
    columns,
    readAll: () => readMatrix(file, dataset),
    async bytes() {
      file.checkHolds(dataset.path, rows * columns * dataset.elementSize);
      return RowCollector.bytesFor(rows, columns, bandAt(0).data);
    },
    async *parts() {
      for (let top = 0; top < rows; top += bandRows) yield bandAt(top);
    },
  };
}

/** Bands of whole rows of about this many bytes, and tiles in them that consist of whole chunks. */
function tilesOf({ shape, chunks, elementSize }: Hdf5Dataset, size: number) {
  const [rows, columns] = shape;
  const [chunkRows, chunkColumns] = chunks ?? [1, columns];
  const bandRows = tileLength(rows, chunkRows, columns * elementSize, size);
  return { bandRows, tileColumns: tileLength(columns, chunkColumns, bandRows * elementSize, blockSize) };
}

/** Reads some rows, row after row, tile by tile. */
function readBand(
  file: Hdf5File,
  dataset: Hdf5Dataset,
  { top, height, tileColumns }: { top: number; height: number; tileColumns: number },
  band: Float32Array | Float64Array,
): void {
  const [, columns] = dataset.shape;
  for (let left = 0; left < columns; left += tileColumns) {
    const width = Math.min(tileColumns, columns - left);
    file.withNumbers(dataset, [top, left], [height, width], (numbers) => {
      const tile = numbers.type === "float32" ? typedView(numbers) : toDoubles(numbers);
      if (width === columns) band.set(tile as Float32Array | Float64Array);
      else
        for (let i = 0; i < height; i++)
          band.set(
            (tile as Float32Array | Float64Array).subarray(i * width, (i + 1) * width),
            i * columns + left,
          );
    });
  }
}

/** Whole rows, a few at a time, so that they never exist as doubles all at once. */
function appendRows(collector: RowCollector, numbers: StoredNumbers, columns: number): void {
  const rowSize = columns * byteSizes[numbers.type];
  const step = Math.max(1, Math.floor(conversionSize / rowSize)) * rowSize;
  for (let at = 0; at < numbers.bytes.length; at += step)
    collector.append(toDoubles({ ...numbers, bytes: numbers.bytes.subarray(at, at + step) }));
}

/** As many lines as fit into so many bytes, in whole chunks, at least one chunk. */
function tileLength(length: number, chunk: number, lineSize: number, size = blockSize): number {
  const chunks = Math.max(1, Math.floor(size / Math.max(1, lineSize * chunk)));
  return Math.min(length, chunks * chunk);
}

/** Some numbers of a list as doubles: places and counts of large files are beyond 32 bits. */
export function doublesAt(file: Hdf5File, dataset: Hdf5Dataset, { start, end }: Range): Float64Array {
  const result = allocateNumbers(end - start);
  file.withNumbers(dataset, [start], [end - start], (numbers) => writeDoubles(numbers, result, 0));
  return result;
}

/** Some numbers of a list as counts or places, each from 0 to `limit`. */
export function indicesAt(
  file: Hdf5File,
  dataset: Hdf5Dataset,
  { start, end }: Range,
  limit: number,
): Int32Array {
  let result: Int32Array = new Int32Array(0);
  file.withNumbers(dataset, [start], [end - start], (numbers) => {
    result = toIndices(numbers, limit, dataset.path);
  });
  return result;
}

async function eachBlock(
  file: Hdf5File,
  dataset: Hdf5Dataset,
  use: (numbers: StoredNumbers, at: number) => void,
): Promise<void> {
  const [length] = dataset.shape;
  const step = tileLength(length, dataset.chunks?.[0] ?? 1, dataset.elementSize);
  for (let at = 0; at < length; at += step) {
    const count = Math.min(step, length - at);
    file.withNumbers(dataset, [at], [count], (numbers) => use(numbers, at));
    await file.report((at + count) / length);
  }
}

/** The length of a list; refuses one that the file cannot hold. */
export function checkedLength(file: Hdf5File, dataset: Hdf5Dataset): number {
  if (dataset.shape.length !== 1)
    throw new InputError(
      "unreadable-file",
      `"${dataset.path}" has ${dataset.shape.length} dimensions where 1 is needed`,
    );
  file.checkHolds(dataset.path, product(dataset.shape) * dataset.elementSize);
  return dataset.shape[0];
}
