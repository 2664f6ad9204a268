import type { Metadata } from "h5wasm";
import { byteSizes, type NumberType } from "../shared/typed-numbers.js";

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
export interface Field {
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
    return hasVariable ? other("a table with texts of different lengths") : { kind: "compound", fields };
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
