import { type Dataset, recipeOf, runStudy, type SelectPlan, type SelectStudy } from "../../internal.js";
import type { Invocation } from "../command.js";
import type { Flags } from "../flags/flag.js";
import { type RunValues, threadCount } from "../flags/shared-flags.js";
import { writeJson } from "./json.js";

/** `--save F` of a command that selects `what`. */
export const saveFlag = (what: string) =>
  ({
    save: {
      value: "F",
      file: "output",
      help: `write a recipe for salience apply, predict and repeat: ${what}`,
    },
  }) as const satisfies Flags;

/** Writes the recipe of a plan to a file; the selection is made here where the command has not made one. */
export async function saveRecipe(
  { flags, terminal, signal }: Pick<Invocation<RunValues>, "flags" | "terminal" | "signal">,
  data: Dataset,
  plan: SelectPlan,
  file: string,
  made?: Pick<SelectStudy, "selection" | "stopped">,
  { picked }: { readonly picked?: boolean } = {},
): Promise<void> {
  const threads = threadCount(flags);
  const onProgress = terminal.progress("creating the recipe");
  const study = made ?? (await runStudy(data, plan, { threads, signal }));
  const recipe = await recipeOf(data, plan, study, { threads, onProgress, signal, picked });
  terminal.clearBar();
  await writeJson(file, recipe, terminal);
}
