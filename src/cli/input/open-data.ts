import { bytesText } from "../../core/memory.js";
import {
  type DataSize,
  type Dataset,
  InputError,
  mostTableRows,
  openReader,
  openWide,
  parseDataset,
  RowSource,
  sampleRemedy,
  sizeInMemory,
  type WideColumns,
} from "../../internal.js";
import { availableMemory } from "../../node/available-memory.js";
import { isOnDisk } from "../../node/file-source.js";
import { type NodeReadOptions, openFile } from "../../node/read-dataset.js";
import { scratchFile } from "../../node/scratch-file.js";
import { movedToShared } from "../../node/shared-dataset.js";
import type { Invocation } from "../command.js";
import type { Flags } from "../flags/flag.js";
import { readOptions } from "../flags/shared-flags.js";
import { openBundled } from "./open-dataset.js";

/** For commands that can read rows in blocks. */
export const streamFlag = {
  stream: {
    help: "read the rows in blocks, so that the file may be larger than the memory; without it this is done when the data does not fit; --no-stream: never",
  },
} as const satisfies Flags;

/** A file that is open: its data in memory, or its rows or columns to be read in blocks. */
export interface OpenedData<Wide = never> {
  readonly data: Dataset | RowSource | Wide;
  close(): Promise<void>;
}

/** What a run needs beside the data, in bytes, for data of this size. */
export type WorkingMemory = (size: DataSize) => number;

/** How a command's file may be opened. */
interface OpenHow {
  readonly more?: NodeReadOptions;
  /** Told how many bytes the file has when it is about to be read into memory. */
  readonly onReading?: (bytes: number) => void;
  /** Whether threads are to work on the data side by side. */
  readonly shared?: boolean;
  /** What the work takes beside the data; nothing if absent. */
  readonly working?: WorkingMemory;
  /** Refuses what cannot be done with rows in blocks; absent where nothing can. */
  readonly mayStream?: (source: Pick<RowSource, "name" | "size">) => void;
  /** Refuses what cannot be done with columns in blocks; absent where nothing can. */
  readonly mayBeWide?: () => void;
}

/**
 * Opens the command's file: in memory if the data and the work fit, else as columns or rows in blocks. Where nothing of it is
 * possible, that is said before anything is read.
 */
export async function openData(
  invocation: Invocation,
  how?: OpenHow & { readonly mayBeWide?: undefined },
): Promise<OpenedData>;
export async function openData(invocation: Invocation, how: OpenHow): Promise<OpenedData<WideColumns>>;
export async function openData(invocation: Invocation, how: OpenHow = {}): Promise<OpenedData<WideColumns>> {
  const { file, flags, terminal, signal } = invocation;
  const bundled = await openBundled(file, flags);
  if (bundled) return { data: bundled, close: async () => {} };
  if (flags.verbose) terminal.note(`reading ${file}`);
  const onProgress = terminal.progress(`reading ${file}`);
  const options = { ...readOptions(flags), ...how.more };
  requireOneWay(flags, options);
  const { source, readOptions: reading, close } = await openFile(file, { ...options, signal });
  try {
    const room = availableMemory(flags.memory === undefined ? undefined : String(flags.memory));
    // Whoever speaks of rows in blocks, or draws some, does not want columns in blocks.
    if (how.mayBeWide && isOnDisk(file) && flags.stream === undefined && reading.sample === undefined) {
      const wide = await openWide(source, reading, { memory: room, scratch: (bytes) => scratchFile(bytes) });
      if (wide) {
        how.mayBeWide();
        return { data: wide, close };
      }
    }
    const { reader, plain } = await openReader(source, { ...reading, onProgress });
    const size = await sizeInMemory(reader, plain, reading);
    const needed = size && size.bytes + (how.working?.(size) ?? 0);
    const isLong = how.mayStream !== undefined && size !== null && size.rows > mostTableRows;
    const isShort = isLong || (needed !== null && needed > room);
    if (flags.stream === true || (isShort && flags.stream !== false)) {
      if (!how.mayStream || !reader.readParts)
        throw notInBlocks(source.name, reader.title, isShort ? (needed ?? 0) : 0, room);
      try {
        how.mayStream({ name: source.name, size });
      } catch (error) {
        if (!isShort || !(error instanceof InputError)) throw error;
        throw error.with({ file: source.name });
      }
      return { data: await RowSource.open(plain, reading), close };
    }
    how.onReading?.(source.size);
    const read = await parseDataset(source, { ...reading, onProgress });
    await close();
    // Threads then use the numbers where they are.
    const data = how.shared ? movedToShared(read) : read;
    return { data, close: async () => {} };
  } catch (error) {
    await close();
    throw error;
  } finally {
    terminal.clearBar();
  }
}

/** `needed`: what the data takes in memory where it does not fit, else 0. */
function notInBlocks(file: string, title: string, needed: number, room: number): InputError {
  const why =
    needed > 0
      ? `the data needs about ${bytesText(needed)} in memory, and ${bytesText(room)} are free; `
      : "";
  return new InputError(
    "not-possible",
    `${why}the rows of this file (${title}) cannot be read in blocks for this work`,
    { facts: { file }, remedies: [sampleRemedy] },
  );
}

/** Whether the rows are read in blocks. */
export const isStreamed = (data: Dataset | RowSource | WideColumns): data is RowSource =>
  data instanceof RowSource;

/** Whether the columns are read in blocks. */
export const isWide = (data: Dataset | RowSource | WideColumns): data is WideColumns => "facts" in data;

/** The file as rows in blocks if that was asked for or if the data does not fit; null if it is to be read whole. */
export async function openStreamed(
  invocation: Invocation,
): Promise<{ readonly source: RowSource; close(): Promise<void> } | null> {
  const { file, flags, signal } = invocation;
  // What comes once, or over the web, is not opened twice to see how large it is.
  if (!isOnDisk(file)) return null;
  const options = readOptions(flags);
  requireOneWay(flags, options);
  const { source, readOptions: reading, close } = await openFile(file, { ...options, signal });
  try {
    const { reader, plain } = await openReader(source, reading);
    const size = await sizeInMemory(reader, plain, reading);
    const isShort = (size?.bytes ?? 0) > availableMemory(flags.memory as string | undefined);
    if (!reader.readParts || !(flags.stream === true || (isShort && flags.stream !== false))) {
      await close();
      return null;
    }
    return { source: await RowSource.open(plain, reading), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Refuses to read all rows in blocks and to draw some of them: neither would be what was meant. */
function requireOneWay({ stream }: Invocation["flags"], { sample }: NodeReadOptions): void {
  if (stream === true && sample !== undefined)
    throw new InputError(
      "command-line",
      "--stream works on all rows and --sample on some of them in memory; leave out one of the two",
    );
}

/** Reads the command's file into memory with progress, or opens bundled data. */
export async function openDataset(invocation: Invocation, more: NodeReadOptions = {}): Promise<Dataset> {
  const { data } = await openData(invocation, { more, shared: true });
  return data as Dataset;
}

/** The refusal of a flag that has no meaning without all rows. */
export const needsRows = (flag: string): InputError =>
  new InputError("command-line", `${flag} needs all rows in memory, but they are read in blocks`, {
    remedies: [sampleRemedy],
  });
