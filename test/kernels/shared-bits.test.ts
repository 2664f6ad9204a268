import { describe, expect, test } from "vitest";
import type { Kernels } from "../../src/kernels/kernels.js";
import { BitMatrix } from "../../src/numeric/bit-matrix.js";
import { Random } from "../../src/numeric/random.js";
import { expectSame } from "../support/expect-same.js";
import { variants } from "./variants.js";

/** Rows of true and false, half of them or so true. */
function randomRows(seed: number, rows: number, columns: number): boolean[][] {
  const random = new Random(seed);
  return Array.from({ length: rows }, () => Array.from({ length: columns }, () => random.integer(2) === 1));
}

/** The rows as bits, in words from `take`. */
function packed(
  rows: readonly boolean[][],
  columns: number,
  take: (length: number) => Int32Array,
): BitMatrix {
  const bits = new BitMatrix(take(rows.length * BitMatrix.wordsPerRow(columns)), rows.length, columns);
  rows.forEach((row, i) => {
    row.forEach((is, at) => {
      if (is) bits.wordsOf(i)[at >> 5] |= 1 << (at & 31);
    });
  });
  return bits;
}

const outside = (length: number) => new Int32Array(length);

/** Names, rows of A, rows of B, bits. Four, two and one rows of B go together; the last ones take several blocks. */
const sizes = [
  [1, 1, 1, 1],
  [0, 2, 3, 40],
  [3, 2, 0, 40],
  [3, 2, 2, 0],
  [2, 2, 2, 31],
  [5, 3, 4, 32],
  [4, 7, 3, 33],
  [9, 5, 7, 64],
  [6, 5, 8, 65],
  [40, 23, 2, 1440],
  [70, 90, 6, 777],
];

describe.each(variants)("bits that rows share, %s", (_, kernels: Kernels) => {
  test("worked out by hand", () => {
    // 1011 with 1110 shares two bits, with 0100 none; all 64 bits with themselves 64, the sign bits of both words included.
    const a = new BitMatrix(Int32Array.of(0b1011, 0, -1, -1), 2, 64);
    const b = new BitMatrix(Int32Array.of(0b1110, 0, 0b0100, 0, -1, -1), 3, 64);
    const out = new Int32Array(6);
    kernels.sharedBits(a, Int32Array.of(1, 0), b, out);
    expect(Array.from(out)).toEqual([3, 1, 64, 2, 0, 3]);
  });

  test.each(sizes)("%d names of %d rows against %d, %d bits, inside and outside", (names, m, n, columns) => {
    const [a, b] = [randomRows(1, m, columns), randomRows(2, n, columns)];
    const random = new Random(3);
    const named = Int32Array.from({ length: names }, () => random.integer(m));
    const expected: number[] = [];
    for (const i of named) for (const row of b) expected.push(row.filter((is, at) => is && a[i][at]).length);
    const workspace = kernels.workspace();
    const inside = (length: number) => workspace.integers(length);
    for (let places = 0; places < 16; places++) {
      const [forA, forNames, forB, forOut] = [1, 2, 4, 8].map((bit) => (places & bit ? inside : outside));
      const names = forNames(named.length);
      names.set(named);
      // Marks before and after the output must stay.
      const room = forOut(expected.length + 2).fill(-7);
      kernels.sharedBits(packed(a, columns, forA), names, packed(b, columns, forB), room.subarray(1, -1));
      expectSame(room, [-7, ...expected, -7]);
    }
    workspace.release();
  });

  test("some neighbouring rows are operands as they lie", () => {
    const rows = randomRows(4, 9, 100);
    const workspace = kernels.workspace();
    const all = packed(rows, 100, (length) => workspace.integers(length));
    const out = new Int32Array(6);
    kernels.sharedBits(all.slice(2, 5), Int32Array.of(4, 0, 3), all.slice(7, 2), out);
    const expected = [6, 2, 5].flatMap((i) =>
      [7, 8].map((j) => rows[i].filter((is, at) => is && rows[j][at]).length),
    );
    expect(Array.from(out)).toEqual(expected);
    workspace.release();
  });

  test("refuses operands that do not belong together", () => {
    const bits = (rows: number, columns: number) => packed(randomRows(5, rows, columns), columns, outside);
    const call = (b: BitMatrix, names: readonly number[], length: number) => () =>
      kernels.sharedBits(bits(3, 64), Int32Array.from(names), b, new Int32Array(length));
    expect(call(bits(2, 64), [0, 2], 4)).not.toThrow();
    expect(call(bits(2, 63), [0, 2], 4)).toThrow("rows of A have 64 bits, those of B 63");
    expect(call(bits(2, 64), [0, 2], 3)).toThrow("the output has 3 elements, but the other operands need 4");
    for (const name of [-1, 3])
      expect(call(bits(2, 64), [0, name], 4)).toThrow(`row ${name} of A was named; A has the rows 0 to 2`);
  });
});

test("too few words for so many bits are refused", () => {
  expect(() => new BitMatrix(new Int32Array(5), 3, 33)).toThrow("3 × 33 bits need 6 words; 5 were given");
});
