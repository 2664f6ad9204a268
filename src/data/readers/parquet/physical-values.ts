import type { Encoding, ParquetType } from "hyparquet";
import { type Cursor, readBytes, readRuns, readUint32, readVarint, readZigzag, unpackBits } from "./runs.js";

/** Values as Parquet stores them, before their logical type is looked at. */
export type PhysicalValues = Int32Array | BigInt64Array | Float32Array | Float64Array | readonly Uint8Array[];

/** Decodes `count` values that are present. Dictionary indices are not values and are read elsewhere. */
export function readPhysicalValues(
  cursor: Cursor,
  encoding: Encoding,
  type: ParquetType,
  typeLength: number,
  count: number,
): PhysicalValues {
  switch (encoding) {
    case "PLAIN":
      return readPlain(cursor, type, typeLength, count);
    case "RLE":
      if (type !== "BOOLEAN") break;
      readUint32(cursor); // the length of what follows; the runs end where the values do
      return readRuns(cursor, 1, count);
    case "DELTA_BINARY_PACKED": {
      const values = readDeltas(cursor, count);
      return type === "INT64" ? values : Int32Array.from(values, (value) => Number(BigInt.asIntN(32, value)));
    }
    case "DELTA_LENGTH_BYTE_ARRAY":
      return readDeltaLengthBytes(cursor, count);
    case "DELTA_BYTE_ARRAY":
      return readDeltaBytes(cursor, count);
    case "BYTE_STREAM_SPLIT":
      return readPlain(
        { bytes: unsplit(cursor, widthOf(type, typeLength), count), at: 0 },
        type,
        typeLength,
        count,
      );
  }
  throw new Error(`the encoding ${encoding} of ${type} is unknown`);
}

function readPlain(cursor: Cursor, type: ParquetType, typeLength: number, count: number): PhysicalValues {
  if (type === "BYTE_ARRAY") {
    const result: Uint8Array[] = [];
    for (let i = 0; i < count; i++) result.push(readBytes(cursor, readUint32(cursor)));
    return result;
  }
  if (type === "BOOLEAN") {
    const bits = readBytes(cursor, Math.ceil(count / 8));
    return Int32Array.from({ length: count }, (_, i) => (bits[i >> 3] >> (i & 7)) & 1);
  }
  const width = widthOf(type, typeLength);
  const bytes = readBytes(cursor, count * width);
  if (type === "INT96" || type === "FIXED_LEN_BYTE_ARRAY")
    return Array.from({ length: count }, (_, i) => bytes.subarray(i * width, (i + 1) * width));
  const { buffer } = new Uint8Array(bytes); // an aligned copy; slice() of a Node Buffer would be none
  if (type === "INT32") return new Int32Array(buffer);
  if (type === "INT64") return new BigInt64Array(buffer);
  return type === "FLOAT" ? new Float32Array(buffer) : new Float64Array(buffer);
}

/** BYTE_STREAM_SPLIT holds the first bytes of all values, then all second bytes, and so on. */
function unsplit(cursor: Cursor, width: number, count: number): Uint8Array {
  const split = readBytes(cursor, width * count);
  const result = new Uint8Array(split.length);
  for (let b = 0; b < width; b++)
    for (let i = 0; i < count; i++) result[i * width + b] = split[b * count + i];
  return result;
}

function widthOf(type: ParquetType, typeLength: number): number {
  const width = { INT32: 4, FLOAT: 4, INT64: 8, DOUBLE: 8, INT96: 12, FIXED_LEN_BYTE_ARRAY: typeLength }[
    type as string
  ];
  if (!(width !== undefined && width > 0)) throw new Error(`values of type ${type} have no width`);
  return width;
}

/** Parquet's DELTA_BINARY_PACKED: blocks of differences, each with its smallest one and the bits above it. */
function readDeltas(cursor: Cursor, count: number): BigInt64Array {
  const blockSize = readVarint(cursor);
  const partsPerBlock = readVarint(cursor);
  const total = readVarint(cursor);
  const partSize = blockSize / partsPerBlock;
  if (!(partSize >= 8 && partSize % 8 === 0 && blockSize <= 1 << 20) || total !== count)
    throw new Error("differences are packed in an unknown layout");
  const result = new BigInt64Array(count);
  let value = readZigzag(cursor);
  if (count > 0) result[0] = value;
  const low = new Int32Array(partSize);
  for (let filled = 1; filled < count; ) {
    const smallest = readZigzag(cursor);
    const widths = readBytes(cursor, partsPerBlock);
    // A block's parts after the last value have a width but no bytes.
    for (let part = 0; part < partsPerBlock && filled < count; part++) {
      const width = widths[part];
      if (width > 64) throw new Error(`differences of ${width} bits`);
      const length = Math.min(partSize, count - filled);
      const packed = readBytes(cursor, (partSize * width) / 8);
      if (width <= 32) unpackBits(packed, 0, width, low, 0, length);
      for (let i = 0; i < length; i++) {
        const above = width <= 32 ? BigInt(low[i] >>> 0) : wideBits(packed, i * width, width);
        value = BigInt.asIntN(64, value + smallest + above);
        result[filled++] = value;
      }
    }
  }
  return result;
}

/** DELTA_LENGTH_BYTE_ARRAY: all lengths, then all bytes. */
function readDeltaLengthBytes(cursor: Cursor, count: number): Uint8Array[] {
  const lengths = readDeltas(cursor, count);
  return Array.from(lengths, (length) => readBytes(cursor, Number(length)));
}

/** DELTA_BYTE_ARRAY: how much of the value before is kept, then what follows it. */
function readDeltaBytes(cursor: Cursor, count: number): Uint8Array[] {
  const kept = readDeltas(cursor, count);
  const ends = readDeltaLengthBytes(cursor, count);
  let previous = new Uint8Array(0);
  return ends.map((end, i) => {
    const length = Number(kept[i]);
    if (!(length >= 0 && length <= previous.length))
      throw new Error("a shared prefix is longer than the previous value");
    const value = new Uint8Array(length + end.length);
    value.set(previous.subarray(0, length));
    value.set(end, length);
    previous = value;
    return value;
  });
}

function wideBits(bytes: Uint8Array, start: number, width: number): bigint {
  let value = 0n;
  const first = start >> 3;
  const last = (start + width - 1) >> 3;
  for (let at = last; at >= first; at--) value = (value << 8n) | BigInt(bytes[at]);
  return BigInt.asUintN(width, value >> BigInt(start & 7));
}
