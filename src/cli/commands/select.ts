import {
  allSelectors,
  completeOptions,
  costOf,
  type Dataset,
  defaultClassifier,
  defaultMethod,
  describeOptions,
  findSelector,
  type ImageShape,
  InputError,
  imageShape,
  measureStudy,
  metricOption,
  parsePlan,
  pickedOnly,
  planBriefMeasuring,
  type RowSource,
  readFeatureGroups,
  requireMoments,
  runStreamed,
  runStudy,
  type Selection,
  type SelectPlan,
  type SelectStudy,
  type StudyContext,
  type Tuning,
  tunedSelection,
} from "../../internal.js";

import { fileSource, withoutFolder } from "../../node/file-source.js";
import { datasetEndings, writeDataset } from "../../node/write-dataset.js";
import { writeFileWhole } from "../../node/write-file.js";
import { defineCommand, defineFlags, type InvocationOf, type Outcome } from "../command.js";
import { classifierFlags } from "../flags/classifier-flags.js";
import type { Flags, FlagValues } from "../flags/flag.js";
import {
  asTyped,
  given,
  notEmpty,
  parseFolds,
  plannedConstraints,
  plannedJudging,
  plannedMethod,
  plannedRun,
} from "../flags/plan-flags.js";
import { constraintFlags, methodFlag, methodFlags } from "../flags/selection-flags.js";
import {
  pluginFlag,
  rareClassesFlag,
  readFlags,
  readOptions,
  resultFlags,
  rowGroupsFlag,
  runFlags,
} from "../flags/shared-flags.js";
import { isStreamed, needsRows, openData, streamFlag } from "../input/open-data.js";
import { withCosts } from "../input/with-costs.js";
import { writeJson } from "../output/json.js";
import { makeReport, reportFlag, writeReport } from "../output/report-flag.js";
import { saveFlag, saveRecipe } from "../output/save-recipe.js";
import { printSelection, selectionCsv } from "../output/selection-table.js";
import { printNext, printWorth } from "../output/selection-worth.js";
import { noticeText, seconds, type Terminal } from "../output/terminal.js";
import { runPlan } from "../resumable.js";
import { selectedWide } from "../select-wide.js";

const flags = defineFlags((words) => ({
  Selecting: {
    ...methodFlag(),
    k: {
      value: "N",
      help: "number of features to select, or auto to tune it together with the options (20)",
    },
    ...constraintFlags,
    ...groupFlag,
    ...autoFlags,
    ...anytimeFlag,
    measure: {
      help: "--no-measure: do not measure how well the features predict; done only where it takes a few seconds",
    },
    csv: {
      value: "F",
      file: "output",
      help: "write the ranking as a table to this file; all features, or the picked ones when --k is given",
    },
    out: {
      value: "F",
      file: "output",
      endings: datasetEndings,
      help: "write the data with only the selected features: .csv, .parquet or .npz",
    },
  },
  ...methodFlags(words),
  "Describing features": descriptionFlags,
  Reporting: selectionReportFlags,
  "Saving for new data": {
    ...saveFlag("the selected features"),
    ...classifierFlags(
      "with --save: also save a model of this kind, fitted on the selected features; with --k auto and --report: the classifier to evaluate with (svm)",
    ),
  },
  Reading: { ...readFlags, ...streamFlag },
  Running: { ...runFlags, ...pluginFlag },
  Talking: resultFlags,
}));

/** `salience select`: ranks the features of a file and selects the best. */
export const select = defineCommand({
  examples: [
    "salience select data.csv --target class --k 20",
    "salience select data.csv --target class --k 20 --out selected.csv",
    "salience select data.csv --target class --k 20 --report selection.html",
    "salience select genes.csv.gz --samples-in columns --labels samples.csv --json ranking.json",
    "salience select cells.h5ad --target cell_type --transform normalize-total,log1p --k 50",
    "salience select genes.csv --target class --k 20 --log-base 2 --feature-test kruskal --csv ranking.csv",
    "salience select patients.csv --target class --k 20 --keep age,sex --exclude 'batch_*'",
    "salience select probes.csv --target class --k 20 --feature-groups genes.csv",
    "salience select assays.csv --target class --k 10 --costs prices.csv",
    "salience select data.csv --target class --k 20 --classifier svm --save recipe.json",
    "salience select bundled:digits --k 10 --json -",
    "salience select data.csv --target class --k auto",
    "salience select scans.csv --target tumour --k auto --row-groups patient --metric balanced-accuracy",
    "salience select --method relieff --help   (the options of a method)",
  ],
  flags,
  run,
});

