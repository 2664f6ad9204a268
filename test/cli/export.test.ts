import { createHash } from "node:crypto";
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

test("export writes a model of ONNX, whose metadata name the recipe's file by its hash", async () => {
  const { output, code } = await run("export recipe.json --out model.onnx");
  expect(code).toBe(0);
  expect(output).toBe(
    "model.onnx: takes 5 columns, gives label, scores, probabilities, problem, filled, unknown\n",
  );
  const hash = createHash("sha256")
    .update(readFileSync(join(folder, "recipe.json")))
    .digest("hex");
  expect(readFileSync(join(folder, "model.onnx"), "latin1")).toContain(hash);
  await run("export recipe.json --language onnx --out again.onnx");
  expect(readFileSync(join(folder, "again.onnx"))).toEqual(readFileSync(join(folder, "model.onnx")));
});

test("the table of sql can be named", async () => {
  const { output } = await run("export recipe.json --language sql --table patients");
  expect(output).toContain('FROM "patients"');
});

test.each([
  ["export recipe.json", "--language is needed: js, python, r, sql, onnx"],
  ["export recipe.json --language cobol", "js, python, r"],
  ["export recipe.json --language onnx", "is not printed; name its file: --out model.onnx"],
  ["export recipe.json --language onnx --out -", "is not printed; name its file: --out model.onnx"],
  ["export recipe.json --out model.onnx --table t", "--table is for --language sql"],
  [
    "export recipe.json --language r --out model.py",
    "--language r and a file that ends in .py do not fit together",
  ],
  ["export recipe.json --out model.txt", "must end in .js, .mjs, .py, .r, .sql or .onnx"],
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
