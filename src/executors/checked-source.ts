import { createHash } from "node:crypto";
import { InputError } from "../core/input-error.js";
import type { ByteSource } from "../data/byte-source.js";
import type { FileSource } from "../node/file-source.js";
import { hashOfPieces, type OrderedFile } from "./order.js";

/** So much of a file is read at a time. */
const readBytes = 4 * 2 ** 20;

/** A file that is read in parts has a hash for each piece of so many bytes, more where it is so long that there would be many. */
const leastPiece = 2 ** 24;
const mostPieces = 4096;

const pieceBytes = (size: number): number => {
  let bytes = leastPiece;
  while (size > bytes * mostPieces) bytes *= 2;
  return bytes;
};

/** The hash of all bytes of a source. */
export const hashOf = (source: ByteSource): Promise<string> => hashOfPart(source, 0, source.size);

async function hashOfPart(source: ByteSource, start: number, end: number): Promise<string> {
  const hash = createHash("sha256");
  for (let at = start; at < end; at += readBytes)
    hash.update(await source.read(at, Math.min(end, at + readBytes)));
  return hash.digest("hex");
}

/** The hashes of the pieces of a source, and over them one of the whole. */
export async function piecesOf(
  source: ByteSource,
  onRead: (bytes: number) => void = () => {},
): Promise<Required<Pick<OrderedFile, "sha256" | "pieces">>> {
  const pieces: string[] = [];
  const bytes = pieceBytes(source.size);
  for (let at = 0; at < source.size; at += bytes) {
    const end = Math.min(source.size, at + bytes);
    pieces.push(await hashOfPart(source, at, end));
    onRead(end);
  }
  return { sha256: hashOfPieces(pieces), pieces };
}

/** A file, and how it is called in messages. */
export interface OpenedPlace {
  readonly source: FileSource;
  readonly shown: string;
}

/**
 * A file of an order, opened when something of it is asked for; what is read of it is checked first, piece by piece, so that nobody has to
 * read more of a file than the pieces that he needs.
 */
export class CheckedSource implements ByteSource {
  readonly name: string;
  readonly size: number;
  /** Whether it turned out to be another file than planned, or not to be here. */
  isWrong = false;
  private opening: Promise<OpenedPlace> | null = null;
  private opened: OpenedPlace | null = null;
  private readonly good = new Set<number>();

  constructor(
    private readonly file: OrderedFile,
    private readonly open: () => Promise<OpenedPlace>,
  ) {
    this.name = file.name;
    this.size = file.size;
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    this.opening ??= this.open().catch((error) => {
      this.isWrong = true;
      throw error;
    });
    const opened = await this.opening;
    this.opened = opened;
    for (const [piece, from, to] of this.unchecked(opened, start, end))
      this.accept(opened, piece, await hashOfPart(opened.source, from, to));
    return opened.source.read(start, end);
  }

  /** What reads so has read the start of the file before, the other way. */
  readInto(target: Uint8Array, start: number): number {
    const { opened } = this;
    if (!opened?.source.readInto) throw new Error(`${this.name} is read at once before it is open`);
    for (const [piece, from, to] of this.unchecked(opened, start, start + target.length)) {
      const hash = createHash("sha256");
      const buffer = new Uint8Array(readBytes);
      for (let at = from; at < to; at += readBytes) {
        const part = buffer.subarray(0, Math.min(readBytes, to - at));
        opened.source.readInto(part, at);
        hash.update(part);
      }
      this.accept(opened, piece, hash.digest("hex"));
    }
    return opened.source.readInto(target, start);
  }

  async close(): Promise<void> {
    const opened = await this.opening?.catch(() => null);
    this.opening = null;
    this.opened = null;
    await opened?.source.close();
  }

  /** The pieces of these bytes that nobody has checked yet: their places, and from where to where they go. */
  private *unchecked(
    { source, shown }: OpenedPlace,
    start: number,
    end: number,
  ): Generator<readonly [piece: number, from: number, to: number]> {
    const { size } = this;
    if (source.size !== size) throw this.differs(shown, `${source.size} bytes in place of ${size}`);
    const bytes = pieceBytes(size);
    for (let piece = Math.floor(start / bytes); piece * bytes < Math.min(end, size); piece++)
      if (!this.good.has(piece)) yield [piece, piece * bytes, Math.min(size, (piece + 1) * bytes)];
  }

  private accept({ shown }: OpenedPlace, piece: number, found: string): void {
    const planned = this.file.pieces?.[piece] ?? "";
    if (found !== planned)
      throw this.differs(shown, `SHA-256 ${found.slice(0, 12)}… in place of ${planned.slice(0, 12)}…`);
    this.good.add(piece);
  }

  private differs(shown: string, difference: string): InputError {
    this.isWrong = true;
    return differs(shown, difference);
  }
}

/** Why a file is not used. */
export function differs(file: string, difference: string): InputError {
  return new InputError(
    "data-mismatch",
    `this is not the file that the work was planned with (${difference}); bring the same file here, or plan again`,
    { facts: { file } },
  );
}
