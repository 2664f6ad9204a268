import {
  completeOptions,
  type Dataset,
  defaultMethod,
  findSelector,
  InputError,
  type KernelsName,
  type PlainMethodChoice,
  type StabilitySelection,
  type StabilitySettings,
  selectors,
  stabilityJson,
  stabilityOptions,
  stabilityReport,
  stabilitySelectionWith,
} from "../../internal.js";
import { datasetEndings, writeDataset } from "../../node/write-dataset.js";
import { writeFileWhole } from "../../node/write-file.js";
import { defineCommand, type Invocation } from "../command.js";
import { type FlagValues, optionFlag, toFlagName } from "../flags/flag.js";
import { constraintFlags, givenMethodOptions, givenNames, methodFlags } from "../flags/selection-flags.js";
import {
  rareClassesFlag,
  readFlags,
  resultFlags,
  rowGroupsFlag,
  runFlags,
  threadCount,
} from "../flags/shared-flags.js";
import { describeDataset, openDataset } from "../input/open-dataset.js";
import { writeJson } from "../output/json.js";
import { originOf, reportFlag, writeReport } from "../output/report-flag.js";
import { printStability, stabilityCsv } from "../output/stability-table.js";
import { seconds } from "../output/terminal.js";
import { runResumable } from "../resumable.js";

/** `salience stability`: how often a method selects each feature on random subsamples. */
export const stability = defineCommand({
  examples: [
    "salience stability data.csv --target class --method dfs --k 20",
    "salience stability data.csv --target class --method mrmr --k 10 --threshold 0.9 --json stable.json",
    "salience stability data.csv --target class --method fisher --k 15 --false-selections 1 --out stable.csv",
    "salience stability bundled:planted --method fisher --k 10 --subsamples 200 --csv frequencies.csv",
    "salience stability data.csv --target class --method dfs --k 20 --report stability.html",
    "salience stability --method relieff --help   (the options of a method)",
  ],
  flags: (words) => ({
    Selecting: {
      method: { value: "NAME", help: `the method: ${Object.keys(selectors).join(", ")} (${defaultMethod})` },
      k: { value: "N", type: "number", help: "how many features to select on each subsample (20)" },
      ...Object.fromEntries(
        Object.entries(stabilityOptions).map(([name, option]) => [toFlagName(name), optionFlag(option)]),
      ),
      ...constraintFlags,
      ...rowGroupsFlag,
      ...rareClassesFlag("classes that are too small to be halved"),
      "select-on": {
        value: "WAY",
        choices: ["scaled", "raw"],
        help: "whether the method sees standardised values or the data as it is (scaled)",
      },
      csv: {
        value: "F",
        file: "output",
        help: "write the frequencies of all features as a table to this file",
      },
      out: {
        value: "F",
        file: "output",
        endings: datasetEndings,
        help: "write the data with only the stable features: .csv, .parquet or .npz",
      },
      ...reportFlag,
    },
    ...methodFlags(words),
    Reading: readFlags,
    Running: {
      ...runFlags,
      threads: { ...runFlags.threads, help: "how many subsamples run at once (all cores)" },
    },
    Talking: resultFlags,
  }),
  run,
});

async function run(invocation: Invocation): Promise<void> {
  const { flags, terminal } = invocation;
  const options = givenOptions(flags);
  const threads = threadCount(flags);
  const outputs = [flags.json, flags.csv, flags.out].filter(
    (file) => file !== undefined && file !== "-",
  ) as string[];
  const report = flags.report as string | undefined;
  const data = await openDataset(invocation);
  const how = {
    name: "stability",
    title: "stability selection",
    threads,
    beside: outputs[0] ?? report,
  };
  const {
    result,
    seconds: spent,
    forget,
  } = await runResumable(invocation, how, (run) => stabilitySelectionWith(data, { ...options, ...run }));
  if (flags.json !== undefined)
    await writeJson(flags.json as string, stabilityJson(data, result, spent), terminal);
  if (flags.csv !== undefined)
    await writeFileWhole(flags.csv as string, [new TextEncoder().encode(stabilityCsv(result))]);
  const chosen = result.features.filter((feature) => feature.stable).map(({ index }) => index);
  if (flags.out !== undefined && chosen.length > 0)
    await writeDataset(flags.out as string, data.selectColumns(chosen));
  if (report !== undefined) {
    const timings = [{ label: "all subsamples", seconds: spent }];
    const origin = originOf(invocation, ["row-groups", "rare-classes"]);
    await writeReport(report, stabilityReport(data, result, { timings, ...origin }), terminal);
  }
  forget();
  print(data, result, invocation);
  if (flags.verbose) terminal.note(`selected on ${result.subsamples} subsamples in ${seconds(spent)}`);
  if (flags.out !== undefined && chosen.length === 0)
    throw new InputError(
      "command-line",
      `no feature reaches the threshold of ${result.threshold}, so ${flags.out} was not written; take a lower threshold or another k`,
    );
  for (const file of outputs) terminal.note(`wrote ${file}`);
}

function givenOptions(flags: FlagValues): StabilitySettings & PlainMethodChoice {
  const method = (flags.method as string | undefined) ?? defaultMethod;
  const numbers = Object.fromEntries(
    Object.keys(stabilityOptions)
      .filter((name) => flags[toFlagName(name)] !== undefined)
      .map((name) => [name, flags[toFlagName(name)]]),
  );
  completeOptions("stability", stabilityOptions, numbers);
  return {
    method,
    options: givenMethodOptions(method, flags),
    k: flags.k as number | undefined,
    ...numbers,
    keep: givenNames(flags, "keep"),
    exclude: givenNames(flags, "exclude"),
    rareClasses: flags["rare-classes"] as StabilitySettings["rareClasses"],
    selectOn: flags["select-on"] as StabilitySettings["selectOn"],
    seed: flags.seed as number | undefined,
    kernels: flags.kernels as KernelsName | undefined,
  };
}

function print(data: Dataset, result: StabilitySelection, { terminal }: Invocation): void {
  const { method, k, subsamples, subsampleRows, complementary, notes } = result;
  terminal.print(terminal.bold(data.source.name) + terminal.dim(`  ${describeDataset(data)}`));
  for (const note of notes) terminal.print(terminal.dim(note));
  terminal.print(
    `${findSelector(method).title}: the best ${k} on each of ${subsamples} subsamples of ${subsampleRows} rows${complementary ? ", in pairs that share no row" : ""}`,
  );
  printStability(result, terminal);
}
