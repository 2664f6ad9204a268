import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readDataset, version } from "../../src/node.js";
import { dataFile, hasData } from "../support/data.js";
import { runCli } from "../support/run-cli.js";
import { runInside } from "../support/run-inside.js";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "salience-cli-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file that takes a while, to be interrupted. */
function writeLarge(): string {
  const file = join(folder, "large.csv");
  const line = `${Array.from({ length: 2000 }, (_, j) => j % 97).join(",")}`;
  writeFileSync(file, Array.from({ length: 6000 }, (_, i) => `${line},${i % 2}\n`).join(""));
  return file;
}

describe("help", () => {
  test("the program and every command have a page with examples", async () => {
    const { code, output } = await runCli(["--help"]);
    expect(code).toBe(0);
    const names = Array.from(output.matchAll(/^ {2}([a-z]+) .* {2}\S/gm), ([, name]) => name);
    expect(names).toEqual(
      expect.arrayContaining(["select", "apply", "compare", "tune", "stability", "demo"]),
    );
    for (const name of names) {
      const page = await runInside([name, "--help"], { cwd: "." });
      expect(page.code).toBe(0);
      expect(page.output).toContain(`Examples:\n  salience ${name}`);
    }
    const page = await runInside(["select", "--help"], { cwd: "." });
    expect(page.output).toMatch(/^ {2}--no-measure {2,}do not measure how well/m);
    expect(page.output).not.toMatch(/^ {2}--measure/m);
    expect((await runCli(["--version"])).output).toBe(`${version}\n`);
  });
});

