import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Random } from "../../src/numeric/random.js";
import { runInside } from "../support/run-inside.js";

let folder = "";

/** Two measurements of the same signal, a dear one and a cheap one, and noise. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "salience-costs-"));
  const random = new Random(12);
  const rows = Array.from({ length: 60 }, (_, i) => {
    const signal = random.normal() + (i % 2 ? 2 : 0);
    const values = [
      signal,
      signal + 0.3 * random.normal(),
      ...Array.from({ length: 4 }, () => random.normal()),
    ];
    return [...values.map((value) => value.toFixed(4)), i % 2 ? "ill" : "well"].join(",");
  });
  writeFileSync(join(folder, "assays.csv"), `sequencing,strip,a,b,c,d,class\n${rows.join("\n")}\n`);
  writeFileSync(join(folder, "prices.csv"), "feature,cost\nsequencing,40\nstrip,2\n");
  writeFileSync(join(folder, "wrong.csv"), "strips,2\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (command: string, ...words: string[]) =>
  runInside([command, "assays.csv", "--target", "class", ...words], { cwd: folder });
const json = async (command: string, ...words: string[]) =>
  JSON.parse((await run(command, ...words, "--costs", "prices.csv", "--json", "-")).output);

test("select prefers what costs less, and says what it costs together", async () => {
  const { ranking, costs, totalCost, plan, notices } = await json("select", "--k", "2");
  expect(ranking[0].name).toBe("strip");
  expect(costs).toEqual({ sequencing: 40, strip: 2 });
  expect(totalCost).toBe(3);
  expect(plan.select).toMatchObject({ costs, costsFile: "prices.csv" });
  expect(notices.at(-1).text).toBe("4 features have no cost given and count as 1");
  expect((await run("select", "--k", "2", "--costs", "prices.csv")).output).toContain(
    "These features cost 3 together.",
  );
});

test("a recipe keeps the costs and repeats the selection", async () => {
  await run("select", "--k", "1", "--costs", "prices.csv", "--save", "recipe.json");
  const { selection, command } = JSON.parse(readFileSync(join(folder, "recipe.json"), "utf8"));
  expect(selection.costs).toEqual({ sequencing: 40, strip: 2 });
  expect(command).toContain("--costs prices.csv");
  const { output, code } = await runInside(["repeat", "recipe.json", "assays.csv"], { cwd: folder });
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining("strip") });
});

test("compare shows the cost under each method, in the table and as CSV", async () => {
  const words = ["--methods", "dfs,fisher", "--k", "1,2", "--folds", "3", "--no-side-by-side"];
  const { output } = await run(
    "compare",
    ...words,
    "--costs",
    "prices.csv",
    "--csv",
    "c.csv",
    "--report",
    "c.html",
  );
  expect(output).toMatch(/dfs .*\n {2}cost +2 +3\n/);
  expect(output).toMatch(/fisher .*\n {2}cost +\S+ +42\n/);
  expect(output).toContain("fisher does not weigh costs");
  const page = readFileSync(join(folder, "c.html"), "utf8");
  expect(page).toContain("Accuracy against cost");
  expect(page).toContain(
    "The cost of features was given (2 costs between 2 and 40, all others 1) and weighed by the methods that can.",
  );
  const [head, first] = readFileSync(join(folder, "c.csv"), "utf8").split("\n");
  expect(first.split(",")[head.split(",").indexOf("cost")]).toBe("2");
  expect(readFileSync(join(folder, "c.csv"), "utf8").split("\n")[0]).toContain(",cost,");
});

test("reports show accuracy against cost, and the methods paragraph says what was weighed", async () => {
  await run("select", "--k", "1", "--costs", "prices.csv", "--permutations", "0", "--report", "r.html");
  const page = readFileSync(join(folder, "r.html"), "utf8");
  expect(page).toContain("Accuracy against cost");
  expect(page).toContain("The cost of features was weighed (2 costs between 2 and 40, all others 1)");
});

test("tune and stability take costs", async () => {
  expect(
    (await json("tune", "--ks", "1", "--folds", "2", "--try", "alpha=0.1")).plan.select.costs,
  ).toBeDefined();
  expect((await json("stability", "--k", "1", "--subsamples", "4")).stable).toEqual(["strip"]);
});

test("unknown names and methods that do not weigh costs are refused", async () => {
  const { errors } = await run("select", "--costs", "wrong.csv");
  expect(errors).toContain('unknown feature "strips" (did you mean "strip"?)');
  const { errors: other, code } = await run("select", "--method", "fisher", "--costs", "prices.csv");
  expect(code).toBe(1);
  expect(other).toContain(
    "fisher does not weigh what features cost; dfs, bahsic, mmc-rfe, svm-rfe, lasso do",
  );
});
