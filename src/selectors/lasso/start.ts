import type { Dataset } from "../../data/dataset.js";
import { classCounts } from "../../data/labels.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { SelectorContext } from "../selector.js";
import { binomialLoss, type Loss, multinomialLoss, squaredLoss } from "./loss.js";
import { type OpenedRows, openRows } from "./open-rows.js";
import type { LassoOptions } from "./options.js";
import type { PathRules } from "./path.js";
import { PenalizedFit } from "./penalized-fit.js";
import { SlopeSizes } from "./slope-sizes.js";

/** A path that is ready to be fitted. */
export interface StartedPath {
  readonly opened: OpenedRows;
  readonly fit: PenalizedFit;
  readonly slopes: SlopeSizes;
  readonly rules: PathRules;
}

/** Brings the data into kernel memory, at coefficients of 0. */
export function startPath(
  kernels: Kernels,
  workspace: Workspace,
  data: Dataset,
  options: LassoOptions,
  context: Pick<SelectorContext, "k" | "kept" | "blocks" | "costs" | "parts">,
): StartedPath {
  const opened = openRows(kernels, workspace, data, options, context);
  const { units } = opened;
  const fit = new PenalizedFit(kernels, workspace, opened, lossOf(kernels, workspace, data, opened.weights));
  const slopes = new SlopeSizes(kernels, workspace, fit.model, units.length);
  const kept = new Set(context.kept);
  const isKept = (place: number) => units[place].features.some((column) => kept.has(column));
  const keptBlocks = new Set(Array.from(kept, (column) => context.blocks?.of[column] ?? column)).size;
  const rules: PathRules = {
    l1Ratio: options.l1Ratio,
    lambdas: options.lambdas,
    lambdaMinRatio: options.lambdaMinRatio ?? (data.rows < opened.rows.rows - 1 ? 0.01 : 1e-4),
    // The pull of m unrelated columns grows with √m: the penalty of a unit does too.
    lengthFactors: Float64Array.from(units, ({ features, cost }) => cost * Math.sqrt(features.length)),
    squareFactors: Float64Array.from(units, ({ cost }) => cost),
    wanted: (context.blocks?.wanted ?? context.k) - keptBlocks,
    counts: (place) => !isKept(place),
    // With one output glmnet's usual one. With several, steps go by a bound of the curvature and are shorter.
    tolerance: options.tolerance ?? (fit.model.slopes.rows === 1 ? 1e-7 : 1e-10),
    maxIterations: options.maxIterations,
  };
  return { opened, fit, slopes, rules };
}

function lossOf(kernels: Kernels, workspace: Workspace, data: Dataset, weights: Float64Array): Loss {
  if (data.targets) return squaredLoss(standardised(data.targets), weights);
  const counts = classCounts(data.labels!);
  const present = Array.from(counts.keys()).filter((code) => counts[code] > 0);
  const codes = data.labels!.codes.map((code) => present.indexOf(code));
  return present.length === 2
    ? binomialLoss(kernels, workspace, codes, weights)
    : multinomialLoss(kernels, codes, weights, present.length);
}

/** Mean 0, standard deviation (of n) 1. */
function standardised(target: Float64Array): Float64Array {
  // As parts of the largest one, so that squares stay finite.
  const largest = target.reduce((most, y) => Math.max(most, Math.abs(y)), 0);
  const parts = target.map((y) => y / largest);
  const mean = parts.reduce((sum, y) => sum + y, 0) / parts.length;
  const centred = parts.map((y) => y - mean);
  const deviation = Math.sqrt(centred.reduce((sum, y) => sum + y * y, 0) / parts.length);
  return centred.map((y) => y / deviation);
}
