import { completeOptions } from "../core/option.js";
import type { Dataset } from "../data/dataset.js";
import { rankAlongPath } from "../experiment/rank-features.js";
import type { TaskContext } from "../experiment/task.js";
import { Random } from "../numeric/random.js";
import { supportOf } from "../selectors/dfs/certificate.js";
import { descend } from "../selectors/dfs/descend.js";
import { type DfsOptions, dfsOptions, seenAs } from "../selectors/dfs/options.js";
import { prepareDataset } from "../selectors/dfs/prepare.js";
import { columnsOf } from "../selectors/dfs/score.js";
import { constantFeatures, rank } from "../selectors/rank.js";
import { findSelector } from "../selectors/registry.js";
import { selectWith } from "../selectors/select.js";
import type { Curve, CurveTask } from "./curve-task.js";

/** A ranking for some ks, as many columns as the largest of them, and what is known of how it came about. */
export interface CurveRanking extends Pick<Curve, "gamma" | "support" | "trace" | "chosen" | "seconds"> {
  readonly ks: readonly number[];
  readonly columns: Int32Array;
}

/**
 * The rankings of a curve task, one list for each of its curves; a list has several where the method chooses differently
 * for each k. The data holds the task's rows and what the method is to see of them.
 */
export async function rankForCurves(
  seen: Dataset,
  task: CurveTask,
  context: TaskContext,
): Promise<CurveRanking[][]> {
  const { steps } = task;
  if (task.selection.path) {
    const points = await rankAlongPath(seen, task.selection, task.ks, context);
    return points.map(({ place, ...ranking }) => [{ ...ranking, gamma: place?.gamma }]);
  }
  if (steps !== undefined) return [[await followSteps(seen, task, steps, context)]];
  const { method, options, keep, exclude, seed } = task.selection;
  const again = findSelector(method).dependsOnK?.(options) ?? false;
  const wanted = again ? task.ks.map((k) => [k]) : [task.ks];
  const rankings: CurveRanking[] = [];
  for (const ks of wanted) {
    const k = ks[ks.length - 1];
    const started = performance.now();
    const { ranking, trace, chosen, certificate } = await selectWith(seen, {
      ...{ method, options, keep, exclude, k, seed, kernels: context.kernels, signal: context.signal },
    });
    rankings.push({
      ks,
      columns: ranking.slice(0, k),
      seconds: (performance.now() - started) / 1000,
      ...(trace && { trace }),
      ...(chosen && { chosen }),
      ...(typeof certificate?.support === "number" && { support: certificate.support }),
    });
    await context.progress(rankings.length / wanted.length);
  }
  return [rankings];
}

/** The paper's steps, one after another from its own start, without looking for a better one. */
async function followSteps(
  seen: Dataset,
  { selection, ks }: CurveTask,
  steps: number,
  { kernels, progress }: TaskContext,
): Promise<CurveRanking> {
  const options = dfsOptionsOf(selection.options);
  const started = performance.now();
  const prepared = prepareDataset(kernels, seen, seenAs(options));
  try {
    const fit = await descend(
      prepared.problem,
      {
        gamma: options.gamma ?? 1,
        p: options.p ?? 1,
        l: columnsOf(prepared, options.l, prepared.columns.length),
        alpha: options.alpha ?? 0,
        zeta: options.zeta,
        maxIterations: steps,
        tolerance: 0,
      },
      new Random(selection.seed),
      progress,
    );
    const norms = new Float64Array(seen.features);
    prepared.columns.forEach((column, i) => {
      norms[column] = fit.norms[i];
    });
    const { objective, divergence } = fit;
    return {
      ks,
      columns: rank(norms, "larger", constantFeatures(seen)).slice(0, ks[ks.length - 1]),
      support: supportOf(fit.norms),
      trace: { objective, divergence, iterations: objective.length, converged: fit.converged },
      seconds: (performance.now() - started) / 1000,
    };
  } finally {
    prepared.workspace.release();
  }
}

const dfsOptionsOf = (options: Readonly<Record<string, unknown>>) =>
  completeOptions("dfs", dfsOptions, options) as DfsOptions;
