const signature = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a];

/** Where the HDF5 part of a file starts: at 0, or behind a user's block at 512, 1024, 2048, …; −1 where it is none. */
export function findSuperblock(size: number, byteAt: (at: number) => number): number {
  for (let at = 0; at + 8 <= size; at = at === 0 ? 512 : at * 2)
    if (signature.every((byte, i) => byteAt(at + i) === byte)) return at;
  return -1;
}

/** Whether the first bytes of a file can only be HDF5. */
export const beginsAsHdf5 = (head: Uint8Array): boolean => findSuperblock(head.length, (at) => head[at]) >= 0;
