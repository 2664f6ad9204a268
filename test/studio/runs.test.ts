import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { planted } from "../../src/index.js";
import { canBrowse, textOf } from "../support/browser.js";
import { csvOf, findFeatures, kept, openBundled, openText, Stage, saved } from "./studio-page.js";

const address = (page: Page) => new URL(page.url()).hash;

/** Runs Fisher on the planted data, unmeasured. */
async function runFisher(page: Page, k: number): Promise<void> {
  await page.getByRole("radio", { name: /Fisher/ }).check();
  await page.getByLabel("Features to pick").fill(String(k));
  await page.getByLabel(/Measure how well/).uncheck();
  await findFeatures(page);
}

describe.skipIf(!canBrowse)("addresses and runs", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.clear());
  afterAll(() => stage?.close());

  const heading = (page: Page, name: string | RegExp) =>
    page.getByRole("heading", { level: 1, name }).waitFor();

  test("every step has an address, Back goes a step back, and a step that is not open is not shown", async () => {
    const { page } = await stage.visit();
    await openBundled(page, "planted");
    expect(address(page)).toBe("#/start");
    await page.getByRole("button", { name: "Choose a method" }).click();
    await expect.poll(() => address(page)).toBe("#/choose");
    await runFisher(page, 5);
    await expect.poll(() => address(page)).toBe("#/explore");
    await page.goBack();
    await heading(page, "What to look for");
    await page.goBack();
    await heading(page, "planted");
    await page.goForward();
    await page.goForward();
    await heading(page, "5 of");
    await page.evaluate("location.hash = '#/keep'");
    await heading(page, "Save the result");
    await page.getByRole("button", { name: "Forget everything" }).click();
    await page.getByText("Everything was deleted").waitFor();
    await page.goBack();
    await expect.poll(() => address(page)).toBe("#/start");
  });

  test("a link holds the settings and no data", async () => {
    const { page } = await stage.visit();
    const rows = Array.from(
      { length: 30 },
      (_, i) => `${i % 7},${(i * 5) % 11},${i % 2},${i % 2 ? "ill" : "well"}`,
    );
    const csv = ["secret a,b,c,state", ...rows].join("\n");
    await openText(page, "patients.csv", csv);
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByRole("radio", { name: /Fisher/ }).check();
    await page.getByLabel("Features to pick").fill("2");
    await page.getByText("Share these settings").click();
    const link = await textOf(page.locator(".sal-code pre"));
    const text = Buffer.from(link.split("settings=")[1], "base64url").toString();
    expect(text).not.toMatch(/patients|secret|ill|well/);
    expect(JSON.parse(text)).toMatchObject({
      select: { method: "fisher", k: 2 },
      data: [{ reading: { target: "state" } }],
    });
    const other = await stage.visit();
    await other.page.goto(link);
    await other.page.getByText("The link holds settings, but no data.").waitFor();
    await openText(other.page, "others.csv", csv);
    await other.page.getByText("Everything is set as in the link.").waitFor();
    expect(await other.page.getByRole("radio", { name: /Fisher/ }).isChecked()).toBe(true);
    expect(await other.page.getByLabel("Features to pick").inputValue()).toBe("2");
    await other.page.goto(`${link.split("settings=")[0]}settings=x`);
    await expect.poll(() => textOf(other.page.getByRole("alert"))).toMatch(/plan/);
  });

  test("runs are kept, named, pinned side by side, deleted and brought back; comparisons stay", async () => {
    const { page } = await stage.visit();
    await openText(page, "small.csv", csvOf(planted({ rows: 60, noise: 8 }).data));
    await page.getByRole("button", { name: "Choose a method" }).click();
    await runFisher(page, 5);
    await page.getByRole("button", { name: "Change the choice" }).click();
    await runFisher(page, 8);
    await page.getByRole("tab", { name: "Compare methods" }).click();
    await page.getByRole("checkbox", { name: "Minimum redundancy maximum relevance" }).uncheck();
    await page.getByRole("checkbox", { name: "Laplacian score" }).check();
    await page.getByRole("button", { name: /Compare 2 methods/ }).click();
    const compared = page.locator(".st-compare");
    await compared.getByRole("heading", { name: /methods side by side/ }).waitFor();
    await page.getByRole("button", { name: "Keep the result" }).click();
    expect((await saved(page, "Save the report")).text).toMatch(/"compared-[\s\S]*All runs on this data/);
    await page.goBack();
    await page.getByRole("tab", { name: "Compare methods" }).click();
    await compared.getByRole("heading", { name: /methods side by side/ }).waitFor();
    await page.getByRole("tab", { name: "Runs" }).click();
    await page.getByRole("textbox", { name: "Name of run 1" }).fill("few");
    await page.keyboard.press("Tab");
    await page.getByRole("checkbox", { name: "Pin few" }).check();
    await page.getByRole("checkbox", { name: "Pin Fisher score, 8 features" }).check();
    await page.getByRole("heading", { name: "5 of 8 features in common" }).waitFor();
    await page.getByRole("button", { name: "Delete few" }).click();
    await page.getByRole("button", { name: "No", exact: true }).click();
    await page.getByRole("button", { name: "Delete few" }).click();
    await page.getByRole("button", { name: "Yes, delete" }).click();
    await page.getByText("“few” was deleted.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Show" }).click();
    await heading(page, "5 of");
    await expect.poll(() => page.locator(".st-picked button").count()).toBe(5);
    await expect.poll(() => kept(page, "place")).toMatchObject({ shown: 1 });
    await page.reload();
    await heading(page, "5 of");
    await page.getByRole("tab", { name: "Runs" }).click();
    await expect.poll(() => page.getByRole("textbox", { name: /^Name of run/ }).count()).toBe(2);
  });
});
