/**
 * One machine: two classes, where its multipliers stand, and the forces on them. Samples have places, those of the first class
 * first; src/kernels/exact-pair.ts says what is computed and why. The state belongs to the thread.
 */
import { addFour, addOne, bytes, dot, get, set } from "../vectors";
import { bring, featuresLeft, startOf, valuesOf } from "./products";

/** Numbers for each place. */
const ARRAYS: i32 = 6;

let classA: i32 = 0;
let classB: i32 = 0;
export let positives: i32 = 0;
export let size: i32 = 0;
let upperA: f64 = 0;
let upperB: f64 = 0;
/** y·α. */
export let beta: usize = 0;
/** f = y − Kβ, for the β that were counted. */
export let force: usize = 0;
let counted: usize = 0;
/** The forces on free samples where the last steps have led them. */
export let expected: usize = 0;
export let direction: usize = 0;
let change: usize = 0;
/** Places, as they are listed. */
export let list: usize = 0;

/** How many numbers a pair of so many places takes. */
export function pairNumbers(places: i32): i32 {
  return ARRAYS * places + ((places + 1) >> 1);
}

/** Takes up a pair with the multipliers that it has: one row for each sample, one column for each other class. */
export function openPair(a: i32, b: i32, upper: usize, coefficients: usize, others: i32, work: usize): void {
  classA = a;
  classB = b;
  positives = startOf(a + 1) - startOf(a);
  size = positives + startOf(b + 1) - startOf(b);
  upperA = get(upper, a);
  upperB = get(upper, b);
  beta = work;
  force = beta + bytes(size);
  counted = force + bytes(size);
  expected = counted + bytes(size);
  direction = expected + bytes(size);
  change = direction + bytes(size);
  list = change + bytes(size);
  for (let t = 0; t < size; t++) set(beta, t, load<f64>(coefficientOf(t, coefficients, others)));
  forgetForces();
}

/** Begins with no multiplier counted, so that nothing of earlier rounding stays. */
export function forgetForces(): void {
  for (let t = 0; t < size; t++) set(force, t, t < positives ? 1 : -1);
  memory.fill(counted, 0, bytes(size));
}

/** Whether any multiplier is not zero. */
export function hasBegun(): bool {
  for (let t = 0; t < size; t++) if (get(beta, t) != 0) return true;
  return false;
}

/** Puts the multipliers back. */
export function closePair(coefficients: usize, others: i32): void {
  for (let t = 0; t < size; t++) store<f64>(coefficientOf(t, coefficients, others), get(beta, t));
}

@inline
function coefficientOf(place: i32, coefficients: usize, others: i32): usize {
  return coefficients + bytes(sampleOf(place) * others + (place < positives ? classB - 1 : classA));
}

@inline
function sampleOf(place: i32): i32 {
  return place < positives ? startOf(classA) + place : startOf(classB) + place - positives;
}

/** The least that a multiplier can be. */
@inline
export function lowest(place: i32): f64 {
  return place < positives ? 0 : -upperB;
}

/** The most that it can be. */
@inline
export function highest(place: i32): f64 {
  return place < positives ? upperA : 0;
}

/** Products of a sample with those of the first class. */
@inline
export function rowA(place: i32): usize {
  return bring(sampleOf(place), classA);
}

/** Products of a sample with those of the second class, so that places go on from those of the first. */
@inline
export function rowB(place: i32): usize {
  return bring(sampleOf(place), classB);
}

/** The product of two samples. */
@inline
export function product(place: i32, other: i32): f64 {
  return other < positives ? get(rowA(place), other) : get(rowB(place), other - positives);
}

/** The place that is listed somewhere. */
@inline
export function listed(at: i32): i32 {
  return load<i32>(list + ((<usize>at) << 2));
}

/** Lists a place. */
@inline
export function enlist(at: i32, place: i32): void {
  store<i32>(list + ((<usize>at) << 2), place);
}

/** Brings the forces up to date with β: by products of the samples that have changed, or where these are many, by features. */
export function sumForces(): void {
  let changed = 0;
  for (let t = 0; t < size; t++) {
    const by = get(beta, t) - get(counted, t);
    set(change, t, by);
    if (by != 0) enlist(changed++, t);
  }
  if (2 * featuresLeft() < changed) sumByFeatures();
  else sumByProducts(changed);
  memory.copy(counted, beta, bytes(size));
  memory.copy(expected, force, bytes(size));
}

function sumByProducts(changed: i32): void {
  const rest = size - positives;
  const second = force + bytes(positives);
  let at = 0;
  for (; at + 3 < changed; at += 4) {
    const p = listed(at);
    const q = listed(at + 1);
    const r = listed(at + 2);
    const s = listed(at + 3);
    const x = -get(change, p);
    const y = -get(change, q);
    const z = -get(change, r);
    const w = -get(change, s);
    addFour(positives, rowA(p), rowA(q), rowA(r), rowA(s), x, y, z, w, force);
    addFour(rest, rowB(p), rowB(q), rowB(r), rowB(s), x, y, z, w, second);
  }
  for (; at < changed; at++) {
    const p = listed(at);
    addOne(positives, rowA(p), -get(change, p), force);
    addOne(rest, rowB(p), -get(change, p), second);
  }
}

function sumByFeatures(): void {
  const left = featuresLeft();
  const rest = size - positives;
  const second = force + bytes(positives);
  const a = startOf(classA);
  const b = startOf(classB);
  let j = 0;
  for (; j + 3 < left; j += 4) {
    const x = -weightOf(j, a, b);
    const y = -weightOf(j + 1, a, b);
    const z = -weightOf(j + 2, a, b);
    const w = -weightOf(j + 3, a, b);
    addFour(positives, valuesOf(j, a), valuesOf(j + 1, a), valuesOf(j + 2, a), valuesOf(j + 3, a), x, y, z, w, force);
    addFour(rest, valuesOf(j, b), valuesOf(j + 1, b), valuesOf(j + 2, b), valuesOf(j + 3, b), x, y, z, w, second);
  }
  for (; j < left; j++) {
    const x = -weightOf(j, a, b);
    addOne(positives, valuesOf(j, a), x, force);
    addOne(rest, valuesOf(j, b), x, second);
  }
}

/** How the weight of a feature has changed. */
function weightOf(feature: i32, a: i32, b: i32): f64 {
  const second = change + bytes(positives);
  return dot(positives, valuesOf(feature, a), change) + dot(size - positives, valuesOf(feature, b), second);
}
