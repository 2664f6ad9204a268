import { InputError } from "../../core/input-error.js";
import type { Rules } from "./tools.js";

/** State numbers of values, counting from 0. */
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Writes the state of every value into `codes` and gives the number of states, used or not. May change the column. */
export type Discretizer = (column: Float64Array, codes: Codes, name: string) => number;

/** The ways to make states of values; the first is the default. */
export const discretizations = ["sigma", "equal-width", "equal-frequency", "none"] as const;

/** How values become states in a run, and how many states a feature can have at most. */
export interface StatesPlan {
  readonly discretizer: Discretizer;
  readonly mostStates: number;
}

/** More different values than this look continuous. */
const fewStates = 32;

/** The options that are about states. */
interface StateOptions {
  readonly discretize: (typeof discretizations)[number];
  readonly sigmas: number;
  readonly bins: number;
  readonly maxStates: number | null;
}

/** What the options ask for, for so many rows. */
export function planStates(options: StateOptions, rules: Rules, rows: number): StatesPlan {
  const { discretize, sigmas, bins, maxStates } = options;
  if (rules.anyValue) return { discretizer: asGiven(rows), mostStates: rows };
  if (discretize === "none") {
    const limit = maxStates ?? Math.min(fewStates, Math.floor(rows / 2));
    return { discretizer: asGiven(limit), mostStates: Math.min(limit, rows) };
  }
  if (discretize === "sigma") return { discretizer: threeStates(sigmas, rules.single), mostStates: 3 };
  return {
    discretizer: (discretize === "equal-width" ? equalWidth : equalFrequency)(bins),
    mostStates: bins,
  };
}

/**
 * Three states: below mean − sigmas·σ, above mean + sigmas·σ, and the middle with both borders; σ is that of n − 1. With
 * `single` the values and their distances in σ are rounded to 32 bits first.
 */
export function threeStates(sigmas: number, single: boolean): Discretizer {
  return (column, codes) => {
    if (single) for (let i = 0; i < column.length; i++) column[i] = Math.fround(column[i]);
    const { mean, sigma } = tamedMoments(column);
    if (!single) return intoThree(column, mean, sigmas * sigma, codes);
    for (let i = 0; i < column.length; i++)
      column[i] = sigma > 0 ? Math.fround((column[i] - mean) / sigma) : 0;
    return intoThree(column, 0, sigmas, codes);
  };
}

/** Mean and σ of a column that {@link tame} has seen; whether it has to do anything shows in the same pass as the sum. */
function tamedMoments(column: Float64Array): { mean: number; sigma: number } {
  let [sum, largest] = [0, 0];
  for (let i = 0; i < column.length; i++) {
    const size = Math.abs(column[i]);
    if (size > largest) largest = size;
    sum += column[i];
  }
  if (isExtreme(largest)) {
    tame(column);
    sum = column.reduce((total, value) => total + value, 0);
  }
  const mean = sum / column.length;
  let squares = 0;
  for (let i = 0; i < column.length; i++) {
    const distance = column[i] - mean;
    squares += distance * distance;
  }
  return { mean, sigma: Math.sqrt(squares / (column.length - 1)) };
}

function intoThree(column: Float64Array, mean: number, border: number, codes: Codes): number {
  for (let i = 0; i < column.length; i++) {
    const distance = column[i] - mean;
    // Comparisons as numbers: branches would often be guessed wrong.
    codes[i] = Number(distance > border) + Number(distance >= -border);
  }
  return 3;
}

/** Bins of equal width from the smallest value to the largest; a value on a border belongs to the bin above it. */
export function equalWidth(bins: number): Discretizer {
  return (column, codes) => {
    tame(column);
    let [min, max] = [column[0], column[0]];
    for (const x of column) {
      if (x < min) min = x;
      if (x > max) max = x;
    }
    const step = (max - min) / bins;
    intoBins(
      column,
      Float64Array.from({ length: bins - 1 }, (_, at) => min + (at + 1) * step),
      codes,
    );
    return bins;
  };
}

/**
 * Bins of about equally many values: the borders are the quantiles i/bins, between two values in proportion. A value on
 * a border belongs to the bin above it, so equal values always share a bin.
 */
export function equalFrequency(bins: number): Discretizer {
  return (column, codes) => {
    tame(column);
    const sorted = column.slice().sort();
    const last = sorted.length - 1;
    const borders = Float64Array.from({ length: bins - 1 }, (_, at) => {
      const place = (at + 1) * last;
      const below = Math.floor(place / bins);
      const [low, high] = [sorted[below], sorted[Math.min(last, below + 1)]];
      return low + (high - low) * ((place - below * bins) / bins);
    });
    intoBins(column, borders, codes);
    return bins;
  };
}

/** The number of borders that are not above the value. */
function intoBins(column: Float64Array, borders: Float64Array, codes: Codes): void {
  for (let i = 0; i < column.length; i++) {
    const x = column[i];
    let [low, high] = [0, borders.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (borders[middle] <= x) low = middle + 1;
      else high = middle;
    }
    codes[i] = low;
  }
}

/** Every different value is a state, in order of value. A feature with more than `limit` of them is refused. */
export function asGiven(limit: number): Discretizer {
  return (column, codes, name) => {
    const values = Float64Array.from(new Set(column)).sort();
    if (values.length > limit)
      throw new InputError(
        "not-possible",
        `feature "${name}" has ${values.length} different values, so it is taken to be continuous (at most ${limit} are allowed)`,
        {
          remedies: [
            { action: "make states of the values", option: "discretize", value: "sigma" },
            { action: "allow more states", option: "maxStates" },
          ],
        },
      );
    const codeOf = new Map(Array.from(values, (value, code) => [value, code]));
    for (let i = 0; i < column.length; i++) codes[i] = codeOf.get(column[i])!;
    return values.length;
  };
}

/** Keeps squares and differences of very large and very small values finite; a power of two changes no digit. */
function tame(column: Float64Array): void {
  let largest = 0;
  for (let i = 0; i < column.length; i++) {
    const size = Math.abs(column[i]);
    if (size > largest) largest = size;
  }
  if (!isExtreme(largest)) return;
  const factor = largest < 1 ? 2 ** 700 : 2 ** -700;
  for (let i = 0; i < column.length; i++) column[i] *= factor;
}

/** Whether squares or differences of values of this size may not be finite, or vanish. */
function isExtreme(largest: number): boolean {
  return !(largest > 1e-100 && largest < 1e100);
}
