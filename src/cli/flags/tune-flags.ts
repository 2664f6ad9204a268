import {
  findSelector,
  InputError,
  type MetricName,
  metricOption,
  type OptionDefinition,
  type OptionValue,
  type PlainTuneSettings,
  ruleOption,
  type TuningRule,
} from "../../internal.js";
import type { Flags, FlagValues } from "./flag.js";

/** What is tried, and how one of it is chosen. */
export const triedFlags: Flags = {
  try: {
    value: "OPTION=V,…",
    type: "list",
    help: "values to try for an option of the method, in place of its own list; may be given again for another; unset leaves it to the method",
  },
  gammas: {
    value: "X,…",
    type: "list",
    help: "values of gamma, tried beside the method without one; dfs fits them along one path",
  },
  ps: { value: "X,…", type: "list", help: "values of p for each gamma (1,0.5)" },
};

/** How settings are judged. */
export const judgeFlags: Flags = {
  metric: { value: "NAME", choices: metricOption.choices, help: `${metricOption.help} (accuracy)` },
  rule: { value: "NAME", choices: ruleOption.choices, help: `${ruleOption.help} (one-se)` },
};

/** What these flags say. */
export function givenTuneSettings(method: string, flags: FlagValues): PlainTuneSettings {
  return {
    try: flags.try === undefined ? undefined : parseTries(method, flags.try as readonly string[]),
    gammas: numbers(flags, "gammas"),
    ps: numbers(flags, "ps"),
    metric: flags.metric as MetricName | undefined,
    rule: flags.rule as TuningRule | undefined,
  };
}

/** `alpha=0`, `0.2`, `l=5` are two values of alpha and one of l; a name may be written as its flag is. */
function parseTries(method: string, words: readonly string[]): Record<string, OptionValue[]> {
  const { options } = findSelector(method);
  const tries: Record<string, OptionValue[]> = {};
  let name: string | null = null;
  for (const word of words) {
    const at = word.indexOf("=");
    if (at >= 0) {
      name = word.slice(0, at).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
      if (Object.hasOwn(tries, name))
        throw new InputError("command-line", `--try ${name} is given twice; give all values at once`);
      tries[name] = [];
    }
    if (name === null)
      throw new InputError(
        "command-line",
        `--try needs an option and values: --try alpha=0,0.2; "${word}" was given`,
      );
    const text = word.slice(at + 1).trim();
    if (text !== "") tries[name].push(valueFrom(text, options[name]));
  }
  if (name === null)
    throw new InputError("command-line", "--try needs an option and values, such as --try alpha=0,0.2");
  return tries;
}

/** As the option's type says; what does not fit is left for the option's own check to refuse. */
function valueFrom(text: string, option: OptionDefinition | undefined): OptionValue {
  if (text === "unset" && option?.default === null) return null;
  if (option?.type === "flag" && /^(true|false)$/.test(text)) return text === "true";
  return option?.type === "number" && !Number.isNaN(Number(text)) ? Number(text) : text;
}

function numbers(flags: FlagValues, name: string): number[] | undefined {
  return (flags[name] as readonly string[] | undefined)?.map((word) => {
    const number = Number(word);
    if (Number.isNaN(number))
      throw new InputError("command-line", `--${name} must be numbers with commas; "${word}" was given`);
    return number;
  });
}
