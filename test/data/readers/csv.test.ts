import { describe, expect, test } from "vitest";
import { Tokenizer } from "../../../src/data/readers/csv/tokenizer.js";
import { csvReader, tsvReader } from "../../../src/data/readers/csv.js";
import type { ReadOptions } from "../../../src/data/reading-options.js";
import type { Table } from "../../../src/data/table.js";
import { hasData } from "../../support/data.js";
import {
  expectTruth,
  fixtureSource,
  matrixOf,
  realSource,
  refusal,
  slowSource,
  tableRows,
  textSource,
  truthOf,
} from "./text-support.js";

const read = (text: string | Uint8Array, options: ReadOptions = {}) =>
  csvReader.readTable(textSource(text, "t.csv"), options);

/** A table as plain values, column by column. */
const values = (table: Table) =>
  Object.fromEntries(
    table.columns.map((column, j) => [
      table.names[j],
      column.kind === "nominal" ? column : [...(column.values as Iterable<number | string>)],
    ]),
  );

describe("real files and NumPy's own", () => {
  test.skipIf(!hasData)("labels last, no header", async () => {
    const table = await csvReader.readTable(realSource("colon_raw_labels_last.csv"), {});
    expectTruth(tableRows(table), truthOf("colon_raw_labels_last.csv"));
    expect(table.names.slice(-1)).toEqual(["2001"]);
    expect(table.rowIds).toBeUndefined();
  });

  test.skipIf(!hasData)("semicolons, decimal commas, samples in columns", async () => {
    const source = slowSource(realSource("colon_log10_semicolon_decimalcomma.csv"));
    const table = await csvReader.readTable(source, { samplesIn: "columns" });
    expectTruth(tableRows(table), truthOf("colon_log10_semicolon_decimalcomma.csv"));
    expect(table.names.slice(0, 2)).toEqual(["1", "2"]);
    expect([table.rowIds?.[0], table.rowIds?.length]).toEqual(["normal.1", 62]);
  });

  test("savetxt: spaces, no header", async () => {
    const table = await csvReader.readTable(fixtureSource("savetxt.txt"), {});
    expect(tableRows(table)).toEqual(matrixOf("savetxt.txt"));
  });

  test("17 digits with a header", async () => {
    const table = await csvReader.readTable(fixtureSource("header.csv"), {});
    expect(tableRows(table)).toEqual(matrixOf("header.csv"));
    expect(table.names).toEqual(["a", "b", "c", "d", "e", "f"]);
  });
});

