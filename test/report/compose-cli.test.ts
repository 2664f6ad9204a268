import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "../../scripts/ensure-chromium.mjs";
import type { RepeatSection, Report } from "../../src/index.js";
import { runCli } from "../support/run-cli.js";
import { runInside } from "../support/run-inside.js";

const executable = findChromium();
let folder = "";
let browser: Browser | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "salience-report-"));
  if (executable) browser = await chromium.launch({ executablePath: executable, args: ["--no-sandbox"] });
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The report that a page was made of. */
function embedded(file: string): Report {
  const page = readFileSync(join(folder, file), "utf8");
  return JSON.parse(/<script type="application\/json" id="salience-report">(.*?)<\/script>/s.exec(page)![1]);
}

/** Opens a page the way a double click does; gives what it complains about and the titles that it shows. */
async function open(file: string): Promise<{ messages: string[]; headings: string[]; charts: number }> {
  const page = await browser!.newPage();
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.message));
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) messages.push(`network: ${request.url()}`);
  });
  await page.goto(pathToFileURL(join(folder, file)).href);
  await page.waitForSelector("h2");
  const headings = await page.locator("h2").allTextContents();
  const charts = await page.locator("svg").count();
  await page.close();
  return { messages, headings, charts };
}

async function expectShown(file: string): Promise<void> {
  if (!browser) return;
  const { messages, headings, charts } = await open(file);
  expect(messages).toEqual([]);
  const { sections } = embedded(file);
  for (const { title } of sections) expect(headings.join("\n")).toContain(title);
  expect(charts).toBeGreaterThan(0);
}

/** Two classes; one name would run as a script and one as a formula. */
function writeTable(): void {
  const lines = Array.from({ length: 40 }, (_, i) => {
    const side = i % 2;
    return [
      side * 2 + ((i * 7) % 5) / 4,
      ((i * 3) % 11) - side,
      (i * 5) % 13,
      side === 0 ? "no" : "yes",
    ].join(",");
  });
  writeFileSync(
    join(folder, "t.csv"),
    `<script>alert(1)</script>,=cmd(),plain,outcome\n${lines.join("\n")}\n`,
  );
}

describe("--report", () => {
  test.skipIf(executable === null)(
    "of select opens without a word in the console",
    async () => {
      writeTable();
      const words = [
        "select",
        "t.csv",
        "--target",
        "outcome",
        "--k",
        "2",
        "--method",
        "fisher",
        "--permutations",
        "2",
      ];
      const { code, errors } = await runCli([...words, "--report", "s.html"], { cwd: folder });
      expect({ code, errors }).toEqual({ code: 0, errors: "wrote s.html\n" });
      const report = embedded("s.html");
      expect(report.command).toBe(`salience ${words.join(" ")} --report s.html`);
      expect(report.sections.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining([
          "ranking",
          "accuracy",
          "stability",
          "correlation",
          "projection",
          "methods",
          "repeat",
        ]),
      );
      const repeat = report.sections.find(({ kind }) => kind === "repeat") as RepeatSection;
      expect(repeat.snippets[1].code).toContain('await readDataset("t.csv", { target: "outcome" })');
      expect(JSON.parse(repeat.snippets[2].code)).toMatchObject({ schema: "salience/recipe@1" });
      await expectShown("s.html");
      // With other threads the same, times aside.
      await runCli([...words, "--threads", "2", "--report", "s2.html"], { cwd: folder });
      const untimed = ({ sections, lead }: Report) =>
        JSON.stringify([lead, sections.filter(({ kind }) => kind !== "timings" && kind !== "repeat")]);
      expect(untimed(embedded("s2.html"))).toBe(untimed(report));
    },
    60_000,
  );

  test.skipIf(executable === null)(
    "of compare and path too",
    async () => {
      writeTable();
      const compared = ["compare", "t.csv", "--target", "outcome", "--methods", "fisher,mrmr", "--k", "1,2"];
      expect((await runCli([...compared, "--quiet", "--report", "c.html"], { cwd: folder })).code).toBe(0);
      await expectShown("c.html");
      const fitted = ["path", "t.csv", "--target", "outcome", "--ps", "1,0.5", "--gammas", "0.1,1"];
      expect((await runCli([...fitted, "--report", "p.html"], { cwd: folder })).errors).toBe(
        "wrote p.html\n",
      );
      await expectShown("p.html");
    },
    60_000,
  );

  test.skipIf(executable === null)(
    "of tune and stability too",
    async () => {
      writeTable();
      const tuned = ["tune", "t.csv", "--target", "outcome", "--method", "fisher", "--ks", "1,2,3"];
      expect((await runCli([...tuned, "--report", "u.html"], { cwd: folder })).errors).toBe("wrote u.html\n");
      await expectShown("u.html");
      const words = [
        "stability",
        "t.csv",
        "--target",
        "outcome",
        "--method",
        "fisher",
        "--k",
        "1",
        "--subsamples",
        "8",
      ];
      expect((await runCli([...words, "--report", "y.html"], { cwd: folder })).errors).toBe("wrote y.html\n");
      await expectShown("y.html");
    },
    60_000,
  );

  test("refuses before any work, and leaves nothing behind", async () => {
    writeTable();
    const refused = async (words: readonly string[], message: RegExp) => {
      const { code, errors, output } = await runInside(["select", "t.csv", "--target", "outcome", ...words], {
        cwd: folder,
      });
      expect({ code, output }).toEqual({ code: 1, output: "" });
      expect(errors).toMatch(message);
    };
    await refused(["--report", "no/such/r.html"], /no\/such\/r\.html: the folder does not exist/);
    await refused(["--report", "r.pdf"], /"r\.pdf" should end in \.html/);
    await refused(["--permutations", "5"], /--permutations is for the report; give --report/);
    await refused(["--report", "r.html", "--image", "9"], /--image must be width and height, such as 32x32/);
    await refused(["--report", "r.html", "--image", "2x2"], /2 × 2 have 4 pixels; the data has 3 features/);
    await refused(["--report", "r.html", "--permutations", "1.5"], /--permutations must be a whole number/);
    expect(existsSync(join(folder, "r.html"))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  }, 60_000);
});
