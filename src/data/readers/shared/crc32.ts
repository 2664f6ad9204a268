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
