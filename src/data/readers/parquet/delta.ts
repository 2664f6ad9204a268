import { type Cursor, readBytes, readVarint, readZigzag, unpackBits } from "./runs.js";

/** Parquet's DELTA_BINARY_PACKED: blocks of differences, each with its smallest one and the bits above it. */
export function readDeltas(cursor: Cursor, count: number): BigInt64Array {
  const blockSize = readVarint(cursor);
  const partsPerBlock = readVarint(cursor);
  const total = readVarint(cursor);
  const partSize = blockSize / partsPerBlock;
  if (!(partSize >= 8 && partSize % 8 === 0 && blockSize <= 1 << 20) || total !== count)
    throw new Error("differences are packed in an unknown way");
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
export function readDeltaLengthBytes(cursor: Cursor, count: number): Uint8Array[] {
  const lengths = readDeltas(cursor, count);
  return Array.from(lengths, (length) => readBytes(cursor, Number(length)));
}

/** DELTA_BYTE_ARRAY: how much of the value before is kept, then what follows it. */
export function readDeltaBytes(cursor: Cursor, count: number): Uint8Array[] {
  const kept = readDeltas(cursor, count);
  const ends = readDeltaLengthBytes(cursor, count);
  let previous = new Uint8Array(0);
  return ends.map((end, i) => {
    const length = Number(kept[i]);
    if (!(length >= 0 && length <= previous.length))
      throw new Error("a shared beginning is longer than the value before");
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
