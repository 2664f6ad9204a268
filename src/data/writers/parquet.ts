import type { SchemaElement } from "hyparquet";
import type { ColumnSource } from "hyparquet-writer";
import { InputError } from "../../numeric/input-error.js";
import { rowValues } from "./row-values.js";
import { columnNames, type WritableData } from "./writable.js";

/** Row groups hold about this many values, so that writing takes little memory however large the data are. */
const valuesPerGroup = 1 << 22;

/**
 * A Parquet file compressed with Snappy, row group by row group: ids first where there are any, then the features as
 * doubles, the labels last.
 */
export async function* parquetBytes(data: WritableData): AsyncGenerator<Uint8Array> {
  const { values, featureNames, labels, rowIds } = data;
  const names = columnNames(data);
  const seen = new Set<string>();
  const duplicate = featureNames.find((name) => seen.size === seen.add(name).size);
  if (duplicate !== undefined)
    throw new InputError(
      `Parquet needs a different name for every column, and "${duplicate}" stands twice; write CSV instead`,
    );
  const schema: SchemaElement[] = [
    ...(names.id === null ? [] : [textElement(names.id)]),
    ...featureNames.map((name): SchemaElement => ({ name, type: "DOUBLE", repetition_type: "REQUIRED" })),
    ...(names.label === null ? [] : [textElement(names.label)]),
  ];
  const { ByteWriter, ParquetWriter } = await import("hyparquet-writer");
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({
    writer,
    schema: [{ name: "root", num_children: schema.length }, ...schema],
    statistics: false,
  });
  const row = new Float64Array(values.columns);
  const groupRows = Math.max(1, Math.floor(valuesPerGroup / Math.max(1, schema.length)));
  for (let start = 0; start < values.rows; start += groupRows) {
    const end = Math.min(start + groupRows, values.rows);
    const columns = featureNames.map(() => new Float64Array(end - start));
    for (let i = start; i < end; i++) {
      rowValues(values, i, row);
      for (let j = 0; j < columns.length; j++) columns[j][i - start] = row[j];
    }
    // Plain: the library's dictionaries take −0 and 0 for the same value.
    const columnData: ColumnSource[] = featureNames.map((name, j) => ({
      name,
      data: columns[j],
      encoding: "PLAIN",
    }));
    if (names.id !== null) columnData.unshift({ name: names.id, data: rowIds!.slice(start, end) });
    if (names.label !== null) columnData.push({ name: names.label, data: labels!.slice(start, end) });
    parquet.write({ columnData, rowGroupSize: groupRows });
    yield takeBytes(writer);
  }
  parquet.finish();
  yield takeBytes(writer);
}

function textElement(name: string): SchemaElement {
  return { name, type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "REQUIRED" };
}

/** What has been written since the last time; the writer goes on counting its offset. */
function takeBytes(writer: { getBytes(): Uint8Array; index: number }): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
