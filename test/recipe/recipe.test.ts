import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { libraryWording } from "../../src/core/diagnostic.js";
import { wordNotice } from "../../src/core/notice.js";
import {
  applyRecipe,
  type ClassifierName,
  createKernels,
  Dataset,
  digits,
  evaluate,
  InputError,
  Matrix,
  makeRecipe,
  parseDataset,
  parseRecipe,
  predictWith,
  type Recipe,
  repeatRecipe,
  type Selection,
  SparseMatrix,
  select,
} from "../../src/index.js";
import { trainClassifier } from "../../src/models/classifiers.js";
import { recipeReadOptions } from "../../src/recipe/recipe-read-options.js";
import { expectClose } from "../support/expect-close.js";
import { expectSame } from "../support/expect-same.js";

/** Made by scikit-learn, see make_recipe.py beside it. */
const oracle = JSON.parse(
  readFileSync(new URL("../fixtures/recipe/recipe.json", import.meta.url), "utf8"),
) as {
  features: string[];
  mean: number[];
  sd: number[];
  svm: number[];
  rbf: number[];
  lda: number[];
  accuracy: Record<"svm" | "rbf" | "lda", number>;
};

let train: Dataset;
let unseen: Dataset;
let selection: Selection;
const recipes = new Map<string, Recipe>();

beforeAll(async () => {
  const all = await digits();
  const rows = Array.from({ length: all.rows }, (_, i) => i);
  const { codes } = all.labels!;
  train = all.selectRows(rows.filter((i) => i % 2 === 0).sort((a, b) => codes[a] - codes[b] || a - b));
  unseen = all.selectRows(rows.filter((i) => i % 2 === 1));
  selection = await select(train, { method: "fisher", k: 20 });
  for (const classifier of ["svm", "lda", "knn"] as const)
    recipes.set(classifier, await makeRecipe(train, selection, { classifier }));
});

/** The same rows, columns in another order, with one more. */
function shuffled(data: Dataset): Dataset {
  const order = Array.from({ length: data.features }, (_, j) => (j * 27 + 5) % data.features);
  const moved = data.selectColumns(order);
  const wider = Matrix.zeros(moved.rows, moved.features + 1);
  for (let i = 0; i < moved.rows; i++)
    for (let j = 0; j < moved.features; j++) wider.set(i, j + 1, (moved.values as Matrix).get(i, j));
  return moved.with({ values: wider, featureNames: ["extra", ...moved.featureNames] });
}