describe("select", () => {
  test("prints a table, and nothing on standard error", async () => {
    const { code, output, errors } = await runCli([
      "select",
      "bundled:digits",
      "--k",
      "3",
      "--method",
      "fisher",
    ]);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    // scikit-learn's f_classif puts pixels 42, 30 and 28 … first; see test/fixtures/selectors/fisher.json.
    const order = JSON.parse(
      readFileSync(new URL("../fixtures/selectors/fisher.json", import.meta.url), "utf8"),
    ).digits.order as number[];
    for (const j of order.slice(0, 3)) expect(output).toContain(`pixel_${Math.floor(j / 8)}_${j % 8} `);
    expect(output).not.toContain("\u001b");
  });

  test("--json - prints JSON and nothing else", async () => {
    const { code, output, errors } = await runCli([
      "select",
      "bundled:digits",
      "--json",
      "-",
      "--method",
      "fisher",
    ]);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    const result = JSON.parse(output);
    expect(result).toMatchObject({
      schema: "salience/selection@1",
      method: "fisher",
      data: { rows: 1797, features: 64, classes: 10, source: "digits" },
      direction: "larger",
      version,
    });
    expect(result.ranking).toHaveLength(64);
    expect(result.ranking[0]).toMatchObject({
      rank: 1,
      name: expect.stringMatching(/^pixel_/),
      score: expect.any(Number),
    });
    expect(result.seconds).toBeGreaterThan(0);
  });

  test.each(["csv", "npz", "parquet"])(
    "--out writes the picked columns as .%s that read back the same",
    async (ending) => {
      const file = join(folder, `picked.${ending}`);
      const { code, errors } = await runCli([
        "select",
        "bundled:digits",
        "--k",
        "4",
        "--out",
        file,
        "--json",
        join(folder, "r.json"),
      ]);
      expect(errors).toContain(`wrote ${file}`);
      expect(code).toBe(0);
      const { ranking } = JSON.parse(readFileSync(join(folder, "r.json"), "utf8"));
      expect(ranking).toHaveLength(4);
      const back = await readDataset(file, { target: ending === "npz" ? undefined : "digit" });
      expect(back.featureNames).toEqual(ranking.map((entry: { name: string }) => entry.name));
      expect([back.rows, back.labels!.classes.length]).toEqual([1797, 10]);
    },
  );

  test("the same bytes twice, timings aside", async () => {
    const once = async () => {
      const { seconds: _, ...rest } = JSON.parse(
        (await runCli(["select", "bundled:planted", "--json", "-"])).output,
      );
      return JSON.stringify(rest);
    };
    expect(await once()).toBe(await once());
  });

  test.skipIf(!hasData)("ranks ionosphere as scikit-learn does", async () => {
    const words = [
      "select",
      dataFile("formats/ionosphere.arff"),
      "--target",
      "class",
      "--method",
      "fisher",
      "--k",
      "10",
      "--json",
      "-",
    ];
    const { ranking } = JSON.parse((await runCli(words)).output);
    const { order, names } = JSON.parse(
      readFileSync(new URL("../fixtures/selectors/fisher.json", import.meta.url), "utf8"),
    ).ionosphere;
    expect(ranking.map((entry: { name: string }) => entry.name)).toEqual(
      order.slice(0, 10).map((j: number) => names[j]),
    );
  });

  test("--anytime: Ctrl-C takes the ranking so far, and the code is still 130", async () => {
    const file = join(folder, "anytime.csv");
    const rows = Array.from({ length: 3000 }, (_, i) =>
      Array.from({ length: 200 }, (_, j) => (i * 7919 + j * 104729 + ((i * j) % 31)) % 1009),
    );
    writeFileSync(file, rows.map((row, i) => `${row.join(",")},${i % 3}\n`).join(""));
    const json = join(folder, "anytime.json");
    // Weka's way is slow enough for the signal to arrive.
    const words = [
      "select",
      file,
      "--method",
      "relieff",
      "--compat",
      "weka",
      "--target",
      "last",
      "--json",
      json,
    ];
    const recipe = join(folder, "anytime-recipe.json");
    const { code, output, errors } = await runCli(
      [...words, "--k", "5", "--anytime", "--verbose", "--save", recipe],
      { interruptOn: "of 3000 samples" },
    );
    expect(code).toBe(130);
    expect(errors).toContain("no recipe was written: the selection was stopped, so it cannot be repeated");
    expect(existsSync(recipe)).toBe(false);
    expect(errors).toMatch(
      /\d+ of 3000 samples: \d of the best 5 are certain at 0.95; leading: \d+, \d+, \d+\n/,
    );
    const { chosen, ranking } = JSON.parse(readFileSync(json, "utf8"));
    expect(chosen.samples).toBeLessThan(3000);
    expect(chosen.why).toBe("it was asked to stop");
    expect(ranking).toHaveLength(5);
    expect(ranking[0].error).toBeGreaterThan(0);
    expect(output).toContain(`; from ${chosen.samples} of 3000 samples`);
  });

  test("--anytime is refused for a method without running results", async () => {
    const { code, errors } = await runCli(["select", "bundled:digits", "--method", "fisher", "--anytime"]);
    expect(code).toBe(1);
    expect(errors).toBe(
      "salience: --anytime needs a method that has a ranking before it finishes (relieff); fisher has none\n",
    );
  });

  test("Ctrl-C that comes after the result was written changes nothing: code 0", async () => {
    const words = ["select", "bundled:digits", "--method", "fisher", "--k", "3", "--json", "late.json"];
    const { code, output, errors } = await runCli(words, { cwd: folder, interruptOn: "wrote late.json" });
    expect({ code, errors }).toEqual({ code: 0, errors: "wrote late.json\n" });
    expect(output).toContain("Fisher score: the best 3 of 64 features");
    expect(JSON.parse(readFileSync(join(folder, "late.json"), "utf8")).ranking).toHaveLength(3);
  });

  test("Ctrl-C stops with code 130 and leaves no file", async () => {
    const file = writeLarge();
    const out = join(folder, "interrupted.csv");
    const words = ["select", file, "--target", "last", "--out", out, "--verbose"];
    const { code, errors } = await runCli(words, { interruptOn: "reading" });
    expect(code).toBe(130);
    expect(errors).toMatch(/^reading .*\nsalience: stopped; no result was written\n$/);
    expect(() => readFileSync(out)).toThrow("ENOENT");
  });
});

