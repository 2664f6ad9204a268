import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import type { ByClass } from "./by-class.js";
import type { Scatter } from "./discriminant.js";
import { rowIn, type SampleRows } from "./feature-rows.js";

/** The scatter of samples that lie class after class: T has 1/√n_k in the rows of class k, each times the root of its weight. */
export async function scatterOf(
  kernels: Kernels,
  workspace: Workspace,
  rows: SampleRows,
  { starts, weights }: ByClass,
): Promise<Scatter> {
  const n = rows.samples;
  const roots = new Float64Array(n);
  const targets = workspace.matrix(n, weights.length);
  weights.forEach((weight, k) => {
    roots.fill(Math.sqrt(weight), starts[k], starts[k + 1]);
    for (let i = starts[k]; i < starts[k + 1]; i++)
      targets.set(i, k, 1 / Math.sqrt(starts[k + 1] - starts[k]));
  });
  const isWeighted = weights.some((weight) => weight !== 1);
  const timesRoots = (block: Matrix): Matrix => {
    if (isWeighted)
      for (let i = 0; i < n; i++)
        for (let j = 0; j < block.columns; j++) block.set(i, j, roots[i] * block.get(i, j));
    return block;
  };
  const between = workspace.matrix(rows.left, weights.length);
  await multiplyRows(kernels, rows, timesRoots(targets.copy()), between);
  const left = () => rows.values!.block(0, 0, rows.left, n);
  return {
    between,
    samples: n,
    remaining: () => rows.remaining,
    total(out) {
      const own = kernels.workspace();
      try {
        const weighted = isWeighted ? own.matrix(rows.left, n) : left();
        if (isWeighted) {
          weighted.data.set(left().copy().data);
          timesRoots(weighted.transposed());
        }
        kernels.syrk(1, weighted, 0, out);
      } finally {
        own.release();
      }
    },
    wide: {
      targets: withoutMean(targets, roots),
      gram(out) {
        if (rows.gram) out.data.set(rows.gram.data.subarray(rows.gram.offset, rows.gram.offset + n * n));
        else kernels.syrk(1, left().transposed(), 0, out);
        if (isWeighted) timesRoots(timesRoots(out).transposed());
      },
      async backToFeatures(block) {
        const result = Matrix.zeros(rows.left, block.columns);
        await multiplyRows(kernels, rows, timesRoots(block), result);
        return result;
      },
    },
  };
}

/** out ← X·B, one row for each feature that is left. */
async function multiplyRows(kernels: Kernels, rows: SampleRows, b: Matrix, out: Matrix): Promise<void> {
  for await (const block of rows.blocks(rows.left)) {
    const { values, first, listed } = block;
    const product = listed
      ? Matrix.zeros(values.rows, b.columns)
      : out.block(first, 0, values.rows, b.columns);
    kernels.gemm(1, values, b, 0, product);
    if (listed)
      for (let i = 0; i < values.rows; i++)
        for (let j = 0; j < b.columns; j++) out.set(rowIn(block, i), j, product.get(i, j));
  }
}

/** What of the targets is not along the roots of the weights, which centred samples take to zero anyway. */
export function withoutMean(targets: Matrix, roots: Float64Array): Matrix {
  const size = roots.reduce((sum, root) => sum + root * root, 0);
  for (let k = 0; k < targets.columns; k++) {
    let along = 0;
    for (let i = 0; i < targets.rows; i++) along += roots[i] * targets.get(i, k);
    for (let i = 0; i < targets.rows; i++) targets.set(i, k, targets.get(i, k) - (along / size) * roots[i]);
  }
  return targets;
}
