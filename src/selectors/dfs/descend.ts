import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { exp, log } from "../../numeric/math.js";
import { Matrix } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { upTo } from "../../numeric/up-to.js";
import { blockSize } from "./block-size.js";
import { copyInto } from "./copy-into.js";
import { type Accuracy, InnerLoop } from "./inner-loop.js";
import { type Blocks, evaluateObjective, type Penalty, rowNorms, rowWeights, type Value } from "./penalty.js";
import { Subspace } from "./subspace.js";
import type { WithinScatter } from "./within-scatter.js";

/** A has more columns than the total scatter has dimensions. */
export class RankError extends InputError {
  constructor(
    l: number,
    /** How many columns A can have. */
    readonly rank: number,
  ) {
    const most = `${rank}, the rank of the total scatter`;
    super("option-value", `${optionName("l")} must be at most ${most}; ${l} was given`);
  }
}

/** What the solver works on: Sw by what it does, Sb = BᵀB by B. */
export interface Problem {
  readonly kernels: Kernels;
  readonly within: WithinScatter;
  readonly between: Matrix;
  /** Rows that are kept or dropped as one; without them every row stands for itself. */
  readonly blocks?: Blocks;
  /** Told the objective and, on demand, the norms of all rows after every outer step. */
  readonly watch?: (objective: number, norms: () => Float64Array) => void;
}

/** How to solve it. */
export interface FitOptions extends Penalty {
  /** Columns of A. */
  readonly l: number;
  readonly alpha: number;
  readonly maxIterations: number;
  readonly tolerance: number;
  /**
   * Whether to hurry: rough inner loops for every p, and row norms extrapolated from the first step on. It lowers the
   * objective as surely, but not along the paper's way, so it may end in another minimum.
   */
  readonly hurry?: boolean;
  /** Whether the surrogate is what inner loops are accurate in for p < 1 too, for a fit that is only to be compared. */
  readonly rough?: boolean;
}

/** Where to begin: the vectors and row norms of a fit nearby. */
export interface WarmStart {
  readonly vectors: Matrix;
  readonly norms: Float64Array;
}

/** A solution and how it was reached. */
export interface Fit {
  /** A, one row per feature, AᵀSA = I. */
  readonly transformation: Matrix;
  readonly norms: Float64Array;
  readonly theta: Float64Array;
  readonly value: Value;
  readonly objective: readonly number[];
  readonly divergence: readonly number[];
  readonly innerSteps: number;
  readonly converged: boolean;
  /** Where a fit nearby may begin. */
  readonly warm: WarmStart;
}

/**
 * When an inner loop ends. For p ≥ 1 when the surrogate is wrong by less than this part of the objective. For p < 1, where
 * the inner accuracy decides which of many minima is found, when θ is right to this part. In a hurry the surrogate
 * is what counts for every p. As the outer loop settles, the error is held to a tenth of its last change.
 */
const innerTolerance = { surrogate: 2e-7, inHurry: 1e-5, theta: 1e-8, smallest: 1e-11 } as const;
/** Sw·V is carried along by its combinations; every so many outer steps, and always where θ must be right, it is computed anew. */
const refreshEvery = 5;
/** Before this step every step is one of the paper's; after it the row norms may be extrapolated. */
const firstAcceleration = 25;
/** A row below this part of √ζ has vanished: what it adds to the objective is below rounding. */
const vanished = 0.01;
/** All rows that are left out together add less than this part of the objective's size. */
const rounding = 1e-10;
/** Rows are left out when no more than this part of them stays. */
const worthwhile = 0.7;
/** An extrapolation that makes a row this many times as long as the longest is not tried. */
const leap = 1e3;
/** Steps that one extrapolation looks back on. */
const historyLength = 3;

/** Runs the outer loop until it settles or the limit ends it. Every accepted step lowers the smoothed objective. */
export async function descend(
  problem: Problem,
  options: FitOptions,
  start: WarmStart | Random,
  progress: (fraction: number) => Promise<void>,
): Promise<Fit> {
  const descent = new Descent(problem, options, start);
  try {
    for (let k = 0; k < options.maxIterations && !descent.converged; k++) {
      descent.advance();
      descent.show();
      await progress((k + 1) / options.maxIterations);
    }
    return descent.result();
  } finally {
    descent.release();
  }
}

