import type { OptionDefinitions } from "../core/option.js";
import { flagName, joinList, shellWord } from "../core/text.js";
import { findJudge } from "../models/classifiers.js";
import { allSelectors, defaultMethod, findSelector } from "../selectors/registry.js";
import { type ComparePlan, type Plan, type PlannedFile, type PlannedOptions, planDefaults } from "./plan.js";

/** Options by name, in the order in which they are written. */
type Options = Readonly<Record<string, unknown>>;

/**
 * The command line that gives the same result, with only those flags that change it, and files without their folders; null
 * where flags cannot say the plan.
 */
export function commandOf(plan: Plan): string | null {
  const [first, ...others] = plan.data;
  // The command line reads all files in the same way.
  if (others.some(({ reading }) => JSON.stringify(reading ?? {}) !== JSON.stringify(first.reading ?? {})))
    return null;
  const flags = flagOptions(plan);
  if (!flags) return null;
  const words = ["salience", plan.task, ...plan.data.filter(({ role }) => !role).map(({ source }) => source)];
  const test = plan.data.find(({ role }) => role === "test")?.source;
  const plugin = pluginsOf(plan);
  for (const [option, value] of Object.entries({ ...readingFlags(first), test, ...flags, plugin })) {
    if (value === undefined || value === null || isEmpty(option, value)) continue;
    // Commas separate the entries of a list.
    if (Array.isArray(value) && value.some((entry) => String(entry).includes(","))) return null;
    if (typeof value === "object" && !Array.isArray(value)) words.push(...triedWords(option, value));
    else words.push(...flagWords(option, value));
  }
  return words.map(shellWord).join(" ");
}

/** The program that gives the same result. */
export function programOf(plan: Plan): string {
  const { call, variable, shown } = callOf(plan);
  const given = withoutDefaults(plan, optionsOf(plan));
  const train = plan.data.filter(({ role }) => !role);
  const test = plan.data.find(({ role }) => role === "test");
  const many = plan.task === "compare";
  const openings = train.map((file) => openingOf(file));
  const data = many ? "datasets" : "data";
  const options = [
    ...Object.entries(given).map(([name, value]) => `${keyOf(name)}: ${codeOf(value)}`),
    ...(test ? ["test: [test]"] : []),
  ];
  const plugins = pluginsOf(plan);
  const loading = plugins.length > 0 ? ["loadPlugin"] : [];
  const names = [...new Set([call, ...loading, ...[...train, ...(test ? [test] : [])].map(openerOf)])].sort();
  return [
    `import { ${names.join(", ")} } from ${JSON.stringify("salience/node")};`,
    "",
    ...plugins.map((file) => `await loadPlugin(${JSON.stringify(file)});`),
    `const ${data} = ${many ? `[${openings.join(", ")}]` : openings[0]};`,
    ...(test ? [`const test = ${openingOf(test, "datasets[0].featureNames")};`] : []),
    `const ${variable} = await ${call}(${data}, { ${options.join(", ")} });`.replace("{  }", "{}"),
    `console.log(${shown});`,
    "",
  ].join("\n");
}

/** The files of the plug-ins that a plan's methods and classifier come from, without their folders. */
function pluginsOf(plan: Plan): string[] {
  const methods = plan.task === "compare" ? plan.select.methods : [plan.select];
  const { classifier = planDefaults.classifier } = ("judge" in plan && plan.judge) || {};
  const modules = [
    ...methods.map(({ method = defaultMethod }) => findSelector(method).module),
    findJudge(classifier).module,
  ];
  return [...new Set(modules.flatMap((url) => (url === undefined ? [] : [fileName(url)])))];
}

const fileName = (url: string) => decodeURIComponent(url.slice(url.lastIndexOf("/") + 1));

/** The function that runs a plan, what its result is called, and what of it is worth printing. */
function callOf(plan: Plan): { readonly call: string; readonly variable: string; readonly shown: string } {
  switch (plan.task) {
    case "select":
      return plan.select.k === "auto"
        ? { call: "selectTuned", variable: "{ selection }", shown: "selection.features" }
        : { call: "select", variable: "selection", shown: "selection.features" };
    case "compare":
      return {
        call: "compare",
        variable: "comparison",
        shown:
          "comparison.results.map(({ dataset, label, k, accuracy, r2 }) => [dataset, label, k, accuracy ?? r2])",
      };
    case "tune":
      return { call: "tune", variable: "tuning", shown: "tuning.k, tuning.chosen" };
    case "stability":
      return { call: "stabilitySelection", variable: "result", shown: "result.stable" };
    case "path":
      return {
        call: "path",
        variable: "result",
        shown: "result.points.map(({ gamma, p, support }) => [gamma, p, support])",
      };
  }
}

