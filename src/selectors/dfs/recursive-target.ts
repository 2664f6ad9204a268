import type { Dataset } from "../../data/dataset.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { largestGram } from "../../models/svm/gram.js";
import { Matrix } from "../../numeric/matrix.js";
import { upTo } from "../../numeric/up-to.js";
import { type ByClass, byClass, transpose } from "../recursion/by-class.js";
import { Discriminant, type Scatter } from "../recursion/discriminant.js";
import { type Criterion, eliminate, type Remaining } from "../recursion/eliminate.js";
import { FeatureRows, rowIn, type SampleRows } from "../recursion/feature-rows.js";
import { Machines } from "../recursion/machines.js";
import { RemainingFeatures } from "../recursion/remaining-features.js";
import { unitsOf } from "../recursion/units.js";
import { requireSquares, type Samples } from "../samples.js";
import type { SelectorContext, Step } from "../selector.js";
import type { Problem } from "./descend.js";
import { lossesAlong } from "./losses.js";
import type { DfsOptions } from "./options.js";
import type { Blocks } from "./penalty.js";
import {
  blocksOf,
  type ColumnFacts,
  commonDivisor,
  openValues,
  type Prepared,
  type PrepareOptions,
  splitProblem,
} from "./prepare.js";
import { restrictProblem, type TargetGround, type TargetOptions, type TargetResult } from "./target-k.js";

/** The settings when nothing is said, by nested accuracy: docs/dfs.md has the tables. */
const defaults = { gamma: 0.03, p: 1, alpha: 0.2 } as const;
/**
 * α once features are weighed by what the criterion loses: little, so that copies of a feature go before weaker features of another
 * kind. With costs it stays what it was: features that could stand in for each other then share what they say, and price decides.
 */
const alphaAtEnd = 0.01;
/** The parts of the features that a round drops while there are more than `slowFrom`, and after that. */
export const schedule = { dropRate: 0.1, slowRate: 0.03, slowFrom: 100 } as const;
/** What an error costs the machines whose margins are weighed. */
export const penaltyC = 1;
/** More features than this are not scored by what the criterion loses without each. */
const mostScored = 500;

/** What a recursion works on. */
export interface Recursion {
  readonly rows: Remaining & Pick<SampleRows, "remaining">;
  /** The feature of the data that each row stands for, and how many of those there are. */
  readonly columns: Int32Array;
  readonly features: number;
  readonly scatter: Scatter;
  /** The margins that features are weighed by, besides the discriminant criterion. */
  readonly machines: Pick<Machines, "train" | "weights" | "weightsOfPairs"> | null;
  /** What α is multiplied by: scatter matrices may be sums. */
  readonly unit: number;
  /** Where α is not given, once features are weighed by what the criterion loses. */
  readonly alphaAtEnd: number;
  readonly classes: number;
}

/**
 * The recursive search on the samples themselves: features are weighed by the discriminant criterion and, where that makes
 * sense ({@link weighsMargins}), by the margins between every two classes.
 */
export async function recursiveGround(
  kernels: Kernels,
  workspace: Workspace,
  data: Dataset,
  options: RecursionOptions,
  facts: ColumnFacts,
): Promise<TargetGround> {
  const samples = byClass(data.labels!, options.classWeight ?? "none");
  const { values, ...opened } = openRows(kernels, workspace, data, options, facts, samples);
  const [d, n] = [values.rows, values.columns];
  const largest = weighsMargins(data, options, facts) || d > n ? n : 0;
  const rows = new FeatureRows(kernels, workspace, values, upTo(d), largest);
  return groundOn(kernels, workspace, { data, samples, rows, opened }, options, facts);
}

/** What the recursion is told of how the data is to be seen. */
export type RecursionOptions = PrepareOptions & Pick<DfsOptions, "margins" | "l">;

/** Features × samples that are ready for the recursion. */
export interface OpenedRows {
  /** The data that they come from; its values are not read. */
  readonly data: Dataset;
  readonly samples: ByClass;
  /** Features are named by their places in `opened`. */
  readonly rows: SampleRows;
  readonly opened: Omit<Samples, "values"> & Pick<TargetGround, "curves">;
}

