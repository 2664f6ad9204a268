import { Matrix } from "../../numeric/matrix.js";
import { Panels } from "../../numeric/panels.js";
import { copyMatrix } from "../copy-matrix.js";
import type { KernelMemory } from "./kernel-memory.js";

/** Which layouts a kernel takes: any strides, columns side by side, or rows or columns side by side. */
export type Accepts = "any" | "rows" | "rows or columns";

/**
 * Brings the operands of one call into kernel memory. A matrix that lies there already, in a layout that the kernel
 * takes, is used in place; any other is copied, and results are copied back.
 */
export class Staging {
  private readonly addresses: number[] = [];
  private readonly results: { inside: Matrix; outside: Matrix }[] = [];
  private readonly integerResults: { inside: Int32Array; outside: Int32Array }[] = [];

  private constructor(private readonly memory: KernelMemory) {}

  /** Runs `body`, then copies the results back and frees what was taken. */
  static run<T>(memory: KernelMemory, body: (staging: Staging) => T): T {
    const staging = new Staging(memory);
    try {
      const result = body(staging);
      for (const { inside, outside } of staging.results) copyMatrix(inside, outside);
      for (const { inside, outside } of staging.integerResults) outside.set(inside);
      return result;
    } finally {
      for (const address of staging.addresses) memory.free(address);
    }
  }

  /** The operand in kernel memory; it is only read. */
  input(matrix: Matrix, accepts: Accepts = "any"): Matrix {
    if (this.fits(matrix, accepts)) return matrix;
    const copy = this.place(matrix, accepts);
    copyMatrix(matrix, copy);
    return copy;
  }

  /** The same for an operand that is written; its present contents are brought along if they are `read`. */
  output(matrix: Matrix, read: boolean, accepts: Accepts = "any"): Matrix {
    if (this.fits(matrix, accepts)) return matrix;
    const copy = this.place(matrix, accepts);
    if (read) copyMatrix(matrix, copy);
    this.results.push({ inside: copy, outside: matrix });
    return copy;
  }

  /** The operand in kernel memory, row after row without gaps; if it is `changed`, the result is copied back. */
  dense(matrix: Matrix, changed: boolean): Matrix {
    if (this.fits(matrix, "rows") && matrix.rowStride === matrix.columns) return matrix;
    const copy = this.place(matrix, "rows");
    copyMatrix(matrix, copy);
    if (changed) this.results.push({ inside: copy, outside: matrix });
    return copy;
  }

  /** The same for a matrix in panels. */
  panels(panels: Panels, changed: boolean): Panels {
    const { data, rows, columns, room } = panels;
    const row = this.dense(new Matrix(data, 1, data.length), changed);
    return row.data === data ? panels : new Panels(row.data, rows, columns, room);
  }

  /** An operand of whole numbers in kernel memory; it is only read. */
  integers(array: Int32Array): Int32Array {
    if (this.memory.holds(array)) return array;
    const copy = this.integerArray(array.length);
    copy.set(array);
    return copy;
  }

  /** Numbers of 32 or 64 bits in kernel memory; they are only read. */
  floats(array: Float32Array | Float64Array): Float32Array | Float64Array {
    if (this.memory.holds(array)) return array;
    const address = this.allocate(array.byteLength);
    const { length } = array;
    const copy =
      array instanceof Float32Array
        ? this.memory.singles(address, length)
        : this.memory.view(address, length);
    copy.set(array);
    return copy;
  }

  /** The same for an operand that is read and changed. */
  integersChanged(array: Int32Array): Int32Array {
    const inside = this.integerOutput(array);
    if (inside !== array) inside.set(array);
    return inside;
  }

  /** Whole numbers that are written and not read. */
  integerOutput(array: Int32Array): Int32Array {
    if (this.memory.holds(array)) return array;
    const inside = this.integerArray(array.length);
    this.integerResults.push({ inside, outside: array });
    return inside;
  }

  /** Memory for the length of the call. */
  allocate(bytes: number): number {
    const address = this.memory.allocate(bytes);
    this.addresses.push(address);
    return address;
  }

  /** Numbers for the length of the call, not set to anything. */
  array(length: number): Float64Array {
    return this.memory.view(this.allocate(8 * length), length);
  }

  /** Whole numbers for the length of the call, not set to anything. */
  integerArray(length: number): Int32Array {
    return this.memory.integers(this.allocate(4 * length), length);
  }

  private fits(matrix: Matrix, accepts: Accepts): boolean {
    if (!this.memory.holds(matrix.data)) return false;
    if (accepts === "any" || matrix.columnStride === 1) return true;
    return accepts === "rows or columns" && matrix.rowStride === 1;
  }

  /** Room for a copy; by columns where the original lies so, as copying is faster then. */
  private place({ rows, columns, rowStride, columnStride }: Matrix, accepts: Accepts): Matrix {
    const data = this.array(rows * columns);
    if (accepts !== "rows" && rowStride === 1 && columnStride !== 1)
      return new Matrix(data, columns, rows).transposed();
    return new Matrix(data, rows, columns);
  }
}
