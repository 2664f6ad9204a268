import { InputError } from "../../core/input-error.js";
import type { Notice } from "../../core/notice.js";
import type { Dataset } from "../../data/dataset.js";
import { requireClassSizes } from "../../data/require-selectable.js";
import { JoinedRows } from "../../data/stream/joined-rows.js";
import { pickedRows } from "../../data/stream/picked-rows.js";
import type { RowPasses } from "../../data/stream/row-passes.js";
import type { RowSource } from "../../data/stream/row-source.js";
import type { Kernels } from "../../kernels/kernels.js";
import type { ClassWeight } from "../../models/class-weight.js";
import { type GatheredMoments, gatherMoments } from "../../models/gather-moments.js";
import { selectGathered, withKernels } from "../../selectors/select-streamed.js";
import { filledInside } from "../../selectors/table-notices.js";
import type { Protocol } from "../plan-experiment.js";
import { requireKnownClasses } from "../plan-splits.js";
import { rankBaseline } from "../rank-features.js";
import type { BaselineName, RankedBefore } from "../task.js";
import {
  planStreamed,
  requireRoom,
  type StreamedCompareOptions,
  type StreamedMethod,
  type StreamedPlan,
  scatterOf,
  selectionsOf,
} from "./plan-streamed.js";
import { standardizeMoments } from "./standardize-moments.js";
import { TestedRows } from "./tested-rows.js";

/** A selection for some of the ks, under one protocol. */
export interface RankedFor extends RankedBefore {
  readonly ks: readonly number[];
  readonly protocol: Protocol;
}

/** What is selected by each method of a comparison, and the selected columns of both files. */
export interface RankedRows {
  readonly plan: StreamedPlan;
  /** All rows to learn from and to test on, with the columns alone that something selected. */
  readonly train: Dataset;
  readonly test: Dataset;
  /** The features that there were to select from. */
  readonly featureNames: readonly string[];
  /** Rising. */
  readonly ks: readonly number[];
  /** For each method, then each baseline: its selections under each protocol, as columns of the data above. */
  readonly selections: readonly (readonly RankedFor[])[];
  /** What is done to the data inside the rows to learn from. */
  readonly notices: readonly Notice[];
}

/**
 * Ranks features for a comparison from rows that are read in blocks, and keeps the selected columns: the training file is read for its
 * moments, with the paper's protocol both files for theirs, and both are read once more for the columns.
 */
export async function rankRows(
  train: RowSource,
  givenTest: RowSource,
  given: StreamedCompareOptions,
): Promise<RankedRows> {
  const plan = planStreamed(train, givenTest, given);
  const stages = stagesOf(plan.protocols.includes("paper") ? [5, 10, 3] : [8, 0, 3], given);
  const { ranked, facts, test } = await withKernels(given, async (kernels) => {
    const how = { train, kernels, plan, given };
    const nested = await learn(train, "nested", how, stages[0], requireClassSizes);
    const { facts } = nested;
    const test = await givenTest.readAs(readingOf(train, facts));
    if (!plan.protocols.includes("paper")) return { ...nested, test };
    const paper = await learn(new JoinedRows(train, test), "paper", how, stages[1], (classes) =>
      requireKnownClasses(facts.classes, classes),
    );
    return { facts, test, ranked: nested.ranked.map((own, at) => [...own, ...paper.ranked[at]]) };
  });
  const { featureNames } = facts;
  const { ks, seen } = selectionsOf(featureNames, given, plan.baselines);
  const chosen = [...new Set(ranked.flat().flatMap(({ columns }) => columns))].sort((a, b) => a - b);
  const names = chosen.map((j) => featureNames[j]);
  requireRoom(train.rows + (test.rows || (test.size?.rows ?? 0)), names.length, given.memory);
  const picked = (source: RowSource, onRows?: (rows: Parameters<TestedRows["add"]>[0]) => void, from = 0) =>
    pickedRows(source, names, {
      onRows,
      onProgress: (fraction) => stages[2](from + fraction / 2),
      signal: given.signal,
    });
  const learned = await picked(train);
  const survey = new TestedRows(test, facts.categories);
  const tested = await picked(test, (rows) => survey.add(rows), 0.5);
  if (given.missing === "error") survey.requireComplete();
  const gaps = Array.from(seen).filter((j) => facts.missing[j] + survey.missing[j] > 0);
  const count = gaps.reduce((sum, j) => sum + facts.missing[j] + survey.missing[j], 0);
  const placeOf = new Map(chosen.map((j, at) => [j, at]));
  return {
    plan,
    train: learned.with({ notices: facts.notices }),
    test: tested,
    featureNames,
    ks,
    selections: ranked.map((own) =>
      own.map((one) => ({ ...one, columns: one.columns.map((j) => placeOf.get(j)!) })),
    ),
    notices: [
      ...survey.notices(),
      ...filledInside(
        count,
        gaps.map((j) => featureNames[j]),
      ),
    ],
  };
}

