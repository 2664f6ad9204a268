/** The generator xoshiro128** 1.1 of Blackman and Vigna: 32 bits at a time, a period of 2^128 − 1. */
export class Xoshiro128 {
  /** The state must not be all zeros. */
  constructor(
    private s0: number,
    private s1: number,
    private s2: number,
    private s3: number,
  ) {}

  /** The next number, from 0 to 2^32 − 1. */
  next(): number {
    const result = Math.imul(rotateLeft(Math.imul(this.s1, 5), 7), 9) >>> 0;
    const shifted = this.s1 << 9;
    this.s2 ^= this.s0;
    this.s3 ^= this.s1;
    this.s1 ^= this.s2;
    this.s0 ^= this.s3;
    this.s2 ^= shifted;
    this.s3 = rotateLeft(this.s3, 11);
    return result;
  }
}

function rotateLeft(x: number, bits: number): number {
  return (x << bits) | (x >>> (32 - bits));
}
