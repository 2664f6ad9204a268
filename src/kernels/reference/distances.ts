import type { Matrix } from "../../numeric/matrix.js";

/** out(i, j) ← Σ (aᵢ − bⱼ)², rows against rows. */
export function squaredDistances(a: Matrix, b: Matrix, out: Matrix): void {
  distances(a, b, out, (difference) => difference * difference);
}

/** out(i, j) ← Σ |aᵢ − bⱼ|, rows against rows. */
export function manhattanDistances(a: Matrix, b: Matrix, out: Matrix): void {
  distances(a, b, out, Math.abs);
}

/**
 * The order of summation is part of the definition, so that the kernels give the same bits: chunks of 256 columns one
 * after the other, in each chunk the even and the odd columns apart.
 */
function distances(a: Matrix, b: Matrix, out: Matrix, term: (difference: number) => number): void {
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < b.rows; j++) {
      let total = 0;
      for (let chunk = 0; chunk < a.columns; chunk += 256) {
        const sums = [0, 0];
        for (let k = chunk; k < Math.min(chunk + 256, a.columns); k++)
          sums[k % 2] += term(a.get(i, k) - b.get(j, k));
        total += sums[0] + sums[1];
      }
      out.set(i, j, total);
    }
}
