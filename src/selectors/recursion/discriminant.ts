import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import { squaredRows } from "../../numeric/squared-rows.js";
import { upTo } from "../../numeric/up-to.js";
import { notFinite } from "../samples.js";
import type { Criterion, Remaining } from "./eliminate.js";
import type { Unit } from "./units.js";

/** What is known of the scatter of all features. */
export interface Scatter {
  /** B, one row per feature and one column per class, with Sb = B·Bᵀ. */
  readonly between: Matrix;
  /** How many samples it comes from. */
  readonly samples: number;
  /** The features that are left, in the order that `total` has them. */
  remaining(): Int32Array;
  /** St of these features, into both triangles. */
  total(out: Matrix): void;
  /**
   * With fewer samples than features: G ← X·Xᵀ of the features that are left, samples × samples, and how a block of one column
   * per class is multiplied by Xᵀ. Absent where only moments are known.
   */
  readonly wide?: {
    /** Xᵀ·T = B for all features; one row per sample. */
    readonly targets: Matrix;
    gram(out: Matrix): void;
    /** One row for each feature that is left. */
    backToFeatures(block: Matrix): Promise<Matrix>;
  };
  /** Where neither St nor X·Xᵀ is to be made while features are many. */
  readonly matrixFree?: {
    /** With no more features than this, St is made all the same. */
    readonly mostTall: number;
    /** Xᵀ·T = B for all features; one row per sample. */
    readonly targets: Matrix;
    /** (X·Xᵀ + αI)⁻¹·T of the features that are left. */
    solve(alpha: number, pause: () => Promise<void>): Promise<Matrix>;
    /** One row for each feature that is left. */
    backToFeatures(block: Matrix): Matrix;
  };
}

/** How the criterion is computed. */
export interface DiscriminantOptions {
  /** Added to the diagonal of St, while there are more features than samples. */
  readonly alphaOfMany: number;
  /** The same with no more features than samples. */
  readonly alpha: number;
  /** The same once features are weighed by what the criterion loses. */
  readonly alphaAtEnd: number;
  /** How many directions count. */
  readonly directions: number;
}

/**
 * With so many samples to a coefficient, and no more features than that, what others say of a feature is known well enough.
 * There are classes − 1 coefficients to a feature, which also need as many features.
 */
const trusted = { samplesPerCoefficient: 4, most: 100 } as const;
/** Each diagonal element of St is raised by this part of itself, so that features that depend on others do no harm. */
const jitter = 1e-10;

/**
 * The discriminant criterion tr(Bᵀ(St + αI)⁻¹B), the most that tr(AᵀSbA) can be under Aᵀ(St + αI)A = I. With
 * P = (St + αI)⁻¹ and Q = P·B it loses exactly ‖qⁱ‖²/Pᵢᵢ without feature i, and tr(Q_gᵀ·P_gg⁻¹·Q_g) without several. While features are many, P says more of noise
 * than of features, and ‖qⁱ‖² is the weight: the squared row norms of A, each direction times the root of its eigenvalue. Once
 * there are four samples to a coefficient, the weight is the loss.
 */
export class Discriminant implements Criterion {
  private readonly directions: number;
  private tall: TallForm | null = null;
  private inverse: RowInverse | null = null;
  private criterion = 0;

  constructor(
    private readonly kernels: Kernels,
    private readonly workspace: Workspace,
    private readonly rows: Remaining,
    private readonly scatter: Scatter,
    private readonly options: DiscriminantOptions,
    /** Features that go together. */
    private readonly units: readonly Unit[],
  ) {
    this.directions = Math.min(options.directions, scatter.between.columns - 1);
  }

  /** The criterion with the features that were weighed last. */
  get value(): number {
    return this.criterion;
  }

  async weigh(pause: () => Promise<void>): Promise<Float64Array> {
    await pause();
    const { wide, matrixFree, samples } = this.scatter;
    this.inverse = null;
    if (matrixFree && this.rows.left > matrixFree.mostTall) return this.weighMatrixFree(matrixFree, pause);
    return wide && this.rows.left > samples ? this.weighWide(wide) : this.weighTall();
  }

  /** α, until features are weighed by what the criterion loses. */
  private get alpha(): number {
    const { alphaOfMany, alpha } = this.options;
    return this.rows.left > this.scatter.samples ? alphaOfMany : alpha;
  }

