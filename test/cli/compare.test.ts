import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { editJournal } from "../support/journal.js";
import { interruptCli, journals, runCli } from "../support/run-cli.js";
import { runInside } from "../support/run-inside.js";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "salience-compare-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A comparison that takes a few seconds, in many tasks. */
const work = [
  "bundled:planted",
  "--methods",
  "fisher,mrmr,trace-ratio",
  "--k",
  "5,10",
  "--repeats",
  "6",
  "--quiet",
];

/** A result file without its times. */
const untimed = (file: string) =>
  JSON.stringify(JSON.parse(readFileSync(file, "utf8")), (key, value) =>
    /seconds/i.test(key) ? undefined : value,
  );

describe("compare", () => {
  test("gives the same bytes with one thread, with two, and killed in the middle", async () => {
    const place = mkdtempSync(join(folder, "kill-"));
    const whole = join(place, "whole.json");
    const two = join(place, "two.json");
    const alone = ["compare", ...work, "--threads", "1", "--json", whole];
    expect(await runInside(alone, { cwd: place })).toMatchObject({ code: 0, errors: "" });
    expect(await runCli(["compare", ...work, "--threads", "2", "--json", two])).toMatchObject({
      code: 0,
      errors: "",
    });
    expect(untimed(two)).toBe(untimed(whole));
    expect(journals(place)).toEqual([]);

    const killed = [...work, "--threads", "2", "--json", "killed.json"];
    await interruptCli(place, ["compare", ...killed], 20, "SIGKILL");
    const [name] = journals(place);
    const journal = join(place, name);
    const kept = readFileSync(journal, "utf8").split("\n").filter(Boolean);
    expect(kept.length).toBeGreaterThanOrEqual(20);
    expect(existsSync(join(place, "killed.json"))).toBe(false);
    // What is in the journal is not computed again: a time that cannot be shows up in the result. The cut-off line does not.
    writeFileSync(journal, `${kept.join("\n")}\n`);
    editJournal(journal, (json) => json.replace(/"selectSeconds":[^,}]+/g, '"selectSeconds":1000000'));
    appendFileSync(journal, kept[0].slice(0, kept[0].length / 2));
    expect(await runCli(["compare", ...killed], { cwd: place })).toMatchObject({ code: 0, errors: "" });
    expect(untimed(join(place, "killed.json"))).toBe(untimed(whole));
    const { results } = JSON.parse(readFileSync(join(place, "killed.json"), "utf8"));
    expect(Math.max(...results.map(({ seconds }: { seconds: number }) => seconds))).toBeGreaterThan(1000);
    expect(journals(place)).toEqual([]);
  });

  test("Ctrl-C keeps what is done and says so; another seed is other work", async () => {
    const place = mkdtempSync(join(folder, "stop-"));
    const words = [...work, "--json", "r.json"];
    expect(await interruptCli(place, ["compare", ...words], 3, "SIGINT")).toBe(130);
    const [first] = journals(place);
    expect(first).toMatch(/^\.compare-[0-9a-f]{16}\.journal$/);
    const other = ["compare", ...words, "--seed", "2", "--threads", "1"];
    expect((await runInside(other, { cwd: place })).code).toBe(0);
    expect(journals(place)).toEqual([first]);
  });

  test("prints a table, writes JSON and CSV, and leaves nothing else behind", async () => {
    const place = mkdtempSync(join(folder, "table-"));
    const words = [
      "bundled:planted",
      "--methods",
      "fisher,laplacian",
      "--k",
      "5:15:5",
      "--permutations",
      "3",
    ];
    const run = await runCli(["compare", ...words, "--json", "r.json", "--csv", "r.csv"], { cwd: place });
    expect(run).toMatchObject({ code: 0, errors: "wrote r.json\nwrote r.csv\n" });
    expect(run.output).toContain("200 rows × 200 features, 2 classes");
    expect(run.output).toMatch(/method +k=5 +k=10 +k=15 +mean +± +paper/);
    expect(run.output).toContain("with labels permuted 3 times:");
    expect(readdirSync(place).sort()).toEqual(["r.csv", "r.json"]);
    const result = JSON.parse(readFileSync(join(place, "r.json"), "utf8"));
    expect(result).toMatchObject({ schema: "salience/comparison@2", protocol: "nested", folds: 5, seed: 1 });
    expect(result.results).toHaveLength(6);
    for (const key of [
      "dataset",
      "method",
      "options",
      "k",
      "accuracy",
      "accuracyStd",
      "redundancy",
      "redundancyAbs",
      "stability",
      "seconds",
    ])
      expect(result.results[0]).toHaveProperty(key);
    expect(result.results[0]).toMatchObject({ dataset: "planted", method: "fisher", k: 5 });
    expect(result.tests.perDataset).toHaveLength(1);
    const lines = readFileSync(join(place, "r.csv"), "utf8").trimEnd().split("\n");
    expect(lines).toHaveLength(7);
    expect(lines[1].split(",").slice(0, 5)).toEqual([
      "planted",
      "fisher",
      "fisher",
      "5",
      String(result.results[0].accuracy),
    ]);
    const printed = await runInside(["compare", ...words, "--json", "-", "--threads", "1"], { cwd: place });
    expect(JSON.parse(printed.output).results[0].accuracy).toBe(result.results[0].accuracy);
    expect(readdirSync(place).sort()).toEqual(["r.csv", "r.json"]);
  });

  test("refuses early, in one line", async () => {
    const rows = Array.from({ length: 30 }, (_, i) => `${i % 7},${i % 5},${i % 3},${i % 2}`).join("\n");
    writeFileSync(join(folder, "a.csv"), `x,v,z,class\n${rows}\n`);
    writeFileSync(join(folder, "b.csv"), `x,v,z,label\n${rows}\n`);
    writeFileSync(join(folder, "rare.csv"), `x,v,z,class\n${rows}\n1,2,3,7\n1,2,4,7\n`);
    const refused = async (words: string[], message: RegExp) => {
      const { code, errors, output } = await runInside(["compare", ...words], { cwd: folder });
      expect({ code, output }).toEqual({ code: 1, output: "" });
      expect(errors).toMatch(message);
      expect(errors.trimEnd().split("\n")).toHaveLength(1);
    };
    const on = (file: string, ...rest: string[]) => [
      ...[file, "--methods", "fisher", "--target", "class", "--k", "2"],
      ...rest,
    ];
    await refused(
      ["a.csv", "--methods", "fischer,mrmr"],
      /unknown method "fischer" \(did you mean "fisher"\?\)/,
    );
    await refused(["a.csv"], /--methods is needed/);
    await refused(
      ["a.csv", "--drop", "class", "--methods", "fisher"],
      /a\.csv: no target was named.*--target/,
    );
    await refused(
      ["a.csv", "--target", "class", "--methods", "fisher", "--k", "2:9"],
      /a\.csv: --k must be .* from 1 to 3.*4 was given/,
    );
    await refused(["a.csv", "--methods", "fisher", "--k", "9:2"], /--k must be whole numbers/);
    await refused(
      ["a.csv", "--methods", "fisher,fisher", "--target", "class"],
      /"fisher" is listed twice among the methods/,
    );
    await refused(on("rare.csv"), /rare\.csv: class "7" \(2 rows\) is too small: 5 folds/);
    await refused(["a.csv", ...on("b.csv")], /b\.csv: .*"class"/);
    await refused(
      ["bundled:digits", "bundled:planted", "--methods", "fisher"],
      /the target of digits is "digit", but that of planted is "class"/,
    );
    await refused(on("a.csv", "--json", "nowhere/r.json"), /nowhere\/r\.json: the folder does not exist/);
    await refused(on("a.csv", "--csv", "."), /this is a folder/);
    await refused(on("a.csv", "--report", "nowhere/r.html"), /nowhere\/r\.html: the folder does not exist/);
    await refused(on("a.csv", "--keep", "w"), /a\.csv: --keep: unknown feature "w"/);
    await refused(on("a.csv", "--gamma", "1"), /--gamma is not an option of fisher/);
    await refused(on("a.csv", "--folds", "many"), /--folds must be/);
    await refused(on("a.csv", "--threads", "0"), /--threads must be/);
    await refused(["a.csv", ...on("a.csv")], /two data sets are called "a.csv"/);
  });
});
