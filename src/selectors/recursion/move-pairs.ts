import type { Smo, SmoProblem } from "../../models/svm/smo.js";

/** LIBSVM's tolerance, for a beginning that is made exact afterwards; and the one where it is not. */
export const [roughly, closely] = [1e-3, 1e-5];
/** Pairs of multipliers that are moved before others may speak. */
const movesPerTurn = 2000;
/** Moves per sample after which a beginning is good enough, and after which the solver gives up. */
const [movesToBegin, movesToEnd] = [50, 5000];

/**
 * Moves pairs of multipliers, beginning with `coefficients`, until the tolerance is met, and writes what was found there. False
 * where the solver gave up; a rough beginning is good enough wherever it ends.
 */
export async function movePairs(
  smo: Smo,
  problem: Omit<SmoProblem, "tolerance" | "shrinking" | "start">,
  coefficients: Float64Array,
  tolerance: number,
  pause: () => Promise<void>,
): Promise<boolean> {
  smo.begin({ ...problem, tolerance, shrinking: true, start: coefficients });
  const most = (tolerance === roughly ? movesToBegin : movesToEnd) * coefficients.length;
  let ended = false;
  while (!ended && smo.iterations < most) {
    ended = smo.run(movesPerTurn);
    await pause();
  }
  coefficients.set(smo.result().coefficients);
  return ended || tolerance !== closely;
}
