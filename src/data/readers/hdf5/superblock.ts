const signature = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a];

/** Where the HDF5 part of a file starts: at 0, or behind a user's block at 512, 1024, 2048, …; −1 where it is none. */
export function findSuperblock(bytes: Uint8Array): number {
  for (let at = 0; at + 8 <= bytes.length; at = at === 0 ? 512 : at * 2)
    if (signature.every((byte, i) => bytes[at + i] === byte)) return at;
  return -1;
}
