/**
 * Linear support vector machines for pairs of classes; src/kernels/kernels.ts says what is computed. Pairs do not depend on each other, but
 * those with a class in common share its own products: whoever calls brings these up to date first (`classProducts`), or runs one
 * pair after the other.
 */
import { solveExactly } from "./exact";
import { factorNumbers } from "./free-factor";
import { movePairs } from "./move-pairs";
import { closePair, hasBegun, openPair, pairNumbers, size } from "./pair";
import { bring, openProducts, startOf } from "./products";

/** The tolerance of a beginning that is made exact afterwards, and the one where it cannot be. */
const ROUGHLY: f64 = 1e-3;
const CLOSELY: f64 = 1e-5;
/** Moves per sample after which a beginning is good enough, and after which nothing more is tried. */
const MOVES_TO_BEGIN: i32 = 5;
const MOVES_TO_END: i32 = 5000;

/** What training takes as `work`, for pairs of at most so many samples of which so many can be free. */
export function machineBytes(places: i32, mostFree: i32): usize {
  return <usize>(pairNumbers(places) + factorNumbers(places, mostFree)) << 3;
}

/** Brings the products of the samples of each of some classes with each other up to date. */
export function classProducts(
  from: i32,
  to: i32,
  samples: i32,
  classes: i32,
  starts: usize,
  products: usize,
  known: usize,
  values: usize,
  stride: i32,
  left: i32,
): void {
  openProducts(samples, classes, starts, products, known, values, stride, left);
  for (let a = from; a < to; a++) for (let i = startOf(a); i < startOf(a + 1); i++) bring(i, a);
}

/** Trains the pairs `from` to `to`; `unsolved` gets a 1 for those that were stopped before the optimum. */
export function trainMachines(
  from: i32,
  to: i32,
  samples: i32,
  classes: i32,
  starts: usize,
  products: usize,
  known: usize,
  values: usize,
  stride: i32,
  left: i32,
  upper: usize,
  coefficients: usize,
  mostFree: i32,
  unsolved: usize,
  own: usize,
  scratch: usize,
): void {
  openProducts(samples, classes, starts, products, known, values, stride, left);
  const others = classes - 1;
  const work = own ? own : scratch;
  let pair = 0;
  for (let a = 0; a < classes; a++)
    for (let b = a + 1; b < classes; b++, pair++) {
      if (pair < from || pair >= to) continue;
      openPair(a, b, upper, coefficients, others, work);
      if (!hasBegun()) movePairs(ROUGHLY, MOVES_TO_BEGIN * size);
      let solved = solveExactly(mostFree, work + (<usize>pairNumbers(size) << 3));
      if (!solved) solved = movePairs(CLOSELY, MOVES_TO_END * size);
      store<i32>(unsolved + ((<usize>pair) << 2), solved ? 0 : 1);
      closePair(coefficients, others);
    }
}
