import { InputError } from "../numeric/input-error.js";
import { Matrix } from "../numeric/matrix.js";
import type { RawArrays } from "./readers/reader.js";

/** Leaves out the rows or the columns with missing values; rows without a label go in either case. */
export function dropMissing(
  arrays: RawArrays,
  what: "drop-rows" | "drop-columns",
  source: string,
): RawArrays {
  const { values, labels, featureNames, rowIds, rowGroups } = arrays;
  const badRow = new Uint8Array(values.rows);
  const badColumn = new Uint8Array(values.columns);
  const mark = (row: number, column: number) => {
    if (what === "drop-rows") badRow[row] = 1;
    else badColumn[column] = 1;
  };
  labels?.forEach((label, i) => {
    if (label === "") badRow[i] = 1;
  });
  for (let i = 0; i < values.rows; i++) {
    if (badRow[i]) continue;
    if (values instanceof Matrix) {
      for (let j = 0; j < values.columns; j++) if (Number.isNaN(values.get(i, j))) mark(i, j);
    } else {
      for (let k = values.rowStarts[i]; k < values.rowStarts[i + 1]; k++)
        if (Number.isNaN(values.values[k])) mark(i, values.columnIndices[k]);
    }
  }
  const rows = places(badRow);
  const columns = places(badColumn);
  if (rows.length === 0)
    throw new InputError(`${source}: every row has missing values; try --missing drop-columns`);
  if (columns.length === 0)
    throw new InputError(`${source}: every column has missing values; try --missing drop-rows`);
  const kept = rows.length < values.rows ? values.selectRows(rows) : values;
  return {
    ...arrays,
    values: columns.length < values.columns ? kept.selectColumns(columns) : kept,
    featureNames: columns.map((j) => featureNames?.[j] ?? String(j + 1)),
    labels: labels && rows.map((i) => labels[i]),
    rowIds: rowIds && rows.map((i) => rowIds[i]),
    rowGroups: rowGroups && rows.map((i) => rowGroups[i]),
  };
}

const places = (bad: Uint8Array): number[] => Array.from(bad.keys()).filter((i) => !bad[i]);
