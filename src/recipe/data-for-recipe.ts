import { type DataInput, Dataset, requireDataset } from "../data/dataset.js";
import { finishArrays } from "../data/finish-arrays.js";
import { memoryTable } from "../data/memory-table.js";
import { featurePlaces } from "../data/need-features.js";
import type { NominalLevels } from "../data/table.js";
import { type Column, columnText } from "../data/table.js";
import { tableToArrays } from "../data/table-to-arrays.js";
import type { Recipe } from "./recipe.js";
import { recipeReadOptions } from "./recipe-read-options.js";

/**
 * New data for a recipe: a Dataset as it is; rows, columns or an Arrow table by the code that reads files, with the recipe's
 * kinds, levels and transforms. Columns that are not needed may hold anything.
 */
export function dataForRecipe(recipe: Recipe, input: DataInput, name = "the data"): Dataset {
  if (input instanceof Dataset) return input;
  const options = recipeReadOptions(recipe, "");
  const { features = [], levels = [], target, idColumn } = options;
  // A 0/1 feature of one level is read from the column that holds the levels.
  const needed = features.map(
    (feature) =>
      levels.find(({ column, levels: words }) => words.some((word) => `${column}=${word}` === feature))
        ?.column ?? feature,
  );
  const wanted = new Set([...needed, target, idColumn].map(String));
  const table = memoryTable(input, (column) => wanted.has(column));
  if (!table) {
    requireDataset(input);
    return input;
  }
  featurePlaces([...new Set(needed)], table.names);
  const columns = table.columns.map((column, j) => spelledAs(column, table.names[j], levels));
  const { columns: _columns, guessed: _guessed, ...arrays } = tableToArrays({ ...table, columns }, options);
  const { source, ...finished } = finishArrays(arrays, options);
  return new Dataset({ ...finished, source: { ...source, name, format: "table" } });
}

/** Yes and no as the recipe's levels spell them, which files do in several ways. */
function spelledAs(column: Column, name: string, known: readonly NominalLevels[]): Column {
  const levels = known.find((one) => one.column === name)?.levels;
  if (!levels || column.kind !== "number" || !column.isBoolean) return column;
  const spelling = (value: "true" | "false") => {
    const words = value === "true" ? ["true", "t", "yes", "y", "1"] : ["false", "f", "no", "n", "0"];
    return levels.find((level) => words.includes(level.toLowerCase())) ?? value;
  };
  const values = columnText(column).map((text) =>
    text === "true" || text === "false" ? spelling(text) : "",
  );
  return { kind: "text", values, firstText: { value: values[0] } };
}
