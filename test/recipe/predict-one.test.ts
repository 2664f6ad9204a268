import { beforeAll, describe, expect, test } from "vitest";
import {
  Dataset,
  InputError,
  type Matrix,
  makeRecipe,
  parseDataset,
  parseRecipe,
  planted,
  predictOne,
  predictWith,
  Random,
  type Recipe,
  readResult,
  select,
} from "../../src/index.js";
import { recipeReadOptions } from "../../src/recipe/recipe-read-options.js";

const { data } = planted({ rows: 90, classes: 3, relevant: 4, noise: 10, seed: 3 });
const train = data.selectRows(Array.from({ length: 60 }, (_, i) => i));
const unseen = data.selectRows(Array.from({ length: 30 }, (_, i) => 60 + i));
const classifiers = ["svm", "lda", "knn"] as const;
const recipes = new Map<string, Recipe>();
beforeAll(async () => {
  const selection = await select(train, { method: "fisher", k: 4 });
  for (const classifier of classifiers)
    recipes.set(classifier, parseRecipe(JSON.stringify(await makeRecipe(train, selection, { classifier }))));
});

/** A row of data as an object. */
const sampleOf = (from: Dataset, row: number) =>
  Object.fromEntries(from.featureNames.map((name, j) => [name, (from.values as Matrix).get(row, j)]));

