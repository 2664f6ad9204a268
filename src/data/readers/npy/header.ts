import { InputError } from "../../../core/input-error.js";
import type { NumberType } from "../shared/typed-numbers.js";

/** What the header of a .npy file says. */
export interface NpyHeader {
  readonly shape: readonly number[];
  readonly order: "rows" | "columns";
  readonly type: NpyType;
  readonly littleEndian: boolean;
  /** Where the numbers start. */
  readonly dataAt: number;
  /** How many bytes the array has. */
  readonly dataSize: number;
}

/** What the array holds: numbers, truth values, text of fixed width, or something that is not read. */
export type NpyType =
  | { readonly kind: "numbers"; readonly numbers: NumberType }
  | { readonly kind: "bool" }
  | { readonly kind: "unicode" | "bytes"; readonly width: number }
  | { readonly kind: "other"; readonly problem: string };

const numberTypes: Record<string, NumberType> = {
  i1: "int8",
  i2: "int16",
  i4: "int32",
  i8: "int64",
  u1: "uint8",
  u2: "uint16",
  u4: "uint32",
  u8: "uint64",
  f2: "float16",
  f4: "float32",
  f8: "float64",
};

/** Whether bytes start like a .npy file. */
export function isNpy(head: Uint8Array): boolean {
  return head[0] === 0x93 && String.fromCharCode(...head.subarray(1, 6)) === "NUMPY";
}

/** The longest header that NumPy itself reads without being told to trust the file. */
export const npyHeaderLimit = 10_012;

/** Reads the header, of version 1, 2 or 3; `head` is the start of the array's bytes. */
export function readNpyHeader(head: Uint8Array): NpyHeader {
  if (head.length < 10 || !isNpy(head))
    throw new InputError("unreadable-file", "this is not a NumPy array, or its start is damaged");
  const version = head[6];
  if (version < 1 || version > 3)
    throw new InputError(
      "unreadable-file",
      `version ${version} of the NumPy format is unknown; versions 1 to 3 are supported`,
    );
  const sizeBytes = version === 1 ? 2 : 4;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const textAt = 8 + sizeBytes;
  const length = head.length < textAt ? 0 : version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  const dataAt = textAt + length;
  if (dataAt > npyHeaderLimit)
    throw new InputError("unreadable-file", `its NumPy header of ${length} bytes is too long`);
  if (length === 0 || dataAt > head.length)
    throw new InputError("unreadable-file", "the NumPy header is cut off");
  const text = new TextDecoder(version === 3 ? "utf-8" : "latin1").decode(head.subarray(textAt, dataAt));

  const shapeText = /['"]shape['"]\s*:\s*\(([\d\s,L]*)\)/.exec(text)?.[1];
  const fortran = /['"]fortran_order['"]\s*:\s*(True|False)/.exec(text)?.[1];
  const description = /['"]descr['"]\s*:\s*(?:['"]([^'"]*)['"]|\[)/.exec(text);
  if (shapeText === undefined || fortran === undefined || !description)
    throw new InputError("unreadable-file", "the NumPy header is damaged");
  const shape = shapeText
    .split(",")
    .map((size) => size.replace(/L/g, "").trim())
    .filter((size) => size !== "")
    .map(Number);
  const { type, size } = readType(description[1]);
  const dataSize = shape.reduce((product, length) => product * length, size);
  if (!Number.isSafeInteger(dataSize))
    throw new InputError("unreadable-file", `the NumPy header is damaged: its shape is ${shape.join(" × ")}`);
  return {
    shape,
    order: fortran === "True" ? "columns" : "rows",
    type,
    littleEndian: !description[1]?.startsWith(">"),
    dataAt,
    dataSize,
  };
}

/** A type in NumPy's short form, like `<f8`; undefined stands for a list of fields. */
function readType(description: string | undefined): { type: NpyType; size: number } {
  const other = (problem: string) => ({ type: { kind: "other", problem } as const, size: 0 });
  if (description === undefined)
    return other("has named fields, which are not supported; save the fields as separate arrays");
  const match = /^[<>|=]?([a-zA-Z?])(\d*)(.*)$/.exec(description);
  if (!match) return other(`has the type "${description}", which is not supported`);
  const [, letter, digits] = match;
  const width = Number(digits);
  const numbers = numberTypes[letter + digits];
  if (numbers) return { type: { kind: "numbers", numbers }, size: width };
  if (letter + digits === "b1" || letter === "?") return { type: { kind: "bool" }, size: 1 };
  if (letter === "U") return { type: { kind: "unicode", width }, size: 4 * width };
  if (letter === "S" || letter === "a") return { type: { kind: "bytes", width }, size: width };
  if (letter === "O")
    return other(
      "holds pickled Python objects, which are not supported; save it with a plain type such as float64 or str",
    );
  if (letter === "c")
    return other("holds complex numbers, which are not supported; save the real part or the modulus");
  return other(`has the type "${description}", which is not supported`);
}
