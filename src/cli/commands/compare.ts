import { flagName } from "../../core/text.js";
import {
  allSelectors,
  type ComparePlan,
  checkedBaselines,
  type Dataset,
  defaultClassifier,
  findJudge,
  findSelector,
  InputError,
  metricOption,
  parsePlan,
  runStudy,
  suits,
  testReading,
} from "../../internal.js";
import { fileIdentity } from "../../node/file-identity.js";
import { writeFileWhole } from "../../node/write-file.js";
import { defineCommand, defineFlags, type InvocationOf } from "../command.js";
import { classifierFlags } from "../flags/classifier-flags.js";
import { elsewhereFlags } from "../flags/elsewhere-flags.js";
import {
  given,
  notEmpty,
  parseFolds,
  plannedConstraints,
  plannedFile,
  plannedJudging,
  plannedRun,
} from "../flags/plan-flags.js";
import {
  constraintFlags,
  givenOptions,
  methodFlags,
  methodNames,
  parseKs,
} from "../flags/selection-flags.js";
import {
  pluginFlag,
  rareClassesFlag,
  readFlags,
  readOptions,
  resultFlags,
  rowGroupsFlag,
  runFlags,
} from "../flags/shared-flags.js";
import { openDataset } from "../input/open-data.js";
import { withCosts } from "../input/with-costs.js";
import { comparisonCsv, printComparison } from "../output/comparison-table.js";
import { writeJson } from "../output/json.js";
import { makeReport, reportFlags, writeReport } from "../output/report-flag.js";
import { seconds, type Terminal } from "../output/terminal.js";
import { runPlan } from "../resumable.js";

const flags = defineFlags((words) => ({
  // A page with all options of all methods would help nobody; the help of `select` lists those of one method.
  ...(words ? {} : methodFlags()),
  Comparing: {
    methods: {
      value: "NAME,…",
      type: "list",
      help: `the methods, or all: ${methodNames()}; for their options see salience select --method NAME --help`,
    },
    k: {
      value: "N,…",
      type: "list",
      help: "number of features: 20, or 10,20,40, or from:to:step (20, or half of the features if there are no more)",
    },
    baselines: {
      value: "NAME,…",
      type: "list",
      help: "what to hold the methods against: all (the classifier on all features), random (k features drawn at random in every fold), or both",
    },
    protocol: {
      value: "NAME",
      choices: ["nested", "paper"],
      help: "nested: select on training rows only; paper: select on all rows, which leaks (nested)",
    },
    "side-by-side": { help: "--no-side-by-side: do not also measure with the other protocol" },
    folds: { value: "N", help: "number of folds, or leave-one-out (5)" },
    repeats: { value: "N", type: "number", help: "number of times to repeat the folds (1)" },
    ...rowGroupsFlag,
    test: {
      value: "FILE",
      file: "input",
      help: "test on this file instead of folds; it needs the same feature names and no new classes",
    },
    metric: {
      value: "NAME",
      choices: metricOption.choices,
      help: "the metric to sort by and to test for differences (accuracy)",
    },
    permutations: {
      value: "N",
      type: "number",
      help: "number of label permutations, to see the level of chance; 20 or more (0)",
    },
    ...rareClassesFlag(),
    tune: {
      help: "tune each method's options for each k, by folds inside the training folds; see salience tune --help",
    },
    "select-on": {
      value: "WAY",
      choices: ["scaled", "raw"],
      help: "standardise the values, or use the raw data (scaled)",
    },
    ...constraintFlags,
    csv: { value: "F", file: "output", help: "write the results as a table to this file" },
    ...reportFlags,
  },
  Judging: classifierFlags("the classifier to evaluate with (svm)"),
  Reading: readFlags,
  Running: { ...runFlags, ...pluginFlag },
  "On other machines": elsewhereFlags,
  Talking: resultFlags,
}));

/** `salience compare`: compares methods on the same folds. */
export const compare = defineCommand({
  examples: [
    "salience compare data.csv --target class --methods dfs,mrmr,fisher --k 10:100:5",
    "salience compare a.csv b.csv --target class --methods dfs,fisher --k 20 --json result.json --csv result.csv",
    "salience compare data.csv --target class --methods dfs,relieff --k 10,20 --permutations 20",
    "salience compare data.csv --target class --methods dfs,mrmr --k 5:50:5 --baselines all,random",
    "salience compare data.csv --target class --methods dfs,mrmr,fisher --k 5:50:5 --report comparison.html",
    "salience compare scans.csv --target tumour --row-groups patient --methods dfs,mrmr --metric balanced-accuracy",
    "salience compare train.csv --test test.csv --target class --methods dfs,fisher --classifier knn --nearest 3",
    "salience compare bundled:digits --methods fisher,mrmr --k 5:30:5 --protocol paper",
    "salience compare data.csv --target class --methods dfs,mrmr --k 10,20 --tune",
    "salience compare data.csv --target class --methods all --k 10",
    "salience compare data.csv --target class --methods dfs,mrmr --cluster redis://host:6379   (workers: salience worker --help)",
    "salience compare data.csv --target class --methods dfs,mrmr --submit slurm --run runs/a --sbatch time=2:00:00",
    "salience compare data.csv --target class --methods dfs,mrmr --shards 20 --run runs/a   (then: salience work, salience gather)",
  ],
  flags,
  run,
});

type Given = InvocationOf<typeof flags>;

