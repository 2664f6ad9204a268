import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import type { Report } from "../../src/report/report.js";
import { launchChromium, newVisitor } from "./browser.js";

/** The report that a page was made of. */
export function embeddedReport(file: string): Report {
  const page = readFileSync(file, "utf8");
  return JSON.parse(/<script type="application\/json" id="salience-report">(.*?)<\/script>/s.exec(page)![1]);
}

/** Opens a page the way a double click does: every section has its heading, charts are drawn, nothing complains. */
export async function expectReportShown(file: string): Promise<void> {
  const browser = await launchChromium();
  try {
    const page = await (await newVisitor(browser)).newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      if (!/^(file|data|blob):/.test(request.url())) complaints.push(`network: ${request.url()}`);
    });
    await page.goto(pathToFileURL(file).href);
    const titles = embeddedReport(file).sections.map(({ title }) => title);
    await expect.poll(() => page.locator("h2").allTextContents()).toEqual(expect.arrayContaining(titles));
    await page.locator("figure svg").first().waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
}
