import { InputError } from "../../../core/input-error.js";
import type { ByteSource } from "../../byte-source.js";
import type { ReadOptions } from "../../reading-options.js";

/**
 * Runs the body of a reader. Decoders and libraries throw plain errors where the bytes make no sense; here they become
 * the one line that users see. An abort passes as it is, our own refusals learn the file's name.
 */
export async function reading<T>(
  title: string,
  source: ByteSource,
  { signal }: ReadOptions,
  read: () => Promise<T>,
): Promise<T> {
  try {
    signal?.throwIfAborted();
    return await read();
  } catch (error) {
    throw inWords(title, source, signal, error);
  }
}

/** The same for a body that gives parts. */
export async function* readingParts<T>(
  title: string,
  source: ByteSource,
  { signal }: ReadOptions,
  parts: AsyncIterable<T>,
): AsyncGenerator<T> {
  const iterator = parts[Symbol.asyncIterator]();
  const ask = () =>
    iterator.next().catch((error) => {
      throw inWords(title, source, signal, error);
    });
  try {
    for (let next = await ask(); !next.done; next = await ask()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

/** What is thrown in place of an error that reading met. */
function inWords(
  title: string,
  source: ByteSource,
  signal: AbortSignal | undefined,
  error: unknown,
): unknown {
  if (signal?.aborted && error === signal.reason) return error;
  if (error instanceof InputError) return error.with({ file: source.name });
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").slice(0, 200);
  return new InputError(
    "unreadable-file",
    `this ${title} file is damaged (${reason}); download or save it again`,
    { facts: { file: source.name }, cause: error },
  );
}

/** Exactly the bytes from `start` up to `end`; anything else means that the file is cut off or lies about itself. */
export async function readExactly(source: ByteSource, start: number, end: number): Promise<Uint8Array> {
  if (!(start >= 0 && start <= end && end <= source.size))
    throw new Error(`it refers to the bytes ${start} to ${end} of ${source.size}`);
  const bytes = await source.read(start, end);
  if (bytes.length !== end - start) throw new Error(`it ends at byte ${start + bytes.length}`);
  return bytes;
}

/**
 * Refuses a table far larger than its file can honestly hold, before anything of that size is allocated. A gigabyte is
 * always let through: constant columns shrink to almost nothing.
 */
export function checkPlausibleSize(rows: number, columns: number, fileSize: number): void {
  const size = rows * columns * 8;
  const honest = Number.isSafeInteger(rows) && rows >= 0 && size <= Math.max(2 ** 30, 10_000 * fileSize);
  if (!honest) throw new Error(`it claims ${rows} rows and ${columns} columns in ${fileSize} bytes`);
}

/** Does a reader's work; whatever is wrong with the file is told with its name. */
export async function inFile<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InputError) throw error.with({ file: name });
    throw error;
  }
}

/** A refusal that says where in a text file. */
export function lineError(line: number, problem: string): InputError {
  return new InputError("unreadable-file", problem, { facts: { line } });
}
