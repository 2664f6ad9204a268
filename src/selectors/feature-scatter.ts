import { columnEntries } from "../data/column-entries.js";
import type { Dataset } from "../data/dataset.js";
import { classCounts } from "../data/labels.js";
import { classScatter } from "../models/class-scatter.js";
import { type ClassWeight, classWeights } from "../models/class-weight.js";

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

/** The class of each of these rows. */
function gather(from: Int32Array, places: Int32Array, result: Int32Array): Int32Array {
  for (let k = 0; k < places.length; k++) result[k] = from[places[k]];
  return result;
}
