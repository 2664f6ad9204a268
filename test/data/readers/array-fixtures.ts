import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect } from "vitest";
import { InputError } from "../../../src/core/input-error.js";
import { bytesSource } from "../../../src/data/byte-source.js";
import type { ArrayReader, RawArrays } from "../../../src/data/readers/reader.js";
import type { ReadOptions } from "../../../src/data/reading-options.js";
import { Matrix } from "../../../src/numeric/matrix.js";
import { SparseMatrix } from "../../../src/numeric/sparse-matrix.js";

/** What another program reads from a fixture. */
export interface Expected {
  rows: number;
  columns: number;
  sparse: boolean;
  /** Row after row; null stands for NaN. */
  values: (number | null)[];
  labels?: string[];
  labelName?: string;
  featureNames?: string[];
  rowIds?: string[];
  options?: ReadOptions;
}

const path = (name: string) => fileURLToPath(new URL(`../../fixtures/readers/${name}`, import.meta.url));

/** The bytes of a fixture, by its path below test/fixtures/readers. */
export const fixture = (name: string): Uint8Array => new Uint8Array(readFileSync(path(name)));

/** The expected content of all fixtures of a folder, as pairs for test.each. */
export function expectedOf(folder: string): [string, Expected][] {
  return Object.entries(JSON.parse(readFileSync(path(`${folder}/expected.json`), "utf8")));
}

/** Reads bytes with a reader. */
export function read(reader: ArrayReader, bytes: Uint8Array, name: string, options: ReadOptions = {}) {
  return reader.readArrays(bytesSource(bytes, name), options);
}

/** Compares exactly: readers convert, they do not compute. */
export function expectArrays(actual: RawArrays, expected: Expected): void {
  const { values } = actual;
  expect(values instanceof SparseMatrix).toBe(expected.sparse);
  expect([values.rows, values.columns]).toEqual([expected.rows, expected.columns]);
  const dense = values instanceof SparseMatrix ? values.toDense() : values;
  expect(dense.isRowMajor).toBe(true);
  expect(Array.from(dense.data, (value) => (Number.isNaN(value) ? null : value))).toEqual(expected.values);
  expect(actual.labels).toEqual(expected.labels);
  expect(actual.labelName).toBe(expected.labelName);
  expect(actual.featureNames).toEqual(expected.featureNames);
  expect(actual.rowIds).toEqual(expected.rowIds);
}

/** One line that starts with the file's name. */
export async function expectRefusal(result: Promise<unknown>, name: string, message: RegExp): Promise<void> {
  const error = await result.then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  expect(error.message).not.toContain("\n");
  expect(error.message.startsWith(`${name}: `)).toBe(true);
  expect(error.message).toMatch(message);
}

/** Damage to a file, as fast-check can make and shrink it. Positions and lengths are parts of the file's size. */
export const damage = fc.array(
  fc.record({
    kind: fc.constantFrom("byte", "word", "cut", "repeat", "drop"),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 1, max: 64 }),
    value: fc.constantFrom(0, 1, 0x7f, 0x80, 0xff, 0x10, 0x42),
  }),
  { minLength: 1, maxLength: 5 },
);

/** A damaged copy. */
export function damaged(
  bytes: Uint8Array,
  damages: readonly { kind: string; at: number; length: number; value: number }[],
): Uint8Array {
  let result = bytes.slice();
  for (const { kind, at, length, value } of damages) {
    const start = Math.floor(at * Math.max(0, result.length - 1));
    const end = start + length;
    if (kind === "byte" && result.length > 0) result[start] = value ^ length;
    else if (kind === "word") result.fill(value, start, start + 4);
    else if (kind === "cut") result = result.slice(0, start);
    else if (kind === "repeat")
      result = Uint8Array.from([...result.subarray(0, end), ...result.subarray(start)]);
    else result = Uint8Array.from([...result.subarray(0, start), ...result.subarray(end)]);
  }
  return result;
}

/** A damaged file gives arrays that fit together, or a clear refusal. A size that was changed to millions is not believed. */
export async function expectSafe(
  reader: ArrayReader,
  bytes: Uint8Array,
  options: ReadOptions,
): Promise<void> {
  try {
    const { values, labels } = await read(reader, bytes, "damaged", options);
    expect(values instanceof Matrix || values instanceof SparseMatrix).toBe(true);
    const stored = values instanceof Matrix ? values.data.length : values.values.length + values.rows;
    expect(stored).toBeLessThan(1000 * (bytes.length + 100));
    if (labels) expect(labels.length).toBe(values.rows);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    expect(error.message.startsWith("damaged: ")).toBe(true);
    expect(error.message).not.toContain("\n");
  }
}
