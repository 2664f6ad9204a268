import { InputError } from "../core/input-error.js";
import { didYouMean } from "../core/nearest-name.js";
import { describeValue } from "../core/option.js";
import { checkReading } from "./check-reading.js";
import { nominalFromTexts, otherColumn } from "./readers/shared/column-chunks.js";
import { columnFromTexts } from "./readers/shared/column-from-texts.js";
import { dateText, type TimeUnit, timestampText, timeText } from "./readers/shared/date-text.js";
import { bytesToInteger, decimalToNumber } from "./readers/shared/parse-number.js";
import { namedColumns } from "./readers/shared/unique-names.js";
import type { Reading } from "./reading-options.js";
import type { Column, NumberColumn, Table } from "./table.js";

/** The reading options that data in memory takes. */
const memoryOptionNames = [
  "target",
  "task",
  "idColumn",
  "rowGroups",
  "drop",
  "columns",
  "missing",
  "smallClasses",
  "duplicateRows",
  "nominal",
  "transforms",
] as const;

/** How to take data in memory: the same options as for files, as far as they make sense. */
export type MemoryOptions = Pick<Reading, (typeof memoryOptionNames)[number]>;

/** One value in memory; null, undefined, NaN and the empty string are missing. */
export type MemoryCell = number | bigint | boolean | string | Date | null | undefined;

/** Columns by name: lists or typed arrays of one length. */
export type MemoryColumns = Readonly<Record<string, ArrayLike<MemoryCell>>>;

/** A table of Apache Arrow, of whatever library, by its shape. */
export interface ArrowTable {
  readonly numRows: number;
  readonly schema: { readonly fields: readonly ArrowTableField[] };
  getChild(name: string): Iterable<unknown> | null | undefined;
  /** Where there is this, columns of the same name are told apart. */
  getChildAt?(index: number): Iterable<unknown> | null | undefined;
}

interface ArrowTableField {
  readonly name: string;
  /** `typeId` as the Arrow format numbers the types; −1 is a dictionary. */
  readonly type: { readonly typeId: number; readonly unit?: number; readonly scale?: number };
}

/** Refuses options that data in memory does not take. */
export function checkMemoryOptions(options: MemoryOptions): MemoryOptions {
  if (typeof options !== "object" || options === null)
    throw new InputError(
      "argument-type",
      `options must be an object such as { target: "class" }; ${describeValue(options)} was given`,
    );
  const names: readonly string[] = memoryOptionNames;
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return checkReading(options);
  throw new InputError(
    "unknown-name",
    `data in memory has no option "${unknown}"${didYouMean(unknown, names)}; the options are ${names.join(", ")}`,
    { facts: { given: unknown } },
  );
}

/** Whether a column is looked at. */
export type IsNeeded = (name: string) => boolean;

/** A table from rows, columns or an Arrow table; null where it is none of them. */
export function memoryTable(input: unknown, isNeeded: IsNeeded = () => true): Table | null {
  if (isArrowTable(input)) return tableFromArrow(input, isNeeded);
  if (Array.isArray(input) && !Array.isArray(input[0])) return tableFromObjects(input, isNeeded);
  return isMemoryColumns(input) ? tableFromColumns(input, isNeeded) : null;
}

/** A table from one object per row. A key that a row lacks is a missing value. */
export function tableFromObjects(rows: readonly object[], isNeeded: IsNeeded = () => true): Table {
  if (!Array.isArray(rows))
    throw new InputError(
      "argument-type",
      `a list of objects is needed, one per row; ${describeValue(rows)} was given`,
      { facts: { allowed: "a list of objects" } },
    );
  const columns = new Map<string, unknown[]>();
  rows.forEach((row: unknown, i) => {
    requireRow(row, i);
    for (const [name, value] of Object.entries(row)) {
      const values = columns.get(name) ?? new Array(rows.length).fill(undefined);
      values[i] = value;
      columns.set(name, values);
    }
  });
  if (rows.length === 0)
    throw new InputError("unusable-data", "the list is empty; at least two rows are needed");
  return tableOf([...columns], rows.length, isNeeded);
}

function requireRow(row: unknown, i: number): asserts row is object {
  if (typeof row === "object" && row !== null && !isList(row)) return;
  const hint = isList(row) ? "; lists of numbers are taken by Dataset.fromRows(rows, labels)" : "";
  throw new InputError(
    "argument-type",
    `row ${i + 1} must be an object such as { age: 41, class: "a" }; ${describeValue(row)} was given${hint}`,
    { facts: { row: i + 1 } },
  );
}

/** A table from its columns by name. */
export function tableFromColumns(columns: MemoryColumns, isNeeded: IsNeeded = () => true): Table {
  if (typeof columns !== "object" || columns === null || isList(columns))
    throw new InputError(
      "argument-type",
      `an object with one list of values per column is needed; ${describeValue(columns)} was given`,
      { facts: { allowed: "an object of lists" } },
    );
  const entries: [string, ArrayLike<unknown>][] = Object.entries(columns);
  for (const [name, values] of entries)
    if (!isList(values))
      throw new InputError(
        "argument-type",
        `column "${name}" must be a list of values; ${describeValue(values)} was given`,
        { facts: { column: name } },
      );
  const rows = entries[0]?.[1].length ?? 0;
  const other = entries.find(([, { length }]) => length !== rows);
  if (other)
    throw new InputError(
      "unusable-data",
      `column "${other[0]}" has ${other[1].length} values and column "${entries[0][0]}" has ${rows}; all columns must be of one length`,
      { facts: { column: other[0], count: other[1].length } },
    );
  return tableOf(entries, rows, isNeeded);
}

