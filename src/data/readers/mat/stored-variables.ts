import { InputError } from "../../../numeric/input-error.js";
import type { ByteSource } from "../../byte-source.js";
import { inflateZlib } from "../shared/inflate.js";
import { inflateStart } from "../shared/inflate-start.js";
import type { StoredArray } from "../shared/stored-array.js";
import { ElementCursor, elementTypes } from "./element.js";
import { isNumberClass, readMatrixContent, readNamesContent } from "./variable-content.js";
import { readVariableHeader, type VariableHeader } from "./variable-header.js";

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
        `the file is cut off: the variable at byte ${at} needs ${tag.size} bytes and ${source.size - start} are left`,
      );
    const compressed = tag.type === elementTypes.compressed;
    if (!compressed && tag.type !== elementTypes.matrix)
      throw new InputError(`the file is damaged: there is no variable at byte ${at}`);
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
        throw new InputError("the file is damaged: compressed data holds no variable");
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
  if (complex) return "holds complex numbers, which are not read; save its real part or its modulus";
  if (!readable)
    return `is a ${className}, which is not read; save its content as numeric, char or cell arrays, strings with cellstr`;
  if (shape.length !== 2)
    return `has ${shape.length} dimensions (${shape.join(" × ")}); the data must have 2, samples × features`;
  return undefined;
}
