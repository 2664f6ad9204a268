import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import type { Dataset } from "../../data/dataset.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { sampleWeights } from "../../models/class-weight.js";
import type { Matrix } from "../../numeric/matrix.js";
import { Blocks } from "../dfs/penalty.js";
import { betweenScatter, splitByClass } from "../dfs/prepare.js";
import { columnsOf } from "../dfs/score.js";
import { openSamples, type Samples, standardise } from "../samples.js";
import type { SelectorContext } from "../selector.js";
import type { LdfsOptions } from "./options.js";

/** Sw, as the samples less their class means, W with Sw = WᵀW, or as itself where there are no fewer samples than features. */
export type Scatter = { readonly samples: Matrix } | { readonly within: Matrix };

/** Data made ready for the solver. Scatter matrices are means, so that γ and α mean the same on a fold as on all data. */
export interface Prepared extends Omit<Samples, "values"> {
  readonly kernels: Kernels;
  readonly scatter: Scatter;
  /** B with Sb = BᵀB, one row per class. */
  readonly between: Matrix;
  readonly alpha: number;
  /** Features that are kept or dropped as one, each weighted by the root of its size. */
  readonly blocks: Blocks | undefined;
  /** Columns of A, as far as the sizes of the data allow. */
  readonly l: number;
}

/** A tenth of the mean variance: enough to invert Sw with few samples, little enough to see what features do together. */
const shrinkage = 0.1;

/** Centres, scales and splits a dataset. At most `limit` directions; `pause` is called between the parts of the work. */
export async function prepare(
  kernels: Kernels,
  workspace: Workspace,
  data: Dataset,
  options: Pick<LdfsOptions, "standardize" | "alpha" | "l"> & Partial<Pick<LdfsOptions, "classWeight">>,
  limit: number,
  pause: () => Promise<void>,
  { parts, blocks }: Pick<SelectorContext, "parts" | "blocks"> = {},
): Promise<Prepared> {
  const { standardize, alpha, l, classWeight = "none" } = options;
  const labels = data.labels!;
  const { values, ...rest } = openSamples(kernels, workspace, data, {
    standardize,
    divisor: Math.sqrt(data.rows),
    weights: sampleWeights(labels, classWeight),
    parts,
  });
  await pause();
  const { means, masses } = splitByClass(values, labels, classWeight);
  const between = betweenScatter(workspace, means, masses);
  await pause();
  const classes = masses.filter((n) => n > 0).length;
  const size = { classes, rows: data.rows, columns: rest.columns };
  if (alpha === 0 && data.rows - classes < values.columns)
    throw new InputError(
      "option-value",
      `${optionName("alpha")} must be above 0 for ${values.columns} features and ${data.rows} rows, where the scatter inside the classes has no inverse; 0 was given`,
    );
  return {
    ...rest,
    kernels,
    scatter: scatterOf(kernels, workspace, values),
    between,
    blocks: blocks && Blocks.weighted(rest.columns.map((column) => blocks.of[column])),
    alpha: alpha ?? shrinkage * (standardize ? 1 : meanOf(rest.variances)),
    l: columnsOf(size, l, limit),
  };
}

/** Sw is only formed where it is no larger than the samples. */
function scatterOf(kernels: Kernels, workspace: Workspace, samples: Matrix): Scatter {
  if (samples.rows < samples.columns) return { samples };
  const within = workspace.matrix(samples.columns, samples.columns);
  kernels.syrk(1, samples.transposed(), 0, within);
  return { within };
}

function meanOf(variances: Float64Array): number {
  const mean = variances.reduce((sum, x) => sum + x / variances.length, 0);
  if (!(mean > 0 && mean < Number.POSITIVE_INFINITY))
    throw new InputError("unusable-data", "the features' variances are too large or too small to work with", {
      remedies: [standardise],
    });
  return mean;
}
