import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Random } from "../../src/numeric/random.js";
import { canBrowse, textOf } from "../support/browser.js";
import { openText, Stage } from "./studio-page.js";

/** Forty samples of two classes with the columns a, b and c, changed row by row. */
function table(
  change: (row: (string | number)[], i: number) => (string | number)[],
  header = "a,b,c,state",
): string {
  const random = new Random(5);
  const rows = Array.from({ length: 40 }, (_, i) => {
    const values = [0, 1, 2].map((j) => (random.normal() + (j === 0 ? 3 * (i % 2) : 0)).toFixed(3));
    return change([...values, i % 2 ? "ill" : "well"], i).join(",");
  });
  return [header, ...rows].join("\n");
}

/** What was a wall: the file, what the page says, the button with its cost, and what is there after pressing it. */
const walls = [
  {
    name: "gaps.csv",
    text: table((row, i) => (i < 30 ? row.with(i % 3, "") : row)),
    says: "30 values are missing",
    button: "Leave out rows with missing values drops 30 of 40 rows",
    after: /samples \(rows\)\s*10/,
  },
  {
    name: "single.csv",
    text: table((row, i) => (i === 0 ? row.with(3, "odd") : row)),
    says: "1 class has one row: odd",
    button: "Leave out classes of one row drops 1 of 40 rows",
    after: /classes\s*2/,
  },
  {
    name: "twice.csv",
    text: table((row, i) => (i >= 38 ? [7, 7, 7, "ill"] : row)),
    says: "1 row repeats an earlier row, with the same class",
    button: "Leave it out drops 1 of 40 rows",
    after: /samples \(rows\)\s*39/,
  },
  {
    name: "infinite.csv",
    text: table((row, i) => (i === 3 ? row.with(1, "inf") : row)),
    says: "1 value is infinite",
    button: "Leave it out drops 1 of 3 columns",
    after: /features\s*2/,
  },
  {
    name: "empty.csv",
    text: table((row, i) => (i < 25 ? ["", "", "", row[3]] : row)),
    says: "every column has more than half of its values missing",
    button: "Leave out rows instead drops 25 of 40 rows",
    after: /samples \(rows\)\s*15/,
  },
] as const;

describe.skipIf(!canBrowse)("files that were a wall", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.clear());
  afterAll(() => stage?.close());

  const main = (page: Page) => textOf(page.locator("main"));

  test("each opens, and a button with its cost settles what is found", async () => {
    const { page, complaints } = await stage.visit();
    for (const { name, text, says, button, after } of walls) {
      await openText(page, name, text);
      await expect.poll(() => main(page)).toContain(says);
      await page.getByRole("button", { name: button, exact: true }).click();
      await expect.poll(() => main(page)).toMatch(after);
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await expect.poll(() => page.getByRole("button", { name: "Choose a method" }).isEnabled()).toBe(true);
      expect(await main(page)).not.toContain("cancelled");
      await page.getByText("Open other data").click();
    }
    expect(complaints).toEqual([]);
  });

  test("what a button has set can be undone, and the keyboard stays where it was", async () => {
    const { page } = await stage.visit();
    await openText(page, walls[0].name, walls[0].text);
    await page.getByRole("heading", { level: 1, name: "gaps.csv" }).waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
    await page.getByRole("button", { name: walls[0].button }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Undo Missing values" }).waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("findings");
    await page.getByRole("button", { name: "Undo Missing values" }).click();
    await expect.poll(() => main(page)).toMatch(/samples \(rows\)\s*40/);
  });

  test("a wrong guess of the target is changed by one press; a blank one is not guessed", async () => {
    const { page } = await stage.visit();
    const csv = table((row, i) => [...row, i % 3 ? "north" : "south"], "a,b,c,class,place");
    await openText(page, "places.csv", csv);
    await page.getByRole("heading", { level: 1, name: "places.csv" }).waitFor();
    expect(await page.getByLabel("Column to predict").inputValue()).toBe("class");
    await page.getByRole("button", { name: "place 2 levels" }).click();
    await expect.poll(() => page.getByLabel("Column to predict").inputValue()).toBe("place");
    await page.getByRole("button", { name: "c number" }).click();
    await expect.poll(() => main(page)).toContain("The number to predict");
    await page.getByText("Open other data").click();
    await openText(
      page,
      "blank.csv",
      table((row) => row.with(3, ""), "a,b,c,class"),
    );
    await page.getByRole("heading", { level: 1, name: "blank.csv" }).waitFor();
    await page.getByRole("button", { name: "Name the label column" }).click();
    await expect
      .poll(() => page.getByLabel("Column to predict").evaluate((one) => one === document.activeElement))
      .toBe(true);
    const classes = Array.from({ length: 40 }, (_, i) => (i % 2 ? "ill" : "well"));
    await page
      .getByLabel("Open a file with the classes")
      .last()
      .setInputFiles({
        name: "kinds.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(["kind", ...classes].join("\n")),
      });
    await expect.poll(() => main(page)).toMatch(/classes\s*2/);
  });

  test("with one class, what needs no classes can be used", async () => {
    const { page } = await stage.visit();
    await openText(
      page,
      "alike.csv",
      table((row) => row.with(3, "ill")),
    );
    await page.getByRole("heading", { level: 1, name: "alike.csv" }).waitFor();
    const field = page.getByLabel("Column to predict");
    await field.fill("state");
    await field.press("Enter");
    await expect.poll(() => main(page)).toContain("all rows belong to one class");
    await page.getByRole("button", { name: "Choose a method" }).click();
    await expect.poll(() => main(page)).toContain("all samples are of one class");
    await expect.poll(() => page.getByRole("button", { name: "Find the features" }).isEnabled()).toBe(true);
  });
});
