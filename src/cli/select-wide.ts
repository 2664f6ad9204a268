import {
  defaultMethod,
  findSelector,
  InputError,
  pickedOnly,
  runWide,
  type SelectPlan,
  type WideColumns,
} from "../internal.js";
import { availableMemory } from "../node/available-memory.js";
import { openWideFile } from "../node/open-wide-file.js";
import { writeDataset } from "../node/write-dataset.js";
import { writeFileWhole } from "../node/write-file.js";
import type { Invocation } from "./command.js";
import { type RunValues, readOptions, threadCount } from "./flags/shared-flags.js";
import { writeJson } from "./output/json.js";
import { printSelection, selectionCsv } from "./output/selection-table.js";
import { seconds } from "./output/terminal.js";
import { remaining } from "./resumable.js";

/** The flags of `select` that matter where columns are read in blocks. */
type WideValues = RunValues & {
  readonly [name in "k" | "csv" | "json" | "out" | "save" | "report"]?: string;
} & { readonly verbose?: boolean };

type Given = Invocation<WideValues>;

/**
 * `salience select` on a file whose columns do not fit into memory; false where they do, and nothing was done. `complete` adds
 * to the plan what needs the names of the features.
 */
export async function selectedWide(
  invocation: Given,
  plan: SelectPlan,
  complete: (plan: SelectPlan, data: WideColumns["facts"]) => Promise<SelectPlan>,
): Promise<boolean> {
  const { file, flags, signal } = invocation;
  if (file.startsWith("bundled:")) return false;
  const memory = availableMemory(flags.memory);
  const opened = await openWideFile(file, { ...readOptions(flags), signal }, memory);
  if (!opened) return false;
  try {
    refuseFlags(invocation);
    await select(invocation, await complete(plan, opened.wide.facts), opened.wide);
  } finally {
    await opened.close();
  }
  return true;
}

/** Refuses what needs all values at once, before any of them is read. */
function refuseFlags({ flags }: Given): void {
  for (const name of ["report", "save"] as const)
    if (flags[name] !== undefined)
      throw new InputError(
        "not-possible",
        `--${name} needs all values in memory at once, and this file is larger; write the selected columns with --out FILE, and run select with --${name} on that file`,
      );
}

async function select(
  { flags, terminal, signal }: Given,
  plan: SelectPlan,
  wide: WideColumns,
): Promise<void> {
  const { title } = findSelector(plan.select.method ?? defaultMethod);
  const onProgress = remaining(terminal.progress(title));
  const study = await runWide(wide, plan, { threads: threadCount(flags), signal, onProgress });
  terminal.clearBar();
  const { selection, whole, picked } = study;
  // Without a number of features all are listed, which are too many to describe.
  const listed = flags.k === undefined ? whole : pickedOnly(selection);
  if (flags.out !== undefined) await writeDataset(flags.out, picked);
  if (flags.csv !== undefined)
    await writeFileWhole(flags.csv, [new TextEncoder().encode(selectionCsv(listed))]);
  if (flags.json !== undefined) await writeJson(flags.json, { ...listed.toJSON(), plan }, terminal);
  printSelection(wide.facts, selection, terminal);
  for (const notice of selection.notices) terminal.notice(notice);
  terminal.wrote(flags.out, flags.csv, flags.json);
  if (flags.verbose) terminal.note(`selected in ${seconds(study.seconds)}`);
}
