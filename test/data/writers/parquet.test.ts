import { parquetReadObjects } from "hyparquet";
import { describe, expect, test } from "vitest";
import { bytesSource } from "../../../src/data/byte-source.js";
import { parquetReader } from "../../../src/data/readers/parquet.js";
import { parquetBytes } from "../../../src/data/writers/parquet.js";
import type { WritableData } from "../../../src/data/writers/writable.js";
import { Matrix } from "../../../src/numeric/matrix.js";
import { SparseMatrix } from "../../../src/numeric/sparse-matrix.js";
import { column, plainValues } from "../../support/columnar.js";

async function bytesOf(data: WritableData): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of parquetBytes(data)) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}
const read = async (data: WritableData) =>
  parquetReader.readTable(bytesSource(await bytesOf(data), "x.parquet"), {});

const awkward = [0.1, -0, 5e-324, 1.7976931348623157e308, 1 / 3, 0, Infinity, -Infinity, NaN];
const data: WritableData = {
  values: new Matrix(Float64Array.from(awkward), 3, 3),
  featureNames: ["a", "b", "id"],
  labels: ["yes", "no", "größe"],
  rowIds: ["r1", "r2", "r3"],
};

describe("the file", () => {
  test("reads back to the same bits, ids first and labels last", async () => {
    const table = await read(data);
    expect(table.names).toEqual(["id_2", "a", "b", "id", "class"]);
    ["a", "b", "id"].forEach((name, j) => {
      expect(column(table, name)).toEqual({
        kind: "number",
        values: Float64Array.of(awkward[j], awkward[3 + j], awkward[6 + j]),
      });
    });
    expect(plainValues(column(table, "class"))).toEqual(data.labels);
    expect(plainValues(column(table, "id_2"))).toEqual(data.rowIds);
  });

  test("is what hyparquet reads, too", async () => {
    const bytes = await bytesOf(data);
    const rows = await parquetReadObjects({ file: bytes.slice().buffer });
    expect(rows.map((row) => [row.a, row.b, row.id])).toEqual([
      awkward.slice(0, 3),
      awkward.slice(3, 6),
      awkward.slice(6),
    ]);
    expect(rows.map((row) => row.class)).toEqual(data.labels);
  });

  test("holds the levels of categories as text, and nothing where one is missing", async () => {
    const mixed: WritableData = {
      values: Matrix.fromRows([
        [1, 0.5],
        [0, 1.5],
        [Number.NaN, 2.5],
        [1, 3.5],
      ]),
      featureNames: ["grade", "x"],
      categories: [["low", "high"], null],
      labels: ["p", "q", "p", "q"],
    };
    const rows = await parquetReadObjects({ file: (await bytesOf(mixed)).slice().buffer });
    expect(rows.map((row) => row.grade)).toEqual(["high", "low", null, "high"]);
    expect(plainValues(column(await read(mixed), "grade"))).toEqual(["high", "low", null, "high"]);
    expect(rows.map((row) => row.x)).toEqual([0.5, 1.5, 2.5, 3.5]);
  });

  test("of many values comes in pieces and row groups", async () => {
    const values = new Matrix(
      Float64Array.from({ length: 6_000_000 }, (_, i) => i % 1000),
      2_000_000,
      3,
    );
    const pieces: number[] = [];
    const all: Uint8Array[] = [];
    for await (const piece of parquetBytes({ values, featureNames: ["a", "b", "c"] })) {
      pieces.push(piece.length);
      all.push(piece);
    }
    expect(pieces.length).toBe(3);
    const table = await parquetReader.readTable(
      bytesSource(new Uint8Array(Buffer.concat(all)), "x.parquet"),
      {},
    );
    expect(table.rows).toBe(2_000_000);
    const c = column(table, "c");
    expect(c.kind === "number" && c.values.every((value, i) => value === (3 * i + 2) % 1000)).toBe(true);
  });

  test("of sparse values has their zeros", async () => {
    const sparse = SparseMatrix.fromTriplets(2, 3, [0, 1], [2, 0], [4, 5]);
    const table = await read({ values: sparse, featureNames: ["a", "b", "c"] });
    expect(table.columns.map(plainValues)).toEqual([
      [0, 5],
      [0, 0],
      [4, 0],
    ]);
  });

  test("of no rows is still a file", async () => {
    const table = await read({ values: Matrix.zeros(0, 2), featureNames: ["a", "b"] });
    expect(table).toMatchObject({ names: ["a", "b"], rows: 0 });
  });
});

test("two columns of one name are refused", async () => {
  await expect(bytesOf({ values: Matrix.zeros(1, 2), featureNames: ["a", "a"] })).rejects.toThrow(
    'Parquet needs a different name for every column, but "a" occurs twice',
  );
});
