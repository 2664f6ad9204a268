import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runInside } from "../support/run-inside.js";

let folder = "";
const run = (line: string) => runInside(line.split(" "), { cwd: folder });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "salience-export-"));
  const made = await run(
    "select bundled:digits --k 5 --method fisher --no-measure --classifier lda --save recipe.json",
  );
  expect(made.code).toBe(0);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["js", "model.mjs", "export function predict(row)"],
  ["python", "model.py", "def predict(row):"],
  ["r", "model.R", "salience_predict <- function(data)"],
  ["sql", "model.sql", 'FROM "samples"'],
])(
  "export writes %s, printed and to a file whose extension says the language",
  async (language, file, has) => {
    const printed = await run(`export recipe.json --language ${language}`);
    expect(printed).toMatchObject({ code: 0, errors: "" });
    expect(printed.output).toContain(has);
    const written = await run(`export recipe.json --out ${file}`);
    expect(written.output).toBe(`${file}: ${printed.output.split("\n").length - 1} lines of ${language}\n`);
    expect(readFileSync(join(folder, file), "utf8")).toBe(printed.output);
  },
);

test("the table of sql can be named", async () => {
  const { output } = await run("export recipe.json --language sql --table patients");
  expect(output).toContain('FROM "patients"');
});

test.each([
  ["export recipe.json", "--language is needed: js, python, r, sql"],
  ["export recipe.json --language cobol", "js, python, r"],
  [
    "export recipe.json --language r --out model.py",
    "--language r and a file that ends in .py do not fit together",
  ],
  ["export recipe.json --out model.txt", "must end in .js, .mjs, .py, .r or .sql"],
  ["export recipe.json --language r --table t", "--table is for --language sql"],
  ["export", "export needs a recipe: salience export RECIPE"],
  ["export nothing.json --language r", "nothing.json"],
])("%s is refused", async (line, message) => {
  const { code, errors, output } = await run(line);
  expect(code).toBe(1);
  expect(errors).toContain(message);
  expect(errors.trim().split("\n")).toHaveLength(1);
  expect(output).toBe("");
});
