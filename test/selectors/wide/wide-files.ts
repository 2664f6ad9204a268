import { bytesSource } from "../../../src/data/byte-source.js";
import { parseDataset } from "../../../src/data/parse-dataset.js";
import { memoryNeeded } from "../../../src/data/wide/fits-in-memory.js";
import { openWide } from "../../../src/data/wide/open-wide.js";
import type { Scratch, WideColumns } from "../../../src/data/wide/wide-columns.js";
import { parquetBytes } from "../../../src/data/writers/parquet.js";
import { Dataset, Matrix } from "../../../src/index.js";
import { scratchFile } from "../../../src/node/scratch-file.js";
import { Random } from "../../../src/numeric/random.js";
import { leastWideMemory } from "../../../src/selectors/wide/memory-plan.js";

/** How numbers lie in a NumPy file. */
export type NpyKind = "<f4" | "<f8" | ">f4" | "|i1" | "<i4";

/** A .npy file of a matrix; values are rounded to what the type holds. */
export function npyBytes(values: Matrix, kind: NpyKind, fortran = false): Uint8Array {
  const text = `{'descr': '${kind}', 'fortran_order': ${fortran ? "True" : "False"}, 'shape': (${values.rows}, ${values.columns}), }`;
  const length = Math.ceil((10 + text.length + 1) / 64) * 64;
  const size = Number(kind[2]);
  const bytes = new Uint8Array(length + values.rows * values.columns * size);
  bytes.set([0x93, ...new TextEncoder().encode("NUMPY"), 1, 0, (length - 10) & 255, (length - 10) >> 8]);
  bytes.set(new TextEncoder().encode(`${text.padEnd(length - 11)}\n`), 10);
  const view = new DataView(bytes.buffer);
  const little = kind[0] !== ">";
  const put = (at: number, x: number) =>
    kind.endsWith("f4")
      ? view.setFloat32(at, x, little)
      : kind.endsWith("f8")
        ? view.setFloat64(at, x, little)
        : kind.endsWith("i1")
          ? view.setInt8(at, Math.round(8 * x))
          : view.setInt32(at, Math.round(1000 * x), little);
  for (let i = 0; i < values.rows; i++)
    for (let j = 0; j < values.columns; j++)
      put(length + size * (fortran ? j * values.rows + i : i * values.columns + j), values.get(i, j));
  return bytes;
}

/** Classes in turn, whose means differ in the first ten columns; some columns are constant, some are copies, in odd places. */
export function wideTable(rows: number, columns: number, classes: number, seed = 7) {
  const random = new Random(seed);
  const values = Matrix.zeros(rows, columns);
  const labels = Array.from({ length: rows }, (_, i) => `c${i % classes}`);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) {
      const shift = j < 10 && i % classes === j % classes ? 1.5 : 0;
      values.set(i, j, Math.fround(100 * (j % 5) + random.normal() * (1 + (j % 3)) + shift));
    }
  for (let i = 0; i < rows; i++) {
    for (const j of [50, 51, columns - 3]) values.set(i, j, 2);
    values.set(i, 300, values.get(i, 3));
    values.set(i, 301, values.get(i, 3));
    values.set(i, columns - 1, values.get(i, 400));
  }
  return { values, labels };
}

/** A file of labels, one per row. */
export const labelFile = (labels: readonly string[]) =>
  bytesSource(new TextEncoder().encode(`class\n${labels.join("\n")}\n`), "labels.csv");

/** Counts scratch files that are open. */
export class Scratches {
  open = 0;
  bytes = 0;
  readonly make = (bytes: number): Scratch => {
    const file = scratchFile(bytes);
    this.open++;
    this.bytes = bytes;
    return {
      ...file,
      close: () => {
        this.open--;
        file.close();
      },
    };
  };
}

/** The same bytes opened both ways: read into memory, and in blocks with as little memory as can be. */
export async function bothWays(
  bytes: Uint8Array,
  name: string,
  options: Parameters<typeof openWide>[1],
  scratches = new Scratches(),
): Promise<{ data: Dataset; wide: WideColumns }> {
  const data = await parseDataset(bytes, { ...options, name });
  const memory = memoryNeeded(data) - 1;
  const wide = await openWide(bytesSource(bytes, name), options, { memory, scratch: scratches.make });
  if (!wide) throw new Error("the file is not read in blocks");
  return { data, wide: { ...wide, memory: leastWideMemory(data) } };
}

/** A Parquet file with a label column. */
export async function parquetFile(values: Matrix, labels: readonly string[]): Promise<Uint8Array> {
  const names = Array.from({ length: values.columns }, (_, j) => `f${j}`);
  const data = new Dataset({ values, labels, featureNames: names });
  const parts: Uint8Array[] = [];
  for await (const part of parquetBytes({ ...data, labels: [...labels] } as never)) parts.push(part);
  return Buffer.concat(parts);
}
