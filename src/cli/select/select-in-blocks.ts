import {
  InputError,
  pickedRows,
  type RowSource,
  runStreamed,
  runWide,
  type SelectPlan,
  type WideColumns,
} from "../../internal.js";
import { availableMemory } from "../../node/available-memory.js";
import { needsRows } from "../input/open-data.js";
import { hereOr, type RowsElsewhere } from "../input/open-elsewhere.js";
import { saveRecipe } from "../output/save-recipe.js";
import { printSelection } from "../output/selection-table.js";
import { runPlan } from "../resumable.js";
import { printEnd, writeSelection } from "./give-selection.js";
import { type SelectInvocation, withGroups } from "./select-flags.js";

type Values = SelectInvocation["flags"];

/** `select` on rows that are read in blocks: a ranking from their moments, which other machines may gather. */
export async function selectStreamed(
  invocation: SelectInvocation,
  read: SelectPlan,
  source: RowSource,
  elsewhere: RowsElsewhere | null = null,
): Promise<void> {
  const { flags, terminal, signal } = invocation;
  const plan = await withGroups(read, flags["feature-groups"], source);
  const outputs = [flags.json, flags.csv, flags.out, flags.save];
  const { study, forget } = await runPlan(
    invocation,
    plan,
    outputs,
    (context) => runStreamed(source, plan, hereOr(elsewhere, context)),
    [],
    elsewhere?.rows,
  );
  const { features } = study.selection;
  const picked =
    flags.out === undefined && flags.save === undefined
      ? null
      : await pickedRows(source, features, {
          memory: availableMemory(flags.memory),
          onProgress: terminal.progress("reading the selected features"),
          signal,
        });
  terminal.clearBar();
  await writeSelection(invocation, plan, { ...study, ...(picked && { picked: () => picked }) });
  if (flags.save !== undefined && picked)
    await saveRecipe(invocation, picked, plan, flags.save, study, { picked: true });
  forget();
  printSelection(null, study.selection, terminal);
  printEnd(invocation, study);
}

/** `select` on columns that are read in blocks. */
export async function selectWide(
  invocation: SelectInvocation,
  read: SelectPlan,
  wide: WideColumns,
): Promise<void> {
  const { flags, terminal } = invocation;
  const plan = await withGroups(read, flags["feature-groups"], wide.facts);
  const { study, forget } = await runPlan(invocation, plan, [flags.json, flags.csv, flags.out], (context) =>
    runWide(wide, plan, context),
  );
  // Without a number of features all are listed, which are too many to describe.
  await writeSelection(invocation, plan, { ...study, picked: () => study.picked });
  forget();
  printSelection(wide.facts, study.selection, terminal);
  printEnd(invocation, study);
}

/** Refuses outputs that need all rows in memory. */
export function refuseWithoutRows(flags: Values): void {
  const named = (["report", "latex", "svg", "anytime"] as const).find((name) => flags[name] !== undefined);
  if (named) throw needsRows(`--${named}`);
}

/** Refuses outputs that need all values at once, before any of them is read. */
export function refuseWithoutValues(flags: Values): void {
  for (const name of ["report", "latex", "svg", "save"] as const)
    if (flags[name] !== undefined)
      throw new InputError(
        "not-possible",
        `--${name} needs all values in memory at once, and this file is larger; write the selected columns with --out FILE, and run select with --${name} on that file`,
      );
}
