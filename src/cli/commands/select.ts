import {
  type Dataset,
  defaultMethod,
  type FeatureGroups,
  findSelector,
  InputError,
  imageShape,
  type KernelsName,
  type MetricName,
  metricOption,
  type PlainTuneOptions,
  type RunOptions,
  readFeatureGroups,
  type Selection,
  selectionJson,
  selectors,
  selectTunedWith,
  selectWith,
  type Tuning,
} from "../../internal.js";
import { fileSource } from "../../node/file-source.js";
import { datasetEndings, writeDataset } from "../../node/write-dataset.js";
import { defineCommand, type Invocation, type Outcome } from "../command.js";
import { classifierFlags, type GivenClassifier, readClassifier } from "../flags/classifier-flags.js";
import type { Flags, FlagValues } from "../flags/flag.js";
import { constraintFlags, givenMethodOptions, givenNames, methodFlags } from "../flags/selection-flags.js";
import {
  rareClassesFlag,
  readFlags,
  resultFlags,
  rowGroupsFlag,
  runFlags,
  threadCount,
} from "../flags/shared-flags.js";
import { openDataset } from "../input/open-dataset.js";
import { writeJson } from "../output/json.js";
import { writeReport } from "../output/report-flag.js";
import { saveRecipe } from "../output/save-recipe.js";
import { reportOfSelection, reportWishes, selectionReportFlags } from "../output/selection-report.js";
import { printSelection } from "../output/selection-table.js";
import { seconds, type Terminal } from "../output/terminal.js";
import { runResumable } from "../resumable.js";

/** `salience select`: rank the features of a file and pick the best. */
export const select = defineCommand({
  examples: [
    "salience select data.csv --target class --k 20",
    "salience select data.csv --target class --k 20 --out selected.csv",
    "salience select data.csv --target class --k 20 --report selection.html",
    "salience select genes.csv.gz --samples-in columns --labels samples.csv --json ranking.json",
    "salience select cells.h5ad --target cell_type --transform normalize-total,log1p --k 50",
    "salience select patients.csv --target class --k 20 --keep age,sex --exclude 'batch_*'",
    "salience select probes.csv --target class --k 20 --feature-groups genes.csv",
    "salience select data.csv --target class --k 20 --classifier svm --save recipe.json",
    "salience select bundled:digits --k 10 --json -",
    "salience select data.csv --target class --k auto",
    "salience select scans.csv --target tumour --k auto --row-groups patient --metric balanced-accuracy",
    "salience select --method relieff --help   (the options of a method)",
  ],
  flags: (words) => ({
    Selecting: {
      method: { value: "NAME", help: `the method: ${Object.keys(selectors).join(", ")} (${defaultMethod})` },
      k: { value: "N", help: "how many features to pick, or auto: found by tuning, with the options (20)" },
      ...constraintFlags,
      ...groupFlag,
      ...autoFlags,
      ...anytimeFlag,
      out: {
        value: "F",
        file: "output",
        endings: datasetEndings,
        help: "write the data with only the picked features: .csv, .parquet or .npz",
      },
    },
    ...methodFlags(words),
    Reporting: selectionReportFlags,
    "Keeping it for new data": {
      save: { value: "F", file: "output", help: "write a recipe for salience apply, predict and repeat" },
      ...classifierFlags("with --save: also a model of this kind, fitted on the picked features"),
    },
    Reading: readFlags,
    Running: runFlags,
    Talking: resultFlags,
  }),
  run,
});

const groupFlag = {
  "feature-groups": {
    value: "FILE",
    file: "input",
    help: "features that are picked or left together: a table of feature and group; a group counts as one in k",
  },
} as const satisfies Flags;

