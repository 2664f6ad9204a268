import { upTo } from "../../numeric/up-to.js";
import type { Unit } from "../recursion/units.js";
import type { OpenedRows } from "./open-rows.js";
import type { Path } from "./path.js";
import type { PenalizedFit } from "./penalized-fit.js";

/**
 * A feature's score is the λ at which it enters, as a part of the largest: between the two values of the path where that
 * happens, those with larger coefficients count as having entered earlier. One that never enters has the λ that would just
 * hold it at 0 in the last fit, as if it had entered at the end at most.
 */
export function scoresOf(
  path: Path,
  { units, twins }: OpenedRows,
  fit: PenalizedFit,
  features: number,
  l1Ratio: number,
): { readonly scores: Float64Array; readonly order: Int32Array } {
  const scores = new Float64Array(features);
  const own = new Float64Array(features);
  const blockOf = upTo(features);
  const ofUnits = unitScores(path);
  const give = (unit: Unit, from: number, score: number) => {
    for (const [at, feature] of unit.features.entries()) {
      scores[feature] = score;
      own[feature] = fit.rowSize(fit.model.starts[from] + at);
      blockOf[feature] = unit.features[0];
    }
  };
  for (const [place, unit] of units.entries()) give(unit, place, ofUnits[place]);
  // Beside its original a copy is not needed: it is held at 0 by the same λ, unless squares let both enter.
  for (const { unit, of } of twins)
    give(unit, of, l1Ratio < 1 ? ofUnits[of] : Math.min(ofUnits[of], heldBy(path, of)));
  const order = upTo(features).sort(
    (a, b) => scores[b] - scores[a] || blockOf[a] - blockOf[b] || own[b] - own[a] || a - b,
  );
  return { scores, order };
}

function unitScores(path: Path): Float64Array {
  const { lambdas, entered, sizes } = path;
  const largest = new Float64Array(lambdas.length);
  entered.forEach((step, unit) => {
    if (step >= 0) largest[step] = Math.max(largest[step], sizes[unit]);
  });
  return Float64Array.from(entered, (step, unit) => {
    if (step < 0) return heldBy(path, unit);
    const [before, at] = [lambdas[step - 1], lambdas[step]];
    return (at + ((before - at) * sizes[unit]) / largest[step]) / lambdas[0];
  });
}

/** The λ that would just hold a unit at 0 where the path ends; what rounding adds to the last one is taken away. */
function heldBy({ lambdas, holds }: Path, unit: number): number {
  return lambdas[0] > 0 ? Math.min(holds[unit], lambdas[lambdas.length - 1]) / lambdas[0] : 0;
}
