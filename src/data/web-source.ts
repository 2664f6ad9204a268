import { InputError } from "../core/input-error.js";
import { plural } from "../core/text.js";
import { type ByteSource, bytesSource } from "./byte-source.js";

/** How a file is fetched. */
export interface WebOptions {
  readonly signal?: AbortSignal;
  /** How long a server may be silent. */
  readonly silenceSeconds?: number;
  /** Up to so many bytes a file is fetched as a whole. */
  readonly wholeSize?: number;
  /** From larger files at least so many bytes are fetched at a time. */
  readonly pieceSize?: number;
}

/** Whether this is an http or https address. */
export const isWebAddress = (path: string): boolean => /^https?:\/\//i.test(path);

/** An address as it may be shown and kept: without passwords, and without the query, which may hold a key. */
export function publicAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

/**
 * A file on a web server. Large files are read in pieces where the server can send parts of them (range requests); others are
 * fetched as a whole. Redirects are followed.
 */
export async function webSource(address: string | URL, options: WebOptions = {}): Promise<ByteSource> {
  const { wholeSize = 32 * 2 ** 20, pieceSize = 4 * 2 ** 20 } = options;
  const url = toUrl(address);
  const server = new Server(url, options);
  const first = await server.fetchPart(0, pieceSize);
  const name = fileName(url, first.response);
  if (first.part === null || first.part.size <= first.bytes.length) return bytesSource(first.bytes, name);
  const { size } = first.part;
  if (size <= wholeSize) {
    const rest = await server.fetchPart(first.bytes.length, size);
    return bytesSource(join([first.bytes, rest.bytes]), name);
  }
  let piece = { start: 0, bytes: first.bytes };
  return {
    name,
    size,
    async read(start, end) {
      const last = Math.min(end, size);
      if (start < piece.start || last > piece.start + piece.bytes.length) {
        const { bytes } = await server.fetchPart(start, Math.min(size, Math.max(last, start + pieceSize)));
        piece = { start, bytes };
      }
      return piece.bytes.subarray(start - piece.start, Math.max(last, start) - piece.start);
    },
  };
}

function toUrl(address: string | URL): URL {
  if (URL.canParse(String(address))) return new URL(address);
  throw new InputError("file-access", "this is not a valid address", { facts: { file: String(address) } });
}

/** What a server answered. */
interface Answer {
  readonly response: Response;
  readonly bytes: Uint8Array;
  /** The size of the whole where these bytes are a part of it; null where they are the whole. */
  readonly part: { readonly size: number } | null;
}

class Server {
  private readonly file: string;
  /** What tells one version of the file from another, from the first answer. */
  private version: string | null = null;

  constructor(
    private readonly url: URL,
    private readonly options: WebOptions,
  ) {
    this.file = isWebAddress(url.href) ? publicAddress(url.href) : `${url.protocol}…`;
  }

  /** The bytes from `start` up to `end`, or the whole file where the server cannot send a part that starts it. */
  async fetchPart(start: number, end: number): Promise<Answer> {
    if (!isWebAddress(this.url.href)) return this.fetch({}, (response) => this.checkStatus(response));
    const answer = await this.fetch({ Range: `bytes=${start}-${end - 1}` }, (response) => {
      if (response.status === 416) return null;
      this.checkStatus(response);
      if (response.status !== 206) return null;
      const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get("content-range") ?? "");
      // Pages of other sites may not see the size, and a packed part cannot be unpacked.
      return range && !response.headers.has("content-encoding") && Number(range[1]) === start
        ? { size: Number(range[2]) }
        : undefined;
    });
    const version = `${answer.part?.size} ${answer.response.headers.get("etag") ?? answer.response.headers.get("last-modified")}`;
    this.version ??= version;
    if (answer.part !== null && version === this.version) {
      const expected = Math.min(end, answer.part.size) - start;
      if (answer.bytes.length === expected) return answer;
      throw this.error(`the server sent ${answer.bytes.length} bytes in place of ${expected}; try again`);
    }
    if (start > 0) throw this.error("the file changed on the server while it was being read; try again");
    return answer.response.status === 200 ? answer : this.fetch({}, (response) => this.checkStatus(response));
  }

  /**
   * Asks once. `judge` sees the answer before its body is read: it gives the part that it is, null for a whole, or undefined
   * where the body is of no use.
   */
  private async fetch(
    headers: Readonly<Record<string, string>>,
    judge: (response: Response) => Answer["part"] | undefined,
  ): Promise<Answer> {
    const { signal, silenceSeconds = 30 } = this.options;
    const silence = new AbortController();
    const tooLong = () =>
      silence.abort(
        this.error(`the server has been silent for ${plural(silenceSeconds, "second")}; try again later`),
      );
    let timer = setTimeout(tooLong, 1000 * silenceSeconds);
    const chunks: Uint8Array[] = [];
    let received = 0;
    try {
      const response = await fetch(this.url, {
        headers,
        signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
      });
      const part = judge(response);
      const reader = response.body?.getReader();
      if (part === undefined) await reader?.cancel();
      else
        for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
          clearTimeout(timer);
          timer = setTimeout(tooLong, 1000 * silenceSeconds);
          chunks.push(next.value);
          received += next.value.length;
        }
      return { response, bytes: join(chunks), part: part ?? null };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (silence.signal.aborted) throw silence.signal.reason;
      throw error instanceof InputError ? error : this.failure(error, received);
    } finally {
      clearTimeout(timer);
    }
  }

  private checkStatus({ ok, status, statusText }: Response): null {
    if (ok) return null;
    const said = `the server answers ${status}${statusText ? ` ${statusText}` : ""}`;
    const advice =
      status === 404 || status === 410
        ? "there is no such file; check the address"
        : status === 401 || status === 403
          ? "it may only be read after signing in; download the file and give its path"
          : "try again later, or download the file and give its path";
    throw this.error(`${said}: ${advice}`);
  }

  private failure(error: unknown, received: number): InputError {
    const cause = (error as { cause?: { code?: string; message?: string } }).cause;
    const reason = cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error));
    if (received > 0)
      return this.error(`the connection was lost after ${received} bytes (${reason}); try again`, error);
    if (reason === "ENOTFOUND" || reason === "EAI_AGAIN")
      return this.error(`the server "${this.url.hostname}" was not found; check the address`, error);
    if (reason === "ECONNREFUSED")
      return this.error(`the server "${this.url.host}" does not accept connections`, error);
    if (/redirect/.test(reason)) return this.error("the server redirects without end", error);
    return this.error(`the connection failed (${reason})`, error);
  }

  private error(problem: string, cause?: unknown): InputError {
    return new InputError("file-access", problem, {
      facts: { file: this.file },
      ...(cause !== undefined && { cause }),
    });
  }
}

/** What the file is called: by the address, else by what the server says, else by the address that it redirected to. */
function fileName(url: URL, { headers, url: last }: Response): string {
  const lastPart = (path: string) => decode(path.slice(path.lastIndexOf("/") + 1));
  const said = /filename="?([^";]+)"?/i.exec(headers.get("content-disposition") ?? "")?.[1] ?? "";
  const names = [lastPart(url.pathname), lastPart(said), last ? lastPart(new URL(last).pathname) : ""];
  return names.find((name) => /[^.]\.\w+$/.test(name)) ?? (names[0] || url.hostname || "data");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0];
  const result = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    result.set(chunk, at);
    at += chunk.length;
  }
  return result;
}
