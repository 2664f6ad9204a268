import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parquetMetadataAsync } from "hyparquet";
import { describe, expect, test } from "vitest";
import { bytesSource } from "../../../src/data/byte-source.js";
import { readCompactFooter } from "../../../src/data/readers/parquet/compact-footer.js";
import { Random } from "../../../src/numeric/random.js";
import { fixtureBytes } from "../../support/columnar.js";

const folder = fileURLToPath(new URL("../../fixtures/readers/parquet", import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith(".parquet"));

/** What hyparquet makes of a footer, in the same form; null for nested columns. */
async function byHyparquet(bytes: Uint8Array) {
  const buffer = new Uint8Array(bytes).buffer;
  const file = { byteLength: buffer.byteLength, slice: async (a: number, b?: number) => buffer.slice(a, b) };
  const { schema, num_rows, row_groups } = await parquetMetadataAsync(file, { geoparquet: false });
  const [, ...columns] = schema;
  if (columns.some(({ num_children, repetition_type }) => num_children || repetition_type === "REPEATED"))
    return null;
  return {
    names: columns.map(({ name }) => name),
    elements: columns.map(({ type, repetition_type, converted_type }) => ({
      type,
      repetition_type,
      converted_type,
    })),
    rows: Number(num_rows),
    groups: row_groups.map((group) => ({
      rows: Number(group.num_rows),
      chunks: group.columns.map(({ meta_data: found }) => {
        const [data, dictionary] = [
          Number(found!.data_page_offset),
          Number(found!.dictionary_page_offset ?? 0),
        ];
        const start = dictionary > 0 && dictionary < data ? dictionary : data;
        return [start, Number(found!.total_compressed_size), found!.codec];
      }),
    })),
  };
}

async function byOurs(bytes: Uint8Array) {
  const found = await readCompactFooter(bytesSource(bytes, "x.parquet"));
  return (
    found && {
      names: found.names,
      elements: found.names.map((_, j) => {
        const { type, repetition_type, converted_type } = found.elementOf(j);
        return { type, repetition_type, converted_type };
      }),
      rows: found.rows,
      groups: found.groups.map(({ rows, starts, lengths, codecOf }) => ({
        rows,
        chunks: Array.from(starts, (start, j) => [start, lengths[j], codecOf(j)]),
      })),
    }
  );
}

describe("a footer says what hyparquet reads in it", () => {
  test.each(files)("%s", async (name) => {
    const bytes = fixtureBytes(`parquet/${name}`);
    const ours = await byOurs(bytes);
    const theirs = await byHyparquet(bytes).catch(() => null);
    if (theirs === null) expect(ours).toBeNull();
    else if (ours !== null) expect(ours).toEqual(theirs);
  });

  test("for most of the files", async () => {
    const read = await Promise.all(
      files.map(async (name) => byOurs(fixtureBytes(`parquet/${name}`)).catch(() => null)),
    );
    expect(read.filter((footer) => footer !== null).length).toBeGreaterThan(files.length / 2);
  });
});

test("damaged footers end in an error or a footer, quickly", async () => {
  const random = new Random(3);
  const whole = fixtureBytes(`parquet/${files[0]}`);
  const from = Math.max(0, whole.length - 2000);
  for (let round = 0; round < 2000; round++) {
    const bytes = whole.slice();
    for (let hit = 0; hit <= round % 3; hit++)
      bytes[from + random.integer(whole.length - from)] = random.integer(256);
    await readCompactFooter(bytesSource(bytes, "x.parquet")).catch((error) =>
      expect(error).toBeInstanceOf(Error),
    );
  }
});