  /** Whether features were weighed by what the criterion loses, last time. */
  get byLoss(): boolean {
    return this.inverse !== null;
  }

  /**
   * What another linear criterion loses without each feature, from its weights: those of a feature are divided by Pᵢᵢ, those
   * of features that go together by P of them. Only where features are weighed {@link byLoss}.
   */
  losses(weights: Matrix): Float64Array {
    return this.inverse!.losses(weights);
  }

  private async weighWide(wide: NonNullable<Scatter["wide"]>): Promise<Float64Array> {
    const { kernels } = this;
    const { targets } = wide;
    const alpha = this.alpha;
    const working = kernels.workspace();
    try {
      const gram = working.matrix(targets.rows, targets.rows);
      wide.gram(gram);
      for (let i = 0; i < gram.rows; i++) gram.data[i * gram.rows + i] += alpha;
      if (!kernels.cholesky(gram)) throw notFinite();
      const solved = working.matrix(targets.rows, targets.columns);
      solved.data.set(targets.data);
      kernels.solveTriangular(gram, solved);
      kernels.solveTriangular(gram, solved, true);
      return squaredRows(await wide.backToFeatures(this.strongest(solved, this.innerOf(targets, solved))));
    } finally {
      working.release();
    }
  }

  private async weighMatrixFree(
    { targets, solve, backToFeatures }: NonNullable<Scatter["matrixFree"]>,
    pause: () => Promise<void>,
  ): Promise<Float64Array> {
    const solved = await solve(this.alpha, pause);
    return squaredRows(backToFeatures(this.strongest(solved, this.innerOf(targets, solved))));
  }

  /** BᵀPB = Tᵀ(T − α·(G + αI)⁻¹T) for G = X·Xᵀ. */
  private innerOf(targets: Matrix, solved: Matrix): Matrix {
    const inner = Matrix.zeros(targets.columns, targets.columns);
    this.kernels.gemm(1, targets.transposed(), targets, 0, inner);
    this.kernels.gemm(-this.alpha, targets.transposed(), solved, 1, inner);
    return inner;
  }

  private weighTall(): Float64Array {
    const { kernels, scatter, rows, options } = this;
    this.tall ??= new TallForm(this.workspace, scatter);
    const kept = this.tall.keep((feature) => rows.locate(feature) < rows.left);
    const { features, total, factor } = this.tall;
    const classes = scatter.between.columns;
    const exact = isTrusted(kept, scatter.samples, classes);
    const alpha = exact ? options.alphaAtEnd : this.alpha;
    const lower = factor.block(0, 0, kept, kept);
    for (let i = 0; i < kept; i++) {
      const [from, to] = [total.offset + i * total.rowStride, factor.offset + i * factor.rowStride];
      factor.data.set(total.data.subarray(from, from + i), to);
      factor.data[to + i] = (1 + jitter) * total.data[from + i] + alpha;
    }
    if (!kernels.cholesky(lower)) throw notFinite();
    const between = scatter.between.selectRows(features.subarray(0, kept));
    const image = between.copy();
    kernels.solveTriangular(lower, image);
    kernels.solveTriangular(lower, image, true);
    const inner = Matrix.zeros(classes, classes);
    kernels.gemm(1, between.transposed(), image, 0, inner);
    const counted = this.strongest(image, inner);
    const places = features.slice(0, kept).map((feature) => rows.locate(feature));
    const weights = Matrix.zeros(kept, counted.columns);
    places.forEach((row, i) => {
      for (let j = 0; j < counted.columns; j++) weights.set(row, j, counted.get(i, j));
    });
    if (!exact) return squaredRows(weights);
    const together = this.units.filter(
      (unit) => unit.features.length > 1 && rows.locate(unit.features[0]) < kept,
    );
    this.inverse = new RowInverse(
      kernels,
      lower,
      places,
      together.map((unit) => unit.features.map((feature) => rows.locate(feature))),
    );
    return this.losses(weights);
  }

  /** The combinations of the columns that carry most of tr(BᵀQ), as many as count. */
  private strongest(image: Matrix, inner: Matrix): Matrix {
    this.criterion = 0;
    for (let a = 0; a < inner.rows; a++) this.criterion += inner.get(a, a);
    const { kernels, directions } = this;
    const classes = image.columns;
    if (directions >= classes - 1) return image;
    for (let a = 0; a < classes; a++)
      for (let b = 0; b < a; b++) inner.set(a, b, (inner.get(a, b) + inner.get(b, a)) / 2);
    const { vectors } = kernels.symmetricEigen(inner);
    const result = Matrix.zeros(image.rows, directions);
    kernels.gemm(1, image, vectors.block(0, classes - directions, classes, directions), 0, result);
    return result;
  }
}

