const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++)
    remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
  return remainder;
});

/** The CRC-32 of zip and gzip; `previous` is that of the bytes before these. */
export function crc32(bytes: Uint8Array, previous = 0): number {
  let remainder = ~previous;
  for (let i = 0; i < bytes.length; i++) remainder = table[(remainder ^ bytes[i]) & 255] ^ (remainder >>> 8);
  return ~remainder >>> 0;
}

const prime1 = 0x9e3779b1;
const prime2 = 0x85ebca77;
const prime3 = 0xc2b2ae3d;
const prime4 = 0x27d4eb2f;
const prime5 = 0x165667b1;

/** The 32-bit xxHash with seed 0, the checksum of LZ4 frames (https://github.com/Cyan4973/xxHash, its specification). */
export function xxhash32(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  let hash = prime5;
  if (bytes.length >= 16) {
    const lanes = [prime1 + prime2, prime2, 0, -prime1];
    for (; at + 16 <= bytes.length; at += 16)
      for (let lane = 0; lane < 4; lane++)
        lanes[lane] = Math.imul(
          rotate(lanes[lane] + Math.imul(view.getUint32(at + 4 * lane, true), prime2), 13),
          prime1,
        );
    hash = rotate(lanes[0], 1) + rotate(lanes[1], 7) + rotate(lanes[2], 12) + rotate(lanes[3], 18);
  }
  hash = (hash + bytes.length) | 0;
  for (; at + 4 <= bytes.length; at += 4)
    hash = Math.imul(rotate(hash + Math.imul(view.getUint32(at, true), prime3), 17), prime4);
  for (; at < bytes.length; at++) hash = Math.imul(rotate(hash + Math.imul(bytes[at], prime5), 11), prime1);
  hash = Math.imul(hash ^ (hash >>> 15), prime2);
  hash = Math.imul(hash ^ (hash >>> 13), prime3);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const rotate = (value: number, bits: number) => (value << bits) | ((value | 0) >>> (32 - bits));
