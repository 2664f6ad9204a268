import type { Dataset } from "../../data/dataset.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { sampleWeights } from "../../models/class-weight.js";
import { upTo } from "../../numeric/up-to.js";
import { transpose } from "../recursion/by-class.js";
import { type Unit, unitsOf } from "../recursion/units.js";
import { openSamples, requireSquares, type Samples } from "../samples.js";
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
    const samples = openSamples(kernels, passing, data, {
      standardize,
      // Deviations of n, as glmnet and scikit-learn have them: λ then is theirs.
      divisor: standardize ? Math.sqrt((n - 1) / n) : 1,
      weights: counted,
      costs,
      parts,
    });
    if (!standardize) requireSquares(samples);
    const placeOf = new Map(Array.from(samples.columns, (column, place) => [column, place]));
    const originalOf = (column: number) => samples.copies.get(column) ?? column;
    const varying = upTo(data.features).filter((column) => placeOf.has(originalOf(column)));
    const all = unitsOf(varying, (column) => blocks?.of[column] ?? column, costs);
    const { units, twins } = separateTwins(all, samples, l1Ratio);
    const columns = Int32Array.from(units.flatMap(({ features }) => features));
    const rows = workspace.matrix(columns.length + 1, n);
    const places = columns.map((column) => placeOf.get(originalOf(column))!);
    transpose(samples.values, upTo(n), places, rows);
    rows.data.fill(1, columns.length * n);
    const starts = new Int32Array(units.length + 2);
    for (const [place, { features }] of units.entries()) starts[place + 1] = starts[place] + features.length;
    starts[units.length + 1] = columns.length + 1;
    const weights = Float64Array.from({ length: n }, (_, i) => (counted?.[i] ?? 1) / n);
    return { rows, starts, weights, units, twins };
  } finally {
    passing.release();
  }
}

/** Of units that are alike column by column, the first or the cheapest; the others are its twins. */
function separateTwins(all: readonly Unit[], { copies }: Samples, l1Ratio: number) {
  const unitOf = new Map(all.flatMap((unit) => unit.features.map((column) => [column, unit] as const)));
  const originalOf = (unit: Unit) => {
    const originals = unit.features.map((column) => copies.get(column));
    const other = originals[0] === undefined ? undefined : unitOf.get(originals[0]);
    const alike =
      other !== undefined &&
      other.features.length === unit.features.length &&
      other.features.every((column, at) => column === originals[at]) &&
      // With a square penalty both have coefficients, the same if they cost the same.
      (l1Ratio === 1 || other.cost === unit.cost);
    return alike ? other : undefined;
  };
  const found = all.map((unit) => ({ unit, original: originalOf(unit) }));
  const units = l1Ratio < 1 ? all : found.flatMap(({ unit, original }) => (original ? [] : [unit]));
  const placeOf = new Map(units.map((unit, place) => [unit, place]));
  const twins = found.flatMap(({ unit, original }) =>
    original ? [{ unit, of: placeOf.get(original)! }] : [],
  );
  return { units, twins };
}
