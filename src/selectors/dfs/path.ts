import { type Json, withJson } from "../../core/json.js";
import { type Notice, notice } from "../../core/notice.js";
import { plural, shortList } from "../../core/text.js";
import { type DataSummary, summaryOf } from "../../data/data-summary.js";
import { type DataInput, type DataInputOptions, type Dataset, toDataset } from "../../data/dataset.js";
import { requireSelectable } from "../../data/require-selectable.js";
import type { ClassWeight } from "../../models/class-weight.js";
import { version } from "../../version.js";
import { type RunOptions, withContext } from "../run-context.js";
import { columnContext, firstMentions, type MethodView, perFeature, viewFor } from "../score-prepared.js";
import type { SelectorContext } from "../selector.js";
import { supportOf, withinRank } from "./certificate.js";
import { checkGrid } from "./check-grid.js";
import { descend } from "./descend.js";
import type { Fit, FitOptions } from "./fit.js";
import { type DfsOptions, forTargets, seenAs } from "./options.js";
import { evaluateObjective } from "./penalty.js";
import { type Prepared, prepareDataset } from "./prepare.js";
import { byNorm, columnsOf, orderOfAll, overColumns, smoothing } from "./score.js";

/** What {@link path} takes: the grid, options of `dfs` other than gamma and p, and how to run. */
export interface PathOptions extends RunOptions, DataInputOptions {
  /** In rising order; {@link defaultGammas} where not given. */
  gammas?: readonly number[];
  /** 1 where not given. */
  ps?: readonly number[];
  l?: number;
  alpha?: number;
  zeta?: number;
  maxIterations?: number;
  tolerance?: number;
  solver?: "auto" | "tall" | "wide";
  /** Sums where gammas are given, as in the paper; else means. */
  scatter?: "sum" | "mean";
  standardize?: boolean;
  kernel?: "linear" | "additive";
  basis?: number;
  classWeight?: ClassWeight;
}

/** One fit of a path. */
export interface PathPoint {
  readonly gamma: number;
  readonly p: number;
  /** ‖aⁱ‖₂ of every feature of the data; with the additive kernel ‖A_g‖/√|g| over the functions of the feature. */
  readonly norms: Float64Array;
  /** All features, best first: exact copies stand behind all others, constant features last. */
  readonly order: Int32Array;
  /** Features above a thousandth of the largest. */
  readonly support: number;
  /** −tr(AᵀSbA) + γ·Σ‖aⁱ‖^p. */
  readonly objective: number;
  /** The same with ζ, which is what the solver lowers. */
  readonly smoothed: number;
  readonly iterations: number;
  readonly converged: boolean;
  /** Whether the point was reached from its neighbour or from nothing, which was better. */
  readonly start: "warm" | "cold";
}

/** What {@link path} gives: plain data, and its JSON form. */
export interface Path extends PathData {
  toJSON(): PathJson;
}

/** A {@link Path} in JSON. */
export type PathJson = Json<PathData>;

/** All points, p by p in the order given, γ rising. */
export interface PathData {
  readonly schema: "salience/path@1";
  readonly data: DataSummary;
  readonly featureNames: readonly string[];
  readonly gammas: readonly number[];
  readonly ps: readonly number[];
  readonly l: number;
  readonly alpha: number;
  readonly scatter: "sum" | "mean";
  readonly points: readonly PathPoint[];
  readonly notices: readonly Notice[];
  readonly seconds: number;
  readonly version: string;
}

/** The γ of a path where none are given, for mean scatter matrices. */
export const defaultGammas: readonly number[] = [1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1];

/** A point whose support is smaller than this part of its start's has moved far, and is compared with a fit from nothing. */
const movedFar = 0.7;
/** For p < 1, so many points after the last comparison there is another one in any case. */
const checkEvery = 4;
/** Steps after which a fit from nothing must be better than the warm one to be carried on. */
const trialIterations = 40;
/** A warm point that is worse than the cold one by more than this part of the objective's size is replaced. */
const worse = 0.005;

/**
 * The whole γ × p grid. γ rises along each p, the largest p comes first, and every fit begins from its better neighbour:
 * the one at the last γ or the one at the last p. Warm starts can stick, so where a point has moved far, and for p < 1 now
 * and then, it is fitted from nothing too, and the better one is kept.
 */
