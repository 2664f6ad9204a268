import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "../../scripts/ensure-chromium.mjs";
import { readViewAssets } from "../../src/node/view-assets.js";
import { reportHtml } from "../../src/report/html.js";
import type { Report, Section } from "../../src/report/report.js";
import { awkwardSections, manyFeatures } from "./awkward-sections.js";
import { hostileNames, sampleReport } from "./sample-report.js";

const executablePath = findChromium();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// In CI a missing Chromium is a failure; elsewhere these tests are reported as skipped.
describe.skipIf(!executablePath && !process.env.CI)("the result view in Chromium", () => {
  const folder = mkdtempSync(join(tmpdir(), "salience-view-"));
  let browser: Browser;
  let sample: Page;
  /** Everything the pages said, asked for or threw; must stay empty. */
  const noises: string[] = [];

  async function open(report: Report, name: string, width = 1280): Promise<Page> {
    const path = join(folder, `${name}.html`);
    writeFileSync(path, reportHtml(report, await readViewAssets()));
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    page.on("console", (message) => noises.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => noises.push(String(error)));
    page.on("dialog", (dialog) => {
      noises.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url()) && request.url() !== pathToFileURL(path).href)
        noises.push(`request ${request.url()}`);
    });
    await page.goto(pathToFileURL(path).href);
    await page.locator(".sal-report").waitFor();
    return page;
  }

  const withSections = (sections: readonly Section[]): Report => ({ ...sampleReport, sections });

  beforeAll(async () => {
    if (!executablePath) throw new Error("there is no Chromium, and in CI these tests must run");
    browser = await chromium.launch({
      executablePath,
      args: [
        ...["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"],
        ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
      ],
    });
    sample = await open(sampleReport, "sample");
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  afterEach(() => {
    expect(noises.splice(0)).toEqual([]);
  });

  /** Sections and the marks that their data must give: selector → how many. */
  const marks: Record<string, Record<string, number>> = {
    data: { ".sal-fact": 6, ".sal-mark": 2 },
    care: { ".sal-warning": 1 },
    notes: { ".sal-prose p": 2 },
    claims: { li: 3, ".sal-held": 1, ".sal-not-held": 1, ".sal-open": 1 },
    table: { "tbody tr": 3, "thead tr": 2, "tbody strong": 2, "th[scope=colgroup]": 2 },
    wide: { "tbody td": 44, "th[scope=colgroup]": 7, strong: 0 },
    ranking: { ".sal-bars > rect": 40, ".sal-errors > line": 40, ".sal-cut > line": 1, "tbody tr": 64 },
    accuracy: {
      ".sal-nested-lines > path": 3,
      ".sal-paper-lines > path": 3,
      ".sal-points > *": 36,
      ".sal-chance-band > path": 1,
      ".sal-majority > line": 1,
    },
    tradeoff: { ".sal-points > path": 18, ".sal-lines > path": 3, ".sal-k > text": 18 },
    correlation: { ".sal-cells > rect": 144, ".sal-cluster-borders > line": 4, "tbody tr": 5 },
    distributions: {
      ".sal-boxes > rect": 3,
      ".sal-medians > line": 3,
      ".sal-whiskers > line": 3,
      option: 20,
    },
    convergence: { ".sal-lines > path": 2, ".sal-points > path": 14 + 13 },
    path: { ".sal-cells > rect": 30, ".sal-top li": 5, ".sal-chosen > rect": 4 },
    stability: { ".sal-bars > rect": 24, ".sal-threshold > line": 1, ".sal-fact": 1 },
    "projection-plane": { ".sal-samples > path": 180, ".sal-legend text": 3 },
    "projection-many": { ".sal-samples > path": 600, ".sal-classes > text": 10 },
    "projection-strips": { ".sal-samples > path": 120, ".sal-medians > line": 2 },
    agreement: { ".sal-cells > rect": 9 },
    pictures: { image: 3, ".sal-marked": 4 },
    curves: { ".sal-points > path": 3 * 18 - 3, ".sal-facet-title": 3, ".sal-legend text": 3 },
    surfaces: { ".sal-cells > rect": 36, ".sal-facet-title": 2 },
    timings: { ".sal-bars > rect": 7, ".sal-facet-title": 2 },
    methods: { ".sal-quote": 1, pre: 1 },
    repeat: { pre: 2 },
  };

  test("every kind of section is drawn with the marks that its data asks for", async () => {
    expect(Object.keys(marks)).toEqual(sampleReport.sections.map(({ id }) => id));
    const found: typeof marks = {};
    for (const [id, wanted] of Object.entries(marks)) {
      found[id] = {};
      for (const selector of Object.keys(wanted))
        found[id][selector] = await sample.locator(`#${id} ${selector}`).count();
    }
    expect(found).toEqual(marks);
  });

  test("a bar is as long as its score, and the cut line stands between the last picked and the next", async () => {
    const boxes = await sample
      .locator("#ranking .sal-bars > rect")
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().toJSON()));
    expect(boxes[0].width / boxes[9].width).toBeCloseTo((3 / 1.5 + 0.02) / (3 / 10.5 + 0.02), 1);
    const cut = await sample
      .locator("#ranking .sal-cut > line")
      .evaluate((line) => line.getBoundingClientRect().top);
    expect(cut).toBeGreaterThan(boxes[19].bottom - 1);
    expect(cut).toBeLessThan(boxes[20].top + 1);
  });

  test("each chart says in a sentence what it shows, and has buttons with names", async () => {
    const labels = await sample
      .locator("figure svg[role=img]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
    expect(labels).toHaveLength(16);
    for (const label of labels) expect(label).toMatch(/^.{20,}\.$/);
    expect(labels.find((label) => label.includes("chance") || label.includes("shuffled"))).toContain(
      "dfs (nested)",
    );
  });

  test("columns sort both ways and back, and search narrows the rows", async () => {
    const section = sample.locator("#ranking");
    const first = () => section.locator("tbody tr td:nth-child(2)").first().textContent();
    const heading = section.locator("th", { hasText: "Feature" });
    await heading.locator("button").click();
    expect(await heading.getAttribute("aria-sort")).toBe("ascending");
    expect(await first()).toBe('"><img src=x onerror=alert(2)>');
    await heading.locator("button").click();
    expect(await heading.getAttribute("aria-sort")).toBe("descending");
    expect(await first()).toBe("pixel 64");
    await heading.locator("button").click();
    expect(await heading.getAttribute("aria-sort")).toBe("none");
    const score = section.locator("th", { hasText: "row norm" }).locator("button");
    await score.click();
    await score.click();
    // The score that is not a number comes last either way.
    expect(await section.locator("tbody tr td:nth-child(1)").last().textContent()).toBe("64");
    await score.click();
    await section.locator("input[type=search]").fill("PIXEL 1");
    expect(await section.locator("tbody tr").count()).toBe(10);
    expect(await section.locator("output").first().textContent()).toBe("10 of 64");
    await section.locator("input[type=search]").fill("");
    await section.locator("input[type=checkbox]").check();
    expect(await section.locator("tbody tr").count()).toBe(20);
    await section.locator("input[type=checkbox]").uncheck();
  });

  async function downloaded(button: Locator): Promise<{ name: string; bytes: Buffer }> {
    const [download] = await Promise.all([sample.waitForEvent("download"), button.click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }

  test("tables are saved as CSV that no spreadsheet runs", async () => {
    const { name, bytes } = await downloaded(
      sample.locator("#table").getByRole("button", { name: "Save as CSV" }),
    );
    expect(name).toBe("accuracy-top-20.csv");
    expect(bytes.toString("utf8")).toBe(
      "Data,ours: dfs,ours: mrmr,paper: dfs,paper: difference\r\n" +
        "ORL,89.25,90.5,88.1,1.15\r\nCOLON,98.33,91.9,98.3,0.03\r\n'=SUM(A1),,80,81.25,-1.25\r\n",
    );
    const all = await downloaded(sample.locator("#ranking").getByRole("button", { name: "Save as CSV" }));
    const lines = all.bytes.toString("utf8").split("\r\n");
    expect(lines).toHaveLength(1 + 64 + 1);
    expect(lines[2]).toMatch(/^2,'=cmd\(\)\|'\/c calc'!A0,picked,1\.22/);
    expect(lines[3]).toMatch(/^3,"""><img src=x onerror=alert\(2\)>",picked,/);
    expect(lines[5]).toMatch(/^5,'\+1\+1,picked,/);
  });

  test("every chart is saved as SVG that stands alone, with all its marks", async () => {
    // All buttons are pressed, and what would be saved is looked at in the page: sixteen files take long.
    const saved = await sample.evaluate(async () => {
      const blobs: Blob[] = [];
      const { createObjectURL } = URL;
      const { click } = HTMLAnchorElement.prototype;
      URL.createObjectURL = (blob: Blob) => `blob:${blobs.push(blob)}`;
      HTMLAnchorElement.prototype.click = () => {};
      const figures = [...document.querySelectorAll("figure.sal-chart")];
      for (const figure of figures)
        figure.querySelector<HTMLButtonElement>('[aria-label^="Save as SVG"]')?.click();
      URL.createObjectURL = createObjectURL;
      HTMLAnchorElement.prototype.click = click;
      const marks = (root: Element) => root.querySelectorAll("rect, path, circle, line, image, text").length;
      return Promise.all(
        figures.map(async (figure, at) => {
          const text = await blobs[at].text();
          const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
          const root = parsed.documentElement;
          return {
            type: blobs[at].type,
            root: root.localName,
            error: parsed.querySelector("parsererror")?.textContent ?? null,
            foreign:
              /var\(|<script|<style|class=|currentColor|href="(?!data:image\/png)/.exec(text)?.[0] ?? null,
            // The colour of the page is one more.
            missing: marks(figure.querySelector(".sal-drawing") ?? figure) + 1 - marks(root),
            title:
              root.querySelector("title")?.textContent === figure.querySelector(".sal-drawing")?.ariaLabel,
          };
        }),
      );
    });
    expect(saved).toEqual(
      Array.from({ length: 16 }, () => ({
        type: "image/svg+xml;charset=utf-8",
        root: "svg",
        error: null,
        foreign: null,
        missing: 0,
        title: true,
      })),
    );
  });

  test.each(["accuracy", "pictures"])("%s is saved as PNG of twice the size of the SVG", async (id) => {
    const button = (format: string) =>
      sample.locator(`#${id}`).getByRole("button", { name: `Save as ${format}` });
    const svg = await downloaded(button("SVG"));
    const [, width, height] =
      /width="([\d.]+)" height="([\d.]+)"/.exec(/<svg[^>]*>/.exec(svg.bytes.toString("utf8"))?.[0] ?? "") ??
      [];
    const { name, bytes } = await downloaded(button("PNG"));
    expect(name).toBe(svg.name.replace(".svg", ".png"));
    expect(bytes.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([2 * Number(width), 2 * Number(height)]);
    expect(bytes.length).toBeGreaterThan(3000);
  });

  test("hostile names are shown as they are and nothing else", async () => {
    const shown = await sample.locator("#ranking tbody tr td:nth-child(2)").allTextContents();
    expect(shown.slice(0, hostileNames.length)).toEqual(hostileNames);
    expect(
      await sample.locator(".sal-report script, .sal-report img, .sal-report b, .sal-report i").count(),
    ).toBe(0);
    expect(await sample.title()).toBe(sampleReport.title);
  });

  test("a feature's distribution opens from the table, the map and the list, and closes", async () => {
    await sample.locator("#ranking").getByRole("button", { name: "pixel 6", exact: true }).click();
    const panel = sample.locator("#ranking aside");
    expect(await panel.locator(".sal-boxes > rect").count()).toBe(3);
    expect(await sample.locator("#distributions select").inputValue()).toBe("5");
    await panel.getByRole("button", { name: "Close" }).click();
    expect(await panel.count()).toBe(0);
    await sample.locator("#correlation .sal-cells > rect").nth(12).click();
    expect(await sample.locator("#correlation aside strong").textContent()).toBe(hostileNames[1]);
    // This feature has no rows in the third class.
    expect(await sample.locator("#distributions .sal-boxes > rect").count()).toBe(2);
    await sample.locator("#correlation aside").getByRole("button", { name: "Close" }).click();
  });

  test("a point of the path is chosen by mouse and by keyboard", async () => {
    const section = sample.locator("#path");
    await section.locator(".sal-cells > rect").nth(7).click();
    expect(
      await section
        .locator("select")
        .evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value)),
    ).toEqual(["2", "1"]);
    expect(await section.locator("output").textContent()).toContain("44 features in use, objective 17.6.");
    await section.locator("select").first().focus();
    await sample.keyboard.press("ArrowDown");
    expect(await section.locator("output").textContent()).toContain("32 features in use");
  });

  test("figures open as a table", async () => {
    const section = sample.locator("#stability");
    await section.locator("summary").click();
    expect(await section.locator("tbody tr").count()).toBe(24);
    await section.locator("summary").click();
  });

  test.each(["light", "dark"] as const)(
    "axe finds nothing serious in %s, and the colours change",
    async (theme) => {
      await sample.emulateMedia({ colorScheme: theme });
      const ground = await sample.evaluate(
        "getComputedStyle(document.querySelector('.sal-report')).backgroundColor",
      );
      expect(ground).toBe(theme === "light" ? "rgb(255, 255, 255)" : "rgb(20, 23, 28)");
      await sample.evaluate(axe);
      const violations = (await sample.evaluate(
        // The whole page once; in dark again what depends on colours, and outside the drawings, whose marks are many.
        `axe.run(${theme === "dark" ? '{ exclude: [".sal-drawing"] }, { runOnly: ["color-contrast"], resultTypes: ["violations"] }' : 'document, { resultTypes: ["violations"] }'}).then(({ violations }) => violations.filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => id + " " + nodes.slice(0, 3).map(({ html }) => html.slice(0, 120)).join(" | ")))`,
      )) as string[];
      expect(violations).toEqual([]);
      await sample.emulateMedia({ colorScheme: "light" });
    },
  );

  test("the button turns to dark, and paper stays light", async () => {
    await sample.getByRole("button", { name: "Dark" }).click();
    const ground = () =>
      sample.evaluate("getComputedStyle(document.querySelector('.sal-report')).backgroundColor");
    expect(await ground()).toBe("rgb(20, 23, 28)");
    await sample.emulateMedia({ media: "print" });
    // A4 without margins of 1.2 cm; what hangs over would be cut.
    await sample.setViewportSize({ width: 700, height: 900 });
    expect(await sample.evaluate("document.documentElement.scrollWidth")).toBe(700);
    expect(await ground()).toBe("rgb(255, 255, 255)");
    expect(await sample.locator(".sal-button:visible, input:visible, summary:visible").count()).toBe(0);
    await sample.emulateMedia({ media: "screen" });
    await sample.setViewportSize({ width: 1280, height: 900 });
    await sample.getByRole("button", { name: "Light" }).click();
  });

  test("texts are copied, and the button says so", async () => {
    await sample.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await sample.getByRole("button", { name: "Copy: BibTeX" }).click();
    await sample.getByRole("button", { name: "Copied: BibTeX" }).waitFor();
    expect(await sample.evaluate("navigator.clipboard.readText()")).toBe(
      "@article{tao2016,\n  title = {Effective}\n}",
    );
    const { name, bytes } = await downloaded(sample.getByRole("button", { name: "Save recipe.json" }));
    expect([name, bytes.toString("utf8")]).toEqual(["recipe.json", '{ "method": "dfs" }\n']);
  });

  test("390 pixels are enough: nothing hangs over", async () => {
    const page = await open(sampleReport, "narrow", 390);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the report");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("report");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    const over = await page
      .locator(".sal-drawing")
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > 390).length);
    expect(over).toBe(0);
    await page.close();
  });

  test("50,000 features open, sort, search and scroll with few rows in the page", async () => {
    const page = await open(withSections([manyFeatures(50_000)]), "many");
    const rows = page.locator("tbody tr:not(.sal-spacer)");
    expect(await rows.count()).toBeLessThan(80);
    expect(await page.locator(".sal-bars > rect").count()).toBe(40);
    expect(await page.locator("table").getAttribute("aria-rowcount")).toBe("50001");
    await page.locator(".sal-scroll").evaluate((region) => region.scrollTo(0, 32 * 25_000));
    await page.locator("td", { hasText: "gene 25001" }).first().waitFor();
    expect(await rows.count()).toBeLessThan(80);
    await page.locator("th", { hasText: "Rank" }).locator("button").click();
    await page.locator(".sal-scroll").evaluate((region) => region.scrollTo(0, 0));
    await page.locator("td", { hasText: "gene 50000" }).first().waitFor();
    await page.locator("input[type=search]").fill("gene 4999");
    expect(await page.locator("output").first().textContent()).toBe("11 of 50\u202f000");
    await page.close();
  });

  test.each(Object.entries(awkwardSections))("awkward data: %s", async (_, sections) => {
    const page = await open(withSections(sections), "awkward");
    expect(await page.locator(".sal-section").count()).toBe(sections.length);
    for (const drawing of await page.locator(".sal-drawing").all())
      expect(await drawing.evaluate((svg) => /NaN|Infinity|undefined/.test(svg.outerHTML))).toBe(false);
    await page.close();
  });

  test("a kind of section from a later version is named", async () => {
    const page = await open(
      withSections([{ kind: "constructor", id: "x", title: "New" } as unknown as Section]),
      "unknown",
    );
    expect(await page.locator("#x").textContent()).toContain("(constructor) was made by a later version");
    await page.close();
  });
});