describe("dialects", () => {
  const truth = { x: [1.5, -2], y: [3, 4.25] };
  test.each([
    ["comma", "x,y\n1.5,3\n-2,4.25\n"],
    ["semicolon", "x;y\n1.5;3\n-2;4.25\n"],
    ["semicolon and decimal comma", "x;y\n1,5;3\n-2;4,25\n"],
    ["tab", "x\ty\n1.5\t3\n-2\t4.25\n"],
    ["tab and decimal comma", "x\ty\n1,5\t3\n-2\t4,25\n"],
    ["bar", "x|y\n1.5|3\n-2|4.25\n"],
    ["blanks", "  x    y\n 1.5   3\n-2.0   4.25  \n"],
    ["CR LF", "x,y\r\n1.5,3\r\n-2,4.25\r\n"],
    ["CR", "x,y\r1.5,3\r-2,4.25\r"],
    ["no last line end", "x,y\n1.5,3\n-2,4.25"],
    ["blank lines", "\nx,y\n1.5,3\n\n-2,4.25\n\n\n"],
    ["comments before the header", "# made by hand, 2020\n#\nx,y\n1.5,3\n-2,4.25\n"],
    ["blanks around cells", "x , y\n 1.5, 3\n -2 ,\t4.25\n"],
    ["everything quoted", '"x","y"\n"1.5","3"\n"-2","4.25"\n'],
    ["byte order mark", "\uFEFFx,y\n1.5,3\n-2,4.25\n"],
  ])("%s", async (_, text) => {
    expect(values(await read(text))).toEqual(truth);
  });

  test("UTF-16 of both byte orders", async () => {
    const text = "\uFEFFgröße,y\n1.5,3\n-2,4.25\n";
    const little = new Uint8Array(Buffer.from(text, "utf16le"));
    const big = new Uint8Array(Buffer.from(text, "utf16le").swap16());
    for (const bytes of [little, big])
      expect(values(await read(bytes))).toEqual({ größe: truth.x, y: truth.y });
  });

  test("windows-1252 where the bytes are not UTF-8", async () => {
    const bytes = new Uint8Array(Buffer.from("größe;preis\n1;a\n2;5 \x80\n", "latin1"));
    expect(values(await read(bytes))).toEqual({ größe: [1, 2], preis: ["a", "5 €"] });
  });

  test("what the options say counts", async () => {
    expect(values(await read("a;b\n1,5;2,5\n", { separator: ";", decimal: "," }))).toEqual({
      a: [1.5],
      b: [2.5],
    });
    expect(values(await read("a;b\n1,5;2,5\n", { separator: ";" }))).toEqual({ a: [1.5], b: [2.5] });
    expect(values(await read("a;b\n1,5;2,5\n", { decimal: "." }))).toEqual({ a: ["1,5"], b: ["2,5"] });
    expect(values(await read("1,2\n3,4\n", { header: true }))).toEqual({ "1": [3], "2": [4] });
    expect(values(await read("a,b\nc,d\n", { header: false }))).toEqual({ "1": ["a", "c"], "2": ["b", "d"] });
    expect(values(await read("1 2\t3,4\n", { separator: "tab", header: false }))).toEqual({
      "1": ["1 2"],
      "2": ["3,4"],
    });
    const tabs = await tsvReader.readTable(textSource("a,b\tc,d\n1\t2\n", "t.tsv"), {});
    expect(tabs.names).toEqual(["a,b", "c,d"]);
    expect(await refusal(read("a,b\n1,2\n", { separator: "::" }))).toMatch(
      /separator must be one character.*"::"/,
    );
    expect(await refusal(read("a,b\n1,2\n", { separator: ",", decimal: "," }))).toMatch(
      /not the decimal mark/,
    );
  });

  test("texts with commas in a table of semicolons, and the other way round", async () => {
    expect(values(await read("a;b\nx, y;1\nz, w;2\n"))).toEqual({ a: ["x, y", "z, w"], b: [1, 2] });
    expect(values(await read("a,b\nx; y,1\nz; w,2\n"))).toEqual({ a: ["x; y", "z; w"], b: [1, 2] });
  });
});

describe("quotes", () => {
  test("separators, quotes and line ends within quotes", async () => {
    const table = await read('name,value\n"a ""b"", c",1\n"two\r\nlines",2\n"",3\n');
    expect(values(table)).toEqual({ name: ['a "b", c', "two\r\nlines", ""], value: [1, 2, 3] });
  });

  test("a quote within an unquoted cell is a sign like others", async () => {
    expect(values(await read('size,n\n5" pipe,1\n6" pipe,2\n'))).toEqual({
      size: ['5" pipe', '6" pipe'],
      n: [1, 2],
    });
  });

  test("lines within quotes count for the place of mistakes", async () => {
    expect(await refusal(read('a,b\n"x\ny\nz",1\n2,3,4\n'))).toMatch(/^t\.csv, line 5: there are 3 cells/);
  });

  test("a quote that is not closed", async () => {
    expect(await refusal(read('a,b\n1,2\n"x,3\n4,5\n'))).toMatch(
      /^t\.csv, line 3: the quote that opens here is never closed/,
    );
    const long = `a,b\n1,2\n3,"${"4,5\n".repeat(6_000_000)}`;
    expect(await refusal(read(long))).toMatch(/^t\.csv, line 3: the quote that opens here/);
  });

  test("text behind the closing quote", async () => {
    expect(await refusal(read('a,b\n1,"x"y\n'))).toMatch(
      /^t\.csv, line 2: cell 2 continues after its closing quote/,
    );
  });
});

