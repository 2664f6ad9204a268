import { afterAll, expect, test } from "vitest";
import { csvChunks } from "../../src/data/writers/csv.js";
import { writableDataset } from "../../src/data/writers/writable.js";
import {
  createKernels,
  Dataset,
  fitClassifier,
  makeRecipe,
  parseDataset,
  parseRecipe,
  predictOne,
  predictWith,
  Random,
  readResult,
  select,
} from "../../src/index.js";
import { fingerprint } from "../../src/recipe/fingerprint.js";
import { recipeReadOptions } from "../../src/recipe/recipe-read-options.js";
import { expectClose } from "../support/expect-close.js";

const kernels = await createKernels({ threads: 1 });
afterAll(() => kernels.dispose());

/** Two numbers and a category make the target. */
function table(seed: number, rows: number): Dataset {
  const random = new Random(seed);
  const columns = Array.from({ length: rows }, () => {
    const [a, b, c] = [random.normal(), random.normal(), random.normal()];
    const site = ["north", "south", "west"][random.integer(3)];
    const yearly = 100 + 5 * a - 3 * b + (site === "west" ? 8 : 0) + random.normal();
    return { a, b, c, site, yearly };
  });
  return Dataset.fromObjects(columns, { target: "yearly" });
}

const train = table(1, 80);
const selection = await select(train, { method: "fisher", k: 3, kernels });
const recipe = await makeRecipe(train, selection, { classifier: "ridge", kernels });

test("a recipe predicts numbers, and says how well where the data has them", async () => {
  expect(train.targets).toHaveLength(80);
  expect([...selection.features].sort()).toEqual(["a", "b", "site"]);
  expect(recipe).toMatchObject({
    reading: { task: "regression" },
    data: { target: "yearly", classes: [] },
    model: { classifier: "ridge" },
  });
  const unseen = table(2, 50);
  const saved = parseRecipe(JSON.stringify(recipe));
  const prediction = await predictWith(saved, unseen);
  const { numbers, numberTruth, actual } = prediction;
  expect(numberTruth!.r2).toBeGreaterThan(0.9);
  const mean = train.targets!.reduce((sum, y) => sum + y, 0) / 80;
  const squares = (of: (y: number, row: number) => number) =>
    unseen.targets!.reduce((sum, y, row) => sum + of(y, row) ** 2, 0);
  expectClose(
    [numberTruth!.r2!, numberTruth!.rmse],
    [
      1 - squares((y, row) => y - numbers![row]) / squares((y) => y - mean),
      Math.sqrt(squares((y, row) => y - numbers![row]) / 50),
    ],
    { relative: 1e-10 },
  );
  expect(actual).toEqual(Array.from(unseen.targets!));
  expect([prediction.classes, prediction.labels, prediction.probabilities, prediction.truth]).toEqual([
    [],
    [],
    null,
    null,
  ]);
  const json = JSON.stringify(prediction);
  expect(JSON.parse(json).predictions[3]).toEqual({
    row: 3,
    predicted: numbers![3],
    actual: unseen.targets![3],
  });
  expect(JSON.stringify(readResult(json))).toBe(json);
});

test("new files without targets, or with some, are read for it; one sample too", async () => {
  const read = (text: string) =>
    parseDataset(new TextEncoder().encode(text), {
      name: "new.csv",
      ...recipeReadOptions(recipe, "new.csv"),
    });
  const rows = ["0.5,1,north", "-1,,west", "2,0,south"];
  const without = await predictWith(recipe, await read(`a,b,site\n${rows.join("\n")}\n`));
  expect([without.actual, without.numberTruth]).toEqual([null, null]);
  const some = await predictWith(
    recipe,
    await read(`a,b,site,yearly\n${rows.map((row, i) => `${row},${["100", "", "110"][i]}`).join("\n")}\n`),
  );
  expect(some.numbers).toEqual(without.numbers);
  expect([some.actual, some.numberTruth!.rows]).toEqual([[100, null, 110], 2]);
  const one = predictOne(recipe, { a: 0.5, b: 1, site: "north" });
  expect(one).toMatchObject({
    class: String(without.numbers![0]),
    number: without.numbers![0],
    probabilities: null,
    uncertain: null,
  });
});

test("classifiers and damaged models are refused", async () => {
  await expect(makeRecipe(train, selection, { classifier: "svm", kernels })).rejects.toThrow(
    /a classifier predicts classes, but the target "yearly" is a number/,
  );
  await expect(fitClassifier(train, { kernels })).rejects.toThrow(/a classifier predicts classes/);
  const classes = train.with({ labels: Array.from(train.targets!, (y) => (y > 100 ? "high" : "low")) });
  const picked = await select(classes, { method: "fisher", k: 2, kernels });
  await expect(makeRecipe(classes, picked, { classifier: "ridge", kernels })).rejects.toThrow(
    /ridge regression predicts numbers, but the target "yearly" is a class/,
  );
  const damaged = (fitted: object) => parseRecipe({ ...recipe, model: { ...recipe.model!, fitted } });
  expect(() => damaged({ ...recipe.model!.fitted, weights: [1] })).toThrow(/weights/);
  expect(() => damaged({ ...recipe.model!.fitted, features: 2 })).toThrow(/a model of 5 features/);
});

test("targets are part of the data: written, read back and hashed", async () => {
  const bytes = Buffer.concat([...csvChunks(writableDataset(train))]);
  const again = await parseDataset(bytes, { name: "again.csv", target: "yearly" });
  expect(again.targets).toEqual(train.targets);
  expect(await fingerprint(again)).toBe(await fingerprint(train));
  const other = train.with({ targets: train.targets!.map((y, i) => (i === 7 ? y + 1e-9 : y)) });
  expect(await fingerprint(other)).not.toBe(await fingerprint(train));
});
