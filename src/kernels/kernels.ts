import type { BitMatrix } from "../numeric/bit-matrix.js";
import type { Matrix } from "../numeric/matrix.js";
import type { Panels } from "../numeric/panels.js";

/**
 * The numeric work that costs time, behind one interface. Every implementation computes the same things; `reference`
 * is the readable one that defines them. Matrices may have any strides and may lie anywhere: one that a
 * {@link Workspace} of the same kernels gave is used in place, any other is copied in and out in blocks.
 *
 * An output may not overlap another operand, except where the work goes element by element.
 *
 * Calls return when the work is done, but for `addScatter`. Threads split the output only, so results do not depend on their number.
 */
export interface Kernels {
  /** `wasm` gives the same bits on every machine; `fast` uses fused multiply-add and may differ in the last bits. */
  readonly name: KernelsName;
  /** How many threads share the work, the calling one included. */
  readonly threads: number;

  /** Opens a workspace; give it back with `release()`. */
  workspace(): Workspace;

  /** C ← α·A·B + β·C. With β = 0, C is not read. */
  gemm(alpha: number, a: Matrix, b: Matrix, beta: number, c: Matrix): void;
  /** C ← α·A·Aᵀ + β·C, both triangles, from C's lower one. Half the work of gemm. With β = 0, C is not read. */
  syrk(alpha: number, a: Matrix, beta: number, c: Matrix): void;
  /** y ← α·A·x + β·y. With β = 0, y is not read. */
  gemv(alpha: number, a: Matrix, x: Float64Array, beta: number, y: Float64Array): void;
  /** y ← α·A·x + β·y for a symmetric A, of which only the lower triangle is read. */
  symv(alpha: number, a: Matrix, x: Float64Array, beta: number, y: Float64Array): void;
  /**
   * A ← L with L·Lᵀ = A, from A's lower triangle; the upper one is set to zero. False when A is not positive
   * definite, and A is then partly overwritten.
   */
  cholesky(a: Matrix): boolean;
  /** B ← L⁻¹·B, or L⁻ᵀ·B when `transposed`, for a lower triangular L and any number of right-hand sides. */
  solveTriangular(l: Matrix, b: Matrix, transposed?: boolean): void;
  /** out(i, j) ← Σ (aᵢ − bⱼ)², rows against rows. */
  squaredDistances(a: Matrix, b: Matrix, out: Matrix): void;
  /** out(i, j) ← Σ |aᵢ − bⱼ|, rows against rows. */
  manhattanDistances(a: Matrix, b: Matrix, out: Matrix): void;
  /**
   * out(i, j) ← Σ_q weights(i, q)·|a(i, j) − b(rows(i, q), j)|: how far each row of A lies from some rows of B, column by
   * column. `rows` holds numbers of rows of B, as many for each row of A as there are weights; a weight of 0 leaves a row
   * out. Terms are added in order of q.
   */
  weightedDifferences(a: Matrix, b: Matrix, rows: Matrix, weights: Matrix, out: Matrix): void;
  /**
   * out(i, j) ← how many bits row names(i) of A and row j of B have in common. `out` holds as many numbers for each name
   * as B has rows.
   */
  sharedBits(a: BitMatrix, names: Int32Array, b: BitMatrix, out: Int32Array): void;
  /** out ← A + diag(factors)·B, and diag(factors)·B where A is null. `out` may be A or B. */
  combineRows(a: Matrix | null, factors: Float64Array, b: Matrix, out: Matrix): void;
  /** out ← A + B·diag(factors), and B·diag(factors) where A is null. `out` may be A or B. */
  combineColumns(a: Matrix | null, b: Matrix, factors: Float64Array, out: Matrix): void;
  /** Σ a(i, j)·b(i, j) for every column j, in rising order of i. */
  columnProducts(a: Matrix, b: Matrix): Float64Array;
  /** Mean and variance (divided by n) of every column in one pass over the data. */
  columnMoments(a: Matrix): ColumnMoments;
  /**
   * Side by side, the panels are (i, j) ← roots(i)·((a(rows(i), columns(j)) − means(j))·factors(j)): a panel has all the
   * rows and the next of the columns. Fastest where columns are named in rising order.
   */
  centredPanels(a: Matrix, view: CentredView, panels: readonly Matrix[]): void;
  /** out ← out + A·(Aᵀ·V): for a tall A and a few vectors, where gemm would spend most of its time on copying A. */
  addGramProduct(a: Matrix, vectors: Matrix, out: Matrix): void;
  /** out ← out + Σ (x − μ·1)·(x − μ·1)ᵀ·V over the columns x of a sparse matrix that are named, in that order; μ are their means. */
  addSparseGramProduct(a: SparseColumns, names: Int32Array, vectors: Matrix, out: Matrix): void;
  /**
   * What a block of rows comes to, class by class, and what is left of every value when the mean of its class is taken off.
   * Sums go in the order of the rows.
   */
  foldClasses(block: ClassBlock): void;
  /**
   * The lower triangle of C ← C + XᵀX; entries above the diagonal are spoiled. The bits are those of `syrk`, and nothing is copied
   * where both lie in a workspace. There the other threads work while the caller goes on: C is complete, and X may be written
   * again, once the function that is returned was called, which helps them and waits.
   */
  addScatter(x: Panels, c: Matrix): () => void;
  /**
   * Eigenvalues, smallest first, and orthonormal eigenvectors (columns) of a symmetric matrix of which the lower
   * triangle is read; with `b`, those of A·v = λ·B·v for a positive definite B, with VᵀBV = I. Null when B is not
   * positive definite. A and B are left as they were.
   */
  symmetricEigen(a: Matrix): Eigen;
  symmetricEigen(a: Matrix, b: Matrix): Eigen | null;
  /**
   * Passes of block coordinate descent over the units that are named, in that order: each is set to the minimiser of the
   * model given the others, or where a unit has several coefficients to that of a bound which touches the model where it
   * stands. Changes coefficients and slopes. Gives the largest curvature × change² of a coefficient in the last pass; passes
   * end when that is not more than `enough`, or after so many.
   */
  coordinateSweep(model: PenalizedModel, units: Int32Array, passes?: number, enough?: number): number;
  /**
   * Trains a linear support vector machine for each of the pairs `from` to `to` of the classes (0 with 1, 0 with 2 …, 1 with 2 …),
   * beginning where its multipliers stand: to the optimum, to rounding; to a tolerance of 1e-5 where more than 1000 multipliers
   * are free. Gives how many were stopped before that. With c = upper, a machine minimises ½|w|² + Σ c·max(0, 1 − y(w·x + b)).
   */
  trainMachines(machines: PairMachines, from: number, to: number): number;
  /** out ← eˣ, element by element. */
  exp(x: Float64Array, out: Float64Array): void;
  /** out ← ln x. */
  log(x: Float64Array, out: Float64Array): void;
  /** out ← x^exponent. */
  pow(x: Float64Array, exponent: number, out: Float64Array): void;

