import { InputError } from "../core/input-error.js";
import { count, number, object, oneOf, optional, orNull, type Shape, text } from "../core/json.js";
import { completeOptions, type OptionDefinitions } from "../core/option.js";
import { columnEntries } from "../data/column-entries.js";
import type { Dataset } from "../data/dataset.js";
import { classCounts } from "../data/labels.js";
import type { TransformName } from "../data/transforms.js";
import { presentPairs } from "./correlation.js";
import {
  compareLevels,
  compareNumbers,
  compareTargets,
  correlateTargets,
  type Finding,
  Scratch,
} from "./feature-tests.js";

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

/** How one feature differs between the classes, or goes along with a target. */
export interface FeatureDescription extends Omit<Finding, "higher"> {
  /** Its place in the data, counting from 0. */
  readonly index: number;
  readonly name: string;
  /**
   * The class with the highest mean; of a category, the class that has more rows of a level than expected by the largest
   * part of chi-square. Null where no class stands out, and where the target is a number.
   */
  readonly higher: string | null;
  /** p adjusted by Benjamini and Hochberg over all features of the data. */
  readonly q: number;
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
  test: oneOf(...describeOptions.featureTest.choices, "chi-square", "correlation", "spearman"),
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
  const asRead = new Set(givenBase ? [] : data.source.untransformed);
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
    const levels = data.categories?.[column] ?? null;
    const base = asRead.has(data.featureNames[column]) ? "none" : logBase;
    if (data.targets) {
      const pairs = presentPairs(rows, values, data.targets);
      found.push(levels ? compareTargets(pairs, levels, test, scratch) : correlateTargets(pairs, test));
      continue;
    }
    const sample = scratch.presentValues(rows, values, labels.codes, counts);
    found.push(levels ? compareLevels(sample, levels) : compareNumbers(sample, test, base, scratch));
  }
  return { test, logBase, features: describedFeatures(found, data.featureNames, labels.classes) };
}

/** Descriptions from what the tests of all features say, with q over all of them. */
export function describedFeatures(
  found: readonly Finding[],
  names: readonly string[],
  classes: readonly string[],
): FeatureDescription[] {
  const q = adjustBenjaminiHochberg(found.map(({ p }) => p));
  return found.map(({ higher, missing, ...rest }, index) => ({
    index,
    name: names[index],
    higher: higher < 0 ? null : classes[higher],
    ...rest,
    q: q[index],
    missing,
  }));
}

/**
 * Which class is higher, as text: `tumour`, or for a category `tumour (yes)`; empty where none is. For a number to predict:
 * `rising` where it rises with the feature, `falling`, or the level with the highest mean.
 */
export function directionText({
  higher,
  level,
  test,
  effect,
}: Pick<FeatureDescription, "higher" | "level" | "test" | "effect">): string {
  if (test === "correlation" || test === "spearman")
    return effect > 0 ? "rising" : effect < 0 ? "falling" : "";
  if (test !== "chi-square" && level !== undefined) return `highest for ${level}`;
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
export function logBaseOf(transforms: readonly string[]): LogBase {
  const bases: Readonly<Record<string, LogBase>> = {
    log: "e",
    log1p: "e",
    log2: "2",
    log10: "10",
    "normalize-total": "none",
  } satisfies Record<TransformName, LogBase>;
  const logarithms = transforms.filter((name) => bases[name] !== "none");
  // Logarithms of logarithms, and shares of them, have no fold change.
  return logarithms.length === 1 ? bases[transforms[transforms.length - 1]] : "none";
}
