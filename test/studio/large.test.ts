import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Random } from "../../src/numeric/random.js";
import { dataFile, hasData } from "../support/data.js";
import { canBrowse, findFeatures, openText, Stage, textOf } from "./studio-page.js";

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
  }, 60_000);
  afterAll(() => stage?.close());

  test("50,000 features: only what is in sight is in the page, and scrolling reaches the last", async () => {
    const { page, context } = await stage.visit();
    await openText(page, "wide.csv", wideTable());
    await page.getByRole("heading", { level: 1, name: "wide.csv" }).waitFor();
    await page.locator(".st-preview").evaluate((element) => element.scrollTo(1e9, 0));
    await page.getByRole("columnheader", { name: "f50000" }).waitFor();
    expect(await page.locator(".st-preview td").count()).toBeLessThan(300);
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByRole("radio", { name: /Fisher/ }).check();
    await page.getByLabel(/Measure how well/).uncheck();
    await findFeatures(page);
    expect(await textOf(page.locator(".st-picked button").first())).toBe("f50000");
    const table = page.getByRole("region", { name: /all features/ });
    await table.waitFor();
    const rows = table.locator("tbody tr");
    expect(await rows.count()).toBeLessThan(120);
    // A frame for every leap, as when somebody scrolls fast.
    const slowest = await table.evaluate(async (element) => {
      let slowest = 0;
      for (let step = 1; step <= 40; step++) {
        element.scrollTop = (element.scrollHeight * step) / 40;
        const before = performance.now();
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        slowest = Math.max(slowest, performance.now() - before);
      }
      return slowest;
    });
    expect(slowest).toBeLessThan(500);
    await table.getByRole("cell", { name: "50\u202f000", exact: true }).waitFor();
    expect(await rows.count()).toBeLessThan(120);
    await context.close();
  });

  test.skipIf(!hasData)(
    "2100 × 20,670 single cells open, run and can be explored",
    async () => {
      const { page, context, complaints } = await stage.visit();
      await page
        .getByLabel(/Drop a file here/)
        .setInputFiles(dataFile("scale/mouse_bladder_cell_select_2100.h5"));
      await page.getByRole("heading", { level: 1, name: /mouse_bladder/ }).waitFor();
      const text = await textOf(page.locator("main"));
      expect(text).toMatch(/features\s*20.670/);
      expect(text).toMatch(/classes\s*16/);
      expect(text).toContain("the values look like counts, many of them zero");
      await page.getByRole("button", { name: "Choose a method" }).click();
      await page.getByRole("radio", { name: /Fisher/ }).check();
      await page.getByLabel(/Measure how well/).uncheck();
      await page.getByRole("button", { name: "Find the features" }).click();
      await page
        .getByRole("heading", { level: 1, name: /20 of 20670 features/ })
        .waitFor({ timeout: 60_000 });
      // The best feature by scikit-learn's f_classif, whose order is that of the Fisher score.
      expect(await textOf(page.locator(".st-picked button").first())).toBe("10218");
      await page.locator(".st-picked button").first().click();
      await page.getByRole("dialog").getByRole("rowheader", { name: "16" }).waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
    90_000,
  );
});
