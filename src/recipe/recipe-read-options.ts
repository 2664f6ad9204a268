import type { ReadOptions } from "../data/read-options.js";
import type { Recipe } from "./recipe.js";

/** What of a recipe's reading holds for another file. */
export type RecipeReadOptions = Pick<
  ReadOptions,
  | "target"
  | "idColumn"
  | "nominal"
  | "transforms"
  | "features"
  | "levels"
  | "optional"
  | "samplesIn"
  | "format"
  | "separator"
  | "decimal"
  | "header"
  | "sheet"
  | "values"
>;

/**
 * How to read a new file for a recipe, to be given to `parseDataset` or `readDataset`: the same transforms, and only the
 * features that are needed; the target and the ids where the file has them. What depends on the form of the file is taken
 * over when its ending is that of the training file.
 */
export function recipeReadOptions({ reading, data, features }: Recipe, file: string): RecipeReadOptions {
  const { samplesIn, format, separator, decimal, header, sheet, values } = reading;
  const given: RecipeReadOptions = {
    target: data.target ?? undefined,
    idColumn: reading.idColumn,
    optional: ["target", "idColumn"],
    nominal: reading.nominal,
    transforms: reading.transforms,
    levels: reading.levels,
    features: reading.features ?? features.map(({ name }) => name),
    ...(ending(file) === ending(data.source) && {
      samplesIn,
      format,
      separator,
      decimal,
      header,
      sheet,
      values,
    }),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** `.csv` of `new.csv.gz`, in lower case. */
function ending(file: string): string {
  return /\.[^./\\]*$/.exec(file.toLowerCase().replace(/\.gz$/, ""))?.[0] ?? "";
}
