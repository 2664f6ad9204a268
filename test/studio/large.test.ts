import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Random } from "../../src/numeric/random.js";
import { canBrowse, textOf } from "../support/browser.js";
import { dataFile, hasData } from "../support/data.js";
import { findFeatures, openText, Stage } from "./studio-page.js";

const features = 50_000;

/** Twelve samples of two classes; only the last feature tells them apart. */
function wideTable(): string {
  const random = new Random(5);
  const names = Array.from({ length: features }, (_, j) => `f${j + 1}`);
  const rows = Array.from({ length: 12 }, (_, i) => {
    const values = names.map(
      (_, j) => (j === features - 1 ? 90 * (i % 2) : 0) + Math.floor(10 * random.uniform()),
    );
    return `${values.join(",")},${i % 2 ? "b" : "a"}`;
  });
  return [`${names.join(",")},class`, ...rows].join("\n");
}

describe.skipIf(!canBrowse)("large data in the studio", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.clear());
  afterAll(() => stage?.close());

  test("50,000 features: only what is in sight is in the page, and scrolling reaches the last", async () => {
    const { page } = await stage.visit();
    await openText(page, "wide.csv", wideTable());
    await page.getByRole("heading", { level: 1, name: "wide.csv" }).waitFor();
    await page.locator(".st-preview").evaluate((element) => element.scrollTo(1e9, 0));
    await page.getByRole("columnheader", { name: "f50000" }).waitFor();
    expect(await page.locator(".st-preview td").count()).toBeLessThan(300);
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByRole("radio", { name: /Fisher/ }).check();
    await page.getByLabel(/Measure how well/).uncheck();
    await findFeatures(page);
    await expect.poll(() => textOf(page.locator(".st-picked button").first())).toBe("f50000");
    const table = page.getByRole("region", { name: /all features/ });
    await table.waitFor();
    const rows = table.locator("tbody tr");
    expect(await rows.count()).toBeLessThan(120);
    for (let step = 1; step <= 8; step++) {
      await table.evaluate((element, part) => {
        element.scrollTop = element.scrollHeight * part;
      }, step / 8);
      // The first row is that of the headings.
      const wanted = Math.min(features, (features * step) / 8 + 3) + 1;
      await table.locator(`tr[aria-rowindex="${wanted}"]`).waitFor();
      expect(await rows.count()).toBeLessThan(120);
    }
    await table.getByRole("cell", { name: "50\u202f000", exact: true }).waitFor();
  });

  test.skipIf(!hasData)("2100 × 20,670 single cells open, run and can be explored", async () => {
    const { page, complaints } = await stage.visit();
    await page
      .getByLabel(/Drop a file here/)
      .setInputFiles(dataFile("scale/mouse_bladder_cell_select_2100.h5"));
    await page.getByRole("heading", { level: 1, name: /mouse_bladder/ }).waitFor();
    const text = () => textOf(page.locator("main"));
    await expect.poll(text).toMatch(/features\s*20.670/);
    await expect.poll(text).toMatch(/classes\s*16/);
    await expect.poll(text).toContain("the values look like counts, many of them zero");
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByRole("radio", { name: /Fisher/ }).check();
    await page.getByLabel(/Measure how well/).uncheck();
    await page.getByRole("button", { name: "Find the features" }).click();
    await page.getByRole("heading", { level: 1, name: /20 of 20670 features/ }).waitFor();
    // The best feature by scikit-learn's f_classif, whose order is that of the Fisher score.
    await expect.poll(() => textOf(page.locator(".st-picked button").first())).toBe("10218");
    await page.locator(".st-picked button").first().click();
    await page.getByRole("dialog").getByRole("rowheader", { name: "16" }).waitFor();
    expect(complaints).toEqual([]);
  });
});