type Given = InvocationOf<typeof flags>;

const groupFlag = {
  "feature-groups": {
    value: "FILE",
    file: "input",
    help: "features to select together: a file with two columns, feature and group; a group counts as one in k",
  },
} as const satisfies Flags;

/** What is shown beside the scores. */
const descriptionFlags = {
  "feature-test": {
    value: "NAME",
    choices: describeOptions.featureTest.choices,
    help: `${describeOptions.featureTest.help} (f)`,
  },
  "log-base": {
    value: "BASE",
    choices: describeOptions.logBase.choices,
    help: `${describeOptions.logBase.help} (as --transform left them)`,
  },
} as const satisfies Flags;

/** What goes into the report of a selection. */
const selectionReportFlags = {
  ...reportFlag,
  evaluation: {
    help: "--no-evaluation: do not measure for the report how well the features predict, which takes about a minute",
  },
  permutations: {
    value: "N",
    type: "number",
    help: "number of label permutations for the report, to see the level of chance (20, fewer if that takes long)",
  },
  image: { value: "WxH", help: "image width x height, if the features are pixels; for the report (guessed)" },
  "image-order": {
    value: "WAY",
    choices: ["rows", "columns"],
    help: "order of the pixels: row by row, or column by column as in MATLAB (columns for .mat)",
  },
} as const satisfies Flags;

/** For methods that have a ranking before they finish. */
const anytimeFlag = {
  anytime: {
    help: "Ctrl-C stops and keeps the ranking so far; --verbose shows how it changes (relieff)",
  },
} as const satisfies Flags;

/** How `--k auto` evaluates. */
const judgeFlags = {
  metric: {
    value: "NAME",
    choices: metricOption.choices,
    help: "with --k auto: what to optimise (accuracy)",
  },
  ...rareClassesFlag("classes with fewer rows than --k auto has folds"),
} as const satisfies Flags;

/** The flags of `select` that are about folds; groups matter for the figures of the report too. */
const autoFlags = {
  ...judgeFlags,
  folds: { value: "N", help: "with --k auto and --report: number of folds (5)" },
  "row-groups": {
    ...rowGroupsFlag["row-groups"],
    help: `with --k auto and --report: ${rowGroupsFlag["row-groups"].help}`,
  },
} as const satisfies Flags;

async function run(invocation: Given): Promise<Outcome> {
  const { flags, terminal } = invocation;
  const read = await withCosts(planOf(invocation), flags.costs);
  const { report } = flags;
  const { method = defaultMethod, options = {} } = read.select;
  const selector = findSelector(method);
  const complete = completeOptions(selector.name, selector.options, options);
  const groupsOf = (plan: SelectPlan, data: Dataset) => withGroups(plan, flags["feature-groups"], data);
  // Whoever speaks of rows in blocks, or draws some, does not want columns in blocks; nor do methods that only take rows so.
  const mayBeWide =
    flags.stream === undefined &&
    readOptions(flags).sample === undefined &&
    (selector.scoreWide || !selector.fromMoments);
  if (mayBeWide && (await selectedWide(invocation, read, groupsOf))) return undefined;
  const opened = await openData(invocation, {
    working: ({ rows, columns: features }) => costOf(method, options, { rows, features }).bytes,
    mayStream: (source) => {
      refuseRows(flags);
      requireMoments(selector, complete, source);
    },
  });
  const { data } = opened;
  if (isStreamed(data)) return runInBlocks(invocation, read, data).finally(opened.close);
  if (report !== undefined && read.report?.image !== "none") imageShape(data, read.report?.image);
  if (flags.classifier !== undefined && !data.labels)
    throw new InputError(
      "command-line",
      "--classifier needs class labels; name the label column with --target",
    );
  const plan = await groupsOf(read, data);
  const outputs = [flags.json, flags.csv, flags.out, flags.save, report];
  const { study, forget } = await runPlan(invocation, plan, outputs, (context) =>
    runMeasured(invocation, data, plan, { ...context, ...interimOptions(invocation, data) }),
  );
  const { selection, tuning, stopped } = study;
  // Before anything is written: if the run stops here, it leaves nothing behind, as it says.
  const page = report === undefined ? null : await makeReport(invocation, data, plan, study);
  if (flags.out !== undefined) await writeDataset(flags.out, selection.transform(data));
  const listed = flags.k === undefined ? selection : pickedOnly(selection);
  if (flags.csv !== undefined)
    await writeFileWhole(flags.csv, [new TextEncoder().encode(selectionCsv(listed))]);
  if (flags.json !== undefined) {
    const result = tuning ? tunedSelection(listed, tuning) : listed;
    await writeJson(flags.json, { ...result.toJSON(), plan }, terminal);
  }
  if (flags.save !== undefined && !stopped) await saveRecipe(invocation, data, plan, flags.save, study);
  if (report !== undefined && page) await writeReport(report, page);
  forget();
  printSelection(data, selection, terminal);
  if (tuning) printReasons(tuning, selection, terminal);
  printWorth(data, study, terminal);
  if (!flags.quiet && !stopped)
    printNext(data, asTyped(plan, invocation.files, flags), study, terminal, report !== undefined);
  for (const notice of [...selection.notices, ...study.notices]) terminal.notice(notice);
  if (flags.save !== undefined && stopped)
    terminal.complain("no recipe was written: the selection was stopped, so it cannot be repeated");
  terminal.wrote(report, flags.out, flags.csv, flags.json, stopped ? undefined : flags.save);
  if (flags.verbose) terminal.note(`selected in ${seconds(study.seconds)}`);
  return stopped ? "interrupted" : undefined;
}

