import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { flagName } from "../../src/core/text.js";
import { type ReadingOption, readingOptionNames, readingOptions } from "../../src/data/reading-options.js";
import { parseDataset, planted } from "../../src/index.js";
import { Random } from "../../src/numeric/random.js";
import { runStudy } from "../../src/study/run-study.js";
import type { Opening } from "../../studio/messages.js";
import { canBrowse, textOf } from "../support/browser.js";
import { runCli } from "../support/run-cli.js";
import { csvOf, findFeatures, kept, openText, Stage, saved } from "./studio-page.js";

/** Sixty samples in the German way of writing numbers; `a` and `b` differ between the classes. */
function table(labelled: boolean, spoil = 0): string {
  const random = new Random(11);
  const rows = Array.from({ length: 60 }, (_, i) => {
    const values = ["a", "b", "c", "d"].map((_, j) =>
      (20 + random.normal() + (j < 2 ? 4 * (i % 2) : 0) + (i === 7 ? spoil : 0)).toFixed(4).replace(".", ","),
    );
    const label = i % 2 ? "ill" : "well";
    return [`${label}.${i}`, ...values, String(i), `p${i >> 2}`, ...(labelled ? [label] : [])].join(";");
  });
  const names = ["id", "a", "b", "c", "d", "batch", "patient", ...(labelled ? ["state"] : [])];
  return `${[names.join(";"), ...rows].join("\n")}\n`;
}

const labelsFile = `sample,age,state\n${Array.from({ length: 60 }, (_, i) => {
  const label = i % 2 ? "ill" : "well";
  return `${label}.${i},${30 + i},${label}`;
}).join("\n")}\n`;

/** Command lines that together give every reading option; a format ignores those that it has no use for. */
const commands: readonly { readonly data: string; readonly flags: string }[] = [
  {
    data: table(true),
    flags:
      "--target state --task classification --small-classes drop --duplicate-rows drop --id-column id --row-groups patient --drop batch --column d=number --missing drop-columns --transform log2 --nominal one-hot --samples-in rows --format csv --separator ; --decimal , --header --sheet S --values X",
  },
  {
    data: table(false),
    flags:
      "--labels kinds.csv --label-sheet S --label-column state --join age --id-column id --drop batch,patient",
  },
  { data: table(false), flags: "--label-pattern ^[a-z]+ --id-column id --drop batch,patient --sample 40" },
];

/** What the browser keeps of how the data is read. */
const keptReading = async (page: Page) => ((await kept(page, "opening")) as Opening | undefined)?.reading;