/** What a plan says as options of that function; those of the method stand among them. */
function optionsOf(plan: Plan): Options {
  const { seed, kernels } = plan;
  switch (plan.task) {
    case "select": {
      const {
        method,
        options,
        featureGroups,
        featureGroupsFile: _,
        costsFile: _file,
        k,
        ...select
      } = plan.select;
      const chosen = k === "auto" ? { ...plan.tune, ...plan.judge } : { k };
      return { method, ...chosen, ...options, ...select, featureGroups, seed, kernels };
    }
    case "compare": {
      const { methods, costsFile: _, ...select } = plan.select;
      const compared = methods.map((entry) => comparedMethod(entry, isTuned(plan)));
      return { methods: compared, ...select, ...plan.judge, tune: plan.tune, seed, kernels };
    }
    case "tune": {
      const { method, options, costsFile: _, ...select } = plan.select;
      return { method, ...plan.tune, ...options, ...select, ...plan.judge, seed, kernels };
    }
    case "stability": {
      const { method, options, costsFile: _, ...select } = plan.select;
      return { method, ...options, ...select, ...plan.stability, seed, kernels };
    }
    case "path":
      return { ...plan.path, ...plan.select.options, seed, kernels };
  }
}

type ComparedMethod = ComparePlan["select"]["methods"][number];

/** A name, or an object where there is more to say. */
function comparedMethod(
  { method = defaultMethod, label, options = {} }: ComparedMethod,
  tuned: boolean,
): string | Options {
  const own = tuned ? options : changed(options, findSelector(method).options);
  return label === undefined && Object.keys(own).length === 0 ? method : { method, label, ...own };
}

/** The options of a plan as flags take them; null where there is no flag for one. */
function flagOptions(plan: Plan): Options | null {
  if (!sharesFlags(plan)) return null;
  const { methods, tune, classifierOptions, featureGroups, costs, ...rest } = withoutDefaults(
    plan,
    optionsOf(plan),
  );
  const costsFile = "costsFile" in plan.select ? plan.select.costsFile : undefined;
  if (costs && !costsFile) return null;
  const judge: Options = { ...rest, ...(classifierOptions as Options | undefined), costs: costsFile };
  switch (plan.task) {
    case "select": {
      const { featureGroupsFile, k } = plan.select;
      const auto = k === "auto";
      if ((auto && plan.tune && Object.keys(plan.tune).length > 0) || (featureGroups && !featureGroupsFile))
        return null;
      const { classifier = planDefaults.classifier, classifierOptions: own } = plan.judge ?? {};
      const model = plan.model && { classifier, ...own, save: "recipe.json" };
      const { featureTest, logBase } = plan.describe ?? {};
      const describe = { ...(featureTest !== planDefaults.featureTest && { featureTest }), logBase };
      const { method, ...others } = judge;
      return {
        method,
        ...(auto && { k }),
        ...others,
        featureGroups: featureGroupsFile,
        ...describe,
        ...model,
      };
    }
    case "compare": {
      const together = togetherOptions(plan.select.methods);
      if (!together || (plan.tune && Object.keys(plan.tune).length > 0)) return null;
      return { ...together, ...judge, ...(plan.tune && { tune: true }) };
    }
    case "tune": {
      const { method, k, ...others } = judge;
      return { method, [plan.tune?.k?.length === 1 ? "k" : "ks"]: k, ...others };
    }
    default:
      return judge;
  }
}

/** Whether options that methods and classifiers have in common have one value, as they have one flag. */
function sharesFlags(plan: Plan): boolean {
  const judged =
    plan.task === "select"
      ? plan.select.k === "auto" || plan.model
      : plan.task !== "stability" && plan.task !== "path";
  const { classifier = planDefaults.classifier, classifierOptions = {} } =
    ("judge" in plan && plan.judge) || {};
  const methods = plan.task === "compare" ? plan.select.methods : [plan.select];
  return Object.entries(judged ? findJudge(classifier).options : {}).every(([name, option]) => {
    const value = classifierOptions[name] ?? option.default;
    // A single method refuses an option that it does not have; of several methods those that have it take it.
    const taken =
      plan.task === "compare" || allSelectors().every(({ options }) => !Object.hasOwn(options, name));
    return methods.every(({ method = defaultMethod, options = {} }) => {
      const own = findSelector(method).options[name];
      return own ? (options[name] ?? own.default) === value : taken || value === option.default;
    });
  });
}

