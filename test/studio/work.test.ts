import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { planted } from "../../src/index.js";
import { canBrowse, textOf } from "../support/browser.js";
import { runCli } from "../support/run-cli.js";
import { csvOf, findFeatures, kept, openText, Stage, saved, timeless } from "./studio-page.js";

function csvText(shape: Parameters<typeof planted>[0]): string {
  const { data } = planted(shape);
  const named = data.with({ featureNames: data.featureNames.map((name) => `gene ${name}`) });
  return csvOf(named);
}

const themeOf = (page: Page) => page.evaluate("document.documentElement.dataset.theme");

describe.skipIf(!canBrowse)("work in the studio", () => {
  let stage: Stage;
  const folder = mkdtempSync(join(tmpdir(), "salience-studio-"));
  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.clear());
  afterAll(async () => {
    await stage?.close();
    rmSync(folder, { recursive: true });
  });

  test("the page answers while it computes, and a run can be cancelled", async () => {
    const { page } = await stage.visit();
    await openText(page, "long.csv", csvText({ rows: 200, noise: 500 }));
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByText("Options of Discriminative Feature Selection").click();
    await page.getByRole("combobox", { name: "elimination" }).selectOption("one-shot");
    // A run without an end of its own.
    await page.getByLabel("tolerance").fill("0");
    await page.getByLabel("maxIterations").fill("1000000000");
    await page.getByRole("button", { name: "Find the features" }).click();
    await page.getByText("In the lead").waitFor();
    await expect.poll(() => page.locator(".st-live polyline").getAttribute("points")).toMatch(/,.* .*,/);
    await expect.poll(() => page.locator(".st-live li").count()).toBeGreaterThan(3);
    await page.getByRole("button", { name: /Dark/ }).click();
    await expect.poll(() => themeOf(page)).toBe("dark");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("The run was cancelled. Your data and choices are still here.").waitFor();
    await page.getByRole("button", { name: "Change the choice" }).click();
    // Another run goes its whole way.
    await page.getByRole("radio", { name: /Fisher/ }).check();
    await page.getByLabel(/Measure how well/).uncheck();
    await findFeatures(page);
    await expect.poll(() => page.locator(".st-picked li").count()).toBe(20);
  });

  test("survives a reload, and is forgotten on demand", async () => {
    const { page } = await stage.visit();
    await page.getByRole("button", { name: /Dark/ }).click();
    await openText(page, "small.csv", csvText({ rows: 60, noise: 4 }));
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByRole("radio", { name: /Fisher/ }).check();
    await page.getByLabel("Features to pick").fill("7");
    await findFeatures(page);
    await page.getByRole("slider", { name: "Number of features kept" }).focus();
    await page.keyboard.press("ArrowRight");
    const picked = () => page.locator(".st-picked button").allInnerTexts();
    await expect.poll(picked).toHaveLength(8);
    const shown = await picked();
    const figures = await textOf(page.locator(".st-figures"));
    await expect.poll(() => kept(page, "place")).toEqual({ step: "explore", shown: 1, pinned: [] });
    await expect
      .poll(() => kept(page, "runs"))
      .toMatchObject([{ cut: 8, selected: { selection: { picked: 8 } } }]);
    await page.reload();
    await page.getByRole("heading", { level: 1, name: /8 of \d+ features of small/ }).waitFor();
    await expect.poll(() => page.title()).toBe("small.csv – Salience studio");
    await expect.poll(() => themeOf(page)).toBe("dark");
    await expect.poll(picked).toEqual(shown);
    await expect.poll(() => textOf(page.locator(".st-figures"))).toBe(figures);
    // The data is there too, not only the picture of it.
    await page.getByRole("button", { name: "Keep the result" }).click();
    expect((await saved(page, "Save the data")).text.split("\n")[0].split(",")).toHaveLength(9);
    const recipe = JSON.parse((await saved(page, "Save the recipe")).text);
    expect(recipe.features.map(({ name }: { name: string }) => name)).toEqual(shown);
    await page.getByRole("button", { name: "Forget everything" }).click();
    await page.getByText("Everything was deleted").waitFor();
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Which few features" }).waitFor();
    expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBeLessThanOrEqual(1);
  });

  test("finds k and options where asked to, as the command line does", async () => {
    const { page } = await stage.visit();
    const csv = csvText({ rows: 90, noise: 8 });
    const file = join(folder, "small.csv");
    writeFileSync(file, csv);
    await openText(page, "small.csv", csv);
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByRole("radio", { name: /Fisher/ }).check();
    await page.getByRole("radio", { name: /Find a good number/ }).check();
    await page.getByLabel(/Measure how well/).uncheck();
    await findFeatures(page);
    await page.getByText(/^Why \d+ features/).click();
    await expect.poll(() => textOf(page.locator("details", { hasText: "Why" }))).toMatch(/standard error/);
    await page.getByRole("button", { name: "Keep the result" }).click();
    await expect
      .poll(() => textOf(page.locator(".sal-code pre").first()))
      .toBe("salience select small.csv --target class --method fisher --k auto");
    const ranking = (await saved(page, "Save the ranking")).text;
    const words = "--target class --method fisher --k auto --seed 1 --no-measure --json -".split(" ");
    const { output } = await runCli(["select", file, ...words]);
    expect(timeless(ranking)).toBe(timeless(output));
  });

  test("gives the bytes of the command line, and a recipe gives the same result again", async () => {
    const { page } = await stage.visit();
    const csv = csvText({ rows: 90, noise: 10 });
    const file = join(folder, "planted data.csv");
    writeFileSync(file, csv);
    await openText(page, "planted data.csv", csv);
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByText("Options of Discriminative Feature Selection").click();
    await page.getByLabel("alpha").fill("0.1");
    await page.getByLabel("Features to pick").fill("9");
    await page.getByText("Seed and threads").click();
    await page.getByLabel(/^Seed/).fill("4");
    await findFeatures(page);
    await page.getByRole("button", { name: "Keep the result" }).click();
    await expect
      .poll(() => textOf(page.locator(".sal-code pre").first()))
      .toBe("salience select 'planted data.csv' --target class --k 9 --alpha 0.1 --seed 4");
    const ranking = (await saved(page, "Save the ranking")).text;
    const data = (await saved(page, "Save the data")).text;
    const recipe = (await saved(page, "Save the recipe")).text;
    const words = `--target class --method dfs --k 9 --alpha 0.1 --seed 4`.split(" ");
    const outputs = {
      json: join(folder, "s.json"),
      out: join(folder, "s.csv"),
      save: join(folder, "r.json"),
    };
    const { json, out, save } = outputs;
    expect(
      (await runCli(["select", file, ...words, "--no-measure", "--json", json, "--out", out])).code,
    ).toBe(0);
    const model = ["--classifier", "svm", "--save", save];
    expect((await runCli(["select", file, ...words, ...model])).code).toBe(0);
    expect(timeless(ranking)).toBe(timeless(readFileSync(outputs.json, "utf8")));
    expect(data).toBe(readFileSync(outputs.out, "utf8"));
    expect(recipe).toBe(readFileSync(outputs.save, "utf8"));

    // The recipe of the command line, in a page that knows nothing of it.
    const other = await stage.visit();
    await openText(other.page, "recipe.json", readFileSync(outputs.save, "utf8"));
    await other.page.getByRole("alert").getByText("Open that file first").waitFor();
    await openText(other.page, "planted data.csv", csv);
    await other.page.getByRole("heading", { level: 1, name: "planted data.csv" }).waitFor();
    await other.page.getByText("Open other data").click();
    await openText(other.page, "recipe.json", readFileSync(outputs.save, "utf8"));
    await other.page.getByText("Everything is set as in the recipe").waitFor();
    await other.page.getByLabel(/Measure how well/).uncheck();
    await findFeatures(other.page);
    await other.page
      .getByText("The same 9 features in the same order as in the recipe, with identical scores.")
      .waitFor();
  });
});
