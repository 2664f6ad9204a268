import { InputError } from "../core/input-error.js";
import { log } from "./math.js";

const TWO_TO_53 = 9007199254740992;

/**
 * Random numbers from a seed: the same seed gives the same numbers on every machine. It is passed as an argument,
 * never global.
 */
export class Random {
  private readonly seed: bigint;
  private readonly generator: Xoshiro128;
  private spareNormal: number | null = null;

  /** The seed is a whole number from 0 to 2^53 − 1, or up to 64 bits as a bigint. */
  constructor(seed: number | bigint) {
    if (typeof seed === "number" && !(Number.isSafeInteger(seed) && seed >= 0))
      throw new InputError(
        "unusable-data",
        `the seed ${seed} was given; use a whole number from 0 to ${TWO_TO_53 - 1}`,
      );
    this.seed = BigInt.asUintN(64, BigInt(seed));
    const source = new SplitMix64(this.seed);
    const first = source.next();
    const second = source.next();
    this.generator = new Xoshiro128(
      Number(first & 0xffffffffn) | 0,
      Number(first >> 32n) | 0,
      Number(second & 0xffffffffn) | 0,
      Number(second >> 32n) | 0,
    );
  }

  /** A number from 0 up to but not including 1, in steps of 2^-53. */
  uniform(): number {
    return this.bits53() / TWO_TO_53;
  }

  /** A whole number from 0 to limit − 1, each equally likely; limit is a whole number from 1 to 2^53. */
  integer(limit: number): number {
    if (!(Number.isInteger(limit) && limit >= 1 && limit <= TWO_TO_53))
      throw new InputError(
        "unusable-data",
        `a random integer needs a limit that is a whole number of at least 1; ${limit} was given`,
      );
    // The last, incomplete stretch of the range would favour small numbers.
    const end = TWO_TO_53 - (TWO_TO_53 % limit);
    let bits = this.bits53();
    while (bits >= end) bits = this.bits53();
    return bits % limit;
  }

  /** A normally distributed number with mean 0 and variance 1 (Marsaglia's polar method: a pair at a time). */
  normal(): number {
    if (this.spareNormal !== null) {
      const spare = this.spareNormal;
      this.spareNormal = null;
      return spare;
    }
    let x: number;
    let y: number;
    let square: number;
    do {
      x = 2 * this.uniform() - 1;
      y = 2 * this.uniform() - 1;
      square = x * x + y * y;
    } while (square >= 1 || square === 0);
    const scale = Math.sqrt((-2 * log(square)) / square);
    this.spareNormal = y * scale;
    return x * scale;
  }

  /** Brings the elements into random order, in place, and gives the same array back (Fisher and Yates). */
  shuffle<T extends Shufflable>(array: T): T {
    for (let i = array.length - 1; i > 0; i--) {
      const j = this.integer(i + 1);
      [array[i], array[j]] = [array[j], array[i]];
    }
    return array;
  }

  /**
   * Another stream, which depends on the seed and the key alone and not on how much was drawn before: tasks that run
   * in any order, anywhere, get the same numbers. `fork(1)` and `fork("1")` are the same.
   */
  fork(key: string | number): Random {
    let hash = 0xcbf29ce484222325n; // FNV-1a, over UTF-16 units
    const text = String(key);
    for (let i = 0; i < text.length; i++)
      hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n);
    return new Random(new SplitMix64(new SplitMix64(this.seed).next() ^ hash).next());
  }

  private bits53(): number {
    const upper = this.generator.next() >>> 5;
    return upper * 67108864 + (this.generator.next() >>> 6);
  }
}

/** What {@link Random.shuffle} takes: an array, typed or not. */
type Shufflable = { readonly length: number; [index: number]: unknown };

/**
 * A generator of 64-bit numbers (SplitMix64 of Steele, Lea and Flood) that turns any seed, however regular, into
 * well-mixed words: it seeds the generator that does the work.
 */
export class SplitMix64 {
  private state: bigint;

  constructor(seed: bigint) {
    this.state = BigInt.asUintN(64, seed);
  }

  /** The next number, from 0 to 2^64 − 1. */
  next(): bigint {
    this.state = BigInt.asUintN(64, this.state + 0x9e3779b97f4a7c15n);
    let z = this.state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  }
}

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
