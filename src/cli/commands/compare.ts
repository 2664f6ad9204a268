import {
  type CompareOptions,
  compare as compareMethods,
  comparisonReport,
  completeOptions,
  type Dataset,
  findSelector,
  InputError,
  type MetricName,
  metricOption,
  selectors,
} from "../../internal.js";
import { requireWritableFile, writeFileWhole } from "../../node/write-file.js";
import type { Command, Invocation } from "../command.js";
import { classifierFlags, readClassifier } from "../flags/classifier-flags.js";
import { constraintFlags, givenNames } from "../flags/constraint-flags.js";
import { type FlagValues, toFlagName } from "../flags/flag.js";
import { methodFlags } from "../flags/method-flags.js";
import { parseKs } from "../flags/parse-ks.js";
import {
  kernelsName,
  rareClassesFlag,
  readFlags,
  rowGroupsFlag,
  talkFlags,
  taskRunFlags,
  taskThreads,
} from "../flags/shared-flags.js";
import { openDataset } from "../input/open-dataset.js";
import { readTest, requireTestAlone } from "../input/open-test.js";
import { comparisonCsv } from "../output/comparison-csv.js";
import { printComparison } from "../output/comparison-table.js";
import { writeJson } from "../output/json.js";
import { originOf, reportFile, reportFlag, writeReport } from "../output/report-flag.js";
import { seconds } from "../output/terminal.js";
import { runResumable } from "../resumable.js";

/** `salience compare`: methods side by side, on the same folds. */
export const compare: Command = {
  name: "compare",
  summary:
    "methods side by side: what their selections predict, how redundant and stable they are, and their time",
  positional: "FILE…",
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
      csv: { value: "F", help: "write the figures as a table to this file" },
      ...reportFlag,
    },
    Judging: classifierFlags("the model that judges (svm)"),
    Reading: readFlags,
    Running: taskRunFlags,
    Talking: talkFlags,
  }),
  run,
};

async function run(invocation: Invocation): Promise<void> {
  const { flags, terminal } = invocation;
  const options = { ...givenOptions(flags), methods: givenMethods(flags) };
  const threads = taskThreads(flags);
  const report = await reportFile(flags);
  const outputs = [flags.json, flags.csv].filter((file) => file !== undefined && file !== "-") as string[];
  for (const file of outputs) await requireWritableFile(file);
  const datasets = await readAll(invocation);
  const test = await readTest(invocation, datasets[0]);
  const how = { name: "compare", title: "comparing", threads, beside: outputs[0] ?? report ?? undefined };
  const {
    result: comparison,
    seconds: spent,
    forget,
  } = await runResumable(invocation, how, (run) =>
    compareMethods(datasets, {
      ...options,
      test: test && [test],
      ...run,
    }),
  );
  if (flags.json !== undefined)
    await writeJson(flags.json as string, { ...comparison, seconds: spent }, terminal);
  if (flags.csv !== undefined)
    await writeFileWhole(flags.csv as string, [new TextEncoder().encode(comparisonCsv(comparison))]);
  if (report !== null) {
    const timings = [{ label: "the whole comparison", seconds: spent }];
    const origin = originOf(invocation, ["row-groups", "rare-classes"]);
    await writeReport(report, comparisonReport(comparison, { timings, ...origin }), terminal);
  }
  forget();
  printComparison(comparison, terminal);
  for (const file of outputs) terminal.note(`wrote ${file}`);
  if (flags.verbose) terminal.note(`compared in ${seconds(spent)}`);
}

function givenOptions(flags: FlagValues): Omit<CompareOptions, "methods"> {
  if (flags.csv === "-")
    throw new InputError("command-line", "--csv needs the name of a file; --json - prints the result");
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
    protocol: flags.protocol as CompareOptions["protocol"],
    sideBySide: flags["side-by-side"] as boolean | undefined,
    folds: folds === undefined || folds === "leave-one-out" ? folds : Number(folds),
    repeats: flags.repeats as number | undefined,
    permutations: flags.permutations as number | undefined,
    tune: flags.tune as boolean | undefined,
    rareClasses: flags["rare-classes"] as CompareOptions["rareClasses"],
    metric: flags.metric as MetricName | undefined,
    ...readClassifier(flags, "svm"),
    selectOn: flags["select-on"] as CompareOptions["selectOn"],
    keep: givenNames(flags, "keep"),
    exclude: givenNames(flags, "exclude"),
    seed: flags.seed as number | undefined,
    kernels: kernelsName(flags),
  };
}

/** The methods, each with those of the given options that it has; an option that none has is refused. */
function givenMethods(flags: FlagValues): CompareOptions["methods"] {
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
    return { method, ...own };
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
