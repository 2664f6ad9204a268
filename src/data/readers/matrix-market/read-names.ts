import type { ByteSource } from "../../byte-source.js";
import type { ReadOptions } from "../../read-options.js";
import { decodeText } from "../shared/decode-text.js";
import { gunzip } from "../shared/gunzip.js";
import { readLines } from "../shared/read-lines.js";

/** The names that stand in a column (from 1) of a file separated by tabs, or in the last one there is; gzip or plain. */
export async function readNames(
  source: ByteSource,
  column: number,
  { signal }: Pick<ReadOptions, "signal">,
): Promise<string[]> {
  const start = await source.read(0, 2);
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  const names: string[] = [];
  await readLines(
    isGzip ? await gunzip(source, undefined, signal) : source,
    { signal },
    (bytes, from, to) => {
      const cells = decodeText(bytes, from, to).split("\t");
      if (cells.length > 1 || cells[0] !== "") names.push(cells[Math.min(column, cells.length) - 1].trim());
    },
  );
  return names;
}
