import { xxhash32 } from "./checksums.js";

const magic = 0x184d2204;

/**
 * Unpacks one LZ4 frame (https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md) to the `size` that is known
 * beforehand. Linked and independent blocks, stored blocks, and all checksums are understood, and what can be verified
 * is; frames that need a dictionary are refused.
 */
export function decompressLz4Frame(bytes: Uint8Array, size: number): Uint8Array {
  const output = allocate(bytes, size);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(0, true) !== magic) throw new Error("LZ4 data have the wrong first bytes");
  const flags = view.getUint8(4);
  const has = {
    blockChecksums: flags & 16,
    contentSize: flags & 8,
    contentChecksum: flags & 4,
    dictionary: flags & 1,
  };
  if (flags >> 6 !== 1 || has.dictionary) throw new Error("LZ4 data have an unknown version");
  let at = 6;
  if (has.contentSize) {
    if (view.getBigUint64(at, true) !== BigInt(size))
      throw new Error("LZ4 data do not have their stated size");
    at += 8;
  }
  if (((xxhash32(bytes.subarray(4, at)) >>> 8) & 255) !== view.getUint8(at++))
    throw new Error("an LZ4 header is damaged");

  let filled = 0;
  for (;;) {
    const header = view.getUint32(at, true);
    at += 4;
    if (header === 0) break;
    const length = header & 0x7fffffff;
    const block = bytes.subarray(at, at + length);
    if (block.length < length) throw new Error("LZ4 data are cut off");
    at += length;
    if (has.blockChecksums) {
      if (xxhash32(block) !== view.getUint32(at, true)) throw new Error("an LZ4 block is damaged");
      at += 4;
    }
    const isStored = header >>> 31 === 1;
    if (isStored) {
      output.set(block, filled);
      filled += length;
    } else filled = decompressBlock(block, output, filled);
  }
  if (filled !== size) throw new Error(`LZ4 data unpack to ${filled} bytes instead of ${size}`);
  if (has.contentChecksum && xxhash32(output) !== view.getUint32(at, true))
    throw new Error("LZ4 data are damaged");
  return output;
}

/** Unpacks a bare LZ4 block to the `size` that is known beforehand. */
export function decompressLz4Block(bytes: Uint8Array, size: number): Uint8Array {
  const output = allocate(bytes, size);
  if (decompressBlock(bytes, output, 0) !== size) throw new Error("LZ4 data do not have their stated size");
  return output;
}

/** Unpacks LZ4 blocks as Hadoop frames them: both sizes, highest byte first, before each; or a bare block. */
export function decompressLz4Hadoop(bytes: Uint8Array, size: number): Uint8Array {
  const output = allocate(bytes, size);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let filled = 0;
  for (let at = 0; at < bytes.length; ) {
    const unpackedLength = at + 8 <= bytes.length ? view.getUint32(at) : 0;
    const packedLength = at + 8 <= bytes.length ? view.getUint32(at + 4) : 0;
    const isFramed =
      at + 8 + packedLength <= bytes.length && filled + unpackedLength <= size && packedLength > 0;
    if (!isFramed) return decompressLz4Block(bytes, size);
    const end = decompressBlock(bytes.subarray(at + 8, at + 8 + packedLength), output, filled);
    if (end !== filled + unpackedLength) throw new Error("LZ4 data do not have their stated size");
    filled = end;
    at += 8 + packedLength;
  }
  if (filled !== size) throw new Error("LZ4 data do not have their stated size");
  return output;
}

/** No byte of LZ4 stands for more than 255 others, so a larger size is a lie and must not be allocated. */
function allocate(bytes: Uint8Array, size: number): Uint8Array {
  if (size > 255 * bytes.length) throw new Error("the stated size of LZ4 data is impossible");
  return new Uint8Array(size);
}

/** Unpacks one block behind what is there already, which it may copy from; gives where it ends. */
function decompressBlock(input: Uint8Array, output: Uint8Array, filled: number): number {
  let at = 0;
  const readLength = (start: number) => {
    let length = start;
    if (start === 15) {
      let byte: number;
      do {
        if (at >= input.length) throw new Error("LZ4 data are cut off");
        byte = input[at++];
        length += byte;
      } while (byte === 255);
    }
    return length;
  };
  while (at < input.length) {
    const token = input[at++];
    const literals = readLength(token >> 4);
    if (at + literals > input.length || filled + literals > output.length)
      throw new Error("LZ4 data are inconsistent");
    output.set(input.subarray(at, at + literals), filled);
    at += literals;
    filled += literals;
    if (at === input.length) return filled;
    const distance = input[at] | (input[at + 1] << 8);
    at += 2;
    const length = readLength(token & 15) + 4;
    if (at > input.length || distance === 0 || distance > filled || filled + length > output.length)
      throw new Error("LZ4 data are inconsistent");
    if (distance >= length && length >= 64)
      output.copyWithin(filled, filled - distance, filled - distance + length);
    else for (let i = 0; i < length; i++) output[filled + i] = output[filled + i - distance];
    filled += length;
  }
  throw new Error("LZ4 data are cut off");
}
