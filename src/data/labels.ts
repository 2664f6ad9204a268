/** The class of every row: `classes[codes[i]]` is the name of row i's class. */
export interface Labels {
  readonly codes: Int32Array;
  /** Class names in a fixed order: by value when all are numbers, else by code unit; independent of the row order. */
  readonly classes: readonly string[];
}

/** Labels from one name per row. */
export function encodeLabels(names: readonly string[]): Labels {
  const classes = [...new Set(names)].sort(compareNames(names));
  const codeOf = new Map(classes.map((name, code) => [name, code]));
  return { codes: Int32Array.from(names, (name) => codeOf.get(name)!), classes };
}

/** The labels with only those classes that have rows. */
export function presentLabels({ codes, classes }: Labels): Labels {
  return encodeLabels(Array.from(codes, (code) => classes[code]));
}

/** How many rows each class has. */
export function classCounts(labels: Labels): Int32Array {
  const counts = new Int32Array(labels.classes.length);
  for (const code of labels.codes) counts[code]++;
  return counts;
}

function compareNames(names: readonly string[]): (a: string, b: string) => number {
  const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  if (!names.every((name) => name.trim() !== "" && Number.isFinite(Number(name)))) return byCodeUnit;
  return (a, b) => Number(a) - Number(b) || byCodeUnit(a, b);
}
