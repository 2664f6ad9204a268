import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import { completeOptions, describeValue, type OptionValue } from "../../core/option.js";
import { type Method, type MethodName, type MethodOptions, selectors } from "../../selectors/registry.js";
import type { Selector } from "../../selectors/selector.js";
import type { OptionSet } from "./tuning-plan.js";

/** Which options of a method are tried; where nothing is said, those that the method itself names. */
export type TriedOptions<M extends Method = MethodName> = M extends Method
  ? {
      /** Values to try for any option of the method; all combinations are tried, and nothing else. */
      try?: {
        [K in keyof MethodOptions<M>]?: readonly Exclude<MethodOptions<M>[K], undefined>[];
      };
    } & ("gamma" extends keyof MethodOptions<M>
      ? {
          /** Values of gamma, tried beside the method without one: `dfs` fits them along one warm-started path. */
          gammas?: readonly number[];
        }
      : unknown) &
      ("p" extends keyof MethodOptions<M>
        ? {
            /** Values of p for each gamma; 1 and 0.5 where not given (`dfs`). */
            ps?: readonly number[];
          }
        : unknown)
  : never;

/** {@link TriedOptions} of a method that is known at run time only. */
export interface PlainTriedOptions {
  readonly try?: Readonly<Record<string, readonly OptionValue[] | undefined>>;
  readonly gammas?: readonly number[];
  readonly ps?: readonly number[];
}

/** More combinations than this are a mistake. */
const mostCandidates = 1000;

/**
 * The sets of options to choose from, as they differ from the given ones: all combinations of what is to be tried, or
 * the given options alone and then the method's own candidates. What is not an option of the method is refused.
 */
export function candidatesOf(
  selector: Selector,
  given: Readonly<Record<string, unknown>>,
  tried: PlainTriedOptions,
): OptionSet[] {
  const lists: Record<string, readonly OptionValue[]> = Object.create(null);
  for (const [name, values] of Object.entries(tried.try ?? {})) {
    if (values === undefined) continue;
    requireValues(`try: ${name}`, values);
    for (const value of values) completeOptions(selector.name, selector.options, { [name]: value });
    lists[name] = values;
    if (given[name] !== undefined)
      throw new InputError(
        "options-conflict",
        `${optionName(name)} is both fixed and to be tried; leave out one of the two`,
      );
  }
  if (tried.gammas !== undefined || tried.ps !== undefined)
    return withGrid(selector, given, lists, { gammas: tried.gammas, ps: tried.ps });
  if (Object.keys(lists).length > 0) return combinations(lists);
  const fitting = (selector.candidates ?? []).filter((candidate) =>
    Object.entries(candidate).every(([name, value]) => given[name] === undefined || given[name] === value),
  );
  return unique([{}, ...fitting.map(withoutUnset)], given);
}

/** Values to try, by option. */
type ValueLists = Readonly<Record<string, readonly OptionValue[]>>;

/** Options that are set. */
function withoutUnset(options: Readonly<Record<string, OptionValue | undefined>>): OptionSet {
  const set: Record<string, OptionValue> = {};
  for (const [name, value] of Object.entries(options)) if (value !== undefined) set[name] = value;
  return set;
}

const defaultPs = [1, 0.5];

/** The method without gamma first, then the grid; for each combination of the other options. */
function withGrid(
  selector: Selector,
  given: Readonly<Record<string, unknown>>,
  lists: ValueLists,
  { gammas, ps }: Pick<PlainTriedOptions, "gammas" | "ps">,
): OptionSet[] {
  const { name: method, options } = selector;
  for (const [list, option, values] of [
    ["gammas", "gamma", gammas],
    ["ps", "p", ps],
  ] as const) {
    if (values === undefined) continue;
    if (!Object.hasOwn(options, option)) {
      const able = Object.values(selectors).filter((other) => Object.hasOwn(other.options, option));
      throw new InputError(
        "not-possible",
        `${optionName(list)} are for methods with the option ${option} (${able.map(({ name }) => name).join(", ")}); ${method} has none, so leave them out`,
      );
    }
    requireValues(list, values);
    for (const value of values) completeOptions(method, options, { [option]: value });
    if (given[option] !== undefined || Object.hasOwn(lists, option))
      throw new InputError(
        "options-conflict",
        `${optionName(list)} and ${optionName(option)} are both given; leave out one of the two`,
      );
  }
  const own = (selector.candidates ?? []).map(withoutUnset).filter(({ gamma }) => typeof gamma === "number");
  const gammasOrOwn = gammas ?? [...new Set(own.map(({ gamma }) => gamma))];
  // The method's own gammas come with the other options of its candidates.
  const { gamma: _gamma, p: _p, ...others } = own[0] ?? {};
  const beside: OptionSet = gammas === undefined ? others : {};
  const hasP = Object.hasOwn(options, "p") && given.p === undefined && !Object.hasOwn(lists, "p");
  const grid = combinations({ gamma: gammasOrOwn, ...(hasP && { p: ps ?? defaultPs }) });
  return combinations(lists).flatMap((rest) => [
    rest,
    ...grid.map((point) => ({ ...rest, ...point, ...beside })),
  ]);
}

function requireValues(what: string, values: unknown): void {
  if (!Array.isArray(values))
    throw new InputError(
      "option-value",
      `${what} must be a list of values; ${describeValue(values)} was given`,
    );
  if (values.length === 0)
    throw new InputError("option-value", `${what} is an empty list; give the values to try`);
  const twice = values.find((value, place) => values.indexOf(value) < place);
  if (twice !== undefined)
    throw new InputError("option-value", `${what} holds ${describeValue(twice)} twice; give it once`);
}

/** Every way to take one value of each list; the last list changes fastest. */
function combinations(lists: ValueLists): OptionSet[] {
  const count = Object.values(lists).reduce((product, { length }) => product * length, 1);
  if (count > mostCandidates)
    throw new InputError(
      "option-value",
      `${count} combinations of options would be tried, but at most ${mostCandidates} are allowed; give fewer values`,
    );
  return Object.entries(lists).reduce<OptionSet[]>(
    (sets, [name, values]) => sets.flatMap((set) => values.map((value) => ({ ...set, [name]: value }))),
    [{}],
  );
}

/** Without those that are the same as an earlier one beside the given options. */
function unique(sets: readonly OptionSet[], given: Readonly<Record<string, unknown>>): OptionSet[] {
  const textOf = (set: OptionSet) => JSON.stringify(Object.entries({ ...given, ...set }).sort());
  const texts = sets.map(textOf);
  return sets.filter((_, place) => texts.indexOf(texts[place]) === place);
}
