import { InputError } from "../../core/input-error.js";
import type { ByteSource } from "../byte-source.js";
import type { ReadOptions } from "../reading-options.js";
import { type Table, withNotices } from "../table.js";
import { ColumnStore } from "./csv/column-store.js";
import { readCsvParts } from "./csv/read-parts.js";
import { type TableLayout, tableLayout } from "./csv/table-layout.js";
import { Tokenizer } from "./csv/tokenizer.js";
import { transposeTable } from "./csv/transpose-table.js";
import type { TableReader } from "./reader.js";
import { consumeText } from "./shared/consume-text.js";
import { openText } from "./shared/open-text.js";
import { inFile } from "./shared/reading.js";
import { namedColumns } from "./shared/unique-names.js";

/**
 * Text tables. Separator, decimal mark and header are guessed from the first lines where the options do not say them
 * (see `guessDialect` and `guessHeader`). A column is of numbers unless a value that is there is no number; the first
 * hundred lines tell, and where a later one proves them wrong the file is read a second time. A first column that has
 * no name while the others have one, as R and pandas write it, names the rows.
 */
export const csvReader: TableReader = {
  kind: "table",
  format: "csv",
  title: "CSV",
  extensions: [".csv", ".txt", ".dat"],
  readsForward: true,
  readTable: (source, options) => inFile(source.name, () => readTable(source, options)),
  readParts: readCsvParts,
  sizeOf: async (source, options) => {
    const { expectedRows: rows, columns } = await tableLayout(await openText(source), options);
    // The columns and the matrix that is made of them are there at the same time.
    return { rows, columns, bytes: 2 * 8 * rows * columns };
  },
};

/** Text tables separated by tabs. */
export const tsvReader: TableReader = {
  ...csvReader,
  format: "tsv",
  title: "TSV",
  extensions: [".tsv", ".tab"],
  readTable: (source, options) => csvReader.readTable(source, { separator: "\t", ...options }),
  readParts: (source, options) => readCsvParts(source, { separator: "\t", ...options }),
  sizeOf: (source, options) => csvReader.sizeOf!(source, { separator: "\t", ...options }),
};

/** A list of texts cannot be much longer than this in any engine, so longer tables are read in blocks or not at all. */
export const mostTableRows = 2 ** 26;

async function readTable(given: ByteSource, options: ReadOptions): Promise<Table> {
  const source = await openText(given);
  const layout = await tableLayout(source, options);
  // Rows are estimated from the first lines.
  if (layout.expectedRows > 1.5 * mostTableRows)
    throw new InputError(
      "not-possible",
      `the file has about ${Math.round(layout.expectedRows / 1e6)} million rows, and at most ${Math.floor(mostTableRows / 1e6)} million can be in memory; read them in blocks, as select does by itself`,
      { remedies: [{ action: "work on a sample of the rows", option: "sample", value: 20_000 }] },
    );
  const progress = { signal: options.signal, onProgress: rising(options.onProgress) };
  let store = await readColumns(source, layout, progress);
  if (!store.isComplete) store = await readColumns(source, layout, progress);
  const columns = store.finish();
  const { rows } = store;
  if (rows === 0) throw new InputError("unreadable-file", `there are no rows below the header row`);

  const { names, idColumn } = layout;
  const [ids] = idColumn < 0 ? [] : columns.splice(idColumn, 1);
  const idTexts = ids?.kind === "text" ? ids.values : undefined;
  if (layout.samplesInColumns) {
    const table = { columns, rows, sampleNames: names, featureNames: idTexts };
    return withNotices(transposeTable(table, layout.dialect.decimalMark), layout.notices);
  }
  const named = names ? namedColumns(names) : { names: columns.map((_, j) => String(j + 1)) };
  const { decimalMark } = layout.dialect;
  return withNotices(
    { ...named, columns, rows, decimalMark, ...(idTexts && { rowIds: idTexts }) },
    layout.notices,
  );
}

/** One pass over the file. Columns that turn out to be text are added to the layout's text columns. */
async function readColumns(
  source: ByteSource,
  layout: TableLayout,
  progress: Pick<ReadOptions, "onProgress" | "signal">,
): Promise<ColumnStore> {
  const store = new ColumnStore(layout, () => tokenizer.line);
  const tokenizer = new Tokenizer(layout.dialect.separator, store, layout.firstLine);
  await consumeText(source, progress, (bytes, isLast) => tokenizer.push(bytes, isLast), layout.start);
  return store;
}

/** A second pass must not make the progress fall. */
function rising(onProgress?: (fraction: number) => void): (fraction: number) => void {
  let highest = -1;
  return (fraction) => {
    if (fraction <= highest) return;
    highest = fraction;
    onProgress?.(fraction);
  };
}
