import {
  defaultMethod,
  InputError,
  type KernelsName,
  type PlainTuneOptions,
  selectors,
  tuneWith,
  tuningReport,
} from "../../internal.js";
import { defineCommand, type Invocation } from "../command.js";
import { classifierFlags, readClassifier } from "../flags/classifier-flags.js";
import type { FlagValues } from "../flags/flag.js";
import {
  constraintFlags,
  givenMethodOptions,
  givenNames,
  methodFlags,
  parseKs,
} from "../flags/selection-flags.js";
import {
  rareClassesFlag,
  readFlags,
  resultFlags,
  rowGroupsFlag,
  runFlags,
  threadCount,
} from "../flags/shared-flags.js";
import { givenTuneSettings, judgeFlags, triedFlags } from "../flags/tune-flags.js";
import { openDataset } from "../input/open-dataset.js";
import { writeJson } from "../output/json.js";
import { originOf, reportFlag, writeReport } from "../output/report-flag.js";
import { seconds } from "../output/terminal.js";
import { printTuning, selectCommand } from "../output/tuning-table.js";
import { runResumable } from "../resumable.js";

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
    "salience tune --method mrmr --help   (the options of a method)",
  ],
  flags: (words) => ({
    Tuning: {
      method: { value: "NAME", help: `the method: ${Object.keys(selectors).join(", ")} (${defaultMethod})` },
      ks: {
        value: "N,…",
        type: "list",
        help: "numbers of features to choose from: 5,10,20, or from:to:step (1 to 200 in steps of about 1.6)",
      },
      k: { value: "N", type: "list", help: "so many features: only options are chosen" },
      ...triedFlags,
      ...judgeFlags,
      folds: {
        value: "N",
        type: "number",
        help: "how many folds; at most the rows of the smallest class (5)",
      },
      repeats: { value: "N", type: "number", help: "how often the folds are made anew (1)" },
      ...rareClassesFlag(),
      "select-on": {
        value: "WAY",
        choices: ["scaled", "raw"],
        help: "whether the method sees standardised values or the data as it is (scaled)",
      },
      ...constraintFlags,
      ...rowGroupsFlag,
      ...reportFlag,
    },
    ...methodFlags(words),
    Judging: classifierFlags(),
    Reading: readFlags,
    Running: runFlags,
    Talking: resultFlags,
  }),
  run,
});

async function run(invocation: Invocation): Promise<void> {
  const { file, flags, terminal } = invocation;
  const options = givenOptions(flags);
  const threads = threadCount(flags);
  const json = flags.json as string | undefined;
  const report = flags.report as string | undefined;
  const data = await openDataset(invocation);
  const how = { name: "tune", title: "tuning", threads, beside: json ?? report };
  const {
    result: tuning,
    seconds: spent,
    forget,
  } = await runResumable(invocation, how, (run) => tuneWith(data, { ...options, ...run }));
  if (json !== undefined) await writeJson(json, { ...tuning, seconds: spent }, terminal);
  if (report !== undefined) {
    const timings = [{ label: "tuning", seconds: spent }];
    await writeReport(
      report,
      tuningReport(tuning, { timings, ...originOf(invocation, ["keep", "exclude"]) }),
      terminal,
    );
  }
  forget();
  printTuning(tuning, terminal);
  terminal.print();
  terminal.print(terminal.dim(`to select with it: ${selectCommand(tuning, file, flags)}`));
  if (json !== undefined && json !== "-") terminal.note(`wrote ${json}`);
  if (flags.verbose) terminal.note(`tuned in ${seconds(spent)}`);
}

function givenOptions(flags: FlagValues): PlainTuneOptions {
  const method = (flags.method as string | undefined) ?? defaultMethod;
  const own = givenMethodOptions(method, flags);
  if (flags.k !== undefined && flags.ks !== undefined)
    throw new InputError(
      "command-line",
      "--k and --ks are both given; --ks are numbers to choose from, --k is the wanted one",
    );
  const ks = (flags.ks ?? flags.k) as readonly string[] | undefined;
  return {
    options: own,
    ...givenTuneSettings(method, flags),
    method,
    k: ks && parseKs(ks, flags.ks === undefined ? "--k" : "--ks"),
    folds: flags.folds as number | undefined,
    repeats: flags.repeats as number | undefined,
    rareClasses: flags["rare-classes"] as PlainTuneOptions["rareClasses"],
    ...readClassifier(flags, "svm"),
    selectOn: flags["select-on"] as PlainTuneOptions["selectOn"],
    keep: givenNames(flags, "keep"),
    exclude: givenNames(flags, "exclude"),
    seed: flags.seed as number | undefined,
    kernels: flags.kernels as KernelsName | undefined,
  };
}
