/**
 * Loads the Zstandard decompressor. It is told how large the result is and never gives anything else: the size that the
 * data itself states must be the same, for the library would allocate whatever stands there. Data that state none are
 * cut or filled with zeros to that size.
 */
export async function decompressZstd(): Promise<(bytes: Uint8Array, size: number) => Uint8Array> {
  const { decompressZstd: decompress } = await import("hyparquet-compressors");
  return (bytes, size) => {
    if (size === 0) return new Uint8Array(0);
    const stated = statedSize(bytes);
    if (stated !== null && stated !== BigInt(size))
      throw new Error(`Zstandard data of ${stated} bytes stand where ${size} are announced`);
    return decompress(bytes, new Uint8Array(size));
  };
}

/** The content size in the frame's header, or null where it is not there. */
function statedSize(bytes: Uint8Array): bigint | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(0, true) !== 0xfd2fb528) throw new Error("Zstandard data have the wrong first bytes");
  const flags = view.getUint8(4);
  const oneSegment = (flags >> 5) & 1;
  const start = 6 - oneSegment + [0, 1, 2, 4][flags & 3];
  switch (flags >> 6) {
    case 0:
      return oneSegment ? BigInt(view.getUint8(start)) : null;
    case 1:
      return BigInt(view.getUint16(start, true) + 256);
    case 2:
      return BigInt(view.getUint32(start, true));
    default:
      return view.getBigUint64(start, true);
  }
}
