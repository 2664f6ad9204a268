import { Matrix } from "../numeric/matrix.js";

/** A piecewise linear function of one feature, given by its values at rising knots; constant beyond the first and the last. */
export interface Curve {
  readonly knots: readonly number[];
  readonly values: readonly number[];
}

/** The value of a curve at x. */
export function curveAt({ knots, values }: Curve, x: number): number {
  const last = knots.length - 1;
  if (x <= knots[0]) return values[0];
  if (x >= knots[last]) return values[last];
  let k = 0;
  while (x >= knots[k + 1]) k++;
  return values[k] + placeBetween(knots[k], knots[k + 1], x) * (values[k + 1] - values[k]);
}

/** How far x lies on the way from a to b, from 0 to 1; the width of the widest intervals would overflow. */
function placeBetween(a: number, b: number, x: number): number {
  const width = b - a;
  return width < Number.POSITIVE_INFINITY ? (x - a) / width : (x / 2 - a / 2) / (b / 2 - a / 2);
}

/**
 * At most `size` curves with mean 0 and variance 1 (of n − 1) over these values that are uncorrelated there. With the
 * constant they span all piecewise linear functions with their knots, which lie at quantiles of the values, the smallest
 * and the largest included. The first is the straight line, so `size` 1 is the standardised feature. A feature with m
 * different values has at most m − 1 curves; a constant one has none.
 */
export function fitCurves(column: Float64Array, size: number): Curve[] {
  const sorted = column.slice().sort();
  const knots = placeKnots(sorted, size);
  const last = knots.length - 1;
  if (last === 0) return [];
  // The line, and for every inner knot the function that is 1 there and 0 at all others: with the constant they
  // are independent, because every knot is one of the values, and none of them depends on how far apart the knots lie.
  const functions = [
    knots.map(() => 1),
    knots.map((knot) => placeBetween(knots[0], knots[last], knot)),
    ...knots.slice(1, last).map((peak) => knots.map((knot) => (knot === peak ? 1 : 0))),
  ];
  const [, ...curves] = orthonormalise(functions, hatProducts(sorted, knots));
  const unit = Math.sqrt(sorted.length - 1);
  return curves.map((values) => ({ knots, values: values.map((value) => unit * value) }));
}

/**
 * Values that cut the sorted ones into `size` parts of about equal numbers, the first and the last included. Where ties leave
 * fewer, the part that holds most values inside it is cut at its middle one, as long as there is such a part.
 */
function placeKnots(sorted: Float64Array, size: number): number[] {
  const last = sorted.length - 1;
  const found = new Set(Array.from({ length: size + 1 }, (_, q) => sorted[Math.round((q * last) / size)]));
  const inOrder = () => Array.from(found).sort((a, b) => a - b);
  while (found.size <= size) {
    const knots = inOrder();
    let [start, most] = [0, 0];
    let at = 0;
    for (let k = 0; k + 1 < knots.length; k++) {
      while (sorted[at] <= knots[k]) at++;
      const first = at;
      while (sorted[at] < knots[k + 1]) at++;
      if (at - first > most) [start, most] = [first, at - first];
    }
    if (most === 0) break;
    found.add(sorted[start + (most >> 1)]);
  }
  return inOrder();
}

/** Sums over the sorted values of products of the functions that are 1 at one knot, 0 at the others and linear between. */
function hatProducts(sorted: Float64Array, knots: readonly number[]): Matrix {
  const products = Matrix.zeros(knots.length, knots.length);
  const add = (i: number, j: number, product: number) => products.set(i, j, products.get(i, j) + product);
  let k = 0;
  for (const x of sorted) {
    while (k < knots.length - 2 && x >= knots[k + 1]) k++;
    const right = placeBetween(knots[k], knots[k + 1], x);
    const left = 1 - right;
    add(k, k, left * left);
    add(k, k + 1, left * right);
    add(k + 1, k, left * right);
    add(k + 1, k + 1, right * right);
  }
  return products;
}

/** Gram–Schmidt in this inner product; a second pass removes what rounding left of the first. */
function orthonormalise(functions: readonly number[][], products: Matrix): number[][] {
  const inner = (a: readonly number[], b: readonly number[]) => {
    let sum = 0;
    for (let i = 0; i < a.length; i++)
      for (let j = Math.max(0, i - 1); j <= Math.min(i + 1, a.length - 1); j++)
        sum += a[i] * products.get(i, j) * b[j];
    return sum;
  };
  const done: number[][] = [];
  for (const given of functions) {
    let rest = given;
    for (const other of [...done, ...done]) {
      const part = inner(rest, other);
      rest = rest.map((value, i) => value - part * other[i]);
    }
    const length = Math.sqrt(inner(rest, rest));
    done.push(rest.map((value) => value / length));
  }
  return done;
}
