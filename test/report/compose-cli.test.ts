import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RepeatSection, Report } from "../../src/report/report.js";
import { canBrowse } from "../support/browser.js";
import { embeddedReport, expectReportShown } from "../support/report-page.js";
import { runCli } from "../support/run-cli.js";
import { runInside } from "../support/run-inside.js";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "salience-report-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const embedded = (file: string) => embeddedReport(join(folder, file));
const expectShown = (file: string) => expectReportShown(join(folder, file));

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
  test.skipIf(!canBrowse)("of select opens without a word in the console", async () => {
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
    expect(report.command).toBe("salience select t.csv --target outcome --method fisher --k 2");
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
    expect(JSON.parse(repeat.snippets[2].code)).toMatchObject({ schema: "salience/recipe@2" });
    await expectShown("s.html");
    // With other threads the same, times aside.
    await runCli([...words, "--threads", "2", "--report", "s2.html"], { cwd: folder });
    const untimed = ({ sections, lead }: Report) =>
      JSON.stringify([lead, sections.filter(({ kind }) => kind !== "timings" && kind !== "repeat")]);
    expect(untimed(embedded("s2.html"))).toBe(untimed(report));
  });

  test.skipIf(!canBrowse)("of compare and path too", async () => {
    writeTable();
    const compared = ["compare", "t.csv", "--target", "outcome", "--methods", "fisher,mrmr", "--k", "1,2"];
    expect((await runCli([...compared, "--quiet", "--report", "c.html"], { cwd: folder })).code).toBe(0);
    await expectShown("c.html");
    const fitted = ["path", "t.csv", "--target", "outcome", "--ps", "1,0.5", "--gammas", "0.1,1"];
    expect((await runCli([...fitted, "--report", "p.html"], { cwd: folder })).errors).toBe("wrote p.html\n");
    await expectShown("p.html");
  });

  test.skipIf(!canBrowse)("of tune and stability too", async () => {
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
  });

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
    await refused(["--report", "r.pdf"], /"r\.pdf" must end in \.html/);
    await refused(["--permutations", "5"], /--permutations has an effect only with --report/);
    await refused(["--report", "r.html", "--image", "9"], /--image must be width and height, such as 32x32/);
    await refused(["--report", "r.html", "--image", "2x2"], /2 × 2 have 4 pixels; the data has 3 features/);
    await refused(["--report", "r.html", "--permutations", "1.5"], /--permutations must be a whole number/);
    expect(existsSync(join(folder, "r.html"))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});
