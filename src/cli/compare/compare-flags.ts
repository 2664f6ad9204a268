import { flagName } from "../../core/text.js";
import {
  allSelectors,
  type ComparePlan,
  checkedBaselines,
  defaultClassifier,
  findJudge,
  findSelector,
  InputError,
  metricOption,
  parsePlan,
  sampleRemedy,
} from "../../internal.js";
import { defineFlags, type InvocationOf } from "../command.js";
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
  resultFlags,
  rowGroupsFlag,
  runFlags,
} from "../flags/shared-flags.js";
import { streamFlag } from "../input/open-data.js";
import { reportFlags } from "../output/report-flag.js";

/** The flags of `compare`, under headings. */
export const compareFlags = defineFlags((words) => ({
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
  Reading: { ...readFlags, ...streamFlag },
  Running: { ...runFlags, ...pluginFlag },
  "On other machines": elsewhereFlags,
  Talking: resultFlags,
}));

/** What `compare` is given. */
export type CompareInvocation = InvocationOf<typeof compareFlags>;

/** Whether all methods are asked for. */
export const isAll = (methods: readonly string[] | undefined): boolean =>
  methods?.length === 1 && methods[0] === "all";

/** What the flags ask for, checked before any file is read. */
export function comparePlanOf({ files, flags }: CompareInvocation): ComparePlan {
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
  if (flags.test === undefined && flags.stream === true)
    throw new InputError(
      "command-line",
      "--stream needs --test FILE: with folds all rows are needed in memory",
      { remedies: [sampleRemedy] },
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
function plannedMethods(
  flags: CompareInvocation["flags"],
  classifier: string,
): ComparePlan["select"]["methods"] {
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