describe.skipIf(!canBrowse)("plans, recipes and diagnostics in the studio", () => {
  let stage: Stage;
  const folder = mkdtempSync(join(tmpdir(), "salience-studio-"));
  beforeAll(async () => {
    stage = await Stage.open();
    writeFileSync(join(folder, "kinds.csv"), labelsFile);
  });
  afterEach(() => stage.clear());
  afterAll(async () => {
    await stage?.close();
    rmSync(folder, { recursive: true });
  });

  const text = (page: Page) => textOf(page.locator("main"));

  /** A recipe of the command line. */
  async function recipeOf(data: string, flags: string): Promise<string> {
    const [file, save] = [join(folder, "clinic.csv"), join(folder, "recipe.json")];
    writeFileSync(file, data);
    const words = flags.replace("kinds.csv", join(folder, "kinds.csv")).split(" ");
    const { code, errors } = await runCli([
      "select",
      file,
      ...words,
      "--k",
      "2",
      "--no-measure",
      "--save",
      save,
    ]);
    expect([code, errors]).toEqual([0, expect.anything()]);
    return readFileSync(save, "utf8");
  }

  const dropRecipe = (page: Page, recipe: string) => openText(page, "recipe.json", recipe);

  test("the command lines of the next test give every reading option", () => {
    const given = commands.map(({ flags }) => flags).join(" ");
    const missing = readingOptionNames.filter((name) => {
      const option: ReadingOption = readingOptions[name];
      return !option.programsOnly && !given.includes(`--${flagName(name)} `);
    });
    expect(missing).toEqual([]);
  });

  test.each(commands)(
    "a recipe read with $flags sets all of it, and gives its result again",
    async ({ data, flags }) => {
      const recipe = await recipeOf(data, flags);
      const { transforms, ...reading } = JSON.parse(recipe).reading;
      const { page } = await stage.visit();
      await openText(page, "clinic.csv", data);
      await page.getByRole("heading", { level: 1, name: "clinic.csv" }).waitFor();
      if (reading.labels) {
        // Without the file of labels the page says what it needs.
        await dropRecipe(page, recipe);
        await page.getByRole("alert").getByText("the labels are in another file, kinds.csv").waitFor();
        await page.getByText("Read the file differently").click();
        await page
          .getByLabel("Classes in another file")
          .setInputFiles({ name: "kinds.csv", mimeType: "text/csv", buffer: Buffer.from(labelsFile) });
        await expect.poll(() => text(page)).toMatch(/classes\s*2/);
      }
      await dropRecipe(page, recipe);
      await page.getByText("Everything is set as in the recipe").waitFor();
      await expect
        .poll(() => keptReading(page))
        .toEqual({ ...reading, ...(transforms.length > 0 && { transforms }) });
      await page.getByLabel(/Measure how well/).uncheck();
      await findFeatures(page);
      await page.getByText("with identical scores").waitFor();
      await page.getByRole("button", { name: "Keep the result" }).click();
      const command = await textOf(page.locator(".sal-code pre").first());
      for (const [name, value] of Object.entries(reading))
        expect([name, command]).toEqual([name, expect.stringContaining(String(value === true ? "" : value))]);
      // The form shows it too.
      await page.getByRole("button", { name: "Start" }).click();
      await page.getByText("Read the file differently").click();
      if (reading.separator) {
        await expect.poll(() => page.getByLabel("Column separator").inputValue()).toBe(";");
        await expect.poll(() => page.getByLabel("Decimal mark").inputValue()).toBe(",");
        await expect.poll(() => page.getByLabel("Header row").inputValue()).toBe("true");
        await expect.poll(() => page.getByLabel("Categorical columns").inputValue()).toBe("one-hot");
        await page.getByRole("button", { name: "Remove log2" }).waitFor();
      }
      if (reading.labelPattern)
        await expect.poll(() => page.getByLabel("Classes from the names").inputValue()).toBe("^[a-z]+");
    },
  );

  test("a recipe dropped on other data than its own says so before the run", async () => {
    const recipe = await recipeOf(table(true), commands[0].flags);
    const { page } = await stage.visit();
    await openText(page, "clinic.csv", table(true, 0.01));
    await page.getByRole("heading", { level: 1, name: "clinic.csv" }).waitFor();
    await dropRecipe(page, recipe);
    await page
      .getByRole("alert")
      .getByText(
        "The data differs from that of the recipe: the same shape and classes, but other names, values or order.",
      )
      .waitFor();
    await page.getByRole("button", { name: "Find the features" }).waitFor();
    expect(await text(page)).not.toContain("get its result again");
  });

  test("a file that cannot be read as it was guessed can be described", async () => {
    const { page } = await stage.visit();
    const rows = Array.from({ length: 20 }, (_, i) => `${i % 9}:${(i * 7) % 11}:${i % 2 ? "x" : "y"}`);
    await openText(page, "colons.mat", ["a:b:class", ...rows].join("\n"));
    await expect.poll(() => textOf(page.getByRole("alert"))).toMatch(/colons\.mat/);
    await page.getByText("More reading options").click();
    await page.getByLabel("File format").fill("csv");
    await page.getByLabel("File format").press("Enter");
    await page.getByRole("heading", { level: 1, name: "colons.mat" }).waitFor();
    await page.getByText("Read the file differently").click();
    await page.getByLabel("Column separator").fill(":");
    await page.getByLabel("Column separator").press("Enter");
    await expect.poll(() => text(page)).toMatch(/features\s*2/);
    await expect.poll(() => text(page)).toMatch(/classes\s*2/);
  });

  test("why accuracy was not measured is told, and a button settles it", async () => {
    const { page } = await stage.visit();
    const lines = table(true).trimEnd().split("\n");
    const odd = lines.map((line, at) => (at > 57 ? line.replace(/[a-z]+$/, "odd") : line));
    await openText(page, "odd.csv", odd.join("\n"));
    await page.getByLabel("Column to predict").fill("state");
    await page.getByLabel("Column to predict").press("Enter");
    await expect.poll(() => text(page)).toMatch(/classes\s*3/);
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByRole("radio", { name: /Fisher/ }).check();
    await page.getByLabel("Features to pick").fill("2");
    await page.getByText("How it is measured").click();
    await page.getByLabel("Folds", { exact: true }).fill("6");
    await findFeatures(page);
    await expect.poll(() => text(page)).toMatch(/accuracy was not measured: .*"odd"/);
    expect(await text(page)).not.toContain("--");
    await page.getByRole("button", { name: "Leave out their rows" }).click();
    await expect.poll(() => textOf(page.locator(".st-figures"))).toMatch(/accuracy \(nested\)\s*\d+\.\d %/);
  });

  test("after k was found, accuracy is that of choosing it inside the training folds", async () => {
    const { page } = await stage.visit();
    const csv = csvOf(planted({ rows: 60, noise: 4 }).data);
    await openText(page, "planted.csv", csv);
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByRole("radio", { name: /Fisher/ }).check();
    await page.getByRole("radio", { name: /Find a good number/ }).check();
    await page.getByText("How it is measured").click();
    await page.getByLabel("Permutations").fill("0");
    await findFeatures(page);
    const { evaluation, tuning } = await runStudy(await parseDataset(csv), {
      schema: "salience/plan@1",
      task: "select",
      data: [{ source: "planted.csv" }],
      select: { method: "fisher", k: "auto" },
      measure: { permutations: 0 },
    });
    const [{ accuracy, k }] = evaluation!.results;
    const figures = () => textOf(page.locator(".st-figures"));
    await expect.poll(figures).toContain(`${(100 * accuracy!).toFixed(1)} %`);
    await expect
      .poll(figures)
      .toContain(`chosen again inside every training fold (${k.toFixed(1)} features on average)`);
    expect(tuning).not.toBeNull();
    await page.getByRole("heading", { name: "For your methods section" }).waitFor();
    await expect.poll(() => text(page)).toMatch(/inside (every|each) training fold/);
    // The recipe is that of the features that were selected on all rows.
    await page.getByRole("button", { name: "Keep the result" }).click();
    const recipe = JSON.parse((await saved(page, "Save the recipe")).text);
    expect(recipe.selection.k).toBe(tuning?.k);
  });
});
