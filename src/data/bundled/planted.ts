import { completeOptions, type OptionDefinitions } from "../../core/option.js";
import { Matrix } from "../../numeric/matrix.js";
import { Random } from "../../numeric/random.js";
import { upTo } from "../../numeric/up-to.js";
import { Dataset } from "../dataset.js";

/** The options of {@link planted}. */
export const plantedOptions = {
  rows: {
    type: "number",
    default: 200,
    integer: true,
    min: 4,
    help: "samples, distributed evenly over the classes",
  },
  classes: { type: "number", default: 2, integer: true, min: 2, help: "classes" },
  relevant: {
    type: "number",
    default: 10,
    integer: true,
    min: 1,
    help: "features whose mean differs between classes",
  },
  copies: { type: "number", default: 10, integer: true, min: 0, help: "noisy copies of relevant features" },
  combinations: {
    type: "number",
    default: 10,
    integer: true,
    min: 0,
    help: "noisy sums of two relevant features",
  },
  noise: {
    type: "number",
    default: 170,
    integer: true,
    min: 0,
    help: "features that are independent of the classes",
  },
  separation: {
    type: "number",
    default: 1,
    above: 0,
    help: "standard deviation of the class means, in units of the noise",
  },
  copyNoise: { type: "number", default: 0.3, min: 0, help: "noise added to copies and combinations" },
  seed: { type: "number", default: 1, integer: true, min: 0, help: "the same seed gives the same data" },
} as const satisfies OptionDefinitions;

/** What was planted where; every number is a column of the data. */
export interface PlantedTruth {
  readonly relevant: readonly number[];
  /** Each with the relevant columns it was made from: one for a copy, two for a combination. */
  readonly redundant: readonly { readonly column: number; readonly from: readonly number[] }[];
  readonly noise: readonly number[];
}

/**
 * Synthetic data with a known answer: relevant features, redundant ones made from them, and noise, in random
 * order, with the truth beside it.
 */
export function planted(given: Partial<Record<keyof typeof plantedOptions, number>> = {}): {
  data: Dataset;
  truth: PlantedTruth;
} {
  const options = completeOptions("planted", plantedOptions, given);
  const { rows, classes, relevant, copies, combinations, noise, copyNoise } = options;
  const random = new Random(options.seed);
  const codes = Int32Array.from({ length: rows }, (_, i) => i % classes);
  random.shuffle(codes);
  const total = relevant + copies + combinations + noise;
  const place = upTo(total);
  random.shuffle(place);

  const values = Matrix.zeros(rows, total);
  const fill = (j: number, value: (row: number) => number) => {
    for (let i = 0; i < rows; i++) values.set(i, place[j], value(i));
  };
  for (let j = 0; j < relevant; j++) {
    const means = classMeans(classes, options.separation, random);
    fill(j, (i) => means[codes[i]] + random.normal());
  }
  const redundant: { column: number; from: number[] }[] = [];
  for (let j = relevant; j < relevant + copies + combinations; j++) {
    const first = (j - relevant) % relevant;
    const second = relevant > 1 ? (first + 1 + random.integer(relevant - 1)) % relevant : first;
    const from = (j < relevant + copies ? [first] : [first, second]).map((origin) => place[origin]);
    fill(
      j,
      (i) => from.reduce((sum, column) => sum + values.get(i, column), 0) + copyNoise * random.normal(),
    );
    redundant.push({ column: place[j], from });
  }
  for (let j = total - noise; j < total; j++) fill(j, () => random.normal());

  return {
    data: new Dataset({
      values,
      labels: Array.from(codes, (code) => `class ${code + 1}`),
      source: { name: "planted", format: "bundled" },
    }),
    truth: {
      relevant: Array.from(place.subarray(0, relevant)),
      redundant,
      noise: Array.from(place.subarray(total - noise)),
    },
  };
}

/** Evenly spaced means in random order with the given standard deviation, so that no relevant feature is relevant by luck only. */
function classMeans(classes: number, separation: number, random: Random): Float64Array {
  const spread = Math.sqrt((classes * classes - 1) / 12);
  const means = Float64Array.from(
    { length: classes },
    (_, k) => ((k - (classes - 1) / 2) / spread) * separation,
  );
  random.shuffle(means);
  return means;
}
