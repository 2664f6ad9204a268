import type { ready } from "h5wasm";
import { InputError } from "../../../core/input-error.js";
import type { FileBytes } from "./file-bytes.js";

type Module = Awaited<typeof ready>;

/** The parts of Emscripten's file system that its type declarations leave out. */
interface FileSystem {
  readonly ErrnoError: new (code: number) => Error;
  writeFile(path: string, bytes: Uint8Array): void;
  lookupPath(path: string): { readonly node: FileNode };
  unlink(path: string): void;
  close(stream: Stream): void;
  getStream(descriptor: number): Stream;
  readonly streams: readonly (Stream | null | undefined)[];
}
/** A file: how large it is, and what is done when it is read. */
interface FileNode {
  usedBytes: number;
  stream_ops: object;
}
interface Stream {
  readonly path?: string;
  tty: { ops: { put_char(tty: unknown, byte: number): void; fsync(tty: unknown): void } };
}

/** The library's memory ends at 2 GiB; of these it gets so much, where an array that is to be read needs no more. */
const memoryLimit = 2 ** 31;
const usualMemory = 256 * 2 ** 20;

/** What a file is called in there. */
const place = "/salience.h5";
/** The system's number for a failure to read. */
const inputOutputError = 29;

/** Only the start of the library's own messages is of use. */
const messageLimit = 20_000;

/** A file that the library has open. */
export interface OpenedHdf5 {
  readonly library: Hdf5Library;
  readonly id: bigint;
  close(): void;
}

/**
 * libhdf5 as WebAssembly, made safe for files that nobody has checked. There is one instance per process or page, and
 * h5wasm gives no way to make another, so a damaged file must not leave it in disorder: what it prints is collected and
 * counts as failure, traps are caught, and after any failure its memory is put back to how it was at the start.
 */
export class Hdf5Library {
  readonly module: Module;
  private readonly files: FileSystem;
  private readonly pristine: Uint8Array;
  private printed = "";
  private failed = false;
  /** Why the bytes of the file could not be read. */
  private readFailure: unknown = null;
  private ballast = 0;
  private pending: () => void = () => {};

  constructor(module: Module) {
    this.module = module;
    this.files = module.FS as unknown as FileSystem;
    const collect = (_: unknown, byte: number) => {
      if (this.printed.length < messageLimit) this.printed += String.fromCharCode(byte);
    };
    for (const descriptor of [1, 2])
      this.files.getStream(descriptor).tty.ops = { put_char: collect, fsync: () => {} };
    let used = module.HEAPU8.length;
    while (used > 0 && module.HEAPU8[used - 1] === 0) used--;
    this.pristine = module.HEAPU8.slice(0, used);
    Object.assign(module, {
      _guarded: () => {
        this.pending();
        return 0;
      },
    });
  }

  /** Makes one or more calls of the library; whatever goes wrong there comes out as InputError. */
  call<T>(operation: (module: Module) => T): T {
    let result: { value: T } | null = null;
    let failure: unknown = null;
    this.printed = "";
    this.pending = () => {
      try {
        result = { value: operation(this.module) };
      } catch (error) {
        failure = error;
      }
    };
    // ccall with a text saves the stack pointer and puts it back, which a trap or an exception would not.
    this.module.ccall("guarded", "number", ["string"], [""]);
    if (this.readFailure !== null) {
      this.failed = true;
      throw this.readFailure;
    }
    if (failure instanceof InputError) throw failure;
    if (result === null || failure !== null || this.printed !== "") {
      this.failed = true;
      throw new InputError("unreadable-file", this.explanation(failure), { cause: failure ?? undefined });
    }
    return (result as { value: T }).value;
  }

  /**
   * Lets the library have the memory that an array of this size needs, and else the usual. In a damaged file a text may
   * claim to be gigabytes long, and the library would take and clear them; so the rest of its memory is kept occupied.
   * Nothing is ever written there, so it costs addresses only.
   */
  allow(size: number): void {
    const wanted = size + usualMemory / 4 <= usualMemory;
    const { module } = this;
    if (wanted && this.ballast === 0)
      for (let part = 16; part > 4 && this.ballast === 0; part--)
        this.ballast = module._malloc(((memoryLimit - usualMemory) / 16) * part);
    if (!wanted && this.ballast !== 0) {
      module._free(this.ballast);
      this.ballast = 0;
    }
  }

  /** Opens bytes as a file; they are read where the library looks, and not copied. Close it when done. */
  open(bytes: FileBytes): OpenedHdf5 {
    this.failed = false;
    this.readFailure = null;
    this.mount(bytes);
    this.allow(0);
    let id: bigint | null = null;
    const close = () => {
      if (id !== null && !this.failed) this.module.close_file(id);
      for (const stream of this.files.streams) if (stream?.path === place) this.files.close(stream);
      this.files.unlink(place);
      if (this.failed) {
        this.module.HEAPU8.set(this.pristine);
        this.ballast = 0;
      }
    };
    try {
      id = this.call((module) => module.open(place, module.H5F_ACC_RDONLY, false, -1, -1));
      return { library: this, id, close };
    } catch (error) {
      close();
      throw error;
    }
  }

  /** Puts a file into the library's folder that is read from elsewhere. */
  private mount(bytes: FileBytes): void {
    this.files.writeFile(place, new Uint8Array(0));
    const { node } = this.files.lookupPath(place);
    node.usedBytes = bytes.size;
    const read = (_: unknown, memory: Int8Array, offset: number, length: number, position: number) => {
      try {
        const target = new Uint8Array(memory.buffer, memory.byteOffset + offset, length);
        return bytes.readInto(target, position);
      } catch (error) {
        this.readFailure = error;
        throw new this.files.ErrnoError(inputOutputError);
      }
    };
    node.stream_ops = { ...node.stream_ops, read };
  }

  private explanation(failure: unknown): string {
    const filter = /required filter '([^']*)' is not registered/.exec(this.printed)?.[1];
    if (filter)
      return `its data is compressed with ${filter}, which is not supported; write the file with gzip compression instead`;
    if (/unable to allocate|memory allocation failed/i.test(this.printed))
      return "the file is damaged, or an array in it needs more memory than the 2 GiB that the HDF5 library has";
    if (failure instanceof RangeError && /allocat/i.test(failure.message))
      return "the file is damaged, or an array in it needs more memory than is free";
    return "the HDF5 file is damaged, cut off or not an HDF5 file";
  }
}

let library: Promise<Hdf5Library> | null = null;
let last: Promise<void> = Promise.resolve();

/** Opens a file with the library, which is loaded on first use and has one file open at a time: others wait until it is closed. */
export async function openWithHdf5(bytes: FileBytes): Promise<OpenedHdf5> {
  library ??= import("h5wasm").then(async (h5wasm) => new Hdf5Library(await h5wasm.ready));
  const loaded = library;
  const before = last;
  let release = () => {};
  last = new Promise((resolve) => {
    release = resolve;
  });
  await before;
  try {
    const opened = (await loaded).open(bytes);
    return {
      ...opened,
      close() {
        try {
          opened.close();
        } finally {
          release();
        }
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
