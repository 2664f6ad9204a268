import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { planted } from "../../src/data/bundled/planted.js";
import { editJournal } from "../support/journal.js";
import { interruptCli, journals, runCli } from "../support/run-cli.js";
import { runInside } from "../support/run-inside.js";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "salience-stability-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...words: string[]) => runInside(["stability", ...words, "--threads", "1"], { cwd: folder });
const fisher = ["bundled:planted", "--method", "fisher", "--k", "10", "--subsamples", "20"];

describe("stability", () => {
  test("prints a table, and writes JSON, CSV and the data of the stable features", async () => {
    const outputs = ["--json", "s.json", "--csv", "s.csv", "--out", "stable.csv"];
    const { code, output, errors } = await run(...fisher, ...outputs);
    expect({ code, errors }).toEqual({ code: 0, errors: "wrote s.json\nwrote s.csv\nwrote stable.csv\n" });
    expect(output).toContain(
      "the best 10 on each of 20 subsamples of 100 rows, in pairs without common rows",
    );
    expect(output).toMatch(/rank {2}feature {2}selected +95 % interval +mean rank/);
    expect(output).toMatch(
      /Expected false selections among the stable: at most 1 \(0\.\d+ by the unimodal bound\)/,
    );
    const result = JSON.parse(readFileSync(join(folder, "s.json"), "utf8"));
    expect(result).toMatchObject({
      schema: "salience/stability@2",
      method: "fisher",
      ...{ k: 10, seed: 1 },
      data: { rows: 200, features: 200, classes: 2, source: "planted", target: "class" },
      subsamples: 20,
      fraction: 0.5,
      complementary: true,
      threshold: 0.75,
      meanSelected: 10,
      falseSelections: { bound: 1, features: 200, selected: 10 },
    });
    expect(result.features).toHaveLength(200);
    const { truth } = planted();
    const noise = new Set(truth.noise.map((j) => String(j + 1)));
    expect(result.stable.length).toBeGreaterThan(4);
    expect(result.stable.filter((name: string) => noise.has(name)).length).toBeLessThanOrEqual(1);
    const lines = readFileSync(join(folder, "s.csv"), "utf8").trimEnd().split("\n");
    expect(lines).toHaveLength(201);
    expect(lines[0]).toBe("index,name,count,frequency,low,high,meanRank,stable,kept");
    expect(lines[1].split(",").slice(0, 3)).toEqual(
      ["index", "name", "count"].map((key) => String(result.features[0][key])),
    );
    expect(readFileSync(join(folder, "stable.csv"), "utf8").split("\n")[0]).toBe(
      [...result.stable, "class"].join(","),
    );

    const words = ["stability", ...fisher, "--threads", "2", "--json", "two.json"];
    const two = await runCli(words, { cwd: folder });
    expect(two.code).toBe(0);
    const untimed = (file: string) =>
      JSON.stringify(JSON.parse(readFileSync(join(folder, file), "utf8")), (key, value) =>
        /seconds/i.test(key) ? undefined : value,
      );
    expect(untimed("two.json")).toBe(untimed("s.json"));
    const printed = await run(...fisher, "--json", "-", "--quiet");
    expect(JSON.parse(printed.output).stable).toEqual(result.stable);
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("keeps and excludes; the threshold follows from the false selections", async () => {
    const words = ["--keep", "7", "--exclude", "25,103", "--false-selections", "1.5", "--json", "-"];
    const { code, output } = await run(...fisher, ...words);
    expect(code).toBe(0);
    const { features, kept, excluded, threshold, falseSelections } = JSON.parse(output);
    expect({ kept, excluded }).toEqual({ kept: ["7"], excluded: ["25", "103"] });
    expect(features.find(({ name }: { name: string }) => name === "7")).toMatchObject({
      frequency: 1,
      kept: true,
    });
    expect(features.some(({ name }: { name: string }) => name === "25")).toBe(false);
    // 9 of 197 features are chosen.
    expect(threshold).toBeCloseTo((81 / (197 * 1.5) + 1) / 2, 12);
    expect(falseSelections.bound).toBeCloseTo(1.5, 12);
  });

  test("nothing stable: said, and no data written", async () => {
    const rows = Array.from({ length: 40 }, (_, i) => [
      ...Array.from({ length: 30 }, (_, j) => Math.sin(97 * i + 31 * j * j + i * j)),
      i % 2,
    ]);
    const names = [...Array.from({ length: 30 }, (_, j) => `f${j}`), "class"];
    writeFileSync(join(folder, "noise.csv"), `${[names, ...rows].map((row) => row.join(",")).join("\n")}\n`);
    const words = ["noise.csv", "--target", "class", "--method", "fisher", "--k", "1", "--threshold", "1"];
    const { code, output, errors } = await run(...words, "--out", "none.csv");
    expect(code).toBe(1);
    expect(output).toContain("0 of 30 features are stable");
    expect(errors).toMatch(/no feature reaches the threshold of 1, so none\.csv was not written/);
    expect(existsSync(join(folder, "none.csv"))).toBe(false);
  });

  test("Ctrl-C keeps what is done, and the same command goes on", async () => {
    const place = mkdtempSync(join(folder, "stop-"));
    const words = ["bundled:planted", "--method", "dfs", "--k", "10", "--subsamples", "16", "--quiet"];
    const stopped = ["stability", ...words, "--json", "r.json"];
    expect(await interruptCli(place, stopped, 4, "SIGINT")).toBe(130);
    const [journal] = journals(place);
    expect(readdirSync(place)).toEqual([journal]);
    expect(journal).toMatch(/^\.stability-[0-9a-f]{16}\.journal$/);
    // What is in the journal is not computed again: a selection that cannot be shows up in the result.
    editJournal(join(place, journal), (json) => json.replace(/"features":\[\d+/, '"features":[199'));
    expect((await runCli(stopped, { cwd: place })).code).toBe(0);
    expect(readdirSync(place)).toEqual(["r.json"]);
    const { features } = JSON.parse(readFileSync(join(place, "r.json"), "utf8"));
    expect(features.find(({ index }: { index: number }) => index === 199).count).toBeGreaterThanOrEqual(4);
  });

  test("refuses early, in one line", async () => {
    const refused = async (words: string[], message: RegExp) => {
      const { code, output, errors } = await run(...words);
      expect({ code, output }).toEqual({ code: 1, output: "" });
      expect(errors).toMatch(message);
      expect(errors.trimEnd().split("\n")).toHaveLength(1);
    };
    await refused(["bundled:planted", "--method", "fischer"], /did you mean "fisher"/);
    await refused(
      [...fisher, "--threshold", "0.4"],
      /threshold must be a number above 0\.5 and up to 1; 0\.4/,
    );
    await refused([...fisher, "--gamma", "1"], /"gamma" is not an option of fisher/);
    await refused([...fisher, "--json", "nowhere/s.json"], /nowhere\/s\.json: the folder does not exist/);
    await refused([...fisher, "--out", "stable.txt"], /the file extension sets the format/);
    await refused([...fisher, "--keep", "nobody"], /unknown feature "nobody"/);
    await refused(
      ["bundled:planted", "--method", "fisher", "--k", "300"],
      /k must be a whole number from 1 to 200/,
    );
  });
});
