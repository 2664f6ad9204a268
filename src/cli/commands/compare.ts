import { realpath } from "node:fs/promises";
import {
  compareWith,
  comparisonReport,
  completeOptions,
  type Dataset,
  findSelector,
  InputError,
  type KernelsName,
  type MetricName,
  metricOption,
  type PlainCompareOptions,
  selectors,
} from "../../internal.js";
import { writeFileWhole } from "../../node/write-file.js";
import { defineCommand, type Invocation } from "../command.js";
import { classifierFlags, readClassifier } from "../flags/classifier-flags.js";
import { type FlagValues, toFlagName } from "../flags/flag.js";
import { constraintFlags, givenNames, methodFlags, parseKs } from "../flags/selection-flags.js";
import {
  rareClassesFlag,
  readFlags,
  resultFlags,
  rowGroupsFlag,
  runFlags,
  threadCount,
} from "../flags/shared-flags.js";
import { openDataset } from "../input/open-dataset.js";
import { comparisonCsv, printComparison } from "../output/comparison-table.js";
import { writeJson } from "../output/json.js";
import { originOf, reportFlag, writeReport } from "../output/report-flag.js";
import { seconds } from "../output/terminal.js";
import { runResumable } from "../resumable.js";

/** `salience compare`: methods side by side, on the same folds. */
export const compare = defineCommand({
  examples: [
    "salience compare data.csv --target class --methods dfs,mrmr,fisher --k 10:100:5",
    "salience compare a.csv b.csv --target class --methods dfs,fisher --k 20 --json result.json --csv result.csv",
    "salience compare data.csv --target class --methods dfs,relieff --k 10,20 --permutations 20",
    "salience compare data.csv --target class --methods dfs,mrmr,fisher --k 5:50:5 --report comparison.html",
    "salience compare scans.csv --target tumour --row-groups patient --methods dfs,mrmr --metric balanced-accuracy",
    "salience compare train.csv --test test.csv --target class --methods dfs,fisher --classifier knn --nearest 3",
    "salience compare bundled:digits --methods fisher,mrmr --k 5:30:5 --protocol paper",
    "salience compare data.csv --target class --methods dfs,mrmr --k 10,20 --tune",
  ],
  flags: (words) => ({
    // A page of all options of all methods would help nobody; that of `select` has those of one method.
    ...(words ? {} : methodFlags()),
    Comparing: {
      methods: {
        value: "NAME,…",
        type: "list",
        help: `the methods: ${Object.keys(selectors).join(", ")}; their options are those of salience select --method NAME --help`,
      },
      k: { value: "N,…", type: "list", help: "how many features: 20, or 10,20,40, or from:to:step (20)" },
      protocol: {
        value: "NAME",
        choices: ["nested", "paper"],
        help: "nested: selection sees training rows only; paper: all rows, which leaks (nested)",
      },
      "side-by-side": { help: "--no-side-by-side leaves out the accuracy of the other protocol" },
      folds: { value: "N", help: "how many folds, or leave-one-out (5)" },
      repeats: { value: "N", type: "number", help: "how often the folds are made anew (1)" },
      ...rowGroupsFlag,
      test: {
        value: "FILE",
        file: "input",
        help: "test on this file in place of folds; it needs the same features by name, and known classes",
      },
      metric: {
        value: "NAME",
        choices: metricOption.choices,
        help: "what the table is sorted by and tests are made on (accuracy)",
      },
      permutations: {
        value: "N",
        type: "number",
        help: "shuffled labels to see what chance gives; 20 or more (0)",
      },
      ...rareClassesFlag(),
      tune: {
        help: "choose each method's options for each k by folds inside the training folds; see salience tune --help",
      },
      "select-on": {
        value: "WAY",
        choices: ["scaled", "raw"],
        help: "whether methods see standardised values or the data as it is (scaled)",
      },
      ...constraintFlags,
      csv: { value: "F", file: "output", help: "write the figures as a table to this file" },
      ...reportFlag,
    },
    Judging: classifierFlags("the model that judges (svm)"),
    Reading: readFlags,
    Running: runFlags,
    Talking: resultFlags,
  }),
  run,
});

async function run(invocation: Invocation): Promise<void> {
  const { flags, terminal } = invocation;
  const options = { ...givenOptions(flags), methods: givenMethods(flags) };
  const threads = threadCount(flags);
  const report = flags.report as string | undefined;
  const outputs = [flags.json, flags.csv].filter((file) => file !== undefined && file !== "-") as string[];
  const datasets = await readAll(invocation);
  const test = await readTest(invocation, datasets[0]);
  const how = { name: "compare", title: "comparing", threads, beside: outputs[0] ?? report };
  const {
    result: comparison,
    seconds: spent,
    forget,
  } = await runResumable(invocation, how, (run) =>
    compareWith(datasets, {
      ...options,
      test: test && [test],
      ...run,
    }),
  );
  if (flags.json !== undefined)
    await writeJson(flags.json as string, { ...comparison, seconds: spent }, terminal);
  if (flags.csv !== undefined)
    await writeFileWhole(flags.csv as string, [new TextEncoder().encode(comparisonCsv(comparison))]);
  if (report !== undefined) {
    const timings = [{ label: "the whole comparison", seconds: spent }];
    const origin = originOf(invocation, ["row-groups", "rare-classes"]);
    await writeReport(report, comparisonReport(comparison, { timings, ...origin }), terminal);
  }
  forget();
  printComparison(comparison, terminal);
  for (const file of outputs) terminal.note(`wrote ${file}`);
  if (flags.verbose) terminal.note(`compared in ${seconds(spent)}`);
}