export async function path(input: DataInput, given: PathOptions = {}): Promise<Path> {
  const started = performance.now();
  const {
    target,
    gammas = defaultGammas,
    ps = [1],
    seed,
    kernels,
    threads,
    onProgress,
    signal,
    ...own
  } = given;
  const data = toDataset(input, { target });
  const { options, scatter } = checkGrid(own, gammas, ps, given.gammas !== undefined);
  requireSelectable(data, true);
  const view = viewFor(takesCategories, { data, influences: 0 });
  const run = { seed, kernels, threads, onProgress, signal };
  const walked = await withContext(run, 1, (context) =>
    walkPathOver(view, { ...options, scatter }, gammas, ps, context),
  );
  const { featureNames } = data;
  const notices = [...data.notices, ...view.notices];
  return pathOf({ data: summaryOf(data), featureNames, gammas, ps, scatter, ...walked, notices }, started);
}

/** A path from what was found. */
export const pathOf = (parts: Omit<PathData, "schema" | "seconds" | "version">, started: number): Path =>
  withJson<PathData>({
    schema: "salience/path@1",
    ...parts,
    notices: [...parts.notices, ...unsettled(parts.points)],
    seconds: (performance.now() - started) / 1000,
    version,
  });

const takesCategories = {
  title: "The path of Discriminative Feature Selection",
  categories: "parts",
} as const;

/** Fits the grid; γ must rise. Points are over features, whatever columns stand for them. */
async function walkPathOver(
  view: MethodView,
  options: GridOptions,
  gammas: readonly number[],
  ps: readonly number[],
  context: SelectorContext,
): Promise<Walked> {
  const { data, featureOf, filled } = view;
  if (!featureOf) return walkPath(data, options, gammas, ps, context);
  const walked = await walkPath(data, options, gammas, ps, columnContext(context, featureOf));
  return overFeatures(walked, featureOf, filled.features);
}

/** What a walk over the columns of features says of the features. */
export function overFeatures({ points, ...rest }: Walked, featureOf: Int32Array, features: number): Walked {
  return {
    ...rest,
    points: points.map((point) => ({
      ...point,
      norms: perFeature(point.norms, featureOf, features),
      order: firstMentions(point.order, featureOf, features),
    })),
  };
}

/** What a walk gives. */
export type Walked = Pick<Path, "l" | "alpha" | "points">;

type GridOptions = DfsOptions & { readonly scatter: "sum" | "mean" };

/** Fits the grid over the columns of complete data; γ must rise. */
export async function walkPath(
  data: Dataset,
  given: GridOptions,
  gammas: readonly number[],
  ps: readonly number[],
  context: SelectorContext,
): Promise<Walked> {
  const options = forTargets(data, given);
  const prepared = prepareDataset(await context.kernels(), data, seenAs(options), context);
  return walkPrepared(prepared, data.features, options, gammas, ps, context);
}

/** Fits the grid over what was made ready of so many columns, and gives its memory back. */
export async function walkPrepared(
  prepared: Prepared,
  features: number,
  options: DfsOptions,
  gammas: readonly number[],
  ps: readonly number[],
  context: SelectorContext,
): Promise<Walked> {
  try {
    const most = columnsOf(prepared, options.l, prepared.columns.length);
    const walker = await withinRank(most, options.l !== null, async (l) => {
      const walking = new Walker(prepared, { ...options, l }, context, ps.length * gammas.length);
      // From one p to a smaller one the solution changes less than from nothing, so the largest p comes first.
      for (const p of [...ps].sort((a, b) => b - a)) await walking.walk(p, gammas);
      return walking;
    });
    const { l, alpha } = walker.base;
    const points = ps.flatMap((p) => walker.points.filter((point) => point.p === p));
    const overAll = points.map((point) => ({
      ...point,
      order: orderOfAll(byNorm(point.norms), prepared, features),
      norms: overColumns(prepared, point.norms, features),
    }));
    return { l, alpha, points: overAll };
  } finally {
    prepared.workspace.release();
  }
}

