import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CodeLanguage, recipeCode } from "../../src/recipe/code/recipe-code.js";
import { type Answer, type Case, codeCases, expectAnswers, type Row } from "./code-cases.js";

let cases: ReadonlyMap<string, Case>;
let folder = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "salience-code-"));
  cases = await codeCases();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string) => join(folder, name);

/** The code of every case that the language takes. */
const codes = (language: CodeLanguage) =>
  [...cases].flatMap(([name, { recipe }], at) => {
    if (language === "sql" && recipe.model?.classifier === "knn") return [];
    return [{ name, at, code: recipeCode(recipe, language, { table: `rows ${at}` }) }];
  });

/** From objects as JavaScript and Python give them. */
function answerOf(
  name: string,
  given: readonly { picked: Record<string, string | number>; predicted: Predicted | null }[],
): Answer {
  const { classes, recipe } = cases.get(name)!;
  const lists = (of: "scores" | "probabilities") =>
    given.map(({ predicted }) => classes.map((own) => predicted?.[of]?.[own] ?? Number.NaN));
  return {
    predicted: given.map(({ predicted }) => predicted?.class ?? predicted?.number ?? ""),
    scores: lists("scores"),
    probabilities: lists("probabilities"),
    picked: given.map(({ picked }) => recipe.features.map(({ name: feature }) => picked[feature])),
  };
}

interface Predicted {
  readonly class?: string;
  readonly number?: number;
  readonly scores?: Record<string, number>;
  readonly probabilities?: Record<string, number> | null;
  readonly filled: string[];
  readonly unknown: string[];
}

describe("a recipe as code does what predict and apply do", () => {
  test("JavaScript", async () => {
    const answers = new Map<string, Answer>();
    for (const { name, code } of codes("js")) {
      const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
      const { rows, recipe } = cases.get(name)!;
      expect(module.predict === undefined).toBe(recipe.model === null);
      answers.set(
        name,
        answerOf(
          name,
          rows.map((row) => ({ picked: module.pick(row), predicted: module.predict?.(row) ?? null })),
        ),
      );
    }
    // exp and log of the engine, and another order of elimination.
    expectAnswers(cases, answers, { relative: 1e-11 });
  });

  test("Python without any package", () => {
    const all = codes("python");
    for (const { at, code } of all) writeFileSync(file(`code${at}.py`), code);
    writeFileSync(file("rows.json"), JSON.stringify(all.map(({ name }) => cases.get(name)!.rows)));
    const driver = `
import importlib, json
rows = json.load(open("rows.json"))
result = []
for at, own in zip(${JSON.stringify(all.map(({ at }) => at))}, rows):
    module = importlib.import_module("code%d" % at)
    predict = getattr(module, "predict", lambda row: None)
    result.append([{"picked": module.pick(row), "predicted": predict(row)} for row in own])
print(json.dumps(result))
`;
    const text = execFileSync("python3", ["-S", "-c", driver], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 1e8,
    });
    const given = JSON.parse(text);
    expectAnswers(cases, new Map(all.map(({ name }, i) => [name, answerOf(name, given[i])])), {
      relative: 1e-11,
    });
  });

  const hasR = spawnSync("Rscript", ["--version"]).status === 0;
  test.skipIf(!hasR)("R (skipped where Rscript is not installed)", () => {
    const all = codes("r");
    for (const { name, at, code } of all) {
      writeFileSync(file(`code${at}.R`), code);
      writeFileSync(file(`rows${at}.csv`), csvOf(cases.get(name)!.rows));
    }
    const driver = `
for (at in c(${all.map(({ at }) => at).join(", ")})) {
  rm(list = setdiff(ls(), "at"))
  source(sprintf("code%d.R", at), encoding = "UTF-8")
  data <- read.csv(sprintf("rows%d.csv", at), check.names = FALSE, encoding = "UTF-8", stringsAsFactors = at %% 2 == 0)
  write <- function(part, name) write.table(format(part, digits = 17, trim = TRUE), sprintf("%s%d.tsv", name, at), sep = "\\t", quote = FALSE, row.names = FALSE, col.names = FALSE)
  write(salience_pick(data), "picked")
  if (exists("salience_predict")) write(salience_predict(data), "predicted")
}`;
    execFileSync("Rscript", ["--vanilla", "-e", driver], { cwd: folder, stdio: "pipe" });
    expectAnswers(cases, new Map(all.map(({ name, at }) => [name, answerOfTables(name, at)])), {
      relative: 1e-10,
    });
  });

  const hasSqlite = spawnSync("sqlite3", [":memory:", "SELECT exp(1)"]).status === 0;
  test.skipIf(!hasSqlite)(
    "SQL in SQLite (skipped where sqlite3 with mathematical functions is not installed)",
    () => {
      const all = codes("sql");
      const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
      const value = (cell: string | number | null) =>
        cell === null ? "NULL" : typeof cell === "number" ? String(cell) : `'${cell.replaceAll("'", "''")}'`;
      const script = all.map(({ name, at, code }) => {
        const { rows } = cases.get(name)!;
        const columns = Object.keys(rows[0]);
        return [
          `CREATE TABLE "rows ${at}" (${columns.map(quoted).join(", ")});`,
          ...rows.map(
            (row) => `INSERT INTO "rows ${at}" VALUES (${columns.map((own) => value(row[own])).join(", ")});`,
          ),
          code,
          "SELECT 'end' AS line;",
        ].join("\n");
      });
      const text = execFileSync("sqlite3", ["-bail", "-json", ":memory:"], {
        input: script.join("\n"),
        encoding: "utf8",
        maxBuffer: 1e8,
      });
      const parts = text
        .split('[{"line":"end"}]')
        .map((part) => part.trim())
        .filter(Boolean);
      expect(parts.length).toBe(all.length);
      const answers = all.map(({ name }, i) => {
        const { classes, recipe } = cases.get(name)!;
        const rows = JSON.parse(parts[i]) as Record<string, number | string | null>[];
        const of = (prefix: string) =>
          rows.map((row) => classes.map((own) => Number(row[`${prefix}_${own}`])));
        expect(rows.every(({ problem }) => problem === null)).toBe(true);
        return [
          name,
          {
            predicted: rows.map(({ predicted }) => predicted!),
            scores: of("score"),
            probabilities: of("probability"),
            picked: rows.map((row) => recipe.features.map(({ name: feature }) => row[feature]!)),
          },
        ] as const;
      });
      expectAnswers(cases, new Map(answers), { relative: 1e-10 });
    },
  );
});

