import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import { checkOption } from "../../core/option.js";
import type { Dataset } from "../../data/dataset.js";
import type { Kernels } from "../../kernels/kernels.js";
import { lda } from "../../models/lda.js";
import type { LinearMap } from "../../models/linear-map.js";
import { Matrix } from "../../numeric/matrix.js";
import type { Scored, SelectorContext } from "../selector.js";
import { certify, withinRank } from "./certificate.js";
import { descend } from "./descend.js";
import type { Fit, FitOptions, Problem } from "./fit.js";
import { fitLiterally } from "./literal.js";
import type { DfsOptions } from "./options.js";
import { Blocks, rowNorms } from "./penalty.js";
import type { Prepared } from "./prepare.js";
import { solve } from "./solve.js";
import type { TargetGround } from "./target-k.js";

/** Scores over the features worked on; those of the data are {@link overAllFeatures}. */
export interface PartScored extends Omit<Scored, "map"> {
  /** A, one row per feature worked on. */
  readonly transformation: Matrix;
}

/** One fit with the given γ: the paper's setting unless said otherwise. */
export async function scoreByGamma(
  prepared: Prepared,
  given: DfsOptions,
  context: SelectorContext,
): Promise<PartScored> {
  const { problem } = prepared;
  const literal = given.solver === "literal";
  const p = given.p ?? 1;
  const settings = {
    gamma: given.gamma!,
    p,
    // For p < 1 rows vanish, and what is foreseen of their weights is far off.
    steady: p >= 1,
    alpha: given.alpha ?? 0,
    zeta: smoothing(prepared, given),
    maxIterations: given.maxIterations,
    tolerance: given.tolerance,
  };
  const most = columnsOf(prepared, given.l, prepared.columns.length);
  const { solution, options } = await withinRank(most, given.l !== null, async (l) => {
    const tried: FitOptions = { ...settings, l };
    const found = literal
      ? { ...(await fitLiterally(problem, tried, context.progress)), start: "direct" }
      : await solve(problem, tried, context.random, context.progress);
    return { solution: found, options: tried };
  });
  return {
    ...scoresOf(solution.norms, prepared, problem.blocks, context),
    ...evidence(problem, solution, options),
    chosen: {
      solver: literal ? "literal" : problem.within.form,
      p: options.p,
      l: options.l,
      alpha: options.alpha,
      start: solution.start,
      ...basisOf(prepared),
      why: "gamma was given",
    },
  };
}

/** Target-k mode needs more than the literal solver can give. */
export function refuseLiteral({ solver }: DfsOptions): void {
  if (solver !== "literal") return;
  throw new InputError(
    "options-conflict",
    `the literal ${optionName("solver")} needs ${optionName("gamma")}`,
    {
      remedies: [
        { action: "set the weight of the penalty", option: "gamma" },
        { action: "leave the choice to the method", option: "solver", value: "auto" },
      ],
    },
  );
}

/** How many features are wanted, or blocks of them. */
export const wantedOf = (
  { columns }: Pick<Prepared, "columns">,
  blocks: Blocks | undefined,
  context: SelectorContext,
): number => Math.min(context.blocks?.wanted ?? context.k, blocks?.count ?? columns.length);

