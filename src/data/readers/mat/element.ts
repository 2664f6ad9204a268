import { InputError } from "../../../core/input-error.js";
import { type NumberType, toDoubles } from "../shared/typed-numbers.js";

/** The storage types of MAT-file elements, by their number, where they are numbers. */
export const storageTypes: Readonly<Record<number, NumberType>> = {
  1: "int8",
  2: "uint8",
  3: "int16",
  4: "uint16",
  5: "int32",
  6: "uint32",
  7: "float32",
  9: "float64",
  12: "int64",
  13: "uint64",
};

/** Element types that are not plain numbers. */
export const elementTypes = { matrix: 14, compressed: 15, utf8: 16, utf16: 17, utf32: 18 };

/** One element of a MAT-file: a type and the bytes that belong to it. */
interface Element {
  readonly type: number;
  readonly bytes: Uint8Array;
  /** How many bytes the element states; more than `bytes` holds where only its start is at hand. */
  readonly size: number;
}

/** The elements of a piece of a MAT-file, one after the other. */
export class ElementCursor {
  private at = 0;
  readonly bytes: Uint8Array;
  readonly littleEndian: boolean;

  constructor(bytes: Uint8Array, littleEndian: boolean) {
    this.bytes = bytes;
    this.littleEndian = littleEndian;
  }

  /** A cursor over an inner piece, in the same byte order. */
  within(bytes: Uint8Array): ElementCursor {
    return new ElementCursor(bytes, this.littleEndian);
  }

  /**
   * The next element. Up to 4 bytes may stand inside the tag itself, whose upper half then holds their number. Content
   * is padded to 8 bytes. With `partial` the content may be cut off.
   */
  next(partial = false): Element {
    const { bytes, at, littleEndian } = this;
    if (at + 8 > bytes.length) throw cutOff();
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, 8);
    const first = view.getUint32(0, littleEndian);
    const small = first >>> 16;
    if (small > 4)
      throw new InputError(
        "unreadable-file",
        `the file is damaged: an element of ${small} bytes is stored in a field of 4`,
      );
    if (small > 0) {
      this.at = at + 8;
      return { type: first & 0xffff, bytes: bytes.subarray(at + 4, at + 4 + small), size: small };
    }
    const size = view.getUint32(4, littleEndian);
    const end = at + 8 + size;
    if (end > bytes.length && !partial) throw cutOff();
    this.at = Math.min(
      bytes.length,
      first === elementTypes.compressed ? end : at + 8 + Math.ceil(size / 8) * 8,
    );
    return { type: first, bytes: bytes.subarray(at + 8, end), size };
  }
}

function cutOff(): InputError {
  return new InputError("unreadable-file", "the file is damaged: an element extends beyond its container");
}

/** MATLAB's array classes by their number. */
export const classNames: Readonly<Record<number, string>> = {
  1: "cell",
  2: "struct",
  3: "object",
  4: "char",
  5: "sparse",
  6: "double",
  7: "single",
  8: "int8",
  9: "uint8",
  10: "int16",
  11: "uint16",
  12: "int32",
  13: "uint32",
  14: "int64",
  15: "uint64",
  16: "function handle",
  17: "MATLAB object",
};

/** What stands before the content of a variable. */
export interface VariableHeader {
  readonly className: string;
  readonly complex: boolean;
  readonly logical: boolean;
  readonly shape: readonly number[];
  readonly name: string;
}

/** Reads flags, dimensions and name, and leaves the cursor before the content. */
export function readVariableHeader(cursor: ElementCursor): VariableHeader {
  const flags = cursor.next();
  if (flags.type !== 6 || flags.bytes.length < 8)
    throw new InputError("unreadable-file", "the file is damaged: a variable has no flags");
  const word = new DataView(flags.bytes.buffer, flags.bytes.byteOffset, 4).getUint32(0, cursor.littleEndian);
  const className = classNames[word & 0xff];
  if (!className)
    throw new InputError("unreadable-file", `the file is damaged: unknown array class ${word & 0xff}`);
  const header = { className, complex: (word & 0x0800) !== 0, logical: (word & 0x0200) !== 0 };
  // Objects of the newer kind have names where others have dimensions; nothing more of them is read.
  if (className === "MATLAB object") return { ...header, shape: [], name: readName(cursor) };
  const dimensions = cursor.next();
  if (dimensions.type !== 5 || dimensions.bytes.length < 8 || dimensions.bytes.length % 4 !== 0)
    throw new InputError("unreadable-file", "the file is damaged: a variable has no dimensions");
  const shape = [...toDoubles({ bytes: dimensions.bytes, type: "int32", littleEndian: cursor.littleEndian })];
  if (shape.some((size) => size < 0))
    throw new InputError("unreadable-file", `the file is damaged: a variable is ${shape.join(" × ")}`);
  return { ...header, shape, name: readName(cursor) };
}

function readName(cursor: ElementCursor): string {
  return new TextDecoder().decode(cursor.next().bytes);
}
