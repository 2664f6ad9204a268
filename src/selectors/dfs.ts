import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { bibtexEntry } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import type { WideColumns } from "../data/wide/wide-columns.js";
import { countDfs } from "./dfs/dfs-cost.js";
import { isMatrixFree, matrixFreeGround, requireFactor } from "./dfs/matrix-free-target.js";
import { type DfsOptions, dfsOptions, forTargets, gridCandidates, seenAs } from "./dfs/options.js";
import { walkPath } from "./dfs/path.js";
import { type Prepared, prepareDataset } from "./dfs/prepare.js";
import { groundOn, recursiveGround } from "./dfs/recursive-target.js";
import {
  featureNorms,
  overAllFeatures,
  overColumns,
  refuseLiteral,
  scoreByGamma,
  scoreByLda,
  scoreByTarget,
  wantedOf,
} from "./dfs/score.js";
import { dfsFromMoments } from "./dfs/score-moments.js";
import { oneShotGround } from "./dfs/target-k.js";
import { byClass } from "./recursion/by-class.js";
import { defineSelector, type Scored, type SelectorContext, type WideScored } from "./selector.js";
import { withStreamedRows } from "./wide/with-streamed-rows.js";

/**
 * Discriminative Feature Selection: discriminant analysis whose transformation has few rows that are not zero. A number to
 * predict is taken through slices, as in sliced inverse regression.
 */
export const dfs = defineSelector({
  name: "dfs",
  title: "Discriminative Feature Selection",
  summary: "Row norms of the transformation A that minimises −tr(AᵀSbA) + γ·Σ‖aⁱ‖^p under AᵀStA = I.",
  citation:
    "H. Tao, C. Hou, F. Nie, Y. Jiao, D. Yi: Effective Discriminative Feature Selection With Nontrivial Solution. IEEE Transactions on Neural Networks and Learning Systems 27(4), 796–808, 2016. Preprint: arXiv:1504.05408.",
  citedAs: "Tao et al., 2016",
  bibtex: bibtexEntry("article", "tao2016effective", {
    author: "Tao, Hong and Hou, Chenping and Nie, Feiping and Jiao, Yuanyuan and Yi, Dongyun",
    title: "Effective Discriminative Feature Selection With Nontrivial Solution",
    journal: "IEEE Transactions on Neural Networks and Learning Systems",
    volume: "27",
    number: "4",
    pages: "796--808",
    year: "2016",
    note: "Preprint: arXiv:1504.05408",
  }),
  supervised: true,
  targets: "continuous",
  direction: "larger",
  weighsBlocks: true,
  weighsCosts: true,
  categories: "parts",
  options: dfsOptions,
  candidates: [{ alpha: 0.05 }, { alpha: 1 }, ...gridCandidates],
  // The recursion drops features whatever k is; only the one-shot path ends where k are left.
  dependsOnK: ({ gamma, elimination }) => gamma === null && elimination === "one-shot",
  path: {
    along: ["gamma", "p"],
    pointOf: ({ gamma, p, solver }) =>
      gamma !== null && gamma > 0 && solver !== "literal" ? { gamma, p: p ?? 1 } : null,
    async fit(data, options, grid, context) {
      const rising = [...grid.gamma].sort((a, b) => a - b);
      // As with a given gamma, sums unless said otherwise.
      const seen = { ...options, scatter: options.scatter ?? "sum" } as const;
      const { points } = await walkPath(data, seen, rising, grid.p, context);
      return points.map(({ gamma, p, order, support }) => ({ place: { gamma, p }, order, support }));
    },
  },
  countsSharing: true,
  cost: (shape, options) => countDfs(shape, options),
  fromMoments: dfsFromMoments,
  async score(data, all, context) {
    const given = forTargets(data, all);
    const kernels = await context.kernels();
    const view = seenAs(given);
    const told = (scored: Scored) => withSlices(data, scored);
    if (given.gamma !== null || given.elimination !== "recursive") requireFactor(data, given);
    if (given.gamma === 0) {
      if (context.costs) throw nothingToWeigh();
      return told(scoreByLda(data, kernels, given, context));
    }
    const facts = given.gamma === null ? { ...context, costs: relative(context.costs) } : context;
    if (given.gamma === null) refuseLiteral(given);
    if (given.gamma === null && given.elimination === "recursive") {
      const workspace = kernels.workspace();
      try {
        const open = isMatrixFree(data, view) ? matrixFreeGround : recursiveGround;
        const seen = { ...view, margins: given.margins, l: given.l };
        const ground = await open(kernels, workspace, data, seen, facts);
        await context.progress(0);
        const scored = await scoreByTarget(kernels, ground, given, context);
        return told(overAllFeatures(scored, ground, data.featureNames));
      } finally {
        workspace.release();
      }
    }
    const prepared = watched(prepareDataset(kernels, data, view, facts), data.features, context);
    try {
      await context.progress(0);
      const scored = await (given.gamma === null
        ? scoreByTarget(
            kernels,
            oneShotGround(prepared, wantedOf(prepared, prepared.problem.blocks, context)),
            given,
            context,
          )
        : scoreByGamma(prepared, given, context));
      return told(overAllFeatures(scored, prepared, data.featureNames));
    } finally {
      prepared.workspace.release();
    }
  },
  scoreWide: (wide, options, context) => scoreStreamed(wide, options, context),
  needsAllValues: (options) => inMemoryOnly(options) !== null,
});