function isTrusted(features: number, samples: number, classes: number): boolean {
  const coefficients = features * (classes - 1);
  return (
    features <= trusted.most &&
    features >= classes - 1 &&
    samples >= trusted.samplesPerCoefficient * coefficients
  );
}

/** St of the features that are left, which moves together as features go. */
class TallForm {
  readonly features: Int32Array;
  readonly total: Matrix;
  readonly factor: Matrix;
  private count: number;

  constructor(workspace: Workspace, scatter: Scatter) {
    this.features = scatter.remaining().slice();
    this.count = this.features.length;
    this.total = workspace.matrix(this.count, this.count);
    this.factor = workspace.matrix(this.count, this.count);
    scatter.total(this.total);
  }

  /** Keeps the features that are left, in their order, and says how many there are. */
  keep(isLeft: (feature: number) => boolean): number {
    const { features, total } = this;
    const places = upTo(this.count).filter((i) => isLeft(features[i]));
    if (places.length === this.count) return this.count;
    const { data, rowStride, offset } = total;
    for (let to = 0; to < places.length; to++) {
      features[to] = features[places[to]];
      const [source, target] = [offset + places[to] * rowStride, offset + to * rowStride];
      // Rows and columns only move forward, so nothing is overwritten before it has moved.
      for (let j = 0; j <= to; j++) data[target + j] = data[source + places[j]];
    }
    this.count = places.length;
    return this.count;
  }
}

/** P = (L·Lᵀ)⁻¹ by L⁻¹, whose columns stand for rows of features. */
class RowInverse {
  private readonly root: Matrix;
  private readonly placeOf: Int32Array;

  constructor(
    kernels: Kernels,
    lower: Matrix,
    /** The row of each column. */
    rows: Int32Array,
    /** Rows that go together. */
    private readonly groups: readonly (readonly number[])[],
  ) {
    this.root = Matrix.zeros(rows.length, rows.length);
    for (let i = 0; i < rows.length; i++) this.root.set(i, i, 1);
    kernels.solveTriangular(lower, this.root);
    this.placeOf = new Int32Array(rows.length);
    rows.forEach((row, place) => {
      this.placeOf[row] = place;
    });
  }

  /**
   * tr(W_gᵀ·P_gg⁻¹·W_g) for every row or group g; the loss of a group is given to its rows by their squared weights, so that
   * their sum is that of the group.
   */
  losses(weights: Matrix): Float64Array {
    const squares = squaredRows(weights);
    const result = squares.map((square, row) => square / this.product(row, row));
    for (const rows of this.groups) {
      const loss = this.lossOf(rows, weights);
      const size = rows.reduce((sum, row) => sum + squares[row], 0);
      for (const row of rows) result[row] = size > 0 ? (loss * squares[row]) / size : 0;
    }
    return result;
  }

  /** Row by row: eliminating one leaves the problem of the others. */
  private lossOf(rows: readonly number[], weights: Matrix): number {
    const p = rows.map((i) => rows.map((j) => this.product(i, j)));
    const w = weights.selectRows(rows);
    let loss = 0;
    for (let last = rows.length - 1; last >= 0; last--) {
      const pivot = p[last][last];
      // What is left of a pivot that the other rows explain wholly is rounding.
      if (!(pivot > 1e-12 * this.product(rows[last], rows[last]))) continue;
      for (let k = 0; k < w.columns; k++) loss += (w.get(last, k) * w.get(last, k)) / pivot;
      for (let i = 0; i < last; i++) {
        const factor = p[i][last] / pivot;
        for (let j = 0; j < last; j++) p[i][j] -= factor * p[last][j];
        for (let k = 0; k < w.columns; k++) w.set(i, k, w.get(i, k) - factor * w.get(last, k));
      }
    }
    return loss;
  }

  private product(i: number, j: number): number {
    const { root, placeOf } = this;
    const [a, b] = [placeOf[i], placeOf[j]];
    let sum = 0;
    for (let r = Math.max(a, b); r < root.rows; r++) sum += root.get(r, a) * root.get(r, b);
    return sum;
  }
}