/** The module that the JavaScript of a case is. */
const moduleOf = (name: string) =>
  import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(recipeCode(cases.get(name)!.recipe, "js"))}`
  );

test("what was filled and what is unknown is told", async () => {
  const { predict } = await moduleOf("svm adjusted");
  const row = { marker: "", genotype: "level 1", street: "nowhere", "noise 0": "NA" };
  const others = Object.fromEntries(["noise 1", "noise 2", "noise 3"].map((name) => [name, 0]));
  const { filled, unknown } = predict({ ...others, ...row });
  expect(filled).toContain("noise 0");
  expect(filled).toContain("marker");
  expect(unknown).toEqual(["street"]);
});

test("a row that cannot be predicted is refused with the reason", async () => {
  const { predict } = await moduleOf("log1p of normalised totals");
  const row = { gene: 4, other: 3, third: 2, site: "north" };
  expect(predict(row).class).toMatch(/^[ab]$/);
  expect(() => predict({ ...row, other: -1 })).toThrow('"other" is negative; normalize-total needs counts');
  expect(() => predict({ ...row, other: "many" })).toThrow('"many" in column "other" is not a number');
  expect(() => predict({ gene: 4 })).toThrow('the column "other" is needed');
  const { predict: coded } = await moduleOf("codes");
  expect(() => coded({ ...row, site: "west" })).toThrow(
    '"site" holds a level that the training data does not have',
  );
});

describe("refused as code:", () => {
  const model = (classifier: string, fitted: Record<string, unknown> = {}) => {
    const { recipe } = cases.get("knn")!;
    return {
      ...recipe,
      model: { ...recipe.model!, classifier, fitted: { ...recipe.model!.fitted, ...fitted } },
    };
  };

  test("nearest neighbours in SQL, classifiers of plug-ins, very many numbers", () => {
    expect(() => recipeCode(model("knn"), "sql")).toThrow("nearest neighbours cannot be written as SQL");
    expect(() => recipeCode(model("mine"), "js")).toThrow('the classifier "mine" comes from a plug-in');
    expect(() => recipeCode(model("constructor"), "js")).toThrow("comes from a plug-in");
    const samples = Array.from({ length: 60_000 }, () => [1, 2, 3, 4]);
    const many = model("knn", { samples, codes: samples.map(() => 0) });
    expect(() => recipeCode(many, "python")).toThrow(/would hold \d+ numbers, and at most 200000/);
  });
});

const csvOf = (rows: readonly Row[]) => {
  const columns = Object.keys(rows[0]);
  const field = (cell: string | number | null) => `"${String(cell ?? "").replaceAll('"', '""')}"`;
  const lines = rows.map((row) =>
    columns.map((own) => (typeof row[own] === "number" ? row[own] : field(row[own]))),
  );
  return `${[columns.map(field), ...lines].map((line) => line.join(",")).join("\n")}\n`;
};

/** From the tables that R wrote. */
function answerOfTables(name: string, at: number): Answer {
  const { classes, recipe } = cases.get(name)!;
  const table = (part: string) =>
    readFileSync(file(`${part}${at}.tsv`), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => line.split("\t").map((cell) => cell.trim()));
  const typed = (cell: string) => (cell !== "" && Number.isFinite(Number(cell)) ? Number(cell) : cell);
  const predicted = recipe.model ? table("predicted") : [];
  const numbers = (from: number) =>
    predicted.map((row) => classes.map((_, code) => Number(row[from + code])));
  const isNumber = recipe.model?.classifier === "ridge";
  return {
    predicted: predicted.map(([first]) => (isNumber ? Number(first) : first)),
    scores: numbers(1),
    probabilities: numbers(1 + classes.length),
    picked: table("picked").map((row) => row.map(typed)),
  };
}