function unsettled(points: readonly PathPoint[]): Notice[] {
  const ended = points.filter(({ converged }) => !converged);
  if (ended.length === 0) return [];
  const places = ended.map(({ gamma, p }) => `γ = ${gamma}, p = ${p}`);
  return [
    notice(
      "warning",
      "method",
      `${plural(ended.length, "fit was", "fits were")} stopped at the iteration limit, so the features may still change: ${shortList(places)}`,
      { count: ended.length },
      [{ action: "allow more iterations", option: "maxIterations" }],
    ),
  ];
}

class Walker {
  /** Norms of the features worked on. */
  readonly points: Omit<PathPoint, "order">[] = [];
  readonly base: Omit<FitOptions, "gamma" | "p">;

  constructor(
    private readonly prepared: Prepared,
    options: DfsOptions & { readonly l: number },
    private readonly context: SelectorContext,
    private readonly total: number,
  ) {
    this.base = {
      l: options.l,
      alpha: options.alpha ?? 0,
      zeta: smoothing(prepared, options),
      maxIterations: options.maxIterations,
      tolerance: options.tolerance,
    };
  }

  /** The fits of the last p, by γ. */
  private above: Fit[] = [];

  async walk(p: number, gammas: readonly number[]): Promise<void> {
    const row: Fit[] = [];
    let sinceCheck = 0;
    for (const [at, gamma] of gammas.entries()) {
      const settings = { ...this.base, gamma, p };
      const neighbour = this.betterStart([row[at - 1], this.above[at]], settings);
      const warm = neighbour && (await this.fit({ ...settings, hurry: true }, neighbour.warm));
      sinceCheck++;
      let better = warm ?? (await this.fit(settings, this.context.random.fork("path")));
      if (neighbour && warm) {
        const moved = this.support(warm) < movedFar * this.support(neighbour);
        if (moved || (p < 1 && sinceCheck >= checkEvery)) {
          better = (await this.betterFromNothing(settings, warm)) ?? warm;
          sinceCheck = 0;
        }
      }
      const { blocks } = this.prepared.problem;
      this.points.push({
        gamma,
        p,
        norms: blocks ? blocks.overRows(blocks.strengths(better.norms)) : better.norms,
        support: this.support(better),
        objective: better.value.plain,
        smoothed: better.value.smoothed,
        iterations: better.objective.length,
        converged: better.converged,
        start: better === warm ? "warm" : "cold",
      });
      row.push(better);
    }
    this.above = row;
  }

  /** A fit that begins from nothing, if it is better than the warm one; it is given up when it does not look so. */
  private async betterFromNothing(settings: FitOptions, warm: Fit): Promise<Fit | null> {
    const goal = warm.value.plain - worse * warm.value.size;
    // tr(AᵀSbA) ≤ tr(AᵀSA) = l, so no fit gets below −l.
    if (goal <= -settings.l) return null;
    const first = Math.min(trialIterations, settings.maxIterations);
    const random = this.context.random.fork("path");
    const trial = await this.fit({ ...settings, maxIterations: first, rough: true, goal }, random);
    if (trial.value.plain >= goal) return null;
    if (trial.converged || first === settings.maxIterations) return trial;
    const rest = { ...settings, maxIterations: settings.maxIterations - first, hurry: true };
    const end = await this.fit(rest, trial.warm);
    return { ...end, objective: [...trial.objective, ...end.objective] };
  }

  /** Of the fits at the last γ and at the last p, the one that is the better answer here as it stands. */
  private betterStart(fits: readonly (Fit | undefined)[], settings: FitOptions): Fit | null {
    const { kernels, between, blocks } = this.prepared.problem;
    const here = (fit: Fit) =>
      evaluateObjective(kernels, between, fit.transformation, fit.norms, settings, 0, blocks).smoothed;
    return fits.reduce<Fit | null>(
      (best, fit) => (fit && (best === null || here(fit) < here(best)) ? fit : best),
      null,
    );
  }

  /** How many features are left. */
  private support({ norms }: Fit): number {
    const { blocks } = this.prepared.problem;
    return supportOf(blocks ? blocks.norms(norms) : norms);
  }

  private fit(settings: FitOptions, start: Parameters<typeof descend>[2]): Promise<Fit> {
    return descend(this.prepared.problem, settings, start, () =>
      this.context.progress(this.points.length / this.total),
    );
  }
}
