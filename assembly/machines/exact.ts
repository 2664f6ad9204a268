/**
 * The optimum of one machine to rounding, from wherever its multipliers stand: the active set method of src/kernels/exact-pair.ts,
 * step by step.
 */
import { bytes, get, set } from "../vectors";
import {
  advancePulls,
  append,
  count,
  forgetPulls,
  isFree,
  isFull,
  moves,
  openFactor,
  placeAt,
  remove,
  solveUpper,
  wayToLevel,
} from "./free-factor";
import {
  beta,
  direction,
  enlist,
  expected,
  force,
  forgetForces,
  highest,
  listed,
  lowest,
  positives,
  product,
  rowA,
  rowB,
  size,
  sumForces,
} from "./pair";

/** Forces that differ by less than this are the same. */
const TOLERANCE: f64 = 1e-10;

/** The c of K + c·11ᵀ: as large as entries of K are. */
let shift: f64 = 0;
/** Where the last way was stopped: how far it led, and the place that met its bound, or −1. */
let length: f64 = 0;
let stopped: i32 = -1;

/** False where it gives up, with multipliers that are no worse than before: too many are free, or steps lead nowhere. */
export function solveExactly(mostFree: i32, work: usize): bool {
  openFactor(size, mostFree, work);
  forgetForces();
  refresh();
  shift = 0;
  for (let t = 0; t < size; t++) if (get(beta, t) != 0) shift = max(shift, product(t, t));
  if (shift == 0) shift = 1;
  for (let t = 0; t < size; t++)
    if (get(beta, t) > lowest(t) && get(beta, t) < highest(t)) if (!release(t)) return false;
  const most = 100 + 10 * size;
  for (let step = 0; step < most; step++) {
    const level = towardsOptimum();
    if (advance(level)) continue;
    refresh();
    if (!isLevel(level)) continue;
    const pulled = listPulled(level);
    if (pulled == 0) return true;
    for (let at = 0; at < pulled; at++) if (!release(listed(at))) return false;
  }
  return false;
}

function refresh(): void {
  sumForces();
  forgetPulls();
}

/** Lets a sample move. Where it depends on free ones, they all move along the line that changes no forces, until one meets a bound. */
function release(place: i32): bool {
  while (!freeIt(place)) {
    if (isFull()) return false;
    solveUpper(moves);
    let slope = get(expected, place);
    for (let r = 0; r < count; r++) slope -= get(moves, r) * get(expected, placeAt(r));
    const sign: f64 = slope < 0 ? -1 : 1;
    length = Infinity;
    stopped = -1;
    for (let r = 0; r < count; r++) {
      const t = placeAt(r);
      set(direction, t, -sign * get(moves, r));
      meetBound(t);
    }
    set(direction, place, sign);
    meetBound(place);
    for (let r = 0; r < count; r++) moveAlong(placeAt(r));
    moveAlong(place);
    settle();
    if (stopped == place) return true;
    remove(stopped);
  }
  return true;
}

/** Adds a sample to the factor. False where it depends on those there are, or where there is no room. */
function freeIt(place: i32): bool {
  if (isFull()) return false;
  const a = rowA(place);
  const b = rowB(place) - bytes(positives);
  for (let r = 0; r < count; r++) {
    const t = placeAt(r);
    set(moves, r, get(t < positives ? a : b, t) + shift);
  }
  return append(place, get(place < positives ? a : b, place) + shift, get(expected, place));
}

/** Sets the direction to the optimum of the free samples; gives the force that they would all have there. */
function towardsOptimum(): f64 {
  if (count == 0) return highestRising();
  const level = wayToLevel(expected);
  // One alone cannot move, not even by rounding.
  for (let r = 0; r < count; r++) set(direction, placeAt(r), count > 1 ? get(moves, r) : 0);
  return level;
}

/** The largest force on what can rise: where nothing is free, it stands for the force of free samples. */
function highestRising(): f64 {
  let level: f64 = -Infinity;
  for (let t = 0; t < size; t++) if (get(beta, t) < highest(t)) level = max(level, get(force, t));
  return level;
}

/** Moves towards the optimum. True where a bound came first, at which a sample now stays. */
function advance(level: f64): bool {
  length = 1;
  stopped = -1;
  for (let r = 0; r < count; r++) meetBound(placeAt(r));
  for (let r = 0; r < count; r++) {
    const t = placeAt(r);
    moveAlong(t);
    set(expected, t, get(expected, t) + length * (level - get(expected, t)));
  }
  advancePulls(length, level);
  if (stopped < 0) return false;
  settle();
  remove(stopped);
  return true;
}

/** Shortens the way where a place would leave its bounds on it. */
function meetBound(place: i32): void {
  const step = get(direction, place);
  if (step == 0) return;
  const room = ((step > 0 ? highest(place) : lowest(place)) - get(beta, place)) / step;
  if (room >= length) return;
  length = max(0, room);
  stopped = place;
}

@inline
function moveAlong(place: i32): void {
  set(beta, place, get(beta, place) + length * get(direction, place));
}

/** Puts the sample that was stopped exactly at its bound. */
function settle(): void {
  set(beta, stopped, get(direction, stopped) > 0 ? highest(stopped) : lowest(stopped));
}

/** Whether the forces on free samples are what the last step promised; rounding may take another one. */
function isLevel(level: f64): bool {
  for (let r = 0; r < count; r++) if (abs(get(force, placeAt(r)) - level) > TOLERANCE) return false;
  return true;
}

/** Lists the samples at a bound that are pulled away from it at least half as much as the one that is pulled most. */
function listPulled(level: f64): i32 {
  let most: f64 = 0;
  for (let t = 0; t < size; t++) most = max(most, pullOn(t, level));
  if (most <= TOLERANCE) return 0;
  let pulled = 0;
  for (let t = 0; t < size; t++) if (pullOn(t, level) >= most / 2) enlist(pulled++, t);
  return pulled;
}

@inline
function pullOn(place: i32, level: f64): f64 {
  const up = get(force, place) - level;
  const bound = up > 0 ? highest(place) : lowest(place);
  return isFree(place) || get(beta, place) == bound ? 0 : abs(up);
}
