import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { select } from "../../src/index.js";
import { readDataset } from "../../src/node.js";
import { canBrowse } from "../support/browser.js";
import { dataFile, hasData } from "../support/data.js";
import { runCli } from "../support/run-cli.js";
import { findFeatures, Stage, saved } from "./studio-page.js";

/** Everyday tables; the target is named where the data's README names it. */
const files: readonly { readonly file: string; readonly target?: string }[] = [
  { file: "mixed/titanic.csv" },
  { file: "mixed/penguins.csv" },
  { file: "mixed/credit-g.arff" },
  { file: "mixed/vote.arff" },
  { file: "mixed/breast-cancer.arff" },
  { file: "mixed/mpg.csv", target: "mpg" },
  { file: "mixed/cpu.with.vendor.arff" },
  { file: "formats/soybean.arff" },
  { file: "formats/labor.arff" },
  { file: "formats/iris_mhkeller.parquet" },
];

interface Ranked {
  readonly ranking: readonly { readonly name: string; readonly score: number }[];
  readonly notices: readonly { readonly code: string; readonly text: string }[];
}

/** The best 20: the command line writes no more. */
const namesAndScores = ({ ranking }: Ranked) => ranking.slice(0, 20).map(({ name, score }) => [name, score]);
/** The studio writes a guessed target down, so it has no guess to tell. */
const told = ({ notices }: Ranked) =>
  notices.filter(({ code }) => code !== "target-guessed").map(({ text }) => text);

describe.skipIf(!canBrowse || !hasData)("everyday tables give the same result in every door", () => {
  let stage: Stage;
  let page: Page;
  const folder = mkdtempSync(join(tmpdir(), "salience-doors-"));
  beforeAll(async () => {
    stage = await Stage.open();
    page = (await stage.visit()).page;
  });
  afterAll(async () => {
    await stage?.close();
    rmSync(folder, { recursive: true });
  });

  test.each(files)("$file", async ({ file, target }) => {
    const path = dataFile(file);
    const json = join(folder, "selection.json");
    const { code } = await runCli([
      "select",
      path,
      ...(target ? ["--target", target] : []),
      "--no-measure",
      "--json",
      json,
    ]);
    expect(code).toBe(0);
    const fromCommand: Ranked = JSON.parse(readFileSync(json, "utf8"));

    const selection = await select(await readDataset(path, { target }));
    const fromLibrary: Ranked = JSON.parse(JSON.stringify(selection));
    expect(namesAndScores(fromLibrary)).toEqual(namesAndScores(fromCommand));
    expect(told(fromLibrary)).toEqual(told(fromCommand));

    // One page for all of them, each in place of the one before.
    await page.getByRole("button", { name: "Start" }).click();
    await page
      .getByLabel(/Drop a file here/)
      .first()
      .setInputFiles({
        name: basename(file),
        mimeType: "application/octet-stream",
        buffer: readFileSync(path),
      });
    await page.getByRole("heading", { level: 1, name: basename(file) }).waitFor();
    if (target) {
      await page.getByLabel("Column to predict").fill(target);
      await page.getByLabel("Column to predict").press("Enter");
      await page.getByText("Set by you, by the file or by the example").waitFor();
    }
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByLabel(/Measure how well/).uncheck();
    await findFeatures(page);
    await page.getByRole("button", { name: "Keep the result" }).click();
    const fromStudio: Ranked = JSON.parse((await saved(page, "Save the ranking")).text);
    expect(namesAndScores(fromStudio)).toEqual(namesAndScores(fromCommand));
    expect(told(fromStudio)).toEqual(told(fromCommand));
  });
});