  /** The same kernels on the calling thread only. Disposing of them does nothing; they end with these. */
  alone(): Kernels;
  /** Ends the threads, once what `addScatter` began is done, and lets go of the memory. */
  dispose(): Promise<void>;
}

/** Which implementation of the kernels to use. */
export type KernelsName = "reference" | "wasm" | "fast";

/** Memory that the kernels can use in place, held until it is released. */
export interface Workspace {
  /** A matrix of zeros, row after row. */
  matrix(rows: number, columns: number): Matrix;
  /** The same with any numbers in it, NaN included, for what is written as a whole before it is read. */
  room(rows: number, columns: number): Matrix;
  /** An array of zeros. */
  array(length: number): Float64Array;
  /** An array of zeros in 32 bits. */
  singles(length: number): Float32Array;
  /** An array of zeros for whole numbers or words of bits. */
  integers(length: number): Int32Array;
  /** Gives everything back; what was handed out must not be used any more. */
  release(): void;
}

/**
 * A quadratic model of a loss of n samples around a point, with penalties: coefficients belong to *units* of one or more
 * rows, and a unit's coefficients b, one for each row and output, cost limit·|b| + ½·ridge·|b|² (|b| is the root of the sum of
 * squares). Matrices over samples have one row for each output.
 */
export interface PenalizedModel {
  /** One row for each variable, with its values for the n samples. */
  readonly rows: Matrix;
  /** The first row of each unit, and at last how many rows there are. */
  readonly starts: Int32Array;
  /** By row and output. */
  readonly coefficients: Matrix;
  /**
   * By row and output: curvatures of the model, or bounds of them. Those of a unit whose first one is 0 are not known and
   * are filled in when they are needed: Σ x²·bound; for several rows, as many times the largest, or the unit's ceiling.
   */
  readonly curvatures: Matrix;
  /** By unit: a bound of the model's curvature in any direction, used where a unit has several rows. */
  readonly ceilings: Float64Array;
  /** By unit: what its length costs. */
  readonly limits: Float64Array;
  /** By unit: what half of its squared length costs. */
  readonly ridges: Float64Array;
  /** By output and sample: the slope of the model. A sweep keeps it right. */
  readonly slopes: Matrix;
  /** By output and sample. With one output, the curvature of the loss; with several, a diagonal that bounds it. */
  readonly bounds: Matrix;
  /** With several outputs the curvature of a sample's loss is weight·(diag(p) − p·pᵀ): its p, by output and sample. */
  readonly shares: Matrix;
  /** By sample; see `shares`. */
  readonly weights: Float64Array;
}

