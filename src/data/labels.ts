/** The class of every row: `classes[codes[i]]` is the name of row i's class. */
export interface Labels {
  readonly codes: Int32Array;
  /**
   * Class names in a fixed order: by value when all are numbers, else by code unit; independent of the row order. Only data
   * to predict may have the empty name: the class of its rows is not known.
   */
  readonly classes: readonly string[];
}

/** Labels from one name per row. */
export function encodeLabels(names: readonly string[]): Labels {
  const classes = orderClasses([...new Set(names)]);
  return { codes: codesOf(names, classes), classes };
}

/** The place of every name in a list, or −1; without the copies that `Int32Array.from` makes of many million names. */
export function codesOf(names: readonly string[], list: readonly string[]): Int32Array {
  const codeOf = new Map(list.map((name, code) => [name, code]));
  const codes = new Int32Array(names.length);
  for (let i = 0; i < names.length; i++) codes[i] = codeOf.get(names[i]) ?? -1;
  return codes;
}

/** Different class names in their fixed order. */
export const orderClasses = (names: readonly string[]): string[] => [...names].sort(compareNames(names));

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

/** A slice has about so many rows or more, and there are this many slices at most. */
const rowsPerSlice = 10;
const mostSlices = 5;

/**
 * Slices of a number to predict as classes, smallest first, as in sliced inverse regression: about equally many rows each,
 * equal numbers in the same slice, no slice with a single row. There is one for every ten rows, at least two and at most
 * five: more of them would say little about the target that five do not, but add directions of noise.
 */
export function sliceTargets(targets: Float64Array): Labels {
  const rows = targets.length;
  const slices = Math.max(2, Math.min(mostSlices, Math.floor(rows / rowsPerSlice)));
  const sorted = targets.slice().sort();
  // The first and last row, in order of their targets, of each slice.
  const bounds: { first: number; last: number }[] = [];
  let slice = -1;
  for (let start = 0; start < rows; ) {
    let end = start + 1;
    while (end < rows && sorted[end] === sorted[start]) end++;
    const place = Math.floor((((start + end) / 2) * slices) / rows);
    const open = bounds[bounds.length - 1];
    if (place > slice && (open === undefined || open.last > open.first)) {
      bounds.push({ first: start, last: end - 1 });
      slice = place;
    } else open.last = end - 1;
    start = end;
  }
  const final = bounds[bounds.length - 1];
  if (bounds.length > 1 && final.first === final.last) {
    bounds.pop();
    bounds[bounds.length - 1].last = final.last;
  }
  const ends = bounds.map(({ last }) => sorted[last]);
  return {
    codes: Int32Array.from(targets, (target) =>
      Math.max(
        0,
        ends.findIndex((end) => target <= end),
      ),
    ),
    classes: bounds.map(({ first, last }) => `${sorted[first]} to ${sorted[last]}`),
  };
}

function compareNames(names: readonly string[]): (a: string, b: string) => number {
  const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  if (!names.every((name) => name.trim() !== "" && Number.isFinite(Number(name)))) return byCodeUnit;
  return (a, b) => Number(a) - Number(b) || byCodeUnit(a, b);
}