describe("a recipe", () => {
  test("holds the features of scikit-learn's f_classif, best first, with their mean and deviation", () => {
    const { features } = recipes.get("svm")!;
    expect(features.map(({ name }) => name)).toEqual(oracle.features);
    expectClose(
      features.map(({ mean }) => mean),
      oracle.mean,
    );
    expectClose(
      features.map(({ sd }) => sd),
      oracle.sd,
    );
    for (const { min, max, mean, small } of features)
      expect(min >= 0 && min < mean && mean < max && max <= 16 && small >= 1).toBe(true);
  });

  test("predicts what scikit-learn predicts for rows it has not seen", async () => {
    const rbf = await makeRecipe(train, selection, {
      classifier: "svm",
      classifierOptions: { svmKernel: "rbf", svmC: 2, svmGamma: 0.05 },
    });
    for (const [name, recipe] of [
      ["svm", recipes.get("svm")!],
      ["rbf", rbf],
      ["lda", recipes.get("lda")!],
    ] as const) {
      const { labels, truth, notices } = await predictWith(recipe, unseen);
      expect(labels.map(Number)).toEqual(oracle[name]);
      expect(truth!.accuracy).toBeCloseTo(oracle.accuracy[name], 12);
      expect(notices).toEqual([]);
    }
  });

  test.each(["svm", "lda", "knn"] as const)(
    "%s: equals the classifier run by hand, to the last bit",
    async (name) => {
      const columns = oracle.features.map((feature) => train.featureNames.indexOf(feature));
      const scaled = (data: Dataset) => {
        const values = data.values.selectColumns(columns) as Matrix;
        const { features } = recipes.get(name)!;
        for (let i = 0; i < values.rows; i++)
          for (let j = 0; j < values.columns; j++)
            values.set(i, j, (values.get(i, j) - features[j].mean) / features[j].sd);
        return values;
      };
      const kernels = await createKernels();
      const { codes, classes } = train.labels!;
      const model = trainClassifier(name, { values: scaled(train), codes, classes }, {}, kernels);
      await kernels.dispose();
      const prediction = await predictWith(recipes.get(name)!, unseen);
      expectSame(prediction.codes, model.predict(scaled(unseen)));
      expectSame(prediction.scores.data, model.decide(scaled(unseen)).data);
    },
  );

  test.each(["svm", "lda", "knn"] as const)("%s: predicts what `evaluate` judged", async (classifier) => {
    const { results } = await evaluate(train, {
      method: "fisher",
      k: 20,
      test: unseen,
      classifier,
      sideBySide: false,
    });
    const { truth } = await predictWith(recipes.get(classifier)!, unseen);
    expect(truth!.confusion).toEqual(results[0].confusion);
    expect(truth!.accuracy).toBe(results[0].accuracy);
  });

  test("comes back from JSON without losing a bit", async () => {
    for (const recipe of recipes.values()) {
      const again = parseRecipe(JSON.stringify(recipe));
      expect(again).toEqual(recipe);
      expect(JSON.stringify(again)).toBe(JSON.stringify(recipe));
      const [before, after] = [await predictWith(recipe, unseen), await predictWith(again, unseen)];
      expectSame(after.scores.data, before.scores.data);
    }
    expect(parseRecipe(recipes.get("lda")!)).toEqual(recipes.get("lda"));
  });

  test("infinite scores survive", async () => {
    const data = Dataset.fromRows(
      [
        [0, 1],
        [0, 2],
        [5, 1],
        [5, 4],
      ],
      ["a", "a", "b", "b"],
      ["sure", "noise"],
    );
    const recipe = await makeRecipe(data, await select(data, { method: "fisher", k: 2 }));
    expect(recipe.features[0]).toMatchObject({ name: "sure", score: "Infinity" });
    const again = parseRecipe(JSON.stringify(recipe));
    expect(again).toEqual(recipe);
    expect(await repeatRecipe(again, data)).toMatchObject({ sameData: true, sameScores: true });
  });

  test("refuses a selection of other data, and options without a classifier", async () => {
    await expect(makeRecipe(train.selectColumns([3, 1, 2]), selection)).rejects.toThrow(
      "the selection was not made from this data",
    );
    await expect(makeRecipe(train, selection, { classifierOptions: { svmC: 2 } })).rejects.toThrow(
      "without a classifier",
    );
    await expect(makeRecipe(train, selection, { classifier: "tree" as ClassifierName })).rejects.toThrow(
      'unknown classifier "tree"',
    );
    const unlabelled = train.with({ labels: null });
    const picked = await select(unlabelled, { method: "laplacian", k: 3 });
    await expect(makeRecipe(unlabelled, picked, { classifier: "svm" })).rejects.toThrow("no labels");
    expect((await makeRecipe(unlabelled, picked)).data).toMatchObject({ target: null, classes: [] });
  });
});

