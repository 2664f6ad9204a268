import { InputError } from "../core/input-error.js";
import { type Notice, notice } from "../core/notice.js";
import { describeValue } from "../core/option.js";
import { plural, shortList } from "../core/text.js";
import { Matrix } from "../numeric/matrix.js";
import { type ByteSource, toByteSource } from "./byte-source.js";
import { Dataset } from "./dataset.js";
import { joinLabels } from "./join-labels.js";
import { encodeLabels, type Labels } from "./labels.js";
import { leakNotices } from "./leaks.js";
import { onlyFeatures } from "./need-features.js";
import { chooseReader } from "./readers/index.js";
import type { ArrayReader, RawArrays, Reader } from "./readers/reader.js";
import { gunzip } from "./readers/shared/gunzip.js";
import { inFile } from "./readers/shared/reading.js";
import { checkReading, type ReadOptions } from "./reading-options.js";
import type { Table } from "./table.js";
import { type DescribedColumn, tableToArrays } from "./table-to-arrays.js";
import { requireClassNames } from "./target.js";
import { applyTransform, type TransformName } from "./transforms.js";
import { treatMissing } from "./treat-missing.js";

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
  return (await surveyFile(toByteSource(input, options.name), options)).data;
}

/** What a file holds: the data, and what each column of a table is. */
export interface Survey {
  readonly data: Dataset;
  /** The columns of a table; null for formats of arrays. */
  readonly columns: readonly DescribedColumn[] | null;
  /** Why a column was taken as the target though nobody named it; null where it was named or there is none. */
  readonly guessed: string | null;
}

/** Reads a dataset as {@link parseDataset} does, and says what each column of the file is. */
export async function surveyFile(source: ByteSource, options: ReadOptions = {}): Promise<Survey> {
  const { reader, plain } = await openReader(source, options);
  return inFile(source.name, async () => {
    if (reader.kind === "arrays") {
      const arrays = await readArrays(reader, plain, options);
      const data = await finishDataset(arrays, options, source.name, reader.format);
      return { data, columns: null, guessed: null };
    }
    const { columns, guessed, ...arrays } = tableToArrays(await reader.readTable(plain, options), options);
    const data = await finishDataset(arrays, options, source.name, reader.format);
    const treated = data.notices.filter(({ code }) => code === "columns-left-out");
    const leftOut = new Set(treated.flatMap(({ columns = [] }) => columns));
    return {
      data,
      columns: columns.map((column) =>
        column.use === "feature" && leftOut.has(column.name) ? { ...column, use: "none" as const } : column,
      ),
      guessed,
    };
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

/** A transform of the columns of numbers; the codes of categories stay. */
function transformNumbers(
  values: RawArrays["values"],
  name: TransformName,
  categories: RawArrays["categories"],
  notices: Notice[],
): RawArrays["values"] {
  if (!categories) return applyTransform(values, name, notices);
  const places = Array.from(categories.keys()).filter((j) => categories[j] === null);
  if (places.length === 0) return values;
  const numbers = applyTransform(values.selectColumns(places), name, notices);
  const all = values instanceof Matrix ? values.copy() : values.toDense();
  const dense = numbers instanceof Matrix ? numbers : numbers.toDense();
  for (let i = 0; i < all.rows; i++)
    for (let at = 0; at < places.length; at++) all.set(i, places[at], dense.get(i, at));
  return all;
}

/** Everything that comes after the format's own part: labels from elsewhere, missing values, transforms, checks. */
async function finishDataset(
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
  arrays = treatMissing(arrays, options);
  const notices: Notice[] = [...(arrays.notices ?? []), ...(options.features ? [] : categoryNotices(arrays))];
  const labels = arrays.labels
    ? labelsOf(arrays.labels, arrays.labelName ?? "class", options, notices)
    : null;
  requireGroups(arrays.rowGroups);
  const transforms = options.transforms ?? [];
  const values = transforms.reduce(
    (before, name) => transformNumbers(before, name, arrays.categories, notices),
    arrays.values,
  );
  const { levels } = arrays;
  const origin = { name: source, format, transforms, ...(levels && { levels }) };
  const told = notices.map((one) => ({ ...one, file: source }));
  const dataset = new Dataset({
    ...arrays,
    values,
    labels,
    missing: options.missing === "knn" ? "knn" : "impute",
    source: origin,
    notices: told,
  });
  options.onProgress?.(1);
  // New data for a known selection is not looked at again: what its features tell was said when they were selected.
  return options.features ? dataset : withNotices(dataset, leakNotices(dataset));
}

const withNotices = (data: Dataset, more: readonly Notice[]): Dataset =>
  more.length === 0
    ? data
    : data.with({ notices: [...data.notices, ...more.map((one) => ({ ...one, file: data.source.name }))] });

function categoryNotices({ categories, featureNames = [] }: RawArrays): Notice[] {
  const columns = featureNames.filter((_, j) => categories?.[j]);
  if (columns.length === 0) return [];
  const text = `${plural(columns.length, "column is a category", "columns are categories")}: ${shortList(columns, 5)}`;
  return [notice("note", "categorical-columns", text, { columns, count: columns.length })];
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
async function openReader(
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
  { features, optional, columns }: ReadOptions,
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
  const labels = encodeLabels(names);
  // New data for a known selection may be a few rows, each of a different class.
  if (features) return labels;
  if (labels.classes.length === names.length && names.length > 2)
    throw new InputError(
      "target",
      `the target "${target}" has a different value in each of the ${names.length} rows, so it cannot be a class`,
      {
        facts: { column: target, count: names.length },
        remedies: [{ action: "name another column", option: "target" }],
      },
    );
  if (!columns?.includes(`${target}=category`)) requireClassNames(names, target);
  return labels;
}

function requireGroups(groups: readonly string[] | undefined): void {
  const missing = groups?.indexOf("") ?? -1;
  if (missing >= 0)
    throw new InputError("unusable-data", `row ${missing + 1} has no group; every row needs one`, {
      facts: { row: missing + 1, option: "rowGroups" },
    });
}
