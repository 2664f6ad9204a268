import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { parquetReadObjects } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/core/input-error.js";
import { bytesSource } from "../../../src/data/byte-source.js";
import { parquetReader } from "../../../src/data/readers/parquet.js";
import type { ReadOptions } from "../../../src/data/reading-options.js";
import { column, fixture, fixtureBytes, plainValues } from "../../support/columnar.js";
import { dataFile, hasData } from "../../support/data.js";

type WriteOptions = Omit<Parameters<typeof parquetWriteBuffer>[0], "writer">;

const read = (bytes: Uint8Array, options: ReadOptions = {}) =>
  parquetReader.readTable(bytesSource(bytes, "data.parquet"), options);
const write = (options: WriteOptions) => new Uint8Array(parquetWriteBuffer(options));

/** Writes one column, reads it, and gives its values. */
async function through(source: WriteOptions["columnData"][number], options: Partial<WriteOptions> = {}) {
  const table = await read(write({ columnData: [{ ...source, name: "x" }], ...options }));
  return plainValues(column(table, "x"));
}

const expected = JSON.parse(new TextDecoder().decode(fixtureBytes("parquet/columns.json"))) as Record<
  string,
  (number | string | null)[]
>;

describe("codecs", () => {
  test.each(["zstd", "lz4_raw", "lz4"])("%s pages that another program packed", async (codec) => {
    const table = await parquetReader.readTable(fixture(`parquet/${codec}.parquet`), {});
    expect(table.rows).toBe(200);
    for (const name of table.names) expect(plainValues(column(table, name))).toEqual(expected[name]);
    expect(column(table, "class")).toMatchObject({ firstText: { row: 1, value: "setosa" } });
  });

  test.each([
    ["UNCOMPRESSED", undefined],
    ["SNAPPY", undefined],
    ["GZIP", (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes))],
    ["BROTLI", (bytes: Uint8Array) => new Uint8Array(brotliCompressSync(bytes))],
  ] as const)("%s", async (codec, compress) => {
    const data = Array.from({ length: 5000 }, (_, i) => Math.fround(i / 3) * (i % 7));
    const options = { codec, ...(compress && { compressors: { [codec]: compress } }), rowGroupSize: 1234 };
    expect(await through({ name: "x", data, type: "DOUBLE" }, options)).toEqual(data);
  });

  test("an unknown codec is refused by name", async () => {
    const bytes = write({
      columnData: [{ name: "x", data: [1, 2, 3], type: "DOUBLE" }],
      codec: "LZO",
      compressors: { LZO: (packed) => packed },
    });
    await expect(read(bytes)).rejects.toThrow(
      'data.parquet: the compression LZO of column "x" is not supported',
    );
  });
});

