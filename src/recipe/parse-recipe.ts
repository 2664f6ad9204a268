import { InputError } from "../core/input-error.js";
import type { Notice } from "../core/notice.js";
import {
  allowedReading,
  isAllowedReading,
  type Reading,
  readingOptionNames,
} from "../data/reading-options.js";
import { kernelsNames } from "../kernels/create-kernels.js";
import { findClassifier, restoreTrained } from "../models/classifiers.js";
import { version } from "../version.js";
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
    notices: whole.parts("notices").map(readNotice),
  };
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new InputError(
      "unreadable-json",
      `this is no recipe: it is not JSON (${(error as Error).message})`,
    );
  }
}

function checkSchema(schema: unknown): void {
  if (schema === recipeSchema) return;
  const [family, number] = recipeSchema.split("@");
  if (typeof schema === "string" && schema.startsWith(`${family}@`)) {
    if (Number(schema.slice(family.length + 1)) > Number(number))
      throw new InputError(
        "unreadable-json",
        `the recipe is of the newer form ${schema}; this is salience ${version}, which knows ${recipeSchema}: install a newer one`,
      );
  }
  const found = typeof schema === "string" ? `its schema is "${schema}"` : "it has no schema";
  throw new InputError(
    "unreadable-json",
    `this is no recipe: ${found}, and ${recipeSchema} is needed; make the recipe again`,
  );
}

function readReading(part: JsonPart): RecipeReading {
  const given = readingOptionNames
    .map((name) => [name, part.value(name)] as const)
    .filter(([, value]) => value !== undefined);
  for (const [name, value] of given)
    if (!isAllowedReading(name, value)) throw part.refuse(name, allowedReading(name));
  const { transforms, ...rest }: Reading = Object.fromEntries(given);
  if (transforms === undefined) throw part.refuse("transforms", allowedReading("transforms"));
  return { ...rest, transforms };
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
    featureGroups: readGroups(part.part("featureGroups")),
    direction: part.oneOf("direction", ["larger", "smaller"]),
  };
}

function readGroups(part: JsonPart): RecipeSelection["featureGroups"] {
  return Object.fromEntries(part.keys().map((name) => [name, part.texts(name)]));
}

/** The facts and remedies of a notice are for programs, which look at them as they are. */
function readNotice(part: JsonPart): Notice {
  part.text("code");
  part.text("text");
  part.oneOf("level", ["problem", "warning", "note"]);
  return part.whole<Notice>();
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
  restoreTrained(part.value("fitted") as object);
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

/** A part of a recipe that is being read; what is wrong is told with its place. */
class JsonPart {
  private constructor(
    private readonly members: Readonly<Record<string, unknown>>,
    private readonly place: string,
  ) {}

  /** Refuses what is not an object. */
  static of(value: unknown, place: string): JsonPart {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw damaged(place || "it", "an object");
    return new JsonPart(value as Readonly<Record<string, unknown>>, place);
  }

  /** The value of a key, or undefined; what an object inherits does not count. */
  value(key: string): unknown {
    return Object.hasOwn(this.members, key) ? this.members[key] : undefined;
  }

  /** The names of all members. */
  keys(): string[] {
    return Object.keys(this.members);
  }

  /** All members, for parts whose needed members have been looked at. */
  whole<T>(): T {
    return this.members as T;
  }

  part(key: string): JsonPart {
    return JsonPart.of(this.value(key), this.at(key));
  }

  /** A list of objects. */
  parts(key: string): JsonPart[] {
    return this.list(key, "a list").map((entry, i) => JsonPart.of(entry, `${this.at(key)}[${i}]`));
  }

  text(key: string): string {
    const value = this.value(key);
    if (typeof value !== "string") throw damaged(this.at(key), "a text");
    return value;
  }

  texts(key: string): string[] {
    const list = this.list(key, "a list of texts");
    if (!list.every((entry) => typeof entry === "string")) throw damaged(this.at(key), "a list of texts");
    return [...list] as string[];
  }

  /** Numbers, texts, yes or no, and null by name: the options of a method. */
  settings(key: string): Record<string, unknown> {
    const entries = Object.entries(this.part(key).members);
    for (const [name, value] of entries)
      if (value !== null && !["number", "string", "boolean"].includes(typeof value))
        throw damaged(`${this.at(key)}.${name}`, "a number, a text, true, false or null");
    return Object.fromEntries(entries);
  }

  number(key: string): number {
    const value = this.value(key);
    if (typeof value !== "number" || !Number.isFinite(value)) throw damaged(this.at(key), "a number");
    return value;
  }

  /** A whole number that is not negative. */
  count(key: string): number {
    const value = this.number(key);
    if (!Number.isSafeInteger(value) || value < 0) throw damaged(this.at(key), "a whole number from 0 on");
    return value;
  }

  /** This many numbers. */
  numbers(key: string, length: number): number[] {
    const list = this.list(key, `a list of ${length} numbers`);
    if (list.length !== length || !list.every((x) => typeof x === "number" && Number.isFinite(x)))
      throw damaged(this.at(key), `a list of ${length} numbers`);
    return [...list] as number[];
  }

  oneOf<T extends string>(key: string, choices: readonly T[]): T {
    const value = this.value(key);
    if (!choices.includes(value as T)) throw damaged(this.at(key), `one of ${choices.join(", ")}`);
    return value as T;
  }

  refuse(key: string, wanted: string): InputError {
    return damaged(this.at(key), wanted);
  }

  private list(key: string, wanted: string): readonly unknown[] {
    const value = this.value(key);
    if (!Array.isArray(value)) throw damaged(this.at(key), wanted);
    return value;
  }

  private at(key: string): string {
    return this.place ? `${this.place}.${key}` : key;
  }
}

function damaged(place: string, wanted: string): InputError {
  return new InputError(
    "unreadable-json",
    `the recipe is damaged: ${place} must be ${wanted}; save it again`,
  );
}