describe("header or not", () => {
  test.each([
    ["text over numbers", "a,b\n1,2\n", ["a", "b"]],
    ["numbers only", "1,2\n3,4\n", ["1", "2"]],
    ["a text column and no header", "5.1,3.5,setosa\n4.9,3.0,setosa\n", ["1", "2", "3"]],
    ["a text column and a header", "w,l,kind\n5.1,3.5,setosa\n", ["w", "l", "kind"]],
    [
      "numbers as names, and a word that never comes again",
      "12,3,class\n0.5,1.5,a\n1.25,2,b\n-3,0.125,a\n2.5,1,b\n",
      ["12", "3", "class"],
    ],
    [
      "whole numbers beside a class that comes again",
      "12,3,a\n0.5,1.5,a\n1.25,2,b\n-3,0.125,a\n2.5,1,b\n",
      ["1", "2", "3"],
    ],
    ["whole numbers everywhere", "12,3,c\n5,1,a\n1,2,b\n3,0,a\n2,1,b\n", ["1", "2", "3"]],
    ["years among the names", "id,2020,x\na,1,2\nb,3,4\n", ["id", "2020", "x"]],
    ["all text, names above", "id,label\ns1,a\ns2,b\ns3,a\n", ["id", "label"]],
    ["all text, no names", "s1,a\ns2,b\ns3,a\n", ["1", "2"]],
    ["one column of labels", "a\nb\na\n", ["1"]],
    ["missing values below", "a,b\nNA,?\n1,\n", ["a", "b"]],
    ["one row of numbers", "1,2,x\n", ["1", "2", "3"]],
    ["empty names get their number", "a,,c\n1,2,3\n", ["a", "2", "c"]],
    ["a name twice", "a,b,a\n1,2,3\n", ["a", "b", "a-1"]],
    ["a name twice beside ids", ",b,b\nr,2,3\n", ["b", "b-1"]],
    ["pandas without names", "0,1,2\n0.5,1.5,2.5\n1,2,3\n", ["0", "1", "2"]],
    ["pandas without names, with its index", ",0,1,2\n0,0.5,1.5,2.5\n1,1,2,3\n", ["0", "1", "2"]],
    ["pandas without names, and classes", "0,1,2\n1,2,a\n3,4,b\n", ["0", "1", "2"]],
    ["counted from 1", "1,2,3,4,5,6,7,8\n4,4,1,1,2,2,3,3\n", ["1", "2", "3", "4", "5", "6", "7", "8"]],
    ["a first sample that happens to count", "1,2,3\n4,5,6\n7,8,9\n", ["1", "2", "3"]],
  ])("%s", async (_, text, names) => {
    expect((await read(text)).names).toEqual(names);
  });

  test("a first line that counts the columns is no sample", async () => {
    expect((await read("0,1,2\n0.5,1.5,2.5\n1,2,3\n")).rows).toBe(2);
    expect((await read("1,2,3\n4,5,6\n7,8,9\n")).rows).toBe(3);
  });

  test("names that were given or changed are told", async () => {
    expect((await read("a,,a\n1,2,3\n")).notices).toEqual([
      expect.objectContaining({ code: "columns-renamed", columns: ["2", "a-1"], count: 2 }),
    ]);
    expect((await read("a,b\n1,2\n")).notices).toBeUndefined();
    expect((await read("1.5,2\n3,4\n")).notices).toBeUndefined();
  });

  test("row names of R, and an index of pandas", async () => {
    for (const text of ['"a" "b"\n"r1" 1 2\n"r2" 3 4\n', "a,b\nr1,1,2\nr2,3,4\n", ",a,b\nr1,1,2\nr2,3,4\n"]) {
      const table = await read(text);
      expect(values(table)).toEqual({ a: [1, 3], b: [2, 4] });
      expect(table.rowIds).toEqual(["r1", "r2"]);
    }
    expect((await read('"","a"\n"1",NA\n"NA",5\n')).rowIds).toEqual(["1", "NA"]);
  });
});

