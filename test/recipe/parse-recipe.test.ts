import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import {
  Dataset,
  InputError,
  makeRecipe,
  parseRecipe,
  predictWith,
  type Recipe,
  select,
  version,
} from "../../src/index.js";

const data = Dataset.fromRows(
  Array.from({ length: 12 }, (_, i) => [i % 2 ? 5 + (i % 3) : i % 3, i % 5, (i * 7) % 4]),
  Array.from({ length: 12 }, (_, i) => (i % 2 ? "odd" : "even")),
  ["a", "b", "c"],
);

const recipes: Recipe[] = [];
beforeAll(async () => {
  const selection = await select(data, { method: "fisher", k: 2 });
  for (const classifier of ["svm", "lda", "knn"] as const)
    recipes.push(
      await makeRecipe(data, selection, { classifier, reading: { target: "class", header: true } }),
    );
  recipes.push(
    await makeRecipe(data, selection, { classifier: "svm", classifierOptions: { svmKernel: "rbf" } }),
  );
});

/** The first recipe as a value that a test can change. */
// biome-ignore lint/suspicious/noExplicitAny: damage has no type
const plain = (): any => JSON.parse(JSON.stringify(recipes[0]));

/** What is said of the recipe after one change. */
// biome-ignore lint/suspicious/noExplicitAny: damage has no type
function refusal(change: (recipe: any) => unknown): string {
  const recipe = plain();
  change(recipe);
  try {
    parseRecipe(JSON.stringify(recipe));
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
  return "accepted";
}

describe("a damaged recipe is refused with its place", () => {
  test("what is no recipe", () => {
    expect(() => parseRecipe("")).toThrow("this is not a recipe: it is not JSON");
    expect(() => parseRecipe('{"schema": "salience/recipe@2"')).toThrow("it is not JSON");
    expect(() => parseRecipe("[1, 2]")).toThrow("must be an object");
    expect(() => parseRecipe("null")).toThrow("must be an object");
    expect(() => parseRecipe("{}")).toThrow("it has no schema, but salience/recipe@2 is needed");
    expect(() => parseRecipe({ schema: "salience/selection@1" })).toThrow(
      'its schema is "salience/selection@1"',
    );
  });

  test("a newer form", () => {
    expect(refusal((recipe) => (recipe.schema = "salience/recipe@3"))).toBe(
      `the recipe has the newer form salience/recipe@3, but salience ${version} only knows salience/recipe@2; install a newer version`,
    );
    expect(refusal((recipe) => (recipe.schema = "salience/recipe@x"))).toContain("this is not a recipe");
  });

  test("every part that is missing", () => {
    for (const key of Object.keys(plain()))
      expect(refusal((recipe) => delete recipe[key])).toMatch(new RegExp(`${key} must be|it has no schema`));
    for (const part of ["data", "selection", "model"])
      for (const key of Object.keys(plain()[part]))
        expect(refusal((recipe) => delete recipe[part][key])).toContain(`${part}.${key} must be`);
    for (const key of Object.keys(plain().features[1]))
      expect(refusal((recipe) => delete recipe.features[1][key])).toContain(`features[1].${key} must be`);
    expect(refusal((recipe) => delete recipe.reading.transforms)).toContain("reading.transforms must be");
    for (const key of Object.keys(plain().model.fitted))
      expect(refusal((recipe) => delete recipe.model.fitted[key])).toMatch(/must be/);
  });

  test("numbers that are none", () => {
    // NaN is null in JSON.
    expect(refusal((recipe) => (recipe.features[0].mean = Number.NaN))).toBe(
      "the recipe is damaged: features[0].mean must be a number; null was found",
    );
    expect(refusal((recipe) => (recipe.model.scaling.means[0] = Number.NaN))).toContain(
      "model.scaling.means[0] must be a number; null was found",
    );
    expect(refusal((recipe) => (recipe.model.scaling.deviations[1] = 0))).toContain("numbers above 0");
    expect(refusal((recipe) => (recipe.model.fitted.weights[0][0] = "1"))).toContain('"weights" must be');
    expect(refusal((recipe) => (recipe.features[0].score = "NaN"))).toContain("features[0].score");
    expect(() =>
      parseRecipe({ ...plain(), features: [{ ...plain().features[0], mean: Number.NaN }] }),
    ).toThrow("features[0].mean");
  });

  test("what does not fit together", () => {
    expect(refusal((recipe) => (recipe.model.fitted.features = 3))).toContain("a model of 2 features");
    expect(refusal((recipe) => (recipe.model.classifier = "lda"))).toContain("a model of lda");
    expect(refusal((recipe) => (recipe.model.classifier = "tree"))).toContain('unknown classifier "tree"');
    expect(refusal((recipe) => recipe.features.pop())).toContain("must be");
    expect(refusal((recipe) => (recipe.features[1].name = recipe.features[0].name))).toContain(
      "different names",
    );
    expect(refusal((recipe) => (recipe.features = []))).toContain("at least one feature");
    expect(refusal((recipe) => (recipe.reading.transforms = ["sqrt"]))).toContain("reading.transforms");
    expect(refusal((recipe) => (recipe.reading.missing = "fill"))).toContain("reading.missing");
    expect(refusal((recipe) => (recipe.data.sha256 = "abc"))).toContain("64 hexadecimal digits");
  });

  test("counts beyond all reason allocate nothing and harm nothing", () => {
    expect(refusal((recipe) => (recipe.data.rows = 1e15))).toBe("accepted");
    expect(refusal((recipe) => (recipe.data.rows = 1e300))).toContain("data.rows must be a whole number");
    expect(refusal((recipe) => (recipe.selection.k = -1))).toContain("selection.k");
    expect(refusal((recipe) => (recipe.model.fitted.features = 1e9))).toContain("a model of 2 features");
    const knn = JSON.parse(JSON.stringify(recipes[2]));
    knn.model.fitted.nearest = 1e12;
    expect(parseRecipe(knn).model!.classifier).toBe("knn");
  });

  test("keys such as __proto__ change nothing but themselves", async () => {
    const text = JSON.stringify(recipes[0])
      .replace('"options":{}', '"options":{"__proto__":7}')
      .replace('"reading":{', '"reading":{"__proto__":{"target":"b"},"constructor":{"prototype":{"x":1}},')
      .replace("{", '{"__proto__":{"polluted":true},');
    const recipe = parseRecipe(text);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect((recipe as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.keys(recipe.reading).sort()).toEqual(["header", "target", "transforms"]);
    expect(Object.getPrototypeOf(recipe.selection.options)).toBe(Object.prototype);
    expect((await predictWith(recipe, data)).truth!.accuracy).toBe(1);
    // A part that is only inherited is not there.
    expect(() => parseRecipe(Object.create(plain()))).toThrow("no schema");
  });

  test("any single change gives a recipe or one line of refusal, and what is accepted predicts or refuses", async () => {
    const junk = [null, -1, 0, 1e300, 0.5, "", "x", true, [], {}, [[]], [{}], [1, "2"]];
    await fc.assert(
      fc.asyncProperty(fc.nat(3), fc.nat(1e6), fc.constantFrom(...junk), async (which, at, value) => {
        const recipe = JSON.parse(JSON.stringify(recipes[which]));
        const places = [...leaves(recipe)];
        const { owner, key } = places[at % places.length];
        owner[key] = value;
        try {
          await predictWith(parseRecipe(JSON.stringify(recipe)), data);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          expect((error as Error).message).not.toContain("\n");
        }
      }),
      { numRuns: 400, seed: 1 },
    );
  });
});

/** Every place of a value in JSON data. */
// biome-ignore lint/suspicious/noExplicitAny: JSON data
function* leaves(owner: any): Generator<{ owner: any; key: string }> {
  for (const key of Object.keys(owner)) {
    yield { owner, key };
    if (typeof owner[key] === "object" && owner[key] !== null) yield* leaves(owner[key]);
  }
}
