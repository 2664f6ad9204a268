import { InputError } from "../../../core/input-error.js";
import type { ByteSource } from "../../byte-source.js";
import type { ReadOptions } from "../../reading-options.js";

/** The bytes of a file as the library reads them: at once, and only where it looks. */
export interface FileBytes {
  readonly size: number;
  /** Fills `target` with the bytes from `start` on, and says how many there were. */
  readInto(target: Uint8Array, start: number): number;
  /** Whether they lie in memory, because the source can only be waited for. */
  readonly wasRead: boolean;
}

/** How much is read from the source at a time. */
const pieceSize = 1 << 26;

/** The bytes where they are, if the source can read at once; else all of them in memory. */
export async function fileBytes(source: ByteSource, options: ReadOptions): Promise<FileBytes> {
  const { size } = source;
  if (source.readInto)
    return { size, readInto: (target, start) => source.readInto!(target, start), wasRead: false };
  const bytes = await readAll(source, options);
  return {
    size,
    wasRead: true,
    readInto(target, start) {
      const part = bytes.subarray(start, start + target.length);
      target.set(part);
      return part.length;
    },
  };
}

async function readAll(source: ByteSource, options: ReadOptions): Promise<Uint8Array> {
  if (source.size <= pieceSize) return source.read(0, source.size);
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(source.size);
  } catch {
    throw new InputError("unreadable-file", `the file has ${source.size} bytes, more than fits in memory`);
  }
  for (let at = 0; at < source.size; at += pieceSize) {
    options.signal?.throwIfAborted();
    bytes.set(await source.read(at, Math.min(source.size, at + pieceSize)), at);
    options.onProgress?.(0.5 * Math.min(1, (at + pieceSize) / source.size));
  }
  return bytes;
}

/** Numbers at any place of a file, of which a small part is held. */
export class ByteWindow {
  private readonly held: Uint8Array;
  private readonly view: DataView;
  private start = 0;
  private end = 0;

  constructor(
    private readonly bytes: FileBytes,
    size: number,
  ) {
    this.held = new Uint8Array(Math.min(size, bytes.size));
    this.view = new DataView(this.held.buffer);
  }

  /** 0 beyond the end. */
  byteAt(at: number): number {
    return this.reach(at, 1) ? this.held[at - this.start] : 0;
  }

  /** A number of 2, 4 or 8 bytes, the least first; NaN beyond the end. */
  numberAt(at: number, size: 2 | 4 | 8): number {
    if (!this.reach(at, size)) return Number.NaN;
    const { view, start } = this;
    if (size === 2) return view.getUint16(at - start, true);
    return size === 4 ? view.getUint32(at - start, true) : Number(view.getBigUint64(at - start, true));
  }

  /** Whether these bytes stand there. */
  holds(at: number, expected: readonly number[]): boolean {
    return this.reach(at, expected.length) && expected.every((byte, i) => this.byteAt(at + i) === byte);
  }

  private reach(at: number, count: number): boolean {
    if (!(at >= 0 && at + count <= this.bytes.size)) return false;
    if (at < this.start || at + count > this.end) {
      this.start = at;
      this.end = at + this.bytes.readInto(this.held, at);
    }
    return at + count <= this.end;
  }
}
