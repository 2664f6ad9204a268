import { InputError } from "../core/input-error.js";
import { type Notice, notice } from "../core/notice.js";
import { plural, shortList } from "../core/text.js";
import { appendColumns } from "../numeric/append-columns.js";
import { readingNotices } from "./column-notices.js";
import type { RawArrays } from "./readers/reader.js";
import type { ReadOptions } from "./reading-options.js";
import type { Table } from "./table.js";
import { isFeature, tableFeatures } from "./table-to-arrays.js";

/** The data with these columns of the file with the labels as further features; `rows` are the rows of that file. */
export function withSheetColumns(
  data: RawArrays,
  table: Table,
  columns: readonly number[],
  rows: readonly number[],
  options: ReadOptions,
): RawArrays {
  if (columns.length === 0) return data;
  const names = columns.map((j) => table.names[j]);
  const { featureNames: own = numbered(data.values.columns) } = data;
  const known = new Set(own);
  const twice = names.filter((name) => known.has(name));
  if (twice.length > 0)
    throw new InputError(
      "options-conflict",
      `${shortList(twice)} ${twice.length === 1 ? "is a column" : "are columns"} of the data too; leave ${twice.length === 1 ? "it" : "them"} out there, or do not join ${twice.length === 1 ? "it" : "them"}`,
      {
        facts: { option: "join", columns: twice },
        remedies: [{ action: "leave out the column of the data", option: "drop", value: twice }],
      },
    );
  const { told, features } = tableFeatures(onlyColumns(table, columns), options);
  const useless = told.findIndex((one) => !isFeature(one));
  if (useless >= 0) {
    const { kind, why } = told[useless];
    throw new InputError(
      "unusable-data",
      `the column "${names[useless]}" of the file with the labels holds no feature (${kind}: ${why})`,
      {
        facts: { option: "join", column: names[useless] },
        remedies: [{ action: "say what it holds", option: "columns", value: [`${names[useless]}=category`] }],
      },
    );
  }
  const { values, featureNames = [], categories, levels = [] } = features;
  const isWhole = data.categories !== undefined || categories !== undefined;
  return {
    ...data,
    values: appendColumns(data.values, values.selectRows(rows)),
    featureNames: [...own, ...featureNames],
    ...(isWhole && {
      categories: [
        ...(data.categories ?? own.map(() => null)),
        ...(categories ?? featureNames.map(() => null)),
      ],
    }),
    ...((data.levels ?? levels).length > 0 && { levels: [...(data.levels ?? []), ...levels] }),
    notices: [...(data.notices ?? []), ...readingNotices(names, told, [...names.keys()]), joined(names)],
  };
}

/** A table with only these columns. */
export const onlyColumns = (table: Table, columns: readonly number[]): Table => ({
  ...table,
  names: columns.map((j) => table.names[j]),
  columns: columns.map((j) => table.columns[j]),
});

const numbered = (count: number) => Array.from({ length: count }, (_, j) => String(j + 1));

function joined(names: readonly string[]): Notice {
  const text = `${plural(names.length, "column", "columns")} of the file with the labels ${names.length === 1 ? "is a feature" : "are features"} too: ${shortList(names, 5)}`;
  return notice("note", "labels-joined", text, { count: names.length });
}
