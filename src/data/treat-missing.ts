import type { Remedy } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { type Notice, notice } from "../core/notice.js";
import { plural, shortList } from "../core/text.js";
import type { RowValues } from "../numeric/float-rows.js";
import { Matrix } from "../numeric/matrix.js";
import type { RawArrays } from "./readers/reader.js";
import type { ReadOptions } from "./reading-options.js";

/** What helps against missing values: fill them, or on reading leave out the rows or the columns that have them. */
export const missingRemedies: readonly Remedy[] = [
  { action: "fill them", option: "missing", value: "impute" },
  { action: "fill them from the nearest rows", option: "missing", value: "knn" },
  { action: "leave out rows with missing values", option: "missing", value: "drop-rows" },
  { action: "leave out columns with missing values", option: "missing", value: "drop-columns" },
];

/** What helps against the missing values of this data instead of filling them with the usual value, each with what it costs; only what leaves some data. */
export function costedMissingRemedies(values: RawArrays["values"]): Remedy[] {
  const found = missingValues(values);
  const [rows, columns] = [places(found.byRow, 0).length, places(found.byColumn, 0).length];
  const costs: Readonly<Record<string, string | null>> = {
    knn: `fills ${plural(found.count, "cell")}`,
    "drop-rows": rows > 0 ? dropsOf(values.rows - rows, values.rows, "row") : null,
    "drop-columns": columns > 0 ? dropsOf(values.columns - columns, values.columns, "column") : null,
  };
  return missingRemedies.flatMap((remedy) => {
    const cost = costs[String(remedy.value)];
    return cost ? [{ ...remedy, cost }] : [];
  });
}

/** What leaving out costs: `drops 69 of 73 rows`. */
export const dropsOf = (count: number, of: number, unit: string): string =>
  `drops ${count} of ${plural(of, unit)}`;

type Policy = NonNullable<ReadOptions["missing"]>;

/** A column with a larger part missing than this says too little to be filled. */
export const mostMissing = 0.5;

/**
 * Treats missing values as the reading options say. Rows without a label are always left out. Filling is only prepared here,
 * as it must be fitted on training rows: columns that are mostly missing are left out, and the other missing values stay.
 * Of data with known features no column is left out.
 */
export function treatMissing(
  arrays: RawArrays,
  { missing = "impute", features, optional }: ReadOptions,
): RawArrays {
  const labelled = optional?.includes("target") ? arrays : dropUnlabelled(arrays);
  const found = missingValues(labelled.values);
  if (found.count === 0) return labelled;
  switch (missing) {
    case "error":
      throw refusal(labelled, found);
    case "drop-rows":
      return dropRows(labelled, found);
    case "drop-columns":
      return features ? labelled : dropColumns(labelled, found, 0);
    default:
      return features ? labelled : dropColumns(labelled, found, mostMissing);
  }
}

interface Missing {
  readonly count: number;
  readonly byRow: Int32Array;
  readonly byColumn: Int32Array;
}

function missingValues(values: RawArrays["values"]): Missing {
  const byRow = new Int32Array(values.rows);
  const byColumn = new Int32Array(values.columns);
  let count = 0;
  const found = (row: number, column: number) => {
    byRow[row]++;
    byColumn[column]++;
    count++;
  };
  for (let i = 0; i < values.rows; i++) {
    if (values instanceof Matrix) {
      for (let j = 0; j < values.columns; j++) if (Number.isNaN(values.get(i, j))) found(i, j);
    } else {
      for (let k = values.rowStarts[i]; k < values.rowStarts[i + 1]; k++)
        if (Number.isNaN(values.values[k])) found(i, values.columnIndices[k]);
    }
  }
  return { count, byRow, byColumn };
}

function refusal({ values, featureNames }: RawArrays, { count, byColumn }: Missing): InputError {
  return missingRefusal(featureNames ?? numbered(values.columns), count, byColumn);
}

/** The refusal of missing values. */
export function missingRefusal(
  names: readonly string[],
  count: number,
  byColumn: ArrayLike<number>,
): InputError {
  const columns = names.filter((_, j) => byColumn[j] > 0);
  return new InputError(
    "missing-values",
    `${plural(count, "value is", "values are")} missing, in ${plural(columns.length, "column")}: ${shortList(columns, 5)}`,
    { facts: { columns, count }, remedies: missingRemedies },
  );
}

function dropUnlabelled(arrays: RawArrays): RawArrays {
  const { labels, labelName = "class" } = arrays;
  if (!labels?.includes("")) return arrays;
  const rows = Array.from(labels.keys()).filter((i) => labels[i] !== "");
  if (rows.length === 0)
    throw new InputError("target", `the target "${labelName}" has no value in any row`, {
      facts: { column: labelName },
      remedies: [{ action: "name another column", option: "target" }],
    });
  return withRows(arrays, rows, `the target "${labelName}" has no value`);
}

