import { type DataInput, Dataset, requireDataset } from "../data/dataset.js";
import { finishArrays } from "../data/finish-arrays.js";
import { memoryTable } from "../data/memory-table.js";
import { featurePlaces } from "../data/need-features.js";
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
  const { columns: _columns, guessed: _guessed, ...arrays } = tableToArrays(table, options);
  const { source, ...finished } = finishArrays(arrays, options);
  return new Dataset({ ...finished, source: { ...source, name, format: "table" } });
}
