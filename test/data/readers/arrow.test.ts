import * as arrow from "apache-arrow";
import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/core/input-error.js";
import { bytesSource } from "../../../src/data/byte-source.js";
import { arrowReader } from "../../../src/data/readers/arrow.js";
import type { ReadOptions } from "../../../src/data/reading-options.js";
import { column, fixture, fixtureBytes, plainValues } from "../../support/columnar.js";

const read = (bytes: Uint8Array, options: ReadOptions = {}) =>
  arrowReader.readTable(bytesSource(bytes, "data.arrow"), options);

const expected = JSON.parse(new TextDecoder().decode(fixtureBytes("arrow/mixed.json"))) as Record<
  string,
  (number | string | boolean | null)[]
>;

describe("files with all kinds of columns", () => {
  test.each(["mixed.arrow", "mixed.arrows", "mixed-lz4.feather", "mixed-zstd.feather"])(
    "%s",
    async (name) => {
      const table = await arrowReader.readTable(fixture(`arrow/${name}`), {});
      expect(table.rows).toBe(120);
      expect(table.names).toEqual(Object.keys(expected).filter((key) => key !== "__index_level_0__"));
      expect(table.rowIds).toEqual(expected.__index_level_0__);
      for (const key of table.names) {
        const values = expected[key].map((value) => (typeof value === "boolean" ? Number(value) : value));
        expect(plainValues(column(table, key))).toEqual(values);
      }
      expect(column(table, "kind")).toMatchObject({ kind: "nominal", levels: ["low", "mid", "high"] });
      expect(column(table, "text")).toMatchObject({
        kind: "text",
        firstText: { row: 1, value: "größe 0" },
      });
    },
  );

  test("are recognised by their first bytes, files of other formats are not", () => {
    for (const name of ["arrow/mixed.arrow", "arrow/mixed.arrows", "arrow/mixed-lz4.feather"])
      expect(arrowReader.recognises!(fixtureBytes(name).subarray(0, 4096))).toBe(true);
    for (const name of ["parquet/zstd.parquet", "xlsx/flowers.xlsx", "arrow/linked.lz4"])
      expect(arrowReader.recognises!(fixtureBytes(name).subarray(0, 4096))).toBe(false);
  });
});

describe("types", () => {
  /** Writes one column with the apache-arrow package and reads it here. */
  async function through(type: arrow.DataType, values: readonly unknown[], form: "file" | "stream" = "file") {
    const vector = arrow.vectorFromArray(values as never[], type as never);
    return plainValues(column(await read(arrow.tableToIPC(new arrow.Table({ x: vector }), form)), "x"));
  }

  test.each([
    ["int8", new arrow.Int8(), [-128, null, 127], [-128, null, 127]],
    ["uint8", new arrow.Uint8(), [0, null, 255], [0, null, 255]],
    ["uint16", new arrow.Uint16(), [65535, 1], [65535, 1]],
    ["int32", new arrow.Int32(), [-(2 ** 31), 2 ** 31 - 1], [-(2 ** 31), 2 ** 31 - 1]],
    ["uint32", new arrow.Uint32(), [2 ** 32 - 1], [2 ** 32 - 1]],
    ["int64", new arrow.Int64(), [-(2n ** 63n), 9007199254740993n], [-(2 ** 63), 9007199254740992]],
    ["uint64", new arrow.Uint64(), [2n ** 64n - 1n], [2 ** 64]],
    ["days", new arrow.DateDay(), [new Date("2024-02-29"), null], ["2024-02-29", null]],
    ["dates", new arrow.DateMillisecond(), [new Date("1969-12-31")], ["1969-12-31"]],
    ["seconds", new arrow.TimestampSecond(), [1_000_000_000_000], ["2001-09-09T01:46:40"]],
    ["nanoseconds in UTC", new arrow.TimestampNanosecond("UTC"), [1.5], ["1970-01-01T00:00:00.0015Z"]],
    ["large text", new arrow.LargeUtf8(), ["a", null, "ü".repeat(50)], ["a", null, "ü".repeat(50)]],
    ["nothing", new arrow.Null(), [null, null], [null, null]],
    [
      "categories that are numbers",
      new arrow.Dictionary(new arrow.Float64(), new arrow.Int16()),
      [7, 2, null, 7],
      [7, 2, null, 7],
    ],
  ])("%s", async (_, type, values, result) => {
    expect(await through(type, values, "file")).toEqual(result);
    expect(await through(type, values, "stream")).toEqual(result);
  });

  test("decimals are the nearest doubles", async () => {
    // 128 bits, lowest 32 first: 3 and −1234567 with one decimal.
    const words = Uint32Array.of(3, 0, 0, 0, -1234567 >>> 0, 0xffffffff, 0xffffffff, 0xffffffff);
    const data = arrow.makeData({ type: new arrow.Decimal(1, 20), length: 2, nullCount: 0, data: words });
    const bytes = arrow.tableToIPC(new arrow.Table({ x: arrow.makeVector(data) }), "file");
    expect(plainValues(column(await read(bytes), "x"))).toEqual([0.3, -123456.7]);
  });

  test("several batches, whose dictionaries differ or grow", async () => {
    const kind = new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32(), 5);
    const batch = (x: number[], kinds: string[]) =>
      new arrow.Table({
        x: arrow.vectorFromArray(x, new arrow.Float64()),
        kind: arrow.vectorFromArray(kinds, kind),
      });
    const bytes = arrow.tableToIPC(batch([1, 2], ["a", "b"]).concat(batch([3, 4], ["c", "a"])), "stream");
    const table = await read(bytes);
    expect(table.rows).toBe(4);
    expect(plainValues(column(table, "x"))).toEqual([1, 2, 3, 4]);
    expect(plainValues(column(table, "kind"))).toEqual(["a", "b", "c", "a"]);
  });

  test("lists are refused by the column's name, and may be left out", async () => {
    await expect(arrowReader.readTable(fixture("arrow/nested.arrow"), {})).rejects.toMatchObject({
      message:
        'nested.arrow: column "lists" holds lists where one number or text per row is needed; leave it out (drop: ["lists"])',
      remedies: [{ option: "drop", value: ["lists"] }],
    });
    const table = await arrowReader.readTable(fixture("arrow/nested.arrow"), { drop: ["lists"] });
    expect(table.names).toEqual(["before", "lists", "after"]);
    expect(plainValues(column(table, "after"))).toEqual([5, 6]);
  });

  test("two columns of one name get different ones, and a notice", async () => {
    const x = arrow.makeData({ type: new arrow.Float64(), length: 1, data: Float64Array.of(1) });
    const fields = [0, 1].map(() => new arrow.Field("x", new arrow.Float64()));
    const struct = arrow.makeData({
      type: new arrow.Struct(fields),
      length: 1,
      nullCount: 0,
      children: [x, x],
    });
    const batch = new arrow.RecordBatch(new arrow.Schema(fields), struct);
    const bytes = arrow.tableToIPC(new arrow.Table(batch.schema, batch), "file");
    const table = await read(bytes);
    expect(table.names).toEqual(["x", "x-1"]);
    expect(table.notices).toEqual([expect.objectContaining({ code: "columns-renamed", columns: ["x-1"] })]);
  });
});

