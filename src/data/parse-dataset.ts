import { InputError } from "../core/input-error.js";
import { Matrix } from "../numeric/matrix.js";
import { type ByteSource, blobSource, bytesSource } from "./byte-source.js";
import { Dataset } from "./dataset.js";
import { joinLabels } from "./join-labels.js";
import { encodeLabels, type Labels } from "./labels.js";
import { onlyFeatures } from "./need-features.js";
import { chooseReader } from "./readers/index.js";
import type { ArrayReader, RawArrays, Reader } from "./readers/reader.js";
import { gunzip } from "./readers/shared/gunzip.js";
import { checkReading, type ReadOptions } from "./reading-options.js";
import type { Table } from "./table.js";
import { tableToArrays } from "./table-to-arrays.js";
import { applyTransform } from "./transforms.js";

/** How to read bytes: {@link ReadOptions}, and the file's name where the bytes do not carry one. */
export interface ParseOptions extends ReadOptions {
  /** The file's name; its ending helps to tell the format. */
  name?: string;
}

/**
 * Reads a dataset from bytes, a Blob or File, or a {@link ByteSource}; the format is told by the content or the name.
 * Works the same in Node and in the browser.
 */
export async function parseDataset(
  input: Uint8Array | ArrayBuffer | Blob | ByteSource,
  options: ParseOptions = {},
): Promise<Dataset> {
  const source = toSource(input, options.name);
  const { reader, plain } = await openReader(source, options);
  const arrays =
    reader.kind === "arrays"
      ? await readArrays(reader, plain, options)
      : tableToArrays(await reader.readTable(plain, options), options, source.name);
  return finishDataset(arrays, options, source.name, reader.format);
}

/** Values and labels; the groups are read as labels are, since whatever can hold labels can hold groups. */
async function readArrays(reader: ArrayReader, source: ByteSource, options: ReadOptions): Promise<RawArrays> {
  const { rowGroups: column, target } = options;
  if (column === undefined || options.labels) return reader.readArrays(source, options);
  if (!reader.namesLabels)
    throw new InputError(
      "unusable-data",
      `${source.name}: a ${reader.title} has no columns to take groups from; give a file with --labels that has them beside the labels`,
    );
  if (String(column) === String(target))
    throw new InputError(
      "unusable-data",
      `${source.name}: "${column}" cannot be both the target and the groups`,
    );
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
  let arrays = options.features ? onlyFeatures(read, options.features, source) : read;
  if (options.labels)
    arrays = joinLabels(arrays, await readTable(options.labels), options, options.labels.name);
  else if (options.labelPattern !== undefined) arrays = labelsFromIds(arrays, options.labelPattern, source);
  if (options.missing && options.missing !== "keep") arrays = dropMissing(arrays, options.missing, source);
  const labels = arrays.labels ? labelsOf(arrays.labels, arrays.labelName ?? "class", options, source) : null;
  requireGroups(arrays.rowGroups, source);
  const transforms = options.transforms ?? [];
  const dataset = atSource(source, () => {
    const values = transforms.reduce(applyTransform, arrays.values);
    const { levels } = arrays;
    const origin = { name: source, format, transforms, ...(levels && { levels }) };
    return new Dataset({ ...arrays, values, labels, source: origin });
  });
  options.onProgress?.(1);
  return dataset;
}

/** Reads a tabular file as it stands, with no column told apart from the others. */
export async function readTable(source: ByteSource, options: ReadOptions = {}): Promise<Table> {
  const { reader, plain } = await openReader(source, options);
  if (reader.kind === "table") return reader.readTable(plain, options);
  throw new InputError(
    "unusable-data",
    `${source.name}: a table with named columns is needed here, and ${reader.title} has none`,
  );
}

