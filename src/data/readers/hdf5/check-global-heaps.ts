import { InputError } from "../../../numeric/input-error.js";
import { findSuperblock } from "./superblock.js";

/**
 * Refuses global heaps (where texts of variable length lie) in which libhdf5 would go round for ever: it steps from
 * object to object by their sizes, and free space of size 0, or a size that wraps round 32 bits, gets it nowhere.
 */
export function checkGlobalHeaps(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const superblock = findSuperblock(bytes);
  if (superblock < 0) return;
  // How wide lengths are stands in another place since version 2.
  const lengthSize = bytes[superblock + (bytes[superblock + 8] < 2 ? 14 : 10)];
  if (lengthSize !== 8 && lengthSize !== 4)
    throw new InputError(
      `the HDF5 file is damaged, or its lengths have ${lengthSize} bytes; 4 and 8 are read`,
    );
  for (let at = bytes.indexOf(0x47); at >= 0; at = bytes.indexOf(0x47, at + 1)) {
    if (at + 16 > bytes.length) return;
    // "GCOL", version 1, three zeros.
    if (view.getUint32(at) === 0x47434f4c && view.getUint32(at + 4) === 0x01000000)
      checkHeap(view, at, lengthSize);
  }
}

function checkHeap(view: DataView, start: number, lengthSize: 4 | 8): void {
  const read = (at: number) =>
    lengthSize === 8 ? Number(view.getBigUint64(at, true)) : view.getUint32(at, true);
  const headerSize = 8 + lengthSize;
  const end = start + read(start + 8);
  // A heap that reaches beyond the file is refused by the library itself.
  if (end > view.byteLength) return;
  let at = start + 16;
  while (at + headerSize <= end) {
    const size = read(at + 8);
    const step = view.getUint16(at, true) === 0 ? size : Math.ceil((headerSize + size) / 8) * 8;
    if (step === 0 || step >= 2 ** 31)
      throw new InputError(`the HDF5 file is damaged: its texts at byte ${start} do not fit together`);
    at += step;
  }
}