/** {@link recursiveGround} on features that have been opened. */
export async function groundOn(
  kernels: Kernels,
  workspace: Workspace,
  { data, samples, rows, opened }: OpenedRows,
  options: RecursionOptions,
  facts: ColumnFacts,
): Promise<TargetGround> {
  const n = rows.samples;
  const upper = samples.weights.map((weight) => penaltyC * weight);
  const divisor = commonDivisor(n, options);
  const codes = Int32Array.from(samples.order, (row) => data.labels!.codes[row]);
  const labels = { ...data.labels!, codes };
  const blocks = blocksOf(opened.columns, options.basis !== undefined, facts);
  const recursion: Recursion = {
    rows,
    columns: opened.columns,
    features: data.features,
    scatter: await scatterOf(kernels, workspace, rows, samples),
    machines: weighsMargins(data, options, facts)
      ? new Machines(kernels, workspace, rows, { starts: samples.starts, upper })
      : null,
    unit: options.scatter === "mean" ? n : 1,
    alphaAtEnd: endingAlpha(facts),
    classes: samples.weights.length,
  };
  return {
    ...opened,
    scales: opened.scales.map((scale) => scale * divisor),
    ...groundOf(kernels, workspace, recursion, blocks),
    rows: n,
    classes: recursion.classes,
    restrict(features, own) {
      const picked = Matrix.zeros(features.length, n);
      rows.copyTo(picked, features);
      const part = own.matrix(n, features.length);
      transpose(picked, upTo(features.length), upTo(n), part);
      for (let at = 0; at < part.data.length; at++) part.data[at] /= divisor;
      return { ...splitProblem(kernels, own, part, labels, options), blocks: blocks?.restrict(features) };
    },
  };
}

/**
 * Margins are not weighed where they would not say what is asked for: with slices of a number to predict, which are no classes;
 * with several functions of a feature; where only some directions are to count; and with costs, since a machine that tells
 * all samples apart by one feature gives the others nothing to set against their price. Nor with more samples than machines
 * are trained on in a moment: the criterion alone then knows enough.
 */
export const weighsMargins = (
  { targets, rows }: Dataset,
  { margins, l, basis }: RecursionOptions,
  facts: ColumnFacts,
): boolean =>
  margins && !targets && l === null && basis === undefined && !hasPrices(facts) && rows <= largestGram;

/** α once features are weighed by what the criterion loses. */
export const endingAlpha = (facts: ColumnFacts): number => (hasPrices(facts) ? defaults.alpha : alphaAtEnd);

/** Whether features differ in what they cost. */
const hasPrices = ({ costs }: ColumnFacts): boolean => costs?.some((cost) => cost !== costs[0]) ?? false;

/** The same from moments, where only the discriminant criterion is known. */
export function recursiveMomentsGround(kernels: Kernels, prepared: Prepared): TargetGround {
  const { problem, workspace, ...facts } = prepared;
  const rows = new RemainingFeatures(upTo(prepared.columns.length));
  const scatter: Scatter = {
    between: problem.between.transposed(),
    samples: prepared.rows,
    remaining: () => rows.remaining,
    total(out) {
      const identity = Matrix.zeros(out.rows, out.rows);
      for (let i = 0; i < out.rows; i++) identity.set(i, i, 1);
      problem.within.multiply(identity, out);
      kernels.gemm(1, problem.between.transposed(), problem.between, 1, out);
    },
  };
  const recursion = {
    rows,
    columns: prepared.columns,
    features: prepared.columns.length,
    scatter,
    machines: null,
    unit: 1,
    alphaAtEnd,
    classes: prepared.classes,
  };
  return {
    ...facts,
    ...groundOf(kernels, workspace, recursion, problem.blocks),
    restrict: (features, own) => restrictProblem(problem, features, own),
  };
}

/** What target-k mode needs of a recursion. */
export function groundOf(
  kernels: Kernels,
  workspace: Workspace,
  recursion: Recursion,
  blocks: Blocks | undefined,
): Pick<TargetGround, "blocks" | "mostColumns" | "defaults" | "search" | "rescore"> {
  return {
    blocks,
    mostColumns: recursion.rows.left,
    defaults,
    search: (options, context, progress) =>
      recurse(kernels, workspace, recursion, blocks, options, context, progress),
    rescore: (problem, picked, found) => scoreByLosses(problem, picked, found, blocks),
  };
}

