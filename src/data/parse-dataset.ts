import { InputError } from "../core/input-error.js";
import { type Notice, notice } from "../core/notice.js";
import { describeValue } from "../core/option.js";
import { plural, shortList } from "../core/text.js";
import { Matrix } from "../numeric/matrix.js";
import { type ByteSource, toByteSource } from "./byte-source.js";
import { Dataset } from "./dataset.js";
import { joinLabels } from "./join-labels.js";
import { encodeLabels, type Labels } from "./labels.js";
import { onlyFeatures } from "./need-features.js";
import { chooseReader } from "./readers/index.js";
import type { ArrayReader, RawArrays, Reader } from "./readers/reader.js";
import { gunzip } from "./readers/shared/gunzip.js";
import { inFile } from "./readers/shared/reading.js";
import { checkReading, type ReadOptions } from "./reading-options.js";
import type { Table } from "./table.js";
import { tableToArrays } from "./table-to-arrays.js";
import { applyTransform } from "./transforms.js";

/** How to read bytes: {@link ReadOptions}, and the file's name where the bytes do not carry one. */
export interface ParseOptions extends ReadOptions {
  /** The file's name; its ending helps to recognise the format. */
  readonly name?: string;
}

/**
 * Reads a dataset from bytes, a Blob or File, or a {@link ByteSource}; the format is recognised by the content or the name.
 * Works the same in Node and in the browser.
 */
export async function parseDataset(
  input: Uint8Array | ArrayBuffer | Blob | ByteSource,
  options: ParseOptions = {},
): Promise<Dataset> {
  const source = toByteSource(input, options.name);
  const { reader, plain } = await openReader(source, options);
  return inFile(source.name, async () => {
    const arrays =
      reader.kind === "arrays"
        ? await readArrays(reader, plain, options)
        : tableToArrays(await reader.readTable(plain, options), options);
    return finishDataset(arrays, options, source.name, reader.format);
  });
}

/** Values and labels; the groups are read as labels are, since whatever can hold labels can hold groups. */
async function readArrays(reader: ArrayReader, source: ByteSource, options: ReadOptions): Promise<RawArrays> {
  const { rowGroups: column, target } = options;
  if (column === undefined || options.labels) return reader.readArrays(source, options);
  if (!reader.namesLabels)
    throw new InputError(
      "not-possible",
      `this file (${reader.title}) has no column that could hold the row groups`,
      {
        facts: { option: "rowGroups" },
        remedies: [{ action: "give a file that holds them next to the labels", option: "labels" }],
      },
    );
  if (String(column) === String(target))
    throw new InputError("options-conflict", `"${column}" cannot be both the target and the groups`, {
      facts: { option: "rowGroups", given: column },
    });
  const { labels: rowGroups } = await reader.readArrays(source, {
    ...options,
    target: column,
    onProgress: undefined,
  });
  return { ...(await reader.readArrays(source, options)), rowGroups };
}

/** Everything that comes after the format's own part: labels from elsewhere, missing values, transforms, checks. */
export async function finishDataset(
  read: RawArrays,
  options: ReadOptions,
  source: string,
  format: string,
): Promise<Dataset> {
  options.signal?.throwIfAborted();
  let arrays = options.features ? onlyFeatures(read, options.features) : read;
  const { labels: labelFile } = options;
  if (labelFile) {
    const table = await readTable(labelFile);
    arrays = await inFile(labelFile.name, async () => joinLabels(arrays, table, options));
  } else if (options.labelPattern !== undefined) arrays = labelsFromIds(arrays, options.labelPattern);
  if (options.missing && options.missing !== "keep") arrays = dropMissing(arrays, options.missing);
  const notices: Notice[] = [...(arrays.notices ?? [])];
  const labels = arrays.labels
    ? labelsOf(arrays.labels, arrays.labelName ?? "class", options, notices)
    : null;
  requireGroups(arrays.rowGroups);
  const transforms = options.transforms ?? [];
  const values = transforms.reduce((before, name) => applyTransform(before, name, notices), arrays.values);
  const { levels } = arrays;
  const origin = { name: source, format, transforms, ...(levels && { levels }) };
  const told = notices.map((one) => ({ ...one, file: source }));
  const dataset = new Dataset({ ...arrays, values, labels, source: origin, notices: told });
  options.onProgress?.(1);
  return dataset;
}

/** Reads a tabular file without giving any column a role. */
export async function readTable(source: ByteSource, options: ReadOptions = {}): Promise<Table> {
  const { reader, plain } = await openReader(source, options);
  if (reader.kind === "table") return inFile(source.name, () => reader.readTable(plain, options));
  throw new InputError(
    "unknown-format",
    `a table with named columns is needed here, but ${reader.title} has none`,
    { facts: { file: source.name } },
  );
}

/** The reader for a source, and the source without its gzip wrapping. */
export async function openReader(
  source: ByteSource,
  options: ReadOptions,
): Promise<{ reader: Reader; plain: ByteSource }> {
  checkReadOptions(options);
  return inFile(source.name, async () => {
    if (source.size === 0) throw new InputError("unreadable-file", "the file is empty");
    const start = await source.read(0, 2);
    const gzipped = start[0] === 0x1f && start[1] === 0x8b;
    const plain = gzipped ? await gunzip(source, undefined, options.signal) : source;
    if (plain.size === 0) throw new InputError("unreadable-file", "the file is empty");
    return { reader: chooseReader(plain.name, await plain.read(0, 4096), options.format), plain };
  });
}

/** Checks the options without what only a running program has. */
function checkReadOptions(options: ParseOptions): void {
  if (typeof options !== "object" || options === null)
    throw new InputError(
      "argument-type",
      `reading options must be an object such as { target: "class" }; ${describeValue(options)} was given`,
    );
  const { companions, onProgress, signal, labels, name, ...reading } = options;
  checkReading({ ...reading, labels: labels && toByteSource(labels).name });
}

