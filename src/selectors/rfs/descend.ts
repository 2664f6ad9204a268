import { log } from "../../numeric/math.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { Trace } from "../selector.js";
import { divisorsOfRows, minimiseAlong, type Problem, penalisedLengths, rowLengths } from "./problem.js";
import { ReweightedSystem } from "./reweighted-system.js";

/** When to stop. */
export interface StopOptions {
  readonly maxIterations: number;
  /** Relative change of objective and rows from step to step. */
  readonly tolerance: number;
}

/** Where the descent ended. */
export interface Fit {
  /** W, one row per feature, */
  readonly weights: Matrix;
  /** Y − XW, */
  readonly residuals: Matrix;
  /** the system at that point, factored, */
  readonly system: ReweightedSystem;
  /** and the gradient there. */
  readonly gradient: Matrix;
  readonly trace: Trace;
}

/** So many steps in a row must change little before it has converged: steps of conjugate gradients vary. */
const calmSteps = 3;

/**
 * Minimises the smoothed objective. Iterative reweighting (Nie's algorithm) is a gradient step measured by the matrix
 * XᵀUX + γD; here such steps are made conjugate (Polak and Ribière) and as long as an exact line search wants, which
 * takes a quarter of the steps or fewer and cannot raise the objective.
 */
export async function descend(
  problem: Problem,
  { maxIterations, tolerance }: StopOptions,
  progress: (fraction: number) => Promise<void>,
): Promise<Fit> {
  const descent = new Descent(problem);
  await progress(0);
  const objective: number[] = [];
  const divergence: number[] = [];
  let converged = false;
  let calm = 0;
  let firstChange = 0;
  while (!converged && objective.length < maxIterations) {
    const step = descent.step();
    if (!step) {
      // Not even along the gradient does it fall any more: what is left is rounding.
      converged = true;
      break;
    }
    objective.push(step.objective);
    divergence.push(step.divergence);
    problem.watch?.(step.objective, () => rowLengths(descent.weights, 0));
    const change = Math.max(step.fall / step.objective, step.divergence / step.size);
    firstChange = Math.max(firstChange, change);
    calm = change <= tolerance ? calm + 1 : 0;
    converged = calm >= calmSteps;
    await progress(share(objective.length, maxIterations, change, firstChange, tolerance));
  }
  if (objective.length === 0) objective.push(descent.objective);
  descent.look();
  const { weights, residuals, system, gradient } = descent;
  const trace = { objective, divergence, iterations: objective.length, converged };
  return { weights, residuals, system, gradient, trace };
}

/** How far the work is: changes fall about geometrically. */
function share(steps: number, most: number, change: number, first: number, tolerance: number): number {
  const bySteps = steps / most;
  if (!(tolerance > 0) || !(change < first)) return bySteps;
  return Math.max(bySteps, Math.min(0.99, log(first / change) / log(first / tolerance)));
}

/** What one step did. */
interface Step {
  readonly objective: number;
  /** How much the objective fell, */
  readonly fall: number;
  /** Σ | ‖wʲ‖ − ‖wʲ‖ before |, */
  readonly divergence: number;
  /** Σ ‖wʲ‖. */
  readonly size: number;
}

/** W, its residuals, and the direction of the last step. */
class Descent {
  readonly weights: Matrix;
  readonly residuals: Matrix;
  readonly gradient: Matrix;
  readonly system: ReweightedSystem;
  objective: number;
  /** √(‖·‖² + ζ) of the residuals and of the rows or blocks of W. */
  private residualLengths: Float64Array;
  private penalised: Float64Array;
  private readonly scaled: Matrix;
  /** The reweighting step, P⁻¹·gradient, and the one before it. */
  private reweighting: Matrix;
  private lastReweighting: Matrix;
  private readonly seen: Matrix;
  private readonly direction: Matrix;
  private readonly directionSeen: Matrix;
  /** ⟨gradient, P⁻¹·gradient⟩ of the last step; zero when there is none to be conjugate to. */
  private lastProduct = 0;

  constructor(private readonly problem: Problem) {
    const { workspace, samples, targets, kernels } = problem;
    const [n, d, c] = [samples.rows, samples.columns, targets.columns];
    const perFeature = () => workspace.matrix(d, c);
    const perSample = () => workspace.matrix(n, c);
    [this.weights, this.gradient, this.direction] = [perFeature(), perFeature(), perFeature()];
    [this.reweighting, this.lastReweighting] = [perFeature(), perFeature()];
    [this.residuals, this.scaled] = [perSample(), perSample()];
    [this.seen, this.directionSeen] = [perSample(), perSample()];
    this.system = new ReweightedSystem(problem);
    // As in the paper, the first weights are all one: a ridge regression.
    this.system.factor(new Float64Array(n).fill(1), new Float64Array(d).fill(1));
    kernels.gemm(1, samples.transposed(), targets, 0, this.gradient);
    this.system.solve(this.gradient, this.weights);
    this.residuals.data.set(targets.data);
    kernels.gemm(-1, samples, this.weights, 1, this.residuals);
    this.residualLengths = rowLengths(this.residuals, problem.zeta);
    this.penalised = penalisedLengths(this.weights, problem);
    this.objective = this.sumOf(this.residualLengths, this.penalised);
  }

