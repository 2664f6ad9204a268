import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import type { Notice } from "../core/notice.js";
import { bibtexEntry } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import { fillMissing, fitPreparation } from "../models/preparation.js";
import { CountedWork } from "./counted-work.js";
import { measureCorrelation } from "./mrmr/correlation.js";
import { planStates } from "./mrmr/discretize.js";
import { measureInformation } from "./mrmr/information.js";
import type { Measure } from "./mrmr/measure.js";
import { definitionOf, type MrmrOptions, mrmrOptions, warnOfPool, warnOfStates } from "./mrmr/options.js";
import { type Criterion, searchGreedily } from "./mrmr/search.js";
import { readStates } from "./mrmr/states.js";
import { type Plan, planOf } from "./mrmr/tools.js";
import { constantFeatures } from "./rank.js";
import { requireFeatures } from "./samples.js";
import { defineSelector, type Scored, type SelectorContext } from "./selector.js";

/** mRMR: features that say much about the classes or the target and little about each other, chosen one after another. */
export const mrmr = defineSelector({
  name: "mrmr",
  title: "Minimum redundancy maximum relevance",
  summary:
    "Mutual information with the classes less the mean mutual information with the features chosen before, at the moment of choice.",
  citation:
    "H. Peng, F. Long, C. Ding: Feature selection based on mutual information: criteria of max-dependency, max-relevance, and min-redundancy. IEEE Transactions on Pattern Analysis and Machine Intelligence 27(8), 1226–1238, 2005.",
  citedAs: "Peng et al., 2005",
  bibtex: bibtexEntry("article", "peng2005feature", {
    author: "Peng, H. and Long, F. and Ding, C.",
    title:
      "Feature selection based on mutual information: criteria of max-dependency, max-relevance, and min-redundancy",
    journal: "IEEE Transactions on Pattern Analysis and Machine Intelligence",
    volume: "27",
    number: "8",
    pages: "1226--1238",
    year: "2005",
  }),
  supervised: true,
  targets: "continuous",
  direction: "larger",
  categories: "levels",
  missing: "native",
  options: mrmrOptions,
  candidates: [{ scheme: "miq" }, { scheme: "fcd" }, { scheme: "fcq" }],
  cost: ({ rows, features, entries, k }, { scheme }) => {
    const work = new CountedWork().loops(1000 * features + 115 * k * features);
    if (scheme === "mid" || scheme === "miq") work.loops(11 * entries);
    else work.loops(90 * entries + 3000 * features).vectorProduct(features, rows, k);
    return work.cost(1.5 * rows * features + 64 * features + 8 * rows);
  },
  async score(data, options, context) {
    if (data.targets && options.compat !== null)
      throw new InputError(
        "options-conflict",
        `${optionName("compat")} is about classes, but the target is a number; leave it out`,
        { facts: { option: "compat", given: options.compat } },
      );
    const plan = planOf(options.scheme, options.compat);
    const constant = constantFeatures(data);
    requireFeatures(constant.filter((is) => !is).length);
    const run: Run = { data, options, plan, constant, context };
    return plan.scheme === "mid" || plan.scheme === "miq" ? byInformation(run) : byCorrelation(run);
  },
});

/** Everything one run works with. */
interface Run {
  readonly data: Dataset;
  readonly options: MrmrOptions;
  readonly plan: Plan;
  readonly constant: Uint8Array;
  readonly context: SelectorContext;
}

/** The part of the work that comes before the search, for the progress. */
const before = 0.3;

async function byInformation(run: Run): Promise<Scored> {
  const { data, plan, context } = run;
  const { discretizer, mostStates } = planStates(run.options, plan.rules, data.rows);
  const states = await readStates(data, discretizer, mostStates, (part) =>
    context.progress((before / 2) * part),
  );
  const notices = warnOfStates(states, data.featureNames, run.constant, run.options, plan.rules);
  const kernels = await context.kernels();
  const workspace = kernels.workspace();
  try {
    const measure = await measureInformation(
      states,
      data.labels!,
      { bits: plan.rules.bits, fair: data.categories !== null && plan.tool === null },
      kernels,
      workspace,
      (part) => context.progress((before / 2) * (1 + part)),
    );
    return await search(run, measure, notices);
  } finally {
    workspace.release();
  }
}

async function byCorrelation(run: Run): Promise<Scored> {
  const { plan, context } = run;
  if (run.data.categories) throw correlatesNumbersOnly(plan.scheme);
  // Correlations of pairs with rows of their own need not fit together; filled values do.
  const data = fillMissing(
    run.data,
    fitPreparation(
      run.data,
      new Int32Array(run.data.rows).map((_, i) => i),
    ),
  );
  const kernels = await context.kernels();
  const workspace = kernels.workspace();
  try {
    const measure = await measureCorrelation(data, kernels, workspace, plan.rules.floor, {
      ...context,
      progress: (part) => context.progress(before * part),
    });
    return await search(run, measure, []);
  } finally {
    workspace.release();
  }
}

const correlatesNumbersOnly = (scheme: string) =>
  new InputError(
    "options-conflict",
    `${optionName("scheme")} ${scheme} goes by correlations, and the data has categories; mutual information takes both`,
    { remedies: [{ action: "use mutual information", option: "scheme", value: "mid" }] },
  );

async function search(run: Run, measure: Measure, notices: readonly Notice[]): Promise<Scored> {
  const { data, options, plan, context } = run;
  const { candidates, others, constants } = parts(measure.relevance, run.constant, plan);
  const { scores, order } = await searchGreedily({
    measure,
    criterion: criterionOf(plan),
    candidates,
    others,
    kept: new Set(context.kept?.filter((j) => candidates.includes(j))),
    steps: Math.min(context.k, candidates.length),
    rows: data.rows,
    progress: (part) => context.progress(before + (1 - before) * part),
  });
  return {
    scores,
    order: Int32Array.from([...order, ...constants]),
    definition: definitionOf(plan, options, data),
    notices: [...notices, ...warnOfPool(plan, candidates.length, others.length)],
  };
}

/** The features that may be chosen, those that a program leaves out, and the constant ones, each in order of preference. */
function parts(relevance: Float64Array, constant: Uint8Array, { rules }: Plan) {
  const varying = Int32Array.from(constant.keys()).filter((j) => !constant[j]);
  const constants = Int32Array.from(constant.keys()).filter((j) => constant[j]);
  if (rules.tiesByRelevance) varying.sort((a, b) => relevance[b] - relevance[a] || a - b);
  const useful = rules.dropUseless ? varying.filter((j) => relevance[j] > 0) : varying;
  const candidates = useful.slice(0, Math.min(rules.pool, useful.length));
  const inPool = new Set(candidates);
  return { candidates, others: varying.filter((j) => !inPool.has(j)), constants };
}

/** A quotient by zero is infinite, of nothing by nothing it is zero. */
function criterionOf({ scheme, rules }: Plan): Criterion {
  if (scheme === "mid" || scheme === "fcd") return (relevance, redundancy) => relevance - redundancy;
  return (relevance, redundancy) => {
    if (rules.dropUseless && redundancy === 1) return 0;
    const divisor = redundancy + rules.epsilon;
    return divisor > 0 ? relevance / divisor : relevance > 0 ? Number.POSITIVE_INFINITY : 0;
  };
}
