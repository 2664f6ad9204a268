import type { WideColumns } from "../../data/wide/wide-columns.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { type ClassWeight, sampleWeights } from "../../models/class-weight.js";
import { upTo } from "../../numeric/up-to.js";
import type { ByClass } from "../recursion/by-class.js";
import { StreamedRows } from "../recursion/streamed-rows.js";
import { distinctOf, requireFeatures, type Samples } from "../samples.js";
import type { Scored, SelectorContext, WideScored } from "../selector.js";
import { planStreaming } from "./memory-plan.js";
import { type OpenedColumns, openColumns } from "./open-columns.js";
import { PreparedColumns } from "./prepared-columns.js";

/** How a recursion sees columns. */
export interface StreamedOptions {
  readonly standardize: boolean;
  readonly classWeight: ClassWeight;
  readonly samples: ByClass;
  readonly costs?: Float64Array;
  /** Whether exact copies take part, as features named by their columns; else features are named by their places in `opened`. */
  readonly withCopies?: boolean;
}

/** Features × samples that are streamed, and what the recursion on them gets. */
export interface Streamed {
  readonly rows: StreamedRows;
  readonly workspace: Workspace;
  readonly opened: Omit<Samples, "values">;
  /** With a progress that goes on where reading has ended. */
  readonly context: SelectorContext;
}

/** The part of the progress that reading and the first Gram matrix take. */
const opening = 0.3;

/** Opens columns for a recursion, runs it, and leaves nothing behind. */
export async function withStreamedRows(
  kernels: Kernels,
  wide: WideColumns,
  options: StreamedOptions,
  context: SelectorContext,
  run: (streamed: Streamed) => Promise<Scored>,
): Promise<WideScored> {
  const { standardize, classWeight, samples, costs } = options;
  let reached = 0;
  const progress = (fraction: number) => {
    reached = fraction;
    return context.progress(fraction);
  };
  const weights = sampleWeights(wide.facts.labels!, classWeight);
  const how = { standardize, weights, order: samples.order };
  const columns = await openColumns(kernels, wide, how, (done) => progress(0.5 * opening * done));
  const workspace = kernels.workspace();
  let rows: StreamedRows | null = null;
  try {
    const distinct = distinctOf(columns.constant, columns.duplicates, { costs });
    const varying = upTo(wide.facts.features).filter((j) => columns.constant[j] === 0);
    requireFeatures(varying.length);
    const stored = new PreparedColumns(
      columns.raw,
      columns,
      options.withCopies ? undefined : distinct.columns,
    );
    rows = await StreamedRows.open(
      kernels,
      workspace,
      stored,
      options.withCopies ? varying : upTo(distinct.columns.length),
      planStreaming(wide.facts, wide.memory),
      () => context.progress(reached),
    );
    await progress(opening);
    const scored = await run({
      rows,
      workspace,
      opened: { ...distinct, ...momentsOf(columns, distinct.columns) },
      context: { ...context, progress: (done) => progress(opening + (1 - opening) * done) },
    });
    return { scored, constant: columns.constant, notices: columns.gaps.notices() };
  } finally {
    rows?.release();
    workspace.release();
    columns.close();
  }
}

/** Means, scales and variances of these columns, in the unit of the data. */
function momentsOf({ means, scales, variances, units }: OpenedColumns, columns: Int32Array) {
  const unit = (j: number) => units?.[j] ?? 1;
  return {
    means: Float64Array.from(columns, (j) => means[j] * unit(j)),
    scales: Float64Array.from(columns, (j) => scales[j] * unit(j)),
    variances: Float64Array.from(columns, (j) => variances[j]),
  };
}
