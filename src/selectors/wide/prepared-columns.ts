import type { Scratch, TellColumn } from "../../data/wide/wide-columns.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { StoredFeatures } from "../recursion/streamed-rows.js";
import type { Gaps } from "./gaps.js";

/** Reading on over what is not asked for is faster than a read of its own, up to so many bytes. */
const worthReadingOver = 1 << 14;
/** The longest read. */
const longestRead = 1 << 22;

/** How raw columns become prepared ones; by column. */
export interface ColumnScaling {
  readonly means: Float64Array;
  readonly scales: Float64Array;
  /** Powers of two that columns are divided by before that. */
  readonly units: Float64Array | null;
}

/** Raw columns that can be read again and again. */
export interface RawColumns {
  readonly rows: number;
  /** Tells these columns, which may come in any order. */
  each(columns: Int32Array, tell: TellColumn): void;
}

/** The values of one column. */
export function readColumn(raw: RawColumns, column: number): Float64Array {
  const result = new Float64Array(raw.rows);
  raw.each(Int32Array.of(column), (_, values, start) => {
    for (let i = 0; i < raw.rows; i++) result[i] = values[start + i];
  });
  return result;
}

/** Columns of raw values in a scratch, one after another, 32 or 64 bits each value. */
export class ScratchColumns implements RawColumns {
  private readonly buffer: Float32Array | Float64Array;
  private readonly bytes: Uint8Array;
  private readonly columnBytes: number;

  constructor(
    private readonly scratch: Scratch,
    readonly rows: number,
    readonly bits: 32 | 64,
    private readonly gaps: Gaps,
  ) {
    this.columnBytes = (rows * bits) / 8;
    const length = Math.max(rows, Math.floor(longestRead / this.columnBytes) * rows);
    this.buffer = bits === 32 ? new Float32Array(length) : new Float64Array(length);
    this.bytes = new Uint8Array(this.buffer.buffer);
  }

  /** Writes the columns of a block behind the others; the rows of each in the order given. */
  append(values: Matrix, order: Int32Array): void {
    const { buffer, rows, bytes, columnBytes } = this;
    const most = buffer.length / rows;
    for (let first = 0; first < values.columns; first += most) {
      const end = Math.min(values.columns, first + most);
      for (let band = first; band < end; band += 16) {
        const last = Math.min(end, band + 16);
        for (let i = 0; i < rows; i++) {
          const start = values.offset + order[i] * values.rowStride;
          for (let j = band; j < last; j++) buffer[(j - first) * rows + i] = values.data[start + j];
        }
      }
      this.scratch.append(bytes.subarray(0, (end - first) * columnBytes));
    }
  }

  each(columns: Int32Array, tell: TellColumn): void {
    const { rows, columnBytes, buffer, bytes } = this;
    const places = placesByColumn(columns);
    const columnAt = (at: number) => columns[places ? places[at] : at];
    const most = buffer.length / rows;
    const gap = 1 + Math.floor(worthReadingOver / columnBytes);
    for (let from = 0; from < columns.length; ) {
      const first = columnAt(from);
      let end = from + 1;
      while (end < columns.length && columnAt(end) - columnAt(end - 1) <= gap && columnAt(end) - first < most)
        end++;
      const count = columnAt(end - 1) - first + 1;
      this.scratch.read(first * columnBytes, bytes.subarray(0, count * columnBytes));
      for (let at = from; at < end; at++) {
        const [place, start] = [places ? places[at] : at, (columnAt(at) - first) * rows];
        if (this.gaps.has(columnAt(at))) tell(place, this.filled(columnAt(at), start), 0);
        else tell(place, buffer, start);
      }
      from = end;
    }
  }

  /** A column of the buffer without its gaps. */
  private filled(column: number, start: number): Float64Array {
    const fill = this.gaps.fills![column];
    return Float64Array.from(this.buffer.subarray(start, start + this.rows), (x) =>
      Number.isNaN(x) ? fill : x,
    );
  }
}

/** The features of a recursion, prepared as they are read. */
export class PreparedColumns implements StoredFeatures {
  constructor(
    private readonly raw: RawColumns,
    private readonly scaling: ColumnScaling,
    /** The column of each feature; absent where features are columns. */
    private readonly columns?: Int32Array,
  ) {}

  get samples(): number {
    return this.raw.rows;
  }

  read(features: Int32Array, out: Matrix): void {
    const { raw, scaling, columns } = this;
    const { means, scales, units } = scaling;
    const { rows } = raw;
    const { data, offset, rowStride } = out;
    const own = columns ? features.map((feature) => columns[feature]) : features;
    raw.each(own, (place, values, start) => {
      const column = own[place];
      const [mean, factor, unit] = [means[column], 1 / scales[column], units ? units[column] : 1];
      const to = offset + place * rowStride;
      for (let i = 0; i < rows; i++) data[to + i] = (values[start + i] / unit - mean) * factor;
    });
  }
}

/** The places of the columns from the first column to the last; null where they rise already. */
export function placesByColumn(columns: Int32Array): Int32Array | null {
  let rises = true;
  for (let at = 1; at < columns.length && rises; at++) rises = columns[at] > columns[at - 1];
  return rises ? null : Int32Array.from(columns.keys()).sort((a, b) => columns[a] - columns[b] || a - b);
}
