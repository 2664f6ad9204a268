import { lstat, readdir, readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";

/** The style that Observable Plot writes into every chart, by its digest; all other style is in files. */
const chartStyles: readonly string[] = ["sha256-NRsRi5++YI1Vzq52zWNty3MEm+/nMgQ3vvR8+1mo11U="];

/**
 * What the studio's page may do, as a content security policy: run its own scripts and WebAssembly, fetch its own files,
 * and nothing else. The server sends it, and the built page states it too, for other web hosts.
 */
export const contentPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  // Kernel threads start from a script inside the program.
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  `style-src 'self'${chartStyles.map((digest) => ` '${digest}'`).join("")}`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** A running server. */
export interface StudioServer {
  readonly address: string;
  readonly port: number;
  close(): Promise<void>;
}

/** The port that is tried first where none is named, and how many after it. */
const usualPort = 4173;
const attempts = 20;

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
};

/** Isolation gives the page threads with shared memory; the other headers keep its content private. */
const headers: Readonly<Record<string, string>> = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Content-Security-Policy": `${contentPolicy}; frame-ancestors 'none'`,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-cache",
};

/**
 * Serves the built studio to this machine only. The files are read once and found by their exact address, so that no
 * request can reach another file. A page of another site cannot use a name that resolves to this machine, since the Host
 * header must be ours. Without a port, the first free one from 4173 is used.
 */
export async function serveStudio({
  port,
  folder = fileURLToPath(new URL("../studio", import.meta.url)),
}: {
  port?: number;
  folder?: string;
} = {}): Promise<StudioServer> {
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65535))
    throw new InputError(
      "option-value",
      `${optionName("port")} must be a whole number from 0 to 65535; ${port} was given`,
      { facts: { option: "port", given: port } },
    );
  const files = await readFiles(folder);
  const server = createServer((request, response) => answer(request, response, files, portOf(server)));
  await listen(server, port);
  return {
    address: `http://127.0.0.1:${portOf(server)}/`,
    port: portOf(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Files = ReadonlyMap<string, { readonly bytes: Uint8Array; readonly type: string }>;

/** All files of the folder by their address; `/` is the page. */
async function readFiles(folder: string): Promise<Files> {
  const files = new Map<string, { bytes: Uint8Array; type: string }>();
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    // A link may lead anywhere, so it is none of the studio's files.
    if (!(await lstat(path)).isFile()) continue;
    const type = types[extname(name)] ?? "application/octet-stream";
    files.set(`/${name.replaceAll("\\", "/")}`, { bytes: await readFile(path), type });
  }
  const page = files.get("/index.html");
  if (!page)
    throw new InputError(
      "not-possible",
      "the studio is not built; install salience again, or run npm run build in a checkout of the project",
    );
  return files.set("/", page);
}

function answer(request: IncomingMessage, response: ServerResponse, files: Files, port: number): void {
  const refuse = (status: number, why: string, more: Record<string, string> = {}) =>
    response.writeHead(status, { ...headers, "Content-Type": "text/plain", ...more }).end(`${why}\n`);
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(request.headers.host ?? ""))
    return void refuse(421, `this server only answers to ${hosts.join(" and ")}`);
  if (request.method !== "GET" && request.method !== "HEAD")
    return void refuse(405, "only GET and HEAD are served", { Allow: "GET, HEAD" });
  const file = files.get((request.url ?? "").replace(/[?#].*$/s, ""));
  if (!file) return void refuse(404, "file not found");
  response.writeHead(200, { ...headers, "Content-Type": file.type, "Content-Length": file.bytes.length });
  response.end(request.method === "HEAD" ? undefined : file.bytes);
}

/** Listens on the given port, or on the first free one of a few. */
async function listen(server: Server, port: number | undefined): Promise<void> {
  for (let candidate = port ?? usualPort; ; candidate++) {
    const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      server.once("error", resolve);
      server.listen(candidate, "127.0.0.1", () => {
        server.off("error", resolve);
        resolve(null);
      });
    });
    if (!error) return;
    const taken = error.code === "EADDRINUSE" || error.code === "EACCES";
    if (taken && port === undefined && candidate < usualPort + attempts) continue;
    if (!taken) throw error;
    throw new InputError(
      "file-access",
      `port ${candidate} is ${error.code === "EACCES" ? "not allowed" : "in use"}`,
      {
        remedies: [
          { action: "choose another", option: "port" },
          { action: "use any free one", option: "port", value: 0 },
        ],
      },
    );
  }
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