async function recurse(
  kernels: Kernels,
  workspace: Workspace,
  recursion: Recursion,
  blocks: Blocks | undefined,
  { alpha, l }: TargetOptions,
  { step }: SelectorContext,
  progress: (fraction: number) => Promise<void>,
): Promise<TargetResult> {
  const { rows, scatter, machines, unit } = recursion;
  const units = unitsOf(rows.remaining, (row) => blocks?.of[row] ?? row, blocks && pricesOf(blocks));
  const settings = {
    alpha: unit * (alpha ?? defaults.alpha),
    alphaAtEnd: unit * (alpha ?? recursion.alphaAtEnd),
    directions: l,
  };
  const discriminant = new Discriminant(kernels, workspace, rows, scatter, settings, units);
  const margins: Criterion | null = machines && {
    async weigh(pause) {
      await machines.train(pause);
      return discriminant.byLoss ? discriminant.losses(await machines.weightsOfPairs()) : machines.weights();
    },
  };
  const { order, scores, rounds } = await eliminate(
    rows,
    margins ? [discriminant, margins] : [discriminant],
    units,
    schedule,
    progress,
    step && ((shares) => step(roundOf(recursion, discriminant.value, shares))),
  );
  return {
    order,
    scores: Float64Array.from(order.keys(), (row) => scores.get(row)!),
    gamma: defaults.gamma,
    alpha: alpha ?? defaults.alpha,
    why: reasonOf(rounds, machines !== null, recursion.classes),
  };
}

/** A round as a step over the features of the data. */
function roundOf(
  { rows, columns, features, unit }: Recursion,
  criterion: number,
  shares: (row: number) => number,
): Step {
  return {
    objective: -criterion / unit,
    left: new Set(rows.remaining.map((row) => columns[row])).size,
    scores() {
      const result = new Float64Array(features);
      for (const row of rows.remaining) result[columns[row]] += shares(row);
      return result;
    },
  };
}

/** What each row of a block costs: the squared weight of the block is what its rows cost together. */
function pricesOf({ of, weights }: Blocks): Float64Array {
  const sizes = weights.map(() => 0);
  for (const block of of) sizes[block]++;
  return Float64Array.from(of, (block) => (weights[block] * weights[block]) / sizes[block]);
}

function reasonOf(rounds: number, withMargins: boolean, classes: number): string {
  const margins = classes > 2 ? "the margins between every two classes" : "the margin between the classes";
  const weighed = withMargins ? `the discriminant criterion and by ${margins}` : "the discriminant criterion";
  const [many, few] = [100 * schedule.dropRate, 100 * schedule.slowRate];
  return `${rounds} rounds of elimination, each dropping ${many} % of the features (${few} % of the last ${schedule.slowFrom}), weighed by ${weighed}; gamma, p and alpha as settled by nested accuracy, where not given`;
}

/**
 * Scores a picked feature by the part of the criterion that is lost when the list ends before it: without it and the picked
 * ones behind it, the others refitted. The first scores 1, the last what is lost without it alone. Features that went earlier
 * score their share when they went, but never more than the last one picked.
 */
function scoreByLosses(
  problem: Problem,
  picked: Int32Array,
  { order, scores, alpha }: TargetResult,
  blocks: Blocks | undefined,
): { scores: Float64Array; definition: string } {
  if (picked.length > mostScored) return { scores, definition: shareText };
  const placeOf = new Map(Array.from(picked, (row, place) => [row, place]));
  const units = unitsOf(order.slice(0, picked.length).reverse(), (row) => blocks?.of[row] ?? row);
  const places = units.map(({ features }) => features.map((row) => placeOf.get(row)!));
  const losses = lossesAlong(problem, alpha, places);
  const result = scores.map((share) => Math.min(share, losses[0]));
  let lost = 0;
  units.forEach(({ features }, at) => {
    lost += losses[at];
    for (const row of features) result[row] = lost;
  });
  return { scores: result, definition: lossText };
}

