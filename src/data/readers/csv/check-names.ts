import { InputError } from "../../../numeric/input-error.js";
import { quoted } from "../shared/line-error.js";

/** Refuses names of which two are equal, and says where they stand, counting from `first`. */
export function checkNames(
  source: string,
  names: readonly string[],
  what: string,
  place: string,
  first: number,
): void {
  const seen = new Map<string, number>();
  names.forEach((name, i) => {
    const earlier = seen.get(name);
    if (earlier !== undefined)
      throw new InputError(
        `${source}: the ${what} ${quoted(name)} stands twice, in ${place} ${earlier + first} and in ${place} ${i + first}; names must differ`,
      );
    seen.set(name, i);
  });
}
