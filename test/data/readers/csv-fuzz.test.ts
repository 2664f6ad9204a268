import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/core/input-error.js";
import { csvReader } from "../../../src/data/readers/csv.js";
import { hasData } from "../../support/data.js";
import { survivors } from "../../support/mutations.js";
import { fixtureSource, realSource, textSource } from "./text-support.js";

const readBytes = (bytes: Uint8Array) => csvReader.readTable(textSource(bytes), {});

describe("only a table or a refusal comes out", () => {
  test.each(["header.csv", "savetxt.txt"])("mutated copies of %s", async (name) => {
    const source = fixtureSource(name);
    expect(await survivors(await source.read(0, source.size), 600, readBytes)).toEqual([]);
  });

  test.skipIf(!hasData)("mutated pieces of real files, also transposed", async () => {
    const source = realSource("colon_log10_semicolon_decimalcomma.csv");
    const bytes = (await source.read(0, 30_000)).slice();
    const transposed = (mutated: Uint8Array) =>
      csvReader.readTable(textSource(mutated), { samplesIn: "columns" });
    expect(await survivors(bytes, 100, readBytes)).toEqual([]);
    expect(await survivors(bytes, 100, transposed)).toEqual([]);
  });

  test("any bytes, and any text of the signs that matter", async () => {
    const signs = fc.string({ unit: fc.constantFrom(...'a1.,;"\n\r\t |#-e'), maxLength: 60 });
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      signs.map((text) => new TextEncoder().encode(text)),
    );
    const options = fc.record(
      {
        separator: fc.constantFrom(",", ";", " ", "\t"),
        header: fc.boolean(),
        samplesIn: fc.constantFrom("rows" as const, "columns" as const),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(bytes, options, async (input, how) => {
        const table = await csvReader.readTable(textSource(input), how).catch((error) => {
          if (!(error instanceof InputError)) throw error;
        });
        for (const column of table?.columns ?? [])
          if (!("values" in column) || column.values.length !== table?.rows) throw new Error("length");
      }),
      { numRuns: 4000 },
    );
  });
});

/** Writes a cell as RFC 4180 has it. */
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;

test("what is written in quotes is read back, whatever it is", async () => {
  const text = fc
    .string({ unit: fc.constantFrom(...'ab1,;"\n\r\t |#é€'), minLength: 1, maxLength: 8 })
    .map((cell) => `x${cell}x`);
  const rows = fc
    .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 6 }))
    .chain(([columns, count]) =>
      fc.array(fc.array(text, { minLength: columns, maxLength: columns }), {
        minLength: count,
        maxLength: count,
      }),
    );
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.constantFrom(",", ";", "\t", "|"),
      fc.constantFrom("\n", "\r\n", "\r"),
      async (cells, separator, lineEnd) => {
        const file = cells.map((row) => row.map(quote).join(separator) + lineEnd).join("");
        const table = await csvReader.readTable(textSource(file), { header: false, separator });
        const read = cells.map((_, i) =>
          table.columns.map((column) => ("values" in column ? column.values[i] : null)),
        );
        expect(read).toEqual(cells);
      },
    ),
    { numRuns: 500 },
  );
});
