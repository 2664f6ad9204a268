import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { byName, listOf, objectAt, readAs, type Shape, setting, text } from "../core/json.js";
import { didYouMean } from "../core/nearest-name.js";
import { checkOption, completeOptions, describeValue, type OptionDefinition } from "../core/option.js";
import { checkReading } from "../data/check-reading.js";
import { type DescribeOptions, describeOptions } from "../evaluation/describe-features.js";
import { metricOption } from "../evaluation/metrics.js";
import { rareClassesOption } from "../evaluation/rare-classes.js";
import { baselineNames } from "../experiment/baselines.js";
import { stabilityOptions } from "../experiment/plan-stability.js";
import { ruleOption } from "../experiment/tune/settings.js";
import { kernelsNames } from "../kernels/create-kernels.js";
import { findJudge } from "../models/classifiers.js";
import { requireWeighsCosts } from "../selectors/costs.js";
import { defaultMethod, findSelector } from "../selectors/registry.js";
import { wholeNumber } from "../selectors/run-context.js";
import { version } from "../version.js";
import {
  type ComparePlan,
  type Judging,
  type PathPlan,
  type Plan,
  type PlannedFile,
  type PlannedMethod,
  planSchema,
  type SelectPlan,
  type StabilityPlan,
  type StudyTask,
  type TunePlan,
} from "./plan.js";

/**
 * A plan from its JSON text or from what `JSON.parse` made of it. Everything that can be checked without the data is checked;
 * a field that plans do not have is refused.
 */
export function parsePlan(json: string | object): Plan {
  const value = typeof json === "string" ? parseText(json) : json;
  const { schema, task }: { readonly schema?: unknown; readonly task?: unknown } = isObject(value)
    ? value
    : {};
  checkSchema(schema);
  if (typeof task !== "string" || !isTask(task))
    throw unreadable(
      `${optionName("task")} must be one of ${Object.keys(checks).join(", ")}; ${describeValue(task)} was given${didYouMean(typeof task === "string" ? task : "", Object.keys(checks))}`,
    );
  readAs("the plan", (whole) => checks[task](whole, ""), value);
  const plan = value as Plan;
  checkMeaning(plan);
  return plan;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function parseText(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw unreadable(`this is not a plan: it is not JSON (${(error as Error).message})`);
  }
}

function checkSchema(schema: unknown): void {
  if (schema === planSchema) return;
  const found = typeof schema === "string" ? `its schema is "${schema}"` : "it has no schema";
  throw unreadable(`this is not a plan that salience ${version} knows: ${found}, ${planSchema} is needed`);
}

const unreadable = (sentence: string) => new InputError("unreadable-json", sentence);

/** An object with these fields and no others; all but the required ones may be absent. */
function fields<T>(
  checks: { readonly [K in keyof T]-?: Shape<unknown> },
  required: readonly (keyof T & string)[] = [],
): Shape<object> {
  const known: Readonly<Record<string, Shape<unknown>>> = checks;
  return (value, place) => {
    const given = objectAt(value, place);
    const at = (name: string) => (place ? `${place}.${name}` : name);
    const missing = required.find((name) => !Object.hasOwn(given, name));
    if (missing !== undefined) throw unreadable(`${at(missing)} is missing`);
    for (const [name, member] of Object.entries(given)) {
      if (!Object.hasOwn(known, name))
        throw unreadable(
          `a plan has no "${at(name)}"${didYouMean(name, Object.keys(known))}; ${place || "it"} can have ${Object.keys(known).join(", ")}`,
        );
      if (member !== undefined) known[name](member, at(name));
    }
    return given;
  };
}

/** What an option allows. */
const option =
  (definition: OptionDefinition): Shape<unknown> =>
  (value, place) =>
    checkOption(optionAt(place), definition, value);

