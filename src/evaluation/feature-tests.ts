import { classCounts } from "../data/labels.js";
import { type ClassScatter, classScatter } from "../models/class-scatter.js";
import { chiSquareTail, fTail } from "../numeric/distributions.js";
import { exp, pow } from "../numeric/math.js";
import { placeIn } from "../numeric/place-in.js";
import { correlation, type presentPairs, ranksOf, regressionF } from "./correlation.js";

/** The test of a number: F, or Kruskal and Wallis on ranks. */
type NumberTest = "f" | "kruskal";

/** The base of logarithms that values are in. */
type Base = "e" | "2" | "10" | "none";

/** What the test of one feature says. */
export interface Finding {
  /** The class that is higher, by code; −1 for none. */
  readonly higher: number;
  /** Of a category, the level that is more frequent in that class, or has the highest mean of the target. */
  readonly level?: string;
  /**
   * Of a number, Cohen's d: the mean of that class less the mean of all other rows, over the standard deviation inside the
   * classes; infinite where that is 0. Of a category, Cramér's V, from 0 to 1. Where the target is a number: r, from −1 to
   * 1, Spearman's with ranks; of a category, η from 0 to 1, the root of the part of the variance between the levels.
   */
  readonly effect: number;
  /** Where values are logarithms, what that difference of means is as a ratio: 1 or more. */
  readonly foldChange?: number;
  /** `correlation` (F of the regression) or `spearman` where feature and target are numbers. */
  readonly test: NumberTest | "chi-square" | "correlation" | "spearman";
  /** F, H or chi-square. */
  readonly statistic: number;
  /** How often chance alone gives such a statistic; NaN where there is nothing to test. */
  readonly p: number;
  /** Rows without a value, which the test leaves out. */
  readonly missing: number;
}

/** The values of a feature that are there. */
interface Sample {
  /** Those that are not zero, with their classes; the reader may overwrite them. */
  readonly values: Float64Array;
  readonly codes: Int32Array;
  /** Rows of each class, and of all, zeros included. */
  readonly counts: Int32Array;
  readonly rows: number;
  /** Classes that have rows. */
  readonly classes: number;
  readonly missing: number;
}

/** Memory that all columns share. */
export class Scratch {
  readonly sorted: Float64Array;
  readonly ranks: Float64Array;
  readonly #codes: Int32Array;

  constructor(rows: number) {
    this.sorted = new Float64Array(rows);
    this.ranks = new Float64Array(rows);
    this.#codes = new Int32Array(rows);
  }

  /** Leaves out missing values, in place. */
  presentValues(rows: Int32Array, values: Float64Array, codes: Int32Array, counts: Int32Array): Sample {
    const present = counts.slice();
    let kept = 0;
    for (let k = 0; k < values.length; k++) {
      const code = codes[rows[k]];
      if (Number.isNaN(values[k])) present[code]--;
      else {
        values[kept] = values[k];
        this.#codes[kept++] = code;
      }
    }
    const missing = values.length - kept;
    return {
      values: values.subarray(0, kept),
      codes: this.#codes.subarray(0, kept),
      counts: present,
      rows: codes.length - missing,
      classes: present.reduce((classes, count) => (count > 0 ? classes + 1 : classes), 0),
      missing,
    };
  }
}

/** A number between the classes: Cohen's d, with the F test or that of Kruskal and Wallis. */
export function compareNumbers(sample: Sample, test: NumberTest, logBase: Base, scratch: Scratch): Finding {
  const { values, codes, counts, rows, classes, missing } = sample;
  if (classes < 2) return { higher: -1, effect: NaN, test, statistic: NaN, p: NaN, missing };
  // Before the scatter, which overwrites the values.
  const h = test === "kruskal" ? kruskalWallis(sample, scratch) : 0;
  const scatter = classScatter(values, codes, counts, rows);
  const found = compareScatter(scatter, counts, missing, logBase);
  if (test === "f") return found;
  return scatter.unit === 0
    ? { ...found, test }
    : { ...found, test, statistic: h, p: chiSquareTail(h, classes - 1) };
}

/** A number between the classes by how it scatters: Cohen's d, with the F test. */
export function compareScatter(
  { between, within, unit, means }: ClassScatter,
  counts: Int32Array,
  missing: number,
  logBase: Base,
): Finding {
  const test = "f";
  const classes = counts.reduce((sum, count) => (count > 0 ? sum + 1 : sum), 0);
  if (classes < 2) return { higher: -1, effect: NaN, test, statistic: NaN, p: NaN, missing };
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const { higher, difference } = highestClass(means, counts, rows);
  const freedom = rows - classes;
  const constant = unit === 0;
  const statistic = constant ? 0 : between / (classes - 1) / (within / freedom);
  return {
    higher,
    effect: constant ? 0 : difference / Math.sqrt(within / freedom),
    ...(logBase !== "none" && { foldChange: power(logBase, difference * unit) }),
    test,
    statistic,
    p: constant ? 1 : fTail(statistic, classes - 1, freedom),
    missing,
  };
}

/** Parts of half a range by which means differ through rounding alone. */
const rounding = 2 ** -40;

/** The class with the highest mean, −1 for none, and by how much it exceeds the mean of all other rows. */
function highestClass(means: Float64Array, counts: Int32Array, rows: number) {
  let higher = -1;
  for (let code = 0; code < means.length; code++)
    if (counts[code] > 0 && (higher < 0 || means[code] > means[higher])) higher = code;
  let difference = 0;
  for (let code = 0; code < means.length; code++)
    difference += (means[higher] - means[code]) * (counts[code] / (rows - counts[higher]));
  return difference > rounding ? { higher, difference } : { higher: -1, difference: 0 };
}