/** Target-k mode: the user says how many features, the method finds the rest. */
export async function scoreByTarget(
  kernels: Kernels,
  ground: TargetGround,
  given: DfsOptions,
  context: SelectorContext,
): Promise<PartScored> {
  const { blocks, defaults } = ground;
  const wanted = wantedOf(ground, blocks, context);
  const zeta = smoothing(ground, given);
  const most = columnsOf(ground, given.l, ground.mostColumns);
  const p = given.p ?? defaults.p;
  const found = await withinRank(most, given.l !== null, (l) =>
    ground.search({ k: wanted, p, l, alpha: given.alpha, zeta }, context, (done) =>
      context.progress(0.9 * done),
    ),
  );
  const { order, gamma, alpha, why } = found;
  // A fit of the picked features alone gives the transformation, its trace and its certificate.
  const k = blocks ? rowsIn(order, blocks, wanted) : wanted;
  const picked = order.slice(0, k).sort();
  const workspace = kernels.workspace();
  try {
    const part = ground.restrict(picked, workspace);
    const { solution, options } = await withinRank(Math.min(most, k), given.l !== null, async (l) => {
      const { maxIterations, tolerance } = given;
      const tried: FitOptions = { gamma, p, l, alpha, zeta, maxIterations, tolerance };
      const fitted = await descend(part, tried, context.random, (done) => context.progress(0.9 + 0.1 * done));
      return { solution: fitted, options: tried };
    });
    const scored = ground.rescore?.(part, picked, found) ?? { scores: found.scores };
    const evident = evidence(part, solution, options);
    const transformation = Matrix.zeros(ground.columns.length, options.l);
    picked.forEach((row, i) => {
      for (let j = 0; j < options.l; j++) transformation.set(row, j, evident.transformation.get(i, j));
    });
    const chosen = {
      elimination: given.elimination,
      gamma,
      p: options.p,
      l: options.l,
      alpha: options.alpha,
      ...basisOf(ground),
      why,
    };
    const shares = blocks && context.blocks && blockShares(rowNorms(transformation), blocks, ground);
    return { ...evident, ...scored, ...(shares && { shares }), order, transformation, chosen };
  } finally {
    workspace.release();
  }
}

/** How many functions a feature has at most, where it has been expanded. */
function basisOf({ curves }: Pick<Prepared, "curves">): { basis?: number } {
  return curves ? { basis: curves.reduce((most, { knots }) => Math.max(most, knots.length - 1), 0) } : {};
}

/** Row norms as scores; the rows of a block share its strength, and its features rank among each other by their own. */
function scoresOf(
  norms: Float64Array,
  prepared: Pick<Prepared, "columns" | "curves">,
  blocks: Blocks | undefined,
  context: SelectorContext,
): Pick<PartScored, "scores" | "shares" | "order"> {
  if (!blocks) return { scores: norms };
  const scores = blocks.overRows(blocks.strengths(norms));
  const own = featureNorms(prepared, norms);
  const order = Int32Array.from(norms.keys()).sort(
    (a, b) => scores[b] - scores[a] || blocks.of[a] - blocks.of[b] || own[b] - own[a] || a - b,
  );
  return { scores, order, ...(context.blocks && { shares: blockShares(norms, blocks, prepared) }) };
}

/** For each row the norm of its feature, over all functions of it. */
export function featureNorms(
  { columns, curves }: Pick<Prepared, "columns" | "curves">,
  norms: Float64Array,
): Float64Array {
  if (!curves) return norms;
  const squares = new Map<number, number>();
  columns.forEach((column, i) => {
    squares.set(column, (squares.get(column) ?? 0) + norms[i] * norms[i]);
  });
  return Float64Array.from(columns, (column) => Math.sqrt(squares.get(column)!));
}

/** For each row how much of its block's squared norm its feature carries; equal shares where the block has vanished. */
function blockShares(
  norms: Float64Array,
  blocks: Blocks,
  prepared: Pick<Prepared, "columns" | "curves">,
): Float64Array {
  const whole = blocks.norms(norms);
  const own = featureNorms(prepared, norms);
  const members = whole.map(() => 0);
  const counted = new Set<number>();
  prepared.columns.forEach((column, i) => {
    if (counted.has(column)) return;
    counted.add(column);
    members[blocks.of[i]]++;
  });
  return own.map((norm, i) => {
    const block = blocks.of[i];
    return whole[block] > 0 ? (norm / whole[block]) * (norm / whole[block]) : 1 / members[block];
  });
}

/** How many rows the first blocks of an order hold. */
function rowsIn(order: Int32Array, { of }: Blocks, wanted: number): number {
  const seen = new Set<number>();
  const end = order.findIndex((i) => seen.add(of[i]).size > wanted);
  return end < 0 ? order.length : end;
}

