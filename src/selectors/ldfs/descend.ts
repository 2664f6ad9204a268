import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import { Criterion } from "./criterion.js";
import type { Prepared } from "./prepare.js";
import { rowMaxima } from "./shrink-rows.js";
import { FreeStep, type Step } from "./step.js";
import { orthonormalise, TangentStep } from "./tangent-step.js";

/** A row below this part of the largest has vanished. */
export const vanishedPart = 0.01;

/** How to descend. */
export interface DescentOptions {
  readonly gamma: number;
  readonly maxIterations: number;
  readonly tolerance: number;
  /** Ends the descent as soon as no more rows than this are left; unset: it goes on. */
  readonly enough?: number;
}

/** Why a descent ended. */
export type Ending = "enough rows vanished" | "the objective settled" | "the limit of iterations";

/** Where a descent ended, and how it got there. */
export interface Descent {
  /** g(A) and γ·Σ‖aⁱ‖_∞. */
  readonly separation: number;
  readonly penalty: number;
  readonly objective: readonly number[];
  /** Σ|‖aⁱ‖_∞ − ‖aⁱ‖_∞ before|, step by step. */
  readonly divergence: readonly number[];
  readonly ending: Ending;
  /** Rows that are left. */
  readonly left: number;
}

/** Told after every step: each row's largest entry as a part of the largest of all. */
export type Watch = (parts: Float64Array) => void;

/** No step takes more than this part of the largest row away, so that rows vanish one after another. */
const stride = 0.05;
/** A step that was taken at its full length may be followed by one that is longer by this factor. */
const growth = 1.2;
/** The objective has to fall by at least this part of ‖A⁺ − A‖²/2t. */
const sufficient = 1e-4;
const halvings = 50;
/** The objective has settled after so many small changes in a row. */
const settledSteps = 3;

/**
 * Minimises g(A) + γ·Σ‖aⁱ‖_∞ by proximal steps, each of which lowers it. Their length follows the curvature of the last
 * step (Barzilai and Borwein), may grow while the penalty rules, and is halved until the objective falls. Holds A between calls; matrices are kept as Aᵀ.
 */
export class Descender {
  /** Where it stands. */
  private a: Matrix;
  private gradient: Matrix;
  private next: Matrix;
  private nextGradient: Matrix;
  private separation = Number.NaN;
  private step: Step;
  private readonly kernels: Kernels;
  private readonly workspace: Workspace;
  private readonly criterion: Criterion;
  private readonly turned: Matrix | null;

  constructor(
    prepared: Prepared,
    private readonly start: Matrix,
    normalised: boolean,
  ) {
    const { kernels, scatter, between, alpha } = prepared;
    const { rows: l, columns: d } = start;
    this.kernels = kernels;
    this.workspace = kernels.workspace();
    this.criterion = new Criterion(kernels, this.workspace, scatter, between, alpha, l);
    this.a = this.workspace.matrix(l, d);
    this.gradient = this.workspace.matrix(l, d);
    this.next = this.workspace.matrix(l, d);
    this.nextGradient = this.workspace.matrix(l, d);
    this.turned = normalised ? this.workspace.matrix(l, d) : null;
    this.step = normalised
      ? new TangentStep(kernels, this.workspace, l, d)
      : new FreeStep(this.workspace, l, d);
    this.restart();
  }

  /** Goes back to the start: the discriminant directions, made orthonormal where the variant asks for it. */
  restart(): void {
    if (this.step.multipliers) orthonormalise(this.kernels, this.start, this.a);
    else this.a.data.set(this.start.data);
    this.separation = this.criterion.evaluate(this.a, this.gradient);
  }

  /** What separates the classes where it stands, and each row's largest entry. */
  state(): { separation: number; maxima: Float64Array } {
    return { separation: this.separation, maxima: rowMaxima(this.a) };
  }

  /** A copy of Aᵀ. */
  directions(): Matrix {
    return this.a.copy();
  }

  /** g at any Aᵀ. */
  separationAt(a: Matrix): number {
    return this.criterion.evaluate(a, this.nextGradient);
  }

  release(): void {
    this.workspace.release();
  }

