import { InputError } from "../../../core/input-error.js";
import type { ByteSource } from "../../byte-source.js";
import type { ReadOptions } from "../../reading-options.js";
import { damaged, type InflatedPart, inflateParts } from "./inflate.js";

/** One member of a gzip file: where it lies there, and where its content begins in what the whole file unpacks to. */
interface Member {
  readonly start: number;
  readonly end: number;
  readonly at: number;
}

/** How many bytes of the file are looked at at a time. */
const scanSize = 1 << 20;
/** How many places that only look like the start of the next member are tried before the file counts as damaged. */
const falseStartLimit = 32;
/** A member has at least a header of 10 bytes, 2 bytes of content and a trailer of 8. */
const leastMember = 20;

/**
 * The content of a gzip file as a source named without `.gz`, unpacked while it is read and never held as a whole: reading goes
 * forward, and a read that goes back unpacks from the beginning of a member again. The file is unpacked once beforehand, to know
 * how large its content is and that it is whole.
 */
export async function gzipSource(
  source: ByteSource,
  { signal, onProgress }: Pick<ReadOptions, "signal" | "onProgress"> = {},
): Promise<ByteSource> {
  const starts = await memberStarts(source);
  const members: Member[] = [];
  let [size, start, next] = [0, 0, 0];
  while (start < source.size) {
    while (starts[next] < start + leastMember) next++;
    const ends = [...starts.slice(next, next + falseStartLimit), source.size];
    const found = await firstWhole(source, start, ends, (done) => {
      signal?.throwIfAborted();
      onProgress?.(done / source.size);
    });
    if (!found)
      throw new InputError(
        "unreadable-file",
        `the gzip data is damaged or cut off in the part that starts at byte ${start} of ${source.size}; download or copy the file again`,
        { facts: { file: source.name } },
      );
    members.push({ start, end: found.end, at: size });
    size += found.size;
    start = found.end;
  }
  const forward = new ForwardBytes(source, members);
  let last: Promise<unknown> = Promise.resolve();
  return {
    name: source.name.replace(/\.b?gz$/i, ""),
    size,
    read(from, to) {
      // One after the other: they share what has been unpacked.
      const read = last.then(() => forward.read(from, Math.min(to, size)));
      last = read.catch(() => {});
      return read;
    },
  };
}

/** Where members may begin: the places that look like a header in every byte that has few meanings. */
async function memberStarts(source: ByteSource): Promise<number[]> {
  const starts: number[] = [];
  for (let first = 0; first < source.size; first += scanSize) {
    const bytes = await source.read(first, Math.min(source.size, first + scanSize + 9));
    for (let at = bytes.indexOf(0x1f); at >= 0 && at < scanSize; at = bytes.indexOf(0x1f, at + 1))
      if (isHeader(bytes, at)) starts.push(first + at);
  }
  return starts;
}

function isHeader(bytes: Uint8Array, at: number): boolean {
  const [, magic, method, flags, , , , , extra, system] = bytes.subarray(at, at + 10);
  return (
    magic === 0x8b &&
    method === 8 &&
    flags < 32 &&
    (extra === 0 || extra === 2 || extra === 4) &&
    (system < 20 || system === 255)
  );
}

/** The first of these ends at which the member that begins at `start` is whole, and the size of its content. */
async function firstWhole(
  source: ByteSource,
  start: number,
  ends: readonly number[],
  onInput: (done: number) => void,
): Promise<{ end: number; size: number } | null> {
  for (const end of ends) {
    let size = 0;
    try {
      for await (const part of inflateParts(source, start, end)) {
        size += part.bytes.length;
        onInput(part.consumed);
      }
    } catch (error) {
      if (error instanceof InputError && error.message === damaged) continue;
      throw error;
    }
    // An engine may ignore what follows a member, so the size that stands at its end must be that of this one.
    const [a, b, c, d] = await source.read(end - 4, end);
    if (size % 2 ** 32 === (a | (b << 8) | (c << 16) | (d << 24)) >>> 0) return { end, size };
  }
  return null;
}

/** Unpacks forward, and holds what has been unpacked from the start of the last read on. */
class ForwardBytes {
  private parts: AsyncGenerator<InflatedPart> | null = null;
  /** The member that is being unpacked. */
  private place = -1;
  private held = new Uint8Array(0);
  /** Where what is held begins, and where it ends, which is how far the members have been unpacked. */
  private from = 0;
  private until = 0;

  constructor(
    private readonly source: ByteSource,
    private readonly members: readonly Member[],
  ) {}

  async read(start: number, end: number): Promise<Uint8Array> {
    if (end <= start) return new Uint8Array(0);
    const holder = this.members.findLastIndex(({ at }) => at <= start);
    // Back, or so far on that members in between need not be unpacked.
    if (start < this.from || holder > this.place) {
      await this.open(holder);
      this.until = this.members[holder].at;
      this.held = new Uint8Array(0);
    }
    const pieces: Uint8Array[] = start < this.until ? [this.held.subarray(start - this.from)] : [];
    while (this.until < end) {
      const next = await this.parts!.next();
      if (next.done) await this.open(this.place + 1);
      else {
        const { bytes } = next.value;
        if (this.until + bytes.length > start) pieces.push(bytes.subarray(Math.max(0, start - this.until)));
        this.until += bytes.length;
      }
    }
    this.held = joined(pieces);
    this.from = start;
    return this.held.slice(0, end - start);
  }

  private async open(place: number): Promise<void> {
    await this.parts?.return(undefined);
    const { start, end } = this.members[place];
    this.parts = inflateParts(this.source, start, end);
    this.place = place;
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