/** The state of the outer loop. Rows that have vanished are left out of the work and brought back at the end. */
class Descent {
  converged = false;
  private readonly objective: number[] = [];
  private readonly divergence: number[] = [];
  private innerSteps = 0;
  /** The last change of the objective as a part of its size. */
  private lastChange = 1;
  /** The features still worked on. */
  private active: Int32Array;
  /** Their blocks. */
  private blocks: Blocks | undefined;
  private workspace: Workspace;
  private within: WithinScatter;
  private between: Matrix;
  private space: Subspace;
  private innerLoop: InnerLoop;
  private norms: Float64Array;
  private value: Value | null = null;
  private history: Float64Array[] = [];
  /** How far an extrapolation may reach; grows with success. */
  private boldness = 4;

  constructor(
    private readonly problem: Problem,
    private readonly options: FitOptions,
    start: WarmStart | Random,
  ) {
    const { kernels, within, between, blocks } = problem;
    this.blocks = blocks;
    this.active = upTo(within.features);
    this.workspace = kernels.workspace();
    this.within = within;
    this.between = between;
    const size = blockSize(options.l, within.features);
    this.space = new Subspace(kernels, this.workspace, within, between, options.alpha, size);
    this.innerLoop = new InnerLoop(this.space, within, options.l);
    if ("vectors" in start) {
      this.space.begin(start.vectors);
      this.norms = start.norms.slice();
    } else {
      this.space.start(start);
      this.norms = new Float64Array(0);
    }
  }

  /** One outer step: extrapolated where that lowers the objective, else the paper's own. */
  advance(): void {
    const bold = this.extrapolated();
    if (bold) {
      const saved = this.space.save();
      if (this.take(rowWeights(bold, this.options, this.blocks))) this.boldness *= 4;
      else {
        this.boldness = Math.max(1, this.boldness / 4);
        this.space.restore(saved);
        this.history = [];
        this.take(this.weights());
      }
    } else this.take(this.weights());
    this.leaveOutVanished();
    if (this.converged && this.active.length < this.problem.within.features) this.bringBack();
  }

  /** Lets who watches see the last step. */
  show(): void {
    this.problem.watch?.(this.value!.smoothed, () => {
      const norms = new Float64Array(this.problem.within.features);
      this.active.forEach((feature, i) => {
        norms[feature] = this.norms[i];
      });
      return norms;
    });
  }

  /** Everything that the caller needs, over all features. */
  result(): Fit {
    if (this.active.length < this.problem.within.features) this.bringBack();
    const transformation = this.space.vectors.block(0, 0, this.within.features, this.options.l).copy();
    return {
      transformation,
      norms: this.norms,
      theta: this.space.theta.slice(0, this.options.l),
      value: this.value!,
      objective: this.objective,
      divergence: this.divergence,
      innerSteps: this.innerSteps,
      converged: this.converged,
      warm: { vectors: this.space.vectors.copy(), norms: this.norms },
    };
  }

  release(): void {
    this.workspace.release();
  }

  /** Ones before the first step, as in the paper's Algorithm 1. */
  private weights(): Float64Array {
    if (this.norms.length === 0) return new Float64Array(this.within.features).fill(1);
    return rowWeights(this.norms, this.options, this.blocks);
  }

  /** Solves one weighted problem and takes the result unless the objective rose. */
  private take(weights: Float64Array): boolean {
    const { options, space, within, between } = this;
    const diagonal = weights.map((weight) => options.gamma * weight + options.alpha);
    within.factor(diagonal);
    if (!this.isRough || this.objective.length % refreshEvery === 0) space.refresh();
    this.innerSteps += this.innerLoop.run(diagonal, this.accuracy());
    if (space.size < options.l) throw new RankError(options.l, space.size);
    const a = space.vectors.block(0, 0, within.features, options.l);
    const norms = rowNorms(a);
    const leftOut = this.problem.within.features - this.active.length;
    const value = evaluateObjective(this.problem.kernels, between, a, norms, options, leftOut, this.blocks);
    const before = this.value;
    if (before && this.history.length === historyLength && value.smoothed > before.smoothed) return false;
    this.record(norms, value);
    return true;
  }

  /** Whether the error of the surrogate is what counts; else the vectors themselves must be right. */
  private get isRough(): boolean {
    const { p, hurry, rough } = this.options;
    return p >= 1 || hurry === true || rough === true;
  }

  private accuracy(): Accuracy {
    const settling = Math.max(innerTolerance.smallest, this.lastChange / 10);
    if (!this.isRough) return { ofSurrogate: false, limit: Math.min(innerTolerance.theta, settling) };
    const { smoothed, size } = this.value ?? { smoothed: this.options.l, size: this.options.l };
    const { hurry, rough } = this.options;
    const allowed =
      hurry || rough ? innerTolerance.inHurry * size : innerTolerance.surrogate * Math.abs(smoothed);
    return { ofSurrogate: true, limit: Math.min(allowed, settling * size) };
  }