async function run(invocation: Given): Promise<void> {
  const { flags, terminal } = invocation;
  const given = await withCosts(planOf(invocation), flags.costs);
  const outputs = [flags.json, flags.csv, flags.report, flags.latex, flags.svg];
  const datasets = await readAll(invocation);
  const plan = isAll(flags.methods) ? withSuited(given, datasets, terminal) : given;
  const test = await readTest(invocation, datasets[0]);
  const data = test ? [...datasets, test] : datasets;
  const { study, forget } = await runPlan(
    invocation,
    plan,
    outputs,
    (context) => runStudy(data, plan, context),
    data,
  );
  const { comparison, seconds: spent } = study;
  if (flags.json !== undefined) await writeJson(flags.json, { ...comparison.toJSON(), plan }, terminal);
  if (flags.csv !== undefined)
    await writeFileWhole(flags.csv, [new TextEncoder().encode(comparisonCsv(comparison))]);
  await writeReport(flags, await makeReport(invocation, data, plan, study), terminal);
  forget();
  printComparison(comparison, terminal);
  terminal.wrote(...outputs);
  if (flags.verbose) terminal.note(`compared in ${seconds(spent)}`);
}

const isAll = (methods: readonly string[] | undefined) => methods?.length === 1 && methods[0] === "all";

/** Of all methods those that can be used with every data set; the user is told which ones cannot. */
function withSuited(plan: ComparePlan, datasets: readonly Dataset[], terminal: Terminal): ComparePlan {
  const { methods } = plan.select;
  const fits = methods.filter(({ method }) => datasets.every((data) => suits(findSelector(method!), data)));
  const left = methods.filter((one) => !fits.includes(one)).map(({ method }) => method);
  if (left.length > 0) terminal.note(`note: left out, because the target is a number: ${left.join(", ")}`);
  return { ...plan, select: { ...plan.select, methods: fits } };
}

/** What the flags ask for, checked before any file is read. */
function planOf({ files, flags }: Given): ComparePlan {
  if (flags.test !== undefined && files.length > 1)
    throw new InputError(
      "command-line",
      `--test needs exactly one data file; ${files.length} were given; compare them one at a time`,
    );
  if (flags.test !== undefined && flags["row-groups"] !== undefined)
    throw new InputError(
      "command-line",
      "--test replaces the folds, so --row-groups has no effect; leave it out",
    );
  const run = plannedRun(files, flags);
  const plan: ComparePlan = given({
    task: "compare",
    ...run,
    data: [
      ...run.data,
      ...(flags.test === undefined ? [] : [{ ...plannedFile(flags.test, flags), role: "test" } as const]),
    ],
    select: given({
      methods: plannedMethods(flags, flags.classifier ?? defaultClassifier),
      k: flags.k === undefined ? undefined : parseKs(flags.k),
      baselines: flags.baselines === undefined ? undefined : checkedBaselines(flags.baselines),
      selectOn: flags["select-on"],
      ...plannedConstraints(flags),
    }),
    judge: notEmpty(
      given({
        ...plannedJudging(flags, parseFolds(flags.folds), defaultClassifier),
        protocol: flags.protocol,
        sideBySide: flags["side-by-side"],
        permutations: flags.permutations,
      }),
    ),
    tune: flags.tune ? {} : undefined,
  });
  parsePlan(plan);
  return plan;
}

/** The methods, each with the given options that it has; an option that neither a method nor the classifier has is refused. */
function plannedMethods(flags: Given["flags"], classifier: string): ComparePlan["select"]["methods"] {
  const asked = flags.methods;
  if (!asked || asked.length === 0)
    throw new InputError(
      "command-line",
      `--methods is needed: names separated by commas, from ${methodNames()}; or all`,
    );
  const names = isAll(asked) ? allSelectors().map(({ name }) => name) : asked;
  const chosen = names.map((name) => findSelector(name));
  const all = allSelectors().flatMap(({ options }) => Object.keys(options));
  for (const name of Object.keys(givenOptions(all, flags)))
    if (![...chosen, findJudge(classifier)].some(({ options }) => Object.hasOwn(options, name)))
      throw new InputError(
        "command-line",
        `--${flagName(name)} is not an option of ${names.join(", ")}; leave it out`,
      );
  return chosen.map(({ name, options }) =>
    given({ method: name, options: notEmpty(givenOptions(Object.keys(options), flags)) }),
  );
}

async function readAll(invocation: Given): Promise<Dataset[]> {
  const datasets: Dataset[] = [];
  for (const file of invocation.files) datasets.push(await openDataset({ ...invocation, file }));
  const [first, ...others] = datasets;
  const odd = others.find(({ labelName }) => labelName !== first.labelName);
  if (odd && readOptions(invocation.flags).target === undefined)
    throw new InputError(
      "command-line",
      `the target of ${first.source.name} is "${first.labelName}", but that of ${odd.source.name} is "${odd.labelName}"; name one with --target`,
    );
  return datasets;
}

/** The test file, with the features of the data; undefined if there is none. */
async function readTest(invocation: Given, data: Dataset): Promise<Dataset | undefined> {
  const { flags, files } = invocation;
  if (flags.test === undefined) return undefined;
  const file = flags.test;
  if (await isSameFile(file, files[0]))
    throw new InputError(
      "command-line",
      `${file} is both the data and the test file; test on rows that were not used for training`,
    );
  const { labels } = readOptions(flags);
  const test = await openDataset({ ...invocation, file }, testReading(data));
  if (labels !== undefined && !(data.rowIds && test.rowIds))
    throw new InputError(
      "command-line",
      `--labels can serve both ${data.source.name} and ${file} only if they have row ids; name their column with --id-column`,
    );
  return test;
}

/** Whether two paths lead to the same file; paths that do not exist are left to the reader. */
async function isSameFile(...paths: readonly [string, string]): Promise<boolean> {
  const [one, other] = await Promise.all(paths.map((path) => fileIdentity(path).catch(() => null)));
  return one !== null && one === other;
}
