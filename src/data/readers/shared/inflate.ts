import { InputError } from "../../../core/input-error.js";
import { type ByteSource, bytesSource } from "../../byte-source.js";
import { GrowingBytes } from "./growing.js";

/** What went wrong with a compressed stream; the callers add the file's name and their own words. */
export const damaged = "the compressed data is damaged or cut off";

/** A zlib stream (as in .mat files) unpacked; more than `sizeLimit` bytes are refused while they come. */
export async function inflateZlib(bytes: Uint8Array, sizeLimit: number): Promise<Uint8Array> {
  const output = new GrowingBytes(Math.min(sizeLimit, bytes.length * 4), sizeLimit);
  await inflateInto(output, bytes, "deflate");
  return output.bytes();
}

/**
 * A raw deflate stream (as in .npz, .xlsx and other zip files) unpacked. The size and the CRC-32 are those that the zip
 * directory states; both are verified. Node 20.0 has no `deflate-raw`, so the stream is dressed up as a gzip member,
 * which also makes the engine check the CRC.
 */
export async function inflateRaw(bytes: Uint8Array, size: number, crc32: number): Promise<Uint8Array> {
  // Deflate cannot shrink data below 1/1032, so a larger size is a lie and must not be allocated.
  if (!(size >= 0 && size <= bytes.length * 1032 + 1032)) throw new InputError("unreadable-file", damaged);
  const member = new Uint8Array(bytes.length + 18);
  member.set([0x1f, 0x8b, 8]);
  member.set(bytes, 10);
  const trailer = new DataView(member.buffer, bytes.length + 10);
  trailer.setUint32(0, crc32 >>> 0, true);
  trailer.setUint32(4, size >>> 0, true);
  const output = new GrowingBytes(size, size);
  await inflateInto(output, member, "gzip");
  if (output.length !== size) throw new InputError("unreadable-file", damaged);
  return output.bytes();
}

/** Bytes that have been unpacked, and up to where the packed ones have been handed over. */
export interface InflatedPart {
  readonly bytes: Uint8Array;
  readonly consumed: number;
}

/** How many packed bytes are handed over at a time. */
const chunkSize = 1 << 18;

/** Unpacks a stretch of a source with the engine's DecompressionStream, part by part. */
export async function* inflateParts(
  source: Pick<ByteSource, "read">,
  start: number,
  end: number,
  format: "gzip" | "deflate" = "gzip",
): AsyncGenerator<InflatedPart> {
  let at = start;
  let failure: unknown;
  const input = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        if (at >= end) return controller.close();
        try {
          // A copy: the stream takes the bytes for itself.
          controller.enqueue((await source.read(at, Math.min(end, at + chunkSize))).slice());
        } catch (error) {
          failure = error;
          throw error;
        }
        at = Math.min(end, at + chunkSize);
      },
    },
    { highWaterMark: 0 },
  );
  const reader = input.pipeThrough(new DecompressionStream(format)).getReader();
  try {
    for (;;) {
      const next = await reader.read().catch(() => {
        throw failure ?? new InputError("unreadable-file", damaged);
      });
      if (next.done) return;
      yield { bytes: next.value, consumed: at };
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** The same for bytes in memory, all of it. `onInput` is told how many bytes have been handed over; it may throw to stop. */
export async function inflateInto(
  output: GrowingBytes,
  bytes: Uint8Array,
  format: "gzip" | "deflate",
  onInput?: (consumed: number) => void,
): Promise<void> {
  const source = bytesSource(bytes, "");
  for await (const part of inflateParts(source, 0, bytes.length, format)) {
    onInput?.(part.consumed);
    output.append(part.bytes);
  }
}

/**
 * The first bytes of a compressed stream, at least `count` where it has so many: enough to see what is inside without
 * unpacking it all. Nothing is verified here. `bytes` is a zlib stream or a gzip member, or the start of one.
 */
export async function inflateStart(
  bytes: Uint8Array,
  format: "deflate" | "gzip",
  count: number,
): Promise<Uint8Array> {
  const output = new GrowingBytes(count, bytes.length * 1032 + 1032);
  const enough = new Error("enough");
  try {
    await inflateInto(output, bytes, format, () => {
      if (output.length >= count) throw enough;
    });
  } catch (error) {
    const cutOff = error instanceof InputError && error.message === damaged && output.length >= count;
    if (error !== enough && !cutOff) throw error;
  }
  return output.bytes();
}
