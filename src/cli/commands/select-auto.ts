import {
  type Dataset,
  InputError,
  type MetricName,
  metricOption,
  type Selection,
  selectTuned,
  type TuneOptions,
  type Tuning,
} from "../../internal.js";
import type { Invocation } from "../command.js";
import type { Flags, FlagValues } from "../flags/flag.js";
import { rareClassesFlag, rowGroupsFlag, taskThreads } from "../flags/shared-flags.js";
import type { Terminal } from "../output/terminal.js";
import { runResumable } from "../resumable.js";

/** How `--k auto` judges. */
const judgeFlags: Flags = {
  metric: {
    value: "NAME",
    choices: metricOption.choices,
    help: "with --k auto: what to optimise (accuracy)",
  },
  ...rareClassesFlag("classes that are smaller than the folds of --k auto"),
};

/** The flags of `select` that are about folds; groups matter for the figures of the report too. */
export const autoFlags: Flags = {
  ...judgeFlags,
  "row-groups": {
    ...rowGroupsFlag["row-groups"],
    help: `with --k auto and --report: ${rowGroupsFlag["row-groups"].help}`,
  },
};

/** What `--k` says: a number, nothing, or that it is to be found. */
export function givenK(flags: FlagValues): number | undefined | "auto" {
  const text = flags.k as string | undefined;
  if (text === undefined || text === "auto") return text;
  const k = Number(text);
  if (text.trim() === "" || Number.isNaN(k))
    throw new InputError(
      "command-line",
      `--k must be a number, or auto to have it found; "${text}" was given`,
    );
  return k;
}

/** Refuses, before any reading, what cannot go with `--k auto`, and what has no meaning without it. */
export function checkAuto(flags: FlagValues): void {
  if (flags.k !== "auto") {
    const idle = Object.keys(judgeFlags).find((name) => flags[name] !== undefined);
    if (idle)
      throw new InputError(
        "command-line",
        `--${idle} is about how k is found; give --k auto too, or leave it out`,
      );
    return;
  }
  if (flags["feature-groups"] !== undefined)
    throw new InputError(
      "command-line",
      "--k auto counts single features; with --feature-groups give a number",
    );
  if (flags.anytime)
    throw new InputError(
      "command-line",
      "--k auto has no ranking before its end; with --anytime give a number",
    );
}

/** Finds k and options in folds, then selects with them. A run that was stopped goes on where it was. */
export async function selectAuto(
  invocation: Invocation,
  data: Dataset,
  options: TuneOptions,
): Promise<{ selection: Selection; tuning: Tuning }> {
  const { flags } = invocation;
  const beside = flags.json as string | undefined;
  const how = { name: "tune", title: "tuning", threads: taskThreads(flags), beside };
  const { result, forget } = await runResumable(invocation, how, (run) =>
    selectTuned(data, {
      ...options,
      metric: flags.metric as MetricName | undefined,
      rareClasses: flags["rare-classes"] as TuneOptions["rareClasses"],
      ...run,
    }),
  );
  forget();
  return result;
}

/** Why this k, under a selection. */
export function printReasons({ k, reasons, notes }: Tuning, terminal: Terminal): void {
  terminal.print();
  terminal.print(`k = ${k} was found in folds:`);
  for (const line of [...reasons, ...notes]) terminal.print(`  ${line}`);
}
