import { multiplyAdd } from "./multiply-add";

/**
 * The innermost product: sums (4 × 4, row after row) ← a panel of A times a panel of B, over `depth` products in rising
 * order, starting from zero.
 *
 * V8 moves all loads of a straight piece of code to its front, and two steps at once then no longer fit the 16
 * registers. The exit between the two steps keeps them apart: 21 GFLOP/s, against 18 with one step per round and 14
 * with two steps and no exit between them. The function is called for each tile, and not inlined, so that the engine
 * can replace its first, unoptimized code while a large product is running.
 */
export function multiplyPanels(depth: i32, a: usize, b: usize, sums: usize): void {
  let sum00 = f64x2.splat(0);
  let sum01 = f64x2.splat(0);
  let sum10 = f64x2.splat(0);
  let sum11 = f64x2.splat(0);
  let sum20 = f64x2.splat(0);
  let sum21 = f64x2.splat(0);
  let sum30 = f64x2.splat(0);
  let sum31 = f64x2.splat(0);
  let b0: v128;
  let b1: v128;
  let ai: v128;
  if (depth > 0)
    while (true) {
      b0 = v128.load(b);
      b1 = v128.load(b, 16);
      ai = v128.load64_splat(a);
      sum00 = multiplyAdd(ai, b0, sum00);
      sum01 = multiplyAdd(ai, b1, sum01);
      ai = v128.load64_splat(a, 8);
      sum10 = multiplyAdd(ai, b0, sum10);
      sum11 = multiplyAdd(ai, b1, sum11);
      ai = v128.load64_splat(a, 16);
      sum20 = multiplyAdd(ai, b0, sum20);
      sum21 = multiplyAdd(ai, b1, sum21);
      ai = v128.load64_splat(a, 24);
      sum30 = multiplyAdd(ai, b0, sum30);
      sum31 = multiplyAdd(ai, b1, sum31);
      if (--depth == 0) break;

      b0 = v128.load(b, 32);
      b1 = v128.load(b, 48);
      ai = v128.load64_splat(a, 32);
      sum00 = multiplyAdd(ai, b0, sum00);
      sum01 = multiplyAdd(ai, b1, sum01);
      ai = v128.load64_splat(a, 40);
      sum10 = multiplyAdd(ai, b0, sum10);
      sum11 = multiplyAdd(ai, b1, sum11);
      ai = v128.load64_splat(a, 48);
      sum20 = multiplyAdd(ai, b0, sum20);
      sum21 = multiplyAdd(ai, b1, sum21);
      ai = v128.load64_splat(a, 56);
      sum30 = multiplyAdd(ai, b0, sum30);
      sum31 = multiplyAdd(ai, b1, sum31);
      if (--depth == 0) break;

      a += 64;
      b += 64;
    }
  v128.store(sums, sum00);
  v128.store(sums, sum01, 16);
  v128.store(sums, sum10, 32);
  v128.store(sums, sum11, 48);
  v128.store(sums, sum20, 64);
  v128.store(sums, sum21, 80);
  v128.store(sums, sum30, 96);
  v128.store(sums, sum31, 112);
}
