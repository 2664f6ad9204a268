import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Random } from "../../src/index.js";
import { runCli } from "../support/run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "salience-regression-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** `a` and `b` make the price, `c` to `f` are noise; one `b` is missing. */
function priced(name: string, seed: number, rows: number): string {
  const random = new Random(seed);
  const lines = Array.from({ length: rows }, (_, i) => {
    const x = Array.from({ length: 6 }, () => random.normal());
    const price = 100 + 10 * x[0] - 6 * x[1] + 2 * random.normal();
    return [...x.map((value, j) => (i === 3 && j === 1 ? "" : value)), price].join(",");
  });
  const file = join(folder, name);
  writeFileSync(file, `a,b,c,d,e,f,price\n${lines.join("\n")}\n`);
  return file;
}

const train = priced("train.csv", 1, 60);
const fresh = priced("fresh.csv", 2, 30);

test("select, report and predict a number", async () => {
  const [recipe, report] = [join(folder, "recipe.json"), join(folder, "report.html")];
  const run = await runCli([
    ...["select", train, "--target", "price", "--k", "2", "--classifier", "ridge", "--save", recipe],
    ...["--report", report, "--permutations", "3"],
  ]);
  expect(run.code).toBe(0);
  expect(run.output).toMatch(/price from [\d.]+ to [\d.]+/);
  expect(run.output).toMatch(/1 {2}a +[\d.]+ {2}rising +0\.\d+/);
  expect(run.output).toMatch(/2 {2}b +[\d.]+ {2}falling +-0\.\d+/);
  expect(run.output).toContain("effect: correlation with price");
  expect(run.output).not.toMatch(/accuracy|classes \(/i);
  const page = readFileSync(report, "utf8");
  expect(page).toMatch(/predicts price of held-out rows with R² 0\.9\d\d/);
  const predicted = await runCli(["predict", recipe, fresh]);
  expect(predicted.output).toMatch(/row +predicted +actual/);
  expect(predicted.output).toMatch(
    /Compared with "price" in 30 rows: R² 0\.9\d+, RMSE [\d.]+, Spearman 0\.\d+/,
  );
  const out = join(folder, "predicted.csv");
  expect((await runCli(["predict", recipe, fresh, "--out", out])).code).toBe(0);
  expect(readFileSync(out, "utf8")).toMatch(/^id,predicted\n1,[\d.]+\n/);
});

test("compare and tune by R²; doctor tells the methods that can", async () => {
  const csv = join(folder, "compared.csv");
  const compared = await runCli([
    ...["compare", train, "--target", "price", "--methods", "dfs,fisher", "--k", "1,2", "--csv", csv],
  ]);
  expect(compared.output).toMatch(/R², nested protocol\nmethod +k=1 +k=2 +mean +± +RMSE +Spearman/);
  expect(compared.output).not.toMatch(/accuracy|percent/i);
  expect(readFileSync(csv, "utf8").split("\n")[0]).toMatch(
    /^dataset,method,label,k,r2,r2Std,rmse,spearman,redundancy/,
  );
  const tuned = await runCli(["tune", train, "--target", "price", "--method", "fisher", "--k", "1,2,6"]);
  expect(tuned.output).toMatch(/R² of fisher, mean over 5 folds/);
  expect(tuned.output).toMatch(/Chosen: k = 2/);
  const doctor = await runCli(["doctor", train, "--target", "price"]);
  expect(doctor.output).toMatch(/so it is a number to predict \(regression\)/);
  expect(doctor.output).toMatch(/ {2}rfs /);
  expect(doctor.output).not.toMatch(/ {2}bahsic /);
});

test("what needs classes is refused with what can be used", async () => {
  const refused = async (...flags: string[]) =>
    (await runCli(["select", train, "--target", "price", ...flags])).errors;
  expect(await refused("--method", "mmc-rfe")).toMatch(
    /mmc-rfe needs classes, but the target "price" is a number; methods that can predict numbers are dfs, fisher, laplacian, mrmr, relieff, lasso, rfs; use another method \(--method dfs\)/,
  );
  expect(await refused("--task", "classification")).toMatch(/different value in each of the 60 rows/);
  expect(await refused("--classifier", "svm", "--save", join(folder, "x.json"))).toMatch(
    /use ridge regression \(--classifier ridge\)/,
  );
  const paper = await runCli([
    "compare",
    train,
    "--target",
    "price",
    "--methods",
    "dfs",
    "--protocol",
    "paper",
  ]);
  expect([paper.code, paper.errors]).toEqual([
    1,
    expect.stringContaining("the paper's protocol is for classes"),
  ]);
});
