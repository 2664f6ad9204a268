import { InputError } from "../../../core/input-error.js";
import type { ByteSource } from "../../byte-source.js";
import type { ReadOptions } from "../../reading-options.js";
import type { Table } from "../../table.js";
import type { DataSize } from "../reader.js";
import { type ColumnChunk, joinTable, otherColumn } from "../shared/column-chunks.js";
import { decompressLz4Frame } from "../shared/lz4.js";
import { pandasNotes, withPandasIndex } from "../shared/pandas-index.js";
import { checkPlausibleSize } from "../shared/reading.js";
import { decompressZstd } from "../shared/zstd.js";
import { type ArrowMessage, messagesOf, messageTypes } from "./messages.js";
import { readColumn, readValues } from "./read-column.js";
import { type Decompressors, RecordBatch } from "./record-batch.js";
import { type ArrowField, type ArrowSchema, readSchema } from "./schema.js";
import { isArrowFile, isFeather1 } from "./signatures.js";

/** One record batch: a part of every column that is not left out. */
interface Batch {
  readonly schema: ArrowSchema;
  readonly chunks: readonly (ColumnChunk | null)[];
  readonly rows: number;
  /** Where it ends in the file. */
  readonly end: number;
}

/** A file as one table. */
export async function readArrow(source: ByteSource, options: ReadOptions): Promise<Table> {
  let schema: ArrowSchema | null = null;
  let chunks: ColumnChunk[][] = [];
  let rows = 0;
  for await (const batch of batchesOf(source, options)) {
    if (!schema) chunks = batch.schema.fields.map(() => []);
    schema = batch.schema;
    rows += batch.rows;
    for (const [j, chunk] of batch.chunks.entries()) if (chunk) chunks[j].push(chunk);
  }
  if (!schema) throw new Error("its schema is missing");
  return tableOf(schema, chunks, rows, options);
}

/** A file batch by batch. */
export async function* readArrowParts(source: ByteSource, options: ReadOptions): AsyncGenerator<Table> {
  for await (const { schema, chunks, rows } of batchesOf(source, options)) {
    const parts = chunks.map((chunk) => (chunk ? [chunk] : []));
    if (rows > 0) yield tableOf(schema, parts, rows, options);
  }
}

/** How large a file is, by its first batch: how many rows it has, and how much of the file it takes. */
export async function sizeOfArrow(source: ByteSource, options: ReadOptions): Promise<DataSize> {
  for await (const { schema, rows, end } of batchesOf(source, { ...options, onProgress: undefined })) {
    const all = Math.round((rows * source.size) / end);
    return { rows: all, columns: schema.fields.length, bytes: 2 * 8 * all * schema.fields.length };
  }
  return { rows: 0, columns: 0, bytes: 0 };
}

function tableOf(schema: ArrowSchema, chunks: ColumnChunk[][], rows: number, options: ReadOptions): Table {
  const table = joinTable(
    schema.fields.map(({ name }) => name),
    chunks,
    rows,
  );
  return withPandasIndex(table, pandasNotes(schema.pandas), options);
}

/** The batches of a file one after another; a file without any gives one of no rows, for its schema. */
async function* batchesOf(source: ByteSource, options: ReadOptions): AsyncGenerator<Batch> {
  const head = await source.read(0, 16);
  if (isFeather1(head))
    throw new InputError(
      "unreadable-file",
      `Feather version 1 is not supported; save the data as version 2, with pandas to_feather or R's arrow::write_feather`,
    );
  const decompressors: Decompressors = [decompressLz4Frame, decompressZstd];
  const dictionaries = new Map<number, ColumnChunk>();
  let schema: ArrowSchema | null = null;
  let rows = 0;
  let batches = 0;
  let progress = 0;
  for await (const message of messagesOf(source, isArrowFile(head))) {
    options.signal?.throwIfAborted();
    if (message.type === messageTypes.schema) {
      schema ??= refuseOthers(readSchema(message.header, message.version), options);
      continue;
    }
    if (!schema) throw new Error("its schema is missing");
    if (message.type === messageTypes.dictionaryBatch)
      addDictionary(message, schema, dictionaries, decompressors);
    else if (message.type === messageTypes.recordBatch) {
      const batch = new RecordBatch(message.header, message.body, decompressors);
      checkPlausibleSize(rows + batch.rows, schema.fields.length, source.size);
      rows += batch.rows;
      const chunks = schema.fields.map((field) => {
        if (!isLeftOut(field, options)) return readColumn(field, batch, dictionaries);
        batch.skip(field);
        return null;
      });
      batches++;
      yield { schema, chunks, rows: batch.rows, end: message.end };
    } else throw new Error(`it holds a message of type ${message.type}`);
    progress = Math.max(progress, message.end / source.size);
    options.onProgress?.(progress);
  }
  if (!schema) throw new Error("its schema is missing");
  if (batches === 0) yield { schema, chunks: schema.fields.map(() => null), rows: 0, end: source.size };
}

const isLeftOut = ({ name }: ArrowField, { drop = [] }: ReadOptions) => drop.includes(name);

function refuseOthers(schema: ArrowSchema, options: ReadOptions): ArrowSchema {
  for (const field of schema.fields)
    if (field.type.kind === "other" && !isLeftOut(field, options))
      throw otherColumn(field.name, field.type.words);
  return schema;
}

/** Reads a dictionary: a new one, one in place of another, or more values for the one that is there. */
function addDictionary(
  { header, body }: ArrowMessage,
  schema: ArrowSchema,
  dictionaries: Map<number, ColumnChunk>,
  decompressors: Decompressors,
): void {
  const id = header.int64(0);
  const data = header.table(1);
  const field = schema.fields.find(({ dictionary }) => dictionary?.id === id);
  if (!data) throw new Error("a dictionary is empty");
  // It may belong to a column that is left out, or to a part of one.
  if (!field || field.type.kind === "other") return;
  const added = readValues(field.type, new RecordBatch(data, body, decompressors));
  const before = header.uint8(2) ? dictionaries.get(id) : undefined;
  dictionaries.set(id, before ? append(before, added) : added);
}

function append(before: ColumnChunk, added: ColumnChunk): ColumnChunk {
  if (before.kind === "text" && added.kind === "text")
    return { kind: "text", values: [...before.values, ...added.values] };
  if (before.kind === "number" && added.kind === "number")
    return { kind: "number", values: Float64Array.from([...before.values, ...added.values]) };
  throw new Error("a dictionary changes its type");
}
