import { writeFileSync } from "node:fs";
import { Random } from "../../src/numeric/random.js";

/** A part of a table of three classes, of which two features tell them apart; with gaps it also has missing values and a category. */
export function partTable(seed: number, rows: number, { gaps = false } = {}): string {
  const random = new Random(seed);
  const lines = [["a", "b", "c", "d", "e", ...(gaps ? ["colour"] : []), "class"].join()];
  for (let i = 0; i < rows; i++) {
    const code = random.integer(3);
    const cells = [code, -code, 0, 0, 0].map((shift) => (shift + random.normal()).toFixed(4));
    if (gaps) {
      for (const j of [0, 3]) if (random.integer(9) === 0) cells[j] = "";
      // Levels that only later parts have.
      cells.push(random.integer(8) === 0 ? "" : ["red", "green", `shade ${seed}`][random.integer(3)]);
    }
    lines.push([...cells, `class ${code}`].join());
  }
  return `${lines.join("\n")}\n`;
}

/** The same table but for one digit: a file of the same size. */
export const otherDigit = (table: string): string =>
  table.replace(/\d(?=,class \d\n)/, (digit) => `${9 - Number(digit)}`);

/** How many rows the long array has, and how many features. */
export const longShape = { rows: 460_000, features: 40 } as const;

/** Writes an array that is long enough to be cut into ranges of rows, and its labels. */
export function writeLongArray(array: string, labels: string): void {
  const { rows, features } = longShape;
  const random = new Random(5);
  const values = new Float32Array(rows * features);
  const words = ["label"];
  for (let i = 0, at = 0; i < rows; i++) {
    const code = random.integer(3);
    words.push(`k${code}`);
    for (let j = 0; j < features; j++)
      values[at++] = random.integer(1000) + (j < 4 ? 100 * code * (j + 1) : 0);
  }
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${features}), }`;
  const text = `${header.padEnd(128 - 10 - 1)}\n`;
  const start = new Uint8Array([0x93, ...Buffer.from("NUMPY"), 1, 0, text.length, 0, ...Buffer.from(text)]);
  writeFileSync(
    array,
    [start, new Uint8Array(values.buffer)].reduce((a, b) => Buffer.concat([a, b]), Buffer.alloc(0)),
  );
  writeFileSync(labels, `${words.join("\n")}\n`);
}
