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
