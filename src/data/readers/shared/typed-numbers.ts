import { InputError } from "../../../core/input-error.js";

/** How a number lies in a file. */
export type NumberType = keyof typeof byteSizes;

/** Bytes per number. */
export const byteSizes = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  int64: 8,
  uint64: 8,
  float16: 2,
  float32: 4,
  float64: 8,
} as const;

/** Numbers of one type as they lie in a file. */
export interface StoredNumbers {
  readonly bytes: Uint8Array;
  readonly type: NumberType;
  readonly littleEndian: boolean;
}

/** Room for so many numbers; a clear refusal where there is not enough memory. */
export function allocateNumbers(count: number): Float64Array {
  try {
    return new Float64Array(count);
  } catch {
    throw new InputError(
      "unreadable-file",
      `${count} numbers need ${Math.ceil((count * 8) / 2 ** 30)} GiB, more than the available memory; read a smaller array`,
    );
  }
}

/** The numbers as doubles; 64-bit integers beyond 2^53 become the nearest double. */
export function toDoubles(numbers: StoredNumbers): Float64Array {
  const result = allocateNumbers(Math.floor(numbers.bytes.length / byteSizes[numbers.type]));
  writeDoubles(numbers, result, 0);
  return result;
}

/** Writes the numbers as doubles into `target` from place `at` on. */
export function writeDoubles(numbers: StoredNumbers, target: Float64Array, at: number): void {
  const typed = typedView(numbers);
  if (typed instanceof BigInt64Array || typed instanceof BigUint64Array)
    for (let i = 0; i < typed.length; i++) target[at + i] = Number(typed[i]);
  else if (numbers.type === "float16")
    for (let i = 0; i < typed.length; i++) target[at + i] = halfToNumber(typed[i]);
  else target.set(typed, at);
}

/** Counts or places, each from 0 to `limit`. */
export function toIndices(numbers: StoredNumbers, limit: number, what: string): Int32Array {
  const doubles = toDoubles(numbers);
  const result = new Int32Array(doubles.length);
  for (let i = 0; i < doubles.length; i++) {
    if (!(doubles[i] >= 0 && doubles[i] <= limit && Number.isInteger(doubles[i])))
      throw new InputError(
        "unreadable-file",
        `${what} holds ${doubles[i]} where a whole number from 0 to ${limit} is allowed`,
      );
    result[i] = doubles[i];
  }
  return result;
}

/** One name per number, as for classes: exact for integers of any size, the empty string for NaN. */
export function toNames(numbers: StoredNumbers): string[] {
  if (numbers.type === "int64" || numbers.type === "uint64") return Array.from(typedView(numbers), String);
  const doubles = toDoubles(numbers);
  if (numbers.type === "float32" || numbers.type === "float16")
    return Array.from(doubles, (value) => nameOf(shortestFloat32(value)));
  return Array.from(doubles, nameOf);
}

function nameOf(value: number): string {
  return Number.isNaN(value) ? "" : String(value);
}

/** The shortest decimal that is the same float32: 0.1 rather than 0.10000000149011612. */
function shortestFloat32(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const candidate = Number(value.toPrecision(digits));
    if (Math.fround(candidate) === value) return candidate;
  }
  return value;
}

type Typed =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

/**
 * A typed array over the bytes themselves, or over a copy where they are not aligned or in the other byte order; only to
 * be read. Every engine's typed arrays are little-endian by now.
 */
export function typedView({ bytes, type, littleEndian }: StoredNumbers): Typed {
  const size = byteSizes[type];
  const count = Math.floor(bytes.length / size);
  const swap = !littleEndian && size > 1;
  if (!swap && bytes.byteOffset % size === 0)
    return new constructors[type](bytes.buffer, bytes.byteOffset, count);
  const copy = new Uint8Array(count * size);
  copy.set(bytes.subarray(0, copy.length));
  if (swap) reverseEach(copy, size);
  return new constructors[type](copy.buffer);
}

const constructors: Record<
  NumberType,
  new (
    buffer: ArrayBufferLike,
    offset?: number,
    length?: number,
  ) => Typed
> = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  float16: Uint16Array,
  float32: Float32Array,
  float64: Float64Array,
};

function reverseEach(bytes: Uint8Array, size: number): void {
  for (let start = 0; start < bytes.length; start += size)
    for (let i = start, j = start + size - 1; i < j; i++, j--) {
      const kept = bytes[i];
      bytes[i] = bytes[j];
      bytes[j] = kept;
    }
}

/** The number that the 16 bits of an IEEE half-precision float stand for. */
export function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}
