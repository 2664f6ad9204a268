import { InputError } from "../core/input-error.js";
import { orderClasses } from "../data/labels.js";
import { Matrix } from "../numeric/matrix.js";
import type { ClassMoments, Moments } from "./moments.js";

/** More classes than this are surely numbers to predict, or ids. */
export const mostClasses = 1000;

/** The moments of some rows, each class's counted from one of its rows, so that those of others can be added with all digits. */
export interface PartMoments {
  /** The classes that occur, in the order in which they are met first. */
  readonly classes: readonly string[];
  readonly counts: Float64Array;
  /** What the means of each class are counted from: a row of its own for each class, one after the other. */
  readonly origins: Float64Array;
  readonly means: Float64Array;
  readonly spreads: Float64Array;
  /** The lower triangle of the scatter inside the classes, row after row; null where it was not gathered. */
  readonly within: Float64Array | null;
}

/** How many numbers the moments of some rows are. */
export const numbersIn = (classes: number, columns: number, scatter: boolean): number =>
  classes * (1 + 3 * columns) + (scatter ? (columns * (columns + 1)) / 2 : 0);

/** The moments of some rows as they are kept and sent: what {@link PartMoments} has, all numbers in a row. */
export interface PackedMoments {
  readonly classes: readonly string[];
  readonly numbers: Float64Array;
}

/** The moments again, over the same numbers. */
export function unpackMoments(
  { classes, numbers }: PackedMoments,
  columns: number,
  scatter: boolean,
): PartMoments {
  const size = classes.length * columns;
  if (numbers.length !== numbersIn(classes.length, columns, scatter))
    throw new Error(`${numbers.length} numbers are not the moments of ${classes.length} × ${columns}`);
  let at = 0;
  const next = (count: number) => {
    at += count;
    return numbers.subarray(at - count, at);
  };
  return {
    classes,
    counts: next(classes.length),
    origins: next(size),
    means: next(size),
    spreads: next(size),
    within: scatter ? next((columns * (columns + 1)) / 2) : null,
  };
}

/** What is known of one class. Its mean is counted from its origin. */
interface SummedClass {
  readonly name: string;
  count: number;
  readonly origin: Float64Array;
  readonly mean: Float64Array;
  readonly spread: Float64Array;
}

/**
 * Adds the moments of parts of the rows, one part after the other, by the formula of Chan, Golub and LeVeque. The order of the parts
 * decides the last bits, so it must be that of the rows.
 */
export class MomentsSum {
  private readonly classes = new Map<string, SummedClass>();
  private within: Float64Array | null = null;

  /** `weights`: what a row of each class counts in the scatter; 1 if absent. */
  constructor(
    private readonly featureNames: readonly string[],
    private readonly weights?: ReadonlyMap<string, number>,
  ) {}

  add({ classes, counts, origins, means, spreads, within }: PartMoments): void {
    const columns = this.featureNames.length;
    if (this.within && within) for (let at = 0; at < within.length; at++) this.within[at] += within[at];
    // A part may be as large as all memory that is free, so the first one is not copied.
    else this.within = within;
    classes.forEach((name, code) => {
      const of = (all: Float64Array) => all.subarray(code * columns, (code + 1) * columns);
      const known = this.classes.get(name);
      if (known) this.merge(known, counts[code], of(origins), of(means), of(spreads));
      else {
        if (this.classes.size === mostClasses) throw tooManyClasses();
        const [origin, mean, spread] = [origins, means, spreads].map((all) => of(all).slice());
        this.classes.set(name, { name, count: counts[code], origin, mean, spread });
      }
    });
  }

  /** The moments of all rows; the sum is of no use afterwards. */
  finish(): ClassMoments | Moments {
    const { featureNames, order, weights, within } = this;
    const columns = featureNames.length;
    const means = Matrix.zeros(order.length, columns);
    const spreads = Matrix.zeros(order.length, columns);
    order.forEach(({ origin, mean, spread }, place) => {
      for (let j = 0; j < columns; j++) means.data[place * columns + j] = origin[j] + mean[j];
      spreads.data.set(spread, place * columns);
    });
    this.requireFinite(means, spreads);
    const moments = {
      featureNames,
      classes: order.map(({ name }) => name),
      counts: Float64Array.from(order, ({ count }) => count),
      means,
      spreads,
    };
    if (!within) return moments;
    return {
      ...moments,
      within: wholeOf(within, columns),
      ...(weights && { weights: Float64Array.from(moments.classes, (name) => weights.get(name) ?? 1) }),
    };
  }

  /** The means of the classes less the first row of the first class: differences of values that are large and alike keep their digits. */
  apart(): Matrix {
    const { featureNames, order } = this;
    const apart = Matrix.zeros(order.length, featureNames.length);
    order.forEach(({ origin, mean }, place) => {
      for (let j = 0; j < mean.length; j++) apart.set(place, j, origin[j] - order[0].origin[j] + mean[j]);
    });
    return apart;
  }

  /** The classes in the order of their names. */
  private get order(): SummedClass[] {
    return orderClasses([...this.classes.keys()]).map((name) => this.classes.get(name)!);
  }

  private merge(
    known: SummedClass,
    added: number,
    origin: Float64Array,
    mean: Float64Array,
    spread: Float64Array,
  ): void {
    const { within } = this;
    const together = known.count + added;
    const weight = (known.count * added) / together;
    const part = added / together;
    // The origins are rows of the data: where values are large and alike, their difference is exact.
    const apart = mean.map((value, j) => origin[j] - known.origin[j] + (value - known.mean[j]));
    apart.forEach((distance, j) => {
      known.mean[j] += part * distance;
      known.spread[j] += spread[j] + weight * distance * distance;
    });
    known.count = together;
    if (!within) return;
    const counted = weight * (this.weights?.get(known.name) ?? 1);
    for (let i = 0, at = 0; i < apart.length; i++) {
      const weighted = counted * apart[i];
      for (let j = 0; j <= i; j++, at++) within[at] += weighted * apart[j];
    }
  }

  private requireFinite({ data: means }: Matrix, { data: spreads }: Matrix): void {
    const wrong = spreads.findIndex((value, at) => !Number.isFinite(value) || !Number.isFinite(means[at]));
    if (wrong < 0) return;
    const column = this.featureNames[wrong % this.featureNames.length];
    throw new InputError(
      "missing-values",
      `column "${column}" has values that are infinite or too large to be squared; every value must be a finite number`,
      { facts: { column } },
    );
  }
}

/** The symmetric matrix with this lower triangle. */
function wholeOf(lower: Float64Array, size: number): Matrix {
  const whole = Matrix.zeros(size, size);
  for (let i = 0, at = 0; i < size; i++)
    for (let j = 0; j <= i; j++, at++) {
      whole.data[i * size + j] = lower[at];
      whole.data[j * size + i] = lower[at];
    }
  return whole;
}

/** Refuses a target that cannot be one of classes. */
export function tooManyClasses(): InputError {
  return new InputError("target", `the target has more than ${mostClasses} classes`, {
    remedies: [{ action: "name another column", option: "target" }],
  });
}
