import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import { checkOption, completeOptions } from "../../core/option.js";
import { type DfsOptions, dfsOptions } from "./options.js";

/** The options of the fits, and how scatter is measured; refuses a grid that cannot be walked. */
export function checkGrid(
  own: object,
  gammas: readonly number[],
  ps: readonly number[],
  gammasGiven: boolean,
): { readonly options: DfsOptions; readonly scatter: "sum" | "mean" } {
  for (const single of ["gamma", "p"])
    if (Object.hasOwn(own, single))
      throw new InputError(
        "unknown-name",
        `path takes a list, ${optionName(`${single}s`)}, not ${optionName(single)}`,
      );
  if (Object.hasOwn(own, "elimination"))
    throw new InputError(
      "options-conflict",
      `path eliminates nothing, so ${optionName("elimination")} has no effect here; leave it out, or use select`,
    );
  const options = completeOptions("path", dfsOptions, { ...own });
  if (options.solver === "literal")
    throw new InputError(
      "option-value",
      `path has no literal ${optionName("solver")}; auto, tall and wide are possible`,
      { facts: { option: "solver", given: "literal", allowed: "auto, tall or wide" } },
    );
  requireGrid("gammas", gammas);
  requireGrid("ps", ps);
  for (const p of ps) checkOption("ps", dfsOptions.p, p);
  if (new Set(ps).size < ps.length)
    throw new InputError("option-value", `${optionName("ps")} must not repeat; ${ps.join(", ")} was given`);
  if (gammas.some((gamma, at) => at > 0 && gamma <= gammas[at - 1]))
    throw new InputError(
      "option-value",
      `${optionName("gammas")} must rise: warm starts along a falling penalty get stuck`,
    );
  return { options, scatter: options.scatter ?? (gammasGiven ? "sum" : "mean") };
}

function requireGrid(name: string, values: readonly number[]): void {
  if (values.length === 0)
    throw new InputError("option-value", `${optionName(name)} must hold at least one number; it is empty`);
  for (const value of values) checkOption(name, { type: "number", default: 1, above: 0, help: "" }, value);
}
