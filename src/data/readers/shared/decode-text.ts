const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The text of some bytes, without blanks around it: UTF-8, and where they are not valid UTF-8, windows-1252, which
 * spreadsheets of western Europe still write.
 */
export function decodeText(bytes: Uint8Array, start = 0, end = bytes.length): string {
  while (start < end && isBlank(bytes[start])) start++;
  while (end > start && isBlank(bytes[end - 1])) end--;
  let text = "";
  if (end - start <= 32) {
    let at = start;
    while (at < end && bytes[at] < 128) text += String.fromCharCode(bytes[at++]);
    if (at === end) return text;
  }
  const part = bytes.subarray(start, end);
  try {
    return utf8.decode(part);
  } catch {
    return Array.from(part, windows1252).join("");
  }
}

/** What windows-1252 has at 0x80 to 0x9f; elsewhere it is Latin-1. Node's own decoder takes these for Latin-1 too. */
const fromEighty = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

function windows1252(byte: number): string {
  return byte >= 0x80 && byte <= 0x9f ? fromEighty[byte - 0x80] : String.fromCharCode(byte);
}

const isBlank = (byte: number) => byte === 32 || byte === 9;
