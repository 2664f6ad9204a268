import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { evaluate } from "../../src/experiment/evaluate.js";
import { readDataset } from "../../src/node.js";
import { Random } from "../../src/numeric/random.js";
import { runInside } from "../support/run-inside.js";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "salience-worth-"));
  const random = new Random(5);
  const rows = Array.from({ length: 90 }, (_, i) => {
    const values = Array.from({ length: 6 }, (_, j) => random.normal() + (j < 2 && i % 3 === 0 ? 2 : 0));
    return [...values, i % 3 === 0 ? "ill" : "well"].join(",");
  });
  writeFileSync(join(folder, "data.csv"), `a,b,c,d,e,f,state\n${rows.join("\n")}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...words: string[]) => runInside([...words, "--threads", "1"], { cwd: folder });
const select = ["select", "data.csv", "--target", "state", "--method", "fisher", "--k", "2"];

describe("select says what its features are worth", () => {
  test("as evaluate measures it, with Wilson's interval, and what to do next", async () => {
    const data = await readDataset(join(folder, "data.csv"), { target: "state" });
    const { results } = await evaluate(data, { method: "fisher", k: 2, selectOn: "raw" });
    const share = results[0].honesty.nested!;
    const { code, output } = await run(...select);
    expect(code).toBe(0);
    const said = /gets ([\d.]+) % of the held-out rows right \(95 % interval ([\d.]+) to ([\d.]+);/.exec(
      output,
    );
    expect(said).not.toBeNull();
    const [found, low, high] = said!.slice(1).map(Number);
    expect(found).toBeCloseTo(100 * share, 1);
    // The ends of Wilson's interval are those shares that lie 1.96 of their own standard errors from what was found.
    const right = Math.round(90 * share) / 90;
    for (const end of [low / 100, high / 100])
      expect(Math.abs(right - end) / Math.sqrt((end * (1 - end)) / 90)).toBeCloseTo(1.96, 1);
    expect(output).toContain("always predicting the largest class would get 66.7 %");
    expect(output).toContain(
      "  salience select data.csv --target state --method fisher --k 2 --report report.html ",
    );
    expect(output).toContain(
      "  salience compare data.csv --target state --methods fisher,dfs,svm-rfe,mrmr --k 2 ",
    );
  });

  test("uneven classes: balanced accuracy beside it, and fewer folds are told", async () => {
    const text = readFileSync(join(folder, "data.csv"), "utf8");
    // Only four of the thirty ill ones stay.
    const rows = text.trimEnd().split("\n");
    const kept = rows.filter((row, at) => at === 0 || row.endsWith("well") || at < 12);
    writeFileSync(join(folder, "uneven.csv"), kept.join("\n"));
    const data = await readDataset(join(folder, "uneven.csv"), { target: "state" });
    const { results } = await evaluate(data, { method: "fisher", k: 2, selectOn: "raw", folds: 4 });
    const { output, errors } = await run("select", "uneven.csv", ...select.slice(2));
    const said = /counts the same, however many rows it has, the accuracy is ([\d.]+) %/.exec(output);
    // The mean of the shares found of each class, from the counts.
    const found = results[0].confusion!.map((row, code) => row[code] / row.reduce((a, b) => a + b, 0));
    expect(Number(said?.[1])).toBeCloseTo((100 * (found[0] + found[1])) / 2, 1);
    expect(output).toContain("always predicting one class would get 50.0 %");
    expect(errors).toContain("there are 4 folds in place of the usual 5");
    expect((await run(...select)).output).not.toContain("counts the same");
  });

  test("the commands it proposes work as they stand, from any folder", async () => {
    const { output } = await runInside(["select", "data.csv", ...select.slice(2)], { cwd: folder });
    const proposed = /^ {2}salience (compare .*?) {2}/m.exec(output)![1].split(" ");
    expect((await run(...proposed)).code).toBe(0);
  });

  test("not with --no-measure, --quiet or JSON on standard output", async () => {
    const without = await run(...select, "--no-measure");
    expect(without.output).not.toContain("held-out rows right");
    expect(without.output).toContain("next:");
    const quiet = await run(...select, "--quiet");
    expect(quiet.output).not.toMatch(/held-out rows right|next:/);
    expect(JSON.parse((await run(...select, "--json", "-")).output).plan).not.toHaveProperty("measure");
  });
});

describe("recipes", () => {
  test("of stability hold the stable features, and a model", async () => {
    const words = ["data.csv", "--target", "state", "--method", "fisher", "--k", "2", "--subsamples", "20"];
    const { code, output } = await run("stability", ...words, "--classifier", "lda", "--save", "stable.json");
    expect(code).toBe(0);
    const recipe = JSON.parse(readFileSync(join(folder, "stable.json"), "utf8"));
    expect(recipe.selection.keep.toSorted()).toEqual(["a", "b"]);
    expect(output).toContain("2 of 6 features are stable");
    const predicted = await runInside(["predict", "stable.json", "data.csv", "--json", "-"], { cwd: folder });
    expect(JSON.parse(predicted.output)).toMatchObject({
      schema: "salience/prediction@2",
      classes: ["ill", "well"],
    });
  });

  test("of stability are not written where nothing is stable", async () => {
    const words = ["stability", "data.csv", "--target", "state", "--method", "fisher", "--k", "1"];
    const noise = ["--exclude", "a,b", "--subsamples", "20", "--threshold", "1"];
    const none = await run(...words, ...noise, "--save", "none.json");
    expect(none).toMatchObject({ code: 1, errors: expect.stringContaining("none.json was not written") });
    expect(existsSync(join(folder, "none.json"))).toBe(false);
  });

  test("of tune hold the features of the chosen setting", async () => {
    const words = ["tune", "data.csv", "--target", "state", "--method", "fisher", "--ks", "1,2,3"];
    const { code } = await run(...words, "--save", "tuned.json", "--json", "tuned-result.json");
    expect(code).toBe(0);
    const { k } = JSON.parse(readFileSync(join(folder, "tuned-result.json"), "utf8"));
    const recipe = JSON.parse(readFileSync(join(folder, "tuned.json"), "utf8"));
    expect(recipe.features).toHaveLength(k);
    expect(
      (await runInside(["apply", "tuned.json", "data.csv", "--out", "applied.csv"], { cwd: folder })).code,
    ).toBe(0);
  });
});

describe("compare", () => {
  test("prints every k that was asked for", async () => {
    const words = [
      "compare",
      "data.csv",
      "--target",
      "state",
      "--methods",
      "fisher,laplacian",
      "--k",
      "1:6:1",
    ];
    const { output } = await run(...words);
    expect(output).toMatch(/method +k=1 +k=2 +k=3 +k=4 +k=5 +k=6 +mean/);
  });

  test("--methods all are all that can be used, and the others are named", async () => {
    const lines = Array.from({ length: 40 }, (_, i) =>
      [i % 7, (i * i) % 11, (i % 7) + 0.1 * (i % 3)].join(","),
    );
    writeFileSync(join(folder, "numbers.csv"), `a,b,y\n${lines.join("\n")}\n`);
    const words = ["--target", "y", "--task", "regression", "--methods", "all", "--k", "1", "--json", "-"];
    const { code, output, errors } = await run("compare", "numbers.csv", ...words);
    expect(code).toBe(0);
    const labels = JSON.parse(output).methods.map(({ label }: { label: string }) => label);
    expect(labels).toEqual(expect.arrayContaining(["dfs", "fisher", "mrmr", "relieff", "rfs"]));
    expect(errors).toMatch(/left out, because the target is a number: .*ldfs/);
  });
});
