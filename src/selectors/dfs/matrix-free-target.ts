import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import type { Dataset } from "../../data/dataset.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { sampleWeights } from "../../models/class-weight.js";
import { largestGram } from "../../models/svm/gram.js";
import { Matrix } from "../../numeric/matrix.js";
import { solveByConjugateGradients } from "../matrix-free/conjugate-gradients.js";
import { DenseOperator, openDense } from "../matrix-free/dense-operator.js";
import { rootsOf, type SampleOperator } from "../matrix-free/sample-operator.js";
import { SparseMachines } from "../matrix-free/sparse-machines.js";
import { SparseOperator } from "../matrix-free/sparse-operator.js";
import { isLargeSparse, openSparse } from "../matrix-free/sparse-samples.js";
import { type ByClass, byClass } from "../recursion/by-class.js";
import type { Scatter } from "../recursion/discriminant.js";
import type { RemainingFeatures } from "../recursion/remaining-features.js";
import { withoutMean } from "../recursion/sample-scatter.js";
import { requireSquares, type Samples } from "../samples.js";
import type { DfsOptions } from "./options.js";
import { blocksOf, type ColumnFacts, commonDivisor, type PrepareOptions, splitProblem } from "./prepare.js";
import { endingAlpha, groundOf, penaltyC, weighsMargins } from "./recursive-target.js";
import type { TargetGround } from "./target-k.js";

/** Residuals are brought to this part of the right-hand sides: weights then have about as many digits. */
const tolerance = 1e-9;
/** Steps after which a round goes on with what it has. */
const mostSteps = 1000;
/** With no more features than this, St is made and factored: that takes less than products without it. */
export const usualMostTall = 2500;

/** What the kernels' memory can hold. */
const mostGigabytes = 4;

/**
 * Whether the recursion is to work without a matrix of samples × samples or features × features: on sparse data that would be large
 * written out, and on dense data with many rows and many features. Functions of features are always written out.
 */
export const isMatrixFree = ({ values }: Dataset, { basis }: PrepareOptions): boolean =>
  basis === undefined &&
  (values instanceof Matrix ? Math.min(values.rows, values.columns) > largestGram : isLargeSparse(values));

/** Refuses, before any work, fits that write the data out and factor a matrix, where both would be too large. */
export function requireFactor(data: Dataset, { gamma }: Pick<DfsOptions, "gamma">): void {
  const { rows, features, values } = data;
  const smaller = Math.min(rows, features);
  if (smaller <= largestGram) return;
  const gigabytes = 8e-9 * (rows * features + smaller * smaller);
  if (values instanceof Matrix && gigabytes < mostGigabytes) return;
  const asked = gamma === null ? `${optionName("elimination")} one-shot` : `a given ${optionName("gamma")}`;
  throw new InputError(
    "not-possible",
    `${asked} writes the data out and factors a matrix of ${smaller} × ${smaller} in every step, ${gigabytes.toFixed(1)} GB together; recursive elimination does without`,
    {
      remedies: [
        gamma === null
          ? { action: "eliminate features step by step", option: "elimination", value: "recursive" }
          : { action: "leave the penalty to the method", option: "gamma" },
      ],
    },
  );
}

/**
 * The recursive search where neither X·Xᵀ nor St is to be made, nor a copy of the data: while features are many, each round
 * solves (X·Xᵀ + αI)·U = T by conjugate gradients from the solution of the round before.
 */
export function matrixFreeGround(
  kernels: Kernels,
  workspace: Workspace,
  data: Dataset,
  options: PrepareOptions & Pick<DfsOptions, "margins" | "l">,
  facts: ColumnFacts,
  mostTall = usualMostTall,
): TargetGround {
  const samples = byClass(data.labels!, options.classWeight ?? "none");
  const { operator, machines, ...opened } = openOperator(kernels, workspace, data, samples, options, facts);
  if (!options.standardize) requireSquares(opened);
  const n = data.rows;
  const divisor = commonDivisor(n, options);
  const codes = Int32Array.from(samples.order, (row) => data.labels!.codes[row]);
  const labels = { ...data.labels!, codes };
  const blocks = blocksOf(opened.columns, false, facts);
  const scatter = new OperatorScatter(kernels, workspace, operator, samples, mostTall);
  const ground = groundOf(
    kernels,
    workspace,
    {
      rows: operator,
      columns: opened.columns,
      features: data.features,
      scatter,
      machines,
      unit: options.scatter === "mean" ? n : 1,
      alphaAtEnd: endingAlpha(facts),
      classes: samples.weights.length,
    },
    blocks,
  );
  return {
    ...opened,
    scales: opened.scales.map((scale) => scale * divisor),
    ...ground,
    async search(...given) {
      const found = await ground.search(...given);
      return { ...found, why: `${found.why}; ${scatter.describe()}` };
    },
    rows: n,
    classes: samples.weights.length,
    restrict(features, own) {
      const part = own.matrix(n, features.length);
      operator.copyColumns(features, part);
      for (let at = 0; at < part.data.length; at++) part.data[at] /= divisor;
      return { ...splitProblem(kernels, own, part, labels, options), blocks: blocks?.restrict(features) };
    },
  };
}

