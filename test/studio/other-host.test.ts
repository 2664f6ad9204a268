import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { planted, select } from "../../src/index.js";
import { canBrowse, launchChromium, newVisitor } from "../support/browser.js";
import { findFeatures, openBundled } from "./studio-page.js";

const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
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
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  test("the same files work with one thread, under the same policy", async () => {
    const page = await (await newVisitor(browser)).newPage();
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/tools/studio/`);
    await openBundled(page, "planted");
    expect(await page.evaluate("crossOriginIsolated")).toBe(false);
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByLabel(/Measure how well/).uncheck();
    await findFeatures(page);
    const expected = await select(planted().data, { k: 10 });
    await expect.poll(() => page.locator(".st-picked button").allInnerTexts()).toEqual(expected.features);
    // What the policy forbids is refused: nothing can be sent to another place.
    const sent = await page.evaluate(() =>
      fetch("http://127.0.0.1:9/").then(
        () => "sent",
        () => "refused",
      ),
    );
    expect(sent).toBe("refused");
    await expect.poll(() => complaints.join()).toContain("Content Security Policy");
    expect(complaints.filter((text) => !/127\.0\.0\.1:9/.test(text))).toEqual([]);
  });
});
