import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { bibtexEntry } from "../core/text.js";
import { isMatrixFree, matrixFreeGround, requireFactor } from "./dfs/matrix-free-target.js";
import { dfsOptions, forTargets, gridCandidates, seenAs } from "./dfs/options.js";
import { walkPath } from "./dfs/path.js";
import { type Prepared, prepareDataset } from "./dfs/prepare.js";
import { recursiveGround } from "./dfs/recursive-target.js";
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
import { oneShotGround } from "./dfs/target-k.js";
import { defineSelector, type SelectorContext } from "./selector.js";

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
  cost: ({ rows: n, features: d, classes }) => {
    const m = classes + 3;
    const step = Math.min((d * d * d) / 3 + 6 * d * d * m, n * n * d + (n * n * n) / 3 + 12 * n * d * m);
    return {
      scalar: 40 * d * m * 30 + 10 * n * d,
      matrix: 30 * step,
      bytes: 8 * (n * d + 8 * d * m + Math.min(2 * d * d, n * n)),
    };
  },
  async score(data, all, context) {
    const given = forTargets(data, all);
    const kernels = await context.kernels();
    const view = seenAs(given);
    const definition = data.targets && {
      definition: `between ${data.labels!.classes.length} slices of the target with about equally many rows each`,
    };
    if (given.gamma !== null || given.elimination !== "recursive") requireFactor(data, given);
    if (given.gamma === 0) {
      if (context.costs) throw nothingToWeigh();
      return { ...scoreByLda(data, kernels, given, context), ...definition };
    }
    const facts = given.gamma === null ? { ...context, costs: relative(context.costs) } : context;
    if (given.gamma === null) refuseLiteral(given);
    if (given.gamma === null && given.elimination === "recursive") {
      const workspace = kernels.workspace();
      try {
        const open = isMatrixFree(data, view) ? matrixFreeGround : recursiveGround;
        const ground = open(kernels, workspace, data, { ...view, margins: given.margins, l: given.l }, facts);
        await context.progress(0);
        const scored = await scoreByTarget(kernels, ground, given, context);
        return { ...overAllFeatures(scored, ground, data.featureNames), ...definition };
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
      return { ...overAllFeatures(scored, prepared, data.featureNames), ...definition };
    } finally {
      prepared.workspace.release();
    }
  },
});

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