/** The data as an operator; its margins where they are weighed, which only sparse data has here. */
function openOperator(
  kernels: Kernels,
  workspace: Workspace,
  data: Dataset,
  samples: ByClass,
  options: PrepareOptions & Pick<DfsOptions, "margins" | "l">,
  facts: ColumnFacts,
): Omit<Samples, "values"> & {
  operator: SampleOperator & RemainingFeatures;
  machines: SparseMachines | null;
} {
  const { standardize, classWeight = "none" } = options;
  const { costs, parts } = facts;
  const roots = rootsOf(samples.starts, samples.weights);
  const { values } = data;
  if (values instanceof Matrix) {
    const weights = sampleWeights(data.labels!, classWeight);
    const opening = openDense(kernels, data, values, weights, { standardize, costs, parts });
    const operator = new DenseOperator(kernels, workspace, values, opening, samples.order, roots);
    return { ...opening, operator, machines: null };
  }
  const opening = openSparse(data, values, samples, { standardize, costs, parts });
  const operator = new SparseOperator(kernels, workspace, opening.samples, roots);
  const upper = samples.weights.map((weight) => penaltyC * weight);
  const machines = weighsMargins(data, options, facts)
    ? new SparseMachines(operator, { starts: samples.starts, upper })
    : null;
  return { ...opening, operator, machines };
}

/** The scatter of samples that are known as an operator. T has 1/√n_k in the rows of class k, each times the root of its weight. */
class OperatorScatter implements Scatter {
  readonly between: Matrix;
  readonly samples: number;
  readonly matrixFree: NonNullable<Scatter["matrixFree"]>;
  /** U of the last round. */
  private readonly solution: Matrix;
  private rounds = 0;
  private steps = 0;
  private unfinished = 0;

  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    private readonly operator: SampleOperator,
    { starts, weights }: ByClass,
    mostTall: number,
  ) {
    const n = operator.samples;
    this.samples = n;
    const targets = workspace.matrix(n, weights.length);
    for (let k = 0; k < weights.length; k++)
      for (let i = starts[k]; i < starts[k + 1]; i++)
        targets.set(i, k, 1 / Math.sqrt(starts[k + 1] - starts[k]));
    this.between = operator.backToFeatures(targets);
    this.solution = workspace.matrix(n, weights.length);
    this.matrixFree = {
      mostTall,
      targets: withoutMean(targets, rootsOf(starts, weights)),
      solve: (alpha, pause) => this.solve(alpha, pause),
      backToFeatures: (block) => operator.backToFeatures(block),
    };
  }

  remaining(): Int32Array {
    return this.operator.remaining;
  }

  total(out: Matrix): void {
    this.operator.total(out);
  }

  /** How the rounds were solved, in words. */
  describe(): string {
    if (this.rounds === 0) return "sparse data was not written out";
    const short = this.unfinished > 0 ? `, but ${this.unfinished} of the rounds stopped short of that` : "";
    return `the first ${this.rounds} rounds were solved by conjugate gradients in ${this.steps} steps to a residual of ${tolerance}${short}, without a matrix of samples × samples or features × features`;
  }

  private async solve(alpha: number, pause: () => Promise<void>): Promise<Matrix> {
    const { operator, solution } = this;
    const diagonal = operator.gramDiagonal();
    const largest = diagonal.reduce((most, square) => Math.max(most, square), 0);
    // As in the other forms, a trace of the diagonal stands in for an α of zero.
    const added = Math.max(alpha, 1e-10 * largest);
    const { steps, converged } = await solveByConjugateGradients(
      this.kernels,
      {
        multiply(vectors, out) {
          operator.multiplyGram(vectors, out);
          for (let i = 0; i < out.rows; i++)
            for (let j = 0; j < out.columns; j++) out.set(i, j, out.get(i, j) + added * vectors.get(i, j));
        },
        diagonal: diagonal.map((square) => square + added),
        right: this.matrixFree.targets,
        tolerance,
        mostSteps,
      },
      solution,
      pause,
    );
    this.rounds++;
    this.steps += steps;
    if (!converged) this.unfinished++;
    return solution;
  }
}
