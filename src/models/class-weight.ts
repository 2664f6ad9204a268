import type { ChoiceOption } from "../core/option.js";
import { classCounts, type Labels } from "../data/labels.js";
import type { Matrix } from "../numeric/matrix.js";

/** How much each class counts, as an option of methods and classifiers. */
export const classWeightOption = {
  type: "choice",
  default: "none",
  choices: ["none", "balanced"],
  help: "balanced: every class counts the same, however many rows it has",
} as const satisfies ChoiceOption;

/** The value of {@link classWeightOption}. */
export type ClassWeight = (typeof classWeightOption.choices)[number];

/** What a row of each class counts: 1, or with balanced classes n/(c·n_k), exactly 1 where all classes have the same size. */
export function classWeights(counts: ArrayLike<number>, weight: ClassWeight): Float64Array {
  const sizes = Float64Array.from(counts);
  if (weight === "none") return sizes.fill(1);
  const rows = sizes.reduce((sum, size) => sum + size, 0);
  const present = sizes.filter((size) => size > 0).length;
  return sizes.map((size) => (size > 0 ? rows / (present * size) : 0));
}

/** What each row counts; null where that is 1 for all. */
export function sampleWeights(labels: Labels, weight: ClassWeight): Float64Array | null {
  const weights = classWeights(classCounts(labels), weight);
  const rows = Float64Array.from(labels.codes, (code) => weights[code]);
  return rows.every((one) => one === 1) ? null : rows;
}

/** Means and variances (of n) of the columns of a matrix that lies row after row, with weights that add up to its rows. */
export function weightedMoments(
  { rows, columns, data }: Matrix,
  weights: Float64Array,
): { means: Float64Array; variances: Float64Array } {
  const means = new Float64Array(columns);
  // Deviations from the first row are small where values are large and alike.
  for (let i = 0, at = 0; i < rows; i++) {
    const share = weights[i] / rows;
    for (let j = 0; j < columns; j++, at++) means[j] += share * (data[at] - data[j]);
  }
  for (let j = 0; j < columns; j++) means[j] += data[j];
  const variances = new Float64Array(columns);
  for (let i = 0, at = 0; i < rows; i++) {
    const share = weights[i] / rows;
    for (let j = 0; j < columns; j++, at++) {
      const deviation = data[at] - means[j];
      variances[j] += share * deviation * deviation;
    }
  }
  return { means, variances };
}

/** Multiplies every row of a matrix that lies row after row. */
export function multiplyRows({ rows, columns, data }: Matrix, factors: ArrayLike<number>): void {
  for (let i = 0, at = 0; i < rows; i++) for (let j = 0; j < columns; j++, at++) data[at] *= factors[i];
}