/** Progress of parts of the work that take about so long. */
function stagesOf(
  shares: readonly number[],
  { onProgress, signal }: StreamedCompareOptions,
): ((fraction: number) => void)[] {
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share, at) => {
    const before = shares.slice(0, at).reduce((sum, one) => sum + one, 0);
    return (fraction) => {
      signal?.throwIfAborted();
      onProgress?.((before + share * fraction) / total);
    };
  });
}

/** The test file is read so that its features and levels are those that training has. */
const readingOf = (train: RowSource, { featureNames, categories }: RowFacts) => ({
  features: featureNames,
  // Where nobody named it, it is the one that was found in training.
  ...(train.guessedTarget !== null && { target: train.guessedTarget }),
  ...(categories && {
    levels: featureNames.flatMap((column, j) => {
      const levels = categories[j];
      return levels ? [{ column, levels }] : [];
    }),
  }),
});

/** What stays of the moments when features are ranked: they may be large. */
interface RowFacts extends Pick<GatheredMoments, "featureNames" | "categories" | "missing" | "notices"> {
  readonly classes: readonly string[];
}

/** With what rows are ranked. */
interface HowToRank {
  readonly train: RowSource;
  readonly kernels: Kernels;
  readonly plan: StreamedPlan;
  readonly given: StreamedCompareOptions;
}

/**
 * Gathers these rows, and ranks their features under a protocol by all methods and baselines: by none where the protocol is not asked
 * for. They are gathered once more where methods differ in how classes count in the scatter.
 */
async function learn(
  rows: RowPasses,
  protocol: Protocol,
  how: HowToRank,
  onProgress: (fraction: number) => void,
  checkClasses: (classes: readonly string[], counts: Float64Array) => void,
): Promise<{ readonly facts: RowFacts; readonly ranked: RankedFor[][] }> {
  const { methods, baselines, protocols, scatters } = how.plan;
  const isAsked = protocols.includes(protocol);
  const ranked: RankedFor[][] = [...methods, ...baselines].map(() => []);
  const passes = isAsked && scatters.length > 0 ? scatters : [null];
  const facts: RowFacts[] = [];
  for (const [pass, weight] of passes.entries()) {
    const gathered = await gather(rows, protocol, weight, how, (fraction) =>
      onProgress((pass + fraction) / passes.length),
    );
    const { classes, counts } = gathered.moments;
    checkClasses(classes, counts);
    const { featureNames, categories, missing, notices } = gathered;
    facts.push({ classes, featureNames, categories, missing, notices });
    for (const [at, method] of methods.entries())
      if (isAsked && (scatterOf(method) ?? passes[0]) === weight)
        ranked[at] = await rankBy(method, gathered, protocol, how);
  }
  // A baseline looks at no label, so that there is one protocol only.
  if (protocol === "nested")
    baselines.forEach((baseline, at) => {
      ranked[methods.length + at] = [rankedBaseline(baseline, facts[0], how)];
    });
  return { facts: facts[0], ranked };
}

async function gather(
  rows: RowPasses,
  protocol: Protocol,
  weight: ClassWeight | null,
  { kernels, given: { missing, selectOn = "scaled" } }: HowToRank,
  onProgress: (fraction: number) => void,
): Promise<GatheredMoments> {
  const gathered = await gatherMoments(rows, kernels, {
    scatter: weight !== null,
    classWeight: weight ?? "none",
    missing,
    // What training has is known when both files are gathered.
    keepColumns: protocol === "paper",
    onProgress,
  }).catch((error) => {
    // Training is gathered alone first, so what is found wrong with both files is wrong with the test file.
    throw error instanceof InputError ? error.with({ file: rows.name }) : error;
  });
  return selectOn === "scaled" ? standardizeMoments(gathered) : gathered;
}

function rankedBaseline(baseline: BaselineName, facts: RowFacts, { plan, given }: HowToRank): RankedFor {
  const { ks, seen } = selectionsOf(facts.featureNames, given, plan.baselines);
  const { keep, exclude, seed = 1 } = given;
  const own = baseline === "all" ? [seen.length] : ks;
  const selection = { method: baseline, baseline, options: {}, keep, exclude, seed } as const;
  const { columns } = rankBaseline(facts, { ...selection, selectOn: "scaled" }, own);
  return { ks: own, columns: Array.from(columns), seconds: 0, protocol: "nested" };
}

async function rankBy(
  method: StreamedMethod,
  gathered: GatheredMoments,
  protocol: Protocol,
  { train, kernels, plan, given }: HowToRank,
): Promise<RankedFor[]> {
  const { keep, exclude, costs, seed, signal } = given;
  const { selector, options } = method;
  const { ks } = selectionsOf(gathered.featureNames, given, plan.baselines);
  const found: RankedFor[] = [];
  for (const some of selector.dependsOnK?.(options) ? ks.map((k) => [k]) : [ks]) {
    signal?.throwIfAborted();
    const k = some[some.length - 1];
    const run = { keep, exclude, costs: selector.weighsCosts ? costs : undefined, k, seed, kernels, signal };
    const { ranking, seconds } = await selectGathered(train, gathered, method, run);
    found.push({ ks: some, columns: Array.from(ranking.subarray(0, k)), seconds, protocol });
  }
  return found;
}
