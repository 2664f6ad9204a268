import type { Cost } from "./selector.js";

/** Kernels share a call among threads from so many multiplications on. */
const worthSharing = 2 ** 20;
/** Caches hold so many numbers: 32 MB. */
const numbersInCaches = 2 ** 22;

/**
 * Counts what a run will do, for a selector's `cost`: which kernels it calls, with which sizes and how often, and what its own
 * loops do. A call takes time for its arithmetic, for the numbers that it reads and writes, which decides where one side of a
 * product is narrow, and for being made at all, which decides where matrices are small.
 */
export class CountedWork {
  private scalar = 0;
  private shared = 0;
  private matrix = 0;
  private alone = 0;
  private moved = 0;
  private calls = 0;

  /** Plain loops: so many steps that read a number and do something simple with it. */
  loops(steps: number): this {
    this.scalar += steps;
    return this;
  }

  /** Loops inside a kernel that threads share, in steps as those of {@link loops}. */
  sharedLoops(steps: number): this {
    this.shared += steps;
    return this;
  }

  /** `gemm`: rows × inner times inner × columns. */
  product(rows: number, inner: number, columns: number, times = 1): this {
    return this.call(2 * rows * inner * columns, rows * inner + inner * columns + rows * columns, times);
  }

  /** `syrk`: size × inner times its transpose. */
  gram(size: number, inner: number, times = 1): this {
    return this.call(size * size * inner, size * inner + size * size, times);
  }

  /** `gemv`, which reads the matrix in place; one that no cache holds comes from memory every time. */
  vectorProduct(rows: number, columns: number, times = 1): this {
    const part = rows * columns > numbersInCaches ? 0.8 : 0.3;
    return this.call(2 * rows * columns, part * rows * columns, times);
  }

  /** `cholesky`. */
  cholesky(size: number, times = 1): this {
    return this.call((size * size * size) / 3, 6 * size * size, times);
  }

  /** `solveTriangular`. */
  solve(size: number, columns: number, times = 1): this {
    return this.call(size * size * columns, size * size + 2 * size * columns, times);
  }

  /** `symmetricEigen`. */
  eigen(size: number, times = 1): this {
    return this.call(5 * size * size * size, 50 * size * size, times);
  }

  /** `squaredDistances`, `manhattanDistances` and `weightedDifferences`: rows against others, feature by feature. */
  distances(rows: number, others: number, features: number, times = 1): this {
    return this.call(3 * rows * others * features, (rows + others) * features + rows * others, times);
  }

  /** The sum; `bytes` is what the run holds beside the data. */
  cost(bytes: number): Cost {
    const { scalar, shared, matrix, alone, moved, calls } = this;
    return { scalar, shared, matrix, alone, moved, calls, bytes };
  }

  private call(operations: number, numbers: number, times: number): this {
    this.matrix += times * operations;
    if (operations < 2 * worthSharing) this.alone += times * operations;
    this.moved += times * numbers;
    this.calls += times;
    return this;
  }
}

/** Dense samples made ready for the kernels: copied, centred, scaled, and columns that repeat others found. */
export const openingSamples = (work: CountedWork, rows: number, features: number): CountedWork =>
  work.loops(30 * rows * features + 600 * features);

/**
 * How many features are left in each round of a recursive elimination, where `dropped` says how many of so many go.
 * @example roundsOf(4, () => 1) // [4, 3, 2, 1]
 */
export function roundsOf(features: number, dropped: (left: number) => number): number[] {
  const rounds: number[] = [];
  for (let left = features; left > 0; left -= Math.max(1, dropped(left))) rounds.push(left);
  return rounds;
}
