import { InputError } from "../../../numeric/input-error.js";
import type { Matrix } from "../../../numeric/matrix.js";
import type { SparseMatrix } from "../../../numeric/sparse-matrix.js";
import { compressedMatrix } from "../shared/compressed-matrix.js";
import { denseMatrix } from "../shared/dense-matrix.js";
import {
  byteSizes,
  type NumberType,
  type StoredNumbers,
  toDoubles,
  toIndices,
  toNames,
} from "../shared/typed-numbers.js";
import { type ElementCursor, elementTypes, storageTypes } from "./element.js";
import { classNames, readVariableHeader, type VariableHeader } from "./variable-header.js";

const numberClasses = new Set(Object.values(classNames).slice(5, 15));

/** Whether a class holds numbers in full. */
export function isNumberClass(className: string): boolean {
  return numberClasses.has(className);
}

/** The content behind a header of numbers: a matrix, kept sparse where the file has it so. */
export function readMatrixContent(cursor: ElementCursor, header: VariableHeader): Matrix | SparseMatrix {
  const [rows, columns] = header.shape;
  if (header.className !== "sparse")
    return denseMatrix(readNumbers(cursor, rows * columns), rows, columns, "columns");
  const indices = toIndices(readNumbers(cursor), Math.max(0, rows - 1), "a sparse matrix");
  const starts = toIndices(readNumbers(cursor, columns + 1), indices.length, "a sparse matrix");
  const values = toDoubles(readNumbers(cursor));
  const count = starts[columns];
  if (values.length < count) throw new InputError("the file is damaged: a sparse matrix has too few values");
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
export function readNamesContent(cursor: ElementCursor, header: VariableHeader): string[] {
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
      throw new InputError("the file is damaged: a cell holds no array");
    names.push(element.bytes.length === 0 ? "" : readCell(cursor.within(element.bytes), names.length + 1));
  }
  return names;
}

function readCell(cursor: ElementCursor, place: number): string {
  const header = readVariableHeader(cursor);
  const usable = header.className === "char" || (isNumberClass(header.className) && !header.complex);
  const names = usable && header.shape.length === 2 ? readNamesContent(cursor, header) : null;
  if (names === null || names.length > 1)
    throw new InputError(`cell ${place} of a cell array holds neither one text nor one number`);
  return names[0] ?? "";
}

/** Each row of a character matrix is one text; MATLAB fills rows with blanks to the same length. */
function readCharacterRows(cursor: ElementCursor, shape: readonly number[]): string[] {
  if (shape.length !== 2) throw new InputError("a character array has more than 2 dimensions");
  const [rows, columns] = shape;
  const characters = readCharacters(cursor);
  if (characters.length !== rows * columns)
    throw new InputError("the file is damaged: a text has not as many characters as it states");
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
  if (!type) throw new InputError(`the file is damaged: a text is stored as element type ${element.type}`);
  const codes = toDoubles({ bytes: element.bytes, type, littleEndian });
  return Array.from(codes, (code) => (code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd"));
}

function readNumbers(cursor: ElementCursor, count?: number): StoredNumbers {
  const { type, bytes } = cursor.next();
  const storage = storageTypes[type];
  if (!storage) throw new InputError(`the file is damaged: numbers are stored as element type ${type}`);
  if (count !== undefined && bytes.length !== count * byteSizes[storage])
    throw new InputError(
      `the file is damaged: ${count} numbers are stated and ${bytes.length / byteSizes[storage]} are there`,
    );
  return { bytes, type: storage, littleEndian: cursor.littleEndian };
}