describe.each(classifiers)("%s", (classifier) => {
  test("probabilities add up to 1, most are certain and right, and JSON keeps them", async () => {
    const prediction = await predictWith(recipes.get(classifier)!, unseen);
    const { probabilities, uncertain, codes, truth, uncertainBelow } = prediction;
    expect(uncertainBelow).toBe(0.6);
    for (const [row, code] of codes.entries()) {
      const all = [0, 1, 2].map((c) => probabilities!.get(row, c));
      expect(all.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
      expect(uncertain![row]).toBe(all[code] < 0.6 || all[code] < Math.max(...all));
    }
    expect(truth!.accuracy).toBeGreaterThan(0.7);
    expect(truth!.reliability!.rows).toBe(30);
    const json = JSON.parse(JSON.stringify(prediction));
    expect(json.predictions[0].probabilities).toHaveLength(3);
    expect(readResult(json)).toEqual({ ...prediction, toJSON: expect.any(Function) });
    expect(JSON.stringify(readResult(json))).toBe(JSON.stringify(prediction));
  });

  test("one sample at a time gives what all rows give together", async () => {
    const recipe = recipes.get(classifier)!;
    const { labels, probabilities, uncertain, classes } = await predictWith(recipe, unseen, {
      uncertain: 0.8,
    });
    for (let row = 0; row < unseen.rows; row++) {
      // The order of the members does not matter, nor others.
      const sample = Object.fromEntries(
        Object.entries({ ...sampleOf(unseen, row), note: new Map() }).reverse(),
      );
      const one = predictOne(recipe, sample, { uncertain: 0.8 });
      expect(one).toEqual({
        class: labels[row],
        probabilities: Object.fromEntries(classes.map((name, c) => [name, probabilities!.get(row, c)])),
        uncertain: uncertain![row],
        notices: [],
      });
    }
    expect(uncertain).toContain(true);
    expect(uncertain).toContain(false);
  });
});

describe("what marks a row as uncertain", () => {
  test("a threshold from 0 to 1: of 1 nearly all, of 0 only rows with a more probable class", async () => {
    const recipe = recipes.get("lda")!;
    const marked = async (uncertain: number) =>
      (await predictWith(recipe, unseen, { uncertain })).uncertain!.filter(Boolean).length;
    expect(await marked(0)).toBe(0);
    expect(await marked(1)).toBeGreaterThan(25);
    for (const uncertain of [-0.1, 1.5, Number.NaN]) {
      await expect(predictWith(recipe, unseen, { uncertain })).rejects.toThrow(
        /^uncertain must be a number from 0 to 1/,
      );
      expect(() => predictOne(recipe, sampleOf(unseen, 0), { uncertain })).toThrow(InputError);
    }
  });

  test("a model without probabilities marks nothing, and says so", async () => {
    const made = recipes.get("svm")!;
    const recipe = { ...made, model: { ...made.model!, fitted: { ...made.model!.fitted, sigmoids: null } } };
    const prediction = await predictWith(recipe, unseen);
    expect(prediction).toMatchObject({ probabilities: null, uncertain: null });
    expect(prediction.truth!.reliability).toBeNull();
    expect(prediction.notices.map(({ text }) => text)).toEqual([
      "the model (svm) gives no probabilities, so no row is marked as uncertain",
    ]);
    expect(predictOne(recipe, sampleOf(unseen, 0))).toMatchObject({ probabilities: null, uncertain: null });
    expect(readResult(JSON.parse(JSON.stringify(prediction)))).toMatchObject({ probabilities: null });
  });
});

describe("rows without a label", () => {
  test("do not count in the accuracy, with a notice", async () => {
    const recipe = recipes.get("lda")!;
    const names = Array.from(unseen.labels!.codes, (code, row) =>
      row < 3 ? "" : unseen.labels!.classes[code],
    );
    const { truth, actual, notices } = await predictWith(recipe, unseen.with({ labels: names }));
    const rest = await predictWith(recipe, unseen.selectRows(Array.from({ length: 27 }, (_, i) => i + 3)));
    expect(truth).toEqual(rest.truth);
    expect(actual!.slice(0, 4)).toEqual([null, null, null, names[3]]);
    expect(notices).toMatchObject([
      {
        code: "no-labels",
        text: '"class" has no value in 3 of 30 rows, which do not count in the accuracy',
        count: 3,
      },
    ]);
  });
});

describe("the values of a sample", () => {
  test("are read as those of a file: with the transforms of the recipe, and words by their levels", async () => {
    const arff = new TextEncoder().encode(
      `@relation r\n@attribute colour {red,green,blue}\n@attribute x numeric\n@attribute class {p,q}\n@data\n${[
        "red,10,p",
        "green,20,p",
        "red,25,p",
        "blue,300,q",
        "blue,110,q",
        "green,200,q",
      ].join("\n")}\n`,
    );
    for (const nominal of ["codes", "one-hot"] as const) {
      const reading = { target: "class", nominal, transforms: ["log1p"] as const };
      const read = await parseDataset(arff, { name: "a.arff", ...reading });
      const recipe = await makeRecipe(read, await select(read, { method: "fisher", k: read.features }), {
        classifier: "lda",
        reading: { target: "class", nominal },
      });
      const csv = new TextEncoder().encode("x,colour\n150,green\n");
      const file = await parseDataset(csv, { name: "new.csv", ...recipeReadOptions(recipe, "new.csv") });
      const { probabilities, labels } = await predictWith(recipe, file);
      const one = predictOne(recipe, { x: 150, colour: "green" });
      expect(one.class).toBe(labels[0]);
      expect(Object.values(one.probabilities!)).toEqual(Array.from(probabilities!.data));
      expect(() => predictOne(recipe, { x: 150, colour: "pink" })).toThrow(
        /"pink" in row 1, column "colour" is not among the levels of the training data: red, green, blue/,
      );
      const filled = predictOne(recipe, { x: 150, colour: null }).notices;
      expect(filled).toMatchObject([{ code: "missing-values", file: "the sample" }]);
    }
  });

  test("of categories, yes or no and missing values are those of a table", async () => {
    const random = new Random(4);
    const people = Array.from({ length: 60 }, (_, i) => ({
      age: i % 13 === 5 ? null : 40 + 20 * (i % 2) + 5 * random.normal(),
      sex: random.uniform() < (i % 2 ? 0.8 : 0.2) ? "f" : "m",
      smoker: random.uniform() < (i % 2 ? 0.7 : 0.3),
      noise: random.normal(),
      class: i % 2 ? "ill" : "well",
    }));
    const table = Dataset.fromObjects(people, { target: "class" });
    const selection = await select(table, { k: 3, exclude: ["noise"] });
    const recipe = parseRecipe(JSON.stringify(await makeRecipe(table, selection, { classifier: "svm" })));
    expect(new Set(recipe.features.map(({ name }) => name))).toEqual(new Set(["age", "sex", "smoker"]));
    const together = await predictWith(recipe, table);
    people.forEach((person, row) => {
      const { class: _known, ...sample } = person;
      const one = predictOne(recipe, sample);
      expect(one.class).toBe(together.labels[row]);
      expect(one.probabilities!.ill).toBe(together.probabilities!.get(row, 0));
    });
    const ill = predictOne(recipe, { age: 63, sex: "f", smoker: true }).probabilities!.ill;
    expect(ill).toBeGreaterThan(predictOne(recipe, { age: 63, sex: "m", smoker: false }).probabilities!.ill);
    // However a file spelt yes and no.
    const spelt = Dataset.fromObjects(
      people.map((person) => ({ ...person, smoker: person.smoker ? "Yes" : "No" })),
      { target: "class" },
    );
    const other = await makeRecipe(spelt, await select(spelt, { k: 3, exclude: ["noise"] }), {
      classifier: "svm",
    });
    for (const smoker of [true, false]) {
      const one = predictOne(other, { age: 55, sex: "f", smoker });
      expect(one.notices).toEqual([]);
      expect(one).toEqual(predictOne(other, { age: 55, sex: "f", smoker: smoker ? "Yes" : "No" }));
    }
    // Levels in another spelling are known, and told.
    const respelt = predictOne(recipe, { age: 55, sex: "F", smoker: "yes" });
    expect(respelt.probabilities).toEqual(
      predictOne(recipe, { age: 55, sex: "f", smoker: true }).probabilities,
    );
    expect(respelt.notices).toMatchObject([{ code: "spellings-merged", columns: ["sex", "smoker"] }]);
    const { notices } = predictOne(recipe, { age: null, sex: "unknown", smoker: "true" });
    expect(notices).toMatchObject([
      { code: "missing-values", columns: ["age"] },
      { level: "warning", code: "data-mismatch", columns: ["sex"] },
    ]);
  });

  test("that are missing are filled; what is no number or on another scale is refused by name", async () => {
    const recipe = recipes.get("svm")!;
    const sample = sampleOf(unseen, 0);
    const { name } = recipe.features[1];
    const attempt =
      (change: object, options = {}) =>
      () =>
        predictOne(recipe, { ...sample, ...change }, options);
    const { fill } = recipe.preparation.features[1];
    for (const value of [null, undefined, Number.NaN]) {
      const { notices, ...rest } = attempt({ [name]: value })();
      expect(notices).toMatchObject([{ level: "note", code: "missing-values", count: 1, columns: [name] }]);
      expect({ ...rest, notices: [] }).toEqual(attempt({ [name]: fill })());
    }
    expect(attempt({ [name]: "much" })).toThrow(`"much" in row 1, column "${name}" is not a number`);
    expect(attempt({ [name]: "0.5" })()).toEqual(attempt({ [name]: 0.5 })());
    expect(attempt({ [name]: Number.POSITIVE_INFINITY })).toThrow(InputError);
    const { [name]: _left, ...without } = sample;
    expect(() => predictOne(recipe, { ...without, [`${name}_`]: 1 })).toThrow(
      `1 of the 4 needed features is missing: "${name}" (did you mean "${name}_"?)`,
    );
    // Far off in one feature: perhaps an outlier. In all of them: another scale.
    expect(attempt({ [name]: 1e6 })().notices).toMatchObject([{ level: "warning", columns: [name] }]);
    const far = Object.fromEntries(Object.keys(sample).map((key) => [key, 1e6]));
    expect(() => predictOne(recipe, far)).toThrow(/^the sample: 4 of 4 features are far outside/);
    expect(predictOne(recipe, far, { force: true }).notices).toMatchObject([{ level: "warning" }]);
    for (const wrong of [null, 7, [1, 2, 3, 4]])
      expect(() => Reflect.apply(predictOne, null, [recipe, wrong])).toThrow(/a sample is an object/);
    const bare = await makeRecipe(train, await select(train, { method: "fisher", k: 4 }));
    expect(() => predictOne(bare, sample)).toThrow("contains no model");
  });
});