describe("types", () => {
  test("missing values", async () => {
    const table = await read("a,b\nNA,x\n1,\nnan,?\n,null\n");
    expect(values(table)).toEqual({ a: [Number.NaN, 1, Number.NaN, Number.NaN], b: ["x", "", "", ""] });
  });

  test("text that shows up late makes the column text, with the numbers as they were written", async () => {
    const numbers = Array.from({ length: 5000 }, (_, i) => `${i},0${i}.50,${i}`).join("\n");
    const table = await csvReader.readTable(slowSource(textSource(`a,b,c\n${numbers}\n1,x,2\n3,y,z\n`)), {});
    const [a, b, c] = table.columns;
    expect([a.kind, b.kind, c.kind]).toEqual(["number", "text", "text"]);
    if (b.kind !== "text" || c.kind !== "text") throw new Error("types");
    expect([b.values[0], b.values[12], b.values[5000]]).toEqual(["00.50", "012.50", "x"]);
    expect(b.firstText).toEqual({ line: 5002, value: "x" });
    expect(c.firstText).toEqual({ line: 5003, value: "z" });
    expect(table.rows).toBe(5002);
  });

  test("a blank line is a missing value in a single column, but not at the end", async () => {
    expect(values(await read("label\na\n\nb\n\n\n"))).toEqual({ label: ["a", "", "b"] });
    expect(values(await read("1\n\n2\n\n"))).toEqual({ "1": [1, Number.NaN, 2] });
  });
});

describe("samples in columns", () => {
  const options = { samplesIn: "columns" } as const;
  test("names on both sides", async () => {
    const table = await read("gene,s1,s2,s3\ng1,1,2,3\ng2,4,5,6\n", options);
    expect(values(table)).toEqual({ g1: [1, 2, 3], g2: [4, 5, 6] });
    expect(table.rowIds).toEqual(["s1", "s2", "s3"]);
  });

  test("a line of classes becomes a column of text, the others stay numbers", async () => {
    const table = await read("gene;s1;s2\nclass;a;b\ng1;1,5;2\ng2;NA;-4,25\n", options);
    expect(values(table)).toEqual({ class: ["a", "b"], g1: [1.5, 2], g2: [Number.NaN, -4.25] });
    expect(table.columns[0]).toMatchObject({ firstText: { row: 1, value: "a" } });
  });

  test("numbers only", async () => {
    const table = await read("1,2,3\n4,5,6\n", options);
    expect(values(table)).toEqual({ "1": [1, 2, 3], "2": [4, 5, 6] });
    expect(table.rowIds).toBeUndefined();
  });

  test("a feature name that occurs twice", async () => {
    const { names, notices } = await read("gene,s1\ng,1\nh,2\ng,3\n", options);
    expect(names).toEqual(["g", "h", "g-1"]);
    expect(notices).toEqual([expect.objectContaining({ code: "columns-renamed", columns: ["g-1"] })]);
  });
});

describe("bad input", () => {
  test.each([
    ["an empty file", "", /^t\.csv: the file is empty$/],
    ["blank lines only", "\n\n", /^t\.csv: the file has no rows/],
    ["comments only", "# nothing\n", /^t\.csv: the file has no rows/],
    ["a header only", "a,b,c\n", /^t\.csv: there are no rows below the header row/],
    ["a short row", "a,b,c\n1,2,3\n4,5\n6,7,8\n", /^t\.csv, line 3: there are 2 cells where 3 are expected/],
    ["a long row", "a,b\n1,2\n3,4\n5,6,7\n", /^t\.csv, line 4: there are 3 cells where 2 are expected/],
    ["a long first row", "a,b\n1,2,3\n3,4\n5,6\n", /^t\.csv, line 2: there are 3 cells where 2 are expected/],
    [
      "a short row late",
      `${"1,2,3\n".repeat(3000)}4\n`,
      /^t\.csv, line 3001: there is 1 cell where 3 are expected/,
    ],
    ["zero bytes", "a,b\n1,\0\n", /^t\.csv: this does not look like a text table/],
    ["control bytes", "\x01\x02\x03,b\n", /^t\.csv: this does not look like a text table/],
    ["zero bytes late", `${"1,2,3\n".repeat(3000)}4,\0,1\n`, /^t\.csv: this does not look like a text table/],
  ])("%s", async (_, text, message) => {
    expect(await refusal(read(text))).toMatch(message);
  });

  test("a file that shrinks while it is read", async () => {
    const whole = textSource("a,b\n1,2\n".repeat(100));
    const shrunk = { ...whole, size: whole.size + 10 };
    expect(await refusal(csvReader.readTable(shrunk, {}))).toMatch(/the file ends at byte 800 of 810/);
  });
});

