import { checkOption } from "./option.js";
import type { ReadOptions } from "./read-options.js";
import { transformNames } from "./transforms.js";

const choices = {
  nominal: ["codes", "one-hot"],
  decimal: [".", ","],
  samplesIn: ["rows", "columns"],
  missing: ["keep", "drop-rows", "drop-columns"],
} as const;

/** Refuses words that no reading option has, so that a slip of the pen is not taken for the default. */
export function checkReadOptions(options: ReadOptions): void {
  for (const [name, allowed] of Object.entries(choices)) {
    const given = options[name as keyof typeof choices];
    if (given !== undefined) checkChoice(name, allowed, given);
  }
  for (const name of options.transforms ?? []) checkChoice("transforms", transformNames, name);
}

function checkChoice(name: string, allowed: readonly string[], given: string): void {
  checkOption(name, { type: "choice", default: allowed[0], choices: allowed, help: "" }, given);
}
