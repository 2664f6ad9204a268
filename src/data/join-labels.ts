import { InputError } from "../core/input-error.js";
import { shortList } from "../core/text.js";
import { findColumn } from "./find-column.js";
import type { RawArrays } from "./readers/reader.js";
import type { ReadOptions } from "./reading-options.js";
import type { Table } from "./table.js";
import { columnText } from "./table-to-arrays.js";

/** Labels from a file of their own. Rows meet by id where the data has ids, else one after another. */
export function joinLabels(data: RawArrays, table: Table, options: ReadOptions, source: string): RawArrays {
  const group =
    options.rowGroups === undefined ? -1 : findColumn(table.names, options.rowGroups, "groups", source);
  const { label, id } = labelAndId(data, table, options, group, source);
  if (group >= 0 && group === label)
    throw new InputError(
      "unusable-data",
      `${source}: column "${table.names[group]}" cannot be both the labels and the groups`,
    );
  const ids = id >= 0 ? columnText(table.columns[id]) : table.rowIds;
  const joined = (column: number) => joinColumn(data, columnText(table.columns[column]), ids, source);
  return {
    ...data,
    labels: joined(label),
    labelName: table.names[label],
    ...(group >= 0 && { rowGroups: joined(group) }),
  };
}

/** What the rows of the data have in a column of the other file. */
function joinColumn(
  data: RawArrays,
  given: readonly string[],
  ids: readonly string[] | undefined,
  source: string,
): readonly string[] {
  if (!data.rowIds || !ids) {
    if (given.length !== data.values.rows)
      throw new InputError(
        "unusable-data",
        `${source}: there are ${given.length} labels for ${data.values.rows} rows of data and no ids to join them by; name the id column of both files with --id-column`,
      );
    return given;
  }
  const labelOf = new Map<string, string>();
  ids.forEach((name, i) => {
    if (labelOf.has(name))
      throw new InputError("unusable-data", `${source}: the id "${name}" stands twice (row ${i + 1})`);
    labelOf.set(name, given[i]);
  });
  const without = data.rowIds.filter((name) => !labelOf.has(name));
  if (without.length > 0)
    throw new InputError(
      "unusable-data",
      `${source}: ${without.length} of ${data.values.rows} rows of data have no label there: ${shortList(without, 3)}; the ids of the file begin with ${shortList(ids, 3)}`,
    );
  return data.rowIds.map((name) => labelOf.get(name)!);
}

/** Where nothing is said: the ids are the column that holds the data's first id, the label is the only other column. */
function labelAndId(
  data: RawArrays,
  table: Table,
  options: ReadOptions,
  group: number,
  source: string,
): { label: number; id: number } {
  let id = -1;
  if (
    options.idColumn !== undefined &&
    table.columns.length > 1 &&
    table.names.includes(String(options.idColumn))
  )
    id = findColumn(table.names, options.idColumn, "id column", source);
  else if (data.rowIds && data.rowIds.length > 0) {
    const wanted = data.rowIds[0];
    id = table.columns.findIndex((column) => columnText(column).includes(wanted));
  }
  if (options.labelColumn !== undefined)
    return { label: findColumn(table.names, options.labelColumn, "label column", source), id };
  const rest = table.names.map((_, j) => j).filter((j) => j !== id && j !== group);
  if (rest.length === 1) return { label: rest[0], id };
  throw new InputError(
    "unusable-data",
    `${source}: name the column that holds the labels with --label-column; the columns are ${shortList(table.names)}`,
  );
}
