import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Random } from "../../src/numeric/random.js";
import { runInside } from "../support/run-inside.js";

const [samples, genes] = [200, 400];
const planted = ["GENE7", "GENE120", "GENE250", "GENE333", "GENE399"];
const blanks = 64; // 0.08 % of the cells
let folder = "";

/** 200 samples sorted by class, with what such tables have beside genes. Batches 1 and 2 are mostly of one class. */
function table(): string {
  const random = new Random(13);
  const names = Array.from({ length: genes }, (_, j) => `GENE${j + 1}`);
  const blank = new Set<number>();
  while (blank.size < blanks) blank.add(random.integer(samples * genes));
  const lines = Array.from({ length: samples }, (_, i) => {
    const isTumour = i >= 110;
    const values = names.map((name, j) => {
      const value = random.normal() + (isTumour && planted.includes(name) ? 1.6 : 0);
      return blank.has(i * genes + j) ? "" : value.toFixed(4);
    });
    const about = [
      `TCGA-${String(1000 + ((i * 37) % samples))}`,
      1200 + 3 * i,
      i % 2 ? "f" : "m",
      (random.integer(5) === 0 ? !isTumour : isTumour) ? 1 + (i % 2) : 3 + (i % 2),
      30 + random.integer(50),
    ];
    return [...about, ...values, isTumour ? "tumour" : "normal"].join(",");
  });
  return `sample,patient_id,sex,batch,age,${names.join(",")},diagnosis\n${lines.join("\n")}\n`;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "salience-genes-"));
  writeFileSync(join(folder, "genes.csv"), table());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a gene table as people have it", () => {
  test("select works at the first try and loses nothing in silence", async () => {
    const words = ["select", "genes.csv", "--target", "diagnosis", "--json", "r.json"];
    const { code, output, errors } = await runInside(words, { cwd: folder });
    expect(code).toBe(0);
    expect(output).toContain("200 rows × 403 features, 2 classes (normal 110, tumour 90)");
    const { ranking, notices } = JSON.parse(readFileSync(join(folder, "r.json"), "utf8"));
    const names: string[] = ranking.map(({ name }: { name: string }) => name);
    expect(names.slice(0, 5).filter((name) => planted.includes(name)).length).toBeGreaterThanOrEqual(4);
    const codes = notices.map((one: { code: string; columns?: string[] }) => [one.code, one.columns]);
    expect(codes).toEqual([
      ["columns-left-out", ["sample", "patient_id"]],
      ["categorical-columns", ["sex"]],
      ["confounded", ["batch"]],
      ["missing-values", expect.arrayContaining([])],
    ]);
    // Every column of the file is ranked, the target, or named as left out.
    const named = new Set<string>([...names, "diagnosis", "sample", "patient_id"]);
    expect(
      table()
        .slice(0, table().indexOf("\n"))
        .split(",")
        .filter((name) => !named.has(name)),
    ).toEqual([]);
    expect(errors).toContain("patient_id (whole numbers that rise from row to row)");
    expect(errors).toContain("64 missing values were filled");
  });

  test("doctor says it all before, and prints a command that works", async () => {
    const { code, output } = await runInside(["doctor", "genes.csv", "--target", "diagnosis"], {
      cwd: folder,
    });
    expect(code).toBe(0);
    for (const said of [
      "200 rows × 403 features, 2 classes (normal 110, tumour 90)",
      "sample (texts that all differ)",
      "patient_id (whole numbers that rise from row to row)",
      "1 column is a category: sex",
      "1 column goes with the classes: batch",
      "64 values are missing",
    ])
      expect(output).toContain(said);
    const next = /^Next: salience (.*)$/m.exec(output)?.[1] ?? "";
    expect(next).toBe("select genes.csv --target diagnosis");
  });

  test("without --target it is taken, since it is called diagnosis", async () => {
    const { errors } = await runInside(["select", "genes.csv", "--method", "fisher"], { cwd: folder });
    expect(errors).toContain('column "diagnosis" was taken as the target');
  });
});

describe("the command that doctor ends with works", () => {
  const nextOf = (output: string) =>
    (/^Next: salience (.*)$/m.exec(output)?.[1] ?? "").split(" ").map((word) => word.replaceAll("'", ""));

  test("for genes in rows, after looking twice more", async () => {
    const names = Array.from({ length: 24 }, (_, i) => (i % 2 ? `ill_${i}` : `well_${i}`));
    const random = new Random(5);
    const lines = Array.from({ length: 300 }, (_, j) => [
      `GENE${j}`,
      ...names.map((_, i) => (random.normal() + (j === 7 && i % 2 ? 4 : 0)).toFixed(3)),
    ]);
    writeFileSync(
      join(folder, "turned.tsv"),
      [["", ...names], ...lines].map((line) => line.join("\t")).join("\n"),
    );
    let words = ["doctor", "turned.tsv"];
    const commands: string[] = [];
    while (words[0] === "doctor" && commands.length < 5) {
      const { code, output } = await runInside(words, { cwd: folder });
      expect(code).toBe(0);
      words = nextOf(output);
      commands.push(words.join(" "));
    }
    expect(commands).toEqual([
      "doctor turned.tsv --samples-in columns",
      "doctor turned.tsv --samples-in columns --label-pattern ^[A-Za-z]+",
      "select turned.tsv --label-pattern ^[A-Za-z]+ --samples-in columns",
    ]);
    const { code, output } = await runInside([...words, "--method", "fisher", "--k", "1"], { cwd: folder });
    expect({ code, best: /^ +1 +(\S+)/m.exec(output)?.[1] }).toEqual({ code: 0, best: "GENE7" });
  });

  test("for a class of one row", async () => {
    const rows = Array.from(
      { length: 21 },
      (_, i) => `${i % 2}.${i},${(i * i) % 7},${i === 20 ? "c" : "ab"[i % 2]}`,
    );
    writeFileSync(join(folder, "one.csv"), `x,y,class\n${rows.join("\n")}\n`);
    const { output } = await runInside(["doctor", "one.csv"], { cwd: folder });
    expect(output).toContain(
      "leave out the rows of small classes (--small-classes drop, drops 1 of 21 rows)",
    );
    const words = nextOf(output);
    expect(words.join(" ")).toBe("select one.csv --target class --small-classes drop");
    const refused = await runInside(["select", "one.csv", "--target", "class"], { cwd: folder });
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining("--small-classes drop") });
    expect(await runInside(words, { cwd: folder })).toMatchObject({
      code: 0,
      errors: expect.stringContaining('1 class has fewer than 5 rows: "c"; 1 row was left out'),
    });
  });
});
