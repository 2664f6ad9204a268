import { multiplyAdd } from "./multiply-add";

/**
 * out ← out + Σ (x − μ·1)·(x − μ·1)ᵀ·V over some features x of sparse samples, for a slab of eight vectors: a sample's row of V and of `out` is 64
 * bytes long. x holds values[k] for the sample places[k], with k from starts[feature] up to starts[feature + 1], and zero for the others. `sums`
 * holds the sums of the columns of V, `common` has room for eight numbers. What all samples have less, Σ μ·(x − μ·1)ᵀV, is taken away at
 * the end. Features are added in their order.
 */
export function addSparseGram(
  samples: i32,
  count: i32,
  features: usize,
  starts: usize,
  places: usize,
  values: usize,
  means: usize,
  v: usize,
  sums: usize,
  out: usize,
  common: usize,
): void {
  memory.fill(common, 0, 64);
  for (let f = 0; f < count; f++) {
    const feature = <usize>load<i32>(features + ((<usize>f) << 2));
    const first = <usize>load<i32>(starts + (feature << 2));
    const last = <usize>load<i32>(starts + (feature << 2), 4);
    const mean = v128.load64_splat(means + (feature << 3));
    let s0 = f64x2.neg(f64x2.mul(mean, v128.load(sums)));
    let s1 = f64x2.neg(f64x2.mul(mean, v128.load(sums, 16)));
    let s2 = f64x2.neg(f64x2.mul(mean, v128.load(sums, 32)));
    let s3 = f64x2.neg(f64x2.mul(mean, v128.load(sums, 48)));
    for (let k = first; k < last; k++) {
      const row = v + ((<usize>load<i32>(places + (k << 2))) << 6);
      const value = v128.load64_splat(values + (k << 3));
      s0 = multiplyAdd(value, v128.load(row), s0);
      s1 = multiplyAdd(value, v128.load(row, 16), s1);
      s2 = multiplyAdd(value, v128.load(row, 32), s2);
      s3 = multiplyAdd(value, v128.load(row, 48), s3);
    }
    for (let k = first; k < last; k++) {
      const row = out + ((<usize>load<i32>(places + (k << 2))) << 6);
      const value = v128.load64_splat(values + (k << 3));
      v128.store(row, multiplyAdd(value, s0, v128.load(row)));
      v128.store(row, multiplyAdd(value, s1, v128.load(row, 16)), 16);
      v128.store(row, multiplyAdd(value, s2, v128.load(row, 32)), 32);
      v128.store(row, multiplyAdd(value, s3, v128.load(row, 48)), 48);
    }
    v128.store(common, multiplyAdd(mean, s0, v128.load(common)));
    v128.store(common, multiplyAdd(mean, s1, v128.load(common, 16)), 16);
    v128.store(common, multiplyAdd(mean, s2, v128.load(common, 32)), 32);
    v128.store(common, multiplyAdd(mean, s3, v128.load(common, 48)), 48);
  }
  const c0 = v128.load(common);
  const c1 = v128.load(common, 16);
  const c2 = v128.load(common, 32);
  const c3 = v128.load(common, 48);
  for (const end = out + ((<usize>samples) << 6); out < end; out += 64) {
    v128.store(out, f64x2.sub(v128.load(out), c0));
    v128.store(out, f64x2.sub(v128.load(out, 16), c1), 16);
    v128.store(out, f64x2.sub(v128.load(out, 32), c2), 32);
    v128.store(out, f64x2.sub(v128.load(out, 48), c3), 48);
  }
}