  /** Descends from where it stands. */
  async descend(
    { gamma, maxIterations, tolerance, enough = 0 }: DescentOptions,
    watch: Watch,
    progress: (fraction: number) => Promise<void>,
  ): Promise<Descent> {
    let maxima = rowMaxima(this.a);
    let penalty = gamma * sum(maxima);
    const [objective, divergence]: [number[], number[]] = [[], []];
    let length = Number.POSITIVE_INFINITY;
    let small = 0;
    let ending: Ending = "the limit of iterations";
    let left = leftOf(maxima);
    for (let k = 0; k < maxIterations; k++) {
      length = Math.min(length, (stride * largestRow(this.a)) / gamma);
      const value = this.separation + penalty;
      const taken = this.take(value, length, gamma);
      if (!taken) {
        ending = "the objective settled";
        break;
      }
      const nextPenalty = gamma * sum(taken.maxima);
      const nextValue = taken.separation + nextPenalty;
      length = Math.max(
        this.lengthByCurvature(taken.length, k % 2 === 0),
        taken.length === length ? growth * taken.length : 0,
      );
      const relative = (value - nextValue) / (Math.abs(taken.separation) + nextPenalty);
      const before = maxima;
      divergence.push(taken.maxima.reduce((total, x, i) => total + Math.abs(x - before[i]), 0));
      objective.push(nextValue);
      maxima = taken.maxima;
      penalty = nextPenalty;
      this.moveOn(taken.separation);
      const top = largest(maxima);
      watch(maxima.map((x) => x / top));
      left = leftOf(maxima);
      small = relative < tolerance ? small + 1 : 0;
      if (left <= enough) ending = "enough rows vanished";
      else if (small >= settledSteps) ending = "the objective settled";
      await progress((k + 1) / maxIterations);
      if (ending !== "the limit of iterations") break;
    }
    return { separation: this.separation, penalty, objective, divergence, ending, left };
  }

  /** next ← a step that lowers the objective enough, as long as allowed; null where there is none. */
  private take(value: number, longest: number, gamma: number) {
    let length = longest;
    for (let halving = 0; halving < halvings; halving++, length /= 2) {
      if (!this.step.propose(this.a, this.gradient, length, gamma, this.next)) continue;
      const separation = this.criterion.evaluate(this.next, this.nextGradient);
      if (!(separation < Number.POSITIVE_INFINITY)) continue;
      const maxima = rowMaxima(this.next);
      const fall = (sufficient * squaredDistance(this.a, this.next)) / (2 * length);
      if (!(separation + gamma * sum(maxima) <= value - fall)) continue;
      this.step.accept();
      return { separation, maxima, length };
    }
    return null;
  }

  /** By the curvature along the step from a to next; the two ways to measure it take turns. */
  private lengthByCurvature(length: number, long: boolean): number {
    const { a, next, gradient, nextGradient, turned } = this;
    const { multipliers } = this.step;
    if (multipliers && turned) {
      // What the constraint adds to the gradient: −2AΛ, with the same Λ at both ends.
      this.kernels.gemm(-2, multipliers, next, 0, turned);
      this.kernels.gemm(2, multipliers, a, 1, turned);
    }
    let [moved, curved, bent] = [0, 0, 0];
    for (let at = 0; at < a.data.length; at++) {
      const change = next.data[at] - a.data[at];
      const bend = nextGradient.data[at] - gradient.data[at] + (turned ? turned.data[at] : 0);
      moved += change * change;
      curved += change * bend;
      bent += bend * bend;
    }
    if (!(curved > 0)) return 2 * length;
    return long ? curved / bent : moved / curved;
  }

  private moveOn(separation: number): void {
    [this.a, this.next] = [this.next, this.a];
    [this.gradient, this.nextGradient] = [this.nextGradient, this.gradient];
    this.separation = separation;
  }
}

/** How many rows are at least {@link vanishedPart} of the largest. */
export function leftOf(maxima: Float64Array): number {
  const floor = vanishedPart * largest(maxima);
  return maxima.reduce((count, x) => count + (x >= floor ? 1 : 0), 0);
}

const largest = (values: Float64Array) => values.reduce((most, x) => Math.max(most, x), 0);
const sum = (values: Float64Array) => values.reduce((total, x) => total + x, 0);

/** The largest ‖aⁱ‖₁: so much has to be taken from that row before it vanishes. */
function largestRow(a: Matrix): number {
  const sums = new Float64Array(a.columns);
  for (let j = 0, at = 0; j < a.rows; j++)
    for (let i = 0; i < a.columns; i++, at++) sums[i] += Math.abs(a.data[at]);
  return largest(sums);
}

function squaredDistance(a: Matrix, b: Matrix): number {
  let total = 0;
  for (let at = 0; at < a.data.length; at++) {
    const change = a.data[at] - b.data[at];
    total += change * change;
  }
  return total;
}
