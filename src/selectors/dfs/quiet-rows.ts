import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import { upTo } from "../../numeric/up-to.js";
import { rowNorms } from "./penalty.js";
import { SmallPencil } from "./small-pencil.js";

/**
 * Rows that have come to rest while others still move. They are kept as U·T, where the columns of U span what the vectors hold
 * there now: T may change, U does not, nor do the weights of these rows. In the coordinates (rows at work, T) the problem has its
 * old form, with few rows: U is orthonormal and UᵀDU is diagonal. Old weights still bound the penalty from above, so the
 * objective falls as before.
 */
export class QuietRows {
  private constructor(
    private readonly kernels: Kernels,
    /** U, one row per feature, zero in those at work. */
    readonly basis: Matrix,
    /** The diagonal of UᵀDU. */
    readonly weights: Float64Array,
    private readonly rows: Int32Array,
  ) {}

  /** Of these vectors, all rows but those at work, with the weights that they have; null if all of them are zero. */
  static of(
    kernels: Kernels,
    workspace: Workspace,
    vectors: Matrix,
    atWork: Int32Array,
    weights: Float64Array,
  ): QuietRows | null {
    const { rows: d, columns } = vectors;
    const working = new Set(atWork);
    const rows = upTo(d).filter((i) => !working.has(i));
    const quiet = vectors.selectRows(rows);
    if (quiet.data.every((x) => x === 0)) return null;
    const weighted = Matrix.zeros(quiet.rows, columns);
    kernels.combineRows(
      null,
      Float64Array.from(rows, (i) => weights[i]),
      quiet,
      weighted,
    );
    const [gram, weightedGram] = [Matrix.zeros(columns, columns), Matrix.zeros(columns, columns)];
    kernels.gemm(1, quiet.transposed(), quiet, 0, gram);
    kernels.gemm(1, quiet.transposed(), weighted, 0, weightedGram);
    const { theta, combinations } = new SmallPencil(kernels, workspace, columns).solve(
      gram,
      weightedGram,
      columns,
    );
    const own = Matrix.zeros(quiet.rows, theta.length);
    kernels.gemm(1, quiet, combinations, 0, own);
    const basis = workspace.matrix(d, theta.length);
    for (let i = 0; i < rows.length; i++)
      for (let j = 0; j < theta.length; j++) basis.set(rows[i], j, own.get(i, j));
    return new QuietRows(
      kernels,
      basis,
      theta.map((x) => 1 / x),
      rows,
    );
  }

  /** T of vectors over all features. */
  project(vectors: Matrix): Matrix {
    const result = Matrix.zeros(this.basis.columns, vectors.columns);
    this.kernels.gemm(1, this.basis.transposed(), vectors, 0, result);
    return result;
  }

  /** U·T over all features, zero in those at work. */
  expand(coordinates: Matrix): Matrix {
    const result = Matrix.zeros(this.basis.rows, coordinates.columns);
    this.kernels.gemm(1, this.basis, coordinates, 0, result);
    return result;
  }

  /** The norms of the quiet rows of U·T. */
  norms(coordinates: Matrix): Float64Array {
    const all = rowNorms(this.expand(coordinates));
    return Float64Array.from(this.rows, (i) => all[i]);
  }
}