function labelsFromIds(arrays: RawArrays, pattern: string): RawArrays {
  const facts = { option: "labelPattern", given: pattern };
  if (!arrays.rowIds)
    throw new InputError("target", "labels from row ids need row ids", {
      facts,
      remedies: [{ action: "name the column that has them", option: "idColumn" }],
    });
  let expression: RegExp;
  try {
    expression = new RegExp(pattern, "u");
  } catch (error) {
    throw new InputError(
      "option-value",
      `the label pattern "${pattern}" is not a regular expression: ${(error as Error).message}`,
      { facts, cause: error },
    );
  }
  const labels = arrays.rowIds.map((id, row) => {
    const match = expression.exec(id);
    if (!match)
      throw new InputError("target", `the label pattern "${pattern}" does not match the row id "${id}"`, {
        facts: { ...facts, row: row + 1 },
      });
    return match[1] ?? match[0];
  });
  return { ...arrays, labels };
}

/** Checked labels; none if they are optional and some are missing. */
function labelsOf(
  names: readonly string[],
  target: string,
  { features, optional }: ReadOptions,
  notices: Notice[],
): Labels | null {
  const missing = names.indexOf("");
  if (missing >= 0 && optional?.includes("target")) {
    const count = names.filter((name) => name === "").length;
    notices.push(
      notice(
        "note",
        "no-labels",
        `the target "${target}" was not used, because it has no value in ${plural(count, "row")} of ${names.length}`,
        { column: target, count },
      ),
    );
    return null;
  }
  if (missing >= 0)
    throw new InputError("target", `the target "${target}" has no value in row ${missing + 1}`, {
      facts: { column: target, row: missing + 1 },
      remedies: [{ action: "leave out rows without a label", option: "missing", value: "drop-rows" }],
    });
  const labels = encodeLabels(names);
  // New data for a known selection may be a few rows, each of a different class.
  if (labels.classes.length === names.length && names.length > 2 && !features)
    throw new InputError(
      "target",
      `the target "${target}" has a different value in each of the ${names.length} rows, so it cannot be a class`,
      {
        facts: { column: target, count: names.length },
        remedies: [{ action: "name another column", option: "target" }],
      },
    );
  return labels;
}

function requireGroups(groups: readonly string[] | undefined): void {
  const missing = groups?.indexOf("") ?? -1;
  if (missing >= 0)
    throw new InputError("unusable-data", `row ${missing + 1} has no group; every row needs one`, {
      facts: { row: missing + 1, option: "rowGroups" },
    });
}

/** Leaves out the rows or the columns with missing values; rows without a label go in either case. */
function dropMissing(arrays: RawArrays, what: "drop-rows" | "drop-columns"): RawArrays {
  const { values, labels, rowIds, rowGroups } = arrays;
  const featureNames = arrays.featureNames ?? Array.from({ length: values.columns }, (_, j) => String(j + 1));
  const badRow = new Uint8Array(values.rows);
  const badColumn = new Uint8Array(values.columns);
  const mark = (row: number, column: number) => {
    if (what === "drop-rows") badRow[row] = 1;
    else badColumn[column] = 1;
  };
  labels?.forEach((label, i) => {
    if (label === "") badRow[i] = 1;
  });
  const unlabelled = badRow.reduce((sum, bad) => sum + bad, 0);
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
  const refuse = (unit: string, other: "drop-rows" | "drop-columns") =>
    new InputError("missing-values", `every ${unit} has missing values`, {
      facts: { option: "missing", given: what },
      remedies: [
        { action: `leave out ${other.slice("drop-".length)} instead`, option: "missing", value: other },
      ],
    });
  if (rows.length === 0) throw refuse("row", "drop-columns");
  if (columns.length === 0) throw refuse("column", "drop-rows");
  const kept = rows.length < values.rows ? values.selectRows(rows) : values;
  const leftOut = featureNames.filter((_, j) => badColumn[j]);
  return {
    ...arrays,
    values: columns.length < values.columns ? kept.selectColumns(columns) : kept,
    featureNames: columns.map((j) => featureNames[j]),
    labels: labels && rows.map((i) => labels[i]),
    rowIds: rowIds && rows.map((i) => rowIds[i]),
    rowGroups: rowGroups && rows.map((i) => rowGroups[i]),
    notices: [
      ...(arrays.notices ?? []),
      ...rowNotices(values.rows, values.rows - rows.length - unlabelled, unlabelled),
      ...columnNotices(values.columns, leftOut),
    ],
  };
}

const places = (bad: Uint8Array): number[] => Array.from(bad.keys()).filter((i) => !bad[i]);

function rowNotices(rows: number, missing: number, unlabelled: number): Notice[] {
  const reasons = [
    ...(missing > 0 ? [`${missing} with missing values`] : []),
    ...(unlabelled > 0 ? [`${unlabelled} without a label`] : []),
  ];
  const count = missing + unlabelled;
  if (count === 0) return [];
  return [
    notice(
      "note",
      "rows-left-out",
      `${count} of ${plural(rows, "row")} ${count === 1 ? "was" : "were"} left out: ${reasons.join(", ")}`,
      { count },
    ),
  ];
}

function columnNotices(all: number, columns: readonly string[]): Notice[] {
  const count = columns.length;
  if (count === 0) return [];
  return [
    notice(
      "note",
      "columns-left-out",
      `${count} of ${plural(all, "column")} with missing values ${count === 1 ? "was" : "were"} left out: ${shortList(columns, 5)}`,
      { columns, count },
    ),
  ];
}
