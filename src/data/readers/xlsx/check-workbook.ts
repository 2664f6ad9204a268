import { InputError } from "../../../numeric/input-error.js";
import type { ByteSource } from "../../byte-source.js";
import { zipMembers } from "../shared/zip.js";

/** No part of a workbook may unpack to more: an engine's strings end at about this length. */
const partLimit = 2 ** 29;
const totalLimit = 2 ** 31;

/** The last row and column that Excel has. */
const lastRow = 1_048_576;
const lastColumn = 16_384;

/**
 * Refuses workbooks that would bring the library down: those that unpack to far more than memory holds, that are damaged
 * (it checks no sums), and whose cells stand so far out that filling the gaps before them would take all memory.
 */
export async function checkWorkbook(source: ByteSource): Promise<void> {
  const parts = (await zipMembers(source)).filter(({ name }) => /\.(xml|rels)$/.test(name));
  if (!parts.some(({ name }) => name === "xl/workbook.xml"))
    throw new InputError("this zip archive is no Excel workbook; save the data as .xlsx or .csv");
  const total = parts.reduce((sum, { size }) => sum + size, 0);
  if (total > totalLimit || parts.some(({ size }) => size > partLimit))
    throw new InputError("the workbook unpacks to more than 2 GB; save the sheet as .csv");
  for (const part of parts) {
    const bytes = await part.readAll();
    if (part.name.startsWith("xl/worksheets/")) checkAddresses(new TextDecoder().decode(bytes));
  }
}

function checkAddresses(sheet: string): void {
  let cells = 0;
  let rows = 0;
  let columns = 0;
  for (const [, address] of sheet.matchAll(/<(?:\w+:)?(?:row|c)\s(?:[^>]*?\s)?r\s*=\s*["']([^"']*)["']/g)) {
    const [, letters, digits] = /^([A-Z]{0,3})([0-9]{1,7})$/.exec(address) ?? [];
    if (digits === undefined) throw new Error(`a cell stands at "${address}"`);
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
