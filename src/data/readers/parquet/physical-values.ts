import type { Encoding, ParquetType } from "hyparquet";
import { readDeltaBytes, readDeltaLengthBytes, readDeltas } from "./delta.js";
import { type Cursor, readBytes, readRuns, readUint32 } from "./runs.js";

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
  throw new Error(`the encoding ${encoding} of ${type} is not known`);
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
