import { describe, expect, test } from "vitest";
import { evaluate } from "../../src/experiment/evaluate.js";
import {
  applyRecipe,
  type Dataset,
  fitClassifier,
  makeRecipe,
  parseDataset,
  parseRecipe,
  predictOne,
  predictWith,
  type Recipe,
  restoreClassifier,
  select,
} from "../../src/index.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { recipeReadOptions } from "../../src/recipe/recipe-read-options.js";
import { repeatRecipe } from "../../src/study/repeat-recipe.js";
import { mixedTable } from "../support/mixed-table.js";

const data = mixedTable(1, { rows: 120 });
const train = data.selectRows(Array.from({ length: 80 }, (_, i) => i));
const unseen = data.selectRows(Array.from({ length: 40 }, (_, i) => 80 + i));

const through = (recipe: Recipe): Recipe => parseRecipe(JSON.stringify(recipe));

const codesOf = (labels: readonly string[], given: Dataset) =>
  labels.map((label) => given.labels!.classes.indexOf(label));

describe("recipes of tables", () => {
  test.each(["svm", "lda", "knn"] as const)(
    "%s predicts what evaluate predicts for test data",
    async (classifier) => {
      for (const adjust of [undefined, ["noise 0", "street"]]) {
        const selection = await select(train, { k: 3, adjust });
        const recipe = through(await makeRecipe(train, selection, { classifier }));
        const { labels, truth } = await predictWith(recipe, unseen);
        const { results } = await evaluate(train, {
          test: unseen,
          k: 3,
          adjust,
          classifier,
          selectOn: "raw",
          sideBySide: false,
        });
        expect(results[0].selections[0].map((j) => data.featureNames[j])).toEqual(selection.features);
        expect(truth!.confusion).toEqual(results[0].confusion);
        expect(truth!.accuracy).toBeGreaterThan(0.5);
        // One row alone is what it is among others.
        const row = Object.fromEntries(
          data.featureNames.map((name, j) => {
            const value = (unseen.values as Matrix).get(3, j);
            return [name, Number.isNaN(value) ? null : (data.categories![j]?.[value] ?? value)];
          }),
        );
        expect(predictOne(recipe, row).class).toBe(labels[3]);
      }
    },
  );

  test("unknown levels and filled values are counted, and count as the mean of training", async () => {
    const selection = await select(train, { k: 2, method: "mrmr" });
    expect(new Set(selection.features)).toEqual(new Set(["marker", "genotype"]));
    const recipe = through(await makeRecipe(train, selection, { classifier: "lda" }));
    const values = (unseen.values as Matrix).copy();
    for (const row of [0, 1, 2]) values.set(row, 1, 3);
    values.set(5, 0, Number.NaN);
    for (let i = 6; i < values.rows; i++)
      for (const j of [0, 1]) if (Number.isNaN(values.get(i, j))) values.set(i, j, 0);
    for (let i = 0; i < 5; i++) if (Number.isNaN(values.get(i, 0))) values.set(i, 0, 0);
    for (const i of [3, 4, 5]) values.set(i, 1, 0);
    const categories = unseen.categories!.map((levels, j) => (j === 1 ? [...levels!, "rare"] : levels));
    const other = unseen.with({ values, categories });
    const { data: applied, notices } = applyRecipe(recipe, other);
    expect(notices).toMatchObject([
      { level: "note", code: "missing-values", count: 1, columns: ["marker"] },
      { level: "warning", code: "data-mismatch", count: 3, columns: ["genotype"] },
    ]);
    expect(notices[1].text).toContain("rare");
    const place = applied.featureNames.indexOf("genotype");
    expect(applied.categories![place]).toEqual([...data.categories![1]!, "rare"]);
    const { scores } = await predictWith(recipe, other);
    // Rows that only differ in the unknown level's name are predicted alike.
    const renamed = other.with({
      categories: categories.map((levels, j) => (j === 1 ? ["rare", ...levels!.slice(0, 3)] : levels)),
      values: Matrix.fromRows(
        Array.from({ length: values.rows }, (_, i) =>
          Array.from({ length: values.columns }, (_, j) =>
            j === 1 ? (values.get(i, j) + 1) % 4 : values.get(i, j),
          ),
        ),
      ),
    });
    expect(Array.from((await predictWith(recipe, renamed)).scores.data)).toEqual(Array.from(scores.data));
  });

  test("a new file is read with the kinds and levels of training", async () => {
    const csv = (lines: readonly string[]) => new TextEncoder().encode(`${lines.join("\n")}\n`);
    const rows = Array.from({ length: 40 }, (_, i) => {
      const sick = i % 2 === 1;
      return `${i % 5},${sick ? ["high", "mid"][i % 3 === 0 ? 1 : 0] : ["low", "mid"][i % 3 === 0 ? 1 : 0]},${(sick ? 3 : 1) + (i % 4) / 4},${sick ? "yes" : "no"}`;
    });
    const trained = await parseDataset(csv(["site,dose,size,ill", ...rows]), {
      name: "old.csv",
      target: "ill",
      columns: ["site=category"],
    });
    expect(trained.categories!.map((levels) => levels?.length ?? 0)).toEqual([5, 3, 0]);
    const selection = await select(trained, { k: 3, method: "fisher" });
    const reading = { target: "ill", columns: ["site=category"] as const };
    const recipe = through(await makeRecipe(trained, selection, { classifier: "lda", reading }));
    // Two rows tell little about kinds: sites that look like numbers, sizes that look like row numbers, an unknown dose.
    const file = csv(["size,dose,site", "1,low,3", "4,high,4", "3,huge,", "2,,9"]);
    const fresh = await parseDataset(file, { name: "new.csv", ...recipeReadOptions(recipe, "new.csv") });
    const { labels, notices } = await predictWith(recipe, fresh);
    expect(labels.slice(0, 2)).toEqual(["no", "yes"]);
    expect(notices).toMatchObject([
      { code: "missing-values", count: 2 },
      { code: "data-mismatch", count: 2 },
    ]);
    // Without the site, which was declared, the file is refused for the feature and not for the declaration.
    const without = parseDataset(csv(["size,dose", "1,low"]), {
      name: "new.csv",
      ...recipeReadOptions(recipe, "new.csv"),
    });
    await expect(without).rejects.toThrow(/1 of the 3 needed features is missing: "site"/);
  });

  test("new rows are named as those of training were, and classes too", async () => {
    const sex = (i: number) => "mf"[i % 2];
    const rows = Array.from({ length: 20 }, (_, i) => `P${i},${sex(i)},${i % 7},${i % 3 ? "ill" : "well"}`);
    const bytes = (text: string) => new TextEncoder().encode(text);
    const table = await parseDataset(bytes(`pid,sex,x,class\n${rows.join("\n")}\n`), { name: "a.csv" });
    const recipe = through(await makeRecipe(table, await select(table, { k: 2 }), { classifier: "lda" }));
    const next = await parseDataset(bytes("x,pid,sex\n3,Q7,f\n1,Q7,m\n"), {
      name: "b.csv",
      ...recipeReadOptions(recipe, "b.csv"),
    });
    expect((await predictWith(recipe, next)).rowIds).toEqual(["Q7", "Q7"]);
    // Classes in another spelling are the same classes.
    const spelled = await parseDataset(bytes("x,sex,class\n3,f,ILL\n1,m,Well\n2,m,odd\n"), {
      name: "b.csv",
      ...recipeReadOptions(recipe, "b.csv"),
    });
    const { actual, truth, notices } = await predictWith(recipe, spelled);
    expect(actual).toEqual(["ill", "well", "odd"]);
    expect(truth!.classes).toEqual(["ill", "well", "odd"]);
    expect(notices).toMatchObject([
      {
        code: "spellings-merged",
        text: 'classes are spelled otherwise than in training, and were taken as the same: "ILL" as "ill", "Well" as "well"',
      },
    ]);
    // Without that column rows are numbered, as before.
    const nameless = await parseDataset(bytes("x,sex\n3,f\n1,m\n"), {
      name: "b.csv",
      ...recipeReadOptions(recipe, "b.csv"),
    });
    expect((await predictWith(recipe, nameless)).rowIds).toBeNull();
  });

  test("a promise in place of a recipe is named as such", () => {
    const promise: unknown = Promise.resolve(null);
    expect(() => predictOne(promise as Recipe, {})).toThrow(/a promise of one was given: write await/);
  });

  test("it can be repeated, bit by bit, with known influences too", async () => {
    for (const settings of [{}, { adjust: ["noise 1", "street"] }, { method: "mrmr" }] as const) {
      const selection = await select(train, { k: 3, ...settings });
      const recipe = through(await makeRecipe(train, selection));
      const again = await repeatRecipe(recipe, train);
      expect(again).toMatchObject({ sameData: true, sameScores: true, differences: [] });
    }
    const selection = await select(train, { k: 3 });
    const recipe = await makeRecipe(train, selection);
    const renamed = train.with({
      categories: train.categories!.map((own) => own?.map((level) => `${level}!`) ?? null),
    });
    expect((await repeatRecipe(recipe, renamed)).sameData).toBe(false);
  });

  test("filled from the nearest rows: the recipe says that it uses medians", async () => {
    const near = train.with({ missing: "knn" });
    const recipe = await makeRecipe(near, await select(near, { k: 3 }), { classifier: "lda" });
    expect(recipe.notices.map(({ text }) => text).join()).toMatch(
      /nearest rows.*the recipe fills missing values with medians/,
    );
    const plain = await makeRecipe(train, await select(train, { k: 3 }), { classifier: "lda" });
    if (plain.features.every(({ name }, place) => name === recipe.features[place].name))
      expect(recipe.model).toEqual(plain.model);
  });

  test("damaged preparations are refused with their place", async () => {
    const selection = await select(train, { k: 3, adjust: ["noise 1", "street"] });
    const recipe = await makeRecipe(train, selection, { classifier: "lda" });
    const at = recipe.features.findIndex(({ name }) => name === "genotype");
    // biome-ignore lint/suspicious/noExplicitAny: damage has no type
    const refusal = (change: (preparation: any) => unknown) => {
      const damaged = JSON.parse(JSON.stringify(recipe));
      change(damaged.preparation);
      try {
        parseRecipe(damaged);
      } catch (error) {
        return (error as Error).message;
      }
      return "accepted";
    };
    expect(refusal(() => {})).toBe("accepted");
    expect(refusal(({ features }) => features.pop())).toContain("preparation.");
    expect(refusal(({ features }) => Object.assign(features[at], { fill: 7 }))).toContain(
      `features[${at}].fill`,
    );
    expect(refusal(({ features }) => Object.assign(features[at], { fill: "NaN" }))).toContain(
      `features[${at}].fill`,
    );
    expect(refusal(({ features }) => features[at].levels.fill("same"))).toContain(`features[${at}].levels`);
    expect(refusal(({ features }) => features[at].shares.fill(0.9))).toContain(`features[${at}].shares`);
    expect(refusal(({ features }) => Object.assign(features[at], { levels: null }))).toContain("levels");
    expect(refusal(({ adjustment }) => adjustment.centres.pop())).toContain("adjustment.centres");
    expect(refusal(({ adjustment }) => adjustment.slopes[0].pop())).toContain("adjustment.slopes");
    expect(refusal(({ adjustment }) => adjustment.constants.pop())).toContain("adjustment.constants");
    expect(refusal((preparation) => Object.assign(preparation, { adjustment: undefined }))).not.toBe(
      "accepted",
    );
  });
});

describe("a classifier fitted on a table", () => {
  test("predicts what a recipe with the same features does, also when it was saved", async () => {
    const selection = await select(train, { k: 4 });
    const picked = selection.transform(train);
    const model = await fitClassifier(picked, { classifier: "svm", classifierOptions: { svmKernel: "rbf" } });
    const recipe = await makeRecipe(train, selection, {
      classifier: "svm",
      classifierOptions: { svmKernel: "rbf" },
    });
    const expected = await predictWith(recipe, unseen);
    for (const one of [model, restoreClassifier(JSON.stringify(model))]) {
      const { labels, scores } = one.predict(unseen);
      expect(codesOf(labels, train)).toEqual(Array.from(expected.codes));
      expect(Array.from(scores.data)).toEqual(Array.from(expected.scores.data));
    }
  });

  test("a damaged preparation is refused", async () => {
    const json = JSON.parse(JSON.stringify(await fitClassifier(train)));
    json.preparation.features.pop();
    expect(() => restoreClassifier(json)).toThrow(/preparation.features/);
  });
});