test("the cells do not depend on where chunks end", () => {
  const text = 'ab,"c ""d""\r\ne" ,\r\n\r\n"", x ,é\r\r"q",1,2\n3,4,';
  const bytes = new TextEncoder().encode(text);
  const split = (chunkSize: number) => {
    const rows: string[] = [];
    let row: string[] = [];
    const tokenizer = new Tokenizer(44, {
      cell: (part, start, end) => void row.push(Buffer.from(part.slice(start, end)).toString()),
      endRow(cells, line) {
        rows.push(`${line}: ${row.join("|")} (${cells})`);
        row = [];
      },
      blankLine: () => void rows.push("blank"),
    });
    for (let at = 0, size = chunkSize; at < bytes.length; ) {
      const isLast = at + size >= bytes.length;
      const used = tokenizer.push(bytes.subarray(at, at + size), isLast);
      at += used;
      size = used === 0 ? size + 1 : chunkSize;
    }
    return rows;
  };
  const rows = ['1: ab|c "d"\r\ne| (3)', "blank", "4: |x |é (3)", "blank", "6: q|1|2 (3)", "7: 3|4| (3)"];
  for (let chunkSize = 1; chunkSize <= bytes.length; chunkSize++)
    expect([chunkSize, split(chunkSize)]).toEqual([chunkSize, rows]);
});

describe("large files", () => {
  const rows = Array.from({ length: 40_000 }, (_, i) => `${i},${i / 7},"q${i % 5}",${-i}e-3\r\n`);
  const text = `a,b,c,d\r\n${rows.join("")}`;

  test("cells and line ends across chunks; progress rises to 1", async () => {
    const fractions: number[] = [];
    const source = slowSource(textSource(text));
    const table = await csvReader.readTable(source, { onProgress: (fraction) => fractions.push(fraction) });
    expect(table.rows).toBe(40_000);
    const [a, b, c, d] = table.columns.map((column) => ("values" in column ? column.values : []));
    for (let i = 0; i < 40_000; i++)
      if (a[i] !== i || b[i] !== i / 7 || c[i] !== `q${i % 5}` || d[i] !== Number(`${-i}e-3`))
        throw new Error(`row ${i}`);
    expect(fractions.length).toBeGreaterThan(1);
    expect(fractions.every((fraction, i) => i === 0 || fraction > fractions[i - 1])).toBe(true);
    expect(fractions.at(-1)).toBe(1);
  });

  test("abort", async () => {
    const stop = new AbortController();
    const reason = new Error("enough");
    const options = { signal: stop.signal, onProgress: () => stop.abort(reason) };
    await expect(csvReader.readTable(textSource(text), options)).rejects.toBe(reason);
  });

  test("a wide table", async () => {
    const width = 20_000;
    const line = (i: number) => Array.from({ length: width }, (_, j) => i * width + j).join(",");
    const names = Array.from({ length: width }, (_, j) => `g${j}`).join(",");
    const table = await read(`${names}\n${Array.from({ length: 50 }, (_, i) => line(i)).join("\n")}\n`);
    expect([table.rows, table.columns.length, table.names[19_999]]).toEqual([50, width, "g19999"]);
    for (const j of [0, 777, 19_999])
      expect(tableRows({ ...table, columns: [table.columns[j]] }).flat()).toEqual(
        Array.from({ length: 50 }, (_, i) => i * width + j),
      );
  });
});

