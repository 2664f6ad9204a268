import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/core/input-error.js";
import { bytesSource } from "../../../src/data/byte-source.js";
import { arrowReader } from "../../../src/data/readers/arrow.js";
import { parquetReader } from "../../../src/data/readers/parquet.js";
import type { TableReader } from "../../../src/data/readers/reader.js";
import { zipMembers } from "../../../src/data/readers/shared/zip.js";
import { xlsxReader } from "../../../src/data/readers/xlsx.js";
import { zipBytes } from "../../../src/data/writers/zip.js";
import { fixture, fixtureBytes } from "../../support/columnar.js";
import { dataFile, hasData } from "../../support/data.js";
import { mutations } from "../../support/mutations.js";

/** How many damaged versions of each file are read; more with SALIENCE_FUZZ. */
const count = Number(process.env.SALIENCE_FUZZ ?? 250);
const seed = Number(process.env.SALIENCE_FUZZ_SEED ?? 1);

/** Each damaged file gives a table whose columns have its length, or one line; gives how many were refused. */
async function survive(reader: TableReader, files: Iterable<Uint8Array>): Promise<number> {
  let refused = 0;
  for (const damaged of files) {
    try {
      const table = await reader.readTable(bytesSource(damaged, "damaged"), {});
      // A size that was changed to millions is not believed.
      expect(table.rows * table.columns.length).toBeLessThan(1000 * damaged.length);
      for (const column of table.columns)
        expect(column.kind === "nominal" ? column.codes.length : column.values.length).toBe(table.rows);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      expect(error.message).toMatch(/^damaged: [^\n]+$/);
      refused++;
    }
  }
  return refused;
}

const numbers = Array.from({ length: 400 }, (_, i) => (i * 37) % 91);
const packed = (codec: "SNAPPY" | "GZIP" | "BROTLI") =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: "x", data: numbers, type: "DOUBLE", encoding: "PLAIN" },
        { name: "z", data: numbers.map((n) => `text ${n}`), type: "STRING" },
      ],
      codec,
      compressors: {
        GZIP: (bytes) => new Uint8Array(gzipSync(bytes)),
        BROTLI: (bytes) => new Uint8Array(brotliCompressSync(bytes)),
      },
    }),
  );
const encoded = (encoding: "PLAIN" | "RLE_DICTIONARY" | "DELTA_BINARY_PACKED" | "BYTE_STREAM_SPLIT") =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: "x", data: numbers, type: "INT32", encoding },
        { name: "y", data: numbers.map((n) => (n % 3 ? BigInt(n) : null)), type: "INT64", encoding },
        {
          name: "z",
          data: numbers.map((n) => `text ${n}`),
          type: "STRING",
          encoding: encoding === "DELTA_BINARY_PACKED" ? "DELTA_BYTE_ARRAY" : "RLE_DICTIONARY",
        },
      ],
      codec: "UNCOMPRESSED",
      rowGroupSize: 200,
    }),
  );

describe.each([
  ["Parquet, plain", parquetReader, () => encoded("PLAIN")],
  ["Parquet, dictionaries", parquetReader, () => encoded("RLE_DICTIONARY")],
  ["Parquet, differences", parquetReader, () => encoded("DELTA_BINARY_PACKED")],
  ["Parquet, split bytes", parquetReader, () => encoded("BYTE_STREAM_SPLIT")],
  ["Parquet, version 1", parquetReader, () => fixtureBytes("parquet/outdated.parquet")],
  ["Parquet, Snappy", parquetReader, () => packed("SNAPPY")],
  ["Parquet, gzip", parquetReader, () => packed("GZIP")],
  ["Parquet, Brotli", parquetReader, () => packed("BROTLI")],
  ["Parquet, Zstandard", parquetReader, () => fixtureBytes("parquet/zstd.parquet")],
  ["Parquet, LZ4", parquetReader, () => fixtureBytes("parquet/lz4_raw.parquet")],
  ["Parquet, Hadoop's LZ4", parquetReader, () => fixtureBytes("parquet/lz4.parquet")],
  ["Arrow file", arrowReader, () => fixtureBytes("arrow/mixed.arrow")],
  ["Arrow stream", arrowReader, () => fixtureBytes("arrow/mixed.arrows")],
  ["Feather, LZ4", arrowReader, () => fixtureBytes("arrow/mixed-lz4.feather")],
  ["Feather, Zstandard", arrowReader, () => fixtureBytes("arrow/mixed-zstd.feather")],
  ["Excel", xlsxReader, () => fixtureBytes("xlsx/flowers.xlsx")],
] as const)("%s", (_, reader, bytes) => {
  test("damaged in many ways", { timeout: 600_000 }, async () => {
    expect(await survive(reader, mutations(bytes(), count, seed))).toBeGreaterThan(count / 20);
  });
});

test("Excel, with parts that are damaged before they are packed", { timeout: 600_000 }, async () => {
  const members = await zipMembers(fixture("xlsx/flowers.xlsx"));
  const parts = await Promise.all(
    members.map(async ({ name, readAll }) => ({ name, bytes: await readAll() })),
  );
  const content = parts.filter(({ name }) => name.startsWith("xl/") && !name.includes("theme"));
  function* workbooks() {
    for (const part of content)
      for (const damaged of mutations(part.bytes, Math.ceil(count / content.length), seed)) {
        const contents = parts.map(({ name, bytes }) => ({
          name,
          chunks: [name === part.name ? damaged : bytes],
        }));
        yield new Uint8Array(Buffer.concat(zipBytes(contents)));
      }
  }
  expect(await survive(xlsxReader, workbooks())).toBeGreaterThan(count / 20);
});

describe.skipIf(!hasData)("real Parquet files", () => {
  test.each(["formats/iris.parquet", "formats/iris_mhkeller.parquet"])(
    "%s damaged in many ways",
    { timeout: 600_000 },
    async (name) => {
      const bytes = new Uint8Array(readFileSync(dataFile(name)));
      expect(await survive(parquetReader, mutations(bytes, count, seed))).toBeGreaterThan(count / 20);
    },
  );
});
