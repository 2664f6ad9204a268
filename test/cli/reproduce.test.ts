import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canBrowse } from "../support/browser.js";
import { denseValues, randomData } from "../support/random-data.js";
import { embeddedReport, expectReportShown } from "../support/report-page.js";
import { interruptCli, journals, type Run, runCli } from "../support/run-cli.js";
import { runInside } from "../support/run-inside.js";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "salience-reproduce-cli-"));
  mkdirSync(join(folder, "data"));
  writeFileSync(join(folder, "data/isolet5.csv"), csv(2, 3));
  writeFileSync(join(folder, "data/notes.txt"), "not data");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A small data set as a table. */
function csv(seed: number, classes: number): string {
  const data = randomData({ rows: 36, features: 22, classes, relevant: 5, separation: 1.5, seed });
  const values = denseValues(data);
  const rows = Array.from({ length: data.rows }, (_, i) =>
    [...Array.from({ length: data.features }, (_, j) => values.get(i, j)), `c${data.labels!.codes[i]}`].join(
      ",",
    ),
  );
  return `${[...data.featureNames.map((name) => `f${name}`), "class"].join(",")}\n${rows.join("\n")}\n`;
}

const untimed = (file: string) =>
  JSON.stringify(JSON.parse(readFileSync(join(folder, file), "utf8")), (key, value) =>
    /seconds/i.test(key) && typeof value === "number" ? undefined : value,
  );

describe("reproduce", () => {
  const words = ["reproduce", "data", "--quick", "--target", "class"];
  let run: Run;
  beforeAll(async () => {
    // The folder of the data is given with its place, which no report may tell.
    const given = words.map((word) => (word === "data" ? join(folder, "data") : word));
    run = await runCli([...given, "--threads", "2", "--json", "two.json", "--report", "two.html"], {
      cwd: folder,
    });
  });

  test("says what it does and what came out", () => {
    expect(run.code).toBe(0);
    expect(run.errors).toContain("data: COIL20, ORL, USPS, COLON, LUNG; continuing without them");
    expect(run.errors).toContain("wrote two.html");
    expect(run.output).toMatch(/top 20 +BAHSIC +LS +mRMR +RF +TR +DFS\nISOLET/);
    expect(run.output).toMatch(/confirmed|not confirmed/);
    expect(run.output).toContain("Please read the accuracies of the paper protocol as a comparison");
    expect(journals(folder)).toEqual([]);
    expect(embeddedReport(join(folder, "two.html")).command).toBe(
      "salience reproduce data --quick --target class",
    );
    expect(readFileSync(join(folder, "two.html"), "utf8")).not.toContain(folder);
  });

  test.skipIf(!canBrowse)(
    "the report opens as by a double click, every section with its heading",
    async () => {
      const file = join(folder, "two.html");
      expect(embeddedReport(file).sections.map(({ id }) => id)).toEqual(
        expect.arrayContaining(["warning", "claims", "data", "toy", "top-20", "powers", "surfaces", "times"]),
      );
      await expectReportShown(file);
    },
  );

  test("gives the same bytes with one thread, also after Ctrl-C", async () => {
    const stopped = [...words, "--threads", "1", "--json", "one.json", "--quiet"];
    expect(await interruptCli(folder, stopped, 9, "SIGINT")).toBe(130);
    expect(journals(folder).length).toBeGreaterThan(0);
    expect((await runCli(stopped, { cwd: folder })).code).toBe(0);
    expect(untimed("one.json")).toBe(untimed("two.json"));
    expect(journals(folder)).toEqual([]);
    const { schema, accuracy, seconds } = JSON.parse(readFileSync(join(folder, "one.json"), "utf8"));
    expect(schema).toBe("salience/reproduction@2");
    expect(accuracy[0]).toMatchObject({ dataset: "ISOLET", method: "bahsic", k: 10, paper: null });
    expect(seconds.find(({ method }: { method: string }) => method === "dfs")).toMatchObject({
      dataset: "ISOLET",
      paper: 63.82,
    });
  });

  test("refuses early, in one line", async () => {
    const refused = async (words: string[], message: RegExp) => {
      const { code, errors, output } = await runInside(["reproduce", ...words], { cwd: folder });
      expect({ code, output }).toEqual({ code: 1, output: "" });
      expect(errors).toMatch(message);
      expect(errors.trimEnd().split("\n")).toHaveLength(1);
    };
    const place = (name: string, files: Record<string, string>) => {
      mkdirSync(join(folder, name));
      for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, name, file), text);
      return name;
    };
    await refused([], /reproduce needs a folder: salience reproduce DIR/);
    await refused(["nowhere"], /nowhere: folder not found/);
    await refused(["data/isolet5.csv"], /isolet5\.csv: this is a file; give the folder/);
    await refused(
      [place("empty", {})],
      /empty: none of the paper's data sets were found; the folder needs COIL20\.mat/,
    );
    await refused(
      [place("twice", { "ORL.csv": csv(1, 2), "orl.csv.gz": "" })],
      /two files for ORL, ORL\.csv and orl\.csv\.gz/,
    );
    await refused([place("damaged", { "ORL.mat": "MATLAB 5.0 MAT-file cut off" })], /ORL\.mat/);
    await refused([place("unlabelled", { "ORL.csv": "a,b\n1,2\n3,4\n" })], /ORL\.csv: it has no labels/);
    await refused(
      [place("narrow", { "ORL.csv": "a,class\n1,x\n2,y\n" }), "--target", "class", "--quiet"],
      /ORL\.csv: it has 1 features/,
    );
    await refused(["data", "--threads", "0"], /--threads must be/);
    await refused(["data", "--report", "page.txt"], /must end in \.html/);
    await refused(["data", "--json", "nowhere/r.json"], /the folder does not exist/);
  });
});
