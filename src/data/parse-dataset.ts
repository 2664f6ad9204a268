import type { Remedy } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { describeValue } from "../core/option.js";
import { type ByteSource, toByteSource } from "./byte-source.js";
import { checkReading } from "./check-reading.js";
import { Dataset } from "./dataset.js";
import { finishArrays } from "./finish-arrays.js";
import { joinLabels } from "./join-labels.js";
import { onlyFeatures } from "./need-features.js";
import { type FileInput, openInput } from "./open-input.js";
import { chooseReader } from "./readers/index.js";
import {
  type ArrayReader,
  type DataSize,
  partInDoubles,
  type RawArrays,
  type Reader,
  type TableReader,
} from "./readers/reader.js";
import { gunzip } from "./readers/shared/gunzip.js";
import { gzipSource } from "./readers/shared/gzip-stream.js";
import { inflateStart } from "./readers/shared/inflate.js";
import { inFile } from "./readers/shared/reading.js";
import type { ReadOptions } from "./reading-options.js";
import { rowsOfTable } from "./stream/join-parts.js";
import { joinedReader, type OpenedFile } from "./stream/joined-reader.js";
import { LabelMatcher } from "./stream/label-matcher.js";
import {
  arrayParts,
  emptyRows,
  type SampledRows,
  sampleNotices,
  sampleRows,
  tableParts,
  textsAt,
} from "./stream/sample-rows.js";
import type { Table } from "./table.js";
import { type DescribedColumn, planTable, tableToArrays } from "./table-to-arrays.js";

/** How to read bytes: {@link ReadOptions}, and the file's name where the bytes do not carry one. */
export interface ParseOptions extends ReadOptions {
  /** The file's name; its ending helps to recognise the format. */
  readonly name?: string;
}

/**
 * Reads a dataset from text, bytes, a Blob or File, a Response, a URL, or a {@link ByteSource}; the format is recognised by the
 * content or the name. Works the same in Node and in the browser.
 */
