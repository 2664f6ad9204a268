import { InputError } from "../../../core/input-error.js";
import type { Matrix } from "../../../numeric/matrix.js";
import type { SparseMatrix } from "../../../numeric/sparse-matrix.js";
import type { ByteSource } from "../../byte-source.js";
import { compressedMatrix } from "../shared/compressed-matrix.js";
import { denseMatrix } from "../shared/dense-matrix.js";
import { inflateStart, inflateZlib } from "../shared/inflate.js";
import type { StoredArray } from "../shared/stored-array.js";
import {
  byteSizes,
  type NumberType,
  type StoredNumbers,
  toDoubles,
  toIndices,
  toNames,
} from "../shared/typed-numbers.js";
import {
  classNames,
  ElementCursor,
  elementTypes,
  readVariableHeader,
  storageTypes,
  type VariableHeader,
} from "./element.js";

/** A variable's flags, dimensions and name always fit into this; compressed data yields it from the same number. */
const headerLimit = 4096;
const startLimit = 1 << 16;

/** The variables of a MATLAB v5 file. Only their headers are read, until one is asked for its content. */
export async function storedVariables(source: ByteSource, littleEndian: boolean): Promise<StoredArray[]> {
  const variables: StoredArray[] = [];
  let at = 128;
  while (at + 8 <= source.size) {
    const tag = new ElementCursor(await source.read(at, at + 8), littleEndian).next(true);
    const start = at + 8;
    const end = start + tag.size;
    if (end > source.size)
      throw new InputError(
        "unreadable-file",
        `the file is cut off: the variable at byte ${at} needs ${tag.size} bytes, but only ${source.size - start} are left`,
      );
    const compressed = tag.type === elementTypes.compressed;
    if (!compressed && tag.type !== elementTypes.matrix)
      throw new InputError("unreadable-file", `the file is damaged: there is no variable at byte ${at}`);
    const content = compressed
      ? compressedContent(source, start, end, littleEndian)
      : plainContent(source, start, end);
    const cursor = new ElementCursor(await content.start(), littleEndian);
    const header = readVariableHeader(cursor);
    // What MATLAB keeps for its objects has no name.
    if (header.name !== "") variables.push(toStoredArray(header, content, littleEndian));
    at = end;
  }
  return variables;
}

/** A variable's bytes: the first of them, and all. */
interface Content {
  start(): Promise<Uint8Array>;
  all(): Promise<Uint8Array>;
}

function plainContent(source: ByteSource, start: number, end: number): Content {
  return {
    start: () => source.read(start, Math.min(end, start + headerLimit)),
    all: () => source.read(start, end),
  };
}

/** The unpacked bytes start with a tag of their own, which states how many there are. */
function compressedContent(source: ByteSource, start: number, end: number, littleEndian: boolean): Content {
  const unpackedStart = async () => {
    const bytes = await source.read(start, Math.min(end, start + startLimit));
    return inflateStart(bytes, "deflate", headerLimit);
  };
  return {
    start: async () => (await unpackedStart()).subarray(8),
    async all() {
      const { type, size } = new ElementCursor(await unpackedStart(), littleEndian).next(true);
      if (type !== elementTypes.matrix)
        throw new InputError("unreadable-file", "the file is damaged: compressed data holds no variable");
      return (await inflateZlib(await source.read(start, end), size + 8)).subarray(8);
    },
  };
}

function toStoredArray(header: VariableHeader, content: Content, littleEndian: boolean): StoredArray {
  const opened = async () => {
    const cursor = new ElementCursor(await content.all(), littleEndian);
    return { cursor, header: readVariableHeader(cursor) };
  };
  const { name, shape } = header;
  const isText = header.className === "char" || header.className === "cell";
  const isNumbers = isNumberClass(header.className) || header.className === "sparse";
  return {
    name,
    // A character matrix is a list of its rows.
    shape: header.className === "char" ? [shape[0], 1] : shape,
    kind: isText ? "text" : isNumbers ? "numbers" : "other",
    problem: problemOf(header, isText || isNumbers),
    async readMatrix() {
      const { cursor, header } = await opened();
      return readMatrixContent(cursor, header);
    },
    async readNames() {
      const { cursor, header } = await opened();
      return readNamesContent(cursor, header);
    },
  };
}

function problemOf({ className, complex, shape }: VariableHeader, readable: boolean): string | undefined {
  if (complex) return "holds complex numbers, which are not supported; save the real part or the modulus";
  if (!readable)
    return `is a ${className}, which is not supported; save its content as numeric, char or cell arrays (strings with cellstr)`;
  if (shape.length !== 2)
    return `has ${shape.length} dimensions (${shape.join(" × ")}); the data must have 2, samples × features`;
  return undefined;
}

