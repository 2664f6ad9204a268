import type { Remedy } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import { didYouMean } from "../../core/nearest-name.js";
import { type Notice, notice } from "../../core/notice.js";
import { quoted, shortList } from "../../core/text.js";
import type { ByteSource } from "../byte-source.js";
import type { ReadOptions } from "../reading-options.js";
import type { Table } from "../table.js";
import type { TableReader } from "./reader.js";
import { readExactly, reading } from "./shared/reading.js";
import { zipMembers } from "./shared/zip.js";
import { sheetTable } from "./xlsx/sheet-table.js";

/** Excel workbooks since 2007; one sheet, the first unless another is named. */
export const xlsxReader: TableReader = {
  kind: "table",
  format: "xlsx",
  title: "Excel",
  extensions: [".xlsx", ".xlsm", ".xls"],
  recognises: (head) => isOldWorkbook(head) || (isZip(head) && looksLikeOffice(head)),
  readTable: (source, options) => reading("Excel", source, options, () => readWorkbook(source, options)),
};

async function readWorkbook(source: ByteSource, options: ReadOptions): Promise<Table> {
  const head = await source.read(0, 8);
  if (isOldWorkbook(head))
    throw new InputError(
      "unreadable-file",
      `this is an old .xls (or protected) workbook; open it and save it as .xlsx without a password`,
    );
  if (!isZip(head))
    throw new InputError(
      "unreadable-file",
      `this is not an Excel workbook; save it as .xlsx, or rename it if it has another format`,
    );
  const sheets = await checkWorkbook(source);
  options.signal?.throwIfAborted();
  options.onProgress?.(0.3);
  const { readSheet } = await import("read-excel-file/universal");
  const { sheet } = options;
  // A copy, because the source's bytes may be a part of a larger buffer.
  const bytes = new Uint8Array(await readExactly(source, 0, source.size)).buffer;
  const cells = await readSheet(bytes, sheet).catch((error: Error & { sheets?: string[] }) => {
    if (!error.sheets) throw error;
    if (
      sheet !== undefined &&
      /^\d+$/.test(sheet) &&
      Number(sheet) >= 1 &&
      Number(sheet) <= error.sheets.length
    )
      return readSheet(bytes, Number(sheet));
    throw new InputError(
      "unknown-name",
      `sheet "${sheet}" not found${didYouMean(sheet ?? "", error.sheets)}; the sheets are ${shortList(error.sheets)}`,
      { facts: { option: "sheet", given: sheet, allowed: shortList(error.sheets) } },
    );
  });
  options.signal?.throwIfAborted();
  options.onProgress?.(0.9);
  const table = tableOf(cells as Cells, options, sheets);
  if (sheet !== undefined || sheets.length < 2) return table;
  return { ...table, notices: [sheetNotice(sheets), ...(table.notices ?? [])] };
}

type Cells = Parameters<typeof sheetTable>[0];

/** The table of a sheet. Where there is none, such as on a cover page, the other sheets are offered. */
function tableOf(cells: Cells, options: ReadOptions, sheets: readonly string[]): Table {
  try {
    return sheetTable(cells, options);
  } catch (error) {
    const others = sheets.filter((name, at) => name !== (options.sheet ?? sheets[0]) && at < 6);
    if (!(error instanceof InputError) || others.length === 0) throw error;
    const { code, sentence, facts, remedies } = error;
    throw new InputError(code, sentence, { facts, remedies: [...remedies, ...others.map(otherSheet)] });
  }
}

const otherSheet = (name: string): Remedy => ({
  action: `read "${name}" instead`,
  option: "sheet",
  value: name,
});

function sheetNotice([first, ...others]: readonly string[]): Notice {
  const text = `the first sheet, "${first}", was read; there ${others.length === 1 ? "is" : "are"} also ${shortList(others.map(quoted), 5)}`;
  const remedies = others.slice(0, 5).map(otherSheet);
  return notice("note", "several-sheets", text, { count: others.length + 1 }, remedies);
}

/** The sheets by name, in the workbook's order. */
function sheetNames(workbook: string): string[] {
  return Array.from(
    workbook.matchAll(/<(?:\w+:)?sheet\s[^>]*?\bname\s*=\s*(?:"([^"]*)"|'([^']*)')/g),
    ([, a, b]) =>
      (a ?? b)
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&quot;", '"')
        .replaceAll("&apos;", "'")
        .replaceAll("&amp;", "&"),
  );
}

const isZip = (head: Uint8Array) => startsWith(head, [0x50, 0x4b, 3, 4]);
const isOldWorkbook = (head: Uint8Array) => startsWith(head, [0xd0, 0xcf, 0x11, 0xe0]);
const startsWith = (bytes: Uint8Array, magic: readonly number[]) =>
  magic.every((byte, i) => bytes[i] === byte);

/** Office files start with one of these parts; other zip archives (.npz) do not have them. */
function looksLikeOffice(head: Uint8Array): boolean {
  return /\[Content_Types\]\.xml|_rels\/\.rels|docProps\/|xl\//.test(new TextDecoder("latin1").decode(head));
}

/** No part of a workbook may unpack to more: an engine's strings end at about this length. */
const partLimit = 2 ** 29;
const totalLimit = 2 ** 31;

/** The last row and column that Excel has. */
const lastRow = 1_048_576;
const lastColumn = 16_384;

/**
 * Refuses workbooks that would bring the library down: those that unpack to far more than memory holds, that are damaged
 * (it checks no sums), and whose cells stand so far out that filling the gaps before them would take all memory. Gives the
 * names of the sheets.
 */
async function checkWorkbook(source: ByteSource): Promise<string[]> {
  const parts = (await zipMembers(source)).filter(({ name }) => /\.(xml|rels)$/.test(name));
  if (!parts.some(({ name }) => name === "xl/workbook.xml"))
    throw new InputError(
      "unreadable-file",
      "this zip archive is not an Excel workbook; save the data as .xlsx or .csv",
    );
  const total = parts.reduce((sum, { size }) => sum + size, 0);
  if (total > totalLimit || parts.some(({ size }) => size > partLimit))
    throw new InputError("unreadable-file", "the workbook expands to more than 2 GB; save the sheet as .csv");
  let sheets: string[] = [];
  for (const part of parts) {
    const bytes = await part.readAll();
    if (part.name.startsWith("xl/worksheets/")) checkAddresses(new TextDecoder().decode(bytes));
    if (part.name === "xl/workbook.xml") sheets = sheetNames(new TextDecoder().decode(bytes));
  }
  return sheets;
}

function checkAddresses(sheet: string): void {
  let cells = 0;
  let rows = 0;
  let columns = 0;
  for (const [, address] of sheet.matchAll(/<(?:\w+:)?(?:row|c)\s(?:[^>]*?\s)?r\s*=\s*["']([^"']*)["']/g)) {
    const [, letters, digits] = /^([A-Z]{0,3})([0-9]{1,7})$/.exec(address) ?? [];
    if (digits === undefined) throw new Error(`a cell has the address "${address}"`);
    cells++;
    rows = Math.max(rows, Number(digits));
    columns = Math.max(columns, columnNumber(letters));
  }
  if (rows > lastRow || columns > lastColumn || rows * columns > 100 * cells + 1e7)
    throw new Error(`${cells} cells lie scattered over ${rows} rows and ${columns} columns`);
}

function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}