export async function parseDataset(input: FileInput, options: ParseOptions = {}): Promise<Dataset> {
  checkReadOptions(options);
  return (await surveyFile(await openInput(input, options.name, options.signal), options)).data;
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
  const own = withoutJoined(options);
  return inFile(source.name, async () => {
    if (reader.kind === "arrays") {
      const { part, ...drawn } = await sampledArrays(reader, plain, own);
      const { guessed = null, ...arrays } = part;
      const data = await finishDataset(arrays, options, source.name, reader.format, drawn);
      return { data, columns: null, guessed };
    }
    const { part, ...drawn } = await sampledTable(reader, plain, own);
    const { columns, guessed, ...arrays } = tableToArrays(part, own);
    const data = await finishDataset(arrays, options, source.name, reader.format, drawn);
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

type Drawn = Omit<SampledRows<unknown>, "part">;

const notDrawn: Drawn = { rows: null, of: 0 };

/** The table, or the rows of it that are asked for. */
async function sampledTable(
  reader: TableReader,
  source: ByteSource,
  options: ReadOptions,
): Promise<SampledRows<Table>> {
  const { sample } = options;
  if (sample === undefined) return { part: await reader.readTable(source, options), ...notDrawn };
  const matchers: LabelMatcher[] = [];
  const labels = await readLabels(options);
  let target = -1;
  return sampleRows(
    tableParts(
      () => reader.readParts?.(source, options) ?? single(reader.readTable(source, options)),
      (part, isFirst) => {
        if (isFirst && labels) matchers.push(new LabelMatcher(emptyRows(part), labels, options));
        if (isFirst && !labels) target = planTable(part, options).target;
        return matchers.at(-1)?.match(emptyRows(part)) ?? textsAt(part, target);
      },
    ),
    sample,
  );
}

/** The arrays, or the rows of them that are asked for. */
async function sampledArrays(
  reader: ArrayReader,
  source: ByteSource,
  options: ReadOptions,
): Promise<SampledRows<RawArrays>> {
  const { sample } = options;
  if (sample === undefined) return { part: await readArrays(reader, source, options), ...notDrawn };
  const matchers: LabelMatcher[] = [];
  const labels = await readLabels(options);
  const drawn = await sampleRows(
    arrayParts(
      () => reader.readParts?.(source, options) ?? single(readArrays(reader, source, options)),
      (part, isFirst) => {
        if (isFirst && labels) matchers.push(new LabelMatcher(part, labels, options));
        return matchers.at(-1)?.match(part) ?? part.labels ?? null;
      },
    ),
    sample,
  );
  return { ...drawn, part: partInDoubles(drawn.part) };
}

async function* single<Part>(part: Promise<Part>): AsyncGenerator<Part> {
  yield await part;
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

/** Labels from elsewhere, then what is the same for all data. */
async function finishDataset(
  read: RawArrays,
  options: ReadOptions,
  source: string,
  format: string,
  drawn: Drawn,
): Promise<Dataset> {
  options.signal?.throwIfAborted();
  const { features: own } = withoutJoined(options);
  const joined = await withLabels(own ? onlyFeatures(read, own, options.join) : read, options, drawn.rows);
  const arrays = options.features ? onlyFeatures(joined, options.features) : joined;
  const finished = finishArrays(
    { ...arrays, notices: [...sampleNotices(drawn), ...(arrays.notices ?? [])] },
    options,
  );
  options.onProgress?.(1);
  return new Dataset({
    ...finished,
    source: { ...finished.source, name: source, format },
    notices: finished.notices.map((one) => ({ ...one, file: source })),
  });
}

/** The options for the file itself, which need not have the columns that join it from the file with the labels. */
function withoutJoined(options: ReadOptions): ReadOptions {
  const { features, join = [], labels } = options;
  if (!features || !labels || join.length === 0) return options;
  return { ...options, features: features.filter((name) => !join.includes(name)) };
}

/** Labels from another file or from the ids of the rows, where that is asked for. */
export async function withLabels(
  arrays: RawArrays,
  options: ReadOptions,
  drawn: ArrayLike<number> | null = null,
): Promise<RawArrays> {
  const { labels: labelFile } = options;
  if (labelFile) {
    const whole = (await readLabels(options))!;
    // Labels that are matched by position are those of the rows that were drawn.
    const table = drawn && !arrays.rowIds ? rowsOfTable(whole, Array.from(drawn)) : whole;
    return inFile(labelFile.name, async () => joinLabels(arrays, table, options));
  }
  return options.labelPattern === undefined ? arrays : labelsFromIds(arrays, options.labelPattern);
}

/** The file with the labels, where there is one; its notices say which file they are about, and name its own options. */
export async function readLabels({ labels, labelSheet }: ReadOptions): Promise<Table | undefined> {
  if (!labels) return undefined;
  try {
    const table = await readTable(labels, { sheet: labelSheet });
    const notices = table.notices?.map((one) => ({
      ...one,
      text: `the file with the labels: ${one.text}`,
      ...(one.remedies && { remedies: one.remedies.map(forLabels) }),
    }));
    return { ...table, ...(notices && { notices }) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { code, sentence, facts, remedies, cause } = error;
    throw new InputError(code, sentence, { facts, remedies: remedies.map(forLabels), cause });
  }
}

const forLabels = (one: Remedy): Remedy => (one.option === "sheet" ? { ...one, option: "labelSheet" } : one);

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

/** How large the data of a source is in memory; null where the format does not tell, and for a sample. */
export const sizeInMemory = (
  reader: Reader,
  source: ByteSource,
  options: ReadOptions,
): Promise<DataSize | null> =>
  inFile(source.name, async () =>
    options.sample === undefined ? ((await reader.sizeOf?.(source, options)) ?? null) : null,
  );

/** The reader for a source, and the source without its gzip wrapping. */
export async function openReader(
  source: ByteSource,
  options: ReadOptions,
): Promise<{ reader: Reader; plain: ByteSource }> {
  checkReadOptions(options);
  if (source.files) {
    const opened: OpenedFile[] = [];
    for (const file of source.files) opened.push(await openReader(file, options));
    return { reader: joinedReader(opened), plain: source };
  }
  return inFile(source.name, async () => {
    if (source.size === 0) throw new InputError("unreadable-file", "the file is empty");
    const start = await source.read(0, 2);
    const gzipped = start[0] === 0x1f && start[1] === 0x8b;
    const plain = gzipped ? await unpacked(source, options) : source;
    if (plain.size === 0) throw new InputError("unreadable-file", "the file is empty");
    return { reader: chooseReader(plain.name, await plain.read(0, 4096), options.format), plain };
  });
}

/** Gzipped files that are larger than this, packed or unpacked, are not held as a whole if that can be avoided. */
const [largePacked, largeUnpacked] = [2 ** 23, 2 ** 26];

/** The content of a gzip file: unpacked in memory, or while it is read if it is large and its format allows it. */
async function unpacked(source: ByteSource, options: ReadOptions): Promise<ByteSource> {
  const [a, b, c, d] = await source.read(source.size - 4, source.size);
  const stated = (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
  if (source.size > largePacked || stated > largeUnpacked) {
    const start = await inflateStart(await source.read(0, 1 << 16), "gzip", 4096).catch(() => null);
    const name = source.name.replace(/\.b?gz$/i, "");
    if (start && chooseReader(name, start, options.format).readsForward) return gzipSource(source, options);
  }
  return gunzip(source, undefined, options.signal);
}

/** Checks the options without what only a running program has. */
function checkReadOptions(options: ParseOptions): void {
  if (typeof options !== "object" || options === null)
    throw new InputError(
      "argument-type",
      `reading options must be an object such as { target: "class" }; ${describeValue(options)} was given`,
    );
  const { companions, onProgress, lookForLeaks, signal, labels, name, ...reading } = options;
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
