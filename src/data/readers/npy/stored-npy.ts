import { InputError } from "../../../core/input-error.js";
import { FloatRows } from "../../../numeric/float-rows.js";
import { Matrix } from "../../../numeric/matrix.js";
import { denseMatrix } from "../shared/dense-matrix.js";
import type { StoredArray } from "../shared/stored-array.js";
import { allocateNumbers, type StoredNumbers, toNames, typedView } from "../shared/typed-numbers.js";
import { type NpyHeader, npyHeaderLimit, readNpyHeader } from "./header.js";

/** The bytes of a .npy file or of a member of a .npz archive. */
export interface NpyBytes {
  readonly size: number;
  readStart(count: number): Promise<Uint8Array>;
  readAll(): Promise<Uint8Array>;
  /** The bytes from `start` up to `end`, where they need not be unpacked for it. */
  readPart?(start: number, end: number): Promise<Uint8Array>;
}

/** A NumPy array as one of the arrays of a file, and the numbers as they lie there. */
export interface StoredNpy extends StoredArray {
  readonly header: NpyHeader;
  readNumbers(): Promise<StoredNumbers>;
  /** Some rows of a matrix that lies row after row, only to be read; null where it does not, or must be unpacked. */
  readonly readRows: ((first: number, count: number) => Promise<Matrix | FloatRows>) | null;
}

/** How many bytes of a file are turned into doubles at a time. */
const partSize = 1 << 24;

/** The header of an array; refuses one whose content is cut off. */
export async function readWholeHeader(
  name: string,
  bytes: Pick<NpyBytes, "size" | "readStart">,
): Promise<NpyHeader> {
  const header = readNpyHeader(await bytes.readStart(npyHeaderLimit));
  const { shape, type, dataAt, dataSize } = header;
  if (type.kind !== "other" && dataAt + dataSize > bytes.size)
    throw new InputError(
      "unreadable-file",
      `the array "${name}" is cut off: it states ${shape.join(" × ") || "1"} elements, ${dataSize} bytes in total, but ${bytes.size - dataAt} are present`,
    );
  return header;
}

/** An array whose header has been read; its content is read when asked for. */
export async function storedNpy(name: string, bytes: NpyBytes): Promise<StoredNpy> {
  const header = await readWholeHeader(name, bytes);
  const { shape, order, type, littleEndian, dataAt, dataSize } = header;
  const content = async () => (await bytes.readAll()).subarray(dataAt, dataAt + dataSize);
  const readNumbers = async (): Promise<StoredNumbers> => ({
    bytes: await content(),
    type: type.kind === "numbers" ? type.numbers : "uint8",
    littleEndian,
  });
  const rowSize = Math.floor(dataSize / shape[0]);
  const rowsPerPart = Math.max(1, Math.floor(partSize / Math.max(1, rowSize)));
  const { readPart } = bytes;
  const inRows = readPart !== undefined && shape.length === 2 && order === "rows" && type.kind === "numbers";
  const readRows = inRows
    ? async (first: number, count: number) => {
        const part = await readPart(dataAt + first * rowSize, dataAt + (first + count) * rowSize);
        return rowsOf({ bytes: part, type: type.numbers, littleEndian }, count, shape[1]);
      }
    : null;
  const isNumbers = type.kind === "numbers" || type.kind === "bool";
  return {
    name,
    shape,
    kind: isNumbers ? "numbers" : type.kind === "other" ? "other" : "text",
    problem: type.kind === "other" ? type.problem : undefined,
    header,
    readNumbers,
    readRows,
    readMatrix: async () => {
      if (!readRows) return denseMatrix(await readNumbers(), shape[0], shape[1], order);
      const whole = new Matrix(allocateNumbers(shape[0] * shape[1]), shape[0], shape[1]);
      for (let first = 0; first < shape[0]; first += rowsPerPart) {
        const count = Math.min(rowsPerPart, shape[0] - first);
        whole.data.set((await readRows(first, count)).data, first * shape[1]);
      }
      return whole;
    },
    async readNames() {
      if (type.kind === "unicode" || type.kind === "bytes")
        return readTexts(await content(), header, type.width);
      const names = toNames(await readNumbers());
      return type.kind === "bool" ? names.map((name) => (name === "0" ? "false" : "true")) : names;
    },
  };
}

/** Floats stay as they lie there; other numbers become doubles. */
function rowsOf(numbers: StoredNumbers, rows: number, columns: number): Matrix | FloatRows {
  if (numbers.type === "float32") return new FloatRows(typedView(numbers) as Float32Array, rows, columns);
  if (numbers.type === "float64") return new Matrix(typedView(numbers) as Float64Array, rows, columns);
  return denseMatrix(numbers, rows, columns, "rows");
}

/** Texts of fixed width, filled up with zeros: UTF-32 for unicode, bytes taken as UTF-8. */
function readTexts(bytes: Uint8Array, { shape, type, littleEndian }: NpyHeader, width: number): string[] {
  const count = shape.reduce((product, length) => product * length, 1);
  if (width === 0) {
    if (count > 2 ** 24)
      throw new InputError("unreadable-file", `the array has ${count} empty strings, more than is supported`);
    return Array.from({ length: count }, () => "");
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const decoder = new TextDecoder();
  return Array.from({ length: count }, (_, i) => {
    if (type.kind === "bytes")
      return decoder.decode(bytes.subarray(i * width, (i + 1) * width)).replace(/\0+$/, "");
    let text = "";
    for (let j = 0; j < width; j++) {
      const code = view.getUint32((i * width + j) * 4, littleEndian);
      text += code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
    }
    return text.replace(/\0+$/, "");
  });
}