describe("encodings", () => {
  const numbers = Array.from({ length: 3001 }, (_, i) => ((i * 7919) % 1000) - 500);
  const texts = numbers.map((n) => `common beginning ${n % 50} ${"é".repeat(Math.abs(n) % 4)}`);

  test.each(["PLAIN", "RLE_DICTIONARY", "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"] as const)(
    "%s of whole numbers",
    async (encoding) => {
      expect(await through({ name: "x", data: numbers, type: "INT32", encoding })).toEqual(numbers);
      const wide = numbers.map((n, i) => BigInt(n) * 4_000_000_000n + BigInt(i));
      expect(await through({ name: "x", data: wide, type: "INT64", encoding })).toEqual(wide.map(Number));
    },
  );

  test("differences of more than 32 bits", async () => {
    const data = [0n, 2n ** 62n, 5n, -(2n ** 61n), 7n, 2n ** 33n + 1n, -(2n ** 40n)];
    expect(await through({ name: "x", data, type: "INT64", encoding: "DELTA_BINARY_PACKED" })).toEqual(
      data.map(Number),
    );
  });

  test.each(["PLAIN", "RLE_DICTIONARY", "BYTE_STREAM_SPLIT"] as const)(
    "%s of doubles and floats",
    async (encoding) => {
      const doubles = numbers.map((n) => n / 7);
      expect(await through({ name: "x", data: doubles, type: "DOUBLE", encoding })).toEqual(doubles);
      expect(await through({ name: "x", data: doubles, type: "FLOAT", encoding })).toEqual(
        doubles.map(Math.fround),
      );
    },
  );

  test.each(["PLAIN", "RLE_DICTIONARY", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"] as const)(
    "%s of text",
    async (encoding) => {
      expect(await through({ name: "x", data: texts, type: "STRING", encoding })).toEqual(texts);
    },
  );

  test.each(["PLAIN", "RLE"] as const)("%s of booleans", async (encoding) => {
    const data = numbers.map((n) => n % 3 === 0);
    expect(await through({ name: "x", data, type: "BOOLEAN", encoding })).toEqual(data.map(Number));
  });

  test("pages of version 1 with missing values, runs of both kinds and a dictionary that ends early", async () => {
    const table = await parquetReader.readTable(fixture("parquet/outdated.parquet"), {});
    // Worked out by hand from the bytes that make_parquet.mjs puts together.
    expect(plainValues(column(table, "x"))).toEqual([
      1.5,
      -2.5,
      null,
      1e300,
      1.5,
      -2.5,
      1e300,
      1.5,
      -2.5,
      1e300,
      1e300,
      1e300,
      7,
      8,
    ]);
  });

  test("a column of one repeated value, and one that is wholly missing", async () => {
    const constant = new Array(4000).fill("same");
    expect(await through({ name: "x", data: constant, type: "STRING" })).toEqual(constant);
    const nothing = new Array(4000).fill(null);
    expect(await through({ name: "x", data: nothing, type: "DOUBLE" })).toEqual(nothing);
  });
});

describe("reading", () => {
  const data = Array.from({ length: 1000 }, (_, i) => i);
  const bytes = write({
    columnData: [
      { name: "x", data, type: "DOUBLE" },
      { name: "y", data, type: "DOUBLE" },
    ],
    rowGroupSize: 100,
  });

  test("tells its progress and can be stopped", async () => {
    const progress: number[] = [];
    await read(bytes, { onProgress: (fraction) => progress.push(fraction) });
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.at(-1)).toBe(1);
    const controller = new AbortController();
    const onProgress = (fraction: number) => {
      if (fraction > 0.3) controller.abort();
    };
    const problem = await read(bytes, { signal: controller.signal, onProgress }).catch((error) => error);
    expect(problem).toBe(controller.signal.reason);
    expect(problem.name).toBe("AbortError");
  });

  test("bytes that lie in a larger buffer are the same", async () => {
    const larger = Buffer.concat([Buffer.alloc(13), bytes]).subarray(13);
    expect(await read(larger)).toEqual(await read(bytes));
  });

  test.each([
    ["nothing but its name", new TextEncoder().encode("PAR1PAR1"), "too short"],
    ["a missing end", bytes.subarray(0, bytes.length - 9), "footer"],
    ["a missing beginning", bytes.subarray(500), "damaged"],
  ])("%s is refused in one line", async (_, damaged, reason) => {
    const problem = await read(damaged).catch((error) => error);
    expect(problem).toBeInstanceOf(InputError);
    expect(problem.message).toMatch(
      /^data\.parquet: this Parquet file is damaged \(.*\); download or save it again$/,
    );
    expect(problem.message).toContain(reason);
  });

  test("encrypted files are refused", async () => {
    const encrypted = bytes.slice();
    encrypted.set(new TextEncoder().encode("PARE"), bytes.length - 4);
    await expect(read(encrypted)).rejects.toThrow("encrypted Parquet files are not supported");
  });

  test("an impossible number of rows is refused before room is made for them", async () => {
    const huge = write({ columnData: [{ name: "x", data: new Array(10).fill(null), type: "DOUBLE" }] });
    const at = Buffer.from(huge).lastIndexOf(Buffer.from([0x16, 20])); // the row group's count, zigzag of 10
    huge.set([0x16, 127], at);
    await expect(read(huge)).rejects.toThrow(InputError);
  });
});

describe.skipIf(!hasData)("real files", () => {
  test.each(["formats/iris.parquet", "formats/iris_mhkeller.parquet"])(
    "%s as hyparquet reads it",
    async (name) => {
      const bytes = new Uint8Array(readFileSync(dataFile(name)));
      const { compressors } = await import("hyparquet-compressors");
      const rows = await parquetReadObjects({ file: bytes.slice().buffer, compressors });
      const table = await parquetReader.readTable(bytesSource(bytes, name), {});
      expect(table.rows).toBe(150);
      // hyparquet multiplies decimals by 0.1, so that 5.1 comes out as 5.1000000000000005; iris has one decimal.
      const plain = (value: unknown) =>
        typeof value === "string" ? value : Number(Number(value).toFixed(6));
      for (const name of table.names)
        expect(plainValues(column(table, name))).toEqual(rows.map((row) => plain(row[name])));
    },
  );
});
