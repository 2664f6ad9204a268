import type { TableReader } from "./reader.js";
import { reading } from "./shared/reading.js";
import { isOldWorkbook, isZip } from "./xlsx/signatures.js";

/** Excel workbooks since 2007; one sheet, the first unless another is named. */
export const xlsxReader: TableReader = {
  kind: "table",
  format: "xlsx",
  title: "Excel",
  extensions: [".xlsx", ".xlsm", ".xls"],
  recognises: (head) => isOldWorkbook(head) || (isZip(head) && looksLikeOffice(head)),
  readTable: (source, options) =>
    reading("Excel", source, options, async () => {
      const { readWorkbook } = await import("./xlsx/read-workbook.js");
      return readWorkbook(source, options);
    }),
};

/** Office files start with one of these parts; other zip archives (.npz) do not have them. */
function looksLikeOffice(head: Uint8Array): boolean {
  return /\[Content_Types\]\.xml|_rels\/\.rels|docProps\/|xl\//.test(new TextDecoder("latin1").decode(head));
}
