import type { Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";

/**
 * The scatter inside the classes, Sw, known only by what it does to vectors, and the inverse of M = E + Sw for a
 * positive diagonal E. Blocks of vectors are d × m, one row per feature.
 */
export interface WithinScatter {
  readonly form: "tall" | "wide";
  /** The number of features. */
  readonly features: number;
  /** The largest diagonal element of Sw. */
  readonly largest: number;
  /** out ← Sw·V */
  multiply(vectors: Matrix, out: Matrix): void;
  /** Prepares `solve` for M = diag(diagonal) + Sw. If it is `steady`, the next diagonal will differ from this one as it does from the last. */
  factor(diagonal: Float64Array, steady?: boolean): void;
  /** How many E ago the factor was made that `solve` used last; 0 when it belongs to the present one. */
  readonly factorAge: number;
  /**
   * Z ← M⁻¹·R, with M of an E nearby where that saves much work, and withinZ ← Sw·Z exactly, which costs nothing extra:
   * the solve meets it on the way.
   */
  solve(right: Matrix, z: Matrix, withinZ: Matrix): void;
  /** The scatter of these features, and of combinations of all where these are given, one column each; in memory of its own. */
  restrict(features: ArrayLike<number>, workspace: Workspace, combinations?: Matrix): WithinScatter;
}
