import { crc32 } from "../../../src/data/readers/shared/checksums.js";
import { isNumber } from "../parts/format.js";

/** The most bytes that one block of a stored stream may hold. */
const largestBlock = 65_535;

/** Grey pixels from 0 to 1, open ones where there is no number, as the address of a PNG; nothing is smoothed and nothing is lost. */
export function pictureUrl(width: number, height: number, pixels: readonly (number | null)[]): string {
  const [across, down] = [Math.max(1, width), Math.max(1, height)];
  // A row begins with its filter, none; a pixel is a grey and whether it is to be seen.
  const rows = new Uint8Array(down * (1 + 2 * across));
  for (let at = 0; at < width * height; at++) {
    const value = pixels[at];
    if (!isNumber(value)) continue;
    const place = Math.floor(at / width) * (1 + 2 * across) + 1 + 2 * (at % width);
    rows[place] = Math.round(255 * Math.min(1, Math.max(0, value)));
    rows[place + 1] = 255;
  }
  const bytes = [
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    // Eight bits, grey with transparency.
    ...chunk("IHDR", [...u32(across), ...u32(down), 8, 4, 0, 0, 0]),
    ...chunk("IDAT", stored(rows)),
    ...chunk("IEND", []),
  ];
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `data:image/png;base64,${btoa(text)}`;
}

const u32 = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);

function chunk(name: string, content: readonly number[]): number[] {
  const named = [...Array.from(name, (letter) => letter.charCodeAt(0)), ...content];
  return [...u32(content.length), ...named, ...u32(crc32(Uint8Array.from(named)))];
}

/** A zlib stream of blocks that are stored as they are. */
function stored(bytes: Uint8Array): number[] {
  const stream = [0x78, 0x01];
  for (let from = 0; from < bytes.length; from += largestBlock) {
    const block = bytes.subarray(from, from + largestBlock);
    const last = from + largestBlock >= bytes.length ? 1 : 0;
    const [low, high] = [block.length & 255, block.length >> 8];
    stream.push(last, low, high, low ^ 255, high ^ 255, ...block);
  }
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  stream.push(...u32(((b << 16) | a) >>> 0));
  return stream;
}
