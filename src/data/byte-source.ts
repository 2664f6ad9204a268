/** Bytes that can be read piece by piece: a file, a Blob, an array. Readers know nothing else of where data lies. */
export interface ByteSource {
  /** The file's name, without folders: shown in messages, and its ending helps to tell the format. */
  readonly name: string;
  readonly size: number;
  /** The bytes from `start` up to `end`; fewer only where the source ends. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** A source over bytes in memory. */
export function bytesSource(bytes: Uint8Array, name: string): ByteSource {
  return { name, size: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}

/** A source over a Blob or a File of the browser. */
export function blobSource(blob: Blob, name: string): ByteSource {
  return {
    name,
    size: blob.size,
    read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  };
}
