/**
 * sum + a·b, lane by lane. Rounded twice in the plain build, so the bits are the same everywhere; in the build with
 * `--enable relaxed-simd` the engine may fuse both and round once.
 */
@inline
export function multiplyAdd(a: v128, b: v128, sum: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f64x2.relaxed_madd(a, b, sum);
  return f64x2.add(sum, f64x2.mul(a, b));
}
