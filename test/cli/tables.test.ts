import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Random } from "../../src/numeric/random.js";
import { runCli } from "../support/run-cli.js";
import { runInside } from "../support/run-inside.js";

const folder = mkdtempSync(join(tmpdir(), "salience-tables-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Patients with a batch that shifts two genes, and gaps; `marker` differs between the classes behind the batch. */
function lines(seed: number, rows: number, batches: readonly string[]): string[] {
  const random = new Random(seed);
  return Array.from({ length: rows }, (_, i) => {
    const sick = i % 2;
    const batch = Math.floor(batches.length * random.uniform());
    const values = [9 * batch, 3 * sick - 9 * batch, 0, 0].map((shift) =>
      random.uniform() < 0.03 ? "" : (shift + random.normal()).toFixed(3),
    );
    const blood = random.uniform() < 0.4 + 0.3 * sick ? "A" : random.uniform() < 0.5 ? "B" : "0";
    return [...values, batches[batch], blood, sick ? "sick" : "well"].join(",");
  });
}

const header = "shifted,marker,noise,more,batch,blood,status";
const write = (name: string, text: readonly string[]) =>
  writeFileSync(join(folder, name), `${text.join("\n")}\n`);
write("train.csv", [header, ...lines(1, 80, ["monday", "tuesday"])]);
write("new.csv", [header, ...lines(2, 30, ["monday", "tuesday"])]);
write("later.csv", [header, ...lines(3, 10, ["monday", "sunday"])]);

const run = (...words: string[]) => runInside([...words, "--threads", "1"], { cwd: folder });
const use = (...words: string[]) => runInside(words, { cwd: folder });
const about = ["train.csv", "--target", "status", "--adjust", "batch"];

test("select --adjust, and its recipe on new files and on its own", async () => {
  const saved = ["--k", "2", "--classifier", "lda", "--save", "recipe.json", "--json", "selection.json"];
  const selected = await run("select", ...about, ...saved);
  expect(selected.code).toBe(0);
  expect(selected.output).toContain("2 of 6 features, adjusted for batch");
  expect(selected.errors).toMatch(/the influence of batch was taken away from 4 features/);
  const selection = JSON.parse(readFileSync(join(folder, "selection.json"), "utf8"));
  expect(selection).toMatchObject({
    adjusted: ["batch"],
    picked: 2,
    plan: { select: { adjust: ["batch"] } },
  });
  expect(selection.ranking[0].name).toBe("marker");
  const recipe = JSON.parse(readFileSync(join(folder, "recipe.json"), "utf8"));
  expect(recipe.command).toContain("--adjust batch");
  const predicted = await use("predict", "recipe.json", "new.csv");
  expect(predicted.output).toMatch(/accuracy (7[5-9]|8\d|9\d|100)\.\d %/);
  const repeated = await run("repeat", "recipe.json", "train.csv", "--strict");
  expect([repeated.code, repeated.output]).toEqual([0, expect.stringContaining("identical")]);
  const later = await use("predict", "recipe.json", "later.csv");
  expect(later.errors).toMatch(/levels? that training did not know.*batch \("sunday"\)/);
  const { code } = await use("apply", "recipe.json", "new.csv", "later.csv", "--out", "both.csv");
  expect(code).toBe(0);
  expect(readFileSync(join(folder, "both.csv"), "utf8").split("\n")).toHaveLength(42);
});

test("--join takes the influences from the file with the labels, and predict those of new samples", async () => {
  const columns = ["shifted", "marker", "noise", "more"];
  const parted = (text: readonly string[], name: string) => {
    const rows = text.map((line, i) => [`${name}${i}`, ...line.split(",")]);
    write(`${name}-genes.csv`, [
      ["id", ...columns].join(","),
      ...rows.map((row) => row.slice(0, 5).join(",")),
    ]);
    write(`${name}-sheet.csv`, [
      "sample,batch,status",
      ...rows.map((row) => [row[0], row[5], row[7]].join(",")),
    ]);
    write(`${name}-batches.csv`, ["sample,batch", ...rows.map((row) => [row[0], row[5]].join(","))]);
  };
  parted(lines(1, 80, ["monday", "tuesday"]), "old");
  parted(lines(2, 30, ["monday", "tuesday"]), "new");
  const sheet = ["old-genes.csv", "--labels", "old-sheet.csv", "--label-column", "status"];
  const forgotten = await run("select", ...sheet, "--k", "2", "--adjust", "batch");
  expect([forgotten.code, forgotten.errors]).toEqual([
    1,
    expect.stringContaining("a column of the file with the labels; make it a feature (--join batch)"),
  ]);
  const saved = ["--k", "2", "--classifier", "lda", "--save", "joined.json"];
  const selected = await run("select", ...sheet, "--join", "batch", "--adjust", "batch", ...saved);
  expect(selected.output).toContain("2 of 5 features, adjusted for batch");
  expect(JSON.parse(readFileSync(join(folder, "joined.json"), "utf8")).command).toContain(
    "--label-column status --join batch",
  );
  const without = await use("predict", "joined.json", "new-genes.csv");
  expect(without.errors).toMatch(/is missing: "batch".* with --labels/);
  const predicted = await use("predict", "joined.json", "new-genes.csv", "--labels", "new-batches.csv");
  const judged = await use(
    "predict",
    "joined.json",
    "new-genes.csv",
    "--labels",
    "new-sheet.csv",
    "--label-column",
    "status",
  );
  expect(predicted.output).not.toContain("accuracy");
  expect(judged.output).toMatch(/accuracy (7[5-9]|8\d|9\d|100)\.\d %/);
  const repeated = await run(
    "repeat",
    "joined.json",
    "old-genes.csv",
    "--labels",
    "old-sheet.csv",
    "--strict",
  );
  expect([repeated.code, repeated.output]).toEqual([0, expect.stringContaining("identical")]);
  const blocks = await run("select", ...sheet, "--join", "batch", "--method", "fisher", "--stream");
  expect([blocks.code, blocks.errors]).toEqual([1, expect.stringContaining("needs all rows in memory")]);
  const compared = await run(
    "compare",
    ...sheet,
    "--join",
    "batch",
    "--adjust",
    "batch",
    "--methods",
    "fisher",
    "--k",
    "1",
  );
  expect(compared.code).toBe(0);
});

test("compare, tune and stability --adjust, on folds and on a test file, with one and two threads", async () => {
  const rest = ["--methods", "dfs,fisher", "--k", "1,2", "--json", "-"];
  const untimed = ({ output }: { output: string }) =>
    JSON.parse(output, (key, value) => (/seconds/i.test(key) ? 0 : value));
  const one = untimed(await run("compare", ...about, ...rest));
  expect(one.adjust).toEqual(["batch"]);
  for (const { accuracy } of one.results) expect(accuracy).toBeGreaterThan(0.65);
  expect(untimed(await runCli(["compare", ...about, ...rest, "--threads", "2"], { cwd: folder }))).toEqual(
    one,
  );
  const tested = untimed(await run("compare", ...about, ...rest, "--test", "later.csv"));
  expect(tested.datasets[0].test).toBe("later.csv");
  const tuned = await run("tune", ...about, "--k", "1,2", "--method", "fisher");
  expect([tuned.code, tuned.output]).toEqual([0, expect.stringContaining("influence of batch")]);
  const stable = await run("stability", ...about, "--k", "1", "--method", "fisher", "--subsamples", "10");
  expect(stable.output).toMatch(/1 +marker +100 %/);
});

test("--missing knn reaches folds and the recipe", async () => {
  const words = ["train.csv", "--target", "status", "--missing", "knn"];
  const compared = await run("compare", ...words, "--methods", "fisher", "--k", "2");
  expect(compared.output).toMatch(
    /missing values are filled inside every training set, from its five nearest rows/,
  );
  const saved = await run("select", ...words, "--k", "2", "--save", "near.json");
  expect(saved.errors).toMatch(/filled from the five nearest rows/);
  const recipe = JSON.parse(readFileSync(join(folder, "near.json"), "utf8"));
  expect(recipe.notices.at(-1).text).toMatch(/^the recipe fills missing values with medians/);
});
