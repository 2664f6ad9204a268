import { InputError } from "../core/input-error.js";
import { describeValue } from "../core/option.js";

/** Bytes that can be read in pieces: a file, a Blob, an array. Readers know nothing else about where data comes from. */
export interface ByteSource {
  /** The file's name, without folders: shown in messages, and its ending helps to tell the format. */
  readonly name: string;
  readonly size: number;
  /** Where this stands for several files of the same columns, which are read as one: those files. It has no bytes of its own then. */
  readonly files?: readonly ByteSource[];
  /** The bytes from `start` up to `end`; fewer only where the source ends. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** The same at once, where the source can: fills `target` with the bytes from `start` on, and says how many there were. */
  readInto?(target: Uint8Array, start: number): number;
}

/** A source over bytes in memory. */
export function bytesSource(bytes: Uint8Array, name: string): ByteSource {
  return {
    name,
    size: bytes.length,
    read: async (start, end) => bytes.subarray(start, end),
    readInto(target, start) {
      const part = bytes.subarray(start, start + target.length);
      target.set(part);
      return part.length;
    },
  };
}

/** Several files of the same columns as one, their rows in this order. */
export const joinedSource = (files: readonly ByteSource[], name: string): ByteSource => ({
  name,
  size: files.reduce((sum, { size }) => sum + size, 0),
  files,
  read: async () => {
    throw new InputError("not-possible", "several files are read as one here, which this cannot do");
  },
});

/** A source over a Blob or a File of the browser. */
export function blobSource(blob: Blob, name: string): ByteSource {
  return {
    name,
    size: blob.size,
    read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  };
}

/** Any input as a source; refuses anything that does not hold bytes. */
export function toByteSource(input: Uint8Array | ArrayBuffer | Blob | ByteSource, name?: string): ByteSource {
  if (input instanceof Uint8Array) return bytesSource(input, name ?? "data");
  if (input instanceof ArrayBuffer) return bytesSource(new Uint8Array(input), name ?? "data");
  if (typeof Blob !== "undefined" && input instanceof Blob)
    return blobSource(input, name ?? ("name" in input ? String(input.name) : "data"));
  if (isByteSource(input)) return input;
  throw new InputError(
    "argument-type",
    `bytes are needed: a Uint8Array, ArrayBuffer, Blob, File or ByteSource; ${describeValue(input)} was given`,
    { facts: { allowed: "Uint8Array, ArrayBuffer, Blob, File or ByteSource" } },
  );
}

function isByteSource(input: unknown): input is ByteSource {
  if (typeof input !== "object" || input === null) return false;
  const { name, size, read } = input as Partial<ByteSource>;
  return typeof name === "string" && typeof size === "number" && typeof read === "function";
}
