import { InputError } from "../core/input-error.js";
import { describeValue } from "../core/option.js";
import { type ByteSource, bytesSource, toByteSource } from "./byte-source.js";
import { webSource } from "./web-source.js";

/** What a file's content can come as: text, bytes, a Blob or File, an answer of `fetch`, an address, or a {@link ByteSource}. */
export type FileInput = string | Uint8Array | ArrayBuffer | Blob | Response | URL | ByteSource;

/** Any content as a source; refuses what holds none. */
export async function openInput(input: FileInput, name?: string, signal?: AbortSignal): Promise<ByteSource> {
  if (typeof input === "string") return textSource(input, name ?? "text");
  if (input instanceof URL && input.protocol === "file:")
    throw new InputError("file-access", "files on disk are read with readDataset", {
      facts: { file: input.pathname },
    });
  if (input instanceof URL) return renamed(await webSource(input, { signal }), name);
  if (isResponse(input)) return responseSource(input, name);
  return toByteSource(input, name);
}

/** Told by its tag: naming the class would load all that Node needs for `fetch`, which takes longer than many a file. */
const isResponse = (input: object): input is Response =>
  Object.prototype.toString.call(input) === "[object Response]";

const renamed = (source: ByteSource, name = source.name): ByteSource => ({ ...source, name });

function textSource(text: string, name: string): ByteSource {
  if (/[\r\n]/.test(text.trim())) return bytesSource(new TextEncoder().encode(text), name);
  throw new InputError(
    "argument-type",
    `text with a line per row is needed; ${describeValue(text)} was given; read a file by its path with readDataset, and one on the web with new URL(address)`,
    { facts: { allowed: "text with a line per row" } },
  );
}

async function responseSource(response: Response, name?: string): Promise<ByteSource> {
  const last = response.url.slice(response.url.lastIndexOf("/") + 1).replace(/[?#].*/, "");
  const file = name ?? (last || "response");
  if (!response.ok)
    throw new InputError("file-access", `the server answered ${response.status} ${response.statusText}`, {
      facts: { file },
    });
  if (response.bodyUsed)
    throw new InputError("file-access", "the response has already been read; fetch it again", {
      facts: { file },
    });
  return bytesSource(new Uint8Array(await response.arrayBuffer()), file);
}
