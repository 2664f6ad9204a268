import { InputError } from "../../../core/input-error.js";
import type { ByteSource } from "../../byte-source.js";
import type { ReadOptions } from "../../reading-options.js";
import { notText } from "./open-text.js";

const firstChunkSize = 1 << 20;

/** A line or cell must fit into a chunk; chunks grow up to this size to make it so. */
const chunkSizeLimit = 1 << 28;

/**
 * Hands a text source over chunk by chunk. `consume` gives how many bytes it has used up; the next chunk starts there,
 * so that it never sees half a line or cell twice in two pieces. Reports progress, stops on abort, and lets the event
 * loop run now and then, as a source in memory never really waits.
 */
export async function consumeText(
  source: ByteSource,
  { onProgress, signal }: Pick<ReadOptions, "onProgress" | "signal">,
  consume: (bytes: Uint8Array, isLast: boolean) => number,
  start = 0,
): Promise<void> {
  let chunkSize = firstChunkSize;
  let lastPause = performance.now();
  for (let position = start; position < source.size; ) {
    signal?.throwIfAborted();
    const end = Math.min(source.size, position + chunkSize);
    const bytes = await source.read(position, end);
    if (bytes.length !== end - position)
      throw new InputError(
        "unreadable-file",
        `the file ends at byte ${position + bytes.length} of ${source.size}`,
        { facts: { file: source.name } },
      );
    if (bytes.includes(0)) throw notText(source.name);
    const used = consume(bytes, end === source.size);
    if (used === 0) {
      if (end === source.size) return;
      if (chunkSize >= chunkSizeLimit)
        throw new InputError("unreadable-file", `a line of more than ${chunkSizeLimit} bytes is too long`, {
          facts: { file: source.name },
        });
      chunkSize *= 2;
    }
    position += used;
    onProgress?.(position / source.size);
    if (performance.now() - lastPause > 100) {
      await new Promise((resume) => setTimeout(resume, 0));
      lastPause = performance.now();
    }
  }
}
