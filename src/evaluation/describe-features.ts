import { InputError } from "../core/input-error.js";
import { count, number, object, oneOf, optional, orNull, type Shape, text } from "../core/json.js";
import { completeOptions, type OptionDefinitions } from "../core/option.js";
import { columnEntries } from "../data/column-entries.js";
import type { Dataset } from "../data/dataset.js";
import { classCounts } from "../data/labels.js";
import type { TransformName } from "../data/transforms.js";
import { classScatter } from "../models/class-scatter.js";
import { chiSquareTail, fTail } from "../numeric/distributions.js";
import { exp, pow } from "../numeric/math.js";

/** What {@link describeFeatures} can be told. */
export const describeOptions = {
  featureTest: {
    type: "choice",
    default: "f",
    choices: ["f", "kruskal"],
    help: "the test behind p and q: f, one-way analysis of variance, or kruskal, Kruskal–Wallis on ranks",
  },
  logBase: {
    type: "choice",
    default: null,
    choices: ["e", "2", "10", "none"],
    help: "the base if the values are logarithms, so that fold changes are shown; none if they are not",
  },
} as const satisfies OptionDefinitions;

/** The test of features that are numbers. */
export type FeatureTest = (typeof describeOptions.featureTest.choices)[number];

/** The base of logarithms that values are in; `none` where they are no logarithms. */
export type LogBase = (typeof describeOptions.logBase.choices)[number];

/** What {@link describeFeatures} takes. */
export interface DescribeOptions {
  /** `f` if absent. Categories always have the chi-square test. */
  readonly featureTest?: FeatureTest;
  /** Fold changes are given where values are logarithms. If absent: what the transforms on reading made of them. */
  readonly logBase?: LogBase | null;
}

/** How one feature differs between the classes. */
export interface FeatureDescription {
  /** Its place in the data, counting from 0. */
  readonly index: number;
  readonly name: string;
  /**
   * The class with the highest mean; of a category, the class that has more rows of a level than expected by the largest
   * part of chi-square. Null where no class stands out.
   */
  readonly higher: string | null;
  /** Of a category, the level that is more frequent in that class. */
  readonly level?: string;
  /**
   * Of a number, Cohen's d: the mean of that class less the mean of all other rows, over the standard deviation inside the
   * classes; infinite where that is 0. Of a category, Cramér's V, from 0 to 1.
   */
  readonly effect: number;
  /** Where values are logarithms, what that difference of means is as a ratio: 1 or more. */
  readonly foldChange?: number;
  readonly test: FeatureTest | "chi-square";
  /** F, H or chi-square. */
  readonly statistic: number;
  /** How often chance alone gives such a statistic; NaN where there is nothing to test. */
  readonly p: number;
  /** p adjusted by Benjamini and Hochberg over all features of the data. */
  readonly q: number;
  /** Rows without a value, which the test leaves out. */
  readonly missing: number;
}

/** What {@link describeFeatures} gives. */
export interface FeatureDescriptions {
  /** The test of features that are numbers. */
  readonly test: FeatureTest;
  /** The base that fold changes were computed with. */
  readonly logBase: LogBase;
  /** One per feature, in the data's order. */
  readonly features: readonly FeatureDescription[];
}

/** How features were tested, in JSON. */
export const describedHowShape = object<Omit<FeatureDescriptions, "features">>({
  test: oneOf(...describeOptions.featureTest.choices),
  logBase: oneOf(...describeOptions.logBase.choices),
});

/** A description in JSON; what else stands there is left out. */
export const descriptionShape: Shape<FeatureDescription> = object<FeatureDescription>({
  index: count,
  name: text,
  higher: orNull(text),
  level: optional(text),
  effect: number,
  foldChange: optional(number),
  test: oneOf(...describeOptions.featureTest.choices, "chi-square"),
  statistic: number,
  p: number,
  q: number,
  missing: count,
});

/**
 * Direction, effect, p and q of every feature. Missing values are left out feature by feature; a constant feature has
 * effect 0 and p = 1. Cost: what the data holds besides zeros, for `kruskal` times the logarithm of a column's part.
 */
