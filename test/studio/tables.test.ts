import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parseDataset } from "../../src/index.js";
import { Random } from "../../src/numeric/random.js";
import { runStudy } from "../../src/study/run-study.js";
import { canBrowse, textOf } from "../support/browser.js";
import { runCli } from "../support/run-cli.js";
import { findFeatures, openText, Stage, saved, timeless } from "./studio-page.js";

/** Eighty houses whose price follows from the area and the town; the other two columns say nothing. */
function houses(): string {
  const random = new Random(3);
  const rows = Array.from({ length: 80 }, (_, i) => {
    const [area, noise] = [80 + 20 * random.normal(), random.normal()];
    const town = ["Ulm", "Jena", "Kiel"][i % 3];
    const price = 3 * area + (town === "Kiel" ? 60 : 0) + 5 * random.normal() + 0.001 * i;
    return [area.toFixed(3), noise.toFixed(3), town, random.normal().toFixed(3), price.toFixed(3)].join(",");
  });
  return `${["area,noise,town,luck,price", ...rows].join("\n")}\n`;
}

/** Ninety patients of which a fifth are ill; `marker` shows it, and so does `level`, but for age alone. */
function patients(): string {
  const random = new Random(5);
  const rows = Array.from({ length: 90 }, (_, i) => {
    const ill = i % 5 === 0;
    const age = 50 + 9 * random.normal() + (ill ? 6 : 0);
    const values = [age, random.normal() + (ill ? 2 : 0), 0.2 * age + random.normal(), random.normal()];
    const smokes = random.uniform() < (ill ? 0.7 : 0.3) ? "yes" : "no";
    return [...values.map((x) => x.toFixed(4)), smokes, ill ? "ill" : "well"].join(",");
  });
  return `${["age,marker,level,noise,smokes,diagnosis", ...rows].join("\n")}\n`;
}

describe.skipIf(!canBrowse)("everyday tables in the studio", () => {
  let stage: Stage;
  const folder = mkdtempSync(join(tmpdir(), "salience-tables-"));
  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.clear());
  afterAll(async () => {
    await stage?.close();
    rmSync(folder, { recursive: true });
  });

  /** Lines that speak of classes or accuracy, but for those that say what is not possible or could be done instead. */
  const aboutClasses = async (page: Page) =>
    (await textOf(page.locator("main")))
      .split("\n")
      .filter(
        (line) =>
          /class|accura/i.test(line) &&
          !/needs classes|as classes|for classes only|nested accuracy|Pattern Classification/.test(line),
      );

  test("a number to predict is called that in every step, and measured by R²", async () => {
    const { page, complaints } = await stage.visit();
    const text = houses();
    await openText(page, "houses.csv", text);
    await page.getByLabel("Column to predict").fill("price");
    await page.getByLabel("Column to predict").press("Enter");
    await page.getByRole("heading", { name: "The number to predict" }).waitFor();
    await page.getByRole("figure", { name: /^How price is spread, from/ }).waitFor();
    expect(await aboutClasses(page)).toEqual([]);
    await page.getByRole("button", { name: "Choose a method" }).click();
    await expect.poll(() => page.getByRole("radio", { name: /Trace ratio/ }).isDisabled()).toBe(true);
    await page.getByText("not available: needs classes, not a number").first().waitFor();
    await page.getByRole("radio", { name: /Fisher/ }).check();
    await page.getByLabel("Features to pick").fill("2");
    await page.getByText("How it is measured").click();
    expect(await aboutClasses(page)).toEqual([]);
    await findFeatures(page);
    const { evaluation } = await runStudy(await parseDataset(text, { target: "price" }), {
      schema: "salience/plan@1",
      task: "select",
      data: [{ source: "houses.csv" }],
      select: { method: "fisher", k: 2 },
      measure: { k: [2] },
    });
    const [{ r2 }] = evaluation!.results;
    // Area and town leave 25 of a variance of about 4400.
    expect(r2).toBeGreaterThan(0.98);
    await expect.poll(() => textOf(page.locator(".st-figures"))).toContain(r2!.toFixed(3));
    await page.getByRole("heading", { name: "Time spent" }).waitFor();
    await page.getByRole("button", { name: "town", exact: true }).first().click();
    await page.getByRole("dialog").getByRole("rowheader", { name: "Kiel" }).waitFor();
    await page.keyboard.press("Escape");
    expect(await aboutClasses(page)).toEqual([]);
    await page.getByRole("tab", { name: "Compare methods" }).click();
    await page.getByRole("button", { name: /^Compare 2 methods/ }).click();
    await page.getByRole("heading", { name: "houses.csv: R² for each k" }).waitFor();
    await page.getByRole("button", { name: "Keep the result" }).click();
    expect(await aboutClasses(page)).toEqual([]);
    expect(JSON.parse((await saved(page, "Save the recipe")).text).model.classifier).toBe("ridge");
    expect(complaints).toEqual([]);
  });

  test("class weights, known influences and costs give the bytes of the command line", async () => {
    const { page } = await stage.visit();
    const [file, prices] = [join(folder, "patients.csv"), join(folder, "prices.csv")];
    writeFileSync(file, patients());
    writeFileSync(prices, "feature,cost\nmarker,3\n");
    await openText(page, "patients.csv", patients());
    await page.getByRole("button", { name: "Let every class count the same" }).click();
    await page.getByText("Done: let every class count the same.").waitFor();
    await page.getByRole("button", { name: "Choose a method" }).click();
    await expect.poll(() => page.getByLabel("Count every class the same").isChecked()).toBe(true);
    // The choice outlives that of another method.
    await page.getByRole("radio", { name: /ReliefF/ }).check();
    await page.getByRole("radio", { name: /Discriminative Feature Selection/ }).check();
    await page.getByText("Keep or leave out features").click();
    await page.getByRole("searchbox", { name: "Known influences" }).fill("age");
    await page.getByRole("searchbox", { name: "Known influences" }).press("Enter");
    await page.getByText("Costs and groups of features").click();
    await page.getByLabel("What features cost").setInputFiles(prices);
    await page.getByText("prices.csv: 1 cost.").waitFor();
    await expect.poll(() => page.getByRole("radio", { name: /Fisher/ }).isDisabled()).toBe(true);
    await page.getByLabel("Features to pick").fill("2");
    await page.getByText("How it is measured").click();
    await page.getByLabel("Folds", { exact: true }).fill("20");
    await page.getByText("ill has fewer samples than there are folds (20).").waitFor();
    await page.getByRole("button", { name: "Leave out 18 samples" }).waitFor();
    await page.getByLabel("Folds", { exact: true }).fill("4");
    await findFeatures(page);
    await expect.poll(() => textOf(page.locator(".st-figures"))).toMatch(/balanced accuracy\s*\d+\.\d %/);
    await page.getByRole("button", { name: "Keep the result" }).click();
    const command = await textOf(page.locator(".sal-code pre").first());
    expect(command).toContain("--class-weight balanced --adjust age --costs prices.csv");
    const ranking = (await saved(page, "Save the ranking")).text;
    const flags =
      "--target diagnosis --method dfs --k 2 --class-weight balanced --adjust age --seed 1 --costs";
    const { output } = await runCli([
      "select",
      file,
      ...flags.split(" "),
      prices,
      "--no-measure",
      "--json",
      "-",
    ]);
    expect(timeless(ranking)).toBe(timeless(output));
  });
});
