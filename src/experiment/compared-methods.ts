import { InputError } from "../core/input-error.js";
import { findSelector, type PlainMethodChoice } from "../selectors/registry.js";
import type { Selector } from "../selectors/selector.js";
import type { Experiment } from "./plan-experiment.js";
import type { TaskDefinitions } from "./task.js";

/** A method of a comparison that is known at run time only. */
export interface PlainComparedMethod extends PlainMethodChoice {
  readonly method: string | Selector;
  readonly label?: string;
}

/** The list, which must have an entry. */
export function requireMethods<T>(methods: readonly T[]): readonly T[] {
  if (Array.isArray(methods) && methods.length > 0) return methods;
  throw new InputError("option-value", "at least one method is needed; none was given");
}

/** Methods with unique labels: the method's name, and its options if it occurs twice. Some labels are taken. */
export function namedMethods(methods: readonly PlainComparedMethod[], taken: readonly string[]) {
  const named = requireMethods(methods).map(({ method, label, options = {} }) => ({
    method,
    own: options,
    label,
    name: findSelector(method).name,
  }));
  const labels = named.map(({ name, own, label }) => {
    if (label !== undefined) return label;
    const alone = named.filter((other) => other.name === name).length === 1;
    const options = Object.entries(own).map(([option, value]) => `${option}=${value}`);
    return alone || options.length === 0 ? name : `${name} ${options.join(" ")}`;
  });
  const twice = labels.find((label, place) => labels.indexOf(label) < place || taken.includes(label));
  if (twice !== undefined)
    throw new InputError("option-value", `"${twice}" is listed twice among the methods; list it once`);
  return named.map(({ method, own }, place) => ({ method, own, label: labels[place] }));
}

/** The definitions of all rows; methods that share a name must be the same. */
export function allDefinitions(rows: readonly { readonly experiment: Experiment }[]): TaskDefinitions {
  const definitions = rows.map(({ experiment }) => experiment.definitions);
  const selectors = [...new Set(definitions.flatMap((one) => one.selectors))];
  const twice = selectors.find(({ name }, place) => selectors.findIndex((one) => one.name === name) < place);
  if (twice)
    throw new InputError(
      "plugin",
      `two different methods are called "${twice.name}"; give one of them another name`,
    );
  return { selectors, classifiers: [...new Set(definitions.flatMap((one) => one.classifiers))] };
}
