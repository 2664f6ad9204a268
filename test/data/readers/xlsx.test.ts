import { readSheet } from "read-excel-file/universal";
import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/core/input-error.js";
import { ProgressReporter } from "../../../src/core/progress-reporter.js";
import { bytesSource } from "../../../src/data/byte-source.js";
import { isDateFormat } from "../../../src/data/readers/xlsx/date-styles.js";
import { openWorkbook } from "../../../src/data/readers/xlsx/workbook.js";
import { xlsxReader } from "../../../src/data/readers/xlsx.js";
import type { ReadOptions } from "../../../src/data/reading-options.js";
import type { Table } from "../../../src/data/table.js";
import { zipBytes } from "../../../src/data/writers/zip.js";
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

describe("what other programs write", () => {
  const valuesOf = (table: Table, name: string) => plainValues(column(table, name));

  test.each(["1900", "1904"])(
    "only formats tell dates from numbers, in the calendar of %s",
    async (calendar) => {
      const table = await read(`styles-${calendar}.xlsx`, { header: true });
      expect(valuesOf(table, "value")).toEqual([
        ...new Array(6).fill("2021-07-04T13:05:09.25"),
        ...new Array(10).fill("44381.25"),
      ]);
    },
  );

  test("rich texts, results of formulas, errors, merged and hidden cells", async () => {
    const table = await read("writer.xlsx");
    expect(table.rows).toBe(5);
    expect(valuesOf(table, "text")).toEqual([
      "plain bold ä€😀",
      "two\nlines\x01_x0041_",
      "blanks",
      "merged",
      null,
    ]);
    expect(plainValues(column(table, "flag"))).toEqual([1, 0, 1, null, null]);
    expect(plainValues(column(table, "number"))).toEqual([1e300, -0.1, 123456789012345, null, 7]);
    expect(plainValues(column(table, "result"))).toEqual(["2.5", null, "ab", null, null]);
    expect(valuesOf(table, "day")).toEqual(["1900-01-02", "1900-03-01", "9999-12-31", null, null]);
    expect(table.notices).toEqual([
      expect.objectContaining({
        code: "cells-with-errors",
        count: 1,
        text: "1 cell with an error, such as #DIV/0!, counts as missing",
      }),
    ]);
    // A sheet of charts has no cells and no number.
    await expect(read("writer.xlsx", { sheet: "Chart" })).rejects.toThrow("the sheets are Data & <more>");
    expect((await read("writer.xlsx", { sheet: "Data & <more>" })).rows).toBe(5);
  });
});

/** What read-excel-file makes of the same workbooks. It trims texts and reads errors as blanks, as is done here. */
describe("cell by cell as another library", () => {
  /** Known differences: it leaves control characters in texts as they are written, and is two days off before March 1900. */
  const differs = new Set(["writer.xlsx 3 1", "writer.xlsx 2 5"]);

  test.each([
    ["flowers.xlsx", "Flowers"],
    ["flowers.xlsx", "Notes"],
    ["no-header.xlsx", "Sheet1"],
    ["row-names.xlsx", "Sheet1"],
    ["offset.xlsx", "Sheet"],
    ["styles-1900.xlsx", "Sheet"],
    ["styles-1904.xlsx", "Sheet"],
    ["writer.xlsx", "Data & <more>"],
  ])("%s, %s", async (name, sheet) => {
    const theirs = await readSheet(Uint8Array.from(fixtureBytes(`xlsx/${name}`)).buffer, sheet);
    const workbook = await openWorkbook(fixture(`xlsx/${name}`));
    const { rows } = await workbook.readCells(
      workbook.sheets.indexOf(sheet),
      new ProgressReporter(undefined, undefined),
    );
    let compared = 0;
    for (const { number, columns, cells } of rows)
      for (const [i, cell] of cells.entries()) {
        compared++;
        if (differs.has(`${name} ${number} ${columns[i]}`)) continue;
        const their: unknown = theirs[number - 1][columns[i] - 1];
        // It cuts moments where a part of a day is a hair too small.
        if (cell instanceof Date)
          expect(Math.abs(cell.getTime() - (their as Date).getTime())).toBeLessThan(2);
        else expect(cell).toBe(their);
      }
    expect(compared).toBe(theirs.flat().filter((cell) => cell !== null).length);
  });
});

