import {
  type Dataset,
  type Evaluation,
  type Notice,
  pickedOnly,
  type Selection,
  type SelectPlan,
  type Tuning,
  tunedSelection,
} from "../../internal.js";
import { writeDataset } from "../../node/write-dataset.js";
import { writeFileWhole } from "../../node/write-file.js";
import { writeJson } from "../output/json.js";
import { selectionCsv } from "../output/selection-table.js";
import { seconds } from "../output/terminal.js";
import type { SelectInvocation } from "./select-flags.js";

/** What there is to write, whichever way the data was read. */
interface Selected {
  readonly selection: Selection;
  /** What is listed where all features are; the selection if absent. */
  readonly whole?: Selection;
  readonly tuning?: Tuning | null;
  /** What the selection is worth, where that was measured. */
  readonly evaluation?: Evaluation | null;
  /** The data with only the selected features; absent where the rows are not at hand. */
  readonly picked?: () => Dataset;
}

/** Writes the files of a selection: the data with only its features, and the ranking as CSV and JSON. */
export async function writeSelection(
  { flags, terminal }: SelectInvocation,
  plan: SelectPlan,
  { selection, whole = selection, tuning, evaluation, picked }: Selected,
): Promise<void> {
  const listed = flags.k === undefined ? whole : pickedOnly(selection);
  if (flags.out !== undefined && picked) await writeDataset(flags.out, picked());
  if (flags.csv !== undefined)
    await writeFileWhole(flags.csv, [new TextEncoder().encode(selectionCsv(listed))]);
  if (flags.json === undefined) return;
  const result = tuning ? tunedSelection(listed, tuning) : listed;
  const measured = evaluation && { evaluation: evaluation.toJSON() };
  await writeJson(flags.json, { ...result.toJSON(), ...measured, plan }, terminal);
}

/** What is said below the table: notices, the files that were written, the time. */
export function printEnd(
  { flags, terminal }: SelectInvocation,
  study: {
    readonly selection: Selection;
    readonly notices?: readonly Notice[];
    readonly stopped?: boolean;
    readonly seconds: number;
  },
): void {
  const { selection, notices = [], stopped = false } = study;
  for (const notice of [...selection.notices, ...notices]) terminal.notice(notice);
  if (flags.save !== undefined && stopped)
    terminal.complain("no recipe was written: the selection was stopped, so it cannot be repeated");
  terminal.wrote(
    flags.report,
    flags.latex,
    flags.svg,
    flags.out,
    flags.csv,
    flags.json,
    stopped ? undefined : flags.save,
  );
  if (flags.verbose) terminal.note(`selected in ${seconds(study.seconds)}`);
}