export function describeFeatures(data: Dataset, options: DescribeOptions = {}): FeatureDescriptions {
  const { featureTest: test, logBase: givenBase } = completeOptions("describeFeatures", describeOptions, {
    ...options,
  });
  const logBase = givenBase ?? logBaseOf(data.source.transforms);
  const { labels } = data;
  if (labels === null)
    throw new InputError(
      "target",
      "features are described by how they differ between classes, but the data has no labels",
    );
  const counts = classCounts(labels);
  const scratch = new Scratch(data.rows);
  const found: Finding[] = [];
  for (const { column, rows, values } of columnEntries(data.values)) {
    const sample = scratch.presentValues(rows, values, labels.codes, counts);
    const levels = data.categories?.[column] ?? null;
    found.push(levels ? compareLevels(sample, levels) : compareNumbers(sample, test, logBase, scratch));
  }
  const q = adjustBenjaminiHochberg(found.map(({ p }) => p));
  return {
    test,
    logBase,
    features: found.map(({ higher, missing, ...rest }, index) => ({
      index,
      name: data.featureNames[index],
      higher: higher < 0 ? null : labels.classes[higher],
      ...rest,
      q: q[index],
      missing,
    })),
  };
}

/** Which class is higher, as text: `tumour`, or for a category `tumour (yes)`; empty where none is. */
export function directionText({ higher, level }: Pick<FeatureDescription, "higher" | "level">): string {
  return level === undefined ? (higher ?? "") : `${higher} (${level})`;
}

/**
 * P values of many tests, adjusted by the method of Benjamini and Hochberg: of the tests that remain below 0.05, about 5 %
 * are expected to be false. In the order given; NaN stays NaN and is not counted.
 */
export function adjustBenjaminiHochberg(pValues: ArrayLike<number>): Float64Array {
  const adjusted = Float64Array.from(pValues);
  const order = Int32Array.from(adjusted.keys())
    .filter((test) => !Number.isNaN(adjusted[test]))
    .sort((a, b) => pValues[a] - pValues[b]);
  let smallest = 1;
  for (let place = order.length - 1; place >= 0; place--) {
    smallest = Math.min(smallest, (pValues[order[place]] * order.length) / (place + 1));
    adjusted[order[place]] = smallest;
  }
  return adjusted;
}

/** The base of the logarithms that values are in after these changes on reading. */
function logBaseOf(transforms: readonly TransformName[]): LogBase {
  const bases = { log: "e", log1p: "e", log2: "2", log10: "10", "normalize-total": "none" } as const;
  const logarithms = transforms.filter((name) => bases[name] !== "none");
  // Logarithms of logarithms, and shares of them, have no fold change.
  return logarithms.length === 1 ? bases[transforms[transforms.length - 1]] : "none";
}

/** A feature's description, its class by code (−1 for none) and without what all features are needed for. */
type Finding = Omit<FeatureDescription, "index" | "name" | "higher" | "q"> & { readonly higher: number };

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
class Scratch {
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

function compareNumbers(sample: Sample, test: FeatureTest, logBase: LogBase, scratch: Scratch): Finding {
  const { values, codes, counts, rows, classes, missing } = sample;
  if (classes < 2) return { higher: -1, effect: NaN, test, statistic: NaN, p: NaN, missing };
  // Before the scatter, which overwrites the values.
  const h = test === "kruskal" ? kruskalWallis(sample, scratch) : 0;
  const { between, within, unit, means } = classScatter(values, codes, counts, rows);
  const { higher, difference } = highestClass(means, counts, rows);
  const freedom = rows - classes;
  const statistic = test === "kruskal" ? h : between / (classes - 1) / (within / freedom);
  const constant = unit === 0;
  return {
    higher,
    effect: constant ? 0 : difference / Math.sqrt(within / freedom),
    ...(logBase !== "none" && { foldChange: power(logBase, difference * unit) }),
    test,
    statistic: constant ? 0 : statistic,
    p: constant
      ? 1
      : test === "kruskal"
        ? chiSquareTail(statistic, classes - 1)
        : fTail(statistic, classes - 1, freedom),
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

function power(base: Exclude<LogBase, "none">, exponent: number): number {
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

/** How many of the sorted values are smaller. */
function placeIn(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The chi-square test of independence of levels and classes. Levels and classes without rows do not count. */
function compareLevels(sample: Sample, levels: readonly string[]): Finding {
  const { values, codes, counts, rows, classes, missing } = sample;
  const test = "chi-square";
  if (classes < 2) return { higher: -1, effect: NaN, test, statistic: NaN, p: NaN, missing };
  const table = levels.map(() => new Int32Array(counts.length));
  table[0].set(counts);
  for (let k = 0; k < values.length; k++) {
    table[0][codes[k]]--;
    table[values[k]][codes[k]]++;
  }
  const totals = table.map((row) => row.reduce((sum, count) => sum + count, 0));
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
