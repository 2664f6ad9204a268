import { InputError } from "../../core/input-error.js";
import { Matrix } from "../../numeric/matrix.js";
import { levelsPrefix } from "../readers/shared/choose-arrays.js";
import type { WritableData } from "./writable.js";
import { type ZipContent, zipBytes } from "./zip.js";

/** Sparse data is written in full; beyond this many bytes that is no good idea. */
const sparseLimit = 2 ** 30;

/**
 * The bytes of a NumPy archive, in pieces: `X` (float64, row after row), `feature_names`, and where there are any, `y`
 * with the labels and `row_ids`, all as unicode text. A category has the places of its levels in `X`, and the levels in
 * `levels/NAME`. NumPy opens it without pickle.
 */
export function npzBytes(data: WritableData): Uint8Array[] {
  const { values, featureNames, categories, labels, rowIds } = data;
  const { rows, columns } = values;
  if (!(values instanceof Matrix) && rows * columns * 8 > sparseLimit)
    throw new InputError(
      "unusable-data",
      `npz files store sparse data as dense, and ${rows} × ${columns} numbers take more than 1 GiB; write fewer columns`,
    );
  const dense = values instanceof Matrix ? values : values.toDense();
  const rowMajor = dense.isRowMajor && dense.offset === 0 ? dense : dense.copy();
  const bytes = new Uint8Array(rowMajor.data.buffer, rowMajor.data.byteOffset, rows * columns * 8);
  const members: ZipContent[] = [
    { name: "X.npy", chunks: [npyHeader("<f8", [rows, columns]), bytes] },
    { name: "feature_names.npy", chunks: textArray(featureNames) },
  ];
  if (labels) members.push({ name: "y.npy", chunks: textArray(labels) });
  if (rowIds) members.push({ name: "row_ids.npy", chunks: textArray(rowIds) });
  categories?.forEach((levels, j) => {
    if (levels) members.push({ name: `${levelsPrefix}${featureNames[j]}.npy`, chunks: textArray(levels) });
  });
  return zipBytes(members);
}

/** Version 1 of the format; blanks bring the header to a multiple of 64 bytes. */
function npyHeader(type: string, shape: readonly number[]): Uint8Array {
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${sizes}), }`;
  const length = Math.ceil((text.length + 11) / 64) * 64;
  const header = new TextEncoder().encode(`\u0000NUMPY\u0001\u0000  ${text}`.padEnd(length - 1));
  const result = new Uint8Array(length).fill(0x0a);
  result.set(header);
  result[0] = 0x93;
  new DataView(result.buffer).setUint16(8, length - 10, true);
  return result;
}

/** UTF-32 of the width that the longest text needs. */
function textArray(texts: readonly string[]): Uint8Array[] {
  const codes = texts.map((text) => Array.from(text, (character) => character.codePointAt(0)!));
  const width = codes.reduce((widest, { length }) => Math.max(widest, length), 1);
  const view = new DataView(new ArrayBuffer(texts.length * width * 4));
  codes.forEach((points, i) => {
    points.forEach((point, j) => {
      view.setUint32((i * width + j) * 4, point, true);
    });
  });
  return [npyHeader(`<U${width}`, [texts.length]), new Uint8Array(view.buffer)];
}
