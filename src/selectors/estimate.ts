import type { Dataset } from "../data/dataset.js";
import { createKernels } from "../kernels/create-kernels.js";
import { Matrix } from "../numeric/matrix.js";
import { selectors, suits } from "./registry.js";

/** What one run of a method may take on this machine. */
export interface Estimate {
  readonly method: string;
  readonly title: string;
  readonly seconds: number;
  readonly megabytes: number;
}

/** For every method that suits the target, from its own count of operations and the rates measured here and now. */
export async function estimateRuns(data: Dataset): Promise<Estimate[]> {
  const { rows, features, labels } = data;
  const shape = { rows, features, classes: labels?.classes.length ?? 2 };
  const rates = await measureRates();
  const suited = Object.values(selectors).filter((selector) => suits(selector, data));
  return suited.map(({ name, title, cost }) => {
    const { scalar, matrix, bytes } = cost(shape);
    return {
      method: name,
      title,
      seconds: scalar / rates.scalar + matrix / rates.matrix,
      megabytes: (bytes + storedBytes(data)) / 1e6,
    };
  });
}

/** What the data itself takes: sparse data is held twice while a method runs, by rows and by columns. */
function storedBytes({ values }: Dataset): number {
  if (values instanceof Matrix) return 8 * values.rows * values.columns;
  const perEntry = Float64Array.BYTES_PER_ELEMENT + Int32Array.BYTES_PER_ELEMENT;
  return 2 * perEntry * values.values.length;
}

/** Operations per second of plain loops and of matrix multiplication, in a few hundredths of a second. */
async function measureRates(): Promise<{ scalar: number; matrix: number }> {
  const n = 192;
  const kernels = await createKernels();
  const work = kernels.workspace();
  const [a, b, c] = [work.matrix(n, n), work.matrix(n, n), work.matrix(n, n)];
  const matrix = (2 * n * n * n) / (await bestTime(() => kernels.gemm(1, a, b, 0, c)));
  await kernels.dispose();
  const values = Matrix.zeros(n, n);
  let sum = 0;
  const scalar =
    (2 * n * n) /
    (await bestTime(() => {
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sum += values.get(i, j) * sum;
    }));
  return { scalar, matrix };
}

async function bestTime(work: () => void): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 12; round++) {
    const started = performance.now();
    work();
    best = Math.min(best, Math.max(1e-3, performance.now() - started) / 1000);
  }
  return best;
}