/** The option that stands at a place: `folds` of `judge.folds`, `k` of `tune.k[0]`. */
const optionAt = (place: string): string => /([^.[\]]*)(\[\d+\])?$/.exec(place)?.[1] ?? place;

const choice = (choices: readonly string[]): Shape<unknown> =>
  option({ type: "choice", default: choices[0], choices, help: "" });

const count = (least: number, most: number): Shape<unknown> => option(wholeNumber(least, most));

const positive = option({ type: "number", integer: true, default: 1, min: 1, help: "" });

const flag = option({ type: "flag", default: false, help: "" });

const finite = option({ type: "number", default: 0, help: "" });

/** A list that says something. */
const some =
  (shape: Shape<unknown>): Shape<unknown> =>
  (value, place) => {
    if (listOf(shape)(value, place).length > 0) return;
    throw new InputError(
      "option-value",
      `${optionName(optionAt(place))} is an empty list; give at least one entry, or leave it out`,
      { facts: { option: optionAt(place) } },
    );
  };

const either =
  (word: string, shape: Shape<unknown>): Shape<unknown> =>
  (value, place) => {
    if (value !== word) shape(value, place);
  };

const names = some(text);
const numbers = some(finite);
const ks = some(positive);

const method = { method: text, options: byName(setting) };
const cost: Shape<unknown> = (value) =>
  checkOption("costs", { type: "number", default: 1, above: 0, help: "" }, value);
const constraints = {
  keep: names,
  exclude: names,
  adjust: names,
  costs: byName(cost),
  costsFile: text,
};
const selectOn = { selectOn: choice(["scaled", "raw"]) };
const protocols = { protocol: choice(["nested", "paper"]), permutations: count(0, 100_000) };
const tried = { try: byName(some(setting)), gammas: numbers, ps: numbers, rule: option(ruleOption) };
const judging = {
  classifier: text,
  classifierOptions: byName(setting),
  metric: option(metricOption),
  folds: either("leave-one-out", count(2, 10_000)),
  repeats: count(1, 1000),
  rareClasses: option(rareClassesOption),
};
const shared = {
  schema: text,
  task: text,
  data: some(
    fields<PlannedFile>(
      {
        source: text,
        reading: (value, place) => checkReading(objectAt(value, place)),
        role: choice(["test"]),
      },
      ["source"],
    ),
  ),
  seed: count(0, 2 ** 32 - 1),
  kernels: choice(kernelsNames),
};
const needed = ["schema", "task", "data", "select"] as const;

const checks: Readonly<Record<StudyTask, Shape<object>>> = {
  select: fields<SelectPlan>(
    {
      ...shared,
      select: fields<SelectPlan["select"]>({
        ...method,
        ...constraints,
        k: either("auto", positive),
        featureGroups: byName(names),
        featureGroupsFile: text,
      }),
      tune: fields<NonNullable<SelectPlan["tune"]>>({ k: ks, ...tried }),
      judge: fields<Judging>(judging),
      measure: fields<NonNullable<SelectPlan["measure"]>>({ ...protocols, k: ks }),
      describe: fields<DescribeOptions>({
        featureTest: option(describeOptions.featureTest),
        logBase: option(describeOptions.logBase),
      }),
      model: flag,
      report: fields<NonNullable<SelectPlan["report"]>>({
        image: either(
          "none",
          fields({ width: count(1, 1e6), height: count(1, 1e6), order: choice(["rows", "columns"]) }),
        ),
      }),
    },
    needed,
  ),
  compare: fields<ComparePlan>(
    {
      ...shared,
      select: fields<ComparePlan["select"]>(
        {
          methods: some(fields<ComparePlan["select"]["methods"][number]>({ ...method, label: text })),
          k: ks,
          baselines: some(choice(baselineNames)),
          ...constraints,
          ...selectOn,
        },
        ["methods"],
      ),
      judge: fields<NonNullable<ComparePlan["judge"]>>({ ...judging, ...protocols, sideBySide: flag }),
      tune: fields<NonNullable<ComparePlan["tune"]>>(tried),
    },
    needed,
  ),
  tune: fields<TunePlan>(
    {
      ...shared,
      select: fields<TunePlan["select"]>({ ...method, ...constraints, ...selectOn }),
      tune: fields<NonNullable<TunePlan["tune"]>>({ k: ks, ...tried }),
      judge: fields<Judging>({ ...judging, folds: count(2, 10_000) }),
    },
    needed,
  ),
  stability: fields<StabilityPlan>(
    {
      ...shared,
      select: fields<StabilityPlan["select"]>({
        ...method,
        ...constraints,
        ...selectOn,
        k: positive,
      }),
      stability: fields<NonNullable<StabilityPlan["stability"]>>({
        subsamples: option(stabilityOptions.subsamples),
        fraction: option(stabilityOptions.fraction),
        threshold: option(stabilityOptions.threshold),
        falseSelections: option(stabilityOptions.falseSelections),
        rareClasses: option(rareClassesOption),
      }),
    },
    needed,
  ),
  path: fields<PathPlan>(
    {
      ...shared,
      select: fields<PathPlan["select"]>(method),
      path: fields<NonNullable<PathPlan["path"]>>({ gammas: numbers, ps: numbers }),
    },
    needed,
  ),
};

