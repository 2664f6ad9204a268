import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Dataset, digits, type Matrix, select } from "../../src/index.js";
import { canBrowse, textOf } from "../support/browser.js";
import { findFeatures, openBundled, Stage, saved, seriousFaults, type Visit } from "./studio-page.js";

const cellOf = ({ values }: Dataset, i: number, j: number) => (values as Matrix).get(i, j);

/** One visit: each test goes on where the one before has ended. */
describe.skipIf(!canBrowse)("the walk through the studio", () => {
  let stage: Stage;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.open();
    visit = await stage.visit();
    page = visit.page;
  });
  afterAll(() => stage?.close());

  const main = () => textOf(page.locator("main"));
  const picked = () => page.locator(".st-picked button").allInnerTexts();

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
    await page.locator(".st-preview").evaluate((element) => element.scrollTo(40 * 112, 1500 * 30));
    await page.getByRole("columnheader", { name: "pixel_5_1" }).waitFor();
    const cell = page.locator('.st-preview tr[aria-rowindex="1502"] td').first();
    await expect.poll(() => textOf(cell)).toBe(String(cellOf(await digits(), 1500, 40)));
  });

  test("2 Choose: a form made of the registry's definitions, refusing what it does not allow", async () => {
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

  test("3 Watch and 4 Explore: the same features as in Node", async () => {
    await page.getByLabel("Features to pick").fill("8");
    await page.getByLabel(/Measure how well/).uncheck();
    await findFeatures(page);
    const expected = await select(await digits(), { k: 8 });
    await expect.poll(picked).toEqual(expected.features);
    await expect.poll(() => page.locator(".st-canvas rect").count()).toBe(8);
    await page.getByRole("heading", { name: "Time spent" }).waitFor();
  });

  test("a click on a feature shows its spread in each class and its twins", async () => {
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
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  });

  test("5 Keep, after the cut was moved: data, ranking, report, command and code", async () => {
    await page.getByRole("slider", { name: "Number of features kept" }).focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
    await expect.poll(picked).toHaveLength(12);
    await expect.poll(() => page.locator(".st-canvas rect").count()).toBe(12);
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

  test("nothing left the computer, and nothing was refused by the policy", () => {
    const own = new URL(stage.server.address).origin;
    expect(visit.requests.length).toBeGreaterThan(3);
    expect(visit.requests.filter((url) => !url.startsWith(own) && !url.startsWith("blob:"))).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });
});
