import { optionName } from "./diagnostic.js";
import { InputError } from "./input-error.js";
import { didYouMean } from "./nearest-name.js";
import { quoted } from "./text.js";

/**
 * One option as data: its type, default, allowed values and help. Messages, command-line flags, forms and documentation
 * derive from it. A default of null means that the option is unset and the method decides.
 */
export type OptionDefinition = NumberOption | ChoiceOption | FlagOption;

/** A number, from `min` or strictly above `above`, up to `max`. */
export interface NumberOption {
  readonly type: "number";
  readonly default: number | null;
  readonly help: string;
  readonly integer?: boolean;
  readonly min?: number;
  readonly above?: number;
  readonly max?: number;
}

/** One of a few words. */
export interface ChoiceOption {
  readonly type: "choice";
  readonly default: string | null;
  readonly help: string;
  readonly choices: readonly string[];
}

/** Yes or no. */
export interface FlagOption {
  readonly type: "flag";
  readonly default: boolean;
  readonly help: string;
}

/** Options by name. */
export type OptionDefinitions = Readonly<Record<string, OptionDefinition>>;

/** The value of an option: null where it is unset. */
export type OptionValue = number | string | boolean | null;

/** Values by option name, where the definitions are known at run time only. */
export type PlainOptions = Readonly<Record<string, OptionValue>>;

/** The values that options of these definitions take. */
export type OptionValues<D extends OptionDefinitions> = { readonly [K in keyof D]: ValueOf<D[K]> };

/** What users may give of these options: each can be left out. */
type GivenOptions<D extends OptionDefinitions> = { -readonly [K in keyof D]?: ValueOf<D[K]> };

/**
 * The options that can be given to a definition of a method or a classifier; none where its options are not known to the
 * compiler.
 */
export type OptionsIn<Definition> = Definition extends { readonly options: infer D extends OptionDefinitions }
  ? string extends keyof D
    ? Record<never, never>
    : GivenOptions<D>
  : never;

type ValueOf<O extends OptionDefinition> = O extends ChoiceOption
  ? O["choices"][number] | NullIfUnset<O["default"]>
  : O extends NumberOption
    ? number | NullIfUnset<O["default"]>
    : boolean;

type NullIfUnset<T> = null extends T ? null : never;

/** What an option allows, in words: `a whole number from 1 to 34`. */
export function allowedValues(option: OptionDefinition): string {
  if (option.type === "flag") return "true or false";
  if (option.type === "choice") return `one of ${option.choices.join(", ")}`;
  const { min, above, max } = option;
  const bounds: string[] = [];
  if (above !== undefined) bounds.push(`above ${above}`);
  if (min !== undefined) bounds.push(max === undefined ? `of at least ${min}` : `from ${min}`);
  if (max !== undefined) bounds.push(min === undefined ? `up to ${max}` : `to ${max}`);
  const range = bounds.join(above === undefined ? " " : " and ");
  return `${option.integer ? "a whole number" : "a number"}${range && ` ${range}`}`;
}

/** Refuses a value that the definition does not allow. All such messages are made here. */
export function checkOption(name: string, option: OptionDefinition, value: unknown): void {
  if (value === null && option.default === null) return;
  if (!isAllowed(option, value))
    throw new InputError(
      "option-value",
      `${optionName(name)} must be ${allowedValues(option)}; ${describeValue(value)} was given`,
      { facts: { option: name, given: describeValue(value), allowed: allowedValues(option) } },
    );
}

/** The options with defaults filled in, after every given one has been checked. Unknown names are refused. */
export function completeOptions<D extends OptionDefinitions>(
  owner: string,
  definitions: D,
  given: Readonly<Record<string, unknown>>,
): OptionValues<D> {
  for (const name of Object.keys(given))
    if (!Object.hasOwn(definitions, name))
      throw unknownOption(owner, name, Object.keys(definitions), given[name]);
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(definitions)) {
    const value = given[name] === undefined ? option.default : given[name];
    checkOption(name, option, value);
    values[name] = value;
  }
  return values as OptionValues<D>;
}

function unknownOption(owner: string, name: string, known: readonly string[], value: unknown): InputError {
  const list = known.length === 0 ? `${owner} has no options` : `${owner} has ${known.join(", ")}`;
  // Other libraries take the options of a method in an object of their own.
  const isNested = known.length > 0 && typeof value === "object" && value !== null && !Array.isArray(value);
  const advice = isNested
    ? `: its options stand beside its name, as "${known[0]}", not inside "${name}"`
    : didYouMean(name, known);
  return new InputError("unknown-name", `"${name}" is not an option of ${owner}${advice}; ${list}`);
}

function isAllowed(option: OptionDefinition, value: unknown): boolean {
  if (option.type === "flag") return typeof value === "boolean";
  if (option.type === "choice") return typeof value === "string" && option.choices.includes(value);
  return (
    typeof value === "number" &&
    Number.isFinite(value) &&
    (!option.integer || Number.isInteger(value)) &&
    value >= (option.min ?? Number.NEGATIVE_INFINITY) &&
    value > (option.above ?? Number.NEGATIVE_INFINITY) &&
    value <= (option.max ?? Number.POSITIVE_INFINITY)
  );
}

/** What was given, in a message. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return "a list";
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  const kind = value.constructor?.name;
  return kind === undefined || kind === "Object" ? "an object" : `an object of the class ${kind}`;
}

/** From options and settings given in one object, the options: everything that is not a setting. */
export function ownOptions(
  given: object,
  common: Readonly<Record<string, true>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(common, name)));
}
