import type { Metadata } from "h5wasm";
import { InputError } from "../../../core/input-error.js";
import { byteSizes, type NumberType, type StoredNumbers, toNames } from "../shared/typed-numbers.js";

/** What the elements of a dataset or attribute are. */
export type ValueType =
  | { readonly kind: "numbers"; readonly numbers: NumberType }
  /** Numbers that stand for names; h5py writes truth values so. */
  | { readonly kind: "enum"; readonly numbers: NumberType; readonly names: ReadonlyMap<number, string> }
  | { readonly kind: "text"; readonly variable: boolean; readonly width: number }
  | { readonly kind: "compound"; readonly fields: readonly Field[] }
  | { readonly kind: "reference" }
  | { readonly kind: "other"; readonly what: string };

/** One field of a compound type. */
interface Field {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
  readonly type: ValueType;
  readonly littleEndian: boolean;
}

const classes = [
  "integer",
  "float",
  "time",
  "string",
  "bitfield",
  "opaque",
  "compound",
  "reference",
  "enum",
  "vlen",
  "array",
];

/** Reads h5wasm's description of a type. */
export function valueType(metadata: Metadata): ValueType {
  const { size, signed } = metadata;
  const name = classes[metadata.type];
  const other = (what: string): ValueType => ({ kind: "other", what });
  if (name === "string") return { kind: "text", variable: metadata.vlen, width: size };
  if (name === "reference" && metadata.ref_type === "object") return { kind: "reference" };
  if (name === "compound" && metadata.compound_type) {
    const fields = metadata.compound_type.members.map(toField);
    const hasVariable = fields.some(({ type }) => type.kind === "text" && type.variable);
    return hasVariable ? other("a table with strings of different lengths") : { kind: "compound", fields };
  }
  const numbers = `${name === "float" ? "float" : signed ? "int" : "uint"}${size * 8}`;
  const isNumber = name === "integer" || name === "float" || name === "bitfield" || name === "enum";
  if (!isNumber)
    return other(name === "vlen" ? "lists of different lengths" : `values of the type "${name}"`);
  if (!(numbers in byteSizes)) return other(`numbers of ${size} bytes`);
  if (name !== "enum") return { kind: "numbers", numbers: numbers as NumberType };
  const members = Object.entries(metadata.enum_type?.members ?? {});
  return {
    kind: "enum",
    numbers: numbers as NumberType,
    names: new Map(members.map(([member, value]) => [value, memberName(member)])),
  };
}

function toField(member: Metadata & { name: string; offset: number }): Field {
  const { name, offset, size, littleEndian } = member;
  return { name, offset, size, littleEndian, type: valueType(member) };
}

/** h5py's truth values read like everybody else's. */
function memberName(member: string): string {
  return member === "TRUE" || member === "FALSE" ? member.toLowerCase() : member;
}

/** Equal values at equal distances in memory: a whole dataset, or one field of a compound one. */
interface Elements {
  readonly bytes: Uint8Array;
  readonly count: number;
  /** Bytes from one element to the next. */
  readonly stride: number;
  /** Where the value stands inside its element. */
  readonly offset: number;
  readonly type: ValueType;
  readonly littleEndian: boolean;
}

/** One name per element. `heap` is the library's memory, where texts of variable length lie. */
export function decodeNames(elements: Elements, heap: Uint8Array): string[] {
  const { type, count, bytes, stride, offset } = elements;
  if (type.kind === "text") {
    const decoder = new TextDecoder();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return Array.from({ length: count }, (_, i) => {
      const at = i * stride + offset;
      const [memory, start] = type.variable ? [heap, view.getUint32(at, true)] : [bytes, at];
      if (type.variable && start === 0) return "";
      const limit = type.variable ? memory.length : start + type.width;
      const zero = memory.subarray(start, limit).indexOf(0);
      return decoder.decode(memory.subarray(start, zero < 0 ? limit : start + zero)).trimEnd();
    });
  }
  if (type.kind !== "numbers" && type.kind !== "enum")
    throw new InputError(
      "unreadable-file",
      `${type.kind === "other" ? type.what : `values of the type "${type.kind}"`} cannot be used as names`,
    );
  const names = toNames(decodeNumbers(elements));
  return type.kind === "enum" ? names.map((name) => type.names.get(Number(name)) ?? name) : names;
}

/** The numbers next to each other. */
function decodeNumbers({ type, count, bytes, stride, offset, littleEndian }: Elements): StoredNumbers {
  if (type.kind !== "numbers" && type.kind !== "enum")
    throw new InputError("unreadable-file", "numbers are needed");
  const size = byteSizes[type.numbers];
  if (stride === size) return { bytes, type: type.numbers, littleEndian };
  const packed = new Uint8Array(count * size);
  for (let i = 0; i < count; i++)
    packed.set(bytes.subarray(i * stride + offset, i * stride + offset + size), i * size);
  return { bytes: packed, type: type.numbers, littleEndian };
}
