import { InputError } from "../core/input-error.js";
import { type Notice, notice } from "../core/notice.js";
import { plural, shortList } from "../core/text.js";
import { tellKind } from "./column-kinds.js";
import { readingNotices } from "./column-notices.js";
import { findColumn } from "./find-column.js";
import type { ArrayPart, RawArrays } from "./readers/reader.js";
import type { ReadOptions } from "./reading-options.js";
import { onlyColumns, withSheetColumns } from "./sheet-columns.js";
import { columnText, type Table } from "./table.js";
import { isFeature, tableFeatures } from "./table-to-arrays.js";
import { labelsIn } from "./target.js";

/** Labels and further columns from a file of their own. Rows are matched by id if both files have ids, otherwise by position. */
export function joinLabels(data: RawArrays, table: Table, options: ReadOptions): RawArrays {
  const { labels, labelName, ids, groups, joined, notices, turned } = openLabels(data, table, options);
  const rows = rowsFor(data, table.rows, ids, turned);
  const labelled = {
    ...data,
    ...(labelName !== null && { labels: rows.map((row) => labels[row]), labelName }),
    ...(groups && { rowGroups: rows.map((row) => groups[row]) }),
    notices: [...(data.notices ?? []), ...joinNotices(data, ids), ...notices],
  };
  return withSheetColumns(labelled, table, joined, rows, options);
}

/** The labels of a file of their own, not yet matched to rows. */
export interface LabelFile {
  readonly labels: readonly string[];
  /** Null where the file has no labels but columns to join, as for new data. */
  readonly labelName: string | null;
  readonly ids?: readonly string[];
  readonly groups?: readonly string[];
  /** The places of the columns that join the data. */
  readonly joined: readonly number[];
  /** Whether it knows the columns of the data by name, which then are the samples. */
  readonly turned: boolean;
  readonly notices: readonly Notice[];
}

/** Finds the labels, and the ids that they are matched by, for data of which some rows are enough. */
export function openLabels(data: ArrayPart, table: Table, options: ReadOptions): LabelFile {
  const group =
    options.rowGroups === undefined ? -1 : findColumn(table.names, options.rowGroups, "rowGroups");
  const joined = [...new Set((options.join ?? []).map((name) => findColumn(table.names, name, "join")))];
  const { label, id } = labelAndId(data, table, options, [group, ...joined]);
  if (label >= 0 && joined.includes(label))
    throw new InputError(
      "options-conflict",
      `column "${table.names[label]}" cannot be both the labels and a feature`,
      { facts: { option: "join", column: table.names[label] } },
    );
  if (group >= 0 && group === label)
    throw new InputError(
      "options-conflict",
      `column "${table.names[group]}" cannot be both the labels and the groups`,
      { facts: { column: table.names[group] } },
    );
  const ids = id >= 0 ? columnText(table.columns[id]) : table.rowIds;
  const used = new Set([label, id, group, ...joined]);
  const found = {
    ids,
    joined,
    ...(group >= 0 && { groups: columnText(table.columns[group]) }),
    turned: namesSamples(data, table),
  };
  // New data for a known selection has what it needs.
  const others = [...(table.notices ?? []), ...(options.features ? [] : otherColumns(table, used))];
  if (label < 0) return { ...found, labels: [], labelName: null, notices: others };
  const told = tellKind(table.names[label], table.columns[label], {
    decimalMark: table.decimalMark,
    mayBeId: false,
  });
  const { labels } = labelsIn(table.columns[label], told);
  return {
    ...found,
    labels,
    labelName: table.names[label],
    notices: [
      ...readingNotices(table.names, { [label]: told }, [label]).map(({ remedies: _, ...one }) => one),
      ...others,
    ],
  };
}

/** Sheets of samples often hold batches and ages too, which do not come to the data by themselves. */
function otherColumns(table: Table, used: ReadonlySet<number>): Notice[] {
  const places = Array.from(table.names.keys()).filter((j) => !used.has(j));
  if (places.length === 0) return [];
  const columns = places.map((j) => table.names[j]);
  const [are, one] = columns.length === 1 ? ["is", "it"] : ["are", "one of them"];
  const { told } = tableFeatures(onlyColumns(table, places), {});
  const able = columns.filter((_, at) => isFeature(told[at]));
  const text = `${plural(columns.length, "other column", "other columns")} of the file with the labels ${are} not used: ${shortList(columns, 5)}`;
  return [
    notice("note", "labels-joined", text, { columns, count: columns.length }, [
      ...(able.length === 0
        ? []
        : [
            {
              action: `make ${able.length === 1 ? "it a feature" : "them features"}, to adjust for or to select from`,
              option: "join",
              value: able,
            },
          ]),
      { action: `keep rows with the same value in ${one} together`, option: "rowGroups" },
    ]),
  ];
}

/** How the rows were matched, if it was not one to one by id. */
export function joinNotices(
  { rowIds }: Pick<RawArrays, "rowIds">,
  ids: readonly string[] | undefined,
): Notice[] {
  if (!rowIds || !ids) {
    const lacking = rowIds ? "the file with the labels has" : "the data has";
    return [
      notice(
        "note",
        "labels-joined",
        `the labels were matched to the rows by position, because ${lacking} no ids`,
      ),
    ];
  }
  const known = new Set(rowIds);
  const unused = ids.filter((id) => !known.has(id));
  if (unused.length === 0) return [];
  return [
    notice(
      "note",
      "labels-joined",
      `${plural(unused.length, "row", "rows")} of the file with the labels ${unused.length === 1 ? "has" : "have"} no row in the data and ${unused.length === 1 ? "was" : "were"} not used: ${shortList(unused, 3)}`,
      { count: unused.length },
    ),
  ];
}

