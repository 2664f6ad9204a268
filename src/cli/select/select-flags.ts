import {
  allSelectors,
  type Dataset,
  defaultClassifier,
  defaultMethod,
  describeOptions,
  findSelector,
  type ImageShape,
  InputError,
  metricOption,
  parsePlan,
  readFeatureGroups,
  type SelectPlan,
} from "../../internal.js";
import { fileSource, withoutFolder } from "../../node/file-source.js";
import { datasetEndings } from "../../node/write-dataset.js";
import { defineFlags, type InvocationOf } from "../command.js";
import { classifierFlags } from "../flags/classifier-flags.js";
import { elsewhereFlags } from "../flags/elsewhere-flags.js";
import type { Flags, FlagValues } from "../flags/flag.js";
import {
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
  resultFlags,
  rowGroupsFlag,
  runFlags,
} from "../flags/shared-flags.js";
import { streamFlag } from "../input/open-data.js";
import { reportAsked, reportFlags } from "../output/report-flag.js";
import { saveFlag } from "../output/save-recipe.js";

/** The flags of `select`, under headings. */
export const selectFlags = defineFlags((words) => ({
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
  "On other machines, with --stream": elsewhereFlags,
  Talking: resultFlags,
}));

/** What `select` is given. */
export type SelectInvocation = InvocationOf<typeof selectFlags>;

type Values = SelectInvocation["flags"];

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
  ...reportFlags,
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

/** How `--k auto` and reports evaluate. */
const judgeFlags = {
  metric: {
    value: "NAME",
    choices: metricOption.choices,
    help: "what is measured with --report, and optimised with --k auto (accuracy; r2 for numbers)",
  },
  ...rareClassesFlag("classes with fewer rows than --k auto or --report has folds"),
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

/** The plan that the flags describe, checked before any file is read. */
export function selectPlanOf({ files, flags }: SelectInvocation): SelectPlan {
  const k = givenK(flags.k);
  checkMeaning(flags, k);
  const plan: SelectPlan = given({
    task: "select",
    ...plannedRun(files, flags),
    select: given({ ...plannedMethod(flags), k, ...plannedConstraints(flags) }),
    judge: plannedJudging(flags, parseFolds(flags.folds), judgeOf(flags, k)),
    measure:
      !reportAsked(flags) || flags.evaluation === false
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
const judgeOf = (flags: Values & FlagValues, k: SelectPlan["select"]["k"]) =>
  flags["class-weight"] !== undefined && (reportAsked(flags) || k === "auto") ? defaultClassifier : undefined;

/** Refuses flags that have no effect with the others. */
function checkMeaning(flags: Values, k: SelectPlan["select"]["k"]): void {
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
  const unreported = idleOf(Object.keys(selectionReportFlags).filter((name) => !(name in reportFlags)));
  if (unreported && !reportAsked(flags))
    throw refuse(`--${unreported} has an effect only with --report FILE.html; add that, or leave it out`);
  if (reportAsked(flags) || k === "auto") return;
  const idle = idleOf(["folds", ...Object.keys(judgeFlags)]);
  if (idle)
    throw refuse(`--${idle} has an effect only with --k auto or --report; add one of them, or leave it out`);
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

function imageOf(flags: Values): Partial<ImageShape> | undefined {
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
export async function withGroups(
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