/** Runs the plan; what the features are worth is measured too where that takes a moment, unless it is asked for anyway. */
async function runMeasured(
  { flags, terminal }: Given,
  data: Dataset,
  plan: SelectPlan,
  context: StudyContext,
): Promise<SelectStudy> {
  const study = await runStudy(data, plan, context);
  const shown = !terminal.outputIsJson && !flags.quiet;
  if (plan.measure || study.stopped || flags.measure === false || !shown || !data.labels) return study;
  const brief = planBriefMeasuring(data, plan, study);
  return brief.plan ? measureStudy(data, brief.plan, study, context) : { ...study, notices: brief.notices };
}

/** The same for rows that are read in blocks: a ranking from their moments. */
async function runInBlocks(invocation: Given, read: SelectPlan, source: RowSource): Promise<Outcome> {
  const { flags, terminal } = invocation;
  const plan = await withGroups(read, flags["feature-groups"], source);
  const { study, forget } = await runPlan(invocation, plan, [flags.json, flags.csv], (context) =>
    runStreamed(source, plan, context),
  );
  const { selection } = study;
  const listed = flags.k === undefined ? selection : pickedOnly(selection);
  if (flags.csv !== undefined)
    await writeFileWhole(flags.csv, [new TextEncoder().encode(selectionCsv(listed))]);
  if (flags.json !== undefined) await writeJson(flags.json, { ...listed.toJSON(), plan }, terminal);
  forget();
  printSelection(null, selection, terminal);
  for (const notice of selection.notices) terminal.notice(notice);
  terminal.wrote(flags.csv, flags.json);
  if (flags.verbose) terminal.note(`selected in ${seconds(study.seconds)}`);
}

/** Refuses outputs that need the rows in memory. */
function refuseRows(flags: Given["flags"]): void {
  const named = (["out", "save", "report", "anytime"] as const).find((name) => flags[name] !== undefined);
  if (named) throw needsRows(`--${named}`);
}

/** The plan that the flags describe, checked before any file is read. */
function planOf({ files, flags }: Given): SelectPlan {
  const k = givenK(flags.k);
  checkMeaning(flags, k);
  const plan: SelectPlan = given({
    task: "select",
    ...plannedRun(files, flags),
    select: given({ ...plannedMethod(flags), k, ...plannedConstraints(flags) }),
    judge: plannedJudging(flags, parseFolds(flags.folds), judgeOf(flags, k)),
    measure:
      flags.report === undefined || flags.evaluation === false
        ? undefined
        : given({ permutations: flags.permutations }),
    describe: notEmpty(given({ featureTest: flags["feature-test"], logBase: flags["log-base"] })),
    model: flags.save !== undefined && flags.classifier !== undefined ? true : undefined,
    report: notEmpty(given({ image: imageOf(flags) })),
  });
  parsePlan(plan);
  return plan;
}

