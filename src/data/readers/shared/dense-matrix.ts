import { Matrix } from "../../../numeric/matrix.js";
import { allocateNumbers, byteSizes, type StoredNumbers, writeDoubles } from "./typed-numbers.js";

/** How many bytes are turned into doubles at a time. */
const blockSize = 1 << 22;

/** A row-major matrix from numbers that lie row after row, or column after column as MATLAB and Fortran have them. */
export function denseMatrix(
  numbers: StoredNumbers,
  rows: number,
  columns: number,
  order: "rows" | "columns",
): Matrix {
  const { bytes, type } = numbers;
  const size = byteSizes[type];
  const result = allocateNumbers(rows * columns);
  const lineLength = order === "rows" ? columns : rows;
  const lines = order === "rows" ? rows : columns;
  if (lineLength === 0 || lines === 0) return new Matrix(result, rows, columns);
  const linesPerBlock = Math.max(1, Math.floor(blockSize / (lineLength * size)));
  const block = order === "columns" ? new Float64Array(Math.min(lines, linesPerBlock) * lineLength) : null;
  for (let first = 0; first < lines; first += linesPerBlock) {
    const count = Math.min(linesPerBlock, lines - first);
    const part = bytes.subarray(first * lineLength * size, (first + count) * lineLength * size);
    writeDoubles({ ...numbers, bytes: part }, block ?? result, block ? 0 : first * lineLength);
    if (block) scatterColumns(block, rows, count, result, columns, first);
  }
  return new Matrix(result, rows, columns);
}

/** Writes `count` columns, from `first` on, into a row-major matrix; in tiles, so that both sides stay in the cache. */
export function scatterColumns(
  block: Float64Array,
  rows: number,
  count: number,
  target: Float64Array,
  columns: number,
  first: number,
): void {
  const tile = 32;
  for (let top = 0; top < rows; top += tile)
    for (let left = 0; left < count; left += tile)
      for (let i = top; i < Math.min(rows, top + tile); i++)
        for (let j = left; j < Math.min(count, left + tile); j++)
          target[i * columns + first + j] = block[j * rows + i];
}