const isTask = (task: string): task is StudyTask => Object.hasOwn(checks, task);

/** What is well formed but says nothing that can be done. */
function checkMeaning(plan: Plan): void {
  for (const chosen of plan.task === "compare" ? plan.select.methods : [plan.select]) checkMethod(chosen);
  if (plan.task !== "compare" && "costs" in plan.select)
    requireWeighsCosts(findSelector(plan.select.method ?? defaultMethod), plan.select.costs);
  if ("judge" in plan && plan.judge) checkJudging(plan.judge);
  checkFiles(plan);
  if (plan.task !== "select") return;
  const { select, tune } = plan;
  if (select.k === "auto" && select.featureGroups)
    throw conflict(
      `${optionName("k")} auto counts single features; with ${optionName("featureGroups")} give a number`,
    );
  if (select.k === "auto" && plan.judge?.folds === "leave-one-out")
    throw conflict(`${optionName("k")} auto needs a number of ${optionName("folds")}`);
  if (select.k !== "auto" && tune)
    throw conflict("the plan both fixes k and says how to choose it; leave out one of the two");
}

function checkMethod({ method = defaultMethod, options = {} }: PlannedMethod): void {
  const selector = findSelector(method);
  completeOptions(selector.name, selector.options, options);
}

function checkJudging({ classifier = "svm", classifierOptions = {}, metric, folds }: Judging): void {
  const judge = findJudge(classifier);
  completeOptions(judge.name, judge.options, classifierOptions);
  if (metric === "auc" && folds === "leave-one-out")
    throw conflict(
      `${optionName("metric")} auc needs several test rows, but leave-one-out has one; change one of the two`,
    );
}

function checkFiles({ task, data, ...rest }: Plan): void {
  const tests = data.filter(({ role }) => role === "test").length;
  const files = data.length - tests;
  if (task !== "compare" ? tests > 0 : tests > 1 || (tests === 1 && files > 1))
    throw conflict(
      `only a comparison of one data file can have a test file; ${tests} of ${data.length} files are test files`,
    );
  if (files !== 1 && (task !== "compare" || files === 0))
    throw conflict(`the task ${task} takes one file of data; ${files} are given`);
  const judge: Judging = ("judge" in rest && rest.judge) || {};
  const odd = (["folds", "repeats", "rareClasses"] as const).find((name) => judge[name] !== undefined);
  if (tests > 0 && odd)
    throw conflict(`the test file replaces the folds, so ${optionName(odd)} has no effect; leave it out`);
}

const conflict = (sentence: string) => new InputError("options-conflict", sentence);
