import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readViewAssets } from "../../src/node/view-assets.js";
import { reportHtml } from "../../src/report/html.js";
import type { Report, Section } from "../../src/report/report.js";
import { canBrowse, launchChromium, newVisitor } from "../support/browser.js";
import { awkwardSections, manyFeatures } from "./awkward-sections.js";
import { hostileNames, sampleReport } from "./sample-report.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(!canBrowse)("the result view in Chromium", () => {
  const folder = mkdtempSync(join(tmpdir(), "salience-view-"));
  let browser: Browser;
  /** A page that tests only look at; those that press and type open one of their own. */
  let sample: Page;
  /** Everything the pages said, asked for or threw; must stay empty. */
  const noises: string[] = [];

  async function open(report: Report, name: string, width = 1280): Promise<Page> {
    const path = join(folder, `${name}.html`);
    writeFileSync(path, reportHtml(report, await readViewAssets()));
    const visitor = await newVisitor(browser, { viewport: { width, height: 900 } });
    const page = await visitor.newPage();
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

  const background = (page: Page) =>
    page.evaluate("getComputedStyle(document.querySelector('.sal-report')).backgroundColor");
  const withSections = (sections: readonly Section[]): Report => ({ ...sampleReport, sections });

  beforeAll(async () => {
    browser = await launchChromium();
    sample = await open(sampleReport, "sample");
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  afterEach(async () => {
    for (const context of browser.contexts()) if (context !== sample.context()) await context.close();
    expect(noises.splice(0)).toEqual([]);
  });

  /** Sections and the marks that their data must give: selector → how many. */
  const marks: Record<string, Record<string, number>> = {
    overview: { ".sal-features li": 7, ".sal-effect-bar": 6, ".sal-fact": 1, ".sal-answer": 1 },
    data: { ".sal-fact": 6, ".sal-mark": 2 },
    care: { ".sal-warning": 1 },
    notes: { ".sal-prose p": 2 },
    claims: { li: 3, ".sal-held": 1, ".sal-not-held": 1, ".sal-open": 1 },
    table: { "tbody tr": 3, "thead tr": 2, "tbody strong": 2, "th[scope=colgroup]": 2 },
    protocols: { "tbody tr": 2, strong: 4 },
    wide: { "tbody td": 44, "th[scope=colgroup]": 7, strong: 0 },
    ranking: { ".sal-bars > rect": 40, ".sal-errors > line": 40, ".sal-cut > line": 1, "tbody tr": 64 },
    accuracy: {
      ".sal-nested-lines > path": 3,
      ".sal-paper-lines > path": 3,
      ".sal-points > *": 36,
      ".sal-chance-band > path": 1,
      ".sal-majority > line": 1,
    },
    errors: {
      ".sal-cells > rect": 9,
      ".sal-counts > text": 7,
      ".sal-intervals > line": 6 + 4,
      ".sal-points > *": 6 + 4,
      ".sal-lines > path": 2,
      ".sal-chosen > circle": 2,
      option: 3,
      ".sal-chance > path": 2,
    },
    // Steps −6, −3, 3, 6 of the colours hold all values but the means; one path is the missing value.
    samples: {
      ".sal-cells > path": 6,
      ".sal-strip > rect": 5 + 1 + 2 + 1,
      // Pieces that are wide enough have the shape of their class.
      ".sal-strip > g": 5,
      ".sal-tree": 2,
      ".sal-names > text": 3,
      ".sal-legend text": 20 + 4,
    },
    markers: {
      ".sal-cells > rect": 12,
      ".sal-marks > circle": 3,
      ".sal-bars > rect": 4,
      ".sal-separators > line": 1,
      dt: 2,
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
    ranks: {
      ".sal-stems > path": 4,
      ".sal-joins > path": 2,
      ".sal-names > text": 4,
      ".sal-difference > path": 1,
    },
    timings: { ".sal-bars > rect": 7, ".sal-facet-title": 2 },
    methods: { ".sal-quote": 1, pre: 1 },
    repeat: { pre: 2 },
  };

  test("every kind of section is drawn with the marks that its data asks for", async () => {
    expect(Object.keys(marks)).toEqual(sampleReport.sections.map(({ id }) => id));
    const counted = async () => {
      const found: typeof marks = {};
      for (const [id, wanted] of Object.entries(marks)) {
        found[id] = {};
        for (const selector of Object.keys(wanted))
          found[id][selector] = await sample.locator(`#${id} ${selector}`).count();
      }
      return found;
    };
    await expect.poll(counted).toEqual(marks);
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

  test("fractions are shown in percent, and the best of each row and protocol is marked", async () => {
    const marked = await sample
      .locator("#protocols tbody tr")
      .evaluateAll((rows) =>
        rows.map((row) =>
          [...row.querySelectorAll("td")].map(
            (cell) => (cell.querySelector("strong") ? "*" : "") + cell.textContent,
          ),
        ),
      );
    expect(marked).toEqual([
      ["10", "81.0", "*84.0", "79.0", "*97.0", "95.0", "96.0"],
      ["20", "*86.0", "82.0", "*86.0", "95.0", "95.0", "95.0"],
    ]);
    const fact = sample.locator("#data .sal-fact", { hasText: "Accuracy, nested" });
    await expect.poll(() => fact.locator(".sal-value").textContent()).toContain("94.62 %");
    const twin = sample.locator("#correlation td", { hasText: /^\+0\.40$/ });
    await expect.poll(() => twin.count()).toBeGreaterThan(0);
    // Ticks of the percent axis: fractions would end at 1.
    const texts = await sample.locator("#accuracy svg text").allTextContents();
    expect(texts).toEqual(expect.arrayContaining(["20", "40", "60", "80"]));
  });

  test("each chart says in a sentence what it shows, and has buttons with names", async () => {
    const labels = await sample
      .locator("figure svg[role=img]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
    expect(labels).toHaveLength(24);
    for (const label of labels) expect(label).toMatch(/^.{20,}\.$/);
    expect(labels.find((label) => label.includes("chance") || label.includes("shuffled"))).toContain(
      "dfs (nested)",
    );
  });

  test("columns sort both ways and back, and search narrows the rows", async () => {
    const page = await open(sampleReport, "sort");
    const section = page.locator("#ranking");
    const rows = section.locator("tbody tr");
    const first = () => rows.first().locator("td:nth-child(2)").textContent();
    const heading = section.locator("th", { hasText: "Feature" });
    const sort = () => heading.getAttribute("aria-sort");
    await heading.locator("button").click();
    await expect.poll(sort).toBe("ascending");
    await expect.poll(first).toBe('"><img src=x onerror=alert(2)>');
    await heading.locator("button").click();
    await expect.poll(sort).toBe("descending");
    await expect.poll(first).toBe("pixel 64");
    await heading.locator("button").click();
    await expect.poll(sort).toBe("none");
    const score = section.locator("th", { hasText: "row norm" });
    // The score that is not a number comes last either way.
    for (const order of ["descending", "ascending"]) {
      await score.locator("button").click();
      await expect.poll(() => score.getAttribute("aria-sort")).toBe(order);
      await expect.poll(() => rows.last().locator("td:nth-child(1)").textContent()).toBe("64");
    }
    await section.locator("input[type=search]").fill("PIXEL 1");
    await expect.poll(() => rows.count()).toBe(10);
    await expect.poll(() => section.locator("output").first().textContent()).toBe("10 of 64");
    await section.locator("input[type=search]").fill("");
    await expect.poll(() => rows.count()).toBe(64);
    await section.locator("input[type=checkbox]").check();
    await expect.poll(() => rows.count()).toBe(20);
  });

  async function downloaded(button: Locator): Promise<{ name: string; bytes: Buffer }> {
    const [download] = await Promise.all([button.page().waitForEvent("download"), button.click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }

  test("tables are saved as CSV that no spreadsheet runs", async () => {
    const { name, bytes } = await downloaded(
      sample.locator("#table").getByRole("button", { name: "Save as CSV" }),
    );
    expect(name).toBe("accuracy-top-20.csv");
    expect(bytes.toString("utf8")).toBe(
      "Data,ours: dfs,ours: mrmr,paper: dfs,paper: difference\n" +
        "ORL,89.25,90.5,88.1,1.15\nCOLON,98.33,91.9,98.3,0.03\n'=SUM(A1),,80,81.25,-1.25\n",
    );
    const all = await downloaded(sample.locator("#ranking").getByRole("button", { name: "Save as CSV" }));
    const lines = all.bytes.toString("utf8").split("\n");
    expect(lines).toHaveLength(1 + 64 + 1);
    expect(lines[1]).toMatch(/,'=one,10,0$/);
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
      Array.from({ length: 24 }, () => ({
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

  test("names with control characters and half letters do not hinder saving as PNG", async () => {
    await sample.evaluate(() => {
      document.querySelector("#accuracy svg text")!.textContent += "\u001b[2J \ud800 \u0000";
    });
    const { bytes } = await downloaded(
      sample.locator("#accuracy").getByRole("button", { name: "Save as PNG" }),
    );
    expect(bytes.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
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
    const page = await open(sampleReport, "distribution");
    await page.locator("#ranking").getByRole("button", { name: "pixel 6", exact: true }).click();
    const panel = page.locator("#ranking aside");
    await expect.poll(() => panel.locator(".sal-boxes > rect").count()).toBe(3);
    await expect.poll(() => page.locator("#distributions select").inputValue()).toBe("5");
    await panel.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => panel.count()).toBe(0);
    await page.locator("#correlation .sal-cells > rect").nth(12).click();
    await expect.poll(() => page.locator("#correlation aside strong").textContent()).toBe(hostileNames[1]);
    // This feature has no rows in the third class.
    await expect.poll(() => page.locator("#distributions .sal-boxes > rect").count()).toBe(2);
  });

  test("a point of the path is chosen by mouse and by keyboard", async () => {
    const page = await open(sampleReport, "path");
    const section = page.locator("#path");
    const chosen = () =>
      section.locator("select").evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value));
    await section.locator(".sal-cells > rect").nth(7).click();
    await expect.poll(chosen).toEqual(["2", "1"]);
    const words = () => section.locator("output").textContent();
    await expect.poll(words).toContain("44 features in use, objective 17.6.");
    await section.locator("select").first().focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(words).toContain("32 features in use");
  });

  test("the threshold of a class moves by keyboard, and the words follow", async () => {
    const page = await open(sampleReport, "threshold");
    const section = page.locator("#errors");
    await section.locator("select").selectOption("1");
    const words = () => section.locator("output").textContent();
    await expect.poll(words).toContain("From 0.50 on 15 of 30 rows of “two” are found: 50.0 % (33–67)");
    await section.locator("input[type=range]").focus();
    await page.keyboard.press("End");
    await expect.poll(words).toContain("0 of 30 rows of “two” are found: 0.0 % (0–11)");
    await expect.poll(words).toContain("Nothing is named so.");
    await expect.poll(() => section.locator(".sal-chosen > circle").count()).toBe(1);
  });

  test("a sample is chosen by mouse and by keyboard, and dragging marks samples in the map and the table", async () => {
    const page = await open(sampleReport, "samples");
    const section = page.locator("#samples");
    const panel = section.locator("aside");
    await section.locator("select").last().selectOption("6");
    await expect
      .poll(() => panel.textContent())
      .toContain("✗ taken for class 0 when held out (probability 55 %)");
    await expect.poll(() => panel.locator("dd").first().textContent()).toContain("+1.0 sd");
    await section.locator(".sal-cells").scrollIntoViewIfNeeded();
    const box = (await section.locator(".sal-cells").boundingBox())!;
    await page.mouse.click(box.x + 5, box.y + 10);
    await expect.poll(() => panel.locator("strong").textContent()).toBe("a");
    await page.mouse.move(box.x + 5, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.45, box.y + 20, { steps: 4 });
    await page.mouse.up();
    await section.getByRole("button", { name: "3 samples marked" }).waitFor();
    await expect.poll(() => section.locator(".sal-faded").count()).toBe(3);
    await section.locator("summary", { hasText: "3 marked" }).click();
    await expect.poll(() => section.locator("tbody tr").count()).toBe(3);
  });

  test("a folded section opens by its heading and by its address", async () => {
    const page = await open(
      withSections(sampleReport.sections.slice(0, 4).map((section) => ({ ...section, folded: true }))),
      "folded",
    );
    const shown = (id: string) => page.locator(`#${id} .sal-folded[open]`).count();
    expect(await shown("care")).toBe(0);
    await page.locator("#care summary").click();
    await expect.poll(() => shown("care")).toBe(1);
    await page.locator(".sal-contents a", { hasText: "Notes" }).click();
    await expect.poll(() => shown("notes")).toBe(1);
    await expect.poll(() => shown("data")).toBe(0);
  });

  test("figures open as a table", async () => {
    const page = await open(sampleReport, "figures");
    const section = page.locator("#stability");
    await section.locator("summary").click();
    await expect.poll(() => section.locator("tbody tr").count()).toBe(24);
  });

  test.each(["light", "dark"] as const)("axe finds nothing in %s, and the colours change", async (theme) => {
    const page = await open(sampleReport, "colours");
    await page.emulateMedia({ colorScheme: theme });
    await expect
      .poll(() => background(page))
      .toBe(theme === "light" ? "rgb(255, 255, 255)" : "rgb(20, 23, 28)");
    await page.evaluate(axe);
    const violations = (await page.evaluate(
      // The whole page once; in dark again what depends on colours, and outside the drawings, whose marks are many.
      `axe.run(${theme === "dark" ? '{ exclude: [".sal-drawing"] }, { runOnly: ["color-contrast"], resultTypes: ["violations"] }' : 'document, { resultTypes: ["violations"] }'}).then(({ violations }) => violations
        .map(({ id, nodes }) => id + " " + nodes.slice(0, 3).map(({ html }) => html.slice(0, 120)).join(" | ")))`,
    )) as string[];
    expect(violations).toEqual([]);
  });

  test("the button turns to dark, and paper stays light", async () => {
    const page = await open(sampleReport, "paper");
    await page.getByRole("button", { name: "Dark" }).click();
    await expect.poll(() => background(page)).toBe("rgb(20, 23, 28)");
    await page.emulateMedia({ media: "print" });
    // A4 without margins of 1.2 cm; what hangs over would be cut.
    await page.setViewportSize({ width: 700, height: 900 });
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(700);
    await expect.poll(() => background(page)).toBe("rgb(255, 255, 255)");
    const buttons = page.locator(".sal-button:visible, input:visible, summary:visible");
    await expect.poll(() => buttons.count()).toBe(0);
  });

  test("texts are copied, and the button says so", async () => {
    const page = await open(sampleReport, "copy");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    // The button says so for a moment only.
    await Promise.all([
      page.getByRole("button", { name: "Copied: BibTeX" }).waitFor(),
      page.getByRole("button", { name: "Copy: BibTeX" }).click(),
    ]);
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      "@article{tao2016,\n  title = {Effective}\n}",
    );
    const { name, bytes } = await downloaded(page.getByRole("button", { name: "Save recipe.json" }));
    expect([name, bytes.toString("utf8")]).toEqual(["recipe.json", '{ "method": "dfs" }\n']);
  });

  test("390 pixels are enough: nothing hangs over", async () => {
    const page = await open(sampleReport, "narrow", 390);
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Skip to the report");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("report");
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    const over = () =>
      page
        .locator(".sal-drawing")
        .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > 390).length);
    await expect.poll(over).toBe(0);
  });

  test("50,000 features open, sort, search and scroll with few rows in the page", async () => {
    const page = await open(withSections([manyFeatures(50_000)]), "many");
    const rows = page.locator("tbody tr:not(.sal-spacer)");
    await expect.poll(() => page.locator(".sal-bars > rect").count()).toBe(40);
    await expect.poll(() => page.locator("table").getAttribute("aria-rowcount")).toBe("50001");
    expect(await rows.count()).toBeLessThan(80);
    await page.locator(".sal-scroll").evaluate((region) => region.scrollTo(0, 32 * 25_000));
    await page.locator("td", { hasText: "gene 25001" }).first().waitFor();
    expect(await rows.count()).toBeLessThan(80);
    await page.locator("th", { hasText: "Rank" }).locator("button").click();
    await page.locator(".sal-scroll").evaluate((region) => region.scrollTo(0, 0));
    await page.locator("td", { hasText: "gene 50000" }).first().waitFor();
    await page.locator("input[type=search]").fill("gene 4999");
    await expect.poll(() => page.locator("output").first().textContent()).toBe("11 of 50\u202f000");
  });

  test.each(Object.entries(awkwardSections))("awkward data: %s", async (_, sections) => {
    const page = await open(withSections(sections), "awkward");
    await expect.poll(() => page.locator(".sal-section").count()).toBe(sections.length);
    for (const drawing of await page.locator(".sal-drawing").all())
      expect(await drawing.evaluate((svg) => /NaN|Infinity|undefined/.test(svg.outerHTML))).toBe(false);
  });

  test("a kind of section from a later version is named", async () => {
    const page = await open(
      withSections([{ kind: "constructor", id: "x", title: "New" } as unknown as Section]),
      "unknown",
    );
    await page.locator("#x", { hasText: "(constructor) was made by a later version" }).waitFor();
  });
});
