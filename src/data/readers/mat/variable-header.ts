import { InputError } from "../../../numeric/input-error.js";
import { toDoubles } from "../shared/typed-numbers.js";
import type { ElementCursor } from "./element.js";

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
    throw new InputError("the file is damaged: a variable has no flags");
  const word = new DataView(flags.bytes.buffer, flags.bytes.byteOffset, 4).getUint32(0, cursor.littleEndian);
  const className = classNames[word & 0xff];
  if (!className) throw new InputError(`the file is damaged: there is no array class ${word & 0xff}`);
  const header = { className, complex: (word & 0x0800) !== 0, logical: (word & 0x0200) !== 0 };
  // Objects of the newer kind have names where others have dimensions; nothing more of them is read.
  if (className === "MATLAB object") return { ...header, shape: [], name: readName(cursor) };
  const dimensions = cursor.next();
  if (dimensions.type !== 5 || dimensions.bytes.length < 8 || dimensions.bytes.length % 4 !== 0)
    throw new InputError("the file is damaged: a variable has no dimensions");
  const shape = [...toDoubles({ bytes: dimensions.bytes, type: "int32", littleEndian: cursor.littleEndian })];
  if (shape.some((size) => size < 0))
    throw new InputError(`the file is damaged: a variable is ${shape.join(" × ")}`);
  return { ...header, shape, name: readName(cursor) };
}

function readName(cursor: ElementCursor): string {
  return new TextDecoder().decode(cursor.next().bytes);
}
