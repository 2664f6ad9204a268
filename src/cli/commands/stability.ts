import { flagName } from "../../core/text.js";
import {
  type Dataset,
  defaultMethod,
  findSelector,
  InputError,
  parsePlan,
  type RareClasses,
  runStudy,
  type StabilityPlan,
  type StabilitySelection,
  selectors,
  stabilityJson,
  stabilityOptions,
} from "../../internal.js";
import { datasetEndings, writeDataset } from "../../node/write-dataset.js";
import { writeFileWhole } from "../../node/write-file.js";
import { defineCommand, type Invocation } from "../command.js";
import { optionFlag } from "../flags/flag.js";
import { given, notEmpty, plannedConstraints, plannedMethod, plannedRun } from "../flags/plan-flags.js";
import { constraintFlags, givenOptions, methodFlags } from "../flags/selection-flags.js";
import { rareClassesFlag, readFlags, resultFlags, rowGroupsFlag, runFlags } from "../flags/shared-flags.js";
import { describeDataset, openDataset } from "../input/open-dataset.js";
import { writeJson } from "../output/json.js";
import { makeReport, reportFlag, writeReport } from "../output/report-flag.js";
import { printStability, stabilityCsv } from "../output/stability-table.js";
import { seconds } from "../output/terminal.js";
import { runPlan } from "../resumable.js";

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
        Object.entries(stabilityOptions).map(([name, option]) => [flagName(name), optionFlag(option)]),
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
  const plan = planOf(invocation);
  const outputs = [flags.json, flags.csv, flags.out].filter(
    (file) => file !== undefined && file !== "-",
  ) as string[];
  const report = flags.report as string | undefined;
  const data = await openDataset(invocation);
  const { study, forget } = await runPlan(invocation, plan, [...outputs, report], (context) =>
    runStudy(data, plan, context),
  );
  const { stability: result, seconds: spent } = study;
  if (flags.json !== undefined)
    await writeJson(flags.json as string, { ...stabilityJson(data, result, spent), plan }, terminal);
  if (flags.csv !== undefined)
    await writeFileWhole(flags.csv as string, [new TextEncoder().encode(stabilityCsv(result))]);
  const chosen = result.features.filter((feature) => feature.stable).map(({ index }) => index);
  if (flags.out !== undefined && chosen.length > 0)
    await writeDataset(flags.out as string, data.selectColumns(chosen));
  if (report !== undefined)
    await writeReport(report, await makeReport(invocation, data, plan, study), terminal);
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

/** What the flags ask for, checked before any file is read. */
function planOf({ files, flags }: Invocation): StabilityPlan {
  const plan: StabilityPlan = given({
    task: "stability",
    ...plannedRun(files, flags),
    select: given({
      ...plannedMethod(flags),
      k: flags.k as number | undefined,
      selectOn: flags["select-on"] as StabilityPlan["select"]["selectOn"],
      ...plannedConstraints(flags),
    }),
    stability: notEmpty(
      given({
        ...givenOptions(Object.keys(stabilityOptions), flags),
        rareClasses: flags["rare-classes"] as RareClasses | undefined,
      }),
    ),
  });
  parsePlan(plan);
  return plan;
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