/** The classifier that judges where none is named, if what the flags say about classes is about it too. */
const judgeOf = (flags: FlagValues, k: SelectPlan["select"]["k"]) =>
  flags["class-weight"] !== undefined && (flags.report !== undefined || k === "auto")
    ? defaultClassifier
    : undefined;

/** Refuses flags that have no effect with the others. */
function checkMeaning(flags: Given["flags"], k: SelectPlan["select"]["k"]): void {
  const refuse = (sentence: string) => new InputError("command-line", sentence);
  const values: FlagValues = flags;
  const idleOf = (names: readonly string[]) => names.find((name) => values[name] !== undefined);
  const method = flags.method ?? defaultMethod;
  if (flags.anytime && !findSelector(method).anytime) {
    const able = allSelectors().filter((selector) => selector.anytime);
    throw refuse(
      `--anytime needs a method that has a ranking before it finishes (${able.map(({ name }) => name).join(", ")}); ${method} has none`,
    );
  }
  if (flags.anytime && k === "auto")
    throw refuse("--k auto has no ranking before it finishes; with --anytime, give a number");
  if (flags["feature-groups"] !== undefined && k === "auto")
    throw refuse("--k auto counts single features; with --feature-groups, give a number");
  const idle = idleOf(Object.keys(judgeFlags));
  if (idle && k !== "auto")
    throw refuse(`--${idle} has an effect only with --k auto; add that, or leave it out`);
  const unreported = idleOf(Object.keys(selectionReportFlags).filter((name) => name !== "report"));
  if (unreported && flags.report === undefined)
    throw refuse(`--${unreported} has an effect only with --report FILE.html; add that, or leave it out`);
  if (flags.report !== undefined || k === "auto") return;
  if (flags.folds !== undefined)
    throw refuse("--folds has an effect only with --k auto or --report; add one of them, or leave it out");
  if (flags.classifier !== undefined && flags.save === undefined)
    throw refuse("--classifier fits a model for new data; name its file with --save FILE.json");
}

/** The value of `--k`: a number, nothing, or auto. */
function givenK(text: string | undefined): number | undefined | "auto" {
  if (text === undefined || text === "auto") return text;
  const k = Number(text);
  if (text.trim() === "" || Number.isNaN(k))
    throw new InputError("command-line", `--k must be a number or auto; "${text}" was given`);
  return k;
}

function imageOf(flags: Given["flags"]): Partial<ImageShape> | undefined {
  const order = flags["image-order"];
  if (flags.image === undefined) return order && { order };
  const size = /^(\d+)[x×](\d+)$/.exec(flags.image);
  if (!size)
    throw new InputError(
      "command-line",
      `--image must be width and height, such as 32x32; "${flags.image}" was given`,
    );
  return { width: Number(size[1]), height: Number(size[2]), ...(order && { order }) };
}

/** The plan with the groups of `--feature-groups`, whose table is read with the names of the data at hand. */
async function withGroups(
  plan: SelectPlan,
  file: string | undefined,
  data: Pick<Dataset, "featureNames">,
): Promise<SelectPlan> {
  if (file === undefined) return plan;
  const source = await fileSource(file);
  try {
    const featureGroups = Object.fromEntries(await readFeatureGroups(source, data.featureNames));
    return { ...plan, select: { ...plan.select, featureGroups, featureGroupsFile: withoutFolder(file) } };
  } finally {
    await source.close();
  }
}

/** With `--anytime`, Ctrl-C keeps the ranking so far. */
function interimOptions({ flags, terminal }: Given, data: Dataset): StudyContext {
  if (!flags.anytime) return {};
  return {
    anytime: true,
    onInterim({ done, total, settled, k, confidence, ranking }) {
      const leading = Array.from(ranking.subarray(0, 3), (j) => data.featureNames[j]).join(", ");
      if (flags.verbose)
        terminal.note(
          `${done} of ${total} samples: ${settled} of the best ${k} are certain at ${confidence}; leading: ${leading}`,
        );
    },
  };
}

/** Why this k, under a selection. */
function printReasons({ k, reasons, notices }: Tuning, selection: Selection, terminal: Terminal): void {
  const own = notices.filter((one) => !selection.notices.includes(one));
  terminal.print();
  terminal.print(`k = ${k} was chosen by cross-validation:`);
  for (const line of [...reasons, ...own.map(noticeText)]) terminal.print(`  ${line}`);
}
