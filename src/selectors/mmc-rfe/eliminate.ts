import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import { type Classes, type Margin, type Remaining, TallMargin, type Vectors } from "./margin.js";
import { WideMargin } from "./wide-margin.js";

/** How features are weighed and dropped. */
export interface EliminationOptions {
  /** The part of the features that a round drops while there are more than `slowFrom`; after that, one. */
  readonly dropRate: number;
  readonly slowFrom: number;
  /** Vectors with a positive eigenvalue, or as many as there are classes less one. */
  readonly vectors: "positive" | "classes";
  /** Σ|a|, or Σλ|a|. */
  readonly weight: "sum" | "eigenvalue";
  /** What each feature costs: a weight counts by what it is per cost. Of copies the dearest is dropped first. */
  readonly costs?: Float64Array;
}

/** The order in which features were dropped. */
export interface Elimination {
  /** All of them, the one that stayed longest first. */
  readonly order: Int32Array;
  /** The round that dropped each, and its weight (per cost) there as a part of the largest; by feature. */
  readonly scores: Map<number, number>;
  readonly rounds: number;
  /** The largest eigenvalue, and how many vectors were used, with all features. */
  readonly first: { readonly margin: number; readonly vectors: number };
}

/**
 * Recursive elimination: find the discriminant vectors, drop the features with the smallest weights, repeat.
 * `members[i]` names the features that column i of the samples stands for, cheap ones first. The samples are overwritten.
 */
export async function eliminate(
  kernels: Kernels,
  samples: Matrix,
  members: readonly (readonly number[])[],
  classes: Classes,
  options: EliminationOptions,
  progress: (fraction: number) => Promise<void>,
): Promise<Elimination> {
  const total = members.reduce((sum, { length }) => sum + length, 0);
  const most = Math.max(1, classes.sizes.filter((size) => size > 0).length - 1);
  const dropped: number[] = [];
  const scores = new Map<number, number>();
  let first = { margin: 0, vectors: 0 };
  let columns = Array.from(members.keys());
  let remaining: Remaining = { samples, counts: Int32Array.from(members, ({ length }) => length) };
  let stage = openStage(kernels, classes, remaining);
  try {
    for (let round = 0; ; round++) {
      const solution = await stage.margin.solve(most, options.vectors === "positive", () =>
        progress(dropped.length / total),
      );
      if (round === 0) first = { margin: solution.values[0], vectors: solution.values.length };
      const weights = weigh(solution, options.weight === "eigenvalue");
      const byMargin = weigh(solution, true);
      const costOf = (feature: number) => options.costs?.[feature] ?? 1;
      const present = presentFeatures(columns, members, remaining.counts).map((one) => ({
        ...one,
        weight: weights[one.column] / costOf(one.feature),
        margin: byMargin[one.column] / costOf(one.feature),
      }));
      present.sort((a, b) => a.weight - b.weight || a.margin - b.margin || b.feature - a.feature);
      const largest = present[present.length - 1].weight;
      const leaving = new Int32Array(columns.length);
      for (const { column, feature, weight } of present.slice(0, howMany(present.length, options))) {
        leaving[column]++;
        dropped.push(feature);
        scores.set(feature, round + (largest > 0 ? weight / largest : 0));
      }
      await progress(dropped.length / total);
      if (dropped.length === total)
        return { order: Int32Array.from(dropped.reverse()), scores, rounds: round + 1, first };
      const next = narrow(stage, remaining, leaving);
      columns = columns.filter((_, i) => leaving[i] < remaining.counts[i]);
      remaining = next;
      stage = continueStage(kernels, classes, stage, remaining);
    }
  } finally {
    stage.workspace.release();
  }
}

/** The form in use, and the memory it holds. */
interface Stage {
  readonly margin: Margin;
  readonly workspace: Workspace;
}

function openStage(kernels: Kernels, classes: Classes, remaining: Remaining): Stage {
  const workspace = kernels.workspace();
  const { rows, columns } = remaining.samples;
  const Form = columns > rows ? WideMargin : TallMargin;
  return { margin: new Form(kernels, workspace, classes, remaining), workspace };
}

/** The same form, or the tall one as soon as there are no more features than samples. */
function continueStage(kernels: Kernels, classes: Classes, stage: Stage, remaining: Remaining): Stage {
  const { rows, columns } = remaining.samples;
  if (columns > rows || stage.margin instanceof TallMargin) {
    stage.margin.settle(remaining);
    return stage;
  }
  stage.workspace.release();
  return openStage(kernels, classes, remaining);
}

/** Takes features from the form and from the samples, whose other columns move together in place. */
function narrow({ margin }: Stage, { samples, counts }: Remaining, leaving: Int32Array): Remaining {
  margin.subtract(leaving);
  const { data, rows, columns } = samples;
  const kept = Array.from(counts.keys()).filter((i) => leaving[i] < counts[i]);
  if (kept.length < columns)
    for (let i = 0, to = 0; i < rows; i++) for (const j of kept) data[to++] = data[i * columns + j];
  return {
    samples: new Matrix(data, rows, kept.length),
    counts: Int32Array.from(kept, (i) => counts[i] - leaving[i]),
  };
}

/** Weights that differ by less than this are the same: 2⁻⁴⁰ of the largest. */
const steps = 2 ** 40;

/**
 * One weight per column, as a part of the largest, in steps: when two features are left and both vectors are used, the
 * two rows of an orthogonal matrix have equal sums, and rounding must not decide. Ties go by the eigenvalues' say, then
 * by place. An eigenvalue that is not positive, the only one there is then, weighs one.
 */
function weigh({ values, vectors }: Vectors, byEigenvalue: boolean): Float64Array {
  const factors = values.map((value) => (!byEigenvalue || values[0] <= 0 ? 1 : Math.max(0, value)));
  const weights = new Float64Array(vectors.rows);
  for (let i = 0; i < vectors.rows; i++)
    for (let k = 0; k < factors.length; k++) weights[i] += factors[k] * Math.abs(vectors.get(i, k));
  const largest = weights.reduce((highest, weight) => Math.max(highest, weight), 0);
  return weights.map((weight) => Math.round((weight / largest) * steps) / steps);
}

/** How many of so many features a round drops. */
function howMany(count: number, { dropRate, slowFrom }: EliminationOptions): number {
  if (count <= slowFrom) return 1;
  return Math.min(Math.max(1, Math.floor(dropRate * count)), count - slowFrom);
}

/** Every feature that is left; of copies the first ones. */
function presentFeatures(
  columns: readonly number[],
  members: readonly (readonly number[])[],
  counts: Int32Array,
): { column: number; feature: number }[] {
  return columns.flatMap((original, column) =>
    members[original].slice(0, counts[column]).map((feature) => ({ column, feature })),
  );
}
