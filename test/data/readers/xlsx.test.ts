import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/core/input-error.js";
import { bytesSource } from "../../../src/data/byte-source.js";
import { xlsxReader } from "../../../src/data/readers/xlsx.js";
import type { ReadOptions } from "../../../src/data/reading-options.js";
import { column, fixture, fixtureBytes, plainValues } from "../../support/columnar.js";

const read = (name: string, options: ReadOptions = {}) =>
  xlsxReader.readTable(fixture(`xlsx/${name}`), options);

describe("cells, as openpyxl wrote them", () => {
  test("numbers, booleans, dates and text, with missing ones", async () => {
    const table = await read("flowers.xlsx");
    expect(table.names).toEqual(["sepal length", "petal width", "wild", "picked", "species"]);
    expect(table.rows).toBe(4);
    expect(column(table, "sepal length")).toEqual({
      kind: "number",
      values: Float64Array.of(5.1, 4.9, 7, -1e-300),
    });
    expect(plainValues(column(table, "petal width"))).toEqual([0.2, null, 1.4, 123456789.125]);
    expect(plainValues(column(table, "wild"))).toEqual([1, 0, 1, null]);
    expect(column(table, "picked")).toEqual({
      kind: "text",
      values: ["2024-02-29", "1999-12-31T23:59:58", "", "1970-01-01"],
      firstText: { row: 2, value: "2024-02-29" },
    });
    expect(plainValues(column(table, "species"))).toEqual([
      "setosa",
      "setosa",
      "versicolor",
      'virginica & "co"',
    ]);
  });

  test("other sheets are listed, each with how to read it", async () => {
    expect((await read("flowers.xlsx")).notices).toEqual([
      expect.objectContaining({
        code: "several-sheets",
        text: 'the first sheet, "Flowers", was read; there is also "Notes"',
        remedies: [{ action: 'read "Notes" instead', option: "sheet", value: "Notes" }],
      }),
    ]);
    expect((await read("flowers.xlsx", { sheet: "Flowers" })).notices).toBeUndefined();
  });

  test("another sheet, by name or number", async () => {
    for (const sheet of ["Notes", "2"]) {
      const table = await read("flowers.xlsx", { sheet });
      expect(table.names).toEqual(["x", "y"]);
      expect(column(table, "y")).toMatchObject({
        kind: "text",
        firstText: { row: 3, value: "oops" },
      });
    }
    await expect(read("flowers.xlsx", { sheet: "flower" })).rejects.toThrow(
      'flowers.xlsx: sheet "flower" not found (did you mean "Flowers"?); the sheets are Flowers, Notes',
    );
  });

  test("a table without a header", async () => {
    const table = await read("no-header.xlsx");
    expect(table.names).toEqual(["1", "2", "3"]);
    expect(plainValues(table.columns[0])).toEqual([1, 3, 5]);
    expect((await read("no-header.xlsx", { header: true })).names).toEqual(["1", "2.5", "a"]);
  });

  test("a first column without a name names the rows", async () => {
    const table = await read("row-names.xlsx");
    expect(table).toMatchObject({ names: ["u", "v"], rows: 2, rowIds: ["p1", "p2"] });
  });

  test("samples in columns", async () => {
    const table = await read("row-names.xlsx", { samplesIn: "columns" });
    expect(table).toMatchObject({ names: ["p1", "p2"], rows: 2, rowIds: ["u", "v"] });
    expect(plainValues(column(table, "p2"))).toEqual([3, 4]);
  });

  test("a table that starts somewhere in the sheet, with an empty row", async () => {
    const table = await read("offset.xlsx");
    expect(table.names).toEqual(["a", "b"]);
    expect(plainValues(column(table, "a"))).toEqual([1, 3, 5]);
    expect(plainValues(column(table, "b"))).toEqual([2, null, 6]);
  });
});

describe("what is no such workbook", () => {
  const refusal = (bytes: Uint8Array, name = "data.xlsx") =>
    xlsxReader.readTable(bytesSource(bytes, name), {}).catch((error) => error);

  test("an old .xls file is refused with what to do", async () => {
    const old = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0);
    expect(xlsxReader.recognises!(old)).toBe(true);
    const problem = await refusal(old, "old.xls");
    expect(problem).toBeInstanceOf(InputError);
    expect(problem.message).toMatch(/^old\.xls: .*save it as \.xlsx/);
  });

  test("an empty sheet", async () => {
    await expect(read("empty.xlsx")).rejects.toThrow("empty.xlsx: the sheet is empty");
  });

  test.each([
    ["far-cell.xlsx", "2 rows"],
    ["huge-row.xlsx", "99999999999"],
  ])("cells that would fill the memory: %s", async (name) => {
    const problem = await read(name).catch((error) => error);
    expect(problem).toBeInstanceOf(InputError);
    expect(problem.message).toMatch(new RegExp(`^${name}: this Excel file is damaged \\(`));
  });

  test("text, another archive, a cut and a changed file", async () => {
    const bytes = fixtureBytes("xlsx/flowers.xlsx");
    const changed = bytes.slice();
    changed[Math.floor(bytes.length / 3)] ^= 255;
    for (const damaged of [
      new TextEncoder().encode("a,b\n1,2\n"),
      bytes.subarray(0, 3000),
      changed,
      new Uint8Array(0),
    ]) {
      const problem = await refusal(damaged);
      expect(problem).toBeInstanceOf(InputError);
      expect(problem.message).toMatch(/^data\.xlsx: [^\n]+$/);
    }
  });

  test("can be stopped", async () => {
    const signal = AbortSignal.abort();
    await expect(read("flowers.xlsx", { signal })).rejects.toBe(signal.reason);
  });
});
