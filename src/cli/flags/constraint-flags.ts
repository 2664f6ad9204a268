import { InputError } from "../../internal.js";
import type { Flags, FlagValues } from "./flag.js";

/** What the user settles about features before any method runs. */
export const constraintFlags: Flags = {
  keep: {
    value: "NAME,…",
    type: "list",
    help: "features that are always picked and count in k; patterns such as gene_* too",
  },
  exclude: { value: "NAME,…", type: "list", help: "features that the method does not get to see" },
};

/** The names that one of these flags lists. */
export function givenNames(flags: FlagValues, name: "keep" | "exclude"): readonly string[] | undefined {
  const names = flags[name] as readonly string[] | undefined;
  if (names?.length === 0)
    throw new InputError("command-line", `--${name} needs names of features with commas between them`);
  return names;
}
