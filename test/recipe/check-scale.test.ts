import { beforeAll, describe, expect, test } from "vitest";
import { libraryWording } from "../../src/core/diagnostic.js";
import { wordNotice } from "../../src/core/notice.js";
import {
  applyRecipe,
  Dataset,
  digits,
  Matrix,
  makeRecipe,
  Random,
  type Recipe,
  select,
} from "../../src/index.js";

/** Counts as of genes: each feature has its own level, half of the features differ between the classes. */
function counts(rows: number, seed: number, some = (_row: number) => true): Dataset {
  const random = new Random(seed);
  const values: number[][] = [];
  const labels: string[] = [];
  for (let i = 0; values.length < rows; i++) {
    const row = Array.from({ length: 12 }, (_, j) => {
      const level = 20 * 3 ** (j % 5) * (j < 6 && i % 2 ? 3 : 1);
      return Math.round(level * Math.exp(0.5 * random.normal()));
    });
    if (!some(i)) continue;
    values.push(row);
    labels.push(i % 2 ? "b" : "a");
  }
  return Dataset.fromRows(values, labels);
}

/** The data with every value changed. */
function changed(data: Dataset, change: (x: number, column: number) => number): Dataset {
  const values = (data.values as Matrix).copy();
  for (let i = 0; i < values.rows; i++)
    for (let j = 0; j < values.columns; j++) values.set(i, j, change(values.get(i, j), j));
  return data.with({ values });
}

const recipeOf = async (data: Dataset) => makeRecipe(data, await select(data, { method: "fisher", k: 8 }));
const warningsOf = (recipe: Recipe, data: Dataset) =>
  applyRecipe(recipe, data, { force: true })
    .notices.map((one) => wordNotice(one, libraryWording))
    .join("\n");

/** The transform that a notice advises. */
const advisedIn = (text: string) => /transforms: \["(.*)"\]/.exec(text)?.[1];

const raw = counts(60, 1);
const logged = changed(raw, Math.log1p);
let onRaw: Recipe;
let onLogged: Recipe;
beforeAll(async () => {
  [onRaw, onLogged] = [await recipeOf(raw), await recipeOf(logged)];
});

describe("data like the training data gives no warning", () => {
  test("other draws, also a single row, a single class, or the training data itself", () => {
    for (let seed = 2; seed < 40; seed++)
      for (const data of [counts(1, seed), counts(40, seed), counts(20, seed, (i) => i % 2 === 0)]) {
        expect(warningsOf(onRaw, data)).toBe("");
        expect(warningsOf(onLogged, changed(data, Math.log1p))).toBe("");
      }
    expect(warningsOf(onRaw, raw)).toBe("");
  });

  test("every single image of the digits, held against the others", async () => {
    const all = await digits();
    const rows = Array.from({ length: all.rows }, (_, i) => i);
    const recipe = await recipeOf(all.selectRows(rows.filter((i) => i % 3 > 0)));
    for (const row of rows.filter((i) => i % 3 === 0))
      expect(warningsOf(recipe, all.selectRows([row]))).toBe("");
  });
});