const numberClasses = new Set(Object.values(classNames).slice(5, 15));

/** Whether a class holds numbers in full. */
function isNumberClass(className: string): boolean {
  return numberClasses.has(className);
}

/** The content behind a header of numbers: a matrix, kept sparse where the file has it so. */
function readMatrixContent(cursor: ElementCursor, header: VariableHeader): Matrix | SparseMatrix {
  const [rows, columns] = header.shape;
  if (header.className !== "sparse")
    return denseMatrix(readNumbers(cursor, rows * columns), rows, columns, "columns");
  const indices = toIndices(readNumbers(cursor), Math.max(0, rows - 1), "a sparse matrix");
  const starts = toIndices(readNumbers(cursor, columns + 1), indices.length, "a sparse matrix");
  const values = toDoubles(readNumbers(cursor));
  const count = starts[columns];
  if (values.length < count)
    throw new InputError("unreadable-file", "the file is damaged: a sparse matrix has too few values");
  // MATLAB may keep room for more entries than there are.
  return compressedMatrix({
    format: "csc",
    rows,
    columns,
    starts,
    indices: indices.subarray(0, count),
    values: values.subarray(0, count),
  });
}

/** The content behind a header as names: numbers, the rows of a character array, the cells of a cell array. */
function readNamesContent(cursor: ElementCursor, header: VariableHeader): string[] {
  if (header.className === "char") return readCharacterRows(cursor, header.shape);
  const count = header.shape.reduce((product, size) => product * size, 1);
  if (header.className !== "cell") {
    const names = toNames(readNumbers(cursor, count));
    return header.logical ? names.map((name) => (name === "0" ? "false" : "true")) : names;
  }
  const names: string[] = [];
  while (names.length < count) {
    const element = cursor.next();
    if (element.type !== elementTypes.matrix)
      throw new InputError("unreadable-file", "the file is damaged: a cell holds no array");
    names.push(element.bytes.length === 0 ? "" : readCell(cursor.within(element.bytes), names.length + 1));
  }
  return names;
}

function readCell(cursor: ElementCursor, place: number): string {
  const header = readVariableHeader(cursor);
  const usable = header.className === "char" || (isNumberClass(header.className) && !header.complex);
  const names = usable && header.shape.length === 2 ? readNamesContent(cursor, header) : null;
  if (names === null || names.length > 1)
    throw new InputError(
      "unreadable-file",
      `cell ${place} of a cell array must hold one string or one number`,
    );
  return names[0] ?? "";
}

/** Each row of a character matrix is one text; MATLAB fills rows with blanks to the same length. */
function readCharacterRows(cursor: ElementCursor, shape: readonly number[]): string[] {
  if (shape.length !== 2)
    throw new InputError("unreadable-file", "a character array has more than 2 dimensions");
  const [rows, columns] = shape;
  const characters = readCharacters(cursor);
  if (characters.length !== rows * columns)
    throw new InputError(
      "unreadable-file",
      "the file is damaged: a string does not have the stated number of characters",
    );
  return Array.from({ length: rows }, (_, i) => {
    let text = "";
    for (let j = 0; j < columns; j++) text += characters[j * rows + i];
    return text.trimEnd();
  });
}

/** UTF-16 code units, as MATLAB counts characters; text that is stored as numbers is taken as such units. */
function readCharacters(cursor: ElementCursor): readonly string[] {
  const { littleEndian } = cursor;
  const element = cursor.next();
  if (element.type === elementTypes.utf8) return new TextDecoder().decode(element.bytes).split("");
  const types: Record<number, NumberType> = {
    ...storageTypes,
    [elementTypes.utf16]: "uint16",
    [elementTypes.utf32]: "uint32",
  };
  const type = types[element.type];
  if (!type)
    throw new InputError(
      "unreadable-file",
      `the file is damaged: a string is stored as element type ${element.type}`,
    );
  const codes = toDoubles({ bytes: element.bytes, type, littleEndian });
  return Array.from(codes, (code) => (code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd"));
}

function readNumbers(cursor: ElementCursor, count?: number): StoredNumbers {
  const { type, bytes } = cursor.next();
  const storage = storageTypes[type];
  if (!storage)
    throw new InputError(
      "unreadable-file",
      `the file is damaged: numbers are stored as element type ${type}`,
    );
  if (count !== undefined && bytes.length !== count * byteSizes[storage])
    throw new InputError(
      "unreadable-file",
      `the file is damaged: ${count} numbers are stated, but ${bytes.length / byteSizes[storage]} are present`,
    );
  return { bytes, type: storage, littleEndian: cursor.littleEndian };
}
