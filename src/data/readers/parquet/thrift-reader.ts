/** The types of Thrift's compact protocol. */
export const thriftTypes = {
  true: 1,
  false: 2,
  byte: 3,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  map: 11,
  struct: 12,
} as const;

/** Structures inside structures are not followed deeper than this. */
const deepest = 32;

/**
 * Reads Thrift's compact protocol field by field, without making objects of what is not asked for: the footer of a Parquet file
 * with a million columns is a hundred megabytes, and ten times that as objects.
 */
export class ThriftReader {
  private at = 0;
  private readonly decoder = new TextDecoder();

  constructor(private readonly bytes: Uint8Array) {}

  /** Tells the fields of a structure; those that `read` gives false for are skipped. */
  struct(read: (field: number, type: number) => boolean, depth = 0): void {
    if (depth > deepest) throw new Error("its footer is nested too deeply");
    for (let field = 0; ; ) {
      const head = this.byte();
      if (head === 0) return;
      field = head >> 4 ? field + (head >> 4) : this.integer();
      if (!read(field, head & 15)) this.skip(head & 15, depth);
    }
  }

  /** Tells how often to read the elements of a list, which is done by `read`. */
  list(read: (place: number, type: number) => void): number {
    const head = this.byte();
    const count = head >> 4 === 15 ? this.unsigned() : head >> 4;
    if (count > this.bytes.length - this.at) throw new Error("a list of its footer is too long");
    for (let place = 0; place < count; place++) read(place, head & 15);
    return count;
  }

  /** A whole number of any width, exact up to 2⁵³. */
  integer(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** A text. */
  text(): string {
    return this.decoder.decode(this.binary());
  }

  /** Goes past a value of this type. */
  skip(type: number, depth = 0): void {
    switch (type) {
      case thriftTypes.true:
      case thriftTypes.false:
        return;
      case thriftTypes.byte:
        this.byte();
        return;
      case thriftTypes.double:
        this.forward(8);
        return;
      case thriftTypes.binary:
        this.binary();
        return;
      case thriftTypes.list:
      case thriftTypes.set:
        this.list((_, own) => this.skipElement(own, depth + 1));
        return;
      case thriftTypes.map:
        this.skipMap(depth + 1);
        return;
      case thriftTypes.struct:
        this.struct(() => false, depth + 1);
        return;
      default:
        if (type < 4 || type > 6) throw new Error(`its footer has a value of an unknown type, ${type}`);
        this.unsigned();
    }
  }

  /** Truth values have a byte of their own in lists, and none in structures. */
  private skipElement(type: number, depth: number): void {
    if (type === thriftTypes.true || type === thriftTypes.false) this.byte();
    else this.skip(type, depth);
  }

  private skipMap(depth: number): void {
    const count = this.unsigned();
    if (count === 0) return;
    if (count > this.bytes.length - this.at) throw new Error("a list of its footer is too long");
    const types = this.byte();
    for (let place = 0; place < count; place++) {
      this.skipElement(types >> 4, depth);
      this.skipElement(types & 15, depth);
    }
  }

  private binary(): Uint8Array {
    const length = this.unsigned();
    return this.forward(length);
  }

  private forward(length: number): Uint8Array {
    const start = this.at;
    if (!(length <= this.bytes.length - start)) throw new Error("its footer is cut off");
    this.at += length;
    return this.bytes.subarray(start, this.at);
  }

  private byte(): number {
    if (this.at >= this.bytes.length) throw new Error("its footer is cut off");
    return this.bytes[this.at++];
  }

  private unsigned(): number {
    let [value, factor] = [0, 1];
    for (let count = 0; count < 10; count++, factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw new Error("a number of its footer is too long");
  }
}
