import type { Remedy } from "../../../core/diagnostic.js";
import { InputError } from "../../../core/input-error.js";
import { didYouMean } from "../../../core/nearest-name.js";
import { type Notice, notice } from "../../../core/notice.js";
import { ProgressReporter } from "../../../core/progress-reporter.js";
import { plural, quoted, shortList } from "../../../core/text.js";
import type { ByteSource } from "../../byte-source.js";
import type { ReadOptions } from "../../reading-options.js";
import type { Table } from "../../table.js";
import type { Lacking, SheetRow } from "./sheet-cells.js";
import { sheetTable } from "./sheet-table.js";
import { isOldWorkbook, isZip } from "./signatures.js";
import { openWorkbook } from "./workbook.js";

/** The table of one sheet of a workbook. */
export async function readWorkbook(source: ByteSource, options: ReadOptions): Promise<Table> {
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
  const workbook = await openWorkbook(source);
  const { sheets } = workbook;
  const place = placeOf(options.sheet, sheets);
  const progress = new ProgressReporter(options.onProgress, options.signal);
  const { rows, lacking } = await workbook.readCells(place, progress);
  const table = tableOf(rows, options, sheets);
  const notices = [
    ...(options.sheet === undefined && sheets.length > 1 ? [sheetNotice(sheets)] : []),
    ...lackingNotices(lacking),
    ...(table.notices ?? []),
  ];
  return notices.length > 0 ? { ...table, notices } : table;
}

/** The place of a sheet by its name, or else its number from 1. */
function placeOf(sheet: string | undefined, sheets: readonly string[]): number {
  if (sheet === undefined) return 0;
  const named = sheets.indexOf(sheet);
  if (named >= 0) return named;
  if (/^\d+$/.test(sheet) && Number(sheet) >= 1 && Number(sheet) <= sheets.length) return Number(sheet) - 1;
  throw new InputError(
    "unknown-name",
    `sheet "${sheet}" not found${didYouMean(sheet, sheets)}; the sheets are ${shortList(sheets)}`,
    { facts: { option: "sheet", given: sheet, allowed: shortList(sheets) } },
  );
}

function lackingNotices({ withoutResult, errors, error }: Lacking): Notice[] {
  const notices: Notice[] = [];
  // The program that wrote a formula is not always one that computes.
  if (withoutResult > 0)
    notices.push(
      notice(
        "warning",
        "formulas-without-result",
        `${plural(withoutResult, "formula")} without a result in the file ${withoutResult === 1 ? "counts" : "count"} as missing; a spreadsheet program computes them when it opens the file, and stores the results when it saves it`,
        { count: withoutResult },
      ),
    );
  if (errors > 0)
    notices.push(
      notice(
        "warning",
        "cells-with-errors",
        `${plural(errors, "cell")} with an error, such as ${error}, ${errors === 1 ? "counts" : "count"} as missing`,
        { count: errors },
      ),
    );
  return notices;
}

/** The table of a sheet. Where there is none, such as on a cover page, the other sheets are offered. */
function tableOf(rows: readonly SheetRow[], options: ReadOptions, sheets: readonly string[]): Table {
  try {
    return sheetTable(rows, options);
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