describe("another scale", () => {
  test.each([1, 30])("raw counts where training had log1p values: %i rows", (rows) => {
    const text = warningsOf(onLogged, counts(rows, 5));
    expect(text).toMatch(/^the data: [678] of 8 features are far outside the training range: "\d+" \(/);
    expect(text).toContain(
      'they would fit after log1p: these look like plain values or raw counts where the training data had logarithms; transform them (transforms: ["log1p"])',
    );
  });

  test.each([1, 30])("logarithms where training had raw counts: %i rows", (rows) => {
    const text = warningsOf(onRaw, changed(counts(rows, 6), Math.log1p));
    expect(text).toContain("much smaller than in training");
    expect(text).toMatch(/they would fit with log(1p|)? undone: these look like logarithms/);
  });

  test("log1p twice", async () => {
    const recipe = await recipeOf(logged.with({ source: { transforms: ["log1p"] } }));
    const twice = changed(counts(30, 7), (x) => Math.log1p(Math.log1p(x)));
    expect(warningsOf(recipe, twice)).toContain(
      "they would fit with log1p undone: the recipe applies log1p itself, so give values without it",
    );
  });

  test("other units, of all features or of one", () => {
    expect(
      warningsOf(
        onRaw,
        changed(counts(30, 8), (x) => x * 1000),
      ),
    ).toContain("they would fit divided by 1000, so they seem to be in other units");
    expect(
      warningsOf(
        onRaw,
        changed(counts(30, 8), (x) => x / 100),
      ),
    ).toContain("they would fit multiplied by 100");
    const name = onRaw.features[2].name;
    const one = warningsOf(
      onRaw,
      changed(counts(30, 8), (x, j) => (raw.featureNames[j] === name ? x * 100 : x)),
    );
    expect(one).toMatch(
      new RegExp(`^the data: 1 of 8 features is far outside the training range: "${name}" `),
    );
    expect(one).toContain("it would fit divided by 100, so it seems to be in other units");
  });

  test("standardised values on either side", () => {
    const standard = changed(raw, (x, j) => (x - 20 * 3 ** (j % 5)) / (10 * 3 ** (j % 5)));
    expect(warningsOf(onRaw, standard)).toContain("much smaller than in training");
  });

  test("is refused unless forced, and the name of the file comes first", () => {
    const file = counts(3, 9).with({ source: { name: "new.csv", format: "csv" } });
    expect(() => applyRecipe(onLogged, file)).toThrow(
      /^new\.csv: \d of 8 features are far.*transform them \(transforms: \["log1p"\]\), or use the values all the same \(force: true\)$/,
    );
    expect(applyRecipe(onLogged, file, { force: true }).notices).toMatchObject([{ level: "warning" }]);
    expect(applyRecipe(onRaw, file).notices).toEqual([]);
  });

  test("a far value of one feature in one row may be an outlier, so it is only warned about", () => {
    const { name } = onRaw.features[0];
    const one = changed(counts(1, 9), (x, j) => (raw.featureNames[j] === name ? 50 * x + 5000 : x));
    expect(applyRecipe(onRaw, one).notices).toMatchObject([{ level: "warning", columns: [name] }]);
    const many = changed(counts(5, 9), (x, j) => (raw.featureNames[j] === name ? 50 * x + 5000 : x));
    expect(() => applyRecipe(onRaw, many)).toThrow(/^the data: 1 of 8 features is far outside/);
  });

  test("a transform is advised only if the data fits after it", () => {
    // Values that are off in a way that none of the known changes undoes.
    const odd = changed(counts(30, 8), (x, j) => (j % 2 ? 1e7 + 31 * x : -1e4 * x));
    const text = warningsOf(onRaw, odd);
    expect(text).toContain("none of the usual logarithms and units makes them fit: check what they are");
    expect(text).not.toMatch(/would fit|transforms/);
    // Every advised transform, followed, gives data without a notice.
    for (const rows of [1, 30]) {
      const plain = counts(rows, 11);
      const advised = advisedIn(warningsOf(onLogged, plain));
      expect(["log", "log1p"]).toContain(advised);
      expect(warningsOf(onLogged, changed(plain, advised === "log" ? Math.log : Math.log1p))).toBe("");
    }
    // The mean of this mixture would be near after log1p, and half of the features would not fit.
    const mixed = changed(counts(30, 12), (x, j) => (j % 2 ? x : Math.log1p(x)));
    expect(warningsOf(onLogged, mixed)).not.toContain("transforms");
  });

  test("a constant of the training data says nothing about the scale", async () => {
    const values = Matrix.fromRows([
      [1, 7],
      [2, 7],
      [5, 7],
      [6, 7],
    ]);
    const data = new Dataset({ values, labels: ["a", "a", "b", "b"] });
    const recipe = await makeRecipe(data, await select(data, { method: "fisher", k: 2 }));
    expect(warningsOf(recipe, Dataset.fromRows([[3, 900]]))).toBe("");
    expect(warningsOf(recipe, Dataset.fromRows([[900, 7]]))).toContain("1 of 2 features is far outside");
  });
});
