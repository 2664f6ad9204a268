import { InputError } from "../../../numeric/input-error.js";
import { byteSizes, type StoredNumbers, toNames } from "../shared/typed-numbers.js";
import type { ValueType } from "./value-type.js";

/** Equal values at equal distances in memory: a whole dataset, or one field of a compound one. */
export interface Elements {
  readonly bytes: Uint8Array;
  readonly count: number;
  /** Bytes from one element to the next. */
  readonly stride: number;
  /** Where the value stands inside its element. */
  readonly offset: number;
  readonly type: ValueType;
  readonly littleEndian: boolean;
}

/** One name per element. `heap` is the library's memory, where texts of variable length lie. */
export function decodeNames(elements: Elements, heap: Uint8Array): string[] {
  const { type, count, bytes, stride, offset } = elements;
  if (type.kind === "text") {
    const decoder = new TextDecoder();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return Array.from({ length: count }, (_, i) => {
      const at = i * stride + offset;
      const [memory, start] = type.variable ? [heap, view.getUint32(at, true)] : [bytes, at];
      if (type.variable && start === 0) return "";
      const limit = type.variable ? memory.length : start + type.width;
      const zero = memory.subarray(start, limit).indexOf(0);
      return decoder.decode(memory.subarray(start, zero < 0 ? limit : start + zero)).trimEnd();
    });
  }
  if (type.kind !== "numbers" && type.kind !== "enum")
    throw new InputError(
      `${type.kind === "other" ? type.what : `values of the type "${type.kind}"`} cannot be used as names`,
    );
  const names = toNames(decodeNumbers(elements));
  return type.kind === "enum" ? names.map((name) => type.names.get(Number(name)) ?? name) : names;
}

/** The numbers next to each other. */
function decodeNumbers({ type, count, bytes, stride, offset, littleEndian }: Elements): StoredNumbers {
  if (type.kind !== "numbers" && type.kind !== "enum") throw new InputError("numbers are needed");
  const size = byteSizes[type.numbers];
  if (stride === size) return { bytes, type: type.numbers, littleEndian };
  const packed = new Uint8Array(count * size);
  for (let i = 0; i < count; i++)
    packed.set(bytes.subarray(i * stride + offset, i * stride + offset + size), i * size);
  return { bytes: packed, type: type.numbers, littleEndian };
}
