import { InputError } from "../../../core/input-error.js";
import type { ReadOptions } from "../../reading-options.js";
import type { StoredNumbers } from "../shared/typed-numbers.js";
import type { FileBytes } from "./file-bytes.js";
import type { Hdf5Library, OpenedHdf5 } from "./library.js";
import type { Scanned } from "./scan.js";
import { decodeNames, type ValueType, valueType } from "./value-type.js";

/** A dataset: its place, shape and type. */
export interface Hdf5Dataset {
  readonly path: string;
  readonly shape: readonly number[];
  readonly chunks: readonly number[] | null;
  readonly type: ValueType;
  readonly elementSize: number;
}

/** Some elements of a list, from `start` up to `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** An open HDF5 file. Paths have no leading slash; the empty path is the root. */
export class Hdf5File {
  readonly options: ReadOptions;
  private readonly library: Hdf5Library;
  private readonly id: bigint;
  private readonly bytes: FileBytes;
  private readonly scanned: Scanned;
  private progress = 0;

  constructor({ library, id }: OpenedHdf5, bytes: FileBytes, scanned: Scanned, options: ReadOptions) {
    this.library = library;
    this.id = id;
    this.bytes = bytes;
    this.scanned = scanned;
    this.options = options;
  }

  /** Whether the file starts with these letters. */
  begins(text: string): boolean {
    const head = new Uint8Array(text.length);
    this.bytes.readInto(head, 0);
    return String.fromCharCode(...head) === text;
  }

  /** The names inside a group. */
  names(path: string): string[] {
    return [...this.library.call((module) => module.get_names(this.id, `/${path}`, false))];
  }

  /** What stands at a path; null for nothing, for links that lead nowhere and for links into other files. */
  kindOf(path: string): "group" | "dataset" | null {
    let parent = "";
    for (const step of path.split("/").filter((step) => step !== "")) {
      if (parent !== "" && this.kindOfExisting(parent) !== "group") return null;
      if (!this.names(parent).includes(step)) return null;
      parent = parent === "" ? step : `${parent}/${step}`;
    }
    return parent === "" ? "group" : this.kindOfExisting(parent);
  }

  /** The dataset at a path that is known to be one. */
  dataset(path: string): Hdf5Dataset {
    const metadata = this.library.call((module) => module.get_dataset_metadata(this.id, `/${path}`));
    return {
      path,
      shape: metadata.shape ?? [0],
      chunks: metadata.chunks,
      type: valueType(metadata),
      elementSize: metadata.size,
    };
  }

  /** An attribute as names (texts, or numbers written out); undefined where there is none. */
  attribute(path: string, name: string): string[] | undefined {
    const place = `/${path}`;
    const names = this.library.call((module) => module.get_attribute_names(this.id, place));
    if (![...names].includes(name)) return undefined;
    const metadata = this.library.call((module) => module.get_attribute_metadata(this.id, place, name));
    if (metadata.shape === null) return [];
    const size = metadata.total_size * metadata.size;
    this.checkHolds(name, size);
    const type = valueType(metadata);
    return this.withMemory(size, type, (pointer) => {
      this.library.call((module) => {
        if (module.get_attribute_data(this.id, place, name, BigInt(pointer)) < 0)
          throw new Error("read failed");
      });
      const names = this.decode(pointer, metadata.total_size, metadata.size, type);
      if (metadata.vlen)
        this.library.call((module) => module.reclaim_vlen_memory(this.id, place, name, BigInt(pointer)));
      return names;
    });
  }

  /** The elements of a dataset of any shape as names, in the order of the file; of a list, some of them if a range is given. */
  readNames(dataset: Hdf5Dataset, range?: Range): string[] {
    const { type, elementSize } = dataset;
    const { offset, count } = blockOf(dataset, range);
    return this.withBlock(dataset, offset, count, (pointer) =>
      this.decode(pointer, product(count), elementSize, type),
    );
  }

  /** One field of the elements of a compound dataset as names. */
  readField(dataset: Hdf5Dataset, name: string, range?: Range): string[] {
    const fields = dataset.type.kind === "compound" ? dataset.type.fields : [];
    const field = fields.find((field) => field.name === name);
    if (!field) throw new InputError("unreadable-file", `"${dataset.path}" has no field "${name}"`);
    const block = blockOf(dataset, range);
    const bytes = this.readBlock(dataset, block.offset, block.count);
    // h5wasm asks for little-endian numbers where all are big-endian, and else takes them as they are.
    const ordered = fields.filter(({ type }) => type.kind === "numbers" || type.kind === "enum");
    const littleEndian = field.littleEndian || ordered.every((field) => !field.littleEndian);
    const { type, offset } = field;
    const elements = {
      bytes,
      count: product(block.count),
      stride: dataset.elementSize,
      offset,
      type,
      littleEndian,
    };
    return decodeNames(elements, this.heap());
  }