/** γ = 0 leaves plain discriminant analysis, which is solved in the range of the total scatter. */
export function scoreByLda(
  data: Dataset,
  kernels: Kernels,
  given: DfsOptions,
  context: SelectorContext,
): Scored {
  const { l, standardize, classWeight } = given;
  const map = lda(data, kernels, { l: l ?? undefined, standardize, classWeight });
  const norms = rowNorms(map.weights);
  const unitOf = context.blocks?.of ?? context.parts;
  const columns = Int32Array.from(norms.keys());
  return {
    ...scoresOf(norms, { columns }, unitOf && Blocks.weighted(unitOf), context),
    map,
    chosen: { l: map.weights.columns, why: "gamma = 0 is linear discriminant analysis" },
  };
}

/** Norms over the data's features: copies have that of the feature they repeat, constant features none. */
export function overColumns(
  { columns, copies }: Pick<Prepared, "columns" | "copies">,
  norms: Float64Array,
  features: number,
): Float64Array {
  const result = new Float64Array(features);
  columns.forEach((column, i) => {
    result[column] = norms[i];
  });
  for (const [copy, first] of copies) result[copy] = result[first];
  return result;
}

/** From the features worked on to those of the data: copies follow the feature they repeat, constant ones score 0. */
export function overAllFeatures(
  part: PartScored,
  prepared: Pick<Prepared, "columns" | "copies" | "means" | "scales" | "curves">,
  names: readonly string[],
): Scored {
  const { transformation, order, shares: partShares, ...scored } = part;
  const { columns, copies } = prepared;
  const scores = overColumns(prepared, part.scores, names.length);
  // What a copy says, the feature that it repeats has said.
  const shares = partShares && overColumns({ columns, copies: new Map() }, partShares, names.length);
  const rest = { ...scored, ...(shares && { shares }) };
  const map: LinearMap = {
    features: Array.from(columns, (column) => names[column]),
    means: prepared.means,
    scales: prepared.scales,
    weights: transformation,
    ...(prepared.curves && { curves: prepared.curves }),
  };
  if (copies.size === 0 && !order) return { ...rest, scores, map };
  return { ...rest, scores, map, order: orderOfAll(order ?? byNorm(part.scores), prepared, names.length) };
}

/** Rows from the largest norm to the smallest, ties by place. */
export const byNorm = (norms: Float64Array): Int32Array =>
  Int32Array.from(norms.keys()).sort((a, b) => norms[b] - norms[a] || a - b);

/**
 * All features of the data from the order of the rows: copies stand behind those worked on, constant features last. A feature
 * stands where its first function does.
 */
export function orderOfAll(
  order: Int32Array,
  { columns, copies }: Pick<Prepared, "columns" | "copies">,
  features: number,
): Int32Array {
  const listed = new Set(Array.from(order, (i) => columns[i]));
  const worked = Array.from(listed);
  const others = Array.from({ length: features }, (_, column) => column).filter(
    (column) => !listed.has(column),
  );
  const repeats = others.filter((column) => copies.has(column));
  // Copies add nothing that the first of them has not said, so they stand behind all others, in the same order.
  const place = new Map(worked.map((column, at) => [column, at]));
  repeats.sort((a, b) => place.get(copies.get(a)!)! - place.get(copies.get(b)!)! || a - b);
  return Int32Array.from([...worked, ...repeats, ...others.filter((column) => !copies.has(column))]);
}

function evidence(problem: Problem, solution: Fit, options: FitOptions) {
  return {
    transformation: solution.transformation,
    certificate: certify(problem, solution, options),
    trace: {
      objective: solution.objective,
      divergence: solution.divergence,
      iterations: solution.objective.length,
      converged: solution.converged,
    },
  };
}

/** How many columns A has: what was given, if that is allowed, else as many as can be. */
export function columnsOf(
  { classes, rows, columns }: Pick<Prepared, "classes" | "rows" | "columns">,
  given: number | null,
  limit: number,
): number {
  const most = Math.max(1, Math.min(classes - 1, rows - 1, columns.length, limit));
  if (given === null) return most;
  checkOption("l", { type: "number", integer: true, default: most, min: 1, max: most, help: "" }, given);
  return given;
}

/** ζ is meant for standardised features; for others it follows the scale of the row norms, one over the deviation. */
export function smoothing(
  { variances }: Pick<Prepared, "variances">,
  { zeta, standardize }: DfsOptions,
): number {
  if (standardize) return zeta;
  return zeta / variances.slice().sort()[Math.floor(variances.length / 2)];
}
