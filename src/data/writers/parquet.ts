import type { DecodedArray, SchemaElement } from "hyparquet";
import { InputError } from "../../core/input-error.js";
import { columnNames, rowValues, type WritableData } from "./writable.js";

/** Row groups hold about this many values, so that writing takes little memory however large the data are. */
const valuesPerGroup = 1 << 22;

/**
 * A Parquet file compressed with Snappy, row group by row group: ids first where there are any, then the features as
 * doubles (categories as the texts of their levels), the labels last.
 */
export async function* parquetBytes(data: WritableData): AsyncGenerator<Uint8Array> {
  const { values, featureNames, categories, labels, rowIds } = data;
  const names = columnNames(data);
  const seen = new Set<string>();
  const duplicate = featureNames.find((name) => seen.size === seen.add(name).size);
  if (duplicate !== undefined)
    throw new InputError(
      "unusable-data",
      `Parquet needs a different name for every column, but "${duplicate}" occurs twice; write CSV instead`,
    );
  const root: SchemaElement = {
    name: "root",
    num_children: featureNames.length + (rowIds ? 1 : 0) + (labels ? 1 : 0),
  };
  const schema = [
    ...(names.id === null ? [] : [textElement(names.id)]),
    ...featureNames.map(
      (name, j): SchemaElement =>
        categories?.[j]
          ? { ...textElement(name), repetition_type: "OPTIONAL" }
          : { name, type: "DOUBLE", repetition_type: "REQUIRED" },
    ),
    ...(names.label === null ? [] : [textElement(names.label)]),
  ];
  const [{ ByteWriter, ParquetWriter }, { writeColumn }] = await Promise.all([
    import("hyparquet-writer"),
    import("hyparquet-writer/src/column.js"),
  ]);
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({ writer, schema: [root, ...schema] });
  const row = new Float64Array(values.columns);
  const groupRows = Math.max(1, Math.floor(valuesPerGroup / Math.max(1, schema.length)));
  for (let start = 0; start < values.rows; start += groupRows) {
    const end = Math.min(start + groupRows, values.rows);
    const doubles = featureNames.map(() => new Float64Array(end - start));
    for (let i = start; i < end; i++) {
      rowValues(values, i, row);
      for (let j = 0; j < doubles.length; j++) doubles[j][i - start] = row[j];
    }
    const columns = doubles.map((column, j): DecodedArray => {
      const levels = categories?.[j];
      return levels ? Array.from(column, (code) => levels[code] ?? null) : column;
    });
    if (rowIds) columns.unshift(rowIds.slice(start, end));
    if (labels) columns.push(labels.slice(start, end));
    const groupStart = writer.offset;
    // Not ParquetWriter.write: it goes through the whole schema for each column, a minute and more for 20000 of them.
    const chunks = schema.map((element, j) => {
      const column = {
        columnName: element.name,
        element,
        schemaPath: [root, element],
        codec: "SNAPPY" as const,
        compressors: parquet.compressors,
        stats: false,
        pageSize: 1 << 20,
        columnIndex: false,
        offsetIndex: false,
        // The library's dictionaries take −0 and 0 for the same value.
        ...(element.type === "DOUBLE" && { encoding: "PLAIN" as const }),
      };
      const optional = element.repetition_type === "OPTIONAL";
      const pageData = {
        values: columns[j],
        definitionLevels: optional ? Array.from(columns[j], (value) => Number(value !== null)) : [],
        repetitionLevels: [],
        maxDefinitionLevel: Number(optional),
      };
      return writeColumn({ writer, column, pageData }).chunk;
    });
    parquet.num_rows += BigInt(end - start);
    parquet.row_groups.push({
      columns: chunks,
      total_byte_size: BigInt(writer.offset - groupStart),
      num_rows: BigInt(end - start),
    });
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
