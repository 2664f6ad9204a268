import { InputError } from "../core/input-error.js";
import {
  byName,
  count,
  listOf,
  mustBe,
  noticesShape,
  object,
  objectAt,
  oneOf,
  optional,
  orNull,
  readAs,
  type Shape,
  setting,
  text,
} from "../core/json.js";
import { allowedReading, isAllowedReading } from "../data/check-reading.js";
import { type Reading, readingOptionNames } from "../data/reading-options.js";
import { kernelsNames } from "../kernels/create-kernels.js";
import { ridgeName } from "../models/ridge.js";
import { version } from "../version.js";
import { preparerOf } from "./apply-recipe.js";
import { checkModel, modelShape } from "./classifier-model.js";
import {
  type Recipe,
  type RecipeData,
  type RecipeFeature,
  type RecipeReading,
  type RecipeSelection,
  recipeSchema,
} from "./recipe.js";
import { checkRidge } from "./ridge-model.js";
import { tablePreparationShape } from "./table-preparation.js";

/** A recipe from its JSON text or from what `JSON.parse` made of it. Everything is checked; what is not known is left out. */
export function parseRecipe(json: string | object): Recipe {
  const value = typeof json === "string" ? parseText(json) : json;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) checkSchema(value);
  return readAs("the recipe", readRecipe, value);
}

function readRecipe(value: unknown): Recipe {
  const recipe = recipeShape(value, "");
  const { features, model } = recipe;
  if (features.length === 0) throw mustBe("features", "a list of at least one feature");
  if (new Set(features.map(({ name }) => name)).size < features.length)
    throw mustBe("features", "a list of different names");
  if (recipe.preparation.features.length !== features.length)
    throw mustBe("preparation.features", `a list of ${features.length} columns`);
  if (model) (model.classifier === ridgeName ? checkRidge : checkModel)(model, preparerOf(recipe), "model.");
  return recipe;
}

function parseText(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new InputError(
      "unreadable-json",
      `this is not a recipe: it is not JSON (${(error as Error).message})`,
    );
  }
}

function checkSchema(value: object): void {
  const schema = Object.hasOwn(value, "schema") && "schema" in value ? value.schema : undefined;
  if (schema === recipeSchema) return;
  const [family, number] = recipeSchema.split("@");
  if (typeof schema === "string" && schema.startsWith(`${family}@`)) {
    if (Number(schema.slice(family.length + 1)) > Number(number))
      throw new InputError(
        "unreadable-json",
        `the recipe has the newer form ${schema}, but salience ${version} only knows ${recipeSchema}; install a newer version`,
      );
  }
  const found = typeof schema === "string" ? `its schema is "${schema}"` : "it has no schema";
  throw new InputError(
    "unreadable-json",
    `this is not a recipe: ${found}, but ${recipeSchema} is needed; create the recipe again`,
  );
}

const texts = listOf(text);
const options = byName(setting);

/** A number, and no word for one. */
const finite: Shape<number> = (value, place) => {
  if (typeof value !== "number" || !Number.isFinite(value)) throw mustBe(place, "a number", value);
  return value;
};

const reading: Shape<RecipeReading> = (value, place) => {
  const members = new Map(Object.entries(objectAt(value, place)));
  const given = readingOptionNames.filter((name) => members.get(name) !== undefined);
  for (const name of given)
    if (!isAllowedReading(name, members.get(name))) throw mustBe(`${place}.${name}`, allowedReading(name));
  const { transforms, ...rest }: Reading = Object.fromEntries(given.map((name) => [name, members.get(name)]));
  if (transforms === undefined) throw mustBe(`${place}.transforms`, allowedReading("transforms"));
  return { ...rest, transforms };
};

const sha256: Shape<string> = (value, place) => {
  if (typeof value !== "string" || !/^[0-9a-f]{64}$/.test(value))
    throw mustBe(place, "64 hexadecimal digits");
  return value;
};

const score: Shape<RecipeFeature["score"]> = (value, place) =>
  value === "Infinity" || value === "-Infinity" ? value : finite(value, place);

/** Whether the method and its options are still known matters to a repetition only, so that is not asked here. */
const recipeShape = object<Recipe>({
  schema: oneOf(recipeSchema),
  version: text,
  command: orNull(text),
  reading,
  data: object<RecipeData>({
    source: text,
    format: text,
    rows: count,
    features: count,
    target: orNull(text),
    classes: listOf(object({ name: text, rows: count })),
    sha256,
    hashed: optional(oneOf("picked")),
  }),
  selection: object<RecipeSelection>({
    method: text,
    options,
    k: count,
    seed: count,
    kernels: oneOf(...kernelsNames),
    keep: texts,
    exclude: texts,
    adjust: texts,
    featureGroups: byName(texts),
    costs: optional(byName(finite)),
    direction: oneOf("larger", "smaller"),
  }),
  features: listOf(
    object<RecipeFeature>({
      name: text,
      score,
      mean: finite,
      sd: finite,
      min: finite,
      max: finite,
      small: finite,
    }),
  ),
  preparation: tablePreparationShape,
  model: orNull(modelShape),
  notices: noticesShape,
});
