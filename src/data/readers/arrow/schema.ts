import type { TimeUnit } from "../shared/date-text.js";
import type { FlatTable } from "./flatbuffer.js";

/** The type of a column, as far as it matters here; nested types say only how many buffers they take. */
export type ArrowType =
  | { readonly kind: "null" | "bool" | "utf8" | "large-utf8" | "utf8-view" }
  | { readonly kind: "int"; readonly bits: number; readonly signed: boolean }
  | { readonly kind: "float"; readonly bits: number }
  | { readonly kind: "decimal"; readonly bits: number; readonly scale: number }
  | { readonly kind: "date"; readonly unit: "day" | "millisecond" }
  | { readonly kind: "time"; readonly bits: number; readonly unit: TimeUnit }
  | { readonly kind: "timestamp"; readonly unit: TimeUnit; readonly zone: "" | "Z" }
  | { readonly kind: "other"; readonly words: string };

/** One column of the file. */
export interface ArrowField {
  readonly name: string;
  readonly type: ArrowType;
  /** For dictionary columns: which dictionary, and the type of the indices into it; `type` is that of its values. */
  readonly dictionary: { readonly id: number; readonly indices: ArrowType } | null;
  /** How many nodes, fixed buffers and variable lists of buffers it takes in a record batch, children included. */
  readonly nodes: number;
  readonly buffers: number;
  readonly views: number;
}

/** What a file says about its columns. */
export interface ArrowSchema {
  readonly fields: readonly ArrowField[];
  readonly pandas: string | undefined;
}

/** Reads the `Schema` table (https://github.com/apache/arrow/blob/main/format/Schema.fbs). */
export function readSchema(schema: FlatTable, version: number): ArrowSchema {
  if (schema.int16(0) !== 0) throw new Error("its numbers are big-endian, which is not supported");
  const notes = schema.tables(2).map((pair) => [pair.text(0), pair.text(1)]);
  return {
    fields: schema.tables(1).map((field) => readField(field, version, 0)),
    pandas: notes.find(([key]) => key === "pandas")?.[1],
  };
}

function readField(field: FlatTable, version: number, depth: number): ArrowField {
  if (depth > 32) throw new Error("its types are nested too deeply");
  const code = field.uint8(2);
  const type = readType(code, field.table(3));
  const encoding = field.table(4);
  const indices = encoding?.table(1);
  const dictionary = encoding && {
    id: encoding.int64(0),
    indices: indices ? readType(2, indices) : ({ kind: "int", bits: 32, signed: true } as const),
  };
  const children = dictionary ? [] : field.tables(5).map((child) => readField(child, version, depth + 1));
  const sum = (count: (child: ArrowField) => number) =>
    children.reduce((total, child) => total + count(child), 0);
  const layout = dictionary ? { buffers: 2, views: 0 } : layoutOf(code, field.table(3), version);
  return {
    name: field.text(0) ?? "",
    type,
    dictionary: dictionary ?? null,
    nodes: 1 + sum((child) => child.nodes),
    buffers: layout.buffers + sum((child) => child.buffers),
    views: layout.views + sum((child) => child.views),
  };
}

const timeUnits = ["second", "millisecond", "microsecond", "nanosecond"] as const;

function readType(code: number, type: FlatTable | undefined): ArrowType {
  if (!type) throw new Error("a column has no type");
  switch (code) {
    case 1:
      return { kind: "null" };
    case 2:
      return { kind: "int", bits: type.int32(0), signed: type.uint8(1) !== 0 };
    case 3:
      return { kind: "float", bits: 16 << type.int16(0) };
    case 5:
      return { kind: "utf8" };
    case 6:
      return { kind: "bool" };
    case 7:
      return { kind: "decimal", bits: type.int32(2, 128), scale: type.int32(1) };
    case 8:
      return { kind: "date", unit: type.int16(0, 1) === 0 ? "day" : "millisecond" };
    case 9:
      return { kind: "time", bits: type.int32(1, 32), unit: timeUnits[type.int16(0, 1)] };
    case 10:
      return { kind: "timestamp", unit: timeUnits[type.int16(0)], zone: type.text(1) ? "Z" : "" };
    case 18:
      return { kind: "int", bits: 64, signed: true }; // a duration, in its own unit
    case 20:
      return { kind: "large-utf8" };
    case 24:
      return { kind: "utf8-view" };
    default:
      return { kind: "other", words: otherTypes[code] ?? `values of an unknown type (${code})` };
  }
}

const lists = "lists";
const bytes = "raw bytes";
const otherTypes: Readonly<Record<number, string>> = {
  4: bytes,
  15: bytes,
  19: bytes,
  23: bytes,
  12: lists,
  16: lists,
  21: lists,
  25: lists,
  26: lists,
  11: "intervals",
  13: "records",
  14: "values of several types",
  17: "maps",
  22: "run-end encoded values",
};

/** The buffers of each type's own (https://arrow.apache.org/docs/format/Columnar.html, "Buffer Listing for Each Layout"). */
function layoutOf(
  code: number,
  type: FlatTable | undefined,
  version: number,
): { buffers: number; views: number } {
  if (code === 1 || code === 22) return { buffers: 0, views: 0 };
  if (code === 13 || code === 16) return { buffers: 1, views: 0 };
  if (code === 14) {
    const isDense = type?.int16(0) === 1;
    const hadValidity = version < 4; // dropped in version 5 of the format, which is number 4
    return { buffers: (isDense ? 2 : 1) + (hadValidity ? 1 : 0), views: 0 };
  }
  if (code === 23 || code === 24) return { buffers: 2, views: 1 };
  const hasOffsets = [4, 5, 19, 20, 25, 26].includes(code);
  return { buffers: hasOffsets ? 3 : 2, views: 0 };
}