  private record(norms: Float64Array, value: Value): void {
    const { zeta, tolerance } = this.options;
    const change = norms.reduce((sum, norm, i) => sum + Math.abs(norm - (this.norms[i] ?? 0)), 0);
    const total = norms.reduce((sum, norm) => sum + norm, 0);
    if (this.value) {
      const relative = Math.abs(value.smoothed - this.value.smoothed) / value.size;
      this.converged = relative < tolerance && change < tolerance * total;
      this.lastChange = Math.min(this.lastChange, relative);
    }
    this.objective.push(value.smoothed);
    this.divergence.push(change);
    this.value = value;
    this.norms = norms;
    if (this.history.length === historyLength) this.history = [];
    if (this.options.hurry || this.objective.length > firstAcceleration)
      this.history.push(norms.map((norm) => log(norm + Math.sqrt(zeta))));
  }

  /**
   * Row norms further along the way that the last three took: squared extrapolation of fixed-point iterations, on
   * their logarithms, because rows shrink by factors.
   */
  private extrapolated(): Float64Array | null {
    if (this.history.length < historyLength) return null;
    const [first, second, third] = this.history;
    let [step, bend] = [0, 0];
    for (let i = 0; i < first.length; i++) {
      const [one, two] = [second[i] - first[i], third[i] - second[i]];
      step += one * one;
      bend += (two - one) * (two - one);
    }
    const reach = Math.min(this.boldness, Math.max(1, Math.sqrt(step / bend)));
    const floor = Math.sqrt(this.options.zeta);
    const bold = first.map((x, i) => {
      const [one, two] = [second[i] - x, third[i] - second[i]];
      return Math.max(0, exp(x + 2 * reach * one + reach * reach * (two - one)) - floor);
    });
    // Steps that hardly change any more leave nothing to extrapolate: 0/0, or a leap out of range.
    const most = leap * this.norms.reduce((largest, norm) => Math.max(largest, norm), 0);
    if (bold.every((norm) => norm <= most)) return bold;
    this.history = [];
    return null;
  }

  /** Goes on with the rows that have not vanished, once these are few enough to be worth it. */
  private leaveOutVanished(): void {
    const { gamma, zeta } = this.options;
    const floor = vanished * Math.sqrt(zeta);
    // A block vanishes as a whole.
    const norms = this.blocks ? this.blocks.overRows(this.blocks.norms(this.norms)) : this.norms;
    let small = 0;
    for (const norm of norms) if (norm <= floor) small++;
    if (small < (1 - worthwhile) * this.active.length) return;
    const negligible = (rounding * this.value!.size) / this.norms.length;
    const weights = this.weights();
    const kept = Int32Array.from(this.norms.keys()).filter((i) => {
      const norm = norms[i];
      return norm > floor || gamma * weights[i] * norm * norm > negligible;
    });
    if (kept.length > worthwhile * this.active.length || kept.length < this.options.l) return;
    const workspace = this.problem.kernels.workspace();
    this.moveTo(
      workspace,
      this.within.restrict(kept, workspace),
      kept.map((i) => this.active[i]),
      this.space.vectors.selectRows(kept),
    );
    this.norms = Float64Array.from(kept, (i) => this.norms[i]);
  }

  /** Takes a step with all rows; one of those left out that wants to come back does so here. */
  private bringBack(): void {
    const { kernels, within } = this.problem;
    const vectors = Matrix.zeros(within.features, this.space.size);
    const norms = new Float64Array(within.features);
    const current = this.space.vectors;
    this.active.forEach((feature, i) => {
      for (let j = 0; j < current.columns; j++) vectors.set(feature, j, current.get(i, j));
      norms[feature] = this.norms[i];
    });
    this.moveTo(kernels.workspace(), within, Int32Array.from(norms.keys()), vectors);
    this.norms = norms;
    this.take(this.weights());
  }

  private moveTo(workspace: Workspace, within: WithinScatter, active: Int32Array, vectors: Matrix): void {
    const { kernels, between } = this.problem;
    const columns = workspace.matrix(between.rows, active.length);
    copyInto(between.selectColumns(active), columns);
    const previous = this.workspace;
    this.workspace = workspace;
    this.within = within;
    this.between = columns;
    this.active = active;
    this.blocks = this.problem.blocks?.restrict(active);
    this.history = [];
    this.space = new Subspace(kernels, workspace, within, columns, this.options.alpha, vectors.columns);
    this.innerLoop = new InnerLoop(this.space, within, this.options.l);
    this.space.begin(vectors);
    previous.release();
  }
}
