import { expect } from "vitest";
import { bytesSource } from "../../src/data/byte-source.js";
import { parseDataset } from "../../src/data/parse-dataset.js";
import { Dataset, makeRecipe, parseRecipe, predictWith, type Recipe, select } from "../../src/index.js";
import type { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { applyRecipe } from "../../src/recipe/apply-recipe.js";
import { expectClose } from "../support/expect-close.js";
import { mixedTable } from "../support/mixed-table.js";
import { randomData } from "../support/random-data.js";

/** A row as a program gives it. */
export type Row = Record<string, string | number | null>;

/** A recipe, rows for it, and what `predict` and `apply` say of them. */
export interface Case {
  readonly recipe: Recipe;
  readonly rows: readonly Row[];
  readonly classes: readonly string[];
  readonly predicted: readonly (string | number)[];
  readonly scores: readonly number[][];
  readonly probabilities: readonly number[][];
  readonly picked: readonly (string | number)[][];
}

/** What a language says of the rows. */
export interface Answer {
  readonly predicted: readonly (string | number)[];
  readonly scores: readonly number[][];
  readonly probabilities: readonly number[][];
  readonly picked: readonly (string | number)[][];
}

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

async function caseOf(made: Recipe, rows: readonly Row[]): Promise<Case> {
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
    return { recipe, rows, picked, ...empty };
  }
  const { classes, labels, numbers, scores, probabilities } = await predictWith(recipe, rows, {
    force: true,
  });
  const list = (matrix: Matrix | null) =>
    matrix ? rows.map((_, i) => classes.map((_, code) => matrix.get(i, code))) : rows.map(() => []);
  return {
    recipe,
    rows,
    classes,
    picked,
    predicted: numbers ? Array.from(numbers) : labels,
    scores: numbers ? rows.map(() => []) : list(scores),
    probabilities: list(probabilities),
  };
}

/** Every model, ties, categories, gaps, unknown levels, known influences, transforms, five classes, odd names. */
export async function codeCases(): Promise<ReadonlyMap<string, Case>> {
  const cases = new Map<string, Case>();
  const add = async (name: string, made: Recipe, rows: readonly Row[]) => {
    cases.set(name, await caseOf(made, rows));
  };
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
  const positive = rows.map((row) => ({
    ...row,
    gene: row.gene + 0.5,
    other: (row.other + 1) / 8,
    third: row.third === null ? null : 2 ** (row.third - 15),
  }));
  for (const [name, [own, options]] of Object.entries({
    "log1p of normalised totals": [rows, { transforms: ["normalize-total", "log1p"] }],
    log1p: [rows, { transforms: ["log1p"] }],
    "log1p of small values": [
      rows.map((row) => ({ ...row, gene: row.gene * 1e-9 })),
      { transforms: ["log1p"] },
    ],
    log: [positive, { transforms: ["log"] }],
    log2: [positive, { transforms: ["log2"] }],
    log10: [positive, { transforms: ["log10"] }],
    "one-hot": [rows, { nominal: "one-hot" }],
    codes: [rows, { nominal: "codes" }],
  } as const)) {
    const data = Dataset.fromObjects(
      own.map((row, i) => ({ ...row, group: counts[i].group })),
      { target: "group", ...options },
    );
    const picked = await select(data, { k: 3, method: "fisher", keep: [data.featureNames.at(-1)!] });
    const recipe = await makeRecipe(data, picked, {
      classifier: "lda",
      reading: { target: "group", ...options },
    });
    await add(name, recipe, own);
  }
  // Columns of a file with the labels are not transformed; an age of 0 could not be.
  const sheet = counts.map(({ group, site }, i) => `${i},${group},${site},${i % 9}`).join("\n");
  const measured = positive.map(({ gene, other }, i) => `${i},${gene},${other}`).join("\n");
  const encode = (text: string) => new TextEncoder().encode(text);
  for (const transform of ["log2", "normalize-total"] as const) {
    const reading = {
      idColumn: "id",
      labelColumn: "group",
      join: ["site", "age"],
      columns: ["age=number"],
      transforms: [transform],
    } as const;
    const joined = await parseDataset(encode(`id,gene,other\n${measured}\n`), {
      ...reading,
      name: "m.csv",
      labels: bytesSource(encode(`id,group,site,age\n${sheet}\n`), "s.csv"),
    });
    const adjusted = await select(joined, { k: 2, method: "fisher", adjust: ["site", "age"] });
    await add(
      `${transform} beside joined columns`,
      await makeRecipe(joined, adjusted, { classifier: "lda", reading: { ...reading, labels: "s.csv" } }),
      positive.map(({ gene, other, site }, i) => ({ gene, other, site, age: i % 9 })),
    );
  }
  const numbers = Dataset.fromObjects(
    counts.map(({ group: _, ...row }, i) => ({ ...row, gene: row.gene + i })),
    { target: "dose", task: "regression" },
  );
  const forNumbers = await select(numbers, { k: 3, method: "fisher" });
  await add("ridge", await makeRecipe(numbers, forNumbers, { classifier: "ridge" }), rows);
  return cases;
}

/** All cases agree with `predict` and `apply`: classes exactly, numbers up to rounding. */
export function expectAnswers(
  cases: ReadonlyMap<string, Case>,
  answers: ReadonlyMap<string, Answer>,
  { relative, absolute = 1e-13 }: { relative: number; absolute?: number },
) {
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
    const close = { relative, absolute };
    expectClose(answer.scores.flat(), scores.flat(), close);
    expectClose(answer.probabilities.flat(), probabilities.flat(), close);
  }
}
