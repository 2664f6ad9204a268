import { pow } from "../../numeric/math.js";
import type { FitRules, PenalizedFit } from "./penalized-fit.js";
import type { SlopeSizes } from "./slope-sizes.js";

/** Which penalties a path has. */
export interface PathRules extends FitRules {
  /** The part of the penalty that goes by length; the rest goes by half the square of it. */
  readonly l1Ratio: number;
  /** How many values of λ there are. */
  readonly lambdas: number;
  /** The smallest of them, as a part of the largest. */
  readonly lambdaMinRatio: number;
  /** By unit: what multiplies λ for its length. */
  readonly lengthFactors: Float64Array;
  /** By unit: what multiplies λ for its square. */
  readonly squareFactors: Float64Array;
  /** How many units must have entered for the path to end, of those that are true here. */
  readonly wanted: number;
  counts(unit: number): boolean;
}

/** What came of a path. */
export interface Path {
  /** The values of λ that were fitted; at the first one all coefficients are 0. */
  readonly lambdas: readonly number[];
  /** For each, the part of the loss without features that is gone. */
  readonly explained: readonly number[];
  /** By unit: the place of the λ at which it had coefficients for the first time, −1 for never. */
  readonly entered: Int32Array;
  /** By unit: the length of its coefficients there. */
  readonly sizes: Float64Array;
  /** By unit: the λ that would just hold it at 0 where the path ends. */
  readonly holds: Float64Array;
  /** Whether every fit reached its tolerance. */
  readonly converged: boolean;
  /** How far the last fit is from what holds at an optimum: the largest slope that the penalty does not balance, as a part of it. */
  readonly stationarity: number;
}

/** From this part on the loss counts as explained. */
const mostExplained = 0.999;
/** A path ends when a step explains less than this part more. */
const leastGain = 1e-5;
/** Before so many values of λ it does not end for that. */
const leastSteps = 5;

/** Who wants to see every fit. */
export type WatchPath = (lambda: number, fit: PenalizedFit) => void;

/**
 * Fits for falling λ, each beginning where the one before ended. A fit works on the units that have coefficients and on those
 * that the sequential strong rule lets through; then all others are checked, and those that exceed their limit join.
 */
export async function fitPath(
  fit: PenalizedFit,
  slopes: SlopeSizes,
  rules: PathRules,
  progress: (fraction: number) => Promise<void>,
  watch?: WatchPath,
): Promise<Path> {
  const { l1Ratio, lengthFactors, wanted } = rules;
  const { sizes: slopeSizes } = slopes;
  slopes.measureAll();
  const holdsNow = () => slopeSizes.map((size, unit) => size / (l1Ratio * lengthFactors[unit]));
  const atFirst = holdsNow();
  // Units are visited in this order, so that what is reached does not depend on the order of columns.
  const visited = (a: number, b: number) => atFirst[b] - atFirst[a] || a - b;
  const first = atFirst.reduce((most, lambda) => Math.max(most, lambda), 0);
  const lambdas = [first];
  const explained = [0];
  const entered = new Int32Array(fit.units).fill(-1);
  const sizes = new Float64Array(fit.units);
  const isWorking = new Uint8Array(fit.units);
  let working: number[] = [];
  let converged = true;
  let count = 0;
  watch?.(first, fit);
  for (let step = 1; step < rules.lambdas && count < wanted && first > 0; step++) {
    const lambda = first * pow(rules.lambdaMinRatio, step / (rules.lambdas - 1));
    const reached = Math.max(step / rules.lambdas, count / wanted);
    setPenalties(fit, lambda, rules);
    for (const unit of working) isWorking[unit] = fit.sizeOf(unit) > 0 ? 1 : 0;
    const doubtful = l1Ratio * (2 * lambda - lambdas[step - 1]);
    let joining = working.filter((unit) => isWorking[unit] === 1);
    working = [];
    addDoubtful(joining, slopeSizes, lengthFactors, doubtful, isWorking);
    for (;;) {
      for (const unit of joining) isWorking[unit] = 1;
      working = [...working, ...joining].sort(visited);
      converged = (await fit.minimise(working, rules, () => progress(reached))) && converged;
      joining = slopes.exceeding(isWorking);
      if (joining.length === 0) break;
    }
    for (const unit of working) {
      if (entered[unit] >= 0) continue;
      sizes[unit] = fit.sizeOf(unit);
      if (sizes[unit] === 0) continue;
      entered[unit] = step;
      if (rules.counts(unit)) count++;
    }
    lambdas.push(lambda);
    explained.push(1 - fit.loss / fit.nullLoss);
    watch?.(lambda, fit);
    await progress(Math.max((step + 1) / rules.lambdas, Math.min(1, count / wanted)));
    if (explained[step] > mostExplained) break;
    if (step + 1 >= leastSteps && explained[step] - explained[step - 1] < leastGain * explained[step]) break;
  }
  slopes.measureAll();
  const stationarity = fit.stationarity(slopes.products);
  return { lambdas, explained, entered, sizes, holds: holdsNow(), converged, stationarity };
}

/**
 * Adds the units whose slopes are so large that they may enter at the next λ. A function of its own: engines do not keep what
 * they have compiled of a loop in a function that waits.
 */
function addDoubtful(
  units: number[],
  sizes: Float64Array,
  lengthFactors: Float64Array,
  doubtful: number,
  isWorking: Uint8Array,
): void {
  for (let unit = 0; unit < sizes.length; unit++)
    if (sizes[unit] >= doubtful * lengthFactors[unit] && isWorking[unit] === 0) units.push(unit);
}

function setPenalties({ model }: PenalizedFit, lambda: number, rules: PathRules): void {
  const { l1Ratio, lengthFactors, squareFactors } = rules;
  const { limits, ridges } = model;
  for (let unit = 0; unit < lengthFactors.length; unit++)
    limits[unit] = lambda * l1Ratio * lengthFactors[unit];
  // They are 0 from the start.
  if (l1Ratio === 1) return;
  for (let unit = 0; unit < squareFactors.length; unit++)
    ridges[unit] = lambda * (1 - l1Ratio) * squareFactors[unit];
}
