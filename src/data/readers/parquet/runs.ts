/** Where a decoder stands in its bytes; reading past the end is an error, never a silent zero. */
export interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

/**
 * Parquet's hybrid of repeated and bit-packed runs: `count` numbers of `width` bits. The lengths that the runs claim are
 * never trusted beyond `count`. A missing tail of the last bit-packed group is allowed, since some writers cut it.
 */
export function readRuns(cursor: Cursor, width: number, count: number): Int32Array {
  if (width > 32) throw new Error(`numbers of ${width} bits`);
  const result = new Int32Array(count);
  for (let filled = 0; filled < count; ) {
    const header = readVarint(cursor);
    if (header & 1) {
      const groups = header >>> 1;
      const length = Math.min(groups * 8, count - filled);
      unpackBits(cursor.bytes, cursor.at, width, result, filled, length);
      cursor.at += groups * width;
      filled += length;
    } else {
      const length = Math.min(header >>> 1, count - filled);
      let value = 0;
      for (let shift = 0; shift < width; shift += 8) value |= readByte(cursor) << shift;
      result.fill(value, filled, filled + length);
      filled += length;
    }
  }
  return result;
}

/** Unpacks `count` numbers of `width` bits, lowest bit first; bits above the 32nd are dropped. */
export function unpackBits(
  bytes: Uint8Array,
  start: number,
  width: number,
  output: Int32Array,
  from: number,
  count: number,
): void {
  if (start + Math.ceil((count * width) / 8) > bytes.length)
    throw new Error("bit-packed numbers are cut off");
  let at = start;
  let used = 0;
  for (let i = 0; i < count; i++) {
    let value = 0;
    for (let have = 0; have < width; ) {
      const take = Math.min(8 - used, width - have);
      if (have < 32) value |= ((bytes[at] >>> used) & ((1 << take) - 1)) << have;
      have += take;
      used += take;
      if (used === 8) {
        used = 0;
        at++;
      }
    }
    output[from + i] = value;
  }
}

/** An unsigned number in groups of 7 bits, up to 32 bits. */
export function readVarint(cursor: Cursor): number {
  let value = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = readByte(cursor);
    value |= (byte & 127) << shift;
    if (byte < 128) return value >>> 0;
  }
  throw new Error("a number is too long");
}

/** A signed number in groups of 7 bits, the sign in the lowest bit, up to 64 bits. */
export function readZigzag(cursor: Cursor): bigint {
  let value = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = readByte(cursor);
    value |= BigInt(byte & 127) << shift;
    if (byte < 128) return BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n));
  }
  throw new Error("a number is too long");
}

/** The next byte. */
export function readByte(cursor: Cursor): number {
  if (cursor.at >= cursor.bytes.length) throw new Error("a page is cut off");
  return cursor.bytes[cursor.at++];
}

/** The next `length` bytes, as a view. */
export function readBytes(cursor: Cursor, length: number): Uint8Array {
  if (!(length >= 0 && cursor.at + length <= cursor.bytes.length)) throw new Error("a page is cut off");
  cursor.at += length;
  return cursor.bytes.subarray(cursor.at - length, cursor.at);
}

/** The next four bytes as a whole number, lowest byte first. */
export function readUint32(cursor: Cursor): number {
  const [a, b, c, d] = readBytes(cursor, 4);
  return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
}
