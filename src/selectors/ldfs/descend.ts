import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { Blocks } from "../dfs/penalty.js";
import { Criterion } from "./criterion.js";
import type { Prepared } from "./prepare.js";
import { rowMaxima, rowSums } from "./shrink-rows.js";
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
  /** g(A) and γ·Σ‖aⁱ‖_∞, or γ·Σ w_g·max ‖a_gk‖ over blocks. */
  readonly separation: number;
  readonly penalty: number;
  readonly objective: readonly number[];
  /** Σ|‖aⁱ‖_∞ − ‖aⁱ‖_∞ before| over rows or blocks, step by step. */
  readonly divergence: readonly number[];
  readonly ending: Ending;
  /** Rows, or blocks, that are left. */
  readonly left: number;
}

/** Told after every step: each row's largest entry, or each block's strength, as a part of the largest of all. */
export type Watch = (parts: Float64Array) => void;

/** No step takes more than this part of the largest row away, so that rows vanish one after another. */
const stride = 0.05;
/** A step may be longer than the last one by this factor. */
const growth = 1.2;
/**
 * The objective has to fall by at least this part of ‖A⁺ − A‖²/2t. Half of it keeps steps so short that errors do not grow
 * along the way: lengths by Barzilai and Borwein need fewer steps, but rounding, such as another order of the rows brings,
 * then changed up to four of the top twenty features on real data.
 */
const sufficient = 0.5;
const halvings = 50;
/** The objective has settled after so many small changes in a row. */
const settledSteps = 3;

/**
 * Minimises g(A) + γ·Σ‖aⁱ‖_∞ by proximal steps, each of which lowers it; their length grows and is halved until it does.
 * Matrices are kept as Aᵀ.
 */
export class Descender {
  private a: Matrix;
  private gradient: Matrix;
  private next: Matrix;
  private nextGradient: Matrix;
  private separation = Number.NaN;
  private maxima: Float64Array = new Float64Array(0);
  private readonly kernels: Kernels;
  private readonly blocks: Blocks | undefined;
  private readonly workspace: Workspace;
  private readonly criterion: Criterion;
  private readonly step: Step;

  /** Stands at the start: the given directions, made orthonormal for the normalised variant. */
  constructor(
    { kernels, scatter, between, alpha, blocks }: Prepared,
    private readonly start: Matrix,
    private readonly normalised: boolean,
  ) {
    const { rows: l, columns: d } = start;
    this.kernels = kernels;
    this.blocks = blocks;
    this.workspace = kernels.workspace();
    this.criterion = new Criterion(kernels, this.workspace, scatter, between, alpha, l);
    this.a = this.workspace.matrix(l, d);
    this.gradient = this.workspace.matrix(l, d);
    this.next = this.workspace.matrix(l, d);
    this.nextGradient = this.workspace.matrix(l, d);
    this.step = normalised
      ? new TangentStep(kernels, this.workspace, l, d, blocks)
      : new FreeStep(this.workspace, l, d, blocks);
    this.restart();
  }

  /** What separates the classes where it stands, each row's largest entry or each block's strength, and what γ multiplies. */
  state(): { separation: number; strengths: Float64Array; penalised: number } {
    const { separation, maxima } = this;
    return { separation, strengths: this.strengths(), penalised: this.penalised(maxima) };
  }

  /** The largest entry of each row, or the largest length of each block over its weight. */
  private strengths(): Float64Array {
    const { blocks, maxima } = this;
    return blocks ? maxima.map((most, block) => (most > 0 ? most / blocks.weights[block] : 0)) : maxima;
  }

  private penalised(maxima: Float64Array): number {
    const { blocks } = this;
    return maxima.reduce((total, x, unit) => total + (blocks ? blocks.weights[unit] * x : x), 0);
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

  /** Descends from the start, and stays where that ends. */
  async descend(
    { gamma, maxIterations, tolerance, enough = 0 }: DescentOptions,
    watch: Watch,
    progress: (fraction: number) => Promise<void>,
  ): Promise<Descent> {
    this.restart();
    const [objective, divergence]: [number[], number[]] = [[], []];
    let length = Number.POSITIVE_INFINITY;
    let small = 0;
    let ending: Ending | null = null;
    for (let k = 0; k < maxIterations && !ending; k++) {
      const before = this.maxima;
      const value = this.separation + gamma * this.penalised(before);
      const longest = Math.min(growth * length, (stride * largest(rowSums(this.a, this.blocks))) / gamma);
      length = await this.take(value, longest, gamma, () => progress(k / maxIterations));
      if (length === 0) {
        ending = "the objective settled";
        break;
      }
      const penalty = gamma * this.penalised(this.maxima);
      objective.push(this.separation + penalty);
      divergence.push(this.maxima.reduce((total, x, i) => total + Math.abs(x - before[i]), 0));
      const strengths = this.strengths();
      const top = largest(strengths);
      watch(strengths.map((x) => x / top));
      const change = (value - this.separation - penalty) / (Math.abs(this.separation) + penalty);
      small = change < tolerance ? small + 1 : 0;
      if (leftOf(strengths) <= enough) ending = "enough rows vanished";
      else if (small >= settledSteps) ending = "the objective settled";
      await progress((k + 1) / maxIterations);
    }
    return {
      separation: this.separation,
      penalty: gamma * this.penalised(this.maxima),
      objective,
      divergence,
      ending: ending ?? "the limit of iterations",
      left: leftOf(this.strengths()),
    };
  }

  private restart(): void {
    if (this.normalised) orthonormalise(this.kernels, this.start, this.a);
    else this.a.data.set(this.start.data);
    this.step.reset();
    this.separation = this.criterion.evaluate(this.a, this.gradient);
    this.maxima = rowMaxima(this.a, this.blocks);
  }

  /** Takes a step that lowers the objective enough, as long as allowed; gives its length, 0 where there is none. */
  private async take(
    value: number,
    longest: number,
    gamma: number,
    pause: () => Promise<void>,
  ): Promise<number> {
    for (let halving = 0, length = longest; halving < halvings; halving++, length /= 2) {
      await pause();
      if (!this.step.propose(this.a, this.gradient, length, gamma, this.next)) continue;
      const separation = this.criterion.evaluate(this.next, this.nextGradient);
      if (!(separation < Number.POSITIVE_INFINITY)) continue;
      const maxima = rowMaxima(this.next, this.blocks);
      const fall = (sufficient * squaredDistance(this.a, this.next)) / (2 * length);
      if (!(separation + gamma * this.penalised(maxima) <= value - fall)) continue;
      this.step.accept();
      [this.a, this.next] = [this.next, this.a];
      [this.gradient, this.nextGradient] = [this.nextGradient, this.gradient];
      this.separation = separation;
      this.maxima = maxima;
      return length;
    }
    return 0;
  }
}

/** How many rows or blocks are at least {@link vanishedPart} of the largest. */
export function leftOf(strengths: Float64Array): number {
  const floor = vanishedPart * largest(strengths);
  return strengths.reduce((count, x) => count + (x >= floor ? 1 : 0), 0);
}

const largest = (values: Float64Array) => values.reduce((most, x) => Math.max(most, x), 0);

function squaredDistance(a: Matrix, b: Matrix): number {
  let total = 0;
  for (let at = 0; at < a.data.length; at++) {
    const change = a.data[at] - b.data[at];
    total += change * change;
  }
  return total;
}