describe("path", () => {
  test("prints the grid and writes every point", async () => {
    const file = join(folder, "path.json");
    const words = ["path", "bundled:digits", "--gammas", "0.1,10", "--ps", "1,0.5", "--json", file];
    const { code, output } = await runCli(words);
    expect(code).toBe(0);
    expect(output).toContain("p = 0.5");
    const json = JSON.parse(readFileSync(file, "utf8"));
    expect(json).toMatchObject({
      schema: "salience/path@1",
      gammas: [0.1, 10],
      ps: [1, 0.5],
      l: 9,
      scatter: "sum",
    });
    expect(json.points).toHaveLength(4);
    expect(json.points[0].norms).toHaveLength(64);
    const refused = await runInside(["path", "bundled:digits", "--gammas", "1,many"], { cwd: "." });
    expect(refused).toMatchObject({
      code: 1,
      errors: 'salience: --gammas must be numbers separated by commas; "many" was given\n',
    });
  });

  test("takes the additive kernel and its basis", async () => {
    const [file, table] = [join(folder, "additive.json"), join(folder, "spread.csv")];
    const rows = Array.from({ length: 60 }, (_, i) => {
      const size = i % 2 ? 3 : 1;
      return `${size * Math.cos(7 * i)},${Math.sin(5 * i)},${i % 2 ? "wide" : "narrow"}`;
    });
    writeFileSync(table, ["spread,noise,class", ...rows, ""].join("\n"));
    const words = ["path", table, "--target", "class", "--gammas", "1", "--json", file];
    const kernel = ["--kernel", "additive", "--basis", "3"];
    expect(await runInside([...words, ...kernel], { cwd: "." })).toMatchObject({ code: 0 });
    const [{ norms }] = JSON.parse(readFileSync(file, "utf8")).points;
    expect(norms[0]).toBeGreaterThan(2 * norms[1]);
    expect(await runInside([...words, "--kernel", "cubic"], { cwd: "." })).toMatchObject({
      code: 1,
      errors: 'salience: --kernel must be one of linear, additive; "cubic" was given\n',
    });
  });
});

describe("doctor", () => {
  test("says what is in a file", async () => {
    const file = join(folder, "people.csv");
    writeFileSync(
      file,
      "name,height,weight,copy,class\na,1.5,60,60,x\nb,1.6,70,70,y\nc,1.7,80,80,x\nd,1.8,90,90,y\n",
    );
    const { code, output } = await runCli(["doctor", file]);
    expect(code).toBe(0);
    expect(output).toContain("4 rows × 3 features, 2 classes (x 2, y 2)");
    expect(output).toContain('target "class"');
    expect(output).toContain(
      'column "class" was taken as the target, because it is called "class"; confirm it, or name another column (--target class)',
    );
    expect(output).toContain("1 column holds an id or a row number and is not used as a feature: name");
    expect(output).toMatch(
      /\n {2}name +id +texts that all differ, names the rows\n {2}height +number +1\.5 to 1\.8\n/,
    );
    expect(output).toMatch(/\nNext: salience select \S*people\.csv --target class\n$/);
    expect(output).toContain("1 column is an exact copy of another: weight = copy");
    expect(output).toMatch(/fisher +Fisher score: .*(ms|s|millisecond), \d+ MB/);
    const json = JSON.parse((await runCli(["doctor", file, "--json", "-"])).output);
    expect(json).toMatchObject({
      schema: "salience/examination@1",
      rows: 4,
      features: 3,
      duplicates: [["weight", "copy"]],
    });
  });

  test("Ctrl-C stops it while it looks the data over", async () => {
    const words = ["doctor", writeLarge(), "--target", "last", "--verbose"];
    const { code, output, errors } = await runCli(words, { interruptOn: "examining" });
    expect({ code, output }).toEqual({ code: 130, output: "" });
    expect(errors).toMatch(/^examining .*\nsalience: stopped; no result was written\n$/);
  });

  test("counts sparse data as it is stored", async () => {
    const file = join(folder, "sparse.svm");
    writeFileSync(file, Array.from({ length: 20 }, (_, i) => `${i % 2} 1:${i} 100000:2\n`).join(""));
    const { estimates } = JSON.parse((await runCli(["doctor", file, "--json", "-"])).output);
    const fisher = estimates.find(({ method }: { method: string }) => method === "fisher");
    // Written out whole it would be 16 MB.
    expect(fisher.megabytes).toBeLessThan(12);
  });
});

describe("demo", () => {
  test("runs on bundled data and writes what it says", async () => {
    const { code, output, errors } = await runCli(["demo"], { cwd: folder });
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output).toContain("Handwritten digits");
    expect(output).toMatch(/Fisher score +\d+ of 10 signals found, 0 noise features/);
    expect(
      JSON.parse(readFileSync(join(folder, "salience-demo/selection.json"), "utf8")).ranking,
    ).toHaveLength(64);
    expect(readFileSync(join(folder, "salience-demo/selected.csv"), "utf8").split("\n")).toHaveLength(1799);
    expect(output).toContain("The report is in salience-demo/report.html");
    const page = readFileSync(join(folder, "salience-demo/report.html"), "utf8");
    for (const kind of ["ranking", "accuracy", "pictures", "projection", "stability"])
      expect(page).toContain(`"kind":"${kind}"`);
  });
});
