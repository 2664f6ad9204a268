import { InputError } from "../../../numeric/input-error.js";
import type { NumberType } from "../shared/typed-numbers.js";

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
export interface Element {
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
      throw new InputError(`the file is damaged: an element of ${small} bytes claims to fit into 4`);
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
  return new InputError("the file is damaged: an element reaches beyond the end of what holds it");
}
