import { columnEntries } from "../data/column-entries.js";
import type { Dataset } from "../data/dataset.js";
import { classCounts } from "../data/labels.js";
import { classScatter } from "../models/class-scatter.js";
import { type ClassWeight, classWeights } from "../models/class-weight.js";
import type { ClassMoments } from "../models/moments.js";
import { chiSquareOfFreedom } from "../numeric/distributions.js";
import type { Matrix } from "../numeric/matrix.js";
import { partsTogether } from "./parts.js";

/**
 * Two scatters of every feature: one that a good feature has much of and one that it has little of. Both are in the
 * feature's own unit, so that they stay finite whatever the data: times the unit squared, they are those of the data.
 */
export interface FeatureScatters {
  readonly between: Float64Array;
  readonly within: Float64Array;
  readonly units: Float64Array;
}

/**
 * The scatter of a feature's class means, Σ n_k(μ_kj − μ_j)², and that inside the classes, Σ n_kσ²_kj. With balanced
 * classes every n_k is n/c. Both are zero for
 * a constant feature, and the one inside is exactly zero for a feature that is constant inside every class. Units are
 * halves of ranges, which are finite where a range is not.
 */
export async function classScatters(
  data: Dataset,
  progress: (fraction: number) => Promise<void>,
  classWeight: ClassWeight = "none",
): Promise<FeatureScatters> {
  const labels = data.labels!;
  const counts = classCounts(labels);
  const weights = classWeights(counts, classWeight);
  const [between, within, units] = [0, 1, 2].map(() => new Float64Array(data.features));
  const scratch = new Int32Array(data.rows);
  for (const { column, rows, values } of columnEntries(data.values)) {
    const codes = rows.length < data.rows ? gather(labels.codes, rows, scratch) : labels.codes;
    const scatter = classScatter(values, codes, counts, data.rows, weights);
    between[column] = scatter.between;
    within[column] = scatter.within;
    units[column] = scatter.unit;
    if (column % 64 === 63) await progress((column + 1) / data.features);
  }
  return { between, within, units };
}

/**
 * The same where some features take several columns (`parts` names the feature of each): all columns of a category get
 * those of a single column that says as much as the category does, of variance 1. For m uncorrelated columns, of whose variances
 * the classes explain the shares η², that is the share V² = Σ η² / min(m, c − 1) for c classes, by Cramér's V. With m
 * above c − 1 chance alone raises it: n·V² is then about chi-square with m degrees of freedom, and is brought to c − 1, so that a
 * category of noise scores like a number of noise, however many levels it has.
 */
export function overParts(
  scatters: FeatureScatters,
  parts: Int32Array | undefined,
  /** The rows of each class. */
  counts: ArrayLike<number>,
): FeatureScatters {
  const blocks = partsTogether(parts);
  if (blocks.length === 0) return scatters;
  const sizes = Array.from(counts).filter((count) => count > 0);
  const rows = sizes.reduce((sum, count) => sum + count, 0);
  const freedom = sizes.length - 1;
  const [between, within, units] = [scatters.between, scatters.within, scatters.units].map((list) =>
    list.slice(),
  );
  for (const columns of blocks) {
    const width = columns.length;
    const explained = columns.reduce((sum, j) => {
      const whole = scatters.between[j] + scatters.within[j];
      return whole > 0 ? sum + scatters.between[j] / whole : sum;
    }, 0);
    const share = Math.min(1, explained / Math.min(width, freedom));
    const corrected = width > freedom ? chiSquareOfFreedom(rows * share, width, freedom) / rows : share;
    for (const j of columns) {
      between[j] = corrected;
      within[j] = 1 - corrected;
      units[j] = Math.sqrt(rows);
    }
  }
  return { between, within, units };
}

/** The same as {@link classScatters} from what is known of the classes. Units are 1, so values must not be huge. */
export function momentScatters(
  { counts, means, spreads, featureNames }: ClassMoments,
  classWeight: ClassWeight,
): FeatureScatters {
  const weights = classWeights(counts, classWeight);
  const features = featureNames.length;
  const overall = overallMeans(
    counts.map((count, code) => count * weights[code]),
    means,
  );
  const [between, within] = [0, 1].map(() => new Float64Array(features));
  counts.forEach((count, code) => {
    for (let j = 0; j < features; j++) {
      const distance = count > 0 ? means.get(code, j) - overall[j] : 0;
      between[j] += count * weights[code] * distance * distance;
      within[j] += weights[code] * spreads.get(code, j);
    }
  });
  return { between, within, units: new Float64Array(features).fill(1) };
}

/** The mean of each feature over all classes, which count for so many rows. Exactly their common mean where they have one. */
export function overallMeans(counts: Float64Array, means: Matrix): Float64Array {
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const first = counts.findIndex((count) => count > 0);
  const overall = Float64Array.from({ length: means.columns }, (_, j) => means.get(first, j));
  const origin = overall.slice();
  counts.forEach((count, code) => {
    if (count > 0)
      for (let j = 0; j < overall.length; j++)
        overall[j] += (count / rows) * (means.get(code, j) - origin[j]);
  });
  return overall;
}

/** The class of each of these rows. */
function gather(from: Int32Array, places: Int32Array, result: Int32Array): Int32Array {
  for (let k = 0; k < places.length; k++) result[k] = from[places[k]];
  return result;
}