async function run(invocation: Invocation): Promise<Outcome> {
  const { flags, terminal } = invocation;
  const method = (flags.method as string | undefined) ?? defaultMethod;
  const options = givenMethodOptions(method, flags);
  checkAnytime(invocation, method);
  const k = givenK(flags);
  checkAuto(flags);
  const kernels = flags.kernels as KernelsName | undefined;
  const keep = givenNames(flags, "keep");
  const exclude = givenNames(flags, "exclude");
  const wishes = reportWishes(flags);
  const report = flags.report as string | undefined;
  const judge = givenClassifier(flags);
  const data = await openDataset(invocation);
  if (report !== undefined) imageShape(data, wishes.image);
  if (judge.classifier !== undefined && !data.labels)
    throw new InputError(
      "command-line",
      "--classifier needs classes to learn; name the label column with --target",
    );
  const groups = await givenGroups(flags, data);
  const started = performance.now();
  const shared = { method, options, kernels, keep, exclude, seed: flags.seed as number | undefined };
  const { selection, tuning } =
    k === "auto"
      ? await selectAuto(invocation, data, { ...shared, ...(judge.classifier && judge) })
      : {
          tuning: null,
          selection: await selectWith(data, {
            k,
            groups,
            threads: threadCount(flags),
            onProgress: terminal.progress(findSelector(method).title),
            ...stopOptions(invocation, data),
            ...shared,
          }),
        };
  const spent = (performance.now() - started) / 1000;
  terminal.clearBar();
  const cutShort = invocation.signal.aborted;
  // Before anything is written: stopped here, the run leaves nothing behind, as it says.
  const selected = { data, selection, tuning, keep, exclude, seconds: spent };
  const page = report === undefined ? null : await reportOfSelection(invocation, selected, wishes);
  if (flags.out !== undefined) await writeDataset(flags.out as string, selection.transform(data));
  if (flags.json !== undefined) {
    const listed = flags.k === undefined ? data.features : selection.features.length;
    await writeJson(flags.json as string, selectionJson(data, selection, listed, spent, tuning), terminal);
  }
  const saved = flags.save !== undefined && (await saveRecipe(invocation, data, selection, judge));
  printSelection(data, selection, terminal);
  if (tuning) printReasons(tuning, terminal);
  if (report !== undefined && page) await writeReport(report, page, terminal);
  for (const warning of selection.warnings ?? []) terminal.note(`warning: ${warning}`);
  for (const file of [flags.out, flags.json, saved ? flags.save : undefined])
    if (file !== undefined && file !== "-") terminal.note(`wrote ${file}`);
  if (flags.verbose) terminal.note(`selected in ${seconds(spent)}`);
  return cutShort ? "interrupted" : undefined;
}

function givenClassifier(flags: FlagValues): GivenClassifier {
  const judge = readClassifier(flags);
  if (judge.classifier !== undefined && flags.save === undefined)
    throw new InputError(
      "command-line",
      "--classifier fits a model for new data; say with --save FILE.json where it goes",
    );
  return judge;
}

async function givenGroups(flags: FlagValues, data: Dataset): Promise<FeatureGroups | undefined> {
  if (flags["feature-groups"] === undefined) return undefined;
  const source = await fileSource(flags["feature-groups"] as string);
  try {
    return await readFeatureGroups(source, data.featureNames);
  } finally {
    await source.close();
  }
}

/** For methods that have a ranking at any time. */
const anytimeFlag: Flags = {
  anytime: {
    help: "Ctrl-C takes the ranking so far as the result; --verbose tells how it changes (relieff)",
  },
};

/** Refuses `--anytime` for a method that has no ranking before its end. */
function checkAnytime({ flags }: Invocation, method: string): void {
  if (!flags.anytime || findSelector(method).anytime) return;
  const able = Object.values(selectors).filter((selector) => selector.anytime);
  throw new InputError(
    "command-line",
    `--anytime needs a method that has a ranking at any time (${able.map(({ name }) => name).join(", ")}); ${method} has none before its end`,
  );
}

/** How the user's wish to stop reaches the work: it ends without a result, or with the running one. */
function stopOptions({ flags, terminal, signal }: Invocation, data: Dataset): RunOptions {
  if (!flags.anytime) return { signal };
  return {
    onInterim({ done, total, settled, k, confidence, ranking }) {
      const leading = Array.from(ranking.subarray(0, 3), (j) => data.featureNames[j]).join(", ");
      if (flags.verbose)
        terminal.note(
          `${done} of ${total} samples: ${settled} of the best ${k} are sure at ${confidence}; in front: ${leading}`,
        );
      return !signal.aborted;
    },
  };
}

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
const autoFlags: Flags = {
  ...judgeFlags,
  "row-groups": {
    ...rowGroupsFlag["row-groups"],
    help: `with --k auto and --report: ${rowGroupsFlag["row-groups"].help}`,
  },
};

/** What `--k` says: a number, nothing, or that it is to be found. */
function givenK(flags: FlagValues): number | undefined | "auto" {
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
function checkAuto(flags: FlagValues): void {
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
async function selectAuto(
  invocation: Invocation,
  data: Dataset,
  options: PlainTuneOptions,
): Promise<{ selection: Selection; tuning: Tuning }> {
  const { flags } = invocation;
  const beside = flags.json as string | undefined;
  const how = { name: "tune", title: "tuning", threads: threadCount(flags), beside };
  const { result, forget } = await runResumable(invocation, how, (run) =>
    selectTunedWith(data, {
      ...options,
      metric: flags.metric as MetricName | undefined,
      rareClasses: flags["rare-classes"] as PlainTuneOptions["rareClasses"],
      ...run,
    }),
  );
  forget();
  return result;
}

/** Why this k, under a selection. */
function printReasons({ k, reasons, notes }: Tuning, terminal: Terminal): void {
  terminal.print();
  terminal.print(`k = ${k} was found in folds:`);
  for (const line of [...reasons, ...notes]) terminal.print(`  ${line}`);
}
