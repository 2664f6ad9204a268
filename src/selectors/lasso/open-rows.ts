import type { Dataset } from "../../data/dataset.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { sampleWeights } from "../../models/class-weight.js";
import { upTo } from "../../numeric/up-to.js";
import { transpose } from "../recursion/by-class.js";
import { type Unit, unitsOf } from "../recursion/units.js";
import { openRawSamples, requireSquares, type Samples } from "../samples.js";
import type { SelectorContext } from "../selector.js";
import type { LassoOptions } from "./options.js";
import type { PenalizedRows } from "./penalized-fit.js";

/** Columns of the data that enter together, with the place of their unit among the rows. */
export interface OpenedRows extends PenalizedRows {
  /** The columns of the data in each unit; the intercept is not named. */
  readonly units: readonly Unit[];
  /**
   * Units whose columns are exact copies of those of another, which is the place of that one in `units`. Without a square
   * penalty they are not in the rows; with one they are, and get what the other gets.
   */
  readonly twins: readonly { readonly unit: Unit; readonly of: number }[];
}

/** One row for each column of the data that varies, unit after unit, and at last one of ones. */
export function openRows(
  kernels: Kernels,
  workspace: Workspace,
  data: Dataset,
  { standardize, classWeight, l1Ratio }: LassoOptions,
  { blocks, costs, parts }: Pick<SelectorContext, "blocks" | "costs" | "parts">,
): OpenedRows {
  const n = data.rows;
  const passing = kernels.workspace();
  try {
    const counted = data.targets ? null : sampleWeights(data.labels!, classWeight);
    const samples = openRawSamples(kernels, passing, data, {
      standardize,
      // Deviations of n, as glmnet and scikit-learn have them: λ then is theirs.
      divisor: standardize ? Math.sqrt((n - 1) / n) : 1,
      weights: counted,
      costs,
      parts,
    });
    if (!standardize) requireSquares(samples);
    // By column, the place of it or of what it repeats; −1 for constant ones.
    const placeOf = new Int32Array(data.features).fill(-1);
    for (let place = 0; place < samples.columns.length; place++) placeOf[samples.columns[place]] = place;
    for (const [copy, original] of samples.copies) placeOf[copy] = placeOf[original];
    const varying = upTo(data.features).filter((column) => placeOf[column] >= 0);
    const all = unitsOf(varying, (column) => blocks?.of[column] ?? column, costs);
    const { units, twins } = separateTwins(all, samples, l1Ratio, data.features);
    const starts = new Int32Array(units.length + 2);
    units.forEach(({ features }, at) => {
      starts[at + 1] = starts[at] + features.length;
    });
    const count = starts[units.length];
    starts[units.length + 1] = count + 1;
    const places = new Int32Array(count);
    units.forEach(({ features }, at) => {
      for (let i = 0; i < features.length; i++) places[starts[at] + i] = placeOf[features[i]];
    });
    const rows = workspace.matrix(count + 1, n);
    transpose(samples.values, upTo(n), places, rows, samples.scaling);
    rows.data.fill(1, count * n);
    const weights = Float64Array.from({ length: n }, (_, i) => (counted?.[i] ?? 1) / n);
    return { rows, starts, weights, units, twins };
  } finally {
    passing.release();
  }
}

/** Of units that are alike column by column, the first or the cheapest; the others are its twins. */
function separateTwins(all: readonly Unit[], { copies }: Samples, l1Ratio: number, columns: number) {
  const unitOf = new Int32Array(columns).fill(-1);
  all.forEach(({ features }, at) => {
    for (const column of features) unitOf[column] = at;
  });
  /** The place of the unit that this one repeats, or −1. */
  const originalOf = ({ features, cost }: Unit) => {
    const first = copies.get(features[0]);
    const at = first === undefined ? -1 : unitOf[first];
    if (at < 0) return -1;
    const other = all[at];
    const alike =
      other.features.length === features.length &&
      other.features.every((column, place) => column === copies.get(features[place])) &&
      // With a square penalty both have coefficients, the same if they cost the same.
      (l1Ratio === 1 || other.cost === cost);
    return alike ? at : -1;
  };
  const units: Unit[] = [];
  const placeOf = new Int32Array(all.length);
  const found: { readonly unit: Unit; readonly original: number }[] = [];
  all.forEach((unit, at) => {
    const original = originalOf(unit);
    if (original >= 0) found.push({ unit, original });
    if (original >= 0 && l1Ratio === 1) return;
    placeOf[at] = units.length;
    units.push(unit);
  });
  return { units, twins: found.map(({ unit, original }) => ({ unit, of: placeOf[original] })) };
}
