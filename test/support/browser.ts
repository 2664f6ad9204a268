import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
} from "playwright-core";
import { findChromium } from "../../scripts/ensure-chromium.mjs";

/** Whether browser tests run. Without Chromium they are reported as skipped; in CI they run and fail. */
export const canBrowse = findChromium() !== null || Boolean(process.env.CI);

/** How long a page may take to show what is expected. A safety net, far above what a busy machine needs. */
const patienceMilliseconds = 120_000;

/** Starts Chromium. It sends nothing to anybody by itself. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("there is no Chromium, and in CI these tests must run");
  return chromium.launch({
    executablePath,
    timeout: patienceMilliseconds,
    args: [
      ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
      ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
    ],
  });
}

/**
 * A fresh visitor whose pages wait patiently. What an action should bring about is waited for, by a locator's `waitFor`
 * or by `expect.poll`: a page answers a click some time later, and on a busy machine much later.
 */
export async function newVisitor(browser: Browser, options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(patienceMilliseconds);
  return context;
}

/** What a person reads there. */
// biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not read
export const textOf = (place: Locator): Promise<string> => place.innerText();