/** Whether the file with the labels knows the first column of the data by name, which then is a sample. */
const namesSamples = ({ featureNames = [] }: ArrayPart, { columns }: Table): boolean =>
  featureNames.length > 0 && columns.some((column) => columnText(column).includes(featureNames[0]));

const samplesInColumns = {
  action: "read each column of the data as a sample",
  option: "samplesIn",
  value: "columns",
} as const;

/** The rows of the other file that belong to the rows of the data. */
function rowsFor(
  data: RawArrays,
  count: number,
  ids: readonly string[] | undefined,
  turned: boolean,
): readonly number[] {
  const all = Array.from({ length: count }, (_, row) => row);
  if (data.rowIds && ids) return matchById(data, byId(all, ids), ids);
  requireAsMany(count, data.values.rows, turned || count === data.values.columns);
  return all;
}

/** Refuses labels that are matched by position where there are not as many of them as rows; `turned`: they may be those of the columns. */
export function requireAsMany(labels: number, rows: number, turned: boolean): void {
  if (labels === rows) return;
  throw new InputError(
    "unusable-data",
    `there are ${labels} labels for ${rows} rows of data, and no ids to match them by`,
    {
      facts: { count: labels },
      remedies: [
        ...(turned ? [samplesInColumns] : []),
        { action: "name the id column of both files", option: "idColumn" },
      ],
    },
  );
}

/** What stands in the other file for each id; refuses ids that occur twice. */
export function byId<T>(given: readonly T[], ids: readonly string[]): ReadonlyMap<string, T> {
  const labelOf = new Map<string, T>();
  ids.forEach((name, i) => {
    if (labelOf.has(name))
      throw new InputError("unusable-data", `the id "${name}" occurs twice, again in row ${i + 1}`, {
        facts: { row: i + 1, given: name },
      });
    labelOf.set(name, given[i]);
  });
  return labelOf;
}

/** What a line below a table is called that adds it up. */
const totals =
  /^(?:(?:grand )?total|sum|mean|average|median|min|max|sd|st\.? ?dev\.?|count|n|summe|gesamt|mittelwert|anzahl)$/i;

function whatToDoWithout(names: readonly string[]): string {
  const [that, line, it] = names.length === 1 ? ["that", "a line", "it"] : ["those", "lines", "them"];
  return names.every((name) => totals.test(name))
    ? `${that} ${names.length === 1 ? "seems" : "seem"} to be ${line} of totals: delete ${it} from the data`
    : `add ${it} there (rows with an empty label are left out)`;
}

/** What the rows of the data have there, by their ids; refuses rows that have none. */
export function matchById<T>(
  data: Pick<ArrayPart, "rowIds" | "featureNames" | "values">,
  labelOf: ReadonlyMap<string, T>,
  ids: readonly string[],
): readonly T[] {
  const { rowIds = [] } = data;
  const { rows } = data.values;
  const without = rowIds.filter((name) => !labelOf.has(name));
  if (without.length > 0)
    throw new InputError(
      "unusable-data",
      `${without.length} of ${rows} rows of data ${without.length === 1 ? "has" : "have"} no label: ${shortList(without, 3)}; the first ids in the file with the labels are ${shortList(ids, 3)}; ${whatToDoWithout(without)}`,
      {
        facts: { count: without.length },
        remedies: data.featureNames?.some((name) => labelOf.has(name)) ? [samplesInColumns] : [],
      },
    );
  return rowIds.map((name) => labelOf.get(name)!);
}

/** The first of the columns that hold the most of these ids; −1 where none holds any. */
function columnWithMost(ids: readonly string[], { columns }: Table): number {
  const wanted = new Set(ids);
  const counts = columns.map((column) => new Set(columnText(column).filter((text) => wanted.has(text))).size);
  const most = counts.reduce((a, b) => Math.max(a, b), 0);
  return most === 0 ? -1 : counts.indexOf(most);
}

/**
 * If nothing is said: the ids are the column that holds most of the data's ids, the label is the only other column. New data for a known
 * selection needs no labels where other columns are asked for (−1).
 */
function labelAndId(
  data: ArrayPart,
  table: Table,
  options: ReadOptions,
  taken: readonly number[],
): { label: number; id: number } {
  let id = -1;
  if (
    options.idColumn !== undefined &&
    table.columns.length > 1 &&
    table.names.includes(String(options.idColumn))
  )
    id = findColumn(table.names, options.idColumn, "idColumn");
  else if (data.rowIds && data.rowIds.length > 0) {
    id = columnWithMost(data.rowIds, table);
  }
  if (options.labelColumn !== undefined)
    return { label: findColumn(table.names, options.labelColumn, "labelColumn"), id };
  const rest = table.names.map((_, j) => j).filter((j) => j !== id && !taken.includes(j));
  if (rest.length === 1) return { label: rest[0], id };
  if (rest.length === 0 && options.features && options.join) return { label: -1, id };
  throw new InputError(
    "target",
    `it is not clear which column holds the labels; the columns are ${shortList(table.names)}`,
    {
      facts: { columns: table.names },
      remedies: [
        ...(namesSamples(data, table) ? [samplesInColumns] : []),
        { action: "name the column", option: "labelColumn" },
        ...(table.notices ?? []).flatMap(({ code, remedies = [] }) =>
          code === "several-sheets" ? remedies : [],
        ),
      ],
    },
  );
}
