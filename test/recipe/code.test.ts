import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Dataset, makeRecipe, parseRecipe, predictWith, type Recipe, select } from "../../src/index.js";
import type { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { applyRecipe } from "../../src/recipe/apply-recipe.js";
import { type CodeLanguage, recipeCode } from "../../src/recipe/code/recipe-code.js";
import { expectClose } from "../support/expect-close.js";
import { mixedTable } from "../support/mixed-table.js";
import { randomData } from "../support/random-data.js";

type Row = Record<string, string | number | null>;

/** A recipe, rows for it, and what `predict` and `apply` say of them. */
interface Case {
  readonly recipe: Recipe;
  readonly rows: readonly Row[];
  readonly classes: readonly string[];
  readonly predicted: readonly (string | number)[];
  readonly scores: readonly number[][];
  readonly probabilities: readonly number[][];
  readonly picked: readonly (string | number)[][];
}

/** What a language says of the rows. */
interface Answer {
  readonly predicted: readonly (string | number)[];
  readonly scores: readonly number[][];
  readonly probabilities: readonly number[][];
  readonly picked: readonly (string | number)[][];
}

const cases = new Map<string, Case>();
let folder = "";

/** Names that each language has to escape in its own way. */
const oddName = `it's "µ" \\ $1 %s`;

/** Rows of a table as a program gives them: some gaps, some levels that training did not know. */
function rowsOf(data: Dataset, unknown = "never seen"): Row[] {
  const values = data.values as Matrix;
  return Array.from({ length: data.rows }, (_, i) =>
    Object.fromEntries(
      data.featureNames.map((name, j) => {
        const value = values.get(i, j);
        const levels = data.categories?.[j];
        if (Number.isNaN(value)) return [name, null];
        return [name, levels ? (i % 11 === 5 ? unknown : levels[value]) : value];
      }),
    ),
  );
}

async function add(name: string, made: Recipe, rows: readonly Row[]) {
  const recipe = parseRecipe(JSON.stringify(made));
  const { data } = applyRecipe(recipe, rows, { force: true });
  const picked = Array.from({ length: rows.length }, (_, i) =>
    data.featureNames.map((_, j) => {
      const value = (data.values as Matrix).get(i, j);
      return data.categories?.[j]?.[value] ?? value;
    }),
  );
  const empty = { classes: [], predicted: [], scores: [], probabilities: [] };
  if (!recipe.model) {
    cases.set(name, { recipe, rows, picked, ...empty });
    return;
  }
  const { classes, labels, numbers, scores, probabilities } = await predictWith(recipe, rows, {
    force: true,
  });
  const list = (matrix: Matrix | null) =>
    matrix ? rows.map((_, i) => classes.map((_, code) => matrix.get(i, code))) : rows.map(() => []);
  cases.set(name, {
    recipe,
    rows,
    classes,
    picked,
    predicted: numbers ? Array.from(numbers) : labels,
    scores: numbers ? rows.map(() => []) : list(scores),
    probabilities: list(probabilities),
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "salience-code-"));
  const table = mixedTable(1, { rows: 120 });
  const train = table.selectRows(Array.from({ length: 80 }, (_, i) => i));
  const unseen = rowsOf(table.selectRows(Array.from({ length: 40 }, (_, i) => 80 + i)));
  for (const classifier of ["svm", "lda", "knn"] as const)
    for (const adjust of [undefined, ["noise 0", "street"]]) {
      const selection = await select(train, { k: 4, adjust });
      await add(
        `${classifier}${adjust ? " adjusted" : ""}`,
        await makeRecipe(train, selection, { classifier }),
        unseen,
      );
    }
  const selection = await select(train, { k: 3 });
  const even = { classifier: "knn", classifierOptions: { nearest: 4 } };
  await add("knn with ties", await makeRecipe(train, selection, even), unseen);
  await add("no model", await makeRecipe(train, selection), unseen);

  const many = randomData({ rows: 90, features: 6, classes: 5, separation: 1, seed: 4 });
  const odd = many.with({
    featureNames: [oddName, ...many.featureNames.slice(1)],
    labels: { ...many.labels!, classes: [oddName, ...many.labels!.classes.slice(1)] },
  });
  const five = await select(odd, { k: 5, method: "fisher" });
  await add("five classes", await makeRecipe(odd, five, { classifier: "svm" }), rowsOf(odd));
  await add(
    "five classes, rbf",
    await makeRecipe(odd, five, { classifier: "svm", classifierOptions: { svmKernel: "rbf" } }),
    rowsOf(odd),
  );

  const random = new Random(9);
  const counts = Array.from({ length: 60 }, (_, i) => ({
    gene: Math.floor(50 * random.uniform() + (i % 2 ? 60 : 10)),
    other: Math.floor(90 * random.uniform()),
    third: i === 7 ? null : Math.floor(30 * random.uniform()),
    site: ["north", "south", "east"][Math.floor(3 * random.uniform())],
    group: i % 2 ? "b" : "a",
    dose: 3 * i + 10 * random.normal(),
  }));
  const rows = counts.map(({ group: _, dose: __, ...rest }) => rest);
  for (const [name, options] of Object.entries({
    "log1p of normalised totals": { transforms: ["normalize-total", "log1p"] },
    log1p: { transforms: ["log1p"] },
    "one-hot": { nominal: "one-hot" },
    codes: { nominal: "codes" },
  } as const)) {
    const { dose: _, ...columns } = counts[0];
    const data = Dataset.fromObjects(
      counts.map((row) => Object.fromEntries(Object.keys(columns).map((key) => [key, row[key as "gene"]]))),
      { target: "group", ...options },
    );
    const picked = await select(data, { k: 3, method: "fisher", keep: [data.featureNames.at(-1)!] });
    const recipe = await makeRecipe(data, picked, {
      classifier: "lda",
      reading: { target: "group", ...options },
    });
    await add(name, recipe, rows);
  }
  const numbers = Dataset.fromObjects(
    counts.map(({ group: _, ...row }, i) => ({ ...row, gene: row.gene + i })),
    { target: "dose", task: "regression" },
  );
  const forNumbers = await select(numbers, { k: 3, method: "fisher" });
  await add("ridge", await makeRecipe(numbers, forNumbers, { classifier: "ridge" }), rows);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All cases agree with `predict` and `apply`: classes exactly, numbers up to rounding. */
function expectAnswers(answers: ReadonlyMap<string, Answer>, relative: number) {
  expect(answers.size).toBeGreaterThan(10);
  for (const [name, answer] of answers) {
    const { predicted, scores, probabilities, picked, recipe } = cases.get(name)!;
    expect(answer.picked.length, name).toBe(picked.length);
    picked.forEach((row, i) => {
      row.forEach((value, j) => {
        if (typeof value === "string") expect(answer.picked[i][j], name).toBe(value);
        else expectClose([answer.picked[i][j] as number], [value], { relative, absolute: 1e-12 });
      });
    });
    if (!recipe.model) continue;
    if (recipe.model.classifier === "ridge")
      expectClose(answer.predicted as number[], predicted as number[], { relative });
    else expect(answer.predicted, name).toEqual(predicted);
    const close = { relative, absolute: 1e-10 };
    expectClose(answer.scores.flat(), scores.flat(), close);
    expectClose(answer.probabilities.flat(), probabilities.flat(), close);
  }
}

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
    expectAnswers(answers, 1e-11);
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
    expectAnswers(new Map(all.map(({ name }, i) => [name, answerOf(name, given[i])])), 1e-11);
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
    expectAnswers(new Map(all.map(({ name, at }) => [name, answerOfTables(name, at)])), 1e-10);
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
      expectAnswers(new Map(answers), 1e-10);
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
