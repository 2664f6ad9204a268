/**
 * The upper 32 bits of a double, sign and exponent first. One view serves all calls: nothing here runs in between.
 */
export function highWord(x: number): number {
  view.setFloat64(0, x);
  return view.getInt32(0);
}

/** x with its upper 32 bits replaced. */
export function withHighWord(x: number, high: number): number {
  view.setFloat64(0, x);
  view.setInt32(0, high);
  return view.getFloat64(0);
}

/** 2^exponent for an exponent from -1022 to 1023. */
export function powerOfTwo(exponent: number): number {
  return withHighWord(0, (exponent + 1023) << 20);
}

const view = new DataView(new ArrayBuffer(8));

/**
 * The integer nearest to x, ties to even, for |x| below 2^31. At the size of 1.5 · 2^52 doubles are whole numbers, so
 * the addition rounds. (Math.round takes ties upwards, and wasm has no such thing.)
 */
export function nearestInteger(x: number): number {
  return x + 6755399441055744 - 6755399441055744;
}

/** The upper half of x's digits, 26 bits, so that the product of two such halves is exact (Veltkamp). */
export function upperHalf(x: number): number {
  const shifted = x * 134217729;
  return shifted - (shifted - x);
}

/** x · y − product without error, where product is x · y as rounded (Dekker). */
export function productError(x: number, y: number, product: number): number {
  const xUpper = upperHalf(x);
  const xLower = x - xUpper;
  const yUpper = upperHalf(y);
  const yLower = y - yUpper;
  return xLower * yLower - (product - xUpper * yUpper - xLower * yUpper - xUpper * yLower);
}