/** The reader for a source, and the source without its gzip wrapping. */
export async function openReader(
  source: ByteSource,
  options: ReadOptions,
): Promise<{ reader: Reader; plain: ByteSource }> {
  checkReadOptions(options);
  if (source.size === 0) throw new InputError("unusable-data", `${source.name}: the file is empty`);
  const start = await source.read(0, 2);
  const gzipped = start[0] === 0x1f && start[1] === 0x8b;
  const plain = gzipped ? await gunzip(source, undefined, options.signal) : source;
  if (plain.size === 0) throw new InputError("unusable-data", `${source.name}: the file is empty`);
  return { reader: chooseReader(plain.name, await plain.read(0, 4096), options.format), plain };
}

/** Checks the options without what only a running program has. */
function checkReadOptions({ companions, onProgress, signal, labels, ...rest }: ReadOptions): void {
  const { name: _, ...reading }: ParseOptions = rest;
  checkReading({ ...reading, labels: labels?.name });
}

/** Any input as a source. */
function toSource(input: Uint8Array | ArrayBuffer | Blob | ByteSource, name?: string): ByteSource {
  if (input instanceof Uint8Array) return bytesSource(input, name ?? "data");
  if (input instanceof ArrayBuffer) return bytesSource(new Uint8Array(input), name ?? "data");
  if (input instanceof Blob)
    return blobSource(input, name ?? ("name" in input ? String(input.name) : "data"));
  return input;
}

function labelsFromIds(arrays: RawArrays, pattern: string, source: string): RawArrays {
  if (!arrays.rowIds)
    throw new InputError(
      "unusable-data",
      `${source}: labels from row ids need row ids; name their column with --id-column`,
    );
  let expression: RegExp;
  try {
    expression = new RegExp(pattern, "u");
  } catch (error) {
    throw new InputError(
      "unusable-data",
      `the label pattern "${pattern}" is not a regular expression: ${(error as Error).message}`,
    );
  }
  const labels = arrays.rowIds.map((id) => {
    const match = expression.exec(id);
    if (!match)
      throw new InputError(
        "unusable-data",
        `${source}: the label pattern "${pattern}" does not match the row id "${id}"`,
      );
    return match[1] ?? match[0];
  });
  return { ...arrays, labels };
}

/** Checked labels; none where they need not be there and some are missing. */
function labelsOf(
  names: readonly string[],
  target: string,
  { features, optional }: ReadOptions,
  source: string,
): Labels | null {
  const missing = names.indexOf("");
  if (missing >= 0 && optional?.includes("target")) return null;
  if (missing >= 0)
    throw new InputError(
      "unusable-data",
      `${source}: the target "${target}" has no value in row ${missing + 1}; fill it in, or leave such rows out with --missing drop-rows`,
    );
  const labels = encodeLabels(names);
  // New data for a known selection may be a few rows, each of another class.
  if (labels.classes.length === names.length && names.length > 2 && !features)
    throw new InputError(
      "unusable-data",
      `${source}: the target "${target}" has a different value in each of the ${names.length} rows, so it is no class; name another column`,
    );
  return labels;
}

function requireGroups(groups: readonly string[] | undefined, source: string): void {
  const missing = groups?.indexOf("") ?? -1;
  if (missing >= 0)
    throw new InputError(
      "unusable-data",
      `${source}: row ${missing + 1} has no group; every row must say which group it belongs to, fill it in`,
    );
}

/** Puts the file's name before a refusal that does not know it. */
function atSource<T>(source: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof InputError) throw error.with({ file: source });
    throw error;
  }
}

/** Leaves out the rows or the columns with missing values; rows without a label go in either case. */
function dropMissing(arrays: RawArrays, what: "drop-rows" | "drop-columns", source: string): RawArrays {
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
    throw new InputError(
      "unusable-data",
      `${source}: every row has missing values; try --missing drop-columns`,
    );
  if (columns.length === 0)
    throw new InputError(
      "unusable-data",
      `${source}: every column has missing values; try --missing drop-rows`,
    );
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
