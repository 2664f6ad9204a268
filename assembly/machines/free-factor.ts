/**
 * L·Lᵀ = K + c·11ᵀ of the samples that are free to move, with L⁻¹·1 and L⁻¹ times the forces on them, which follow every change.
 * Samples have places in a pair of classes. The state belongs to the thread.
 */
import { addOne, bytes, dot, get, set } from "../vectors";

/** A sample whose row adds less than this part of its own size to those of others depends on them. */
const INDEPENDENCE: f64 = 1e-10;

/** How many are free, and how many can be. */
export let count: i32 = 0;
let room: i32 = 0;
let factor: usize = 0;
/** The places of the free samples. */
let free: usize = 0;
/** By place: whether it is free. */
let marks: usize = 0;
/** For linear systems: one number for each free sample. */
export let moves: usize = 0;
let ones: usize = 0;
let pulls: usize = 0;
let cosines: usize = 0;
let sines: usize = 0;
/** False until the pulls are solved for again. */
let pullsHold: bool = false;

/** How many numbers the factor takes for so many places and free samples. */
export function factorNumbers(places: i32, most: i32): i32 {
  return ((places + 1) >> 1) + 6 * most + most * most;
}

/** Begins without any free sample. */
export function openFactor(places: i32, most: i32, work: usize): void {
  room = most;
  count = 0;
  pullsHold = false;
  moves = work;
  ones = moves + bytes(most);
  pulls = ones + bytes(most);
  cosines = pulls + bytes(most);
  sines = cosines + bytes(most);
  free = sines + bytes(most);
  factor = free + bytes(most);
  marks = factor + (<usize>most * <usize>most << 3);
  memory.fill(marks, 0, (<usize>places) << 2);
}

/** The place of a free sample. */
@inline
export function placeAt(at: i32): i32 {
  return load<i32>(free + ((<usize>at) << 2));
}

/** Whether a place is free. */
@inline
export function isFree(place: i32): bool {
  return load<i32>(marks + ((<usize>place) << 2)) != 0;
}

/** Whether no more can be free. */
export function isFull(): bool {
  return count == room;
}

@inline
function rowOf(at: i32): usize {
  return factor + (<usize>at * <usize>room << 3);
}

/**
 * Frees a sample: `moves` holds K + c of it with the free ones, `own` that with itself, `force` the force on it. False where it depends on them;
 * `moves` then is L⁻¹ times what it held.
 */
export function append(place: i32, own: f64, force: f64): bool {
  solveLower(moves);
  const rest = own - dot(count, moves, moves);
  if (!(rest > INDEPENDENCE * own)) return false;
  const row = rowOf(count);
  memory.copy(row, moves, bytes(count));
  const root = sqrt(rest);
  set(row, count, root);
  set(ones, count, (1 - dot(count, moves, ones)) / root);
  if (pullsHold) set(pulls, count, (force - dot(count, moves, pulls)) / root);
  store<i32>(free + ((<usize>count) << 2), place);
  store<i32>(marks + ((<usize>place) << 2), 1);
  count++;
  return true;
}

/** Takes a sample out; rotations of neighbouring columns make the factor triangular again, two rows at a time. */
export function remove(place: i32): void {
  let at = 0;
  while (placeAt(at) != place) at++;
  store<i32>(marks + ((<usize>place) << 2), 0);
  count--;
  for (let i = at; i < count; i++) store<i32>(free + ((<usize>i) << 2), placeAt(i + 1));
  let i = at;
  for (; i + 1 < count; i += 2) {
    const up = rowOf(i);
    const down = rowOf(i + 1);
    const last = rowOf(i + 2);
    memory.copy(up, down, bytes(at));
    memory.copy(down, last, bytes(at));
    let carried = f64x2(0, 0);
    carried = f64x2.replace_lane(f64x2.splat(get(down, at)), 1, get(last, at));
    for (let k = at; k < i; k++) {
      const next = f64x2.replace_lane(f64x2.splat(get(down, k + 1)), 1, get(last, k + 1));
      const c = v128.load64_splat(cosines + bytes(k));
      const s = v128.load64_splat(sines + bytes(k));
      const turned = f64x2.add(f64x2.mul(c, carried), f64x2.mul(s, next));
      carried = f64x2.sub(f64x2.mul(c, next), f64x2.mul(s, carried));
      set(up, k, f64x2.extract_lane(turned, 0));
      set(down, k, f64x2.extract_lane(turned, 1));
    }
    const across = get(last, i + 1);
    const beyond = get(last, i + 2);
    set(up, i, turn(i, f64x2.extract_lane(carried, 0), get(down, i + 1)));
    const c = get(cosines, i);
    const s = get(sines, i);
    const second = f64x2.extract_lane(carried, 1);
    set(down, i, c * second + s * across);
    set(down, i + 1, turn(i + 1, c * across - s * second, beyond));
  }
  if (i < count) {
    const up = rowOf(i);
    const down = rowOf(i + 1);
    memory.copy(up, down, bytes(at));
    let carried = get(down, at);
    for (let k = at; k < i; k++) {
      const next = get(down, k + 1);
      const c = get(cosines, k);
      const s = get(sines, k);
      set(up, k, c * carried + s * next);
      carried = c * next - s * carried;
    }
    set(up, i, turn(i, carried, get(down, i + 1)));
  }
}

/** Finds the rotation of two columns that leaves nothing in the second, and turns what follows the factor. Gives what is left in the first. */
function turn(k: i32, a: f64, b: f64): f64 {
  const size = sqrt(a * a + b * b);
  const cosine = a / size;
  const sine = b / size;
  set(cosines, k, cosine);
  set(sines, k, sine);
  rotate(ones, k, cosine, sine);
  rotate(pulls, k, cosine, sine);
  return size;
}

function rotate(x: usize, k: i32, cosine: f64, sine: f64): void {
  const a = get(x, k);
  const b = get(x, k + 1);
  set(x, k, cosine * a + sine * b);
  set(x, k + 1, cosine * b - sine * a);
}

/** The pulls do not belong to the forces any more. */
export function forgetPulls(): void {
  pullsHold = false;
}

/** `moves` ← the way of the free samples to the force that they have in common at their optimum, which it gives. */
export function wayToLevel(forces: usize): f64 {
  if (!pullsHold) {
    for (let r = 0; r < count; r++) set(pulls, r, get(forces, placeAt(r)));
    solveLower(pulls);
    pullsHold = true;
  }
  const level = dot(count, ones, pulls) / dot(count, ones, ones);
  for (let r = 0; r < count; r++) set(moves, r, get(pulls, r) - level * get(ones, r));
  solveUpper(moves);
  return level;
}

/** The forces have gone so far on the way to a level. */
export function advancePulls(length: f64, level: f64): void {
  for (let r = 0; r < count; r++) {
    const pull = get(pulls, r);
    set(pulls, r, pull + length * (level * get(ones, r) - pull));
  }
}

/** x ← L⁻¹·x. */
function solveLower(x: usize): void {
  for (let i = 0; i < count; i++) {
    const row = rowOf(i);
    set(x, i, (get(x, i) - dot(i, row, x)) / get(row, i));
  }
}

/** x ← L⁻ᵀ·x. */
export function solveUpper(x: usize): void {
  for (let i = count - 1; i >= 0; i--) {
    const row = rowOf(i);
    const value = get(x, i) / get(row, i);
    set(x, i, value);
    addOne(i, row, -value, x);
  }
}
