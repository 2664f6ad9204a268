import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StudioServer, serveStudio } from "../../src/node/studio-server.js";

/** A studio of one page, with a secret beside it that must not be served. */
const outside = mkdtempSync(join(tmpdir(), "salience-studio-"));
const folder = join(outside, "studio");

let server: StudioServer;

beforeAll(async () => {
  mkdirSync(join(folder, "assets"), { recursive: true });
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>studio</title>");
  writeFileSync(join(folder, "assets/index.js"), "export {};");
  writeFileSync(join(outside, "secret.txt"), "secret");
  symlinkSync(join(outside, "secret.txt"), join(folder, "assets/link.txt"));
  symlinkSync(join(outside, "nowhere"), join(folder, "assets/broken.txt"));
  server = await serveStudio({ port: 0, folder });
});

afterAll(async () => {
  await server.close();
  rmSync(outside, { recursive: true });
});

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

const ask = (path: string, options: { method?: string; headers?: Record<string, string> } = {}) =>
  new Promise<Reply>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port: server.port, path, ...options }, (response) => {
      let body = "";
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });

/** Bytes as they are: clients tidy addresses up, attackers do not. */
const askRaw = (line: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(server.port, "127.0.0.1", () =>
      socket.write(`${line}\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`),
    );
    let reply = "";
    socket.on("data", (chunk) => {
      reply += chunk;
    });
    socket.on("end", () => resolve(reply));
    socket.on("error", reject);
  });

describe("the studio's server", () => {
  test("serves its files with isolation and a strict policy", async () => {
    const page = await ask("/");
    expect(page.status).toBe(200);
    expect(page.body).toContain("studio");
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
    const policy = page.headers["content-security-policy"] as string;
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')|https?:|\*/);
    const script = await ask("/assets/index.js?x=1");
    expect(script.status).toBe(200);
    expect(script.headers["content-type"]).toMatch("text/javascript");
    expect(script.headers["content-security-policy"]).toBe(policy);
  });

  test("HEAD gives the same headers and no body; other ways are refused", async () => {
    const head = await ask("/", { method: "HEAD" });
    expect([head.status, head.body]).toEqual([200, ""]);
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      const refused = await ask("/", { method });
      expect([method, refused.status, refused.headers.allow]).toEqual([method, 405, "GET, HEAD"]);
    }
  });

  test.each([
    "/assets/link.txt",
    "/assets/broken.txt",
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/%252e%252e/secret.txt",
    "/..\\secret.txt",
    "//secret.txt",
    "/index.html%00.js",
    "/.\u0000./secret.txt",
    "secret.txt",
    "http://127.0.0.1/../secret.txt",
    `file://${outside}/secret.txt`,
    `${outside}/secret.txt`,
    "/assets",
    "/assets/",
    "*",
  ])("does not leave its folder for %j", async (path) => {
    const reply = await askRaw(`GET ${path} HTTP/1.1`);
    expect(reply).toMatch(/^HTTP\/1\.1 4\d\d/);
    expect(reply).not.toContain("secret\n");
    expect(reply.split("\r\n\r\n")[1] ?? "").not.toBe("secret");
  });

  test.each(["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example"])(
    "refuses the Host %j",
    async (host) => {
      const reply = await ask("/", { headers: { Host: host } });
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.body).not.toContain("<title>");
    },
  );

  test("answers to localhost too", async () => {
    expect((await ask("/", { headers: { Host: `localhost:${server.port}` } })).status).toBe(200);
  });

  test("listens on this machine only", () => {
    expect(server.address).toBe(`http://127.0.0.1:${server.port}/`);
  });

  test("says that a named port is in use, and without a name takes another", async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, "127.0.0.1", resolve));
    const { port } = blocker.address() as AddressInfo;
    await expect(serveStudio({ port, folder })).rejects.toThrow(
      `port ${port} is in use; choose another with port, or use any free one (port: 0)`,
    );
    const [one, two] = [await serveStudio({ folder }), await serveStudio({ folder })];
    expect(one.port).not.toBe(two.port);
    await Promise.all([one.close(), two.close()]);
    await new Promise((resolve) => blocker.close(resolve));
  });

  test.each([1.5, -1, 65536, Number.NaN])("refuses the port %d", async (port) => {
    await expect(serveStudio({ port, folder })).rejects.toThrow(
      "port must be a whole number from 0 to 65535",
    );
  });

  test("says that the studio is not built", async () => {
    await expect(serveStudio({ port: 0, folder: join(outside, "nothing") })).rejects.toThrow(
      "the studio is not built",
    );
  });
});
