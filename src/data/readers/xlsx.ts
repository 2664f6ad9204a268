import { InputError } from "../../numeric/input-error.js";
import type { ByteSource } from "../byte-source.js";
import { shortList } from "../find-column.js";
import { didYouMean } from "../nearest-name.js";
import type { ReadOptions } from "../read-options.js";
import type { Table } from "../table.js";
import type { TableReader } from "./reader.js";
import { inFile } from "./shared/in-file.js";
import { readExactly, reading } from "./shared/reading.js";
import { checkWorkbook } from "./xlsx/check-workbook.js";
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
      `${source.name}: this is an old .xls (or protected) workbook; open it and save it as .xlsx without a password`,
    );
  if (!isZip(head))
    throw new InputError(
      `${source.name}: this is no Excel workbook; save it as .xlsx, or rename it if it is another format`,
    );
  await inFile(source.name, () => checkWorkbook(source));
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
      `${source.name}: there is no sheet "${sheet}"${didYouMean(sheet ?? "", error.sheets)}; the sheets are ${shortList(error.sheets)}`,
    );
  });
  options.signal?.throwIfAborted();
  options.onProgress?.(0.9);
  return sheetTable(cells as Parameters<typeof sheetTable>[0], options, source.name);
}

const isZip = (head: Uint8Array) => startsWith(head, [0x50, 0x4b, 3, 4]);
const isOldWorkbook = (head: Uint8Array) => startsWith(head, [0xd0, 0xcf, 0x11, 0xe0]);
const startsWith = (bytes: Uint8Array, magic: readonly number[]) =>
  magic.every((byte, i) => bytes[i] === byte);

/** Office files start with one of these parts; other zip archives (.npz) do not have them. */
function looksLikeOffice(head: Uint8Array): boolean {
  return /\[Content_Types\]\.xml|_rels\/\.rels|docProps\/|xl\//.test(new TextDecoder("latin1").decode(head));
}
