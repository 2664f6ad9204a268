import { InputError } from "../core/input-error.js";
import { completeOptions } from "../core/option.js";
import { sampleRemedy } from "../data/stream/refuse-whole.js";
import type { GatheredMoments } from "../models/gather-moments.js";
import type { Matrix } from "../numeric/matrix.js";
import {
  type DescribeOptions,
  describedFeatures,
  describeOptions,
  type FeatureDescriptions,
  logBaseOf,
} from "./describe-features.js";
import { compareCounts, compareScatter, type Finding } from "./feature-tests.js";

/**
 * Direction, effect, p and q of every feature from what the rows of a file came to: the same as from the rows themselves. Ranks do not
 * follow from it, so the test of Kruskal and Wallis is refused.
 */
export function describeMoments(
  { moments, known, featureNames, categories, missing }: GatheredMoments,
  transforms: readonly string[],
  options: DescribeOptions = {},
): FeatureDescriptions {
  const { featureTest: test, logBase: givenBase } = completeOptions("describeMoments", describeOptions, {
    ...options,
  });
  refuseRanks(options);
  const logBase = givenBase ?? logBaseOf(transforms);
  const found = featureNames.map((_, j): Finding => {
    const table = known.tables[j];
    if (table) return compareCounts(rowsOf(table), categories![j]!, missing[j]);
    const column = (matrix: Matrix) =>
      Float64Array.from(moments.classes, (_class, code) => matrix.get(code, j));
    const counts = Int32Array.from(column(known.counts));
    const scatter = scatterOf(counts, column(known.apart), column(known.spreads));
    return compareScatter(scatter, counts, missing[j], logBase);
  });
  return { test, logBase, features: describedFeatures(found, featureNames, moments.classes) };
}

/** Refuses the test that needs the ranks of the values. */
export function refuseRanks({ featureTest = "f" }: DescribeOptions): void {
  if (featureTest === "f") return;
  throw new InputError(
    "not-possible",
    "the test of Kruskal and Wallis needs the ranks of all rows in memory; the F test does not",
    {
      facts: { option: "featureTest", given: featureTest },
      remedies: [sampleRemedy, { action: "use the F test", option: "featureTest", value: "f" }],
    },
  );
}

/** How one feature scatters, in parts of its standard deviation, which is no more than half its range. */
function scatterOf(counts: Int32Array, apart: Float64Array, spreads: Float64Array) {
  const rows = counts.reduce((sum, count) => sum + count, 0);
  // Counted from a class that has rows, so that classes which are alike are exactly so.
  const first = counts.findIndex((count) => count > 0);
  const means = apart.map((mean) => mean - apart[first]);
  const overall = means.reduce((sum, mean, code) => sum + (counts[code] / rows) * mean, 0);
  const between = means.reduce((sum, mean, code) => {
    const distance = mean - overall;
    return sum + counts[code] * distance * distance;
  }, 0);
  const within = spreads.reduce((sum, spread) => sum + spread, 0);
  const unit = Math.sqrt((between + within) / rows);
  if (!(unit > 0)) return { between: 0, within: 0, unit: 0, means: new Float64Array(means.length) };
  return {
    between: between / unit / unit,
    within: within / unit / unit,
    unit,
    means: means.map((mean) => mean / unit),
  };
}

const rowsOf = (table: Matrix): Int32Array[] =>
  Array.from({ length: table.rows }, (_, level) =>
    Int32Array.from({ length: table.columns }, (_count, code) => table.get(level, code)),
  );
