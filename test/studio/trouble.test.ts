import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Random } from "../../src/numeric/random.js";
import { canBrowse, textOf } from "../support/browser.js";
import { findFeatures, openText, Stage } from "./studio-page.js";

const markup = `<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>`;

/** Sixty samples of two classes; `a` and `b` tell them apart, `names` are the columns. */
function table(
  names: readonly string[],
  change: (row: string[], i: number) => string[] = (row) => row,
): string {
  const random = new Random(3);
  const rows = Array.from({ length: 60 }, (_, i) => {
    const group = i % 2;
    const values = names.map((_, j) => (random.normal() + (j < 2 ? 3 * group : 0)).toFixed(4));
    return change([`s${i}`, ...values, group ? "ill" : "well"], i).join(",");
  });
  return [["id", ...names, "state"].map((name) => `"${name.replaceAll('"', '""')}"`).join(","), ...rows].join(
    "\n",
  );
}

describe.skipIf(!canBrowse)("data with trouble in it", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.clear());
  afterAll(() => stage?.close());

  const text = (page: Page) => textOf(page.locator("main"));
  const picked = (page: Page) => page.locator(".st-picked button").allInnerTexts();

  test("missing values are told in plain words and settled by a button", async () => {
    const { page } = await stage.visit();
    const csv = table(["a", "b", "c", "d"], (row, i) => (i === 4 || i === 9 ? row.with(3, "") : row));
    await openText(page, "patients.csv", csv);
    await page.getByRole("heading", { level: 1, name: "patients.csv" }).waitFor();
    await expect.poll(() => text(page)).toContain("2 values are missing, in 1 column: c");
    expect(await text(page)).not.toContain("--");
    expect(await page.getByLabel("Column to predict").inputValue()).toBe("state");
    expect(await text(page)).toContain("A guess: it is the only category");
    expect(await textOf(page.getByRole("row", { name: /^id/ }))).toMatch(/names the samples/);
    expect(await page.getByRole("button", { name: "Choose a method" }).isEnabled()).toBe(true);
    await page.getByRole("button", { name: "Leave out rows with missing values" }).click();
    await expect.poll(() => text(page)).toMatch(/samples \(rows\)\s*58/);
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByLabel("Features to pick").fill("2");
    await findFeatures(page);
    await expect.poll(async () => (await picked(page)).sort()).toEqual(["a", "b"]);
    await page.getByRole("button", { name: "Keep the result" }).click();
    await expect
      .poll(() => text(page))
      .toContain("salience select patients.csv --target state --missing drop-rows --k 2");
  });

  test("the target and the ids can be changed", async () => {
    const { page } = await stage.visit();
    const csv = table(["a", "b", "site"], (row, i) => row.with(3, String(i % 3)));
    await openText(page, "sites.csv", csv);
    const field = page.getByLabel("Column to predict");
    await field.fill("site");
    await field.press("Enter");
    await expect.poll(() => text(page)).toMatch(/classes\s*3/);
    await page.getByText("Read the file differently").click();
    await page.getByLabel("Column with names of samples").fill("id");
    await page.getByLabel("Column with names of samples").press("Enter");
    await page.getByRole("rowheader", { name: /s0/ }).waitFor();
    await field.fill("nothing");
    await field.press("Enter");
    await page
      .getByRole("alert")
      .getByText(/there is no column "nothing"/i)
      .waitFor();
    // What was open is still there.
    expect(await text(page)).toMatch(/classes\s*3/);
  });

  test("without classes there is a method that needs none", async () => {
    const { page } = await stage.visit();
    const csv = table(["a", "b", "c", "d"], (row) => row.slice(1, -1)).replace(/"id",|,"state"/g, "");
    await openText(page, "unlabelled.csv", csv);
    await expect.poll(() => text(page)).toContain("there are no labels");
    await page.getByRole("button", { name: "Choose a method" }).click();
    await expect.poll(() => page.getByRole("radio", { name: /./ }).count()).toBe(2);
    await page.getByLabel("Features to pick").fill("2");
    await findFeatures(page);
    await page.getByRole("heading", { level: 1, name: "2 of 4 features of unlabelled.csv" }).waitFor();
    await expect.poll(() => page.getByRole("tab").allInnerTexts()).toEqual(["The result", "Runs"]);
  });

  test("the files of a 10x folder are opened together, others one at a time", async () => {
    const { page } = await stage.visit();
    const file = (name: string, lines: readonly string[]) => ({
      name,
      mimeType: "text/plain",
      buffer: Buffer.from(`${lines.join("\n")}\n`),
    });
    const matrix = ["%%MatrixMarket matrix coordinate integer general", "3 4 3", "1 1 5", "2 3 7", "3 4 1"];
    const features = ["ENSG1\tAAA", "ENSG2\tBBB", "ENSG3\tCCC"];
    const field = page.getByLabel(/Drop a file here/).first();
    await field.setInputFiles([file("a.csv", ["a,b", "1,2"]), file("b.csv", ["a,b", "1,2"])]);
    await page.getByRole("alert").getByText("2 files were given. Open one at a time").waitFor();
    await field.setInputFiles([
      file("barcodes.tsv", ["c1", "c2", "c3", "c4"]),
      file("matrix.mtx", matrix),
      file("features.tsv", features),
    ]);
    await page.getByRole("heading", { level: 1, name: "matrix.mtx" }).waitFor();
    await page.getByRole("columnheader", { name: "BBB" }).waitFor();
    await page.getByRole("rowheader", { name: /c3/ }).waitFor();
    const cells = page.getByRole("row", { name: /c3/ }).locator("td");
    await expect.poll(() => cells.allInnerTexts()).toEqual(["0", "7", "0"]);
  });

  test("a chart that fails leaves the rest standing", async () => {
    const { page } = await stage.visit();
    await openText(page, "plain.csv", table(["a", "b", "c"]));
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.evaluate(() => {
      const broken = class {
        constructor() {
          throw new Error("a broken browser");
        }
      };
      Object.assign(window, { ResizeObserver: broken });
    });
    await page.getByLabel("Features to pick").fill("2");
    await findFeatures(page);
    await page.getByText("This part could not be shown: a broken browser").first().waitFor();
    await expect.poll(() => picked(page)).toHaveLength(2);
    await page.getByRole("button", { name: "Keep the result" }).click();
    await page.getByRole("heading", { level: 1, name: "Save the result" }).waitFor();
  });

  test("genes in rows, with the classes in another file", async () => {
    const { page } = await stage.visit();
    const random = new Random(8);
    const samples = Array.from({ length: 30 }, (_, i) => `s${i}`);
    const genes = ["g1", "g2", "g3"].map((gene, j) =>
      [gene, ...samples.map((_, i) => random.normal() + (j === 1 ? 4 * (i % 2) : 0))].join(","),
    );
    const labels = ["sample,kind", ...samples.map((name, i) => `${name},${i % 2 ? "ill" : "well"}`)];
    await openText(page, "genes.csv", [["gene", ...samples].join(","), ...genes].join("\n"));
    await page.getByText("Read the file differently").click();
    await page.getByLabel("Each sample is").selectOption("a column");
    await expect.poll(() => text(page)).toMatch(/samples \(rows\)\s*30/);
    await page.getByText("Read the file differently").click();
    await page
      .getByLabel("Classes in another file")
      .setInputFiles({ name: "kinds.csv", mimeType: "text/csv", buffer: Buffer.from(labels.join("\n")) });
    await expect.poll(() => text(page)).toMatch(/classes\s*2/);
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByLabel("Features to pick").fill("1");
    await findFeatures(page);
    await expect.poll(() => picked(page)).toEqual(["g2"]);
    await page.getByRole("button", { name: "Keep the result" }).click();
    await expect
      .poll(() => text(page))
      .toContain("salience select genes.csv --labels kinds.csv --samples-in columns --k 1");
  });

  test("what cannot be read is refused in a readable line, and the page goes on", async () => {
    const { page } = await stage.visit();
    const alert = page.getByRole("alert");
    for (const [name, content, message] of [
      ["broken.csv", "a,b,class\n1,2,x\n1,2\n", /broken\.csv.*line 3/],
      ["photo.png", "\u0089PNG\r\n\u001a\n\u0000\u0000", /photo\.png/],
      ["empty.csv", "", /empty\.csv is empty/],
      ["recipe.json", '{"schema":"else"}', /not a recipe/],
    ] as const) {
      await openText(page, name, content);
      await expect.poll(() => textOf(alert)).toMatch(message);
      expect(await textOf(alert)).not.toMatch(/undefined|\bat .*:\d+:\d+/);
    }
    await page.getByRole("button", { name: /Planted answer/ }).click();
    await page.getByRole("heading", { level: 1, name: "planted" }).waitFor();
    await expect.poll(() => textOf(alert)).toBe("");
  });

  test("names in the data cannot inject markup", async () => {
    const { page, complaints } = await stage.visit();
    const names = [markup, `</script><svg onload=window.hurt=1>`, "c", `javascript:window.hurt=1`];
    const csv = table(names, (row) => row.with(-1, `"${row.at(-1)}<b onclick=window.hurt=1>"`));
    await openText(page, `${markup.slice(0, 20)}.csv`, csv);
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByText("Keep or leave out features").click();
    await page.getByRole("searchbox", { name: "Leave out" }).fill("java");
    await page.getByRole("button", { name: "javascript:window.hurt=1" }).waitFor();
    await page.getByLabel("Features to pick").fill("3");
    await findFeatures(page);
    await page.getByRole("heading", { name: "Time spent" }).waitFor();
    await page.locator(".st-picked button").first().click();
    await page.getByRole("dialog").getByText("middle half").waitFor();
    await expect
      .poll(() => textOf(page.getByRole("dialog").getByRole("heading", { level: 2 })))
      .toMatch(/^</);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Keep the result" }).click();
    await page.getByText("On the command line", { exact: true }).waitFor();
    expect(await page.evaluate("window.hurt")).toBeUndefined();
    expect(await page.locator("main img, main b[onclick], main script").count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