  /** Gradient and reweighted system at the present W. */
  look(): void {
    const { kernels, samples, gamma, blocks } = this.problem;
    const { weights, residuals, gradient, scaled } = this;
    const divisors = divisorsOfRows(this.penalised, blocks);
    const c = weights.columns;
    for (let i = 0, at = 0; i < residuals.rows; i++)
      for (let k = 0; k < c; k++, at++) scaled.data[at] = residuals.data[at] / this.residualLengths[i];
    kernels.gemm(-1, samples.transposed(), scaled, 0, gradient);
    for (let j = 0, at = 0; j < weights.rows; j++)
      for (let k = 0, scale = gamma / divisors[j]; k < c; k++, at++)
        gradient.data[at] += scale * weights.data[at];
    this.system.factor(this.residualLengths, divisors);
  }

  /** One step; null when no step lowers the objective any more. */
  step(): Step | null {
    const { kernels, samples } = this.problem;
    this.look();
    this.system.solve(this.gradient, this.reweighting);
    kernels.gemm(1, samples, this.reweighting, 0, this.seen);
    const product = dot(this.gradient, this.reweighting);
    if (!(product > 0)) return null;
    const conjugate =
      this.lastProduct > 0
        ? Math.max(0, (product - dot(this.gradient, this.lastReweighting)) / this.lastProduct)
        : 0;
    this.lastProduct = product;
    this.turn(conjugate);
    const step = this.follow() ?? (conjugate > 0 ? this.followGradient() : null);
    [this.reweighting, this.lastReweighting] = [this.lastReweighting, this.reweighting];
    return step;
  }

  private followGradient(): Step | null {
    this.turn(0);
    return this.follow();
  }

  /** direction ← −reweighting + conjugate·direction, and what X makes of it. */
  private turn(conjugate: number): void {
    combine(this.direction, this.reweighting, conjugate);
    combine(this.directionSeen, this.seen, conjugate);
  }

  /** Goes along the direction to where the objective is smallest; null, and back, when that is not below where it was. */
  private follow(): Step | null {
    const { weights, residuals, direction, directionSeen } = this;
    const alpha = minimiseAlong(this.lengthsAlong());
    add(weights, alpha, direction);
    add(residuals, -alpha, directionSeen);
    const before = this.penalised;
    const [residualLengths, penalised] = [
      rowLengths(residuals, this.problem.zeta),
      penalisedLengths(weights, this.problem),
    ];
    const objective = this.sumOf(residualLengths, penalised);
    const fall = this.objective - objective;
    if (!(fall > 0)) {
      add(weights, -alpha, direction);
      add(residuals, alpha, directionSeen);
      return null;
    }
    [this.residualLengths, this.penalised, this.objective] = [residualLengths, penalised, objective];
    let [divergence, size] = [0, 0];
    for (let j = 0; j < penalised.length; j++) {
      divergence += Math.abs(penalised[j] - before[j]);
      size += penalised[j];
    }
    return { objective, fall, divergence, size };
  }

  private lengthsAlong() {
    const { residuals, directionSeen, weights, direction, problem } = this;
    const n = residuals.rows;
    const { blocks } = problem;
    const total = n + this.penalised.length;
    const [slopes, bends] = [new Float64Array(total), new Float64Array(total)];
    productsOfRows(residuals, directionSeen, -1, slopes.subarray(0, n), bends.subarray(0, n));
    productsOfRows(weights, direction, 1, slopes.subarray(n), bends.subarray(n), blocks?.of);
    const squares = new Float64Array(total);
    squares.set(this.residualLengths);
    squares.set(this.penalised, n);
    const weightsOfTerms = new Float64Array(total).fill(1).fill(problem.gamma, n);
    blocks?.weights.forEach((weight, block) => {
      weightsOfTerms[n + block] *= weight;
    });
    const floors = new Float64Array(total).fill(problem.zeta).fill(problem.rowZeta, n);
    return { weights: weightsOfTerms, floors, squares: squares.map((x) => x * x), slopes, bends };
  }

  private sumOf(residuals: Float64Array, penalised: Float64Array): number {
    const { gamma, blocks } = this.problem;
    let sum = 0;
    for (let j = 0; j < penalised.length; j++)
      sum += blocks ? blocks.weights[j] * penalised[j] : penalised[j];
    sum *= gamma;
    for (const length of residuals) sum += length;
    return sum;
  }
}

function dot(a: Matrix, b: Matrix): number {
  let sum = 0;
  for (let at = 0; at < a.data.length; at++) sum += a.data[at] * b.data[at];
  return sum;
}

/** a ← a + factor·b. */
function add(a: Matrix, factor: number, b: Matrix): void {
  for (let at = 0; at < a.data.length; at++) a.data[at] += factor * b.data[at];
}

/** a ← factor·a − b. */
function combine(a: Matrix, b: Matrix, factor: number): void {
  for (let at = 0; at < a.data.length; at++) a.data[at] = factor * a.data[at] - b.data[at];
}

/** sign·⟨aⁱ, bⁱ⟩ and ‖bⁱ‖² of every row, added up over the rows of a block. */
function productsOfRows(
  a: Matrix,
  b: Matrix,
  sign: number,
  mixed: Float64Array,
  squares: Float64Array,
  blockOf?: Int32Array,
) {
  const c = a.columns;
  for (let i = 0, at = 0; i < a.rows; i++) {
    let [product, square] = [0, 0];
    for (let k = 0; k < c; k++, at++) {
      product += a.data[at] * b.data[at];
      square += b.data[at] * b.data[at];
    }
    const place = blockOf ? blockOf[i] : i;
    mixed[place] += sign * product;
    squares[place] += square;
  }
}
