import type { Opened, Picked, Reading, RecipeIn } from "../messages.js";

/** Whether two ways of reading are the same, labels from another file aside. */
export function sameReading(a: Reading, b: Reading): boolean {
  const said = ({ labels: _, ...rest }: Reading) => JSON.stringify(Object.entries(rest).sort());
  return said(a) === said(b);
}

/** Whether a run gave what the recipe holds, in words. */
export function comparedWithRecipe(recipe: RecipeIn, picked: Picked, { featureNames }: Opened): string {
  const now = Array.from(picked.ranking.subarray(0, picked.picked));
  const names = recipe.features.map(({ name }) => name);
  const same = now.length === names.length && now.every((index, at) => featureNames[index] === names[at]);
  if (!same) return "The features differ from those of the recipe: the data or the version is not the same.";
  const exact = now.every((index, at) => picked.scores[index] === recipe.features[at].score);
  return exact
    ? `The same ${now.length} features in the same order as in the recipe, with the same scores to the last bit.`
    : `The same ${now.length} features in the same order as in the recipe; their scores differ.`;
}
