import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { planted } from "../../src/index.js";
import { canBrowse } from "../support/browser.js";
import { csvOf, findFeatures, openBundled, openText, Stage, seriousFaults } from "./studio-page.js";

describe.skipIf(!canBrowse)("on other screens", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.clear());
  afterAll(() => stage?.close());

  test("what is loaded until data is shown is below 500 kB, compressed", async () => {
    const { page, requests } = await stage.visit();
    await openBundled(page, "planted");
    const folder = fileURLToPath(new URL("../../dist/studio", import.meta.url));
    const loaded = new Set(requests.map((url) => basename(new URL(url).pathname)));
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

  test.each([
    [390, false],
    [1024, true],
  ])("%d pixels wide, dark: %s, nothing is cut off and axe finds no serious fault", async (width, dark) => {
    const { page } = await stage.visit({ width, dark });
    // Small, because axe looks at every mark of every chart.
    await openText(page, "small.csv", csvOf(planted({ rows: 36, noise: 6 }).data));
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

  test("the tour of one minute goes through every step and points at what it speaks of", async () => {
    const { page, complaints } = await stage.visit();
    await page.getByRole("button", { name: "Take the tour of one minute" }).click();
    const tour = page.getByRole("complementary", { name: "Tour" });
    const places: string[] = [];
    for (let stop = 1; stop <= 7; stop++) {
      await tour.getByText(`Tour, ${stop} of 7`).waitFor();
      await expect.poll(() => page.locator(".st-pointed").count()).toBe(1);
      places.push(new URL(page.url()).hash);
      if (stop === 3) expect(await seriousFaults(page)).toEqual([]);
      await tour.getByRole("button", { name: /Next|Find the features|Done/ }).click();
    }
    await tour.waitFor({ state: "hidden" });
    expect([...new Set(places)]).toEqual(["#/start", "#/choose", "#/explore", "#/keep"]);
    expect(complaints).toEqual([]);
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