describe("titles above a table", () => {
  const body = "s1,ill,1.5,2\ns2,well,3,4\ns3,ill,5,6\n";
  const table = { names: ["id", "state", "IL6", "TNF"], rows: 3 };
  const leftOut = (count: number, text: string) => [
    { code: "passed-over", count, text: expect.stringContaining(text) },
  ];

  test("lines shorter than the table, blank ones and comments between are passed over, and told", async () => {
    const text = `Cohort B\n\n"Exported on 3 May, by hand",v2\n# draft\nid,state,IL6,TNF\n${body}`;
    const found = await read(text);
    expect(found).toMatchObject({
      ...table,
      notices: leftOut(3, '"Cohort B", "Exported on 3 May, by hand v2"'),
    });
    expect(values(found).IL6).toEqual([1.5, 3, 5]);
    // A bad cell is named by its line in the file.
    const bad = await read(text.replace("5,6", "x,6"));
    expect(bad.columns[2]).toMatchObject({ kind: "text", firstText: { line: 8, value: "x" } });
  });

  test("padded as Excel writes them, with decimal commas, tabs, CRLF", async () => {
    const excel = "Studie B;;;\r\n;;;\r\nid;state;IL6;TNF\r\ns1;ill;1,5;2\r\ns2;well;3;4\r\ns3;ill;5;6\r\n";
    const found = await read(excel);
    expect(found).toMatchObject({ ...table, notices: leftOut(1, '"Studie B"') });
    expect(values(found).IL6).toEqual([1.5, 3, 5]);
    const tabs = `Study B\n${"id,state,IL6,TNF\n".concat(body).replaceAll(",", "\t")}`;
    expect(await tsvReader.readTable(textSource(tabs, "t.tsv"), {})).toMatchObject(table);
  });

  test("above samples in columns, and above R's header, which is short by one", async () => {
    const turned = await read("Expression, log2\ngene,s1,s2,s3\nTP53,1,2,3\nEGFR,4,5,6\n", {
      samplesIn: "columns",
    });
    expect(turned).toMatchObject({ names: ["TP53", "EGFR"], rows: 3, notices: leftOut(1, "Expression") });
    const r = await read("made in R\nIL6,TNF,CRP\ns1,1,2,3\ns2,4,5,6\n");
    expect(r).toMatchObject({ names: ["IL6", "TNF", "CRP"], rowIds: ["s1", "s2"] });
  });

  test("above a table so wide that a line is more than what is looked at first", async () => {
    const names = Array.from({ length: 60_000 }, (_, j) => `gene${j}`);
    const row = (i: number) => names.map((_, j) => (i * j) % 7).join(",");
    const wide = await read(`Cohort B\n${names.join(",")}\n${row(1)}\n${row(2)}\n`);
    expect([wide.names.length, wide.rows, wide.notices?.length]).toEqual([60_000, 2, 1]);
    expect(wide.columns[5]).toMatchObject({ kind: "number", values: new Float64Array([5, 3]) });
  });

  test("in parts, told once", async () => {
    const text = `Cohort B\nid,state,IL6,TNF\n${body}`;
    const parts = [];
    for await (const part of csvReader.readParts!(textSource(text, "t.csv"), {})) parts.push(part);
    expect(parts).toMatchObject([{ ...table, notices: leftOut(1, "Cohort B") }]);
  });

  test("what may be data is never passed over", async () => {
    const titled = `Cohort B\nid,state,IL6,TNF\n${body}`;
    // Who says what the first line is, has a table there.
    for (const header of [true, false])
      expect(await refusal(read(titled, { header }))).toContain("line 2: there are 4 cells where 1");
    // A row with gaps, of numbers only, above rows without names.
    expect((await read("1,,,\n5,6,7,8\n9,10,11,12\n")).rows).toBe(3);
    expect((await read(`7,,,\n${"1,2,3,x\n".repeat(3)}`)).rows).toBe(4);
    // The first row of data, hardly filled; one cell above rows without names.
    expect((await read(`id,state,IL6,TNF\ns0,,,\n${body}`)).rows).toBe(4);
    expect((await read("state,,,\nill,1,2,3\nwell,4,5,6\n")).rows).toBe(3);
    // Names of few columns above a first row of data that looks like a header, as it has text above numbers.
    const odd = "1,2,ND,0\n3,4,1.5,1\n3,2,1.5,1\n3,4,1,0\n";
    expect(await read(`,,,class\n${odd}`)).toMatchObject({ names: ["1", "2", "3", "class"], rows: 4 });
    expect(await refusal(read(`a,class\n${odd}`))).toContain("line 2: there are 4 cells where 2");
    // A lone first cell is no such row: numbers may well be names below it.
    const years = await read(`Exports\nland,2019,2020,2021\n${"x,1.5,2.5,3.5\ny,4,5,6\n".repeat(2)}`);
    expect(years.names).toEqual(["land", "2019", "2020", "2021"]);
    // A short line that is no title, or a short line later on, is an error as before.
    expect(await refusal(read("1,2\n5,6,7,8\n9,10,11,12\n"))).toContain("line 2");
    expect(await refusal(read(`id,state,IL6,TNF\nnote\n${body}`))).toContain(
      "line 2: there is 1 cell where 4",
    );
  });
});