/** `--methods a,b` and an option for all methods that have it; null where methods differ in one. */
function togetherOptions(methods: readonly ComparedMethod[]): Options | null {
  const names = methods.map(({ method = defaultMethod }) => method);
  if (new Set(names).size < names.length || methods.some(({ label }) => label !== undefined)) return null;
  const together: Record<string, unknown> = {};
  for (const { options = {} } of methods) Object.assign(together, options);
  const alike = methods.every(({ method = defaultMethod, options = {} }) =>
    Object.entries(together).every(
      ([name, value]) => !Object.hasOwn(findSelector(method).options, name) || options[name] === value,
    ),
  );
  return alike ? { methods: names, ...together } : null;
}

/** `--k 20`, `--no-header`; `--alpha=-1` where the value would be taken for a flag. */
function flagWords(option: string, value: unknown): string[] {
  const name = flagName(option);
  if (typeof value === "boolean") return [value ? `--${name}` : `--no-${name}`];
  const text = Array.isArray(value) ? joinList(value) : String(value);
  return text.startsWith("-") ? [`--${name}=${text}`] : [`--${name}`, text];
}

/** The values to try for each option of the method, a flag for each: `alpha=0,0.2`. */
function triedWords(flag: string, tried: object): string[] {
  return Object.entries(tried).flatMap(([name, values]: [string, readonly unknown[]]) => [
    `--${flag}`,
    `${flagName(name)}=${values.map((value) => value ?? "unset").join(",")}`,
  ]);
}

/** The reading of a file as flags take it. */
function readingFlags({ reading = {} }: PlannedFile): Options {
  return { ...reading, ...(reading.separator === "\t" && { separator: "tab" }) };
}

/** Without what is not set, and without what would be the same if it were not set. */
function withoutDefaults(plan: Plan, options: Options): Options {
  const defaults: Options = { ...planDefaults, ...methodDefaults(plan) };
  const { classifier = planDefaults.classifier, classifierOptions: judged = {} } =
    ("judge" in plan && plan.judge) || {};
  const classifierOptions = changed(judged, findJudge(classifier).options);
  const all = { ...options, ...("classifierOptions" in options && { classifierOptions }) };
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name, value]) => value !== undefined && value !== defaults[name] && !isEmpty(name, value),
    ),
  );
}

/** An empty list or object says nothing, but that of `tune` says that options are tuned. */
const isEmpty = (name: string, value: unknown): boolean =>
  typeof value === "object" && value !== null && name !== "tune" && Object.keys(value).length === 0;

/** A default that is given is left alone where options are tuned: then only those that are not given are chosen. */
function methodDefaults(plan: Plan): Options {
  if (plan.task === "compare") return {};
  const { method = defaultMethod } = plan.select;
  const defaults = Object.entries(findSelector(method).options).map(([name, option]) => [
    name,
    option.default,
  ]);
  return { ...(!isTuned(plan) && Object.fromEntries(defaults)), method: defaultMethod };
}

/** Whether options of the method are chosen by cross-validation. */
const isTuned = (plan: Plan): boolean =>
  plan.task === "tune" ||
  (plan.task === "compare" && plan.tune !== undefined) ||
  (plan.task === "select" && plan.select.k === "auto");

/** Options that are not the defaults. */
function changed(options: PlannedOptions, definitions: OptionDefinitions): PlannedOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => value !== definitions[name]?.default),
  );
}

const bundled: Readonly<Record<string, { readonly opener: string; readonly code: string }>> = {
  "bundled:digits": { opener: "digits", code: "await digits()" },
  "bundled:planted": { opener: "planted", code: "planted().data" },
};

const openerOf = ({ source }: PlannedFile): string => bundled[source]?.opener ?? "readDataset";

/** The expression that opens a file, with the features of other data where these are named. */
function openingOf({ source, reading = {} }: PlannedFile, features?: string): string {
  if (Object.hasOwn(bundled, source)) return bundled[source].code;
  const options = Object.entries(reading)
    .filter(([name, value]) => value !== undefined && !isEmpty(name, value))
    .map(([name, value]) => `${name}: ${codeOf(value)}`);
  if (features !== undefined) options.push(`features: ${features}`);
  return `await readDataset(${JSON.stringify(source)}${options.length > 0 ? `, { ${options.join(", ")} }` : ""})`;
}

const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** A plain value as code. */
function codeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(codeOf).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return entries.length === 0
    ? "{}"
    : `{ ${entries.map(([name, entry]) => `${keyOf(name)}: ${codeOf(entry)}`).join(", ")} }`;
}
