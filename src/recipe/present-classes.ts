import type { Dataset } from "../data/dataset.js";
import { classCounts, presentLabels } from "../data/labels.js";
import type { RecipeData } from "./recipe.js";

/** The classes that have rows, and how many; none without labels. */
export function presentClasses({ labels }: Dataset): RecipeData["classes"] {
  if (!labels) return [];
  const present = presentLabels(labels);
  const counts = classCounts(present);
  return present.classes.map((name, code) => ({ name, rows: counts[code] }));
}
