/**
 * Reads bits from the end of a stretch of bytes towards its start, as Zstandard writes its streams: the highest set bit
 * of the last byte marks where they begin. The bytes must be followed by at least four others in their array.
 */
export class BackwardBits {
  /** How many bits are left; below zero when more have been asked for than there were. */
  left: number;
  private readonly bytes: Uint8Array;
  private readonly start: number;

  constructor(bytes: Uint8Array, start: number, end: number) {
    if (end <= start || bytes[end - 1] === 0) throw new Error("Zstandard data are cut off");
    this.bytes = bytes;
    this.start = start;
    this.left = (end - start - 1) * 8 + highestBit(bytes[end - 1]);
  }

  /** The next `count` bits, at most 24; beyond the start there are zeros. */
  peek(count: number): number {
    const at = this.left - count;
    const mask = (1 << count) - 1;
    if (at < 0) return at <= -count ? 0 : (this.word(0) << -at) & mask;
    return (this.word(at >> 3) >>> (at & 7)) & mask;
  }

  /** Takes the next `count` bits, at most 32. */
  read(count: number): number {
    if (count > 24) return this.read(count - 16) * 65536 + this.read(16);
    const value = this.peek(count);
    this.left -= count;
    return value;
  }

  private word(offset: number): number {
    const { bytes } = this;
    const at = this.start + offset;
    return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
  }
}

/** The place of the highest set bit of a number above zero. */
export const highestBit = (value: number) => 31 - Math.clz32(value);