describe("new data", () => {
  test("columns in another order and more of them do not matter", async () => {
    const recipe = recipes.get("svm")!;
    const other = shuffled(unseen);
    expect(applyRecipe(recipe, other).data.featureNames).toEqual(oracle.features);
    expectSame(
      (await predictWith(recipe, other)).scores.data,
      (await predictWith(recipe, unseen)).scores.data,
    );
    expect(applyRecipe(recipe, unseen).data.values).toEqual(selection.transform(unseen).values);
  });

  test("a missing column is named, with the nearest name that is there", () => {
    const recipe = recipes.get("svm")!;
    const renamed = unseen.with({ featureNames: unseen.featureNames.map((name) => name.replace("_", ".")) });
    expect(() => applyRecipe(recipe, renamed)).toThrow(
      `the data: all 20 needed features are missing: "${oracle.features[0]}" (did you mean "${oracle.features[0].replace("_", ".")}"?)`.replace(
        "the data",
        "digits",
      ),
    );
    const without = unseen.selectColumns(
      Array.from({ length: 64 }, (_, j) => j).filter((j) => unseen.featureNames[j] !== oracle.features[7]),
    );
    expect(() => applyRecipe(recipe, without)).toThrow(
      `digits: 1 of the 20 needed features is missing: "${oracle.features[7]}"`,
    );
  });

  test("missing values are filled with the median of training and counted, in the columns that are needed", async () => {
    const recipe = recipes.get("svm")!;
    const damage = (name: string, value = Number.NaN) => {
      const values = (unseen.values as Matrix).copy();
      values.set(4, unseen.featureNames.indexOf(name), value);
      return unseen.with({ values });
    };
    const name = oracle.features[2];
    const place = train.featureNames.indexOf(name);
    const sorted = Float64Array.from({ length: train.rows }, (_, i) =>
      (train.values as Matrix).get(i, place),
    ).sort();
    const [low, high] = [(train.rows - 1) >> 1, train.rows >> 1];
    const filled = await predictWith(recipe, damage(name));
    const plain = await predictWith(recipe, damage(name, (sorted[low] + sorted[high]) / 2));
    expect(Array.from(filled.scores.data)).toEqual(Array.from(plain.scores.data));
    expect(filled.notices).toMatchObject([{ code: "missing-values", count: 1, columns: [name] }]);
    const other = unseen.featureNames.find((one) => !oracle.features.includes(one))!;
    const untouched = await predictWith(recipe, damage(other));
    expect(untouched.notices).toEqual([]);
    expect(untouched.codes).toHaveLength(unseen.rows);
    expect(() => applyRecipe(recipe, unseen.selectRows([]))).toThrow("has no rows");
  });

  test("sparse data gives what dense data gives", async () => {
    const dense = unseen.values as Matrix;
    const [rows, columns, values]: number[][] = [[], [], []];
    for (let i = 0; i < dense.rows; i++)
      for (let j = 0; j < dense.columns; j++)
        if (dense.get(i, j) !== 0) {
          rows.push(i);
          columns.push(j);
          values.push(dense.get(i, j));
        }
    const sparse = unseen.with({
      values: SparseMatrix.fromTriplets(dense.rows, dense.columns, rows, columns, values),
    });
    const recipe = recipes.get("lda")!;
    expectSame(
      (await predictWith(recipe, sparse)).scores.data,
      (await predictWith(recipe, unseen)).scores.data,
    );
    const picked = await select(sparse, { method: "fisher", k: 4 });
    expect((await makeRecipe(sparse, picked)).data.sha256).toBe(
      (await makeRecipe(unseen, picked)).data.sha256,
    );
  });

  test("without labels there is no truth; a class that the model does not know is always wrong", async () => {
    const recipe = recipes.get("svm")!;
    const known = await predictWith(recipe, unseen);
    const unlabelled = await predictWith(recipe, unseen.with({ labels: null }));
    expect(unlabelled.truth).toBeNull();
    expectSame(unlabelled.codes, known.codes);
    const names = Array.from(unseen.labels!.codes, (code) => (code === 3 ? "three" : String(code)));
    const { truth } = await predictWith(recipe, unseen.with({ labels: names }));
    expect(truth!.classes).toEqual([..."0123456789", "three"]);
    expect(truth!.confusion[10][3]).toBe(known.truth!.confusion[3][3]);
    const right = known.truth!.confusion.reduce((sum, row, i) => sum + (i === 3 ? 0 : row[i]), 0);
    expect(truth!.accuracy).toBeCloseTo(right / unseen.rows, 12);
    expect(truth!.auc).toBeNull();
  });

  test("a recipe without a model applies, and does not predict", async () => {
    const recipe = await makeRecipe(train, selection);
    expect(applyRecipe(recipe, unseen).data.features).toBe(20);
    await expect(predictWith(recipe, unseen)).rejects.toThrow("contains no model");
  });

  test("is read with the recipe's transforms, and only with what is needed", async () => {
    const text = (rows: string[]) => new TextEncoder().encode(`${rows.join("\n")}\n`);
    const counts = [
      ["id,a,b,c,class", "s1,1,9,0,x", "s2,3,7,10,x", "s3,8,2,10,y", "s4,9,3,8,y"],
      ["note,class,c,b,a", "hello,y,10,2,8", "world,x,0,9,1"],
      ["a,b,c", "8,2,10"],
      ["a,b,c", "8,2,NA"],
    ].map(text);
    const data = await parseDataset(counts[0], {
      name: "train.csv",
      target: "class",
      idColumn: "id",
      transforms: ["normalize-total", "log1p"],
    });
    const recipe = await makeRecipe(data, await select(data, { method: "fisher", k: 1, keep: ["b"] }), {
      reading: { target: "class", idColumn: "id" },
    });
    // Every value of a row depends on its total, so all features are needed, not only the picked one.
    expect(recipe.reading.features).toEqual(["a", "b", "c"]);
    const read = (at: number) =>
      parseDataset(counts[at], { ...recipeReadOptions(recipe, "new.csv"), name: "new.csv" });
    const two = await read(1);
    expect(applyRecipe(recipe, two).notices).toEqual([]);
    expectSame((applyRecipe(recipe, two).data.values as Matrix).data, [Math.log1p(1000), Math.log1p(9000)]);
    expect(two.labels!.classes).toEqual(["x", "y"]);
    expect(two.rowIds).toBeNull();
    expect((await read(2)).labels).toBeNull();
    const raw = await parseDataset(counts[1], { name: "new.csv", target: "class", drop: ["note"] });
    expect(wordNotice(applyRecipe(recipe, raw, { force: true }).notices[0], libraryWording)).toContain(
      "new.csv: it was read with no transform, the training data with normalize-total, log1p",
    );
    expect(() => applyRecipe(recipe, raw)).toThrow(InputError);
    expect(applyRecipe(recipe, raw, { otherTransforms: true, force: true }).data.rows).toBe(2);
  });
});

