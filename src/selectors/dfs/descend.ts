import type { Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { upTo } from "../../numeric/up-to.js";
import { blockSize } from "./block-size.js";
import { copyInto } from "./copy-into.js";
import { Extrapolation } from "./extrapolation.js";
import { type Fit, type FitOptions, type Problem, RankError, type WarmStart } from "./fit.js";
import { type Accuracy, InnerLoop } from "./inner-loop.js";
import { type Blocks, evaluateObjective, rowNorms, rowWeights, type Value } from "./penalty.js";
import { QuietRows } from "./quiet-rows.js";
import { Subspace } from "./subspace.js";
import type { WithinScatter } from "./within-scatter.js";

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
/** Rows are left out, or taken for quiet, when no more than this part of them stays. */
const worthwhile = { vanished: 0.7, quiet: 0.8 } as const;
/** A pace is taken from so many steps, and not before twice as many are made. */
const paceSteps = 5;
/**
 * In a hurry a row below this part of √ζ is taken for quiet. For p < 1 rows fall to the bottom in a few steps, for p = 1 most of
 * them come to rest near √ζ.
 */
const quietBelow = (p: number) => (p < 1 ? 0.1 : 3);

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
      if (descent.isHopeless(options.maxIterations - k - 1)) break;
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
  /** The plain objective after every step, where there is a goal. */
  private readonly plain: number[] = [];
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
  private readonly extrapolation: Extrapolation;
  /** The features that are not worked on, where they are not simply left out. */
  private quiet: QuietRows | null = null;

  constructor(
    private readonly problem: Problem,
    private readonly options: FitOptions,
    start: WarmStart | Random,
  ) {
    const { kernels, within, between, blocks } = problem;
    this.blocks = blocks;
    this.extrapolation = new Extrapolation(options.zeta);
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
    const bold = this.extrapolation.propose(this.norms);
    if (bold) {
      const saved = this.space.save();
      const taken = this.take(this.weightsAt(bold), true);
      this.extrapolation.judge(taken);
      if (!taken) {
        this.space.restore(saved);
        this.take(this.weights());
      }
    } else this.take(this.weights());
    this.leaveOutVanished();
    if (this.converged && this.active.length < this.problem.within.features) this.bringBack();
  }

  /** Whether so many more steps at the pace of the last ones would not reach the goal. */
  isHopeless(stepsLeft: number): boolean {
    const { goal } = this.options;
    if (goal === undefined) return false;
    this.plain.push(this.value!.plain);
    const [steps, last] = [this.plain.length, this.value!.plain];
    if (steps < 2 * paceSteps || last < goal) return false;
    const pace = (this.plain[steps - 1 - paceSteps] - last) / paceSteps;
    return last - pace * stepsLeft > goal;
  }

  /** Lets who watches see the last step. */
  show(): void {
    this.problem.watch?.(this.value!.smoothed, () => this.overAll().norms);
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
    return this.weightsAt(this.norms);
  }

  private weightsAt(norms: Float64Array): Float64Array {
    const weights = rowWeights(norms, this.options, this.blocks);
    return this.quiet ? joined(weights, this.quiet.weights) : weights;
  }

  /** Solves one weighted problem and takes the result; an extrapolated one only if the objective did not rise. */
  private take(weights: Float64Array, extrapolated = false): boolean {
    const { options, space, within, between, quiet } = this;
    const diagonal = weights.map((weight) => options.gamma * weight + options.alpha);
    within.factor(diagonal, options.steady);
    if (!this.isRough || this.objective.length % refreshEvery === 0) space.refresh();
    this.innerSteps += this.innerLoop.run(diagonal, this.accuracy());
    if (space.size < options.l) throw new RankError(options.l, space.size);
    const a = space.vectors.block(0, 0, within.features, options.l);
    const norms = rowNorms(a.block(0, 0, this.active.length, options.l));
    const others = this.problem.within.features - this.active.length;
    const value = evaluateObjective(
      this.problem.kernels,
      between,
      a,
      quiet ? joined(norms, quiet.norms(this.quietPart(a))) : norms,
      options,
      quiet ? 0 : others,
      this.blocks,
    );
    if (extrapolated && value.smoothed > this.value!.smoothed) return false;
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
    const { tolerance } = this.options;
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
    if (this.options.hurry || this.objective.length > firstAcceleration) this.extrapolation.remember(norms);
  }

  /** Goes on with the rows that have not vanished, once these are few enough to be worth it. */
  private leaveOutVanished(): void {
    const { gamma, zeta, p, hurry, rough, l } = this.options;
    const keepsOthers = (hurry === true || rough === true) && !this.blocks;
    const floor = (keepsOthers ? quietBelow(p) : vanished) * Math.sqrt(zeta);
    // A block vanishes as a whole.
    const norms = this.blocks ? this.blocks.overRows(this.blocks.norms(this.norms)) : this.norms;
    let small = 0;
    for (const norm of norms) if (norm <= floor) small++;
    const most = (keepsOthers ? worthwhile.quiet : worthwhile.vanished) * this.active.length;
    if (this.active.length - small > most) return;
    const negligible = (rounding * this.value!.size) / this.norms.length;
    const weights = this.weights();
    const kept = Int32Array.from(this.norms.keys()).filter((i) => {
      const norm = norms[i];
      return norm > floor || (!keepsOthers && gamma * weights[i] * norm * norm > negligible);
    });
    if (kept.length > most || kept.length < l) return;
    const { kernels, within } = this.problem;
    const workspace = kernels.workspace();
    const active = kept.map((i) => this.active[i]);
    const all = this.overAll();
    const quiet = keepsOthers
      ? QuietRows.of(kernels, workspace, all.vectors, active, rowWeights(all.norms, this.options))
      : null;
    const vectors = all.vectors.selectRows(active);
    this.moveTo(
      workspace,
      within.restrict(active, workspace, quiet?.basis),
      active,
      quiet ? stacked(vectors, quiet.project(all.vectors)) : vectors,
      quiet,
    );
    this.norms = Float64Array.from(kept, (i) => this.norms[i]);
  }

  /** The vectors and the norms of their rows over all features. */
  private overAll(): WarmStart {
    const { features } = this.problem.within;
    const current = this.space.vectors;
    const vectors = this.quiet?.expand(this.quietPart(current)) ?? Matrix.zeros(features, current.columns);
    this.active.forEach((feature, i) => {
      for (let j = 0; j < current.columns; j++) vectors.set(feature, j, current.get(i, j));
    });
    return { vectors, norms: rowNorms(vectors.block(0, 0, features, this.options.l)) };
  }

  /** What the vectors hold of the quiet rows: the rows behind those at work. */
  private quietPart(vectors: Matrix): Matrix {
    const first = this.active.length;
    return vectors.block(first, 0, vectors.rows - first, vectors.columns);
  }

  /** Takes a step with all rows; one of those left out that wants to come back does so here. */
  private bringBack(): void {
    const { kernels, within } = this.problem;
    const { vectors, norms } = this.overAll();
    this.moveTo(kernels.workspace(), within, upTo(within.features), vectors, null);
    this.norms = norms;
    this.take(this.weights());
  }

  private moveTo(
    workspace: Workspace,
    within: WithinScatter,
    active: Int32Array,
    vectors: Matrix,
    quiet: QuietRows | null,
  ): void {
    const { kernels, between } = this.problem;
    const columns = workspace.matrix(between.rows, within.features);
    copyInto(between.selectColumns(active), columns.block(0, 0, between.rows, active.length));
    const others = within.features - active.length;
    if (quiet)
      kernels.gemm(1, between, quiet.basis, 0, columns.block(0, active.length, between.rows, others));
    const previous = this.workspace;
    this.workspace = workspace;
    this.within = within;
    this.between = columns;
    this.active = active;
    this.quiet = quiet;
    this.blocks = this.problem.blocks?.restrict(active);
    this.extrapolation.forget();
    this.space = new Subspace(kernels, workspace, within, columns, this.options.alpha, vectors.columns);
    this.innerLoop = new InnerLoop(this.space, within, this.options.l);
    this.space.begin(vectors);
    previous.release();
  }
}

function joined(first: Float64Array, second: Float64Array): Float64Array {
  const both = new Float64Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function stacked(upper: Matrix, lower: Matrix): Matrix {
  const both = Matrix.zeros(upper.rows + lower.rows, upper.columns);
  copyInto(upper, both.block(0, 0, upper.rows, upper.columns));
  copyInto(lower, both.block(upper.rows, 0, lower.rows, upper.columns));
  return both;
}
