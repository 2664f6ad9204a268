import type { ByteSource } from "../byte-source.js";
import type { ReadOptions } from "../reading-options.js";
import type { Table } from "../table.js";
import { openParquet, startsWith } from "./parquet/open-parquet.js";
import type { TableReader } from "./reader.js";
import { type ColumnChunk, joinTable } from "./shared/column-chunks.js";
import { withPandasIndex } from "./shared/pandas-index.js";
import { reading } from "./shared/reading.js";

/** Apache Parquet. */
export const parquetReader: TableReader = {
  kind: "table",
  format: "parquet",
  title: "Parquet",
  extensions: [".parquet", ".pq"],
  recognises: (head) => startsWith(head, "PAR1") || startsWith(head, "PARE"),
  readTable: (source, options) => reading("Parquet", source, options, () => readParquet(source, options)),
};

async function readParquet(source: ByteSource, options: ReadOptions): Promise<Table> {
  const { columns, groups, rows, notes, readGroup } = await openParquet(source, options);
  const chunks: ColumnChunk[][] = columns.map(() => []);
  for (const g of groups.keys())
    await readGroup(g, columns, (j, chunk) => {
      chunks[j].push(chunk);
      options.onProgress?.((g + (j + 1) / columns.length) / groups.length);
    });
  const table = joinTable(
    columns.map(({ name }) => name),
    chunks,
    rows,
  );
  return withPandasIndex(table, notes, options);
}
