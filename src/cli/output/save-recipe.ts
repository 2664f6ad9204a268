import { basename } from "node:path";
import { type Dataset, type KernelsName, makeRecipe, type Recipe, type Selection } from "../../internal.js";
import type { Invocation } from "../command.js";
import type { GivenClassifier } from "../flags/classifier-flags.js";
import { readFlags, readOptions, threadCount } from "../flags/shared-flags.js";
import { commandText } from "./command-text.js";
import { writeJson } from "./json.js";

/** Writes the recipe of `salience select … --save`, and tells whether it could. */
export async function saveRecipe(
  invocation: Invocation,
  data: Dataset,
  selection: Selection,
  judge: GivenClassifier,
): Promise<boolean> {
  const { flags, terminal, signal } = invocation;
  if (signal.aborted) {
    terminal.complain("no recipe is written: the selection was stopped, so it cannot be repeated");
    return false;
  }
  await writeJson(flags.save as string, await recipeOf(invocation, data, selection, judge), terminal);
  return true;
}

/** The recipe of a selection that this command made; with a classifier it holds a fitted model. */
export async function recipeOf(
  { flags, files, terminal, signal }: Invocation,
  data: Dataset,
  selection: Selection,
  judge: GivenClassifier,
): Promise<Recipe> {
  const { transforms: _, labels, ...rest } = readOptions(flags);
  const reading = { ...rest, ...(labels !== undefined && { labels: basename(labels) }) };
  const recipe = await makeRecipe(data, selection, {
    ...judge,
    reading,
    command: commandText("select", files, flags, {
      "feature-groups": { value: "FILE", help: "" },
      ...readFlags,
    }),
    kernels: flags.kernels as KernelsName | undefined,
    threads: threadCount(flags),
    onProgress: terminal.progress("making the recipe"),
    signal,
  });
  terminal.clearBar();
  return recipe;
}
