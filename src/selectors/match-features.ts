/**
 * The features that a user's word stands for: the one of that name, else those that it matches as a pattern, in which `*`
 * stands for any run of characters. A name that holds a `*` itself is found by its name.
 */
export function matchFeatures(
  wanted: string,
  names: readonly string[],
  placeOf: ReadonlyMap<string, number>,
): readonly number[] {
  const place = placeOf.get(wanted);
  if (place !== undefined) return [place];
  if (!wanted.includes("*")) return [];
  const parts = wanted.split("*");
  return Array.from(names.keys()).filter((j) => fits(names[j], parts));
}

/** Whether the name begins with the first part, ends with the last, and has the others between them in this order. */
function fits(name: string, parts: readonly string[]): boolean {
  const [first, last] = [parts[0], parts[parts.length - 1]];
  const end = name.length - last.length;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= end;
}