function givenOptions(flags: FlagValues): Omit<PlainCompareOptions, "methods"> {
  const folds = flags.folds as string | undefined;
  if (folds !== undefined && folds !== "leave-one-out" && !/^\d+$/.test(folds))
    throw new InputError(
      "command-line",
      `--folds must be a whole number of at least 2, or leave-one-out; "${folds}" was given`,
    );
  if (flags.metric === "auc" && folds === "leave-one-out")
    throw new InputError(
      "command-line",
      "--metric auc needs several test rows, and leave-one-out has one; leave one of them out",
    );
  requireTestAlone(flags);
  return {
    k: flags.k === undefined ? 20 : parseKs(flags.k as readonly string[]),
    protocol: flags.protocol as PlainCompareOptions["protocol"],
    sideBySide: flags["side-by-side"] as boolean | undefined,
    folds: folds === undefined || folds === "leave-one-out" ? folds : Number(folds),
    repeats: flags.repeats as number | undefined,
    permutations: flags.permutations as number | undefined,
    tune: flags.tune as boolean | undefined,
    rareClasses: flags["rare-classes"] as PlainCompareOptions["rareClasses"],
    metric: flags.metric as MetricName | undefined,
    ...readClassifier(flags, "svm"),
    selectOn: flags["select-on"] as PlainCompareOptions["selectOn"],
    keep: givenNames(flags, "keep"),
    exclude: givenNames(flags, "exclude"),
    seed: flags.seed as number | undefined,
    kernels: flags.kernels as KernelsName | undefined,
  };
}

/** The methods, each with those of the given options that it has; an option that none has is refused. */
function givenMethods(flags: FlagValues): PlainCompareOptions["methods"] {
  const names = flags.methods as readonly string[] | undefined;
  if (!names || names.length === 0)
    throw new InputError(
      "command-line",
      `--methods is needed: names with commas, of ${Object.keys(selectors).join(", ")}`,
    );
  const chosen = names.map(findSelector);
  const given = new Set(
    Object.values(selectors)
      .flatMap(({ options }) => Object.keys(options))
      .filter((name) => flags[toFlagName(name)] !== undefined),
  );
  for (const name of given)
    if (!chosen.some(({ options }) => Object.hasOwn(options, name)))
      throw new InputError(
        "command-line",
        `--${toFlagName(name)} is no option of ${names.join(", ")}; leave it out`,
      );
  return chosen.map(({ name: method, options }) => {
    const own = Object.fromEntries(
      [...given]
        .filter((name) => Object.hasOwn(options, name))
        .map((name) => [name, flags[toFlagName(name)]]),
    );
    completeOptions(method, options, own);
    return { method, options: own };
  });
}

async function readAll(invocation: Invocation): Promise<Dataset[]> {
  if (invocation.flags.test !== undefined && invocation.files.length > 1)
    throw new InputError(
      "command-line",
      `--test goes with one file of data; ${invocation.files.length} were given, compare them one by one`,
    );
  const datasets: Dataset[] = [];
  for (const file of invocation.files) datasets.push(await openDataset({ ...invocation, file }));
  const [first, ...others] = datasets;
  const odd = others.find(({ labelName }) => labelName !== first.labelName);
  if (odd && invocation.flags.target === undefined)
    throw new InputError(
      "command-line",
      `the target of ${first.source.name} is "${first.labelName}", that of ${odd.source.name} is "${odd.labelName}"; name the one that is meant with --target`,
    );
  return datasets;
}

/** A test file takes the place of folds, so whatever is about folds cannot be meant. */
function requireTestAlone(flags: FlagValues): void {
  if (flags.test === undefined) return;
  const odd = ["folds", "repeats", "row-groups", "rare-classes"].find((name) => flags[name] !== undefined);
  if (odd)
    throw new InputError(
      "command-line",
      `--test takes the place of folds, so --${odd} has no meaning beside it; leave it out`,
    );
}

/** The file to test on, with the features of the data; undefined where there is none. */
async function readTest(invocation: Invocation, data: Dataset): Promise<Dataset | undefined> {
  const { flags, files } = invocation;
  if (flags.test === undefined) return undefined;
  const file = flags.test as string;
  if ((await placeOf(file)) === (await placeOf(files[0])))
    throw new InputError(
      "command-line",
      `${file} is both the data and the test file; what is tested must not have been seen`,
    );
  const test = await openDataset({ ...invocation, file }, { features: data.featureNames });
  if (flags.labels !== undefined && !(data.rowIds && test.rowIds))
    throw new InputError(
      "command-line",
      `--labels can only serve ${data.source.name} and ${file} both by row ids; name their column with --id-column`,
    );
  return test;
}

/** One name for one file, by whatever path it is given; what is not there has only its own. */
const placeOf = (file: string): Promise<string> => realpath(file).catch(() => file);
