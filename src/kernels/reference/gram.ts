import { Matrix } from "../../numeric/matrix.js";
import type { CentredView, SparseColumns } from "../kernels.js";
import { gemm } from "./products.js";

/** Side by side, the panels are (i, j) ← roots(i)·((a(rows(i), columns(j)) − means(j))·factors(j)). */
export function centredPanels(
  a: Matrix,
  { rows, columns, means, factors, roots }: CentredView,
  panels: readonly Matrix[],
): void {
  let j = 0;
  for (const panel of panels)
    for (let own = 0; own < panel.columns; own++, j++)
      for (let i = 0; i < rows.length; i++)
        panel.set(i, own, roots[i] * ((a.get(rows[i], columns[j]) - means[j]) * factors[j]));
}

/** out ← out + A·(Aᵀ·V). */
export function addGramProduct(a: Matrix, vectors: Matrix, out: Matrix): void {
  const image = Matrix.zeros(a.columns, vectors.columns);
  gemm(1, a.transposed(), vectors, 0, image);
  gemm(1, a, image, 1, out);
}

/** out ← out + Σ (x − μ·1)·(x − μ·1)ᵀ·V, with each column x written out. */
export function addSparseGramProduct(
  { starts, places, values, means }: SparseColumns,
  names: Int32Array,
  vectors: Matrix,
  out: Matrix,
): void {
  for (const name of names) {
    const column = Matrix.zeros(vectors.rows, 1);
    for (let k = starts[name]; k < starts[name + 1]; k++) column.data[places[k]] += values[k];
    for (let i = 0; i < column.rows; i++) column.data[i] -= means[name];
    addGramProduct(column, vectors, out);
  }
}
