import { InputError } from "../../../core/input-error.js";
import type { ReadOptions } from "../../reading-options.js";
import { ByteWindow, type FileBytes } from "./file-bytes.js";
import { findSuperblock } from "./superblock.js";

/** What a look at all bytes of a file showed, before the library opens it. */
export interface Scanned {
  /** Why texts of variable length cannot be read; null where they can. */
  readonly heapProblem: InputError | null;
}

/** A layout message of version 4 and of the class "virtual"; the address of a heap with its sources follows. */
const layout = [4, 3] as const;
/** How a heap begins: with its name and its version. */
const heapName = [0x47, 0x43, 0x4f, 0x4c] as const;
const heapStart = [...heapName, 1, 0, 0, 0] as const;

/** How much is looked at at a time, with as much of the next piece as a layout message takes. */
const [pieceSize, overlap] = [1 << 22, 16];
/** How much of a heap, or of another place that is pointed at, is held. */
const windowSize = 1 << 16;

/**
 * Looks for what the library cannot be trusted with. Refused are virtual datasets: their data is in other files, which cannot be
 * read, and the library may loop for hours over a damaged list of them without a way to stop it. Global heaps (where texts of
 * variable length lie) in which it would go round for ever are a problem only for who reads texts: it steps from object to object
 * by their sizes, and free space of size 0, or a size that wraps round 32 bits, gets it nowhere.
 */
export async function scanFile(bytes: FileBytes, { signal }: ReadOptions): Promise<Scanned> {
  const window = new ByteWindow(bytes, windowSize);
  const start = findSuperblock(bytes.size, (at) => window.byteAt(at));
  if (start < 0) throw new InputError("unreadable-file", "this is not an HDF5 file, or its start is damaged");
  // How wide lengths are stands in another place since version 2.
  const lengthSize = window.byteAt(start + (window.byteAt(start + 8) < 2 ? 14 : 10));
  let heapProblem: InputError | null =
    lengthSize === 4 || lengthSize === 8
      ? null
      : new InputError(
          "unreadable-file",
          `the HDF5 file is damaged, or its lengths have ${lengthSize} bytes; only 4 and 8 are supported`,
        );
  const piece = new Uint8Array(4 * Math.ceil(Math.min(bytes.size, pieceSize + overlap) / 4));
  const words = new Uint32Array(piece.buffer);
  const look = (from: number, at: number) => {
    if (piece[at] === layout[0] && piece[at + 1] === layout[1]) {
      if (from + at < start || from + at + 10 > bytes.size) return;
      if (window.holds(start + addressAt(piece, at + 2), heapName)) throw virtualError();
    } else if (!heapProblem && piece[at] === heapName[0] && window.holds(from + at, heapStart))
      heapProblem = heapError(window, bytes.size, from + at, lengthSize as 4 | 8);
  };
  for (let from = 0; from < bytes.size; from += pieceSize) {
    if (from > 0 && (from / pieceSize) % 16 === 0) await new Promise((resume) => setTimeout(resume, 0));
    signal?.throwIfAborted();
    const length = bytes.readInto(piece, from);
    piece.fill(0, length);
    const end = Math.min(length, pieceSize);
    for (let word = 0; 4 * word < end; word++) {
      // Whether one of four bytes is the first of a layout or of a heap: a byte that is 0 after the exclusive or.
      const layouts = words[word] ^ 0x04040404;
      const heaps = words[word] ^ 0x47474747;
      if (((((layouts - 0x01010101) & ~layouts) | ((heaps - 0x01010101) & ~heaps)) & 0x80808080) === 0)
        continue;
      for (let at = 4 * word; at < 4 * word + 4; at++) look(from, at);
    }
  }
  return { heapProblem };
}

/** An address of 8 bytes; beyond 2^53 it is surely none. */
function addressAt(piece: Uint8Array, at: number): number {
  let address = 0;
  for (let i = 7; i >= 0; i--) address = 256 * address + piece[at + i];
  return address;
}

const virtualError = () =>
  new InputError(
    "unreadable-file",
    "it holds data in other files (a virtual dataset); write the data into one file",
  );

function heapError(window: ByteWindow, size: number, start: number, lengthSize: 4 | 8): InputError | null {
  const headerSize = 8 + lengthSize;
  const end = start + window.numberAt(start + 8, lengthSize);
  // A heap that reaches beyond the file is refused by the library itself.
  if (!(end <= size)) return null;
  for (let at = start + 16; at + headerSize <= end; ) {
    const own = window.numberAt(at + 8, lengthSize);
    const step = window.numberAt(at, 2) === 0 ? own : Math.ceil((headerSize + own) / 8) * 8;
    if (step === 0 || step >= 2 ** 31)
      return new InputError(
        "unreadable-file",
        `the HDF5 file is damaged: its strings at byte ${start} are inconsistent`,
      );
    at += step;
  }
  return null;
}
