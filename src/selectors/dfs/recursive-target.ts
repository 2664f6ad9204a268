import type { Dataset } from "../../data/dataset.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { largestGram } from "../../models/svm/gram.js";
import { Matrix } from "../../numeric/matrix.js";
import { upTo } from "../../numeric/up-to.js";
import { type ByClass, byClass, transpose } from "../recursion/by-class.js";
import { Discriminant, type Scatter } from "../recursion/discriminant.js";
import { type Criterion, eliminate, type Remaining } from "../recursion/eliminate.js";
import { FeatureRows, type SampleRows } from "../recursion/feature-rows.js";
import { Machines } from "../recursion/machines.js";
import { RemainingFeatures } from "../recursion/remaining-features.js";
import { scatterOf } from "../recursion/sample-scatter.js";
import { unitsOf } from "../recursion/units.js";
import { requireSquares, type Samples } from "../samples.js";
import type { SelectorContext, Step } from "../selector.js";
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
import { scoreByLosses } from "./score-picked.js";
import { restrictProblem, type TargetGround, type TargetOptions, type TargetResult } from "./target-k.js";

/** The settings when nothing is said, by nested accuracy: docs/dfs.md has the tables. */
const defaults = { gamma: 0.03, p: 1, alpha: 0.2 } as const;
/**
 * α beside the margins while there are more features than samples. Directions then fit the samples whatever α is; with so much of it the
 * criterion says rather what each feature tells alone, which the margins do not know: docs/dfs.md has the tables.
 */
const alphaOfMany = 100;
/**
 * α once features are weighed by what the criterion loses: little, so that copies of a feature go before weaker features of another
 * kind. With costs it stays what it was: features that could stand in for each other then share what they say, and price decides.
 */
const alphaAtEnd = 0.01;
/** The parts of the features that a round drops while there are more than `slowFrom`, and after that. */
export const schedule = { dropRate: 0.1, slowRate: 0.03, slowFrom: 100 } as const;
/** What an error costs the machines whose margins are weighed. */
export const penaltyC = 1;

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
    alphaOfMany: unit * (alpha ?? (machines ? alphaOfMany : defaults.alpha)),
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
