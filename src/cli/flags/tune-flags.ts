import {
  defaultMethod,
  findSelector,
  InputError,
  metricOption,
  type OptionDefinition,
  ruleOption,
  type Tuned,
} from "../../internal.js";
import type { Flags, ValuesOf } from "./flag.js";
import { given, givenNumbers } from "./plan-flags.js";

/** What to try, and how to choose. */
export const triedFlags = {
  try: {
    value: "OPTION=V,…",
    type: "list",
    help: "values to try for an option of the method, instead of its own list; repeat it for other options; unset means the method's own choice",
  },
  gammas: {
    value: "X,…",
    type: "list",
    help: "values of gamma to try, in addition to no gamma; dfs fits them along one path",
  },
  ps: { value: "X,…", type: "list", help: "values of p for each gamma (1,0.5)" },
} as const satisfies Flags;

/** How settings are evaluated. */
export const judgeFlags = {
  metric: { value: "NAME", choices: metricOption.choices, help: `${metricOption.help} (accuracy)` },
  rule: { value: "NAME", choices: ruleOption.choices, help: `${ruleOption.help} (one-se)` },
} as const satisfies Flags;

/** The values to try according to these flags; the numbers of features come from other flags. */
export function plannedTuning(
  flags: ValuesOf<typeof triedFlags & typeof judgeFlags> & { readonly method?: string },
): Omit<Tuned, "k"> {
  const { method = defaultMethod } = flags;
  return given({
    try: flags.try && parseTries(method, flags.try),
    gammas: givenNumbers(flags, "gammas"),
    ps: givenNumbers(flags, "ps"),
    rule: flags.rule,
  });
}

/** `alpha=0`, `0.2`, `l=5` are two values of alpha and one of l; an option may be written like its flag. */
function parseTries(method: string, words: readonly string[]): NonNullable<Tuned["try"]> {
  const { options } = findSelector(method);
  // Without a prototype, since a user may write any name.
  const tries: Record<string, TriedValue[]> = Object.create(null);
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
    if (text !== "")
      tries[name].push(valueFrom(text, Object.hasOwn(options, name) ? options[name] : undefined));
  }
  if (name === null)
    throw new InputError("command-line", "--try needs an option and values, such as --try alpha=0,0.2");
  return tries;
}

type TriedValue = string | number | boolean | null;

/** As the option's type says; what does not fit is left for the option's own check to refuse. */
function valueFrom(text: string, option: OptionDefinition | undefined): TriedValue {
  if (text === "unset" && option?.default === null) return null;
  if (option?.type === "flag" && /^(true|false)$/.test(text)) return text === "true";
  return option?.type === "number" && !Number.isNaN(Number(text)) ? Number(text) : text;
}
