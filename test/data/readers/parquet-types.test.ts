import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { bytesSource } from "../../../src/data/byte-source.js";
import { parquetReader } from "../../../src/data/readers/parquet.js";
import type { ReadOptions } from "../../../src/data/reading-options.js";
import { column, plainValues } from "../../support/columnar.js";

type WriteOptions = Omit<Parameters<typeof parquetWriteBuffer>[0], "writer">;

const read = (bytes: Uint8Array, options: ReadOptions = {}) =>
  parquetReader.readTable(bytesSource(bytes, "data.parquet"), options);
const write = (options: WriteOptions) => new Uint8Array(parquetWriteBuffer(options));

describe("types", () => {
  const schemaOf = (element: object) =>
    [
      { name: "root", num_children: 1 },
      { name: "x", ...element },
    ] as WriteOptions["schema"];

  test.each([
    ["unsigned 32", { type: "INT32", converted_type: "UINT_32" }, [4294967295, 0, 7], [4294967295, 0, 7]],
    [
      "unsigned 64",
      { type: "INT64", converted_type: "UINT_64" },
      [18446744073709551615n, 1n],
      [18446744073709552000, 1],
    ],
    [
      "decimal in 32 bits",
      { type: "INT32", converted_type: "DECIMAL", scale: 1, precision: 5 },
      [0.3, -12.5],
      [0.3, -12.5],
    ],
    [
      "date",
      { type: "INT32", converted_type: "DATE" },
      [new Date("2024-02-29"), new Date("1969-12-31")],
      ["2024-02-29", "1969-12-31"],
    ],
    [
      "milliseconds",
      { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
      [new Date("2024-02-29T12:30:15.250Z"), new Date(-1)],
      ["2024-02-29T12:30:15.25Z", "1969-12-31T23:59:59.999Z"],
    ],
    [
      "half",
      { type: "FIXED_LEN_BYTE_ARRAY", type_length: 2, logical_type: { type: "FLOAT16" } },
      [0.5, -65504, 2 ** -14],
      [0.5, -65504, 2 ** -14],
    ],
    [
      "identifier",
      { type: "FIXED_LEN_BYTE_ARRAY", type_length: 16, logical_type: { type: "UUID" } },
      ["00112233-4455-6677-8899-aabbccddeeff"],
      ["00112233-4455-6677-8899-aabbccddeeff"],
    ],
    ["text without a note", { type: "BYTE_ARRAY" }, [new TextEncoder().encode("plain")], ["plain"]],
  ])("%s", async (_, element, data, values) => {
    const bytes = write({
      columnData: [{ name: "x", data }],
      schema: schemaOf({ repetition_type: "OPTIONAL", ...element }),
    });
    expect(plainValues(column(await read(bytes), "x"))).toEqual(values);
  });

  test("text that spells numbers becomes numbers; one other word keeps it text", async () => {
    const table = await read(
      write({
        columnData: [
          { name: "numeric", data: ["1", "2.5", null, "-3e2"], type: "STRING" },
          { name: "mixed", data: ["1", "2.5", null, "many"], type: "STRING" },
        ],
      }),
    );
    expect(column(table, "numeric")).toEqual({
      kind: "number",
      values: Float64Array.of(1, 2.5, Number.NaN, -300),
    });
    expect(column(table, "mixed")).toEqual({
      kind: "text",
      values: ["1", "2.5", "", "many"],
      firstText: { row: 4, value: "many" },
    });
  });

  test("lists are refused by the column's name, and may be left out", async () => {
    const bytes = write({
      columnData: [
        { name: "tags", data: [[1], [2, 3]] },
        { name: "x", data: [5, 6] },
      ],
      schema: [
        { name: "root", num_children: 2 },
        { name: "tags", repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST" },
        { name: "list", repetition_type: "REPEATED", num_children: 1 },
        { name: "element", type: "INT32", repetition_type: "OPTIONAL" },
        { name: "x", type: "INT32", repetition_type: "REQUIRED" },
      ],
    } as WriteOptions).slice();
    await expect(read(bytes)).rejects.toThrow('data.parquet: column "tags" holds lists or records');
    const table = await read(bytes, { drop: ["tags"] });
    expect(table.names).toEqual(["tags", "x"]);
    expect(plainValues(column(table, "x"))).toEqual([5, 6]);
  });
});

describe("pandas", () => {
  const notes = {
    index_columns: ["__index_level_0__"],
    columns: [{ name: "size", field_name: "size", pandas_type: "categorical", numpy_type: "int8" }],
  };
  const bytes = write({
    columnData: [
      { name: "x", data: [1, 2, 3], type: "DOUBLE" },
      { name: "size", data: ["low", null, "high"], type: "STRING", encoding: "RLE_DICTIONARY" },
      { name: "__index_level_0__", data: ["p1", "p2", "p3"], type: "STRING" },
    ],
    kvMetadata: [{ key: "pandas", value: JSON.stringify(notes) }],
  });

  test("the index names the rows, categories are nominal", async () => {
    const table = await read(bytes);
    expect(table.names).toEqual(["x", "size"]);
    expect(table.rowIds).toEqual(["p1", "p2", "p3"]);
    expect(column(table, "size")).toEqual({
      kind: "nominal",
      codes: Int32Array.of(0, -1, 1),
      levels: ["low", "high"],
      isDictionary: true,
    });
  });

  test("an index that the user names stays a column", async () => {
    const table = await read(bytes, { idColumn: "__index_level_0__" });
    expect(table.names).toContain("__index_level_0__");
    expect(table.rowIds).toBeUndefined();
  });
});
