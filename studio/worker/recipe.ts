import { jsonText, makeRecipe, parseRecipe } from "salience/internal";
import type { Plan, RecipeIn } from "../messages.js";
import type { Desk, Work } from "./desk.js";
import { originOf, readingOf } from "./origin.js";
import { runPlan } from "./run-plan.js";

/** The recipe of the selection, with a model that predicts. After the page was loaded anew, the selection is repeated. */
export async function recipe(desk: Desk, { plan }: { plan: Plan }, work: Work): Promise<string> {
  if (!desk.hasSelection)
    await runPlan(desk, plan, {
      onProgress: (fraction) => work.onProgress(0.5 * fraction),
      signal: work.signal,
    });
  const made = await makeRecipe(desk.data, desk.requireSelection(), {
    ...(desk.data.labels && { classifier: plan.classifier }),
    command: originOf(desk, plan).command,
    reading: readingOf(desk),
    threads: plan.threads,
    onProgress: (fraction) => work.onProgress(0.5 + 0.5 * fraction),
    signal: work.signal,
  });
  return jsonText(made);
}

/** What a recipe says, checked: how to read, what to run, and what came out. */
export async function readRecipe(_desk: Desk, { text }: { text: string }): Promise<RecipeIn> {
  const { reading, selection, features, data } = parseRecipe(text);
  const { labels: _labels, features: _features, ...rest } = reading;
  return {
    source: data.source,
    format: data.format,
    reading: Object.fromEntries(
      (["target", "idColumn", "drop", "missing", "transforms", "samplesIn", "labelColumn"] as const)
        .filter(
          (name) => rest[name] !== undefined && !(name === "transforms" && rest.transforms.length === 0),
        )
        .map((name) => [name, typeof rest[name] === "number" ? String(rest[name]) : rest[name]]),
    ),
    method: selection.method,
    options: selection.options,
    k: selection.k,
    seed: selection.seed,
    keep: selection.keep,
    exclude: selection.exclude,
    features: features.map(({ name, score }) => ({ name, score: Number(score) })),
  };
}