describe("workbooks by hand", () => {
  const relations = (list: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list}</Relationships>`;
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="http://example.org/relationships/${kind}" Target="${target}"/>`;
  const parts = {
    "xl/workbook.xml": `<workbook><sheets><sheet name="S" sheetId="9" r:id="a"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      relation("a", "worksheet", "worksheets/sheet1.xml") +
        relation("b", "sharedStrings", "sharedStrings.xml") +
        relation("c", "styles", "styles.xml"),
    ),
    "xl/sharedStrings.xml": `<sst><si><t>zero</t></si></sst>`,
    "xl/styles.xml": `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
  };
  function readParts(own: Record<string, string | Uint8Array>, options: ReadOptions = {}) {
    const members = Object.entries({ ...parts, ...own }).map(([name, content]) => ({
      name,
      chunks: [typeof content === "string" ? new TextEncoder().encode(content) : content],
    }));
    const bytes = new Uint8Array(Buffer.concat(zipBytes(members)));
    return xlsxReader.readTable(bytesSource(bytes, "made.xlsx"), options);
  }
  const cells = (texts: readonly string[]) =>
    texts.map((text) => (text === "" ? "<c/>" : `<c t="inlineStr"><is><t>${text}</t></is></c>`)).join("");
  const lines = (rows: readonly (readonly string[])[]) =>
    sheet(rows.map((row) => `<row>${cells(row)}</row>`).join(""));

  test("a title above the table is left out, and told; a heading of two lines is one name", async () => {
    const table = ["id", "state", "IL-6&#10;(pg/mL)", "TNF"];
    const body = [1, 2, 3].map((n) => [`s${n}`, "ill", String(n), String(2 * n)]);
    const { names, rows, notices } = await readParts(
      lines([["Cohort B, 2026"], [], ["draft"], table, ...body]),
    );
    expect(names).toEqual(["id", "state", "IL-6 (pg/mL)", "TNF"]);
    expect(rows).toBe(3);
    expect(notices).toMatchObject([
      { code: "passed-over", count: 2, text: expect.stringContaining('"Cohort B, 2026"') },
    ]);
    expect((await readParts(lines([["Cohort B"], table, ...body]), { header: false })).rows).toBe(5);
    // The first row of a table that is hardly filled is a row all the same.
    expect((await readParts(lines([table, ["s1", "", "", "3"], ...body]))).rows).toBe(4);
    // So is one of data with gaps, and a header may name few of the columns: no other header follows.
    const numbers = (n: number) => [0, 1, 2, 3, 4, 5, 6, 7].map((j) => String((n * 7 + j) % 11));
    const wide = [1, 2, 3].map((n) => [`s${n}`, "ill", ...numbers(n)]);
    const few = await readParts(lines([["id", "state"], ...wide]));
    expect([few.names.slice(0, 3), few.rows]).toEqual([["id", "state", "3"], 3]);
    const gaps = await readParts(lines([["s0", "", "5"], ...wide]));
    expect([gaps.rows, gaps.notices?.length ?? 0]).toEqual([4, 0]);
    // So is a heading of one cell above a narrow table.
    expect((await readParts(lines([["a"], ["1", "2", "3"], ["4", "5", "6"]]))).notices).not.toContainEqual(
      expect.objectContaining({ code: "passed-over" }),
    );
  });

  const sheet = (rows: string) => ({
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  });
  const head = `<row r="1"><c t="inlineStr"><is><t>a</t></is></c><c t="inlineStr"><is><t>b</t></is></c></row>`;
  const values = async (rows: string, own: Record<string, string | Uint8Array> = {}) => {
    const table = await readParts({ ...sheet(rows), ...own }, { header: true });
    return table.columns.map(plainValues);
  };

  test("cells and rows without addresses follow each other", async () => {
    expect(
      await values(`${head}<row><c><v>1</v></c><c><v>2</v></c></row><row><c/><c><v>4</v></c></row>`),
    ).toEqual([
      [1, null],
      [2, 4],
    ]);
    expect(await values(`${head}<row r="7"><c r="B7"><v>2</v></c></row><row><c><v>3</v></c></row>`)).toEqual([
      [null, 3],
      [2, null],
    ]);
  });

  test("every type of cell", async () => {
    const cells = [
      `<c t="s"><v>0</v></c>`,
      `<c t="str"><f>x()</f><v>_x0041__x005F_</v></c>`,
      `<c t="inlineStr"><is><r><rPr><b/></rPr><t>ru</t></r><r><t>ns</t></r><rPh><t>not said</t></rPh></is></c>`,
      `<c t="d"><v>2021-02-03</v></c>`,
      `<c t="d"><v>2021-02-03T04:05:06</v></c>`,
      `<c s="1"><v>44230.5</v></c>`,
      `<c s="0"><v>44230.5</v></c>`,
      `<c t="b"><v>true</v></c>`,
      `<c t="e"><v>#N/A</v></c>`,
      `<c t="str"><f>empty()</f><v></v></c>`,
    ];
    const rows = cells.map((cell) => `<row>${cell}<c><v>1</v></c></row>`).join("");
    expect((await values(head + rows))[0]).toEqual([
      "zero",
      "A_",
      "runs",
      "2021-02-03",
      "2021-02-03T04:05:06",
      "2021-02-03T12:00:00",
      "44230.5",
      "true",
      null,
      null,
    ]);
  });

  test("references, character data, comments, prefixes and line ends of XML", async () => {
    const own = {
      "xl/workbook.xml": `<?xml version="1.0"?><!-- > --><x:workbook><x:sheets><x:sheet q:id='a' name='&lt;S> &amp; "T"'/></x:sheets></x:workbook>`,
      "xl/worksheets/sheet1.xml": `<x:worksheet><x:sheetData><x:row r = "1" note="a>b"><x:c t='inlineStr'><x:is><x:t>&#228;&#x20AC;<![CDATA[<&>]]><!-- no -->z\r\nend</x:t></x:is></x:c></x:row
        ><x:row><x:c><x:v>5</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    };
    const table = await readParts(own, { header: true, sheet: `<S> & "T"` });
    expect(table.names).toEqual(["ä€<&>z end"]); // a name is one line
    expect(plainValues(table.columns[0])).toEqual([5]);
  });

  test("paths from the root, with dots, backslashes or in another case, and UTF-16", async () => {
    const text = `<worksheet><sheetData>${head}<row><c><v>1</v></c><c><v>2</v></c></row></sheetData></worksheet>`;
    const utf16 = new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
    for (const target of [
      "/xl/Worksheets/Sheet1.xml",
      "../xl/./worksheets/sheet1.xml",
      "worksheets\\sheet1.xml",
    ]) {
      const own = { "xl/_rels/workbook.xml.rels": relations(relation("a", "worksheet", target)) };
      expect(
        await values("", { ...own, "xl\\worksheets\\sheet1.xml": utf16, "xl/worksheets/sheet1.xml": text }),
      ).toEqual([[1], [2]]);
    }
    const elsewhere = {
      "_rels/.rels": relations(relation("d", "officeDocument", "book/main.xml")),
      "book/main.xml": parts["xl/workbook.xml"],
      "book/_rels/main.xml.rels": relations(relation("a", "worksheet", "one.xml")),
      "book/one.xml": utf16,
    };
    expect(await values("", elsewhere)).toEqual([[1], [2]]);
  });

  test("formulas without a result are counted and told", async () => {
    const table = await readParts(
      sheet(
        `${head}<row><c><v>1</v></c><c><f>A2*2</f><v/></c></row><row><c><v>2</v></c><c><f>A3*2</f></c></row>`,
      ),
    );
    expect(table.notices).toEqual([
      expect.objectContaining({ code: "formulas-without-result", level: "warning", count: 2 }),
    ]);
  });

  test.each([
    [`<row><c t="s"><v>1</v></c></row>`, 'text number "1", of 1'],
    [`<row><c s="2"><v>1</v></c></row>`, 'style number "2", of 2'],
    [`<row><c><v>one</v></c></row>`, 'type n holds "one"'],
    [`<row><c t="b"><v>2</v></c></row>`, 'type b holds "2"'],
    [`<row><c t="z"><v>2</v></c></row>`, 'type z holds "2"'],
    [`<row r="2"><c r="B1"/></row>`, 'the address "B1"'],
    [`<row r="2"><c r="B2"/><c r="A2"/></row>`, "column 1 comes after column 2"],
    [`<row r="2"/><row r="2"/>`, "row 2 comes after row 2"],
    [`<row r="1048577"/>`, "row 1048577"],
    [`<row><c r="XFE1"/></row>`, "column 16385"],
    [`<c/>`, "in no row"],
    [`<row><c><v>1</v></row>`, "</row> ends what did not begin"],
    [`<row><c t="str"><v>&bomb;</v></c></row>`, "unknown reference &bomb;"],
    [`<row><c t="str"><v>&#x110000;</v></c></row>`, "unknown reference"],
    ["<a>".repeat(200), "make no sense"],
    [`<row><c r=1`, "has no quotes"],
    [`<row><c r="1`, "it ends inside <c>"],
    [`<row><c r=1></c></row>`, "has no quotes"],
    [`<!DOCTYPE x [<!ENTITY a "b">]>`, "document type"],
  ])("%s is refused", async (rows, reason) => {
    const problem = await readParts(sheet(rows)).catch((error) => error);
    expect(problem).toBeInstanceOf(InputError);
    expect(problem.message).toMatch(/^made\.xlsx: this Excel file is damaged \(/);
    expect(problem.message).toContain(reason);
  });
});

test.each([
  ["[h]:mm:ss", true],
  ["mm:ss.000", true],
  ["yyyy/mm/dd\\ hh:mm", true],
  ['[<45000]"Old: "0;yyyy-mm-dd', true],
  ["h AM/PM", true],
  ["DD.MM.YYYY", true],
  ['0.0" seconds"', false],
  ["[Red]0.0_d", false],
  ["#,##0\\ [$USD]", false],
  ["# ?/?", false],
  ["General", false],
  ["", false],
])("the format %s shows a date: %s", (format, isDate) => {
  expect(isDateFormat(format)).toBe(isDate);
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
    changed[Buffer.from(bytes).indexOf("xl/worksheets/sheet1.xml") + 100] ^= 255; // inside the sheet's packed bytes
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
