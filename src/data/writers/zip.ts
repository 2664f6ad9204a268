import { InputError } from "../../core/input-error.js";
import { crc32 } from "../readers/shared/checksums.js";

/** A file to be put into an archive; its content may come in pieces. */
export interface ZipContent {
  readonly name: string;
  readonly chunks: readonly Uint8Array[];
}

/** The bytes of a zip archive of stored (not compressed) members, in pieces. Equal contents give equal bytes. */
export function zipBytes(contents: readonly ZipContent[]): Uint8Array[] {
  const output: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, chunks } of contents) {
    const size = lengthOf(chunks);
    const crc = chunks.reduce((previous, chunk) => crc32(chunk, previous), 0);
    const nameBytes = new TextEncoder().encode(name);
    const common = commonFields(crc, size, nameBytes.length);
    output.push(record(0x04034b50, [...common, u16(0)]), nameBytes, ...chunks);
    // Comment, disk and attributes are empty; the last field says where the member starts.
    const entry = [u16(20), ...common, u16(0), u16(0), u16(0), u16(0), u32(0), u32(at)];
    directory.push(record(0x02014b50, entry), nameBytes);
    at += 30 + nameBytes.length + size;
  }
  const directorySize = lengthOf(directory);
  if (at + directorySize >= 2 ** 32 - 1)
    throw new InputError(
      "unusable-data",
      `the archive would have ${at} bytes, but npz is limited to 4 GiB; write Parquet instead`,
    );
  const count = u16(contents.length);
  const end = [u16(0), u16(0), count, count, u32(directorySize), u32(at), u16(0)];
  return [...output, ...directory, record(0x06054b50, end)];
}

/** Version, flags, method, a fixed time (1 January 1980), CRC, sizes and the name's length. */
function commonFields(crc: number, size: number, nameLength: number): Field[] {
  return [u16(20), u16(0x800), u16(0), u16(0), u16(33), u32(crc), u32(size), u32(size), u16(nameLength)];
}

interface Field {
  readonly bytes: 2 | 4;
  readonly value: number;
}
const u16 = (value: number): Field => ({ bytes: 2, value });
const u32 = (value: number): Field => ({ bytes: 4, value });

function record(signature: number, fields: readonly Field[]): Uint8Array {
  const all = [u32(signature), ...fields];
  const view = new DataView(new ArrayBuffer(all.reduce((sum, { bytes }) => sum + bytes, 0)));
  let at = 0;
  for (const { bytes, value } of all) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

function lengthOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}
