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
  /** The block of each feature, where some are dropped together; by what they cost on average. */
  readonly blockOf?: Int32Array;
}

/** The order in which features were dropped. */
export interface Elimination {
  /** All of them, the one that stayed longest first. */
  readonly order: Int32Array;
  /** By feature: its share of all weights (per cost) in the round that dropped it, or the largest of those that went before it. */
  readonly scores: Map<number, number>;
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
  const remaining = { samples, counts: countsOf(members) };
  return eliminateFrom(
    kernels,
    openStage(kernels, classes, remaining),
    remaining,
    members,
    classes,
    options,
    progress,
  );
}

/** The same from Sb − Sw, which is overwritten, where the samples are not known. */
export async function eliminateByMargin(
  kernels: Kernels,
  matrix: Matrix,
  members: readonly (readonly number[])[],
  sizes: Int32Array,
  options: EliminationOptions,
  progress: (fraction: number) => Promise<void>,
): Promise<Elimination> {
  const counts = countsOf(members);
  const stage = { margin: new TallMargin(kernels, matrix, counts), workspace: kernels.workspace() };
  const remaining = { samples: new Matrix(new Float64Array(0), 0, members.length), counts };
  const classes = { sizes, codes: new Int32Array(0), roots: new Float64Array(0) };
  return eliminateFrom(kernels, stage, remaining, members, classes, options, progress);
}

const countsOf = (members: readonly (readonly number[])[]) =>
  Int32Array.from(members, ({ length }) => length);

async function eliminateFrom(
  kernels: Kernels,
  firstStage: Stage,
  all: Remaining,
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
  let highest = 0;
  let columns = Array.from(members.keys());
  let remaining = all;
  let stage = firstStage;
  try {
    for (let round = 0; ; round++) {
      const solution = await stage.margin.solve(most, options.vectors === "positive", () =>
        progress(dropped.length / total),
      );
      if (round === 0) first = { margin: solution.values[0], vectors: solution.values.length };
      const units = presentUnits(columns, members, scores, options.blockOf);
      const weights = weigh(solution, units, options.weight === "eigenvalue");
      const byMargin = weigh(solution, units, true);
      const present = units.map((unit, at) => {
        const cost = meanCost(unit, options.costs);
        return { unit, weight: weights[at] / cost, margin: byMargin[at] / cost };
      });
      present.sort(
        (a, b) => a.weight - b.weight || a.margin - b.margin || b.unit[0].feature - a.unit[0].feature,
      );
      const sum = present.reduce((all, { weight }) => all + weight, 0);
      const leaving = new Int32Array(columns.length);
      for (const { unit, weight } of present.slice(0, howMany(present.length, options))) {
        if (sum > 0) highest = Math.max(highest, weight / sum);
        for (const { column, feature } of fromTheWeakest(solution, unit)) {
          leaving[column]++;
          dropped.push(feature);
          scores.set(feature, highest);
        }
      }
      await progress(dropped.length / total);
      if (dropped.length === total) return { order: Int32Array.from(dropped.reverse()), scores, first };
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
  const margin =
    columns > rows
      ? new WideMargin(kernels, workspace, classes, remaining)
      : TallMargin.fromSamples(kernels, workspace, classes, remaining);
  return { margin, workspace };
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

/** Features that are dropped together, the first one first, each with its column of the samples. */
type Unit = readonly { readonly column: number; readonly feature: number }[];

/**
 * One weight per unit, as a part of the largest, in steps: when two features are left and both vectors are used, the
 * two rows of an orthogonal matrix have equal sums, and rounding must not decide. Ties go by the eigenvalues' say, then
 * by place. An eigenvalue that is not positive, the only one there is then, weighs one. The entry of a block is the root mean
 * square of its features' entries, vector by vector, so that it does not depend on how levels were encoded.
 */
function weigh({ values, vectors }: Vectors, units: readonly Unit[], byEigenvalue: boolean): Float64Array {
  const factors = values.map((value) => (!byEigenvalue || values[0] <= 0 ? 1 : Math.max(0, value)));
  const weights = Float64Array.from(units, (unit) =>
    factors.reduce((sum, factor, k) => sum + factor * entryOf(vectors, unit, k), 0),
  );
  const largest = weights.reduce((highest, weight) => Math.max(highest, weight), 0);
  return weights.map((weight) => Math.round((weight / largest) * steps) / steps);
}

function entryOf(vectors: Matrix, unit: Unit, k: number): number {
  if (unit.length === 1) return Math.abs(vectors.get(unit[0].column, k));
  let squares = 0;
  for (const { column } of unit) squares += vectors.get(column, k) * vectors.get(column, k);
  return Math.sqrt(squares / unit.length);
}

/** The features of a unit in the order in which they would go. */
function fromTheWeakest({ vectors, values }: Vectors, unit: Unit): Unit {
  const own = ([one]: Unit) => values.reduce((sum, _, k) => sum + entryOf(vectors, [one], k), 0);
  return unit.length === 1 ? unit : [...unit].sort((a, b) => own([a]) - own([b]) || b.feature - a.feature);
}

function meanCost(unit: Unit, costs: Float64Array | undefined): number {
  return costs ? unit.reduce((sum, { feature }) => sum + costs[feature], 0) / unit.length : 1;
}

/** How many of so many features or blocks a round drops. */
export function howMany(
  count: number,
  { dropRate, slowFrom }: Pick<EliminationOptions, "dropRate" | "slowFrom">,
): number {
  if (count <= slowFrom) return 1;
  return Math.min(Math.max(1, Math.floor(dropRate * count)), count - slowFrom);
}

/** Every feature or block that is left. */
function presentUnits(
  columns: readonly number[],
  members: readonly (readonly number[])[],
  gone: ReadonlyMap<number, number>,
  blockOf: Int32Array | undefined,
): Unit[] {
  const left = columns.flatMap((original, column) =>
    members[original].filter((feature) => !gone.has(feature)).map((feature) => ({ column, feature })),
  );
  if (!blockOf) return left.map((one) => [one]);
  const units = new Map<number, { column: number; feature: number }[]>();
  for (const one of left.sort((a, b) => a.feature - b.feature)) {
    const unit = units.get(blockOf[one.feature]);
    if (unit) unit.push(one);
    else units.set(blockOf[one.feature], [one]);
  }
  return Array.from(units.values());
}
