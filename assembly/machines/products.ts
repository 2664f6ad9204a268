/**
 * Products of samples, sample by class, over the features that are left. A block of a sample against a class is brought up to date
 * when it is asked for: features that have gone since are subtracted, or it is summed anew where that is less work.
 */
import { addFour, addOne, bytes } from "../vectors";

let samples: i32 = 0;
let classes: i32 = 0;
let starts: usize = 0;
let products: usize = 0;
let known: usize = 0;
let values: usize = 0;
let stride: usize = 0;
let left: i32 = 0;

/** Says where everything lies; src/kernels/kernels.ts says what it is. */
export function openProducts(
  ofSamples: i32,
  ofClasses: i32,
  startsAt: usize,
  productsAt: usize,
  knownAt: usize,
  valuesAt: usize,
  valuesStride: i32,
  features: i32,
): void {
  samples = ofSamples;
  classes = ofClasses;
  starts = startsAt;
  products = productsAt;
  known = knownAt;
  values = valuesAt;
  stride = bytes(valuesStride);
  left = features;
}

/** How many features are left. */
export function featuresLeft(): i32 {
  return left;
}

/** The first sample of a class. */
@inline
export function startOf(which: i32): i32 {
  return load<i32>(starts + ((<usize>which) << 2));
}

/** The values of a feature, those of some sample first. */
@inline
export function valuesOf(feature: i32, sample: i32): usize {
  return values + <usize>feature * stride + bytes(sample);
}

/** The products of a sample with those of a class, up to date. */
export function bring(sample: i32, other: i32): usize {
  const stamp = known + (<usize>(sample * classes + other) << 2);
  const first = startOf(other);
  const out = products + ((<usize>sample * <usize>samples + <usize>first) << 3);
  const summed = load<i32>(stamp);
  if (summed == left) return out;
  store<i32>(stamp, left);
  const count = startOf(other + 1) - first;
  if (summed == 0 || summed - left > left) {
    memory.fill(out, 0, bytes(count));
    addFeatures(1, sample, first, count, 0, left, out);
  } else addFeatures(-1, sample, first, count, left, summed, out);
  return out;
}

/** out(t) += sign·Σ x(sample)·x(first + t) over the features `from` to `to`. */
function addFeatures(sign: f64, sample: i32, first: i32, count: i32, from: i32, to: i32, out: usize): void {
  let feature = from;
  for (; feature + 3 < to; feature += 4) {
    const own = valuesOf(feature, sample);
    const x = valuesOf(feature, first);
    addFour(
      count,
      x,
      x + stride,
      x + 2 * stride,
      x + 3 * stride,
      sign * load<f64>(own),
      sign * load<f64>(own + stride),
      sign * load<f64>(own + 2 * stride),
      sign * load<f64>(own + 3 * stride),
      out,
    );
  }
  for (; feature < to; feature++)
    addOne(count, valuesOf(feature, first), sign * load<f64>(valuesOf(feature, sample)), out);
}