describe("annotations beside samples in columns", () => {
  test("columns of texts beside the samples are left out, and told; lines of text stay", async () => {
    const text =
      "gene,symbol,s1,s2,s3,about\nclass,,x,y,x,\nENSG1,TP53,1,2,3,a gene\nENSG2,EGFR,4,5,6,one more\nENSG3,MYC,7,8,9,the last\n";
    const table = await read(text, { samplesIn: "columns" });
    expect(table).toMatchObject({ names: ["class", "ENSG1", "ENSG2", "ENSG3"], rowIds: ["s1", "s2", "s3"] });
    expect(values(table)).toMatchObject({ class: ["x", "y", "x"], ENSG2: [4, 5, 6] });
    expect(table.notices).toMatchObject([
      { code: "passed-over", count: 2, text: expect.stringContaining("symbol, about") },
    ]);
    // Where most columns are texts, the samples are.
    const words = await read("q,s1,s2,s3\na,yes,no,yes\nb,no,no,yes\n", { samplesIn: "columns" });
    expect([words.rows, words.notices ?? []]).toEqual([3, []]);
  });

  test("a sample is never taken for a column of texts", async () => {
    const header = "gene,s1,s2,s3,s4";
    const read4 = async (...lines: string[]) => {
      const table = await read([header, ...lines, ""].join("\n"), { samplesIn: "columns" });
      return [table.rowIds?.join(" "), table.notices ?? []];
    };
    const classes = ["class,a,a,b,b", "sex,m,f,m,f", "tissue,x,x,y,y"];
    const all = ["s1 s2 s3 s4", []];
    // Missing in some lines, so that it has more words than numbers.
    expect(await read4(...classes, "g1,1,2,3,4", "g2,1.5,2,5,", "g3,3,2,4.5,")).toEqual(all);
    // All below what can be measured.
    expect(await read4(...classes, "g1,1,2,3,<0.1", "g2,1.5,2,5,< 0.1", "g3,3,2,4.5,≤0.1")).toEqual(all);
    // Words, but between samples.
    expect(await read4(...classes, "g1,1,n,3,4", "g2,1.5,n,5,6", "g3,3,n,4.5,7")).toEqual(all);
    // Behind several lines of words, too, what stands behind the samples is left out.
    const [ids] = await read4(...classes, "g1,1,2,3,TP53", "g2,1.5,2,5,", "g3,3,2,4.5,MYC");
    expect(ids).toBe("s1 s2 s3");
  });
});