/** A table from one of Apache Arrow, with what its schema says about dictionaries, dates and decimals. */
export function tableFromArrow(table: ArrowTable, isNeeded: IsNeeded = () => true): Table {
  if (!isArrowTable(table))
    throw new InputError(
      "argument-type",
      `a table of Apache Arrow is needed, with schema.fields and getChild; ${describeValue(table)} was given`,
      { facts: { allowed: "an Arrow table" } },
    );
  const { fields } = table.schema;
  const rows = requireRows(table.numRows);
  return {
    ...namedColumns(fields.map(({ name }) => name)),
    columns: fields.map((field, j) =>
      isNeeded(field.name) ? arrowColumn(field, childOf(table, j) ?? [], rows) : emptyColumn(rows),
    ),
    rows,
  };
}

const childOf = (table: ArrowTable, index: number) =>
  table.getChildAt ? table.getChildAt(index) : table.getChild(table.schema.fields[index].name);

/** Whether this has the shape of a table of Apache Arrow. */
export function isArrowTable(value: unknown): value is ArrowTable {
  if (typeof value !== "object" || value === null) return false;
  const { numRows, schema, getChild } = value as Partial<ArrowTable>;
  return typeof numRows === "number" && Array.isArray(schema?.fields) && typeof getChild === "function";
}

/** Whether this is an object of lists. */
export function isMemoryColumns(value: unknown): value is MemoryColumns {
  if (typeof value !== "object" || value === null || isList(value)) return false;
  const columns = Object.values(value);
  return columns.length > 0 && columns.every(isList);
}

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

function tableOf(
  columns: readonly (readonly [string, ArrayLike<unknown>])[],
  rows: number,
  isNeeded: IsNeeded,
): Table {
  return {
    ...namedColumns(columns.map(([name]) => name)),
    columns: columns.map(([name, values]) =>
      isNeeded(name) ? columnFromValues(name, values) : emptyColumn(rows),
    ),
    rows: requireRows(rows),
  };
}

/** In place of a column that is not needed, which may hold anything. */
const emptyColumn = (rows: number): Column => ({
  kind: "number",
  values: new Float64Array(rows).fill(Number.NaN),
});

function requireRows(rows: number): number {
  if (rows > 0) return rows;
  throw new InputError("unusable-data", "the data has no rows; at least two are needed");
}

/** Numbers and yes or no stay what they are; texts are read as those of a file; anything but one value per cell is refused. */
function columnFromValues(name: string, given: ArrayLike<unknown>): Column {
  if (given instanceof Float64Array || given instanceof Float32Array)
    return { kind: "number", values: Float64Array.from(given) };
  const values = Array.from(given, (value, i) => cellOf(name, value, i));
  const known = values.filter((value) => value !== null);
  if (known.length > 0 && known.every((value) => typeof value === "boolean"))
    return { ...numbers(values), isBoolean: true };
  if (known.every((value) => typeof value === "number")) return numbers(values);
  return columnFromTexts(values.map((value) => (value === null ? "" : String(value))));
}

const numbers = (values: readonly (number | string | boolean | null)[]): NumberColumn => ({
  kind: "number",
  values: Float64Array.from(values, (value) => (value === null ? Number.NaN : Number(value))),
});

/** A cell as a number, a text or a truth; null where it is missing. */
function cellOf(name: string, value: unknown, i: number): number | string | boolean | null {
  switch (typeof value) {
    case "number":
      return Number.isNaN(value) ? null : value;
    case "string":
      return value === "" ? null : value;
    case "boolean":
      return value;
    case "bigint":
      return Number(value);
    case "undefined":
      return null;
  }
  if (value === null) return null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  throw otherColumn(name, `${describeValue(value)} in row ${i + 1}`);
}

const dictionaryType = -1;
const decimalType = 7;
const dateType = 8;
const timeType = 9;
const timestampType = 10;

function arrowColumn({ name, type }: ArrowTableField, column: Iterable<unknown>, rows: number): Column {
  const values = Array.from(column, (value) => arrowValue(value, type));
  if (values.length !== rows)
    throw new InputError("unusable-data", `column "${name}" has ${values.length} values for ${rows} rows`, {
      facts: { column: name, count: values.length },
    });
  if (type.typeId !== dictionaryType || values.every((value) => typeof value !== "string"))
    return columnFromValues(name, values);
  const texts = values.map((value, i) => String(cellOf(name, value, i) ?? ""));
  return { ...nominalFromTexts(texts, dictionaryLevels(column)), isDictionary: true };
}

/** The levels of a dictionary in its order, as far as the library shows them; nominalFromTexts adds the others. */
function dictionaryLevels(column: Iterable<unknown>): string[] {
  const { data } = column as { data?: readonly { dictionary?: Iterable<unknown> | null }[] };
  const levels = (data ?? []).flatMap(({ dictionary }) => [...(dictionary ?? [])]);
  return [...new Set(levels.filter((level): level is string => typeof level === "string" && level !== ""))];
}

const timeUnits: readonly TimeUnit[] = ["second", "millisecond", "microsecond", "nanosecond"];

/** What the type makes of a value: libraries give days, moments and decimals as bare numbers and words. */
function arrowValue(value: unknown, { typeId, unit = 1, scale = 0 }: ArrowTableField["type"]): unknown {
  if (value === null || value === undefined || value instanceof Date) return value;
  if (typeId === decimalType && ArrayBuffer.isView(value))
    return decimalToNumber(
      bytesToInteger(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), "little"),
      scale,
    );
  if (typeof value !== "number" && typeof value !== "bigint") return value;
  if (typeId === dateType) return dateText(Math.floor(Number(value) / 86_400_000));
  if (typeId === timestampType) return timestampText(BigInt(Math.floor(Number(value))), "millisecond", "");
  if (typeId === timeType) return timeText(BigInt(value), timeUnits[unit]);
  return value;
}
