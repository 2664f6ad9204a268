import { InputError } from "../../../numeric/input-error.js";
import { GrowingBytes } from "./growing-bytes.js";
import { damaged, inflateInto } from "./inflate.js";

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
