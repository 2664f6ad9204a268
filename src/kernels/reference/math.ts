import * as math from "../../numeric/math.js";

/** out ← eˣ, element by element. */
export function exp(x: Float64Array, out: Float64Array): void {
  for (let i = 0; i < x.length; i++) out[i] = math.exp(x[i]);
}

/** out ← ln x. */
export function log(x: Float64Array, out: Float64Array): void {
  for (let i = 0; i < x.length; i++) out[i] = math.log(x[i]);
}

/** out ← x^exponent. */
export function pow(x: Float64Array, exponent: number, out: Float64Array): void {
  for (let i = 0; i < x.length; i++) out[i] = math.pow(x[i], exponent);
}
