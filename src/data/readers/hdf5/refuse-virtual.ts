import { InputError } from "../../../core/input-error.js";
import { findSuperblock } from "./superblock.js";

/** A layout message of version 4 and of the class "virtual"; the address of a heap with its sources follows. */
const layout = [4, 3] as const;
/** How a heap begins. */
const heap = [0x47, 0x43, 0x4f, 0x4c] as const;

/**
 * Refuses files with virtual datasets before the library opens them: their data is in other files, which cannot be read, and the
 * library may loop for hours over a damaged list of them without a way to stop it.
 */
export function refuseVirtual(bytes: Uint8Array): void {
  const start = Math.max(0, findSuperblock(bytes));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = start; at + 10 <= bytes.length; at++) {
    if (bytes[at] !== layout[0] || bytes[at + 1] !== layout[1]) continue;
    const address = start + Number(view.getBigUint64(at + 2, true));
    if (heap.every((byte, i) => bytes[address + i] === byte))
      throw new InputError(
        "unreadable-file",
        "it holds data in other files (a virtual dataset); write the data into one file",
      );
  }
}
