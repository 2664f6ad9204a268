import { InputError } from "../../../core/input-error.js";
import { Matrix } from "../../../numeric/matrix.js";
import type { SparseMatrix } from "../../../numeric/sparse-matrix.js";
import {
  allocateNumbers,
  byteSizes,
  type StoredNumbers,
  toDoubles,
  toIndices,
  writeDoubles,
} from "../shared/typed-numbers.js";
import { type Hdf5Dataset, type Hdf5File, product } from "./file.js";
import { RowCollector } from "./row-collector.js";

/** How many bytes are read at a time, where a chunk of the file is not larger, and turned into doubles at a time. */
const blockSize = 1 << 25;
const conversionSize = 1 << 20;

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
  const { elementSize } = dataset;
  file.checkHolds(dataset.path, rows * columns * elementSize);
  if (rows === 0 || columns === 0) return new Matrix(new Float64Array(0), rows, columns);
  const [chunkRows, chunkColumns] = dataset.chunks ?? [1, columns];
  const collector = new RowCollector(rows, columns);
  const bandRows = tileLength(rows, chunkRows, columns * elementSize);
  const tileColumns = tileLength(columns, chunkColumns, bandRows * elementSize);
  for (let top = 0; top < rows; top += bandRows) {
    const height = Math.min(bandRows, rows - top);
    if (tileColumns === columns)
      file.withNumbers(dataset, [top, 0], [height, columns], (numbers) =>
        appendRows(collector, numbers, columns),
      );
    else {
      const band = allocateNumbers(height * columns);
      for (let left = 0; left < columns; left += tileColumns) {
        const width = Math.min(tileColumns, columns - left);
        file.withNumbers(dataset, [top, left], [height, width], (numbers) => {
          const tile = toDoubles(numbers);
          for (let i = 0; i < height; i++)
            band.set(tile.subarray(i * width, (i + 1) * width), i * columns + left);
        });
      }
      collector.append(band);
    }
    await file.report((top + height) / rows);
  }
  return collector.result();
}

/** Whole rows, a few at a time, so that they never exist as doubles all at once. */
function appendRows(collector: RowCollector, numbers: StoredNumbers, columns: number): void {
  const rowSize = columns * byteSizes[numbers.type];
  const step = Math.max(1, Math.floor(conversionSize / rowSize)) * rowSize;
  for (let at = 0; at < numbers.bytes.length; at += step)
    collector.append(toDoubles({ ...numbers, bytes: numbers.bytes.subarray(at, at + step) }));
}

/** As many lines as fit into a block, in whole chunks, at least one chunk. */
function tileLength(length: number, chunk: number, lineSize: number): number {
  const chunks = Math.max(1, Math.floor(blockSize / Math.max(1, lineSize * chunk)));
  return Math.min(length, chunks * chunk);
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

function checkedLength(file: Hdf5File, dataset: Hdf5Dataset): number {
  if (dataset.shape.length !== 1)
    throw new InputError(
      "unreadable-file",
      `"${dataset.path}" has ${dataset.shape.length} dimensions where 1 is needed`,
    );
  file.checkHolds(dataset.path, product(dataset.shape) * dataset.elementSize);
  return dataset.shape[0];
}