describe("columns of words", () => {
  const arff = (colours: string, rows: string[]) =>
    new TextEncoder().encode(
      `@relation r\n@attribute colour {${colours}}\n@attribute x numeric\n@attribute class {p,q}\n@data\n${rows.join("\n")}\n`,
    );
  const rows = ["red,1,p", "green,2,p", "red,2,p", "blue,3,q", "blue,1,q", "green,2,q"];

  test.each(["codes", "one-hot"] as const)(
    "%s are those of the training data, whatever a file declares",
    async (nominal) => {
      const train = await parseDataset(arff("red,green,blue", rows), {
        name: "a.arff",
        target: "class",
        nominal,
      });
      const picked = await select(train, { method: "fisher", k: train.features });
      const recipe = parseRecipe(
        JSON.stringify(
          await makeRecipe(train, picked, { classifier: "lda", reading: { target: "class", nominal } }),
        ),
      );
      expect(recipe.reading.levels).toEqual([{ column: "colour", levels: ["red", "green", "blue"] }]);
      const wanted = await predictWith(recipe, train);
      const few = ["blue,3,q", "red,1,p"];
      for (const [name, bytes] of [
        ["b.arff", arff("blue,red", few)],
        ["b.csv", new TextEncoder().encode(`colour,x,class\n${few.join("\n")}\n`)],
      ] as const) {
        const fresh = await parseDataset(bytes, { name, ...recipeReadOptions(recipe, name) });
        const { scores, truth } = await predictWith(recipe, fresh);
        expectSame(
          scores.data,
          [3, 0].flatMap((row) => [wanted.scores.get(row, 0), wanted.scores.get(row, 1)]),
        );
        expect(truth!.classes).toEqual(["p", "q"]);
      }
      const unknown = parseDataset(arff("pink,red", ["pink,1,p"]), {
        name: "c.arff",
        ...recipeReadOptions(recipe, "c.arff"),
      });
      await expect(unknown).rejects.toThrow(
        'c.arff: "pink" in row 1, column "colour" is not among the levels of the training data: red, green, blue',
      );
    },
  );
});

describe("repeating", () => {
  test("says that the data and the ranking are the same", async () => {
    const recipe = parseRecipe(JSON.stringify(recipes.get("svm")!));
    expect(await repeatRecipe(recipe, train)).toMatchObject({
      sameData: true,
      sameFeatures: true,
      sameScores: true,
      differences: [],
    });
  });

  test("says what differs", async () => {
    const recipe = recipes.get("svm")!;
    const fewer = await repeatRecipe(recipe, train.selectRows(Array.from({ length: 300 }, (_, i) => i)));
    expect(fewer.sameData).toBe(false);
    expect(fewer.differences[0]).toContain("300 rows instead of 899");
    const values = (train.values as Matrix).copy();
    // The one feature that no method looks at twice: a constant.
    values.set(0, 0, 1);
    const touched = await repeatRecipe(recipe, train.with({ values }));
    expect(touched).toMatchObject({ sameData: false, sameFeatures: true, sameScores: true });
    expect(touched.differences).toEqual([
      "the data differs from that of the recipe: the same shape and classes, but other names, values or order",
    ]);
    const permuted = await repeatRecipe(
      recipe,
      train.with({ labels: Array.from(train.labels!.codes).reverse() }),
    );
    expect(permuted.sameFeatures).toBe(false);
    expect(permuted.differences.join()).toMatch(/of the 20 features were picked again|in another order/);
  });

  test("keep, exclude, groups, k, seed and options are those of the recipe", async () => {
    const picked = await select(train, {
      method: "relieff",
      k: 4,
      seed: 7,
      samples: 50,
      keep: ["pixel_0_*"],
      exclude: ["pixel_4_*"],
      featureGroups: { top: Array.from({ length: 8 }, (_, j) => `pixel_0_${j}`), __proto__x: ["pixel_1_1"] },
    });
    const recipe = parseRecipe(JSON.stringify(await makeRecipe(train, picked)));
    const { selection: again, ...same } = await repeatRecipe(recipe, train);
    expect(same).toMatchObject({ sameData: true, sameScores: true });
    expectSame(again.ranking, picked.ranking);
    expect(again.options).toEqual(picked.options);
    const other = await select(train, { method: "relieff", k: 4, samples: 50, seed: 8 });
    expect(Array.from(other.scores)).not.toEqual(Array.from(again.scores));
  });
});
