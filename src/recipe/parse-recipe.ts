import type { ReadOptions } from "../data/read-options.js";
import { transformNames } from "../data/transforms.js";
import { kernelsNames } from "../kernels/create-kernels.js";
import { findClassifier, restoreClassifier } from "../models/classifier.js";
import { InputError } from "../numeric/input-error.js";
import { version } from "../version.js";
import { JsonPart } from "./json-parts.js";
import {
  type Recipe,
  type RecipeData,
  type RecipeFeature,
  type RecipeModel,
  type RecipeReading,
  type RecipeSelection,
  recipeSchema,
} from "./recipe.js";

/** A recipe from its JSON text or from what `JSON.parse` made of it. Everything is checked; what is not known is left out. */
export function parseRecipe(json: string | object): Recipe {
  const whole = JsonPart.of(typeof json === "string" ? parseText(json) : json, "");
  checkSchema(whole.value("schema"));
  const data = readData(whole.part("data"));
  const features = whole.parts("features").map(readFeature);
  if (features.length === 0) throw whole.refuse("features", "a list of one feature at least");
  if (new Set(features.map(({ name }) => name)).size < features.length)
    throw whole.refuse("features", "a list of different names");
  const model = whole.value("model") === null ? null : readModel(whole.part("model"), features.length);
  return {
    schema: recipeSchema,
    version: whole.text("version"),
    command: whole.value("command") === null ? null : whole.text("command"),
    reading: readReading(whole.part("reading")),
    data,
    selection: readSelection(whole.part("selection")),
    features,
    model,
  };
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new InputError(`this is no recipe: it is not JSON (${(error as Error).message})`);
  }
}

function checkSchema(schema: unknown): void {
  if (schema === recipeSchema) return;
  const [family, number] = recipeSchema.split("@");
  if (typeof schema === "string" && schema.startsWith(`${family}@`)) {
    if (Number(schema.slice(family.length + 1)) > Number(number))
      throw new InputError(
        `the recipe is of the newer form ${schema}; this is salience ${version}, which knows ${recipeSchema}: install a newer one`,
      );
  }
  const found = typeof schema === "string" ? `its schema is "${schema}"` : "it has no schema";
  throw new InputError(`this is no recipe: ${found}, and ${recipeSchema} is needed; make one with --save`);
}

function readReading(part: JsonPart): RecipeReading {
  const column = (key: string) => (typeof part.value(key) === "number" ? part.count(key) : part.text(key));
  const entries = {
    target: part.optional("target", column),
    labels: part.optional("labels", part.text),
    labelColumn: part.optional("labelColumn", column),
    labelPattern: part.optional("labelPattern", part.text),
    idColumn: part.optional("idColumn", column),
    groups: part.optional("groups", column),
    drop: part.optional("drop", part.texts),
    missing: choice(part, "missing", ["keep", "drop-rows", "drop-columns"]),
    nominal: choice(part, "nominal", ["codes", "one-hot"]),
    samplesIn: choice(part, "samplesIn", ["rows", "columns"]),
    format: part.optional("format", part.text),
    separator: part.optional("separator", part.text),
    decimal: choice(part, "decimal", [".", ","]),
    header: part.optional("header", (key) => {
      const value = part.value(key);
      if (typeof value !== "boolean") throw part.refuse(key, "true or false");
      return value;
    }),
    sheet: part.optional("sheet", part.text),
    values: part.optional("values", part.text),
    transforms: part.texts("transforms").map((name) => {
      const known = transformNames.find((other) => other === name);
      if (!known) throw part.refuse("transforms", `a list of some of ${transformNames.join(", ")}`);
      return known;
    }),
    features: part.optional("features", part.texts),
    levels: part.optional("levels", (key) =>
      part.parts(key).map((entry) => ({ column: entry.text("column"), levels: entry.texts("levels") })),
    ),
  } satisfies { [K in keyof RecipeReading]: unknown };
  return Object.fromEntries(
    Object.entries(entries).filter(([, value]) => value !== undefined),
  ) as unknown as RecipeReading;
}

function choice<K extends "missing" | "nominal" | "samplesIn" | "decimal">(
  part: JsonPart,
  key: K,
  choices: readonly NonNullable<ReadOptions[K]>[],
): ReadOptions[K] {
  return part.optional(key, () => part.oneOf(key, choices));
}

function readData(part: JsonPart): RecipeData {
  const sha256 = part.text("sha256");
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw part.refuse("sha256", "64 hexadecimal digits");
  return {
    source: part.text("source"),
    format: part.text("format"),
    rows: part.count("rows"),
    features: part.count("features"),
    target: part.value("target") === null ? null : part.text("target"),
    classes: part.parts("classes").map((entry) => ({ name: entry.text("name"), rows: entry.count("rows") })),
    sha256,
  };
}

/** Whether the method and its options are still known matters to a repetition only, so that is not asked here. */
function readSelection(part: JsonPart): RecipeSelection {
  return {
    method: part.text("method"),
    options: part.settings("options"),
    k: part.count("k"),
    seed: part.count("seed"),
    kernels: part.oneOf("kernels", kernelsNames),
    keep: part.texts("keep"),
    exclude: part.texts("exclude"),
    groups: part
      .parts("groups")
      .map((group) => ({ name: group.text("name"), features: group.texts("features") })),
    direction: part.oneOf("direction", ["larger", "smaller"]),
  };
}

function readFeature(part: JsonPart): RecipeFeature {
  const score = part.value("score");
  return {
    name: part.text("name"),
    score: score === "Infinity" || score === "-Infinity" ? score : part.number("score"),
    mean: part.number("mean"),
    sd: part.number("sd"),
    min: part.number("min"),
    max: part.number("max"),
    small: part.number("small"),
  };
}

function readModel(part: JsonPart, features: number): RecipeModel {
  const classifier = findClassifier(part.text("classifier"));
  const scaling = part.part("scaling");
  const fitted = part.part("fitted");
  if (fitted.text("classifier") !== classifier.name)
    throw part.refuse("fitted", `a model of ${classifier.name}`);
  if (fitted.count("features") !== features) throw part.refuse("fitted", `a model of ${features} features`);
  // A damaged model is found out here, not when it is used.
  restoreClassifier(part.value("fitted") as object);
  const deviations = scaling.numbers("deviations", features);
  if (!deviations.every((deviation) => deviation > 0))
    throw scaling.refuse("deviations", "a list of numbers above 0");
  return {
    classifier: classifier.name,
    options: part.settings("options"),
    scaling: { means: scaling.numbers("means", features), deviations },
    fitted: part.value("fitted") as Readonly<Record<string, unknown>>,
  };
}
