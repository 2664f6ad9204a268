import {
  blobSource,
  csvChunks,
  InputError,
  Matrix,
  readFeatureCosts,
  readFeatureGroups,
  writableDataset,
} from "salience/internal";
import type { Attached, Block, Tasks } from "../messages.js";
import type { Desk } from "./desk.js";

/** A part of the table, for the preview. */
export async function block(desk: Desk, take: Tasks["block"]["take"]): Promise<Block> {
  const { values, labels, targets, rowIds } = desk.data;
  const { row, column } = take;
  const rows = Math.max(0, Math.min(take.rows, values.rows - row));
  const columns = Math.max(0, Math.min(take.columns, values.columns - column));
  const result = new Float64Array(rows * columns);
  if (values instanceof Matrix)
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++) result[i * columns + j] = values.get(row + i, column + j);
  else
    for (let i = 0; i < rows; i++)
      for (let k = values.rowStarts[row + i]; k < values.rowStarts[row + i + 1]; k++) {
        const j = values.columnIndices[k] - column;
        if (j >= 0 && j < columns) result[i * columns + j] = values.values[k];
      }
  const codes = labels?.codes.subarray(row, row + rows) ?? [];
  return {
    values: result,
    targets: targets
      ? Array.from(targets.subarray(row, row + rows))
      : labels && Array.from(codes, (code) => labels.classes[code]),
    ids: rowIds?.slice(row, row + rows) ?? null,
  };
}

/** The data with only these features, as the command line writes it. */
export async function csv(desk: Desk, { features }: Tasks["csv"]["take"]): Promise<Blob> {
  const { data } = desk;
  const placeOf = new Map(data.featureNames.map((name, j) => [name, j]));
  const columns = features.map((name) => {
    const place = placeOf.get(name);
    if (place === undefined) throw new InputError("not-possible", `the data has no feature "${name}"`);
    return place;
  });
  const chunks = [...csvChunks(writableDataset(data.selectColumns(columns)))];
  return new Blob(chunks as BlobPart[], { type: "text/csv" });
}

/** Reads what a file says about the features, as the command line does. */
export async function attach(desk: Desk, { option, file }: Tasks["attach"]["take"]): Promise<Attached> {
  const source = blobSource(file.file, file.name);
  if (option === "costs")
    return { costs: Object.fromEntries(await readFeatureCosts(source)), costsFile: file.name };
  const groups = await readFeatureGroups(source, desk.data.featureNames);
  return { featureGroups: Object.fromEntries(groups), featureGroupsFile: file.name };
}
