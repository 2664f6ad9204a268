import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
};

/** A host of static files for pages under test: a folder as it is, with further headers where a path asks for them. */
export function serveFolder(
  folder: string,
  headersOf: (path: string) => Record<string, string> = () => ({}),
): Promise<Server> {
  const server = createServer(({ url = "/" }, response) => {
    try {
      const bytes = readFileSync(join(folder, url));
      const type = types[extname(url)] ?? "application/octet-stream";
      response.writeHead(200, { "Content-Type": type, ...headersOf(url) }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** Where a file of the folder is found. */
export const addressIn = (server: Server, path: string): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`;