/** Rows and columns of a matrix that are looked at, and how: see {@link Kernels.centredPanels}. */
export interface CentredView {
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  /** By column of the block. */
  readonly means: Float64Array;
  readonly factors: Float64Array;
  /** By row of the block. */
  readonly roots: Float64Array;
}

/**
 * A sparse matrix column by column: column c holds `values[k]` in the row `places[k]` for k from `starts[c]` up to `starts[c + 1]`, and zero in the
 * others; whoever makes it sees to it that places are rows. A number in `means` is taken away from all of them, zeros included.
 */
export interface SparseColumns {
  readonly starts: Int32Array;
  readonly places: Int32Array;
  readonly values: Float64Array;
  readonly means: Float64Array;
}

/** What {@link Kernels.foldClasses} reads and writes: n rows of d values in some classes. */
export interface ClassBlock {
  /** n × d, row after row. */
  readonly values: Float32Array | Float64Array;
  /** The class of each row. */
  readonly codes: Int32Array;
  /** Classes × d: what the values of a class are counted from, so that large values that are alike keep their digits. */
  readonly origins: Matrix;
  /** Classes × d, written: the mean of x − origin, and 0 for a class without rows. */
  readonly means: Matrix;
  /** Classes × d, written: Σ (x − origin − mean)². */
  readonly spreads: Matrix;
  /** n × d, written: x − origin − mean. Null where it is not needed. */
  readonly residuals: Panels | null;
}

/** Machines for every two classes of samples that lie class after class, and what is known of the samples' products. */
export interface PairMachines {
  /** The first sample of each class, and at last how many samples there are. */
  readonly starts: Int32Array;
  /** By class: what bounds its multipliers. */
  readonly upper: Float64Array;
  /**
   * Features × samples: those that are left, and behind them those that went, the last one to go first. May have no rows while
   * all products are known and there are at least half as many features as samples.
   */
  readonly values: Matrix;
  /** How many features are left. */
  readonly left: number;
  /** Samples × samples: products over features. Training brings those that it needs up to date. */
  readonly products: Matrix;
  /**
   * By sample and class: how many features were left when the products of the sample with those of the class were summed; 0 where
   * they are not known.
   */
  readonly known: Int32Array;
  /**
   * Samples × (classes − 1): y·α of a sample of class a in its machine with class b, in column b − 1 where b is the later one,
   * else b; y is 1 in the earlier class. All zero where a machine was not trained yet.
   */
  readonly coefficients: Matrix;
}

/** What {@link Kernels.columnMoments} gives. */
export interface ColumnMoments {
  means: Float64Array;
  variances: Float64Array;
}

/** What {@link Kernels.symmetricEigen} gives: `vectors` holds one eigenvector per column, in the order of `values`. */
export interface Eigen {
  values: Float64Array;
  vectors: Matrix;
}
