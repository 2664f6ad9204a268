import type { FlatTable } from "./flatbuffer.js";

/** Unpacks bytes to a size that is known beforehand. */
export type Decompress = (bytes: Uint8Array, size: number) => Uint8Array;

/** The decompressors of Arrow, in the order of their codes. */
export type Decompressors = readonly [lz4: Decompress, zstd: Decompress];

/** Hands out the nodes and buffers of a record batch in their order. */
export class RecordBatch {
  readonly rows: number;
  private readonly body: Uint8Array;
  private readonly nodes: number[][];
  private readonly buffers: number[][];
  private readonly viewCounts: number[][];
  private readonly decompress: Decompress | null;
  private node = 0;
  private buffer = 0;
  private view = 0;

  /** From the `RecordBatch` table (https://github.com/apache/arrow/blob/main/format/Message.fbs) and its body. */
  constructor(header: FlatTable, body: Uint8Array, decompressors: Decompressors) {
    this.body = body;
    this.rows = header.int64(0);
    if (!(Number.isSafeInteger(this.rows) && this.rows >= 0))
      throw new Error(`a batch claims ${this.rows} rows`);
    this.nodes = header.int64s(1, 2);
    this.buffers = header.int64s(2, 2);
    this.viewCounts = header.int64s(4);
    const compression = header.table(3);
    this.decompress = compression ? decompressors[compression.uint8(0)] : null;
    if (this.decompress === undefined) throw new Error("its compression is unknown");
  }

  /** Passes over a column that is not read. */
  skip({ nodes, buffers, views }: { nodes: number; buffers: number; views: number }): void {
    this.node += nodes;
    this.buffer += buffers;
    for (let i = 0; i < views; i++) this.buffer += this.nextViewCount();
  }

  /** Starts the next column, whose length must be the batch's. */
  nextNode(): void {
    const node = this.nodes[this.node++];
    if (node?.[0] !== this.rows)
      throw new Error(`a column has ${node?.[0] ?? "no"} values for ${this.rows} rows`);
  }

  /** How many buffers of text the next column has. */
  nextViewCount(): number {
    const count = this.viewCounts[this.view++]?.[0] ?? -1;
    if (!(count >= 0 && count <= this.buffers.length))
      throw new Error("a column has an impossible number of buffers");
    return count;
  }

  /** The next buffer, unpacked: empty where it was left out, else of at least `bits` bits for each of `count` values. */
  nextBuffer(count: number, bits: number, optional = false): Uint8Array {
    const place = this.buffers[this.buffer++];
    if (!place) throw new Error("a column has too few buffers");
    const [offset, length] = place;
    if (!(offset >= 0 && length >= 0 && offset + length <= this.body.length))
      throw new Error("a buffer lies outside its batch");
    if (length === 0 && (optional || count === 0)) return new Uint8Array(0);
    const bytes = this.unpack(this.body.subarray(offset, offset + length));
    if (bytes.length < Math.ceil((count * bits) / 8)) throw new Error("a buffer is too short for its column");
    return bytes;
  }

  private unpack(bytes: Uint8Array): Uint8Array {
    if (!this.decompress || bytes.length === 0) return bytes;
    const size = Number(new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getBigInt64(0, true));
    const packed = bytes.subarray(8);
    if (size === -1) return packed;
    if (!(size >= 0 && size < 2 ** 32)) throw new Error(`a buffer claims ${size} bytes`);
    return size === 0 ? new Uint8Array(0) : this.decompress(packed, size);
  }
}
