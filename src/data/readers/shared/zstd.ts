import { xxhash64Low } from "./xxhash64.js";
import type { HuffmanTable } from "./zstd/huffman.js";
import { readLiterals } from "./zstd/literals.js";
import { readSequences, type SequenceTables } from "./zstd/sequences.js";

/** A block unpacks to no more than this. */
const blockLimit = 1 << 17;

/**
 * Unpacks Zstandard (RFC 8878) to the `size` that is known beforehand; whatever gives another size is refused. Our own,
 * because fzstd loops forever on some damaged data (docs/upstream/fzstd.md). Frames that need a dictionary are refused, and
 * those whose content does not have the checksum that they carry.
 */
export function decompressZstd(bytes: Uint8Array, size: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const output = new Uint8Array(size);
  let filled = 0;
  for (let at = 0; at < bytes.length; ) {
    const magic = view.getUint32(at, true);
    if (magic >>> 4 === 0x184d2a5) at += 8 + view.getUint32(at + 4, true);
    else if (magic === 0xfd2fb528) ({ at, filled } = readFrame(bytes, view, at + 4, output, filled));
    else throw new Error("Zstandard data have the wrong first bytes");
  }
  if (filled !== size) throw new Error(`Zstandard data unpack to ${filled} bytes instead of ${size}`);
  return output;
}

function readFrame(bytes: Uint8Array, view: DataView, start: number, output: Uint8Array, from: number) {
  const flags = view.getUint8(start);
  const hasOneSegment = (flags & 32) !== 0;
  let at = start + (hasOneSegment ? 1 : 2);
  for (let i = [0, 1, 2, 4][flags & 3]; i > 0; i--)
    if (view.getUint8(at++) !== 0) throw new Error("Zstandard data need a dictionary, which is missing");
  at += flags >> 6 === 0 ? (hasOneSegment ? 1 : 0) : 1 << (flags >> 6);
  const frame = new Frame(output, from);
  for (let isLast = false; !isLast; ) {
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    isLast = (header & 1) !== 0;
    const type = (header >> 1) & 3;
    const length = header >> 3;
    at += 3;
    const end = at + (type === 1 ? 1 : length);
    if (type === 3 || length > blockLimit || end > bytes.length)
      throw new Error("a Zstandard block is damaged");
    frame.readBlock(type, bytes.subarray(at, end), length);
    at = end;
  }
  const hasChecksum = (flags & 4) !== 0;
  if (hasChecksum && view.getUint32(at, true) !== xxhash64Low(output.subarray(from, frame.filled)))
    throw new Error("Zstandard data do not have the checksum that they carry");
  return { at: at + (hasChecksum ? 4 : 0), filled: frame.filled };
}

/** What one block of a frame leaves to the next. */
class Frame {
  filled: number;
  private readonly output: Uint8Array;
  private huffman: HuffmanTable | null = null;
  private readonly tables: SequenceTables = [null, null, null];
  private readonly offsets = [1, 4, 8];

  constructor(output: Uint8Array, filled: number) {
    this.output = output;
    this.filled = filled;
  }

  readBlock(type: number, block: Uint8Array, length: number): void {
    const { output } = this;
    if (type < 2) {
      if (this.filled + length > output.length) throw new Error("Zstandard data are inconsistent");
      if (type === 0) output.set(block, this.filled);
      else output.fill(block[0], this.filled, this.filled + length);
      this.filled += length;
      return;
    }
    // With room behind it, because bits are read four bytes at a time.
    const padded = new Uint8Array(length + 8);
    padded.set(block);
    const limit = Math.min(output.length, this.filled + blockLimit);
    const literals = readLiterals(padded, length, this.huffman, blockLimit);
    this.huffman = literals.table;
    let used = 0;
    const copyLiterals = (count: number) => {
      if (used + count > literals.bytes.length || this.filled + count > limit)
        throw new Error("Zstandard data are inconsistent");
      if (count < 64) for (let i = 0; i < count; i++) output[this.filled + i] = literals.bytes[used + i];
      else output.set(literals.bytes.subarray(used, used + count), this.filled);
      used += count;
      this.filled += count;
    };
    readSequences(padded, literals.end, length, this.tables, (literalCount, offsetValue, match) => {
      copyLiterals(literalCount);
      this.copyMatch(this.offsetOf(offsetValue, literalCount), match, limit);
    });
    copyLiterals(literals.bytes.length - used);
  }

  /** Values up to 3 stand for one of the last three offsets (RFC 8878, 3.1.1.5). */
  private offsetOf(value: number, literalCount: number): number {
    const { offsets } = this;
    const place = value > 3 ? 3 : value - (literalCount === 0 ? 0 : 1);
    const offset = value > 3 ? value - 3 : place === 3 ? offsets[0] - 1 : offsets[place];
    if (place >= 2) offsets[2] = offsets[1];
    if (place >= 1) offsets[1] = offsets[0];
    offsets[0] = offset;
    return offset;
  }

  private copyMatch(offset: number, length: number, limit: number): void {
    const { output, filled } = this;
    if (!(offset >= 1 && offset <= filled && filled + length <= limit))
      throw new Error("Zstandard data are inconsistent");
    if (offset >= length && length >= 64)
      output.copyWithin(filled, filled - offset, filled - offset + length);
    else for (let i = 0; i < length; i++) output[filled + i] = output[filled + i - offset];
    this.filled += length;
  }
}