describe("reading", () => {
  const bytes = fixtureBytes("arrow/mixed-lz4.feather");

  test("tells its progress and can be stopped", async () => {
    const parts = Array.from({ length: 10 }, (_, i) => arrow.tableFromArrays({ x: Float64Array.of(i, i) }));
    const long = arrow.tableToIPC(
      parts.reduce((all, part) => all.concat(part)),
      "file",
    );
    const progress: number[] = [];
    await read(long, { onProgress: (fraction) => progress.push(fraction) });
    expect(progress.length).toBe(10);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    const controller = new AbortController();
    const onProgress = (fraction: number) => {
      if (fraction > 0.3) controller.abort();
    };
    const problem = await read(long, { signal: controller.signal, onProgress }).catch((error) => error);
    expect(problem).toBe(controller.signal.reason);
  });

  test("bytes that lie in a larger buffer are the same", async () => {
    const larger = Buffer.concat([Buffer.alloc(13), bytes]).subarray(13);
    expect(await read(larger)).toEqual(await read(bytes));
  });

  test("Feather version 1 is refused with what to do", async () => {
    const old = new TextEncoder().encode("FEA1 and so on FEA1");
    expect(arrowReader.recognises!(old)).toBe(true);
    await expect(read(old)).rejects.toThrow(
      "data.arrow: Feather version 1 is not supported; save the data as version 2",
    );
  });

  test.each([
    ["a missing end", bytes.subarray(0, bytes.length - 20), "its end is missing"],
    ["nothing but its name", bytes.subarray(0, 8), "refers to"],
    ["a stream that is cut off", fixtureBytes("arrow/mixed.arrows").subarray(0, 5000), "refers to the bytes"],
  ])("%s is refused in one line", async (_, damaged, reason) => {
    const problem = await read(damaged).catch((error) => error);
    expect(problem).toBeInstanceOf(InputError);
    expect(problem.message).toMatch(
      /^data\.arrow: this Arrow file is damaged \(.*\); download or save it again$/,
    );
    expect(problem.message).toContain(reason);
  });

  test("a list of 2 billion nodes, which brings apache-arrow down, is refused", async () => {
    const small = arrow.tableToIPC(arrow.tableFromArrays({ x: Float64Array.of(1, 2, 3) }), "stream").slice();
    const view = new DataView(small.buffer);
    let changed = 0;
    for (let at = 128; at + 12 <= small.length; at += 4)
      if (
        view.getInt32(at, true) === 1 &&
        view.getInt32(at + 4, true) === 3 &&
        view.getInt32(at + 8, true) === 0
      ) {
        view.setInt32(at, 0x7fffffff, true);
        changed++;
      }
    expect(changed).toBe(1);
    await expect(read(small)).rejects.toThrow("a list in its metadata is too long");
  });
});
