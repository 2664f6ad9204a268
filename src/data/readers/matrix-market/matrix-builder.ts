import { InputError } from "../../../core/input-error.js";
import { quoted } from "../../../core/text.js";
import type { Matrix } from "../../../numeric/matrix.js";
import type { SparseMatrix } from "../../../numeric/sparse-matrix.js";
import { decodeText } from "../shared/decode-text.js";
import { lineError } from "../shared/reading.js";
import { ArrayEntries, CoordinateEntries } from "./entries.js";
import { type MatrixHeader, parseHeader } from "./header.js";

/** Empty rows and columns take no room in the file, but they do in memory. */
const sideLimit = 10_000_000;

/** Takes the lines of a Matrix Market file, and gives the matrix, transposed where wanted. */
export class MatrixBuilder {
  private header: MatrixHeader | null = null;
  private entries: CoordinateEntries | ArrayEntries | null = null;

  constructor(
    private readonly fileSize: number,
    private readonly isTransposed: boolean,
  ) {}

  addLine(bytes: Uint8Array, start: number, end: number, line: number): void {
    if (!this.header) this.header = parseHeader(decodeText(bytes, start, end));
    else if (bytes[start] === 37 || isBlank(bytes, start, end)) return;
    else if (!this.entries)
      this.entries = this.startEntries(decodeText(bytes, start, end), this.header, line);
    else this.entries.add(bytes, start, end, line);
  }

  finish(): Matrix | SparseMatrix {
    if (!this.entries)
      throw new InputError("unreadable-file", `the file ends before the line with the matrix's size`);
    return this.entries.finish(this.isTransposed);
  }

  /** Checks the size before anything of that size is allocated. */
  private startEntries(text: string, header: MatrixHeader, line: number): CoordinateEntries | ArrayEntries {
    const isArray = header.layout === "array";
    const numbers = text.split(/\s+/);
    const [rows, columns] = numbers.map(Number);
    if (numbers.length !== (isArray ? 2 : 3) || !numbers.every((number) => /^\d{1,15}$/.test(number)))
      throw lineError(
        line,
        `${isArray ? "two whole numbers, rows and columns," : "three whole numbers, rows, columns and entries,"} are expected; ${quoted(text)} was found`,
      );
    if (rows === 0 || columns === 0) throw lineError(line, `the matrix is empty, ${rows} × ${columns}`);
    if (rows > sideLimit || columns > sideLimit)
      throw lineError(
        line,
        `a matrix of ${rows} × ${columns} is too large; at most ${sideLimit} rows and columns are supported`,
      );
    if (header.symmetry !== "general" && rows !== columns)
      throw lineError(line, `a ${header.symmetry} matrix must be square; this one is ${rows} × ${columns}`);
    const size = { rows, columns };
    const entries = isArray
      ? new ArrayEntries(header, size)
      : new CoordinateEntries(header, size, Number(numbers[2]));
    // An entry takes at least `1` and a line end, or `1 1` and a line end.
    const shortest = isArray ? 2 : 4;
    if (entries.expected * shortest > this.fileSize + 1)
      throw lineError(
        line,
        `${entries.expected} entries are declared, too many for a file of ${this.fileSize} bytes; it is cut off or damaged`,
      );
    entries.allocate();
    return entries;
  }
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] > 32) return false;
  return true;
}
