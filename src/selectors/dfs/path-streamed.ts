import { requireClassSizes } from "../../data/require-selectable.js";
import type { RowSource } from "../../data/stream/row-source.js";
import { gatherMoments } from "../../models/gather-moments.js";
import type { Moments } from "../../models/moments.js";
import type { PartRunner } from "../../models/part-step.js";
import { dfs } from "../dfs.js";
import { withContext } from "../run-context.js";
import { columnContext } from "../score-prepared.js";
import { requireMoments, type StreamedSettings, summaryOf, withKernels } from "../select-streamed.js";
import { filledByMedians } from "../table-notices.js";
import { checkGrid } from "./check-grid.js";
import { seenAs } from "./options.js";
import { defaultGammas, overFeatures, type Path, type PathOptions, pathOf, walkPrepared } from "./path.js";
import { prepareMoments } from "./prepare.js";

/** The grid of `path` for a file whose rows are read in blocks. */
export async function pathStreamed(
  source: RowSource,
  given: Omit<PathOptions, "target"> & Pick<StreamedSettings, "missing"> = {},
  runner?: PartRunner,
): Promise<Path> {
  const started = performance.now();
  const {
    gammas = defaultGammas,
    ps = [1],
    seed,
    kernels,
    threads,
    onProgress,
    signal,
    missing,
    ...own
  } = given;
  const { options, scatter } = checkGrid(own, gammas, ps, given.gammas !== undefined);
  requireMoments(dfs, { ...options, gamma: 1 }, source);
  return withKernels({ kernels, threads }, async (made) => {
    const part = (from: number, to: number) =>
      onProgress && ((fraction: number) => onProgress(from + (to - from) * fraction));
    const gathered = await gatherMoments(source, made, {
      scatter: true,
      classWeight: options.classWeight,
      missing,
      runner,
      onProgress: part(0, 0.8),
    });
    const { featureNames, featureOf } = gathered;
    const moments = gathered.moments as Moments;
    requireClassSizes(moments.classes, moments.counts);
    const run = { seed, kernels: made, onProgress: part(0.8, 1), signal };
    const walked = await withContext(run, 1, async (context) => {
      const own = featureOf ? columnContext(context, featureOf) : context;
      const prepared = prepareMoments(made, moments, seenAs({ ...options, scatter }), own);
      const { length } = moments.featureNames;
      const found = await walkPrepared(prepared, length, { ...options, scatter }, gammas, ps, own);
      return featureOf ? overFeatures(found, featureOf, featureNames.length) : found;
    });
    const columns = featureNames.filter((_, j) => gathered.missing[j] > 0);
    const count = gathered.missing.reduce((sum, one) => sum + one, 0);
    const notices = [...gathered.notices, ...filledByMedians(gathered, columns, count, gathered.fills)];
    const data = summaryOf(source, gathered);
    return pathOf({ data, featureNames, gammas, ps, scatter, ...walked, notices }, started);
  });
}
