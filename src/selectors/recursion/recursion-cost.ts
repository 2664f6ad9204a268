import type { CountedWork } from "../counted-work.js";
import { roundsOf } from "../counted-work.js";
import type { DataShape } from "../selector.js";
import { howMany, type Schedule } from "./eliminate.js";
import { worthSubtracting } from "./feature-rows.js";

/** How classes overlap where nobody looked: see `classOverlap`. */
const usualOverlap = 0.1;

/** How many features are left in each round. */
export const roundsUnder = (features: number, schedule: Schedule): number[] =>
  roundsOf(features, (left) => howMany(left, schedule));

/** Weighing features by so many criteria, sorting and dropping them, round after round. */
export function countElimination(work: CountedWork, rounds: readonly number[], criteria: number): void {
  for (const left of rounds) work.loops(400 * criteria * left);
}

/** The Gram matrix of the samples, and what is subtracted from it until it is given up. */
export function countGram(work: CountedWork, rows: number, rounds: readonly number[]): void {
  if (rounds.length === 0) return;
  work.gram(rows, rounds[0]);
  for (let at = 1; at < rounds.length; at++) {
    const gone = rounds[at - 1] - rounds[at];
    if (gone < worthSubtracting) break;
    work.gram(rows, gone);
  }
}

/**
 * Machines for every two classes in every round, by the kernels or, where there is no Gram matrix, by loops. Each follows what has
 * changed in its two classes; samples that lie among those of the other class bound the machine, and then every step meets all samples.
 */
export function countMachines(
  work: CountedWork,
  shape: DataShape,
  rounds: readonly number[],
  byKernels: boolean,
): void {
  const { rows, classes, overlap = usualOverlap } = shape;
  const pairs = (classes * (classes - 1)) / 2;
  const members = rows / classes;
  const inPair = 2 * members;
  if (byKernels) {
    const each = 1600 + 110 * inPair + 17 * overlap * inPair * inPair;
    const steps = rounds.length * pairs * each;
    work.loops(6e4 * rounds.length + (pairs > 1 ? 0 : steps)).sharedLoops(pairs > 1 ? steps : 0);
  } else work.loops(rounds.length * pairs * (3800 + 155 * inPair + 50 * overlap * inPair * inPair));
  for (const left of rounds) {
    work.product(left, members, classes - 1, classes);
    work.loops(3 * left * pairs);
  }
}
