import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printSelection } from "../../src/cli/output/selection-table.js";
import { Terminal } from "../../src/cli/output/terminal.js";
import { Dataset } from "../../src/data/dataset.js";
import { select } from "../../src/selectors/select.js";
import { describeSelection } from "../../src/selectors/selection.js";
import { runInside } from "../support/run-inside.js";

let folder = "";
/** Powers of two: the classes differ by a factor of 8 in gene_1, as 3 in logarithms, and by nothing in gene_2. */
const rows = [1, 2, 4, 8, 16, 32].map((x, i) => [x, [1, 4, 2, 4, 1, 2][i], i < 3 ? "healthy" : "ill"]);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "salience-describe-"));
  writeFileSync(
    join(folder, "counts.csv"),
    `gene_1,gene_2,state\n${rows.map((row) => row.join(",")).join("\n")}\n`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...words: string[]) =>
  runInside(["select", "counts.csv", "--target", "state", "--method", "fisher", ...words], { cwd: folder });
const json = async (...words: string[]) => JSON.parse((await run(...words, "--json", "-")).output);

describe("select describes its features", () => {
  test("with fold changes where values are logarithms", async () => {
    const { ranking, descriptions } = await json("--transform", "log2");
    expect(descriptions).toEqual({ test: "f", logBase: "2" });
    // Means 1 and 4, standard deviation 1 inside the classes; t = 3 / √(2/3), F = t².
    expect(ranking[0]).toMatchObject({ name: "gene_1", higher: "ill", test: "f" });
    expect(ranking[0].effect).toBeCloseTo(3, 12);
    expect(ranking[0].foldChange).toBeCloseTo(8, 12);
    expect(ranking[0].statistic).toBeCloseTo(13.5, 12);
    expect(ranking[1]).toMatchObject({ name: "gene_2", higher: null, effect: 0, foldChange: 1, p: 1, q: 1 });
    expect((await run("--transform", "log2")).output).toContain("higher in  effect  fold");
  });

  test("without them otherwise, unless asked for", async () => {
    expect((await json()).ranking[0]).not.toHaveProperty("foldChange");
    expect((await run("--quiet")).output).not.toContain("fold");
    expect((await json("--log-base", "10")).ranking[0].foldChange).toBeCloseTo(10 ** (49 / 3), -6);
    expect((await json("--transform", "log", "--log-base", "none")).ranking[0]).not.toHaveProperty(
      "foldChange",
    );
  });

  test("by ranks where asked for", async () => {
    const { ranking, descriptions } = await json("--feature-test", "kruskal");
    expect(descriptions.test).toBe("kruskal");
    // Rank sums 6 and 15 of 6 rows: H = 12 / 42 · (36 + 225) / 3 − 21.
    expect(ranking[0].statistic).toBeCloseTo((12 / 42) * 87 - 21, 12);
    expect((await run("--feature-test", "kruskal")).output).toContain("q: p of the Kruskal–Wallis test");
  });

  test("in a table as CSV", async () => {
    const { code, errors } = await run("--transform", "log2", "--csv", "ranking.csv");
    const folds =
      "note: there are 3 folds in place of the usual 5, since the smallest class has too few rows for more\n";
    expect({ code, errors }).toEqual({ code: 0, errors: `${folds}wrote ranking.csv\n` });
    const [heading, first, second, end] = readFileSync(join(folder, "ranking.csv"), "utf8").split("\n");
    expect(heading).toBe("rank,index,name,score,higher,effect,foldChange,test,statistic,p,q,missing");
    expect(first).toMatch(/^1,0,gene_1,[\d.]+,ill,[\d.]+,8,f,[\d.]+,0\.0213\d+,0\.0426\d+,0$/);
    expect(second).toMatch(/^2,1,gene_2,[\de.-]+,,0,1,f,[\de.-]+,1,1,0$/);
    expect(end).toBe("");
  });

  test("and refuses tests that there are not, and tests without classes", async () => {
    expect((await run("--feature-test", "t")).errors).toContain("f, kruskal");
    const { code, errors } = await runInside(
      ["select", "counts.csv", "--drop", "state", "--method", "laplacian", "--feature-test", "kruskal"],
      { cwd: folder },
    );
    expect(code).toBe(1);
    expect(errors).toContain("--feature-test is about differences between classes");
  });
});

const asTerminal = (stream: PassThrough) => stream as unknown as NodeJS.WriteStream;

describe("the table", () => {
  /** Lines as a terminal of this width shows them. */
  async function shown(columns: number, logBase: "2" | "none"): Promise<string[]> {
    const names = ["a rather long class name", "the other class"];
    const data = Dataset.fromRows(
      rows.map(([x, y]) => [Number(x), Number(y)]),
      rows.map((_, i) => names[i < 3 ? 0 : 1]),
      ["gene_1", "gene_2"],
    );
    const output = Object.assign(new PassThrough(), { isTTY: true, columns });
    const terminal = new Terminal(asTerminal(output), asTerminal(new PassThrough()), { NO_COLOR: "1" });
    const selection = describeSelection(await select(data, { method: "fisher", k: 2 }), data, { logBase });
    printSelection(data, selection, terminal);
    await terminal.flush();
    return String(output.read()).split("\n").slice(3, 6);
  }

  test("uses the room that there is", async () => {
    expect(await shown(120, "2")).toEqual([
      "rank  feature       score  higher in        effect   fold     q",
      expect.stringMatching(/^ {3}1 {2}gene_1 +\S+ {2}the other class {4}1\.88 {2}82570 {2}0\.17 {2}▪{24}$/),
      expect.stringMatching(/^ {3}2 {2}gene_2 +\S+ {19,}0\.00 +1\.00 +1$/),
    ]);
  });

  test.each([70, 60, 50])("fits into %i characters", async (columns) => {
    for (const logBase of ["2", "none"] as const)
      for (const line of await shown(columns, logBase)) expect(line.length).toBeLessThanOrEqual(columns);
    const [heading, first] = await shown(columns, "2");
    expect(heading).toMatch(/higher in +effect +.*q$/);
    expect(first).toMatch(/the othe/);
  });
});
