import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { planted } from "../../src/index.js";
import { canBrowse, textOf } from "../support/browser.js";
import { runCli } from "../support/run-cli.js";
import { csvOf, findFeatures, openText, Stage, saved } from "./studio-page.js";

describe.skipIf(!canBrowse)("new data", () => {
  let stage: Stage;
  const folder = mkdtempSync(join(tmpdir(), "salience-new-"));
  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.clear());
  afterAll(async () => {
    await stage?.close();
    rmSync(folder, { recursive: true });
  });

  test("a training and a test file give held-out accuracy, and a recipe alone predicts, as the command line does", async () => {
    const { data } = planted({ rows: 140, noise: 20 });
    const rows = Array.from({ length: 140 }, (_, i) => i);
    const [train, held] = [data.selectRows(rows.slice(0, 90)), data.selectRows(rows.slice(90))].map(csvOf);
    const held0 = join(folder, "held.csv");
    writeFileSync(join(folder, "train.csv"), train);
    writeFileSync(held0, held);
    const { page, complaints } = await stage.visit();
    await openText(page, "train.csv", train);
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByRole("radio", { name: /Fisher/ }).check();
    await page.getByLabel("Features to pick").fill("4");
    await page.getByLabel(/Measure how well/).uncheck();
    await findFeatures(page);
    await page.getByRole("tab", { name: "New data" }).click();
    const file = { name: "held.csv", mimeType: "text/csv", buffer: Buffer.from(held) };
    await page.getByLabel("Open a file to predict").last().setInputFiles(file);
    const panel = page.getByRole("tabpanel", { name: "New data" });
    await expect.poll(() => textOf(panel)).toMatch(/held-out accuracy\s*\d/);
    const predicted = await saved(page, "Save the predictions");
    expect(predicted.name).toBe("held-predicted.csv");

    const recipe = join(folder, "recipe.json");
    const words = "--target class --method fisher --k 4 --classifier svm --no-measure --save".split(" ");
    expect((await runCli(["select", join(folder, "train.csv"), ...words, recipe])).code).toBe(0);
    const [out, json] = [join(folder, "p.csv"), join(folder, "p.json")];
    expect((await runCli(["predict", recipe, held0, "--out", out, "--json", json])).code).toBe(0);
    expect(predicted.text).toBe(readFileSync(out, "utf8"));
    const { truth } = JSON.parse(readFileSync(json, "utf8"));
    expect(await textOf(panel)).toContain(`${(100 * truth.accuracy).toFixed(1)} %`);

    // The recipe in a page without its data.
    const other = await stage.visit();
    await openText(other.page, "recipe.json", readFileSync(recipe, "utf8"));
    await other.page.getByRole("alert").getByText("or predict new data with it").waitFor();
    await other.page.getByLabel("Open a file to predict").last().setInputFiles(file);
    await other.page.getByRole("button", { name: "Save the predictions" }).waitFor();
    expect((await saved(other.page, "Save the predictions")).text).toBe(predicted.text);
    expect(complaints).toEqual([]);
  });
});
