import { columnEntries } from "../data/column-entries.js";
import type { Dataset } from "../data/dataset.js";
import type { Scaling } from "../experiment/scaling.js";
import type { RecipeFeature } from "./recipe.js";

/** What new values of a feature are held against. */
export type TrainingValues = Pick<RecipeFeature, "mean" | "sd" | "min" | "max" | "small">;

/** The part of the values that counts as unusually small. */
const smallPart = 0.05;

/** What each column holds, with its scaling. */
export function trainingValues({ values }: Dataset, { means, deviations }: Scaling): TrainingValues[] {
  const result: TrainingValues[] = [];
  for (const { column, values: entries } of columnEntries(values)) {
    let [min, max] = entries.length < values.rows ? [0, 0] : [entries[0], entries[0]];
    for (const value of entries) {
      if (value < min) min = value;
      if (value > max) max = value;
    }
    const sizes = entries.map(Math.abs).sort();
    const small = sizes.length > 0 ? sizes[Math.floor(smallPart * sizes.length)] : 0;
    // A mean of −0 would come back from JSON as 0.
    result.push({ mean: means[column] + 0, sd: min === max ? 0 : deviations[column], min, max, small });
  }
  return result;
}
