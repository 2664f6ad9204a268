import {
  commandOf,
  defaultClassifier,
  InputError,
  parsePlan,
  runStudy,
  type TunePlan,
  tunedPlan,
} from "../../internal.js";
import { defineCommand, defineFlags, type InvocationOf } from "../command.js";
import { classifierFlags } from "../flags/classifier-flags.js";
import { elsewhereFlags } from "../flags/elsewhere-flags.js";
import {
  asTyped,
  given,
  notEmpty,
  plannedConstraints,
  plannedJudging,
  plannedMethod,
  plannedRun,
} from "../flags/plan-flags.js";
import { constraintFlags, methodFlag, methodFlags, parseKs } from "../flags/selection-flags.js";
import {
  pluginFlag,
  rareClassesFlag,
  readFlags,
  resultFlags,
  rowGroupsFlag,
  runFlags,
} from "../flags/shared-flags.js";
import { judgeFlags, plannedTuning, triedFlags } from "../flags/tune-flags.js";
import { openDataset } from "../input/open-data.js";
import { withCosts } from "../input/with-costs.js";
import { writeJson } from "../output/json.js";
import { makeReport, reportFlags, writeReport } from "../output/report-flag.js";
import { saveFlag, saveRecipe } from "../output/save-recipe.js";
import { seconds } from "../output/terminal.js";
import { printTuning } from "../output/tuning-table.js";
import { runPlan } from "../resumable.js";

const flags = defineFlags((words) => ({
  Tuning: {
    ...methodFlag(),
    ks: {
      value: "N,…",
      type: "list",
      help: "numbers of features to try: 5,10,20, or from:to:step (1 to 200, each about 1.6 times the last)",
    },
    k: { value: "N", type: "list", help: "fix k; tune the options only" },
    ...triedFlags,
    ...judgeFlags,
    folds: {
      value: "N",
      type: "number",
      help: "number of folds; at most the rows of the smallest class (5)",
    },
    repeats: { value: "N", type: "number", help: "number of times to repeat the folds (1)" },
    ...rareClassesFlag(),
    "select-on": {
      value: "WAY",
      choices: ["scaled", "raw"],
      help: "standardise the values, or use the raw data (scaled)",
    },
    ...constraintFlags,
    ...rowGroupsFlag,
    ...reportFlags,
  },
  ...methodFlags(words),
  "Saving for new data": saveFlag("the features that the chosen setting selects on all rows"),
  Judging: classifierFlags("the classifier to evaluate with, which --save also fits and saves (svm)"),
  Reading: readFlags,
  Running: { ...runFlags, ...pluginFlag },
  "On other machines": elsewhereFlags,
  Talking: resultFlags,
}));

/** `salience tune`: chooses k and a method's options, and says why. */
export const tune = defineCommand({
  examples: [
    "salience tune data.csv --target class",
    "salience tune data.csv --target class --gammas 0.01,0.1,1 --ps 1,0.5 --ks 5,10,20,40",
    "salience tune data.csv --target class --method mrmr --k 20 --metric balanced-accuracy",
    "salience tune data.csv --target class --method relieff --try neighbours=3,10,30 --try distance=manhattan,euclidean",
    "salience tune scans.csv --target tumour --row-groups patient --metric balanced-accuracy",
    "salience tune bundled:digits --method fisher --ks 5:60:5 --json tuning.json",
    "salience tune data.csv --target class --report tuning.html",
    "salience tune data.csv --target class --classifier svm --save recipe.json",
    "salience tune --method mrmr --help   (the options of a method)",
  ],
  flags,
  run,
});

type Given = InvocationOf<typeof flags>;

async function run(invocation: Given): Promise<void> {
  const { files, flags, terminal } = invocation;
  const plan = await withCosts(planOf(invocation), flags.costs);
  const outputs = [flags.json, flags.report, flags.latex, flags.svg, flags.save];
  const data = await openDataset(invocation);
  const { study, forget } = await runPlan(
    invocation,
    plan,
    outputs,
    (context) => runStudy(data, plan, context),
    [data],
  );
  const { tuning, seconds: spent } = study;
  if (flags.json !== undefined) await writeJson(flags.json, { ...tuning.toJSON(), plan }, terminal);
  await writeReport(flags, await makeReport(invocation, data, plan, study), terminal);
  if (flags.save !== undefined) {
    const judged = { judge: plan.judge, model: flags.classifier === undefined ? undefined : true };
    await saveRecipe(invocation, data, given({ ...tunedPlan(plan, tuning), ...judged }), flags.save);
  }
  forget();
  printTuning(tuning, terminal);
  const typed = asTyped(tunedPlan(plan, tuning), files, flags);
  terminal.print();
  terminal.print(terminal.dim(`to select with these settings: ${commandOf(typed)}`));
  terminal.wrote(...outputs);
  if (flags.verbose) terminal.note(`tuned in ${seconds(spent)}`);
}

/** What the flags ask for, checked before any file is read. */
function planOf({ files, flags }: Given): TunePlan {
  if (flags.k !== undefined && flags.ks !== undefined)
    throw new InputError(
      "command-line",
      "--k and --ks are both given; use --ks to try several numbers of features, or --k to fix one",
    );
  const ks = flags.ks ?? flags.k;
  const plan = given({
    task: "tune",
    ...plannedRun(files, flags),
    select: given({
      ...plannedMethod(flags),
      selectOn: flags["select-on"],
      ...plannedConstraints(flags),
    }),
    tune: notEmpty(
      given({
        k: ks && parseKs(ks, flags.ks === undefined ? "--k" : "--ks"),
        ...plannedTuning(flags),
      }),
    ),
    judge: plannedJudging(flags, flags.folds, defaultClassifier),
  } as const);
  parsePlan(plan);
  return plan;
}
