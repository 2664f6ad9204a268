/**
 * A table of a FlatBuffer (https://flatbuffers.dev/internals), the encoding of Arrow's metadata. All reads go through a
 * DataView, so that an offset that leads out of the bytes throws instead of giving zeros, and the lengths of vectors are
 * held against the bytes that are there.
 */
export class FlatTable {
  private readonly view: DataView;
  private readonly position: number;

  constructor(view: DataView, position: number) {
    this.view = view;
    this.position = position;
  }

  /** The table that the bytes as a whole hold. */
  static root(bytes: Uint8Array): FlatTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return new FlatTable(view, view.getUint32(0, true));
  }

  uint8(field: number, otherwise = 0): number {
    const at = this.place(field);
    return at ? this.view.getUint8(at) : otherwise;
  }

  int16(field: number, otherwise = 0): number {
    const at = this.place(field);
    return at ? this.view.getInt16(at, true) : otherwise;
  }

  int32(field: number, otherwise = 0): number {
    const at = this.place(field);
    return at ? this.view.getInt32(at, true) : otherwise;
  }

  int64(field: number, otherwise = 0): number {
    const at = this.place(field);
    return at ? Number(this.view.getBigInt64(at, true)) : otherwise;
  }

  text(field: number): string | undefined {
    const vector = this.vector(field, 1);
    if (!vector) return undefined;
    return new TextDecoder().decode(
      new Uint8Array(this.view.buffer, this.view.byteOffset + vector.start, vector.length),
    );
  }

  table(field: number): FlatTable | undefined {
    const at = this.place(field);
    return at ? new FlatTable(this.view, at + this.view.getUint32(at, true)) : undefined;
  }

  tables(field: number): FlatTable[] {
    return this.elements(field, 4, (at) => new FlatTable(this.view, at + this.view.getUint32(at, true)));
  }

  /** A vector of 64-bit numbers, or of structs made of `perElement` of them. */
  int64s(field: number, perElement = 1): number[][] {
    return this.elements(field, 8 * perElement, (at) =>
      Array.from({ length: perElement }, (_, i) => Number(this.view.getBigInt64(at + 8 * i, true))),
    );
  }

  private elements<T>(field: number, size: number, read: (at: number) => T): T[] {
    const { start, length } = this.vector(field, size) ?? { start: 0, length: 0 };
    return Array.from({ length }, (_, i) => read(start + i * size));
  }

  private vector(field: number, elementSize: number): { start: number; length: number } | undefined {
    const at = this.place(field);
    if (!at) return undefined;
    const start = at + this.view.getUint32(at, true) + 4;
    const length = this.view.getUint32(start - 4, true);
    if (start + length * elementSize > this.view.byteLength)
      throw new Error("a list in its metadata is too long");
    return { start, length };
  }

  /** Where a field's value stands, or 0 where the table leaves it at its default. */
  private place(field: number): number {
    const directory = this.position - this.view.getInt32(this.position, true);
    const entry = 4 + 2 * field;
    if (entry >= this.view.getUint16(directory, true)) return 0;
    const offset = this.view.getUint16(directory + entry, true);
    return offset && this.position + offset;
  }
}
