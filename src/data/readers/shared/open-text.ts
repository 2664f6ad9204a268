import { InputError } from "../../../core/input-error.js";
import { type ByteSource, bytesSource } from "../../byte-source.js";

/**
 * A text file as UTF-8 without a byte order mark. UTF-16, which must carry the mark, is decoded as a whole; what cannot
 * be text is refused.
 */
export async function openText(source: ByteSource): Promise<ByteSource> {
  if (source.size === 0)
    throw new InputError("unreadable-file", "the file is empty", { facts: { file: source.name } });
  const head = await source.read(0, 4096);
  const encoding = byteOrderMark(head);
  if (encoding === "utf-8") return skipBytes(source, 3);
  if (encoding) {
    const text = new TextDecoder(encoding).decode(await source.read(0, source.size));
    return bytesSource(new TextEncoder().encode(text), source.name);
  }
  if (head.some(isControl)) throw notText(source.name);
  return source;
}

/** The refusal of a file that is not text. */
export function notText(name: string): InputError {
  return new InputError("unknown-format", "this does not look like a text table: it contains binary data", {
    facts: { file: name },
    remedies: [{ action: "if it has another format, name it", option: "format" }],
  });
}

function byteOrderMark(head: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8";
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  return null;
}

function skipBytes(source: ByteSource, count: number): ByteSource {
  const read = (start: number, end: number) => source.read(start + count, end + count);
  return { name: source.name, size: source.size - count, read };
}

/** Tab, line ends, form feed, the old end-of-file mark and escape do occur in text. */
function isControl(byte: number): boolean {
  return byte < 9 || (byte > 13 && byte < 32 && byte !== 26 && byte !== 27);
}
