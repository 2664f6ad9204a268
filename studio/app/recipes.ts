import type { Notice } from "salience/internal";
import type { BundledName, RecipeIn, Selected } from "../messages.js";
import { problemOf, type StudioActions } from "./actions.js";
import { Cancelled } from "./client.js";
import { recipePlan } from "./plan.js";
import { recipeOpening, sameReading } from "./reading.js";

/** Where no recipe is followed. */
export const noRecipe = { recipe: null, otherData: null } as const;

/** Takes over what a recipe says; running it then gives its result again. Says at once where the data is not its own. */
export async function applyRecipe(studio: StudioActions, text: string): Promise<void> {
  studio.set({ problem: null, note: null, ...noRecipe });
  try {
    const read = await studio.client.run("readRecipe", { text });
    const { data: before } = read.recipe;
    if (before.format === "bundled" && studio.state.opening?.source.name !== before.source)
      await studio.openSource({ kind: "bundled", name: before.source as BundledName });
    const { opening } = studio.state;
    if (!opening || !studio.state.data) {
      const { model } = read.recipe;
      studio.set({ predictor: model ? text : null });
      return studio.complain(
        `This recipe was made from ${before.source}. Open that file first, then the recipe${model ? "; or predict new data with it, below" : ""}.`,
      );
    }
    const wanted = recipeOpening(opening, read.recipe);
    if (opening.source.kind === "file" && !sameReading(wanted, opening)) await studio.open(wanted);
    const { data, plan, problem } = studio.state;
    if (!data || !plan || problem) return;
    const otherData = await studio.client.run("checkRecipe", {
      data: before,
      features: read.recipe.features,
    });
    studio.set({
      plan: recipePlan(plan, read.plan, data),
      recipe: read,
      otherData,
      step: "choose",
      note: noteOf(otherData, before.source),
    });
    studio.save();
  } catch (error) {
    if (!(error instanceof Cancelled)) studio.set({ problem: problemOf(error) });
  }
}

const noteOf = (otherData: Notice | null, source: string): string | null =>
  otherData
    ? null
    : `Everything is set as in the recipe made from ${source}. Find the features to get its result again.`;

/** Whether a run gave what the recipe holds, in words. */
export function comparedWithRecipe({ recipe }: RecipeIn, { selection }: Selected): string {
  const now = selection.ranking.slice(0, selection.picked);
  const { features } = recipe;
  const same = now.length === features.length && now.every(({ name }, at) => name === features[at].name);
  if (!same) return "The features differ from those of the recipe: the data or the version is not the same.";
  const exact = now.every(({ score }, at) => score === features[at].score);
  return exact
    ? `The same ${now.length} features in the same order as in the recipe, with identical scores.`
    : `The same ${now.length} features in the same order as in the recipe; their scores differ.`;
}
