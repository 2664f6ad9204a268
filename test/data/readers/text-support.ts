import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { expect } from "vitest";
import { InputError } from "../../../src/core/input-error.js";
import { type ByteSource, bytesSource } from "../../../src/data/byte-source.js";
import type { RawArrays } from "../../../src/data/readers/reader.js";
import type { Column, Table } from "../../../src/data/table.js";
import { SparseMatrix } from "../../../src/numeric/sparse-matrix.js";
import { dataFile } from "../../support/data.js";

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../fixtures/readers/text/${name}`, import.meta.url));

/** What `make_text.py` writes of a real file. */
interface Summary {
  rows: number;
  columns: number;
  sum: number;
  absoluteSum: number;
  missing: number;
  cells: [number, number, number | null][];
  names: string[];
  levels: Record<string, string[]>;
  labels: string[];
  ids: string[];
}

const real: Record<string, Summary> = JSON.parse(readFileSync(fixture("real.json"), "utf8"));
const small: Record<string, number[][]> = JSON.parse(readFileSync(fixture("small.json"), "utf8"));

/** The truth of a real file, as NumPy, SciPy and scikit-learn read it. */
export const truthOf = (name: string): Summary => real[name];

/** The matrix in one of the small fixture files. */
export const matrixOf = (name: string): number[][] => small[name];

export function textSource(text: string | Uint8Array, name = "data.txt"): ByteSource {
  return bytesSource(typeof text === "string" ? new TextEncoder().encode(text) : text, name);
}

export const fixtureSource = (name: string): ByteSource => textSource(readFileSync(fixture(name)), name);

/** A real file, unpacked where it is gzipped. */
export function realSource(name: string): ByteSource {
  const bytes = readFileSync(dataFile(`formats/${name}`));
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return textSource(isGzip ? gunzipSync(bytes) : bytes, basename(name).replace(/\.gz$/, ""));
}

/** A source that gives its bytes in a file's way: copies, later. */
export function slowSource(source: ByteSource): ByteSource {
  const read = async (start: number, end: number) => {
    await new Promise((resume) => setImmediate(resume));
    return (await source.read(start, end)).slice();
  };
  return { name: source.name, size: source.size, read };
}

/** The message of the InputError that the work must end with: one line, with the file's name. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  const { message } = error as InputError;
  expect(message).not.toMatch(/\n/);
  return message;
}

/** A table's value as a number: a level counts by its place. */
export function numberAt(column: Column, row: number): number {
  if (column.kind === "text") throw new Error(`text: ${column.values[row]}`);
  if (column.kind === "number") return column.values[row];
  return column.codes[row] < 0 ? Number.NaN : column.codes[row];
}

export function tableRows(table: Table): number[][] {
  return Array.from({ length: table.rows }, (_, i) => table.columns.map((column) => numberAt(column, i)));
}

export function arrayRows({ values }: RawArrays): number[][] {
  const dense = values instanceof SparseMatrix ? values.toDense() : values;
  return Array.from({ length: dense.rows }, (_, i) =>
    Array.from({ length: dense.columns }, (_, j) => dense.get(i, j)),
  );
}

/** Compares with the truth of a real file: shape, sums, and cells to the last bit. */
export function expectTruth(rows: number[][], truth: Summary): void {
  const all = rows.flat();
  const there = all.filter((value) => !Number.isNaN(value));
  expect([rows.length, rows[0].length]).toEqual([truth.rows, truth.columns]);
  expect(all.length - there.length).toBe(truth.missing);
  const absoluteSum = there.reduce((sum, value) => sum + Math.abs(value), 0);
  const sum = there.reduce((total, value) => total + value, 0);
  expect(Math.abs(absoluteSum - truth.absoluteSum)).toBeLessThanOrEqual(1e-12 * truth.absoluteSum);
  expect(Math.abs(sum - truth.sum)).toBeLessThanOrEqual(1e-12 * truth.absoluteSum);
  for (const [i, j, value] of truth.cells) expect([i, j, rows[i][j]]).toEqual([i, j, value ?? Number.NaN]);
}
