import { describe, expect, test } from "vitest";
import {
  defineClassifier,
  digits,
  evaluate,
  fitClassifier,
  InputError,
  Matrix,
  makeRecipe,
  planted,
  restoreClassifier,
  select,
} from "../../src/index.js";
import type { ClassifierModelJson } from "../../src/recipe/classifier-model.js";
import { randomData } from "../support/random-data.js";

const { data } = planted({ rows: 120, classes: 3, relevant: 6, noise: 20, seed: 4 });
const train = data.selectRows(Array.from({ length: 80 }, (_, i) => i));
const unseen = data.selectRows(Array.from({ length: 40 }, (_, i) => 80 + i));

describe.each(["svm", "lda", "knn"] as const)("%s", (classifier) => {
  test("fitted on selected features it knows the classes of unseen rows, found by name in any order", async () => {
    const selection = await select(train, { k: 6 });
    const model = await fitClassifier(selection.transform(train), { classifier });
    expect(model).toMatchObject({ classifier, features: selection.features, classes: train.labels!.classes });
    const { labels, codes, scores } = model.predict(unseen);
    const actual = Array.from(unseen.labels!.codes, (code) => unseen.labels!.classes[code]);
    expect(labels.filter((label, i) => label === actual[i]).length).toBeGreaterThan(34);
    expect(Array.from(codes, (code) => model.classes[code])).toEqual(labels);
    expect([scores.rows, scores.columns]).toEqual([40, 3]);
    const reversed = unseen.selectColumns(unseen.featureNames.map((_, j) => unseen.features - 1 - j));
    expect(model.predict(reversed).labels).toEqual(labels);
  });

  test("comes back from JSON text with the same predictions", async () => {
    const model = await fitClassifier(train, { classifier });
    const restored = restoreClassifier(JSON.stringify(model));
    expect(restored.predict(unseen)).toEqual(model.predict(unseen));
    expect(restored.toJSON()).toEqual(JSON.parse(JSON.stringify(model)));
    expect(restored.options).toEqual(model.options);
  });

  test("predicts what `evaluate` counts on the same test rows", async () => {
    const all = { method: "fisher", k: data.features, classifier } as const;
    const { results } = await evaluate(train, { ...all, test: unseen, sideBySide: false });
    const { labels } = (await fitClassifier(train, { classifier })).predict(unseen);
    const actual = Array.from(unseen.labels!.codes, (code) => unseen.labels!.classes[code]);
    const right = labels.filter((label, i) => label === actual[i]).length;
    expect(right / 40).toBeCloseTo(results[0].accuracy!, 12);
  });
});

test("options, kernels and progress are those of the caller", async () => {
  const seen: number[] = [];
  const model = await fitClassifier(await digits(), {
    classifierOptions: { svmKernel: "rbf", svmC: 10 },
    onProgress: (part) => seen.push(part),
  });
  expect(model.options).toMatchObject({ svmKernel: "rbf", svmC: 10 });
  expect(seen.at(-1)).toBe(1);
  const reason = new Error("enough");
  await expect(fitClassifier(data, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test("a definition of one's own is fitted, saved and restored like any other", async () => {
  const first = (classes: readonly string[]) => ({
    classes,
    predict: (values: Matrix) => new Int32Array(values.rows),
    decide: (values: Matrix) => Matrix.zeros(values.rows, classes.length),
    toJSON: () => ({ classifier: "always-first", classes }),
  });
  const always = defineClassifier({
    name: "always-first",
    title: "Always the first class",
    options: {},
    fit: ({ classes }) => first(classes),
    restore: ({ classes }) => first(classes as string[]),
  });
  const model = await fitClassifier(train, { classifier: always });
  expect(new Set(model.predict(unseen).labels)).toEqual(new Set(["class 1"]));
  const json = JSON.stringify(model);
  expect(() => restoreClassifier(json)).toThrow(/unknown classifier "always-first"/);
  const restored = restoreClassifier(json, { classifiers: [always] });
  expect(restored.predict(unseen)).toEqual(model.predict(unseen));
});

test("probabilities are worked for only where they are asked for", async () => {
  const asked: boolean[] = [];
  const first = (classes: readonly string[]) => ({
    classes,
    predict: (values: Matrix) => new Int32Array(values.rows),
    decide: (values: Matrix) => Matrix.zeros(values.rows, classes.length),
    toJSON: () => ({ classifier: "asked", classes }),
  });
  const classifier = defineClassifier({
    name: "asked",
    title: "Notes what it was asked for",
    options: {},
    fit({ classes, probabilities = false }) {
      asked.push(probabilities);
      return first(classes);
    },
    restore: ({ classes }) => first(classes as string[]),
  });
  await evaluate(train, { method: "fisher", k: 2, classifier, folds: 2 });
  expect(asked.length).toBeGreaterThan(1);
  expect(asked).not.toContain(true);
  asked.length = 0;
  await fitClassifier(train, { classifier });
  await fitClassifier(train, { classifier, probabilities: true });
  await makeRecipe(train, await select(train, { method: "fisher", k: 2 }), { classifier });
  expect(asked).toEqual([false, true, true]);
});

test("fitClassifier gives probabilities of the svm only on demand, of the others always", async () => {
  for (const classifier of ["svm", "lda", "knn"] as const) {
    const { probabilities } = (await fitClassifier(train, { classifier })).predict(unseen);
    expect(probabilities === null).toBe(classifier === "svm");
    const asked = await fitClassifier(train, { classifier, probabilities: true });
    expect(asked.predict(unseen).probabilities!.rows).toBe(40);
    expect(restoreClassifier(JSON.stringify(asked)).predict(unseen)).toEqual(asked.predict(unseen));
  }
});

describe("refused with an InputError", () => {
  test("data that a classifier cannot learn from, or cannot predict", async () => {
    await expect(fitClassifier(data.with({ labels: null }))).rejects.toThrow(InputError);
    const model = await fitClassifier(train);
    expect(() => model.predict(randomData({ rows: 5, features: 3, seed: 1 }))).toThrow(
      /needed features are missing: ".*"/,
    );
  });

  test("JSON that is no classifier, or a damaged one", async () => {
    const json: ClassifierModelJson = JSON.parse(JSON.stringify(await fitClassifier(train)));
    const damaged = (change: object) => () => restoreClassifier({ ...json, ...change });
    for (const attempt of [
      () => restoreClassifier("{"),
      () => restoreClassifier("[]"),
      () => restoreClassifier({}),
      damaged({ schema: "salience/recipe@2" }),
      damaged({ classifier: "swm" }),
      damaged({ classifier: "lda" }),
      damaged({ features: json.features.slice(1) }),
      damaged({ scaling: { ...json.scaling, deviations: json.scaling.deviations.map(() => 0) } }),
      damaged({ scaling: { ...json.scaling, means: [1] } }),
      damaged({ fitted: { ...json.fitted, weights: "none" } }),
      damaged({ fitted: null }),
    ])
      expect(attempt).toThrow(InputError);
  });
});
