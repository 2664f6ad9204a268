import type { ByteSource } from "../byte-source.js";
import type { ReadOptions } from "../reading-options.js";
import type { Table } from "../table.js";
import { type OpenParquet, openParquet, startsWith } from "./parquet/open-parquet.js";
import type { RowRange, TableReader } from "./reader.js";
import { type ColumnChunk, joinTable } from "./shared/column-chunks.js";
import { withPandasIndex } from "./shared/pandas-index.js";
import { reading, readingParts } from "./shared/reading.js";

/** Apache Parquet. */
export const parquetReader: TableReader = {
  kind: "table",
  format: "parquet",
  title: "Parquet",
  extensions: [".parquet", ".pq"],
  recognises: (head) => startsWith(head, "PAR1") || startsWith(head, "PARE"),
  readTable: (source, options) => reading("Parquet", source, options, () => readParquet(source, options)),
  readParts: (source, options, range) =>
    readingParts("Parquet", source, options, readParts(source, options, range)),
  sizeOf: (source, options) =>
    reading("Parquet", source, options, async () => {
      const { rows, columns } = await openParquet(source, options);
      return { rows, columns: columns.length, bytes: 2 * 8 * rows * columns.length };
    }),
  rangesOf: (source, options, leastRows) =>
    reading("Parquet", source, options, async () => {
      const { groups, rows } = await openParquet(source, options);
      return groupRanges(groups, rows, leastRows);
    }),
};

/** Row groups side by side until they have so many rows. */
function groupRanges(groups: readonly number[], rows: number, leastRows: number): RowRange[] {
  const ranges: RowRange[] = [];
  let [first, end] = [0, 0];
  for (const count of groups) {
    end += count;
    // What is left for the last range must not be too short either.
    if (end - first < leastRows || (end < rows && rows - end < leastRows)) continue;
    ranges.push({ first, end });
    first = end;
  }
  return end > first || ranges.length === 0 ? [...ranges, { first, end }] : ranges;
}

async function readParquet(source: ByteSource, options: ReadOptions): Promise<Table> {
  const file = await openParquet(source, options);
  const { columns, groups, rows, notes, readGroup } = file;
  const chunks: ColumnChunk[][] = columns.map(() => []);
  for (const g of groups.keys())
    await readGroup(g, columns, (j, chunk) => {
      chunks[j].push(chunk);
      options.onProgress?.((g + (j + 1) / columns.length) / groups.length);
    });
  return withPandasIndex(tableOf(file, chunks, rows), notes, options);
}

const tableOf = ({ columns }: OpenParquet, chunks: ColumnChunk[][], rows: number): Table =>
  joinTable(
    columns.map(({ name }) => name),
    chunks,
    rows,
  );

/** Row groups of more bytes are read page by page, in parts of about so many bytes. */
const wholeGroup = 2 ** 26;
const partBytes = 2 ** 24;

async function* readParts(
  source: ByteSource,
  options: ReadOptions,
  range?: RowRange | null,
): AsyncGenerator<Table> {
  const file = await openParquet(source, options);
  const { columns, groups, notes, rows, readGroup, openGroup } = file;
  const { first: from, end } = range ?? { first: 0, end: rows };
  let [done, start] = [0, 0];
  const partRows = Math.max(1, Math.floor(partBytes / (8 * columns.length)));
  for (const [g, groupRows] of groups.entries()) {
    start += groupRows;
    if (start <= from || start > end) continue;
    const cursors = 8 * groupRows * columns.length > wholeGroup ? openGroup(g, columns) : null;
    for (let first = 0; first < groupRows; ) {
      options.signal?.throwIfAborted();
      const count = cursors ? Math.min(partRows, groupRows - first) : groupRows;
      const chunks: ColumnChunk[][] = columns.map(() => []);
      if (!cursors) await readGroup(g, columns, (j, chunk) => chunks[j].push(chunk));
      else for (const [j, readNext] of cursors.entries()) if (readNext) chunks[j].push(await readNext(count));
      first += count;
      done += count;
      yield withPandasIndex(tableOf(file, chunks, count), notes, options);
      options.onProgress?.(done / (end - from));
    }
  }
}
