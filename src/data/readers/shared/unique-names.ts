/**
 * Names made unique as AnnData and Scanpy do it: the first of several equal names stays, the others get `-1`, `-2`, …;
 * a number whose name is already taken is passed over.
 */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  if (taken.size === names.length) return [...names];
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  return names.map((name) => {
    if (!seen.has(name)) {
      seen.add(name);
      return name;
    }
    let count = counts.get(name) ?? 0;
    let candidate: string;
    do candidate = `${name}-${++count}`;
    while (taken.has(candidate));
    counts.set(name, count);
    taken.add(candidate);
    return candidate;
  });
}
