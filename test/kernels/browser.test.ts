import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { canBrowse, launchChromium, newVisitor } from "../support/browser.js";
import { runJob } from "./browser-job.mjs";
import { BuiltKernels } from "./built.js";

const root = new URL("../..", import.meta.url);

const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};
const types: Record<string, string> = {
  ".js": "text/javascript",
  ".mjs": "text/javascript",
};

const html = "<!doctype html><title>salience</title>";

/** What runs in the page or in a worker: the job on kernels made there. */
const program = `
  const [{ createKernels }, { Matrix }, { Random }, { runJob }] = await Promise.all(
    ["build/kernels/create-kernels.js", "build/numeric/matrix.js", "build/numeric/random.js", "test/kernels/browser-job.mjs"]
      .map((path) => import("/" + path)),
  );
  const kernels = await createKernels(options);
  const result = runJob(kernels, Matrix, Random);
  await kernels.dispose();
`;

const workerScript = `onmessage = async ({ data: options }) => {
  try { ${program} postMessage(result); } catch (error) { postMessage(String(error)); }
};`;

function serve(headers: Record<string, string>): Promise<{ server: Server; address: string }> {
  const server = createServer(async ({ url = "/" }, response) => {
    try {
      if (url === "/") response.writeHead(200, { "Content-Type": "text/html", ...headers }).end(html);
      else if (url === "/worker.js")
        response.writeHead(200, { "Content-Type": "text/javascript", ...headers }).end(workerScript);
      else {
        const bytes = await readFile(new URL(url.slice(1), root));
        response
          .writeHead(200, { "Content-Type": types[extname(url)] ?? "application/octet-stream", ...headers })
          .end(bytes);
      }
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () =>
      resolve({ server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }),
    ),
  );
}

const inPage = (page: Page, options: object) =>
  page.evaluate(`(async (options) => { ${program} return result; })(${JSON.stringify(options)})`);
const inWorker = (page: Page, options: object) =>
  page.evaluate(
    (options) =>
      new Promise((resolve, reject) => {
        const worker = new Worker("/worker.js", { type: "module" });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage(options);
      }),
    options,
  );

describe.skipIf(!canBrowse)("in Chromium", () => {
  let browser: Browser;
  let isolated: Awaited<ReturnType<typeof serve>>;
  let shared: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    browser = await launchChromium();
    isolated = await serve(isolation);
    shared = await serve({});
  });

  afterAll(async () => {
    await browser?.close();
    isolated?.server.close();
    shared?.server.close();
  });

  async function openPage(address: string): Promise<Page> {
    const page = await (await newVisitor(browser)).newPage();
    await page.goto(address);
    return page;
  }

  test.each([
    ["the page itself", inPage],
    ["a worker of the page", inWorker],
  ])("%s gives the same bytes as Node, on 1 and 2 threads", async (_, run) => {
    const expected = runJob(await BuiltKernels.create("wasm", 1), Matrix, Random);
    const page = await openPage(isolated.address);
    expect(await page.evaluate("crossOriginIsolated")).toBe(true);
    for (const threads of [1, 2]) expect(await run(page, { threads })).toEqual({ ...expected, threads });
    await page.close();
  });

  test("the fast kernels run, and agree with themselves on 1 and 2 threads", async () => {
    const page = await openPage(isolated.address);
    const alone = (await inPage(page, { kernels: "fast" })) as ReturnType<typeof runJob>;
    expect(alone.name).toBe("fast");
    expect(await inPage(page, { kernels: "fast", threads: 2 })).toEqual({ ...alone, threads: 2 });
    await page.close();
  });

  test("a page without the isolation headers has one thread, and is told why it cannot have two", async () => {
    const expected = runJob(await BuiltKernels.create("wasm", 1), Matrix, Random);
    const page = await openPage(shared.address);
    expect(await page.evaluate("crossOriginIsolated")).toBe(false);
    expect(await inPage(page, { threads: 1 })).toEqual(expected);
    await expect(inPage(page, { threads: 2 })).rejects.toThrow(
      "a kernel thread could not be started (the page is not cross-origin isolated",
    );
    await page.close();
  });
});
