import {
  type ReadingOption,
  type ReadOptions,
  readingOptionNames,
  readingOptions,
} from "../data/reading-options.js";
import type { Recipe } from "./recipe.js";

type Definitions = typeof readingOptions;

/** What of a recipe's reading holds for another file. */
export type RecipeReadOptions = Pick<
  ReadOptions,
  | { [K in keyof Definitions]: Definitions[K]["takenOver"] extends "never" ? never : K }[keyof Definitions]
  | "optional"
>;

/**
 * How to read a new file for a recipe, to be given to `parseDataset` or `readDataset`: the same transforms, and only the
 * columns that are needed, with the kinds and levels that they had in training; the target and the ids if the file has them. What depends on the form of the file is taken
 * over if its ending is that of the training file.
 */
export function recipeReadOptions(
  { reading, data, features, preparation }: Recipe,
  file: string,
): RecipeReadOptions {
  const sameFormat = ending(file) === ending(data.source);
  const taken = readingOptionNames.filter((name) => {
    const { takenOver }: ReadingOption = readingOptions[name];
    return takenOver === "always" || (takenOver === "same-format" && sameFormat);
  });
  const influences = preparation.adjustment?.columns ?? [];
  const known = [
    ...preparation.features.map(({ levels: own }, place) => ({ column: features[place].name, levels: own })),
    ...influences.map(({ name, levels: own }) => ({ column: name, levels: own })),
  ];
  const categories = known.flatMap(({ column, levels: own }) => (own ? [{ column, levels: own }] : []));
  const isCategory = new Set(categories.map(({ column }) => column));
  const levels = [...(reading.levels ?? []).filter(({ column }) => !isCategory.has(column)), ...categories];
  const given: RecipeReadOptions = {
    ...Object.fromEntries(taken.map((name) => [name, reading[name]])),
    join: joinedIn(reading.join, [...features, ...influences]),
    target: data.target ?? undefined,
    features: reading.features ?? [
      ...features.map(({ name }) => name),
      ...influences.map(({ name }) => name),
    ],
    levels: levels.length > 0 ? levels : undefined,
    optional: ["target", "idColumn"],
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Of the columns that came from the file with the labels those that are needed; they stay as they are. */
function joinedIn(
  join: readonly string[] = [],
  needed: readonly { readonly name: string }[],
): readonly string[] | undefined {
  const names = new Set(needed.map(({ name }) => name));
  const joined = join.filter((name) => names.has(name));
  return joined.length > 0 ? joined : undefined;
}

/** `.csv` of `new.csv.gz`, in lower case. */
function ending(file: string): string {
  return /\.[^./\\]*$/.exec(file.toLowerCase().replace(/\.gz$/, ""))?.[0] ?? "";
}