function dropRows(arrays: RawArrays, found: Missing): RawArrays {
  const rows = places(found.byRow, 0);
  if (rows.length === 0) throw nothingLeft("row", "drop-rows", found);
  return withRows(arrays, rows, "values are missing");
}

/** Only these rows, and a notice that says what is the matter with the others. */
function withRows(arrays: RawArrays, rows: readonly number[], matter: string): RawArrays {
  return onlyRows(arrays, rows, rowNotice(matter, arrays.values.rows - rows.length, arrays.values.rows));
}

/** Says what is the matter with the rows that were left out. */
export function rowNotice(matter: string, count: number, of: number): Notice {
  const text = `${matter} in ${count} of ${plural(of, "row")}, which ${count === 1 ? "was" : "were"} left out`;
  return notice("note", "rows-left-out", text, { count });
}

/** Only these rows, and a notice about the others. */
export const onlyRows = (arrays: RawArrays, rows: readonly number[], told: Notice): RawArrays => ({
  ...rowsOfArrays(arrays, rows),
  notices: [...(arrays.notices ?? []), told],
});

/** Only these rows. */
export function rowsOfArrays<Values extends RowValues>(
  arrays: RawArrays<Values>,
  rows: readonly number[],
): RawArrays<Values> {
  const { values, labels, rowIds, rowGroups } = arrays;
  return {
    ...arrays,
    values: values.selectRows(rows) as Values,
    labels: labels && rows.map((i) => labels[i]),
    rowIds: rowIds && rows.map((i) => rowIds[i]),
    rowGroups: rowGroups && rows.map((i) => rowGroups[i]),
  };
}

/** Leaves out the columns of which a larger part than `allowed` is missing. */
function dropColumns(arrays: RawArrays, found: Missing, allowed: number): RawArrays {
  const { values, categories, notices = [] } = arrays;
  const names = arrays.featureNames ?? numbered(values.columns);
  const kept = places(found.byColumn, allowed * values.rows);
  if (kept.length === values.columns) return arrays;
  if (kept.length === 0) throw nothingLeft("column", allowed === 0 ? "drop-columns" : "impute", found);
  return {
    ...arrays,
    values: values.selectColumns(kept),
    featureNames: kept.map((j) => names[j]),
    ...(categories && { categories: kept.map((j) => categories[j]) }),
    notices: [...notices, columnNotice(names, found, allowed * values.rows, allowed > 0)],
  };
}

/** What was left out because more than `most` values, which is `mostly` half of them, are missing. */
export function columnNotice(
  names: readonly string[],
  { byColumn }: Pick<Missing, "byColumn">,
  most: number,
  mostly: boolean,
): Notice {
  const columns = names.filter((_, j) => byColumn[j] > most);
  const count = columns.length;
  const its = count === 1 ? "it has" : "they have";
  const reason = mostly ? `${its} more than half of the values missing` : `${its} missing values`;
  const text = `${count} of ${plural(names.length, "column")} ${count === 1 ? "was" : "were"} left out, because ${reason}: ${shortList(columns, 5)}`;
  return notice("note", "columns-left-out", text, { columns, count });
}

/** The refusal of a policy that leaves no data, with those that leave some. */
function nothingLeft(unit: "row" | "column", given: Policy, { byRow, byColumn }: Missing): InputError {
  const mostly = given === "impute";
  const [rows, columns] = [places(byRow, 0).length, places(byColumn, 0).length];
  const works: readonly (readonly [Policy, string, boolean, string?])[] = [
    ["impute", "fill them", !mostly && places(byColumn, mostMissing * byRow.length).length > 0],
    [
      "drop-rows",
      "leave out rows instead",
      unit !== "row" && rows > 0,
      dropsOf(byRow.length - rows, byRow.length, "row"),
    ],
    [
      "drop-columns",
      "leave out columns instead",
      unit !== "column" && columns > 0,
      dropsOf(byColumn.length - columns, byColumn.length, "column"),
    ],
  ];
  return new InputError(
    "missing-values",
    `every ${unit} has ${mostly ? "more than half of its values missing" : "missing values"}`,
    {
      facts: { option: "missing", given },
      remedies: works
        .filter(([, , leavesSome]) => leavesSome)
        .map(([value, action, , cost]) => ({ action, option: "missing", value, ...(cost && { cost }) })),
    },
  );
}

/** Where at most so many are missing. */
const places = (counts: Int32Array, most: number): number[] =>
  Array.from(counts.keys()).filter((i) => counts[i] <= most);

const numbered = (count: number) => Array.from({ length: count }, (_, j) => String(j + 1));
