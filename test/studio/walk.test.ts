import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Dataset, digits, type Matrix, select } from "../../src/index.js";
import { canBrowse, textOf } from "../support/browser.js";
import { findFeatures, openBundled, Stage, saved, type Visit } from "./studio-page.js";

/** What axe calls serious or critical on the page as it is. */
async function seriousFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as {
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  };
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`);
}

const cellOf = ({ values }: Dataset, i: number, j: number) => (values as Matrix).get(i, j);

describe.skipIf(!canBrowse)("the walk through the studio", () => {
  let stage: Stage;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.open();
  });
  beforeEach(async () => {
    visit = await stage.visit();
    page = visit.page;
  });
  afterEach(async () => {
    // Nothing left the computer and nothing was refused by the policy.
    const own = new URL(stage.server.address).origin;
    expect(visit.requests.length).toBeGreaterThan(3);
    expect(visit.requests.filter((url) => !url.startsWith(own) && !url.startsWith("blob:"))).toEqual([]);
    expect(visit.complaints).toEqual([]);
    await stage.clear();
  });
  afterAll(() => stage?.close());

  const main = () => textOf(page.locator("main"));
  const figures = () => textOf(page.locator(".st-figures"));
  const picked = () => page.locator(".st-picked button").allInnerTexts();

  /** The best 8 features of the digits, with a measured accuracy where asked for. */
  async function pickEight({ measured }: { measured: boolean }): Promise<void> {
    await openBundled(page, "digits");
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByLabel("Features to pick").fill("8");
    if (measured) {
      await page.getByText("How it is measured").click();
      await page.getByLabel("Folds", { exact: true }).fill("3");
    } else await page.getByLabel(/Measure how well/).uncheck();
    await findFeatures(page);
  }

  /** Moves the cut line from 8 to 12 by keyboard. */
  async function keepTwelve(): Promise<void> {
    await page.getByRole("slider", { name: "Number of features kept" }).focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
    await expect.poll(picked).toHaveLength(12);
  }

  test("says what it is for, on an isolated page", async () => {
    await expect
      .poll(() => textOf(page.getByRole("heading", { level: 1 })))
      .toBe("Which few features separate your classes?");
    expect(await page.evaluate("crossOriginIsolated")).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
  });

  test("1 Start: the digits, their classes, the doctor's words and the table", async () => {
    await openBundled(page, "digits");
    await expect.poll(main).toMatch(/samples \(rows\)\s*1797/);
    await expect.poll(main).toMatch(/features\s*64/);
    await expect.poll(main).toMatch(/classes\s*10/);
    await expect.poll(main).toContain("3 columns are constant: pixel_0_0, pixel_4_0, pixel_4_7");
    await page.getByRole("columnheader", { name: "pixel_0_2" }).waitFor();
    const data = await digits();
    const cells = page.locator(".st-preview tbody tr").first().locator("td");
    await expect
      .poll(async () => (await cells.allInnerTexts()).slice(0, 5).map(Number))
      .toEqual([0, 1, 2, 3, 4].map((j) => cellOf(data, 0, j)));
    expect(await seriousFaults(page)).toEqual([]);
  });

  test("the table shows the cells where it was scrolled to", async () => {
    await openBundled(page, "digits");
    await page.locator(".st-preview").evaluate((element) => element.scrollTo(40 * 112, 1500 * 30));
    await page.getByRole("columnheader", { name: "pixel_5_1" }).waitFor();
    const cell = page.locator('.st-preview tr[aria-rowindex="1502"] td').first();
    await expect.poll(() => textOf(cell)).toBe(String(cellOf(await digits(), 1500, 40)));
  });

  test("2 Choose: a form made of the registry's definitions, refusing what it does not allow", async () => {
    await openBundled(page, "digits");
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByRole("heading", { level: 1, name: "What to look for" }).waitFor();
    await page.getByText("Options of Discriminative Feature Selection").click();
    const p = page.getByLabel("How sharply features are told apart (p)");
    await p.fill("3");
    await expect.poll(main).toContain("(p) must be a number above 0 and up to 2.");
    await p.fill("");
    await expect.poll(main).not.toContain("(p) must be");
    await page.getByText("Keep or leave out features").click();
    await page.getByRole("searchbox", { name: "Always keep" }).fill("pixel_3_3");
    await page.getByRole("searchbox", { name: "Always keep" }).press("Enter");
    await page.getByRole("button", { name: "Remove pixel_3_3" }).click();
    await page.getByText("How it is measured").click();
    await page.getByLabel("Folds", { exact: true }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  test("3 Watch and 4 Explore: the same features as in Node, with a measured accuracy", async () => {
    await pickEight({ measured: true });
    const expected = await select(await digits(), { k: 8 });
    await expect.poll(picked).toEqual(expected.features);
    await expect.poll(figures).toMatch(/accuracy \(nested\)\s*8\d\.\d %/);
    await page.getByRole("heading", { name: "How well the features predict" }).waitFor();
    await page.getByRole("heading", { name: "Time spent" }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  test("the cut line moves by keyboard, and accuracy, redundancy and picture follow", async () => {
    await pickEight({ measured: true });
    const pixels = page.locator(".st-canvas rect");
    await expect.poll(() => pixels.count()).toBe(8);
    const before = await figures();
    await keepTwelve();
    await expect.poll(() => pixels.count()).toBe(12);
    await expect.poll(figures).toContain("at 12");
    expect(await figures()).not.toBe(before);
    await page.getByRole("img", { name: /A line below rank 12 divides/ }).waitFor();
  });

  test("a click on a feature shows its spread in each class and its twins", async () => {
    await pickEight({ measured: false });
    await page.locator(".st-picked button", { hasText: "pixel_5_2" }).click();
    const dialog = page.getByRole("dialog", { name: "pixel_5_2" });
    await dialog.getByRole("rowheader", { name: "9" }).waitFor();
    await expect.poll(() => dialog.getByRole("row").count()).toBe(11);
    // The largest correlation of that pixel, by NumPy's corrcoef.
    await expect.poll(() => textOf(dialog)).toMatch(/pixel_4_2\s*0\.63/);
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    // The pixel of row 5 and column 2 in the picture is the same feature.
    const picture = page.locator(".st-canvas").first();
    const { width, height } = (await picture.boundingBox())!;
    await picture.click({ position: { x: (2.5 / 8) * width, y: (5.5 / 8) * height } });
    await dialog.waitFor();
  });

  test("γ and p can be walked along, and methods compared", async () => {
    await pickEight({ measured: false });
    await page.getByRole("tab", { name: "Explore γ and p" }).click();
    await page.getByRole("button", { name: "Fit the path" }).click();
    const left = page.locator("output", { hasText: "features left" });
    await left.waitFor();
    const count = async () => Number(/(\d+) of 64/.exec(await textOf(left))?.[1]);
    const few = await count();
    await page.getByLabel(/^γ =/).focus();
    await page.keyboard.press("End");
    await expect.poll(count).toBeLessThan(few);
    await page.getByRole("tab", { name: "Compare methods" }).click();
    await page.getByRole("checkbox", { name: "Minimum redundancy maximum relevance" }).uncheck();
    await page.getByRole("button", { name: /Compare 2 methods/ }).click();
    const compared = page.locator(".st-compare");
    await compared.getByRole("heading", { name: /methods side by side/ }).waitFor();
    await expect.poll(() => textOf(compared)).toContain("Fisher score");
  });

  test("5 Keep: data, ranking, report, command and code", async () => {
    await pickEight({ measured: false });
    await keepTwelve();
    await page.getByRole("button", { name: "Keep the result" }).click();
    await expect.poll(main).toContain("Everything here is that of 12 features");
    const table = await saved(page, "Save the data");
    expect(table.name).toBe("digits-selected.csv");
    expect(table.text.split("\n")).toHaveLength(1799);
    expect(table.text.split("\n")[0].split(",")).toHaveLength(13);
    const report = await saved(page, "Save the report");
    expect(report.name).toBe("digits-report.html");
    expect(report.text).toContain("salience-report");
    expect(report.text).toContain("12 of 64 features of digits");
    const ranking = JSON.parse((await saved(page, "Save the ranking")).text);
    const expected = await select(await digits(), { k: 12 });
    expect(ranking.ranking.map(({ name }: { name: string }) => name)).toEqual(expected.features);
    await expect.poll(main).toContain("salience select bundled:digits --k 12");
    await expect.poll(main).toContain('import { digits, select } from "salience/node"');
    expect(await seriousFaults(page)).toEqual([]);
  });

  test("what is loaded until data is shown is below 500 kB, compressed", async () => {
    await openBundled(page, "planted");
    const folder = fileURLToPath(new URL("../../dist/studio", import.meta.url));
    const loaded = new Set(visit.requests.map((url) => basename(new URL(url).pathname)));
    const all = readdirSync(folder, { recursive: true }) as string[];
    const first = all.filter(
      (path) =>
        statSync(join(folder, path)).isFile() && loaded.has(basename(path)) && !path.startsWith("report"),
    );
    expect(
      first.filter((path) => /index-.*\.js|worker-.*\.js|salience-.*\.js/.test(path)).length,
    ).toBeGreaterThan(2);
    expect(first.filter((path) => /hdf5|digits/.test(path))).toEqual([]);
    const page0 = gzipSync(readFileSync(join(folder, "index.html"))).length;
    const size = first.reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path))).length, page0);
    expect(size).toBeLessThan(500_000);
  });
});

describe.skipIf(!canBrowse)("on other screens", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.clear());
  afterAll(() => stage?.close());

  test.each([
    [390, false],
    [1024, true],
  ])("%d pixels wide, dark: %s, nothing is cut off and axe finds no serious fault", async (width, dark) => {
    const { page } = await stage.visit({ width, dark });
    await openBundled(page, "planted");
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByLabel(/Measure how well/).uncheck();
    await page.getByRole("radio", { name: /Fisher/ }).check();
    await findFeatures(page);
    await page.getByRole("heading", { name: "Time spent" }).waitFor();
    await expect
      .poll(() => page.evaluate("document.documentElement.scrollWidth - innerWidth"))
      .toBeLessThanOrEqual(0);
    expect(await seriousFaults(page)).toEqual([]);
  });

  test("the keyboard alone does the whole walk", async () => {
    const { page } = await stage.visit();
    const press = async (name: RegExp, role: "button" | "radio" = "button") => {
      for (let i = 0; i < 80; i++) {
        await page.keyboard.press("Tab");
        const label = await page.evaluate(() => {
          const element = document.activeElement as HTMLElement | null;
          return `${element?.getAttribute("role") ?? element?.tagName} ${element?.textContent ?? ""} ${element?.getAttribute("aria-label") ?? ""}`;
        });
        if (name.test(label) && (role === "radio" || /BUTTON/.test(label)))
          return page.keyboard.press("Enter");
      }
      throw new Error(`no way to ${name} by keyboard`);
    };
    await page.getByRole("heading", { level: 1 }).waitFor();
    await press(/Planted answer/);
    await page.getByRole("heading", { level: 1, name: "planted" }).waitFor();
    await press(/Choose a method/);
    await page.getByRole("heading", { level: 1, name: "What to look for" }).waitFor();
    await press(/Find the features/);
    await page.getByRole("heading", { level: 1, name: /of \d+ features/ }).waitFor();
    await press(/Keep the result/);
    await page.getByRole("heading", { level: 1, name: "Save the result" }).waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), press(/Save the data/)]);
    expect(download.suggestedFilename()).toBe("planted-selected.csv");
  });
});