/** Target-k mode on columns that do not fit into memory. */
async function scoreStreamed(
  wide: WideColumns,
  all: DfsOptions,
  context: SelectorContext,
): Promise<WideScored> {
  const data = wide.facts;
  const given = forTargets(data, all);
  const view = seenAs(given);
  refuseInMemoryOnly(given);
  const kernels = await context.kernels();
  const facts = { ...context, costs: relative(context.costs) };
  const samples = byClass(data.labels!, view.classWeight ?? "none");
  const how = { standardize: view.standardize, classWeight: view.classWeight ?? "none", samples } as const;
  return withStreamedRows(kernels, wide, { ...how, costs: facts.costs }, context, async (streamed) => {
    const { workspace, rows, opened } = streamed;
    const options = { ...view, margins: given.margins, l: given.l };
    const ground = await groundOn(kernels, workspace, { data, samples, rows, opened }, options, facts);
    const scored = await scoreByTarget(kernels, ground, given, streamed.context);
    return withSlices(data, overAllFeatures(scored, ground, data.featureNames));
  });
}

/** An option that needs all values at once, and its value; null where there is none. */
function inMemoryOnly({ gamma, elimination, kernel }: DfsOptions): [string, string | number] | null {
  if (gamma !== null) return ["gamma", gamma];
  if (elimination !== "recursive") return ["elimination", elimination];
  return kernel !== "linear" ? ["kernel", kernel] : null;
}

function refuseInMemoryOnly(options: DfsOptions): void {
  const found = inMemoryOnly(options);
  if (!found) return;
  const [option, value] = found;
  throw new InputError(
    "not-possible",
    `dfs with ${optionName(option)} ${value} needs all values in memory at once; on data that is larger than memory it works with a number of features, recursive elimination and the linear kernel`,
    { facts: { option, given: value }, remedies: [{ action: "leave it out", option }] },
  );
}

/** With slices of a number to predict, what they are stands before what scores mean. */
function withSlices<S extends Pick<Scored, "definition">>({ targets, labels }: Dataset, scored: S): S {
  if (!targets) return scored;
  const slices = `between ${labels!.classes.length} slices of the target with about equally many rows each`;
  return { ...scored, definition: [slices, ...(scored.definition ? [scored.definition] : [])].join("; ") };
}

const nothingToWeigh = () =>
  new InputError(
    "options-conflict",
    `${optionName("costs")} weigh the penalty, which ${optionName("gamma")} 0 has none of`,
    { remedies: [{ action: "leave the penalty to the method", option: "gamma" }] },
  );

/** Costs as parts of the median: in target-k mode, which finds γ itself, the unit of money has no meaning. */
function relative(costs: Float64Array | undefined): Float64Array | undefined {
  if (!costs) return undefined;
  const median = costs.slice().sort()[costs.length >> 1];
  return costs.map((cost) => cost / median);
}

/** The same, reporting every step over the features of the data. */
function watched(prepared: Prepared, features: number, { step }: SelectorContext): Prepared {
  if (!step) return prepared;
  const watch: Prepared["problem"]["watch"] = (objective, norms) => {
    const current = featureNorms(prepared, norms());
    step({
      objective,
      left: new Set(prepared.columns.filter((_, i) => current[i] > 0)).size,
      scores: () => overColumns(prepared, current, features),
    });
  };
  return { ...prepared, problem: { ...prepared.problem, watch } };
}
