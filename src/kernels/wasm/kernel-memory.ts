import { InputError } from "../../core/input-error.js";
import type { Matrix } from "../../numeric/matrix.js";
import { Allocator } from "./allocator.js";

const PAGE = 65536;
/**
 * 4 GB, all that 32-bit addresses reach, less one page, so that the end of an array is an address too; an engine that
 * refuses to set so much aside is asked for less.
 */
const MAXIMUM_PAGES = [65535, 32768, 16384, 8192, 4096, 1024];
/** What the binaries ask for at least. */
const INITIAL_PAGES = 2;
/** Memory grows by whole megabytes. */
const STEP_PAGES = 16;

/** The memory that all threads of one set of kernels share, and who uses which part of it. */
export class KernelMemory {
  readonly shared: WebAssembly.Memory;
  private readonly maximumPages: number;
  private allocator: Allocator | null = null;
  /**
   * Growing gives `shared.buffer` a new identity, while arrays over the old one stay valid: all are remembered. In V8 the
   * identity also changes when some other shared memory of the process grows, so every view notes its own.
   */
  private readonly buffers = new WeakSet<ArrayBufferLike>();

  constructor() {
    const { memory, maximum } = createMemory();
    this.shared = memory;
    this.maximumPages = maximum;
  }

  /** Opens what lies beyond the binaries' static data for use. */
  open(heapBase: number): void {
    this.allocator = new Allocator(heapBase, this.shared.buffer.byteLength, (needed) => this.grow(needed));
  }

  /** The address of `bytes` bytes, to be given back with {@link free}. */
  allocate(bytes: number): number {
    if (!this.allocator) throw new Error("these kernels have been disposed");
    return this.allocator.allocate(bytes);
  }

  free(address: number): void {
    this.allocator?.free(address);
  }

  /** The numbers at an address. */
  view(address: number, length: number): Float64Array {
    const { buffer } = this.shared;
    this.buffers.add(buffer);
    return new Float64Array(buffer, address, length);
  }

  /** The numbers of 32 bits at an address. */
  singles(address: number, length: number): Float32Array {
    const { buffer } = this.shared;
    this.buffers.add(buffer);
    return new Float32Array(buffer, address, length);
  }

  /** The whole numbers of 32 bits at an address. */
  integers(address: number, length: number): Int32Array {
    const { buffer } = this.shared;
    this.buffers.add(buffer);
    return new Int32Array(buffer, address, length);
  }

  /** Whether an array lies in this memory. */
  holds(array: Float64Array | Float32Array | Int32Array): boolean {
    return this.buffers.has(array.buffer);
  }

  /** Nothing can be allocated any more. */
  close(): void {
    this.allocator = null;
  }

  private grow(needed: number): number {
    const present = this.shared.buffer.byteLength / PAGE;
    const missing = Math.ceil(needed / PAGE) - present;
    const step = Math.min(Math.ceil(missing / STEP_PAGES) * STEP_PAGES, this.maximumPages - present);
    try {
      if (step < missing) throw new RangeError();
      this.shared.grow(step);
    } catch {
      const [wanted, limit] = [needed, this.maximumPages * PAGE].map(
        (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MB`,
      );
      throw new InputError(
        "option-value",
        `the kernels would need ${wanted} of memory, but can have at most ${limit} here; use smaller matrices`,
      );
    }
    return this.shared.buffer.byteLength;
  }
}

/** Where an element of a matrix in kernel memory starts. */
export function addressOf(matrix: Matrix): number {
  return matrix.data.byteOffset + 8 * matrix.offset;
}

function createMemory(): { memory: WebAssembly.Memory; maximum: number } {
  for (const maximum of MAXIMUM_PAGES)
    try {
      const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum, shared: true });
      return { memory, maximum };
    } catch {
      // The next one asks for less.
    }
  throw new InputError(
    "option-value",
    'this machine cannot give the kernels 64 MB of shared memory; free some memory, or use the "reference" kernels',
  );
}
