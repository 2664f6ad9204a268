import type { ColumnChunk } from "../shared/column-chunks.js";
import { dateText, timestampText, timeText } from "../shared/date-text.js";
import { bytesToInteger, decimalToNumber } from "../shared/parse-number.js";
import { halfToNumber } from "../shared/typed-numbers.js";
import type { RecordBatch } from "./record-batch.js";
import type { ArrowField, ArrowType } from "./schema.js";

/** Dictionaries by their ids, as they stand when a batch is read. */
export type Dictionaries = ReadonlyMap<number, ColumnChunk>;

/** One column of a record batch. Categories come as levels; dictionaries of numbers as the numbers. */
export function readColumn(field: ArrowField, batch: RecordBatch, dictionaries: Dictionaries): ColumnChunk {
  if (!field.dictionary) return readValues(field.type, batch);
  const dictionary = dictionaries.get(field.dictionary.id);
  if (!dictionary) throw new Error(`the dictionary of column "${field.name}" is missing`);
  const indices = numbersOf(readValues(field.dictionary.indices, batch));
  const { values } = dictionary as { values: ArrayLike<string | number> };
  for (const index of indices)
    if (!(Number.isNaN(index) || (index >= 0 && index < values.length)))
      throw new Error("a value is not in its dictionary");
  if (dictionary.kind === "number")
    return { kind: "number", values: indices.map((index) => dictionary.values[index]) };
  const levels = values as ArrayLike<string>;
  const codes = Int32Array.from(indices, (index) =>
    Number.isNaN(index) || levels[index] === "" ? -1 : index,
  );
  return { kind: "nominal", codes, levels: levels as readonly string[] };
}

/** The values of a column without a dictionary. */
export function readValues(type: ArrowType, batch: RecordBatch): ColumnChunk {
  batch.nextNode();
  const { rows } = batch;
  if (type.kind === "null") return { kind: "number", values: new Float64Array(rows).fill(Number.NaN) };
  const validity = batch.nextBuffer(rows, 1, true);
  const isPresent = (i: number) => validity.length === 0 || ((validity[i >> 3] >> (i & 7)) & 1) === 1;
  const numbers = (read: (i: number) => number): Extract<ColumnChunk, { kind: "number" }> => {
    const values = new Float64Array(rows);
    for (let i = 0; i < rows; i++) values[i] = isPresent(i) ? read(i) : Number.NaN;
    return { kind: "number", values };
  };
  const texts = (read: (i: number) => string): ColumnChunk => {
    const values = new Array<string>(rows);
    for (let i = 0; i < rows; i++) values[i] = isPresent(i) ? read(i) : "";
    return { kind: "text", values };
  };
  const view = (bits: number) => viewOf(batch.nextBuffer(rows, bits));
  switch (type.kind) {
    case "bool": {
      const bytes = batch.nextBuffer(rows, 1);
      return { ...numbers((i) => (bytes[i >> 3] >> (i & 7)) & 1), isBoolean: true };
    }
    case "int":
      return numbers(integers(type.bits, type.signed, view(type.bits)));
    case "float":
      return numbers(floats(type.bits, view(type.bits)));
    case "decimal": {
      const width = type.bits / 8;
      const bytes = batch.nextBuffer(rows, type.bits);
      return numbers((i) =>
        decimalToNumber(bytesToInteger(bytes.subarray(i * width, (i + 1) * width), "little"), type.scale),
      );
    }
    case "date": {
      const days = integers(type.unit === "day" ? 32 : 64, true, view(type.unit === "day" ? 32 : 64));
      return texts((i) => dateText(type.unit === "day" ? days(i) : Math.floor(days(i) / 86_400_000)));
    }
    case "time": {
      const ticks = integers(type.bits, true, view(type.bits));
      return texts((i) => timeText(BigInt(ticks(i)), type.unit));
    }
    case "timestamp": {
      const ticks = view(64);
      return texts((i) => timestampText(ticks.getBigInt64(8 * i, true), type.unit, type.zone));
    }
    case "utf8":
    case "large-utf8":
      return texts(stretches(type.kind === "utf8" ? 32 : 64, batch));
    case "utf8-view":
      return texts(views(batch));
    case "other":
      throw new Error(`it holds ${type.words}`);
  }
}

function numbersOf(chunk: ColumnChunk): Float64Array {
  if (chunk.kind !== "number") throw new Error("a dictionary has indices that are not numbers");
  return chunk.values;
}

function integers(bits: number, signed: boolean, view: DataView): (i: number) => number {
  switch (bits) {
    case 8:
      return signed ? (i) => view.getInt8(i) : (i) => view.getUint8(i);
    case 16:
      return signed ? (i) => view.getInt16(2 * i, true) : (i) => view.getUint16(2 * i, true);
    case 32:
      return signed ? (i) => view.getInt32(4 * i, true) : (i) => view.getUint32(4 * i, true);
    case 64:
      return signed
        ? (i) => Number(view.getBigInt64(8 * i, true))
        : (i) => Number(view.getBigUint64(8 * i, true));
    default:
      throw new Error(`whole numbers of ${bits} bits`);
  }
}

function floats(bits: number, view: DataView): (i: number) => number {
  if (bits === 16) return (i) => halfToNumber(view.getUint16(2 * i, true));
  if (bits === 32) return (i) => view.getFloat32(4 * i, true);
  if (bits === 64) return (i) => view.getFloat64(8 * i, true);
  throw new Error(`floating-point numbers of ${bits} bits`);
}

const decoder = new TextDecoder();

/** Text in one stretch of bytes, with the place where each value starts and the last one ends. */
function stretches(offsetBits: number, batch: RecordBatch): (i: number) => string {
  const count = batch.rows === 0 ? 0 : batch.rows + 1;
  const offset = integers(offsetBits, true, viewOf(batch.nextBuffer(count, offsetBits)));
  const bytes = batch.nextBuffer(0, 0);
  return (i) => textAt(bytes, offset(i), offset(i + 1));
}

/** Text in 16 bytes per value: its length, and itself where it has up to 12 bytes, else the place where it stands. */
function views(batch: RecordBatch): (i: number) => string {
  const inlined = batch.nextBuffer(batch.rows, 128);
  const view = viewOf(inlined);
  const buffers = Array.from({ length: batch.nextViewCount() }, () => batch.nextBuffer(0, 0));
  return (i) => {
    const length = view.getInt32(16 * i, true);
    if (length <= 12) return textAt(inlined, 16 * i + 4, 16 * i + 4 + length);
    const bytes = buffers[view.getInt32(16 * i + 8, true)];
    const start = view.getInt32(16 * i + 12, true);
    if (!bytes) throw new Error("a string lies in a missing buffer");
    return textAt(bytes, start, start + length);
  };
}

function textAt(bytes: Uint8Array, start: number, end: number): string {
  if (!(start >= 0 && start <= end && end <= bytes.length))
    throw new Error("a string lies outside its buffer");
  return decoder.decode(bytes.subarray(start, end));
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
