import {
  checkData,
  findSelector,
  InputError,
  type Recipe,
  type Repetition,
  repeatRecipe,
} from "../../internal.js";
import { defineCommand } from "../command.js";
import { pluginFlag, readFlags, resultFlags, runFlags, threadCount } from "../flags/shared-flags.js";
import { openAgain, openRecipe } from "../input/open-recipe.js";
import { writeJson } from "../output/json.js";
import { printSelection } from "../output/selection-table.js";

/** `salience repeat`: repeats the selection of a recipe. */
export const repeat = defineCommand({
  examples: [
    "salience repeat recipe.json data.csv",
    "salience repeat recipe.json data.csv --strict   (fails if anything differs)",
    "salience repeat recipe.json data.csv --labels labels.csv   (if the labels are in another file)",
  ],
  flags: () => ({
    Repeating: { strict: { help: "fail if the data or the ranking differ" } },
    "Reading (overrides the recipe)": readFlags,
    Running: { threads: runFlags.threads, ...pluginFlag },
    Talking: resultFlags,
  }),
  async run(invocation) {
    const { flags, files, terminal, signal } = invocation;
    const recipe = await openRecipe(files[0]);
    const { title } = findSelector(recipe.selection.method);
    const data = await openAgain(invocation, recipe, files[1]);
    // Said before the work starts: it may be the wrong file.
    const otherData = await checkData(recipe, data, { signal });
    if (otherData) terminal.notice(otherData);
    const repetition = await repeatRecipe(recipe, data, {
      threads: threadCount(flags),
      onProgress: terminal.progress(title),
      signal,
    });
    terminal.clearBar();
    if (flags.json !== undefined) await writeJson(flags.json, repetition, terminal);
    printSelection(data, repetition.selection, terminal);
    terminal.print();
    const verdicts = verdict(repetition, recipe);
    for (const line of verdicts) terminal.print(line);
    for (const notice of repetition.notices) terminal.notice(notice);
    if (flags.strict && repetition.differences.length > 0)
      throw new InputError("command-line", `not the same: ${repetition.differences.join("; ")}`);
  },
});

function verdict(
  { sameData, sameScores, sameFeatures, differences }: Repetition,
  { data: { hashed } }: Recipe,
): string[] {
  // Of data that was read in blocks the recipe knows no more.
  const same = hashed ? "The selected features have the same values." : "The data is the same.";
  return [
    ...(sameData ? [same] : []),
    ...(sameScores ? ["The ranking and the scores are identical."] : []),
    ...(sameFeatures && !sameScores ? ["The ranking is the same, but the scores differ."] : []),
    ...differences.map((difference) => `${difference[0].toUpperCase()}${difference.slice(1)}.`),
  ];
}
