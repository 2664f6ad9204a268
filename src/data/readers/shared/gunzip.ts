import { InputError } from "../../../core/input-error.js";
import { type ByteSource, bytesSource } from "../../byte-source.js";
import { GrowingBytes } from "./growing.js";
import { damaged, inflateInto } from "./inflate.js";

/** No file may unpack to more than this: a few kilobytes of gzip can hold terabytes of zeros. */
const sizeLimit = 4 * 2 ** 30;

/** How many places that only look like the start of the next member are tried before the file counts as damaged. */
const falseStartLimit = 32;

/**
 * The content of a gzip file, as a source named without `.gz`. Files of several members (bgzip, `cat a.gz b.gz`) are
 * unpacked member by member, because browsers refuse, and Node silently drops, what follows the first one. bgzip states
 * the length of each member; elsewhere the next member is looked for by its first bytes and its predecessor's size.
 */
export async function gunzip(
  source: ByteSource,
  onProgress?: (fraction: number) => void,
  signal?: AbortSignal,
): Promise<ByteSource> {
  if (source.size > sizeLimit)
    throw new InputError(
      "unreadable-file",
      "gzip files of more than 4 GiB are not supported; decompress the file first",
      {
        facts: { file: source.name },
      },
    );
  if (source.size === 0)
    throw new InputError("unreadable-file", "the file is empty", { facts: { file: source.name } });
  const bytes = await source.read(0, source.size);
  const lastSize = bytes.length < 18 ? 0 : readUint32(bytes, bytes.length - 4);
  const output = new GrowingBytes(Math.min(lastSize, bytes.length * 1032), sizeLimit);
  let start = 0;
  let furthest = 0; // a second try must not make the progress fall
  try {
    do {
      start = await unpackMember(bytes, start, output, (consumed) => {
        signal?.throwIfAborted();
        furthest = Math.max(furthest, consumed);
        onProgress?.(furthest / bytes.length);
      });
    } while (start < bytes.length);
  } catch (reason) {
    if (!(reason instanceof InputError)) throw reason;
    if (reason.message !== damaged) throw reason.with({ file: source.name });
    throw new InputError(
      "unreadable-file",
      `the gzip data is damaged or cut off in the part that starts at byte ${start} of ${bytes.length}; download or copy the file again`,
      { facts: { file: source.name } },
    );
  }
  return bytesSource(output.bytes(), source.name.replace(/\.b?gz$/i, ""));
}

/** Unpacks the member that starts at `start`, and gives where the next one starts. */
async function unpackMember(
  bytes: Uint8Array,
  start: number,
  output: GrowingBytes,
  onInput: (consumed: number) => void,
): Promise<number> {
  if (!isMemberStart(bytes, start)) throw new InputError("unreadable-file", damaged);
  const before = output.length;
  let end = bgzipEnd(bytes, start);
  const lengthIsStated = end > 0;
  if (!lengthIsStated) end = nextMemberStart(bytes, start + 18);
  for (let tries = 0; ; tries++) {
    try {
      // Node ignores what follows the member's end, so the size that ends the slice must be this member's. It is stated modulo
      // 4 GiB; where the slice is too short for 4 GiB more, a member that holds more than it says is given up as soon as that shows.
      const stated = readUint32(bytes, end - 4);
      const most = (end - start) * 1032 < stated + 2 ** 32 ? stated : sizeLimit;
      await inflateInto(output, bytes.subarray(start, end), "gzip", (consumed) => {
        if (output.length - before > most) throw new InputError("unreadable-file", damaged);
        onInput(start + consumed);
      });
      if ((output.length - before) % 2 ** 32 === stated) return end;
      throw new InputError("unreadable-file", damaged);
    } catch (reason) {
      const canGoOn = !lengthIsStated && end < bytes.length && tries < falseStartLimit;
      if (!canGoOn || !(reason instanceof InputError) || reason.message !== damaged) throw reason;
    }
    output.length = before;
    end = nextMemberStart(bytes, end + 1);
  }
}

/** Magic number, method 8, no reserved flag. */
function isMemberStart(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x1f && bytes[at + 1] === 0x8b && bytes[at + 2] === 8 && bytes[at + 3] < 32;
}

function nextMemberStart(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0x1f, from); at >= 0; at = bytes.indexOf(0x1f, at + 1))
    if (isMemberStart(bytes, at)) return at;
  return bytes.length;
}

/** Where a bgzip member ends, from its `BC` field; 0 where there is none. */
function bgzipEnd(bytes: Uint8Array, start: number): number {
  const hasExtra = (bytes[start + 3] & 4) !== 0;
  if (!hasExtra || bytes[start + 12] !== 0x42 || bytes[start + 13] !== 0x43) return 0;
  const end = start + (bytes[start + 16] | (bytes[start + 17] << 8)) + 1;
  if (end > bytes.length) throw new InputError("unreadable-file", damaged);
  return end;
}

function readUint32(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true);
}
