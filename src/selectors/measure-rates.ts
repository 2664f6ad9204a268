import { createKernels } from "../kernels/create-kernels.js";
import type { Rates } from "./rates.js";

/**
 * Runs a little of what the methods run, in about 50 ms: a square product, one with a narrow side, calls that have nothing to do,
 * and a loop over the columns of a matrix. The best of several rounds counts, when code is optimised and nobody disturbs.
 */
export async function measureRates(): Promise<Rates> {
  const kernels = await createKernels();
  const work = kernels.workspace();
  const multiply = (rows: number, inner: number, columns: number) => {
    const [a, b, c] = [work.matrix(rows, inner), work.matrix(inner, columns), work.matrix(rows, columns)];
    return () => kernels.gemm(1, a, b, 0, c);
  };
  const size = 192;
  const [tall, wide, few] = [4096, 64, 2];
  const many = 100;
  const tiny = multiply(8, 8, 1);
  const loop = overColumns();
  try {
    const [square, narrow, calls, looping] = bestTimes([
      multiply(size, size, size),
      multiply(tall, wide, few),
      () => {
        for (let call = 0; call < many; call++) tiny();
      },
      loop.run,
    ]);
    const matrix = (2 * size * size * size) / square;
    const numbers = tall * (wide + few);
    const arithmetic = (2 * tall * wide * few) / matrix;
    return {
      matrix,
      // What a narrow product takes beyond its arithmetic; not more numbers a second than half the operations.
      moved: numbers / Math.max(narrow - arithmetic, (2 * numbers) / matrix),
      calls: many / calls,
      scalar: (stepsPerValue * loop.values) / looping,
    };
  } finally {
    work.release();
    await kernels.dispose();
  }
}

/** Each value of the table is read, squared, added and compared: so many steps of a loop. */
const stepsPerValue = 2.5;

/** A loop over the columns of a table that fits into a cache, and how many values it has. */
function overColumns(): { readonly values: number; run(): void } {
  const [rows, columns] = [300, 500];
  const table = Float64Array.from({ length: rows * columns }, (_, at) => (at % 97) - 48);
  const sums = new Float64Array(columns);
  return {
    values: table.length,
    run() {
      for (let j = 0; j < columns; j++) {
        let [sum, largest] = [0, 0];
        for (let i = 0, at = j; i < rows; i++, at += columns) {
          const value = table[at];
          sum += value * value;
          if (value > largest) largest = value;
        }
        sums[j] = sum / (1 + largest);
      }
    },
  };
}

/** The best time of each in seconds, taking turns until about 40 ms are over. */
function bestTimes(works: readonly (() => void)[]): number[] {
  const best = works.map(() => Number.POSITIVE_INFINITY);
  const started = performance.now();
  for (let round = 0; round < 12 || performance.now() - started < 40; round++)
    works.forEach((work, at) => {
      const from = performance.now();
      work();
      best[at] = Math.min(best[at], Math.max(1e-3, performance.now() - from) / 1000);
    });
  return best;
}
