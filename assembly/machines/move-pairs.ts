/**
 * Moves multipliers by twos until the conditions of the optimum are met to a tolerance: the one with the largest force rises, the
 * one falls that promises the largest gain with it.
 */
import { addOne, bytes, get, set } from "../vectors";
import { beta, direction as diagonal, force, highest, lowest, positives, product, rowA, rowB, size, sumForces } from "./pair";

/** The curvature of two samples that are the same. */
const LEAST_CURVATURE: f64 = 1e-12;

/** False where so many moves are not enough. */
export function movePairs(tolerance: f64, most: i32): bool {
  sumForces();
  for (let t = 0; t < size; t++) set(diagonal, t, product(t, t));
  for (let moved = 0; moved < most; moved++) {
    const riser = findRiser();
    if (riser < 0) return true;
    const first = rowA(riser);
    const second = rowB(riser);
    const faller = findFaller(riser, first, second, tolerance);
    if (faller < 0) return true;
    move(riser, faller, first, second);
  }
  return false;
}

function findRiser(): i32 {
  let riser = -1;
  let most: f64 = -Infinity;
  for (let t = 0; t < size; t++)
    if (get(force, t) > most && get(beta, t) < highest(t)) {
      most = get(force, t);
      riser = t;
    }
  return riser;
}

function findFaller(riser: i32, first: usize, second: usize, tolerance: f64): i32 {
  const top = get(force, riser);
  const own = get(diagonal, riser);
  let faller = -1;
  let least: f64 = Infinity;
  let largest: f64 = -Infinity;
  for (let t = 0; t < size; t++) {
    const f = get(force, t);
    if (f >= top || get(beta, t) <= lowest(t)) continue;
    if (f < least) least = f;
    const shared = t < positives ? get(first, t) : get(second, t - positives);
    const curvature = own + get(diagonal, t) - 2 * shared;
    const gap = top - f;
    const gain = (gap * gap) / (curvature > LEAST_CURVATURE ? curvature : LEAST_CURVATURE);
    if (gain > largest) {
      largest = gain;
      faller = t;
    }
  }
  return top - least < tolerance ? -1 : faller;
}

function move(i: i32, j: i32, first: usize, second: usize): void {
  const shared = j < positives ? get(first, j) : get(second, j - positives);
  const curvature = get(diagonal, i) + get(diagonal, j) - 2 * shared;
  const up = highest(i) - get(beta, i);
  const down = get(beta, j) - lowest(j);
  const wish = (get(force, i) - get(force, j)) / (curvature > LEAST_CURVATURE ? curvature : LEAST_CURVATURE);
  const step = min(wish, min(up, down));
  set(beta, i, step == up ? highest(i) : get(beta, i) + step);
  set(beta, j, step == down ? lowest(j) : get(beta, j) - step);
  const rest = size - positives;
  const after = force + bytes(positives);
  addOne(positives, first, -step, force);
  addOne(rest, second, -step, after);
  addOne(positives, rowA(j), step, force);
  addOne(rest, rowB(j), step, after);
}
