import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runCli } from "../support/run-cli.js";
import { runInside } from "../support/run-inside.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "salience-tune-"));
  const rows = Array.from({ length: 60 }, (_, i) => {
    const signal = i % 3;
    const noise = (n: number) => ((i * n * 7919) % 101) / 101;
    return [signal + noise(1), 2 * noise(2) - signal, noise(3), noise(5), noise(11), `c${signal}`].join(",");
  });
  writeFileSync(join(folder, "data.csv"), `a,b,c,d,e,class\n${rows.join("\n")}\n`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A result file without its times. */
const untimed = (file: string) =>
  JSON.stringify(JSON.parse(readFileSync(join(folder, file), "utf8")), (key, value) =>
    /seconds/i.test(key) ? undefined : value,
  );

const cli = (...words: string[]) => runCli(words, { cwd: folder });
const inside = (...words: string[]) => runInside([...words, "--threads", "1"], { cwd: folder });

describe("tune", () => {
  test("prints the table and the reasons, writes JSON, and leaves nothing behind", async () => {
    const words = ["tune", "data.csv", "--target", "class", "--method", "mrmr", "--ks", "1:5"];
    const { code, output, errors } = await cli(...words, "--try", "scheme=mid,miq", "--json", "t.json");
    expect({ code, errors }).toEqual({ code: 0, errors: "wrote t.json\n" });
    expect(output).toContain("60 rows × 5 features, 3 classes");
    expect(output).toMatch(/options +k=1 +k=2 +k=3 +k=4 +k=5/);
    expect(output).toMatch(/Chosen: k = \d, scheme = mi[dq]/);
    expect(output).toMatch(/accuracy \d+\.\d % ± \d+\.\d \(mean of 5 folds ± its standard error\)/);
    expect(output).toMatch(
      /to select with these settings: salience select data\.csv --target class --method mrmr --k 1\n/,
    );
    const tuning = JSON.parse(readFileSync(join(folder, "t.json"), "utf8"));
    expect(tuning).toMatchObject({
      schema: "salience/tuning@2",
      method: "mrmr",
      metric: "accuracy",
      rule: "one-se",
      folds: 5,
      candidates: [{ scheme: "mid" }, { scheme: "miq" }],
      data: { rows: 60, features: 5, classes: ["c0", "c1", "c2"], source: "data.csv", target: "class" },
    });
    expect(tuning.results).toHaveLength(10);
    expect(readdirSync(folder).sort()).toEqual(["data.csv", "t.json"]);
  });

  test("the same bytes with one thread and with two, tuned comparisons too", async () => {
    const work = ["data.csv", "--target", "class", "--quiet"];
    for (const command of [
      ["tune", ...work, "--gammas", "0.1,1", "--ps", "1", "--ks", "1,2,4"],
      ["compare", ...work, "--methods", "mrmr,relieff", "--k", "1,2", "--tune", "--folds", "3"],
    ]) {
      const one = await inside(...command, "--json", "r1.json");
      const two = await cli(...command, "--threads", "2", "--json", "r2.json");
      for (const run of [one, two]) expect(run).toMatchObject({ code: 0, errors: "" });
      expect(untimed("r2.json")).toBe(untimed("r1.json"));
    }
    const { results } = JSON.parse(readFileSync(join(folder, "r1.json"), "utf8"));
    expect(results[0].chosen).toHaveLength(3);
  });

  test("select --k auto says what was chosen and why", async () => {
    const words = ["select", "data.csv", "--target", "class", "--method", "relieff", "--k", "auto"];
    const { code, output } = await inside(...words, "--json", "s.json");
    expect(code).toBe(0);
    const selection = JSON.parse(readFileSync(join(folder, "s.json"), "utf8"));
    expect(selection.options.k).toBe(selection.tuning.k);
    expect(selection.ranking).toHaveLength(selection.tuning.k);
    expect(selection.tuning.reasons.length).toBeGreaterThan(1);
    expect(output).toContain(`k = ${selection.tuning.k} was chosen by cross-validation:`);
    expect(output).toContain(selection.tuning.reasons[0]);
  });

  test("--row-groups keeps rows together", async () => {
    const lines = readFileSync(join(folder, "data.csv"), "utf8").trimEnd().split("\n");
    // Rows 0, 1, 2 are of the first patient, and so on: every patient has all classes.
    const patient = (i: number) => `p${Math.floor(i / 3)}`;
    const grouped = lines.map((line, i) => (i === 0 ? `${line},patient` : `${line},${patient(i - 1)}`));
    writeFileSync(join(folder, "grouped.csv"), `${grouped.join("\n")}\n`);
    const words = [
      "tune",
      "grouped.csv",
      "--target",
      "class",
      "--row-groups",
      "patient",
      "--method",
      "fisher",
    ];
    const { code, errors, output } = await inside(...words, "--json", "-");
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    const { testRows, data, folds, k, score } = JSON.parse(output);
    expect({ folds, features: data.features }).toEqual({ folds: 5, features: 5 });
    const foldOf = new Map<number, number>();
    testRows.forEach((rows: number[], fold: number) => {
      for (const row of rows) foldOf.set(row, fold);
    });
    for (let row = 0; row < 60; row++) expect(foldOf.get(row)).toBe(foldOf.get(row - (row % 3)));
    // select --k auto finds the same in the same folds, and its recipe knows that the column is no feature.
    const select = ["select", ...words.slice(1), "--k", "auto", "--json", "s.json", "--save", "g.json"];
    expect(await inside(...select)).toMatchObject({ code: 0 });
    const { tuning } = JSON.parse(readFileSync(join(folder, "s.json"), "utf8"));
    expect(tuning).toMatchObject({ k, score, folds: 5 });
    expect((await inside("repeat", "g.json", "grouped.csv", "--strict")).code).toBe(0);
  });

  test("--k auto goes by the metric, and says what became of rare classes", async () => {
    writeFileSync(
      join(folder, "rare.csv"),
      `${readFileSync(join(folder, "data.csv"), "utf8")}1,2,3,4,5,c3\n2,1,3,4,6,c3\n`,
    );
    const words = ["select", "rare.csv", "--target", "class", "--method", "fisher", "--k", "auto"];
    expect((await inside(...words)).errors).toContain('class "c3" (2 rows) is too small');
    const choices = ["--rare-classes", "drop", "--metric", "macro-f1"];
    const { code, output } = await inside(...words, ...choices);
    expect(code).toBe(0);
    expect(output).toMatch(/k = \d: macro-F1 \d/);
    expect(output).toContain('2 rows were left out: class "c3" (2 rows) is too small');
  });

  test("the command to go on with has all that tells", async () => {
    const words = ["tune", "data.csv", "--target", "class", "--method", "fisher", "--ks", "2,3"];
    const { output } = await inside(...words, "--keep", "c", "--exclude", "d,e", "--seed", "4");
    expect(output).toMatch(
      /salience select data\.csv --target class --method fisher --k \d --keep c --exclude d,e --seed 4\n$/,
    );
  });

  test("has a page", async () => {
    const { output } = await inside("tune", "--method", "mrmr", "--help");
    for (const text of ["--try OPTION=V,…", "--metric accuracy|balanced-accuracy|macro-f1|auc", "--scheme"])
      expect(output).toContain(text);
  });

  test("refuses early, in one line", async () => {
    const refused = async (words: string[], message: RegExp) => {
      const { code, errors, output } = await runInside(words, { cwd: folder });
      expect({ code, output }).toEqual({ code: 1, output: "" });
      expect(errors).toMatch(message);
      expect(errors.trimEnd().split("\n")).toHaveLength(1);
    };
    const on = (...rest: string[]) => ["tune", "data.csv", "--target", "class", ...rest];
    await refused(on("--try", "alhpa=1"), /"alhpa" is not an option of dfs \(did you mean "alpha"\?\)/);
    await refused(on("--try", "__proto__=1"), /"__proto__" is not an option of dfs/);
    await refused(on("--try", "constructor=1"), /"constructor" is not an option of dfs/);
    await refused(on("--try", "alpha="), /alpha is an empty list/);
    await refused(on("--try", "alpha=few"), /alpha must be a number of at least 0; "few" was given/);
    await refused(on("--try", "0.1"), /--try needs an option and values/);
    await refused(on("--try", "l=1", "--try", "l=2"), /--try l is given twice/);
    await refused(on("--method", "mrmr", "--gammas", "1"), /mrmr has none, so leave them out/);
    await refused(on("--ks", "2,9"), /k must be a whole number from 1 to 5.*9 was given/);
    await refused(on("--k", "2", "--ks", "3"), /--k and --ks are both given/);
    await refused(on("--json", "nowhere/t.json"), /the folder does not exist/);
    await refused(on("--report", "nowhere/t.html"), /the folder does not exist/);
    const select = (...rest: string[]) => ["select", "data.csv", "--target", "class", ...rest];
    await refused(select("--k", "auto", "--feature-groups", "g.csv"), /--k auto counts single features/);
    await refused(select("--k", "2", "--metric", "auc"), /--metric has an effect only with --k auto/);
    await refused(select("--k", "many"), /--k must be a number or auto/);
    for (const file of [
      ["--json", "nowhere/s.json"],
      ["--out", "nowhere/s.csv"],
      ["--report", "nowhere/s.html"],
    ])
      await refused(select("--k", "auto", ...file), /the folder does not exist/);
  });
});