function power(base: Exclude<Base, "none">, exponent: number): number {
  return base === "e" ? exp(exponent) : pow(Number(base), exponent);
}

/** H of Kruskal and Wallis, corrected for ties. Ranks are doubled: the mean rank of tied values is then whole. */
function kruskalWallis({ values, codes, counts, rows }: Sample, scratch: Scratch): number {
  const sorted = scratch.sorted.subarray(0, values.length);
  sorted.set(values);
  sorted.sort();
  const zeros = rows - values.length;
  const negative = placeIn(sorted, 0);
  let ties = zeros * zeros * zeros - zeros;
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1;
    while (end < sorted.length && sorted[end] === sorted[start]) end++;
    scratch.ranks[start] = start + end + 1 + (start < negative ? 0 : 2 * zeros);
    const tied = end - start;
    ties += tied * tied * tied - tied;
    start = end;
  }
  const sums = new Float64Array(counts.length);
  const zerosOf = counts.slice();
  for (let k = 0; k < values.length; k++) {
    sums[codes[k]] += scratch.ranks[placeIn(sorted, values[k])];
    zerosOf[codes[k]]--;
  }
  let squares = 0;
  for (let code = 0; code < counts.length; code++) {
    if (counts[code] === 0) continue;
    const sum = sums[code] + zerosOf[code] * (2 * negative + zeros + 1);
    const excess = sum - counts[code] * (rows + 1);
    squares += (excess / counts[code]) * excess;
  }
  const correction = 1 - ties / (rows * rows * rows - rows);
  return (3 * squares) / (rows * (rows + 1)) / correction;
}

/** Values of a feature with the targets of their rows. */
type Pairs = ReturnType<typeof presentPairs>;

/** The F test of Pearson's correlation, or the same test of Spearman's. */
export function correlateTargets({ x, y, missing }: Pairs, test: NumberTest): Finding {
  const name = test === "kruskal" ? "spearman" : "correlation";
  if (x.length < 3) return { higher: -1, effect: NaN, test: name, statistic: NaN, p: NaN, missing };
  const found = test === "kruskal" ? correlation(ranksOf(x), ranksOf(y)) : correlation(x, y);
  const statistic = regressionF(found);
  return {
    higher: -1,
    effect: found.r,
    test: name,
    statistic,
    p: fTail(statistic, 1, x.length - 2),
    missing,
  };
}

/** The targets of the levels of a category, compared as a feature is between classes. */
export function compareTargets(
  { x, y, missing }: Pairs,
  levels: readonly string[],
  test: NumberTest,
  scratch: Scratch,
): Finding {
  const codes = Int32Array.from(x);
  const counts = classCounts({ codes, classes: levels });
  const rows = Int32Array.from(y.keys());
  const sample = scratch.presentValues(rows, y.slice(), codes, counts);
  const { higher, effect: _effect, ...tested } = compareNumbers(sample, test, "none", scratch);
  const { between, within, unit } = classScatter(y, codes, counts, y.length);
  return {
    ...tested,
    higher: -1,
    ...(higher >= 0 && { level: levels[higher] }),
    effect: unit === 0 ? 0 : Math.sqrt(between / (between + within)),
    missing,
  };
}

/** The chi-square test of independence of levels and classes. Levels and classes without rows do not count. */
export function compareLevels(sample: Sample, levels: readonly string[]): Finding {
  const { values, codes, counts, missing } = sample;
  const table = levels.map(() => new Int32Array(counts.length));
  table[0].set(counts);
  for (let k = 0; k < values.length; k++) {
    table[0][codes[k]]--;
    table[values[k]][codes[k]]++;
  }
  return compareCounts(table, levels, missing);
}

/** The same from how many rows of each class (by code) have each level. */
export function compareCounts(
  table: readonly Int32Array[],
  levels: readonly string[],
  missing: number,
): Finding {
  const test = "chi-square";
  const totals = table.map((row) => row.reduce((sum, count) => sum + count, 0));
  const rows = totals.reduce((sum, total) => sum + total, 0);
  const counts = Int32Array.from(table[0], (_, code) => table.reduce((sum, row) => sum + row[code], 0));
  const classes = counts.reduce((sum, count) => (count > 0 ? sum + 1 : sum), 0);
  if (classes < 2) return { higher: -1, effect: NaN, test, statistic: NaN, p: NaN, missing };
  let [statistic, largest, higher, level] = [0, 0, -1, -1];
  for (let place = 0; place < levels.length; place++) {
    for (let code = 0; code < counts.length; code++) {
      const expected = (totals[place] * counts[code]) / rows;
      if (expected === 0) continue;
      const excess = table[place][code] - expected;
      const part = (excess / expected) * excess;
      statistic += part;
      if (excess > 0 && part > largest) [largest, higher, level] = [part, code, place];
    }
  }
  const others = totals.filter((total) => total > 0).length - 1;
  if (others === 0) return { higher: -1, effect: 0, test, statistic: 0, p: 1, missing };
  return {
    higher,
    ...(level >= 0 && { level: levels[level] }),
    effect: Math.sqrt(statistic / (rows * Math.min(others, classes - 1))),
    test,
    statistic,
    p: chiSquareTail(statistic, others * (classes - 1)),
    missing,
  };
}
