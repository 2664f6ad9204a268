import { fileURLToPath } from "node:url";
import axe from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { csvChunks } from "../../src/data/writers/csv.js";
import { writableDataset } from "../../src/data/writers/writable.js";
import type { Dataset } from "../../src/index.js";
import { type StudioServer, serveStudio } from "../../src/node/studio-server.js";
import { launchChromium, newVisitor } from "../support/browser.js";

/** The built studio, served, and a browser to look at it. */
export class Stage {
  private constructor(
    readonly server: StudioServer,
    private readonly browser: Browser,
  ) {}

  static async open(): Promise<Stage> {
    const folder = fileURLToPath(new URL("../../dist/studio", import.meta.url));
    const server = await serveStudio({ port: 0, folder });
    return new Stage(server, await launchChromium());
  }

  /** A fresh page of a fresh visitor. Complaints of the browser and requests to elsewhere are written down. */
  async visit(options: { width?: number; dark?: boolean } = {}): Promise<Visit> {
    const context = await newVisitor(this.browser, {
      viewport: { width: options.width ?? 1280, height: 900 },
      colorScheme: options.dark ? "dark" : "light",
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    context.on("request", (request) => requests.push(request.url()));
    await page.goto(this.server.address);
    return { page, context, complaints, requests };
  }

  /** Ends all visits, after each test: what a failed one left running would slow down the next. */
  async clear(): Promise<void> {
    await Promise.all(this.browser.contexts().map((context) => context.close()));
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }
}

/** A page and what happened behind it. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly complaints: string[];
  readonly requests: string[];
}

/** Opens bundled data and waits until it is shown. */
export async function openBundled(page: Page, name: "digits" | "planted"): Promise<void> {
  const title = name === "digits" ? /Handwritten digits/ : /Planted answer/;
  await page.getByRole("button", { name: title }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** Chooses a file that holds this text. */
export async function openText(page: Page, name: string, text: string): Promise<void> {
  await page
    .getByLabel(/Drop a file here/)
    .first()
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
}

/** The data as a file. */
export const csvOf = (data: Dataset): string =>
  Buffer.concat([...csvChunks(writableDataset(data))]).toString();

/** What axe calls serious or critical on the page as it is. */
export async function seriousFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as {
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  };
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`);
}

/** Runs the plan that is shown and waits for the result. */
export async function findFeatures(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Find the features" }).click();
  await page.getByRole("heading", { level: 1, name: /\d+ of \d+ features/ }).waitFor();
}

/** The content of what a button lets the user save. */
export async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString() };
}

/** A result as text without the seconds that it took. */
export const timeless = (text: string): string => text.replace(/"seconds": [\d.e-]+/g, '"seconds": 0');

/** What the browser keeps for the next visit; written some time after a change. */
export const kept = (
  page: Page,
  part: "opening" | "place" | "runs" | "compared" | "path",
): Promise<unknown> =>
  page.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const open = indexedDB.open("salience-studio");
        open.onerror = () => reject(open.error);
        open.onsuccess = () => {
          const found = open.result.transaction("work").objectStore("work").get(name);
          found.onerror = () => reject(found.error);
          found.onsuccess = () => {
            open.result.close();
            resolve(found.result);
          };
        };
      }),
    part,
  );
