import type { ByteSource } from "../byte-source.js";
import type { ReadOptions } from "../reading-options.js";
import { isArrowFile, isArrowStream, isFeather1 } from "./arrow/signatures.js";
import type { TableReader } from "./reader.js";
import { reading, readingParts } from "./shared/reading.js";

/**
 * Apache Arrow's IPC format, as a file (which is also what Feather is since version 2) or as a stream. Batches are read
 * one after another, so that never more than one is in memory beside the table. The format is small, and the apache-arrow
 * package believes every length that it finds, so that one wrong number makes it fill the memory; the tests use its
 * writer as the other side.
 */
export const arrowReader: TableReader = {
  kind: "table",
  format: "arrow",
  title: "Arrow or Feather",
  extensions: [".arrow", ".arrows", ".feather", ".ipc"],
  recognises: (head) => isArrowFile(head) || isFeather1(head) || isArrowStream(head),
  readTable: (source, options) =>
    reading("Arrow", source, options, async () => (await load()).readArrow(source, options)),
  readParts: (source, options) => readingParts("Arrow", source, options, parts(source, options)),
  sizeOf: (source, options) =>
    reading("Arrow", source, options, async () => (await load()).sizeOfArrow(source, options)),
};

/** Loaded when the first file is read. */
const load = () => import("./arrow/read-arrow.js");
async function* parts(source: ByteSource, options: ReadOptions) {
  yield* (await load()).readArrowParts(source, options);
}
