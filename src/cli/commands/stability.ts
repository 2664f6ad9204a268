import { flagName } from "../../core/text.js";
import {
  type Dataset,
  findSelector,
  InputError,
  parsePlan,
  runStudy,
  type SelectPlan,
  type StabilityPlan,
  type StabilitySelection,
  stabilityOptions,
} from "../../internal.js";
import { datasetEndings, writeDataset } from "../../node/write-dataset.js";
import { writeFileWhole } from "../../node/write-file.js";
import { defineCommand, defineFlags, type InvocationOf } from "../command.js";
import { classifierFlags, readClassifier } from "../flags/classifier-flags.js";
import { elsewhereFlags } from "../flags/elsewhere-flags.js";
import { optionFlag } from "../flags/flag.js";
import { given, notEmpty, plannedConstraints, plannedMethod, plannedRun } from "../flags/plan-flags.js";
import { constraintFlags, givenOptions, methodFlag, methodFlags } from "../flags/selection-flags.js";
import {
  pluginFlag,
  rareClassesFlag,
  readFlags,
  resultFlags,
  rowGroupsFlag,
  runFlags,
} from "../flags/shared-flags.js";
import { openDataset } from "../input/open-data.js";
import { describeDataset } from "../input/open-dataset.js";
import { withCosts } from "../input/with-costs.js";
import { writeJson } from "../output/json.js";
import { makeReport, reportFlags, writeReport } from "../output/report-flag.js";
import { saveFlag, saveRecipe } from "../output/save-recipe.js";
import { printStability, stabilityCsv } from "../output/stability-table.js";
import { noticeText, seconds } from "../output/terminal.js";
import { runPlan } from "../resumable.js";

const flags = defineFlags((words) => ({
  Selecting: {
    ...methodFlag(),
    k: {
      value: "N",
      type: "number",
      help: "number of features to select on each subsample (20, or half of the features if there are no more)",
    },
    ...Object.fromEntries(
      Object.entries(stabilityOptions).map(([name, option]) => [flagName(name), optionFlag(option)]),
    ),
    ...constraintFlags,
    ...rowGroupsFlag,
    ...rareClassesFlag("classes that are too small to split in half"),
    "select-on": {
      value: "WAY",
      choices: ["scaled", "raw"],
      help: "standardise the values, or use the raw data (scaled)",
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
    ...reportFlags,
  },
  ...methodFlags(words),
  "Saving for new data": {
    ...saveFlag("the stable features"),
    ...classifierFlags("with --save: also save a model of this kind, fitted on the stable features"),
  },
  Reading: readFlags,
  Running: {
    ...runFlags,
    ...pluginFlag,
    threads: { ...runFlags.threads, help: "number of subsamples to run at once (all cores)" },
  },
  "On other machines": elsewhereFlags,
  Talking: resultFlags,
}));

/** `salience stability`: how often a method selects each feature on random subsamples. */
export const stability = defineCommand({
  examples: [
    "salience stability data.csv --target class --method dfs --k 20",
    "salience stability data.csv --target class --method mrmr --k 10 --threshold 0.9 --json stable.json",
    "salience stability data.csv --target class --method fisher --k 15 --false-selections 1 --out stable.csv",
    "salience stability bundled:planted --method fisher --k 10 --subsamples 200 --csv frequencies.csv",
    "salience stability data.csv --target class --method dfs --k 20 --report stability.html",
    "salience stability data.csv --target class --k 20 --classifier svm --save recipe.json",
    "salience stability --method relieff --help   (the options of a method)",
  ],
  flags,
  run,
});

type Given = InvocationOf<typeof flags>;

async function run(invocation: Given): Promise<void> {
  const { flags, terminal } = invocation;
  const plan = await withCosts(planOf(invocation), flags.costs);
  const outputs = [flags.json, flags.csv, flags.out, flags.report, flags.latex, flags.svg, flags.save];
  const data = await openDataset(invocation);
  const { study, forget } = await runPlan(
    invocation,
    plan,
    outputs,
    (context) => runStudy(data, plan, context),
    [data],
  );
  const { stability: result, seconds: spent } = study;
  if (flags.json !== undefined) await writeJson(flags.json, { ...result.toJSON(), plan }, terminal);
  if (flags.csv !== undefined)
    await writeFileWhole(flags.csv, [new TextEncoder().encode(stabilityCsv(result))]);
  const stable = result.features.filter((feature) => feature.stable);
  const chosen = stable.map(({ index }) => index);
  if (flags.out !== undefined && chosen.length > 0) await writeDataset(flags.out, data.selectColumns(chosen));
  await writeReport(flags, await makeReport(invocation, data, plan, study), terminal);
  if (flags.save !== undefined && stable.length > 0)
    await saveRecipe(invocation, data, stablePlan(plan, stable, readClassifier(flags)), flags.save);
  forget();
  print(data, result, invocation);
  if (flags.verbose) terminal.note(`selected on ${result.subsamples} subsamples in ${seconds(spent)}`);
  const unwritten = [flags.out, flags.save].filter((file) => file !== undefined);
  if (unwritten.length > 0 && stable.length === 0)
    throw new InputError(
      "command-line",
      `no feature reaches the threshold of ${result.threshold}, so ${unwritten.join(" and ")} ${unwritten.length === 1 ? "was" : "were"} not written; use a lower threshold or another k`,
    );
  terminal.wrote(...outputs);
}

/** What the flags ask for, checked before any file is read. */
function planOf({ files, flags }: Given): StabilityPlan {
  const plan: StabilityPlan = given({
    task: "stability",
    ...plannedRun(files, flags),
    select: given({
      ...plannedMethod(flags),
      k: flags.k,
      selectOn: flags["select-on"],
      ...plannedConstraints(flags),
    }),
    stability: notEmpty(
      given({
        ...givenOptions(Object.keys(stabilityOptions), flags),
        rareClasses: flags["rare-classes"],
      }),
    ),
  });
  parsePlan(plan);
  return plan;
}

/** The plan that selects just the stable features: they are kept, and the method ranks them on all rows. */
function stablePlan(
  { schema, data, seed, kernels, select }: StabilityPlan,
  stable: readonly { readonly name: string }[],
  judge: NonNullable<SelectPlan["judge"]>,
): SelectPlan {
  const { selectOn: _, ...rest } = select;
  return given({
    schema,
    task: "select",
    data,
    seed,
    kernels,
    select: { ...rest, keep: stable.map(({ name }) => name), k: stable.length },
    judge: notEmpty(given(judge)),
    model: judge.classifier === undefined ? undefined : true,
  });
}

function print(data: Dataset, result: StabilitySelection, { terminal }: Given): void {
  const { method, k, subsamples, subsampleRows, complementary, notices } = result;
  terminal.print(terminal.bold(data.source.name) + terminal.dim(`  ${describeDataset(data)}`));
  for (const one of notices) terminal.print(terminal.dim(noticeText(one)));
  terminal.print(
    `${findSelector(method).title}: the best ${k} on each of ${subsamples} subsamples of ${subsampleRows} rows${complementary ? ", in pairs without common rows" : ""}`,
  );
  printStability(result, terminal);
}
