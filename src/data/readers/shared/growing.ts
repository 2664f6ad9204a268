import { InputError } from "../../../core/input-error.js";

/** Bytes of a size not known beforehand, in one piece, never more than a limit. */
export class GrowingBytes {
  length = 0;
  private store: Uint8Array;
  private readonly limit: number;

  constructor(expected: number, limit: number) {
    this.limit = limit;
    this.store = allocate(Math.min(expected, limit));
  }

  append(chunk: Uint8Array): void {
    const length = this.length + chunk.length;
    if (length > this.limit)
      throw new InputError(
        "unreadable-file",
        `the compressed data expands to more than the allowed ${this.limit} bytes`,
      );
    if (length > this.store.length) {
      const grown = allocate(Math.min(this.limit, Math.max(length, this.store.length * 2)));
      grown.set(this.store.subarray(0, this.length));
      this.store = grown;
    }
    this.store.set(chunk, this.length);
    this.length = length;
  }

  /** What has been appended; a view, not a copy. */
  bytes(): Uint8Array {
    return this.store.subarray(0, this.length);
  }
}

function allocate(size: number): Uint8Array {
  try {
    return new Uint8Array(size);
  } catch {
    throw new InputError(
      "unreadable-file",
      `the compressed data needs ${size} bytes, more than the available memory`,
    );
  }
}

/** Numbers of a count not known beforehand. */
export class GrowingNumbers<T extends Float64Array | Int32Array> {
  length = 0;
  private store: T;

  constructor(private readonly allocate: (length: number) => T) {
    this.store = allocate(1024);
  }

  push(value: number): void {
    if (this.length === this.store.length) {
      const grown = this.allocate(this.length * 2);
      grown.set(this.store);
      this.store = grown;
    }
    this.store[this.length++] = value;
  }

  /** What has been pushed, as a copy of its own size. */
  toArray(): T {
    return this.store.slice(0, this.length) as T;
  }
}
