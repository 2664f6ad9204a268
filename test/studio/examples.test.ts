import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canBrowse } from "../support/browser.js";
import { findFeatures, openBundled, Stage, type Visit } from "./studio-page.js";

describe.skipIf(!canBrowse)("the examples", () => {
  let stage: Stage;
  let visit: Visit;

  beforeAll(async () => {
    stage = await Stage.open();
    visit = await stage.visit();
  });
  afterAll(() => stage?.close());

  test("the file of an example can be saved where the command that reads it is shown", async () => {
    const { page, complaints } = visit;
    await page.getByRole("button", { name: /Penguins/ }).click();
    await page.getByRole("heading", { level: 1, name: "penguins.csv" }).waitFor();
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByLabel(/Measure how well/).uncheck();
    await findFeatures(page);
    await page.getByRole("button", { name: "Keep the result" }).click();
    await page.getByText("salience select penguins.csv --target species").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "penguins.csv" }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(download.suggestedFilename()).toBe("penguins.csv");
    const own = new URL("../../studio/public/examples/penguins.csv", import.meta.url);
    expect(Buffer.concat(chunks).equals(readFileSync(own))).toBe(true);
    expect(complaints).toEqual([]);
  });

  test("data that the program makes has no file", async () => {
    const { page } = await stage.visit();
    await openBundled(page, "planted");
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByLabel(/Measure how well/).uncheck();
    await findFeatures(page);
    await page.getByRole("button", { name: "Keep the result" }).click();
    await page.getByText("salience select bundled:planted").waitFor();
    expect(await page.getByText("The commands read the example's file").count()).toBe(0);
  });
});