  /** Shows a block of a dataset of numbers to `use`, where it lies in the library's memory: it must not be kept. */
  withNumbers(
    dataset: Hdf5Dataset,
    offset: readonly number[],
    count: readonly number[],
    use: (numbers: StoredNumbers) => void,
  ): void {
    const { path, type, elementSize } = dataset;
    if (type.kind !== "numbers" && type.kind !== "enum")
      throw new InputError("unreadable-file", `"${path}" does not hold numbers`);
    const size = product(count) * elementSize;
    this.withBlock(dataset, offset, count, (pointer) => {
      const bytes = this.heap().subarray(pointer, pointer + size);
      use({ bytes, type: type.numbers, littleEndian: true });
    });
  }

  /** The bytes of a block of a dataset, numbers in little-endian order; the caller owns them. */
  readBlock(dataset: Hdf5Dataset, offset: readonly number[], count: readonly number[]): Uint8Array {
    const size = product(count) * dataset.elementSize;
    return this.withBlock(dataset, offset, count, (pointer) => {
      const copy = new Uint8Array(size);
      copy.set(this.heap().subarray(pointer, pointer + size));
      return copy;
    });
  }

  /** The path that an object reference (8 bytes) leads to. */
  referencedPath(reference: Uint8Array): string {
    const name = this.library.call((module) => module.get_referenced_name(this.id, reference, true));
    if (typeof name !== "string")
      throw new InputError("unreadable-file", "the HDF5 file is damaged: a reference leads nowhere");
    return name.replace(/^\//, "");
  }

  /**
   * Refuses a size in bytes that the file cannot hold: gzip shrinks data to no less than 1/1032, and what was never
   * written must not cost gigabytes.
   */
  checkHolds(what: string, size: number): void {
    if (!(size <= this.bytes.size * 1100 + 65536))
      throw new InputError(
        "unreadable-file",
        `"${what}" states ${size} bytes, more than a file of ${this.bytes.size} bytes can hold`,
      );
  }

  /** Says how far the reading of an array is, and pauses. */
  async report(fraction: number): Promise<void> {
    const start = this.bytes.wasRead ? 0.5 : 0;
    this.progress = Math.max(this.progress, start + (1 - start) * fraction);
    this.options.onProgress?.(this.progress);
    await this.pause();
  }

  /** Lets others have their turn, so that an abort can come in. */
  async pause(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.options.signal?.throwIfAborted();
  }

  /** What stands at a path that is known to exist. */
  kindOfExisting(path: string): "group" | "dataset" | null {
    return this.library.call((module) => {
      const type = module.get_type(this.id, `/${path}`);
      return type === module.H5G_GROUP ? "group" : type === module.H5G_DATASET ? "dataset" : null;
    });
  }

  private withBlock<T>(
    dataset: Hdf5Dataset,
    offset: readonly number[],
    count: readonly number[],
    use: (pointer: number) => T,
  ): T {
    const { path, type, elementSize, shape, chunks } = dataset;
    const chunkSize = product(chunks ?? [0]) * elementSize;
    this.checkHolds(path, product(shape) * elementSize);
    this.checkHolds(path, chunkSize);
    const size = product(count) * elementSize;
    if (size === 0) return use(0);
    // A chunk exists twice, packed and unpacked.
    this.library.allow(size + 2 * chunkSize);
    const counts = count.map(BigInt);
    return this.withMemory(size, type, (pointer) => {
      this.library.call((module) => {
        const whole = shape.length === 0;
        const strides = shape.map(() => 1n);
        const status = module.get_dataset_data(
          this.id,
          `/${path}`,
          whole ? null : counts,
          whole ? null : offset.map(BigInt),
          whole ? null : strides,
          BigInt(pointer),
        );
        if (status < 0) throw new Error("read failed");
      });
      const result = use(pointer);
      if (type.kind === "text" && type.variable)
        this.library.call((module) =>
          module.reclaim_vlen_memory_count(this.id, `/${path}`, "", BigInt(pointer), counts),
        );
      return result;
    });
  }

  /** Memory of the library, freed afterwards. */
  private withMemory<T>(size: number, type: ValueType, use: (pointer: number) => T): T {
    if (type.kind === "text" && type.variable && this.scanned.heapProblem) throw this.scanned.heapProblem;
    // Heaps are held whole, and the texts in them are copied twice.
    if (type.kind === "text" && type.variable) this.library.allow(size + 3 * this.bytes.size);
    const pointer = this.library.call((module) => module._malloc(size));
    if (pointer === 0)
      throw new InputError(
        "unreadable-file",
        `an array stored as one piece of ${size} bytes needs more memory than the HDF5 library has (2 GiB)`,
      );
    const result = use(pointer);
    this.library.call((module) => module._free(pointer));
    this.library.allow(0);
    return result;
  }

  private decode(pointer: number, count: number, elementSize: number, type: ValueType): string[] {
    const bytes = this.heap().subarray(pointer, pointer + count * elementSize);
    return decodeNames(
      { bytes, count, stride: elementSize, offset: 0, type, littleEndian: true },
      this.heap(),
    );
  }

  private heap(): Uint8Array {
    return this.library.module.HEAPU8;
  }
}

/** The number of elements of a shape. */
export function product(shape: readonly number[]): number {
  return shape.reduce((total, length) => total * length, 1);
}

const blockOf = ({ shape }: Hdf5Dataset, range?: Range) => ({
  offset: range && shape.length === 1 ? [range.start] : shape.map(() => 0),
  count: range && shape.length === 1 ? [range.end - range.start] : shape,
});
