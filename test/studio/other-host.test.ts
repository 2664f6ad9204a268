import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "../../scripts/ensure-chromium.mjs";
import { planted, select } from "../../src/index.js";
import { canBrowse, findFeatures, openBundled } from "./studio-page.js";

const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** A host that knows nothing of the studio: a folder somewhere below its root, and no headers. */
function plainHost(): Promise<Server> {
  const root = new URL("../../dist/studio/", import.meta.url);
  const server = createServer(async ({ url = "/" }, response) => {
    const path = url.replace(/^\/tools\/studio\//, "") || "index.html";
    try {
      const bytes = await readFile(new URL(path, root));
      response
        .writeHead(200, { "Content-Type": types[extname(path)] ?? "application/octet-stream" })
        .end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

describe.skipIf(!canBrowse)("on any web host", () => {
  let server: Server;
  let browser: Browser;
  beforeAll(async () => {
    server = await plainHost();
    browser = await chromium.launch({
      executablePath: findChromium()!,
      args: [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
      ],
    });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  test("the same files work with one thread, under the same policy", async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/tools/studio/`);
    await openBundled(page, "planted");
    expect(await page.evaluate("crossOriginIsolated")).toBe(false);
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByLabel(/Measure how well/).uncheck();
    await findFeatures(page);
    const expected = await select(planted().data, { k: 20 });
    expect(await page.locator(".st-picked button").allInnerTexts()).toEqual(expected.features);
    // What the policy forbids is refused: nothing can be sent to another place.
    const sent = await page.evaluate(() =>
      fetch("http://127.0.0.1:9/").then(
        () => "sent",
        () => "refused",
      ),
    );
    expect(sent).toBe("refused");
    expect(complaints.filter((text) => !/127\.0\.0\.1:9/.test(text))).toEqual([]);
    expect(complaints.join()).toContain("Content Security Policy");
  });
});