const lossText =
  "score: the part of the discriminant criterion that is lost when the list ends before the feature";
const shareText = "score: the feature's share of the criteria in the round that dropped it";

/** Every feature, or function of one, as a row of samples, class after class. */
function openRows(
  kernels: Kernels,
  workspace: Workspace,
  data: Dataset,
  options: PrepareOptions,
  facts: ColumnFacts,
  { order }: ByClass,
) {
  const passing = kernels.workspace();
  try {
    const { values, ...opened } = openValues(kernels, passing, data, { ...options, scatter: "sum" }, facts);
    if (!options.standardize) requireSquares(opened);
    const rows = workspace.matrix(values.columns, values.rows);
    transpose(values, order, upTo(values.columns), rows);
    return { ...opened, values: rows };
  } finally {
    passing.release();
  }
}

/** The scatter of samples that lie class after class: T has 1/√n_k in the rows of class k, each times the root of its weight. */
async function scatterOf(
  kernels: Kernels,
  workspace: Workspace,
  rows: SampleRows,
  { starts, weights }: ByClass,
): Promise<Scatter> {
  const n = rows.samples;
  const roots = new Float64Array(n);
  const targets = workspace.matrix(n, weights.length);
  weights.forEach((weight, k) => {
    roots.fill(Math.sqrt(weight), starts[k], starts[k + 1]);
    for (let i = starts[k]; i < starts[k + 1]; i++)
      targets.set(i, k, 1 / Math.sqrt(starts[k + 1] - starts[k]));
  });
  const isWeighted = weights.some((weight) => weight !== 1);
  const timesRoots = (block: Matrix): Matrix => {
    if (isWeighted)
      for (let i = 0; i < n; i++)
        for (let j = 0; j < block.columns; j++) block.set(i, j, roots[i] * block.get(i, j));
    return block;
  };
  const between = workspace.matrix(rows.left, weights.length);
  await multiplyRows(kernels, rows, timesRoots(targets.copy()), between);
  const left = () => rows.values!.block(0, 0, rows.left, n);
  return {
    between,
    samples: n,
    remaining: () => rows.remaining,
    total(out) {
      const own = kernels.workspace();
      try {
        const weighted = isWeighted ? own.matrix(rows.left, n) : left();
        if (isWeighted) {
          weighted.data.set(left().copy().data);
          timesRoots(weighted.transposed());
        }
        kernels.syrk(1, weighted, 0, out);
      } finally {
        own.release();
      }
    },
    wide: {
      targets: withoutMean(targets, roots),
      gram(out) {
        if (rows.gram) out.data.set(rows.gram.data.subarray(rows.gram.offset, rows.gram.offset + n * n));
        else kernels.syrk(1, left().transposed(), 0, out);
        if (isWeighted) timesRoots(timesRoots(out).transposed());
      },
      async backToFeatures(block) {
        const result = Matrix.zeros(rows.left, block.columns);
        await multiplyRows(kernels, rows, timesRoots(block), result);
        return result;
      },
    },
  };
}

/** out ← X·B, one row for each feature that is left. */
async function multiplyRows(kernels: Kernels, rows: SampleRows, b: Matrix, out: Matrix): Promise<void> {
  for await (const block of rows.blocks(rows.left)) {
    const { values, first, listed } = block;
    const product = listed
      ? Matrix.zeros(values.rows, b.columns)
      : out.block(first, 0, values.rows, b.columns);
    kernels.gemm(1, values, b, 0, product);
    if (listed)
      for (let i = 0; i < values.rows; i++)
        for (let j = 0; j < b.columns; j++) out.set(rowIn(block, i), j, product.get(i, j));
  }
}

/** What of the targets is not along the roots of the weights, which centred samples take to zero anyway. */
export function withoutMean(targets: Matrix, roots: Float64Array): Matrix {
  const size = roots.reduce((sum, root) => sum + root * root, 0);
  for (let k = 0; k < targets.columns; k++) {
    let along = 0;
    for (let i = 0; i < targets.rows; i++) along += roots[i] * targets.get(i, k);
    for (let i = 0; i < targets.rows; i++) targets.set(i, k, targets.get(i, k) - (along / size) * roots[i]);
  }
  return targets;
}
