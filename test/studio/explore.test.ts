import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { digits, parseDataset } from "../../src/index.js";
import { runStudy } from "../../src/study/run-study.js";
import { canBrowse, textOf } from "../support/browser.js";
import { csvOf, findFeatures, openText, Stage, seriousFaults, type Visit } from "./studio-page.js";

/** Every ninth of the digits as a file; enough to be measured, and quickly. */
async function someDigits(): Promise<string> {
  const all = await digits();
  const some = all.selectRows(Array.from({ length: Math.ceil(all.rows / 9) }, (_, i) => 9 * i));
  // Classes are words, so that nobody takes them for numbers to predict.
  return csvOf(some).replace(/,(\d)$/gm, ",digit $1");
}

/** One visit: each test goes on where the one before has ended. */
describe.skipIf(!canBrowse)("exploring what was measured", () => {
  let stage: Stage;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.open();
    visit = await stage.visit();
    page = visit.page;
  });
  afterAll(() => stage?.close());

  const figures = () => textOf(page.locator(".st-figures"));
  const picked = () => page.locator(".st-picked button").allInnerTexts();

  test("the accuracy is that of Node", async () => {
    const csv = await someDigits();
    await openText(page, "some-digits.csv", csv);
    await page.getByRole("button", { name: "Choose a method" }).click();
    await page.getByLabel("Features to pick").fill("8");
    await page.getByText("How it is measured").click();
    await page.getByLabel("Folds", { exact: true }).fill("3");
    await findFeatures(page);
    const { selection, evaluation } = await runStudy(await parseDataset(csv), {
      schema: "salience/plan@1",
      task: "select",
      data: [{ source: "some-digits.csv" }],
      select: { k: 8 },
      judge: { folds: 3 },
      measure: { k: [8] },
      seed: 1,
    });
    await expect.poll(picked).toEqual(selection.features);
    const [{ accuracy }] = evaluation!.results;
    expect(accuracy).toBeGreaterThan(0.6);
    await expect.poll(figures).toMatch(/accuracy \(nested\)/);
    await expect.poll(figures).toContain(`${(100 * accuracy!).toFixed(1)} %`);
    await page.getByRole("heading", { name: "How well the features predict" }).waitFor();
    await page.getByRole("heading", { name: "Time spent" }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  test("the cut line moves by keyboard, and accuracy, redundancy and picture follow", async () => {
    const pixels = page.locator(".st-canvas rect");
    await expect.poll(() => pixels.count()).toBe(8);
    const before = await figures();
    await page.getByRole("slider", { name: "Number of features kept" }).focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
    await expect.poll(picked).toHaveLength(12);
    await expect.poll(() => pixels.count()).toBe(12);
    await expect.poll(figures).toContain("at 12");
    expect(await figures()).not.toBe(before);
    await page.getByRole("img", { name: /A line below rank 12 divides/ }).waitFor();
  });

  test("dragging from a dot of the scatter marks samples there, in the heat map and in the table", async () => {
    const dots = page.locator(".sal-kind-projection .sal-samples > *");
    const clear = page.getByRole("button", { name: /samples? marked: clear/ });
    const drag = async () => {
      await dots.first().scrollIntoViewIfNeeded();
      const from = (await dots.first().boundingBox())!;
      const plane = (await page.locator(".sal-kind-projection svg.sal-drawing").boundingBox())!;
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(plane.x + plane.width - 4, plane.y + plane.height - 4, { steps: 5 });
      await page.mouse.up();
      await clear.waitFor({ timeout: 2000 });
    };
    // The chart is drawn anew while the cut comes to rest.
    await vi.waitFor(drag, 60_000);
    const total = await dots.count();
    const dimmed = () => page.locator(".sal-kind-projection .sal-dimmed").count();
    const marked = Number(/\d+/.exec(await textOf(clear)));
    expect(marked).toBeGreaterThan(0);
    await expect.poll(dimmed).toBe(total - marked);
    await clear.click();
    await expect.poll(dimmed).toBe(0);
  });

  test("γ and p can be walked along, and methods compared", async () => {
    await page.getByRole("tab", { name: "Stricter or looser" }).click();
    await page.getByRole("button", { name: "Fit the path" }).click();
    const left = page.locator("output", { hasText: "features left" });
    await left.waitFor();
    const count = async () => Number(/(\d+) of \d+/.exec(await textOf(left))?.[1]);
    const few = await count();
    await page.getByLabel(/^γ =/).focus();
    await page.keyboard.press("End");
    await expect.poll(count).toBeLessThan(few);
    await page.getByRole("tab", { name: "Compare methods" }).click();
    await page.getByRole("checkbox", { name: "Minimum redundancy maximum relevance" }).uncheck();
    await page.getByRole("button", { name: /Compare 2 methods/ }).click();
    const compared = page.locator(".st-compare");
    await compared.getByRole("heading", { name: /methods side by side/ }).waitFor();
    await expect.poll(() => textOf(compared)).toContain("Fisher score");
    expect(visit.complaints).toEqual([]);
  });
});
