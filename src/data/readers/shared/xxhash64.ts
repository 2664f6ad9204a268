/** The primes of xxHash's 64-bit variant, each as its upper and lower half. */
const prime1 = [0x9e3779b1, 0x85ebca87] as const;
const prime2 = [0xc2b2ae3d, 0x27d4eb4f] as const;
const prime3 = [0x165667b1, 0x9e3779f9] as const;
const prime4 = [0x85ebca77, 0xc2b2ae63] as const;
const prime5 = [0x27d4eb2f, 0x165667c5] as const;

/**
 * The lower half of the 64-bit xxHash with seed 0, the checksum of Zstandard frames (RFC 8878, 3.1.1;
 * https://github.com/Cyan4973/xxHash, its specification). In halves of 32 bits, since BigInt is slow.
 */
export function xxhash64Low(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const read = new Word(0, 0);
  const readAt = (at: number) => read.set(view.getInt32(at + 4, true), view.getInt32(at, true));
  const hash = new Word(...prime5);
  let at = 0;
  if (bytes.length >= 32) {
    const lanes = [
      new Word(...prime1).add(...prime2),
      new Word(...prime2),
      new Word(0, 0),
      new Word(~prime1[0], -prime1[1] | 0),
    ];
    for (; at + 32 <= bytes.length; at += 32)
      for (let lane = 0; lane < 4; lane++) round(lanes[lane], readAt(at + 8 * lane));
    hash.set(0, 0);
    for (const [lane, bits] of [1, 7, 12, 18].entries()) {
      const { high, low } = new Word(lanes[lane].high, lanes[lane].low).rotate(bits);
      hash.add(high, low);
    }
    for (const lane of lanes) {
      const { high, low } = round(new Word(0, 0), lane);
      hash
        .xor(high, low)
        .multiply(prime1)
        .add(...prime4);
    }
  }
  hash.add(Math.floor(bytes.length / 2 ** 32), bytes.length | 0);
  for (; at + 8 <= bytes.length; at += 8) {
    const { high, low } = round(new Word(0, 0), readAt(at));
    hash
      .xor(high, low)
      .rotate(27)
      .multiply(prime1)
      .add(...prime4);
  }
  if (at + 4 <= bytes.length) {
    const { high, low } = new Word(0, view.getInt32(at, true)).multiply(prime1);
    hash
      .xor(high, low)
      .rotate(23)
      .multiply(prime2)
      .add(...prime3);
    at += 4;
  }
  for (; at < bytes.length; at++) {
    const { high, low } = new Word(0, bytes[at]).multiply(prime5);
    hash.xor(high, low).rotate(11).multiply(prime1);
  }
  hash.xor(0, hash.high >>> 1).multiply(prime2);
  hash.xor(hash.high >>> 29, (hash.high << 3) | (hash.low >>> 29)).multiply(prime3);
  return (hash.low ^ hash.high) >>> 0;
}

/** Takes eight bytes into a lane; they are changed. */
function round(lane: Word, input: Word): Word {
  input.multiply(prime2);
  return lane.add(input.high, input.low).rotate(31).multiply(prime1);
}

/** A number of 64 bits that is changed in place. */
class Word {
  constructor(
    public high: number,
    public low: number,
  ) {}

  set(high: number, low: number): this {
    this.high = high | 0;
    this.low = low | 0;
    return this;
  }

  add(high: number, low: number): this {
    const sum = (this.low >>> 0) + (low >>> 0);
    return this.set(this.high + high + (sum > 0xffffffff ? 1 : 0), sum);
  }

  xor(high: number, low: number): this {
    return this.set(this.high ^ high, this.low ^ low);
  }

  /** To the left, by fewer than 32 bits. */
  rotate(bits: number): this {
    const { high, low } = this;
    return this.set((high << bits) | (low >>> (32 - bits)), (low << bits) | (high >>> (32 - bits)));
  }

  multiply(by: readonly [high: number, low: number]): this {
    const { high, low } = this;
    const carried = upperHalf(low, by[1]);
    return this.set(carried + Math.imul(high, by[1]) + Math.imul(low, by[0]), Math.imul(low, by[1]));
  }
}

/** The upper half of the product of two unsigned numbers of 32 bits. */
function upperHalf(a: number, b: number): number {
  const a1 = a >>> 16;
  const b1 = b >>> 16;
  const a0 = a & 0xffff;
  const b0 = b & 0xffff;
  // Below 2³² each: two numbers of 16 bits multiplied, and one of 16 bits added.
  const middle = (a1 * b0 + ((a0 * b0) >>> 16)) >>> 0;
  const other = (a0 * b1 + (middle & 0xffff)) >>> 0;
  return (Math.imul(a1, b1) + (middle >>> 16) + (other >>> 16)) | 0;
}
