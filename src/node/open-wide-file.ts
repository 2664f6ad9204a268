import { openWide } from "../data/wide/open-wide.js";
import type { WideColumns } from "../data/wide/wide-columns.js";
import { availableMemory } from "./available-memory.js";
import { isOnDisk } from "./file-source.js";
import { type NodeReadOptions, openFile } from "./read-dataset.js";
import { scratchFile } from "./scratch-file.js";

/** Columns of a file that are read in blocks; close them when done. */
export interface WideFile {
  readonly wide: WideColumns;
  close(): Promise<void>;
}

/**
 * Opens a file whose columns do not fit into memory together, for `selectWide`; null where they fit, or where the file is
 * of a kind that can only be read whole. `memory` is what data and the work on it may take, in bytes.
 */
export async function openWideFile(
  path: string,
  options: NodeReadOptions = {},
  memory = availableMemory(),
): Promise<WideFile | null> {
  if (!isOnDisk(path)) return null;
  const { source, readOptions, close } = await openFile(path, options);
  try {
    const wide = await openWide(source, readOptions, { memory, scratch: (bytes) => scratchFile(bytes) });
    if (wide) return { wide, close };
  } catch (error) {
    await close();
    throw error;
  }
  await close();
  return null;
}

export type { Scratch, WideBlock, WideColumns } from "../data/wide/wide-columns.js";
export { type DescribedPicks, describeWide } from "../selectors/wide/describe-wide.js";
export { selectWide } from "../selectors/wide/select-wide.js";
