import { InputError } from "../../../core/input-error.js";
import type { ByteSource } from "../../byte-source.js";
import { crc32 } from "./checksums.js";
import { inflateRaw, inflateStart } from "./inflate.js";

/** One file inside a zip archive. */
export interface ZipMember {
  readonly name: string;
  /** Unpacked size in bytes. */
  readonly size: number;
  /** The first bytes, at least `count` where there are so many; not verified. */
  readStart(count: number): Promise<Uint8Array>;
  /** All bytes, with size and CRC-32 verified. */
  readAll(): Promise<Uint8Array>;
}

interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  readonly headerAt: number;
}

/** Compressed bytes that surely yield a header; members of at most so many are simply unpacked whole. */
const startLimit = 1 << 16;

/** The longest array of bytes that every engine has. A longer member cannot be unpacked in one piece. */
const largestMember = 2 ** 32;

/** The members of a zip archive, from its central directory; zip64 is understood. */
export async function zipMembers(source: ByteSource): Promise<ZipMember[]> {
  const { at, size, count } = await findDirectory(source);
  if (at + size > source.size || count * 46 > size) throw damagedArchive();
  const directory = await source.read(at, at + size);
  const entries: Entry[] = [];
  for (let offset = 0; entries.length < count; ) {
    if (offset + 46 > directory.length) throw damagedArchive();
    const view = viewOf(directory, offset);
    if (view.getUint32(0, true) !== 0x02014b50) throw damagedArchive();
    const length = 46 + view.getUint16(28, true) + view.getUint16(30, true) + view.getUint16(32, true);
    if (offset + length > directory.length) throw damagedArchive();
    entries.push(readEntry(directory.subarray(offset, offset + length)));
    offset += length;
  }
  return entries.map((entry) => toMember(source, entry));
}

/** The end record stands last, before a comment of up to 65535 bytes; its zip64 twin stands where a locator says. */
async function findDirectory(source: ByteSource): Promise<{ at: number; size: number; count: number }> {
  const tail = await source.read(Math.max(0, source.size - 65557), source.size);
  let end = tail.length - 22;
  while (end >= 0 && viewOf(tail, end).getUint32(0, true) !== 0x06054b50) end--;
  if (end < 0)
    throw new InputError(
      "unreadable-file",
      "the file is cut off or not a zip archive: its directory is missing",
    );
  const view = viewOf(tail, end);
  const plain = {
    count: view.getUint16(10, true),
    size: view.getUint32(12, true),
    at: view.getUint32(16, true),
  };
  const isLarge = plain.count === 0xffff || plain.size === 0xffffffff || plain.at === 0xffffffff;
  if (!isLarge) return plain;
  const locator = end - 20;
  if (locator < 0 || viewOf(tail, locator).getUint32(0, true) !== 0x07064b50) return plain;
  const recordAt = readUint64(viewOf(tail, locator), 8);
  const record = await source.read(recordAt, recordAt + 56);
  if (record.length < 56 || viewOf(record, 0).getUint32(0, true) !== 0x06064b50) throw damagedArchive();
  const large = viewOf(record, 0);
  return { count: readUint64(large, 32), size: readUint64(large, 40), at: readUint64(large, 48) };
}

function readEntry(bytes: Uint8Array): Entry {
  const view = viewOf(bytes, 0);
  const nameEnd = 46 + view.getUint16(28, true);
  const sizes = {
    size: view.getUint32(24, true),
    packedSize: view.getUint32(20, true),
    headerAt: view.getUint32(42, true),
  };
  // The zip64 field holds, in this order, only those sizes that do not fit into 32 bits.
  const extra = viewOf(bytes.subarray(0, nameEnd + view.getUint16(30, true)), nameEnd);
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue;
    const end = Math.min(extra.byteLength, at + 4 + extra.getUint16(at + 2, true));
    let next = at + 4;
    for (const key of ["size", "packedSize", "headerAt"] as const)
      if (sizes[key] === 0xffffffff && next + 8 <= end) {
        sizes[key] = readUint64(extra, next);
        next += 8;
      }
  }
  return {
    name: new TextDecoder().decode(bytes.subarray(46, nameEnd)),
    flags: view.getUint16(8, true),
    method: view.getUint16(10, true),
    crc: view.getUint32(16, true),
    ...sizes,
  };
}

function toMember(source: ByteSource, entry: Entry): ZipMember {
  const damaged = () => new InputError("unreadable-file", `its member "${entry.name}" is damaged or cut off`);
  /** The packed bytes, up to a limit. */
  const packed = async (limit: number) => {
    if (entry.flags & 1) throw new InputError("unreadable-file", `its member "${entry.name}" is encrypted`);
    if (entry.method !== 0 && entry.method !== 8)
      throw new InputError(
        "unreadable-file",
        `its member "${entry.name}" is packed with method ${entry.method}; only stored and deflated members are supported`,
      );
    const header = await source.read(entry.headerAt, entry.headerAt + 30);
    if (header.length < 30 || viewOf(header, 0).getUint32(0, true) !== 0x04034b50) throw damaged();
    const view = viewOf(header, 0);
    const start = entry.headerAt + 30 + view.getUint16(26, true) + view.getUint16(28, true);
    if (start + entry.packedSize > source.size || (entry.method === 0 && entry.size !== entry.packedSize))
      throw damaged();
    return source.read(start, start + Math.min(limit, entry.packedSize));
  };
  const readAll = async () => {
    if (Math.max(entry.size, entry.packedSize) >= largestMember)
      throw new InputError(
        "unreadable-file",
        `its member "${entry.name}" unpacks to ${(entry.size / 2 ** 30).toFixed(1)} GiB; at most 4 GiB can be unpacked; save the array as a file of its own, which may be larger`,
      );
    const bytes = await packed(Number.POSITIVE_INFINITY);
    if (entry.method === 8)
      return inflateRaw(bytes, entry.size, entry.crc).catch((error) => {
        throw error instanceof InputError ? damaged() : error;
      });
    if (crc32(bytes) !== entry.crc) throw damaged();
    return bytes;
  };
  const readStart = async (count: number) => {
    if (entry.method === 0) return packed(count);
    if (entry.packedSize <= startLimit) return readAll();
    const bytes = await packed(startLimit);
    const member = new Uint8Array(bytes.length + 10);
    member.set([0x1f, 0x8b, 8]);
    member.set(bytes, 10);
    return inflateStart(member, "gzip", count);
  };
  return { name: entry.name, size: entry.size, readStart, readAll };
}

function viewOf(bytes: Uint8Array, at: number): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset + at, bytes.length - at);
}

/** Sizes beyond 2^53 cannot be; they come out as such large numbers that the checks against the file's size refuse them. */
function readUint64(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

function damagedArchive(): InputError {
  return new InputError(
    "unreadable-file",
    "the zip archive is damaged: its directory does not match the file",
  );
}
