import { InputError } from "../core/input-error.js";
import type { Notice } from "../core/notice.js";
import { requireFeatures } from "../data/require-selectable.js";
import type { RowPasses } from "../data/stream/row-passes.js";
import { leastSectionRows } from "../data/stream/sections.js";
import type { Kernels } from "../kernels/kernels.js";
import { upTo } from "../numeric/up-to.js";
import type { ClassWeight } from "./class-weight.js";
import { PartEncoder, runHere, weightsOf } from "./gather-part.js";
import { GappyColumns, type KnownValues, knownValues } from "./known-values.js";
import type { ClassMoments, Moments } from "./moments.js";
import { MomentsSum, numbersIn, unpackMoments } from "./moments-sum.js";
import type { MomentsStep, PartFacts, PartRunner } from "./part-step.js";
import { Passes } from "./passes.js";
import { RowSurvey } from "./row-survey.js";
import { vanishingNotices } from "./vanishing-columns.js";

/**
 * More columns than this are not gathered: their scatter and its factor would take more than the kernels' memory; a block of rows
 * of them, where there is no scatter, some hundred megabytes.
 */
export const mostStreamedColumns = { scatter: 10_000, spreads: 50_000 } as const;

/** What all rows of a file come to. */
export interface GatheredMoments {
  /** Of the columns that methods see: missing values filled, categories encoded. */
  readonly moments: ClassMoments | Moments;
  /** What the values that are there come to, feature by feature. */
  readonly known: KnownValues;
  /** The features that are left when columns with too many missing values are left out. */
  readonly featureNames: readonly string[];
  readonly categories: readonly (readonly string[] | null)[] | null;
  /** The feature of each column of the moments, where some features take several; else null. */
  readonly featureOf: Int32Array | null;
  /** How many values of each feature are missing, and what they were filled with. */
  readonly missing: Float64Array;
  readonly fills: Float64Array;
  readonly rows: number;
  /** What was done to the rows. */
  readonly notices: readonly Notice[];
}

/** How to gather. */
export interface GatherOptions {
  /** Whether the whole scatter inside the classes is needed, or only what concerns single features. */
  readonly scatter: boolean;
  /** How much each class counts in the scatter; with `balanced` the rows of each class are counted in a pass of their own. */
  readonly classWeight?: ClassWeight;
  readonly missing?: "impute" | "drop-columns" | "drop-rows" | "error" | "knn";
  /** Whether every column stays, however much of it is missing. */
  readonly keepColumns?: boolean;
  /** Where the sections of the rows are worked on; here if absent. The result does not depend on it. */
  readonly runner?: PartRunner;
  readonly onProgress?: (fraction: number) => void;
}

/**
 * Gathers the moments of a file that is read in parts: in one pass if no value is missing and no feature is a category, else
 * what has to be filled and encoded is found out first. Every pass goes over sections of the rows, the same ones wherever it runs,
 * and adds up what they come to in their order.
 */
export async function gatherMoments(
  source: RowPasses,
  kernels: Kernels,
  {
    scatter,
    classWeight = "none",
    missing: policy = "impute",
    keepColumns = false,
    runner,
    onProgress,
  }: GatherOptions,
): Promise<GatheredMoments> {
  requireColumns(source, scatter);
  const { featureNames } = source;
  const passes = new Passes(
    await source.sections(leastSectionRows(featureNames.length, scatter)),
    runner ?? runHere(source, kernels),
    passProgress(onProgress),
  );
  const sum = new MomentsSum(featureNames);
  const weighed = scatter && classWeight === "balanced";
  const countsFirst = weighed || source.categories !== null;
  const add = ({ classes }: PartFacts, numbers: Float64Array) => {
    if (classes.length > 0) sum.add(unpackMoments({ classes, numbers }, featureNames.length, scatter));
  };
  const isUseless = (all: readonly PartFacts[]) =>
    countsFirst || all.some(({ missing }) => missing.length > 0);
  const facts = await passes.over({ name: "look", scatter, weighed }, add, isUseless);
  source.conclude(facts.map(({ pass }) => pass));
  source.settleLevels();
  const survey = new RowSurvey(source, facts);
  const { kept, notices } = survey.conclude(policy, keepColumns);
  const found = {
    featureNames: Array.from(kept, (j) => featureNames[j]),
    missing: Float64Array.from(kept, (j) => survey.missing[j]),
    rows: source.rows,
    notices: [...source.notices(), ...notices],
  };
  if (!isUseless(facts)) {
    const apart = sum.apart();
    const moments = sum.finish();
    return {
      ...found,
      notices: [...found.notices, ...vanishingNotices(moments, apart)],
      moments,
      known: knownValues(moments, apart, upTo(kept.length), []),
      categories: null,
      featureOf: null,
      fills: new Float64Array(kept.length),
    };
  }
  const counted = { scatter, weights: weighed ? survey.balanced() : null };
  const { tooSmall, ...prepared } = await gatherPrepared(source, counted, kept, survey, passes);
  return { ...found, notices: [...found.notices, ...tooSmall], ...prepared };
}

/** A second look at the rows, with what the first one taught: fills, and the shares of levels. */
async function gatherPrepared(
  source: RowPasses,
  { scatter, weights }: Pick<MomentsStep, "scatter" | "weights">,
  kept: Int32Array,
  survey: RowSurvey,
  passes: Passes,
): Promise<
  Pick<GatheredMoments, "moments" | "known" | "categories" | "featureOf" | "fills"> & { tooSmall: Notice[] }
> {
  const levels = source.categories;
  const step: MomentsStep = {
    name: "moments",
    scatter,
    weights,
    gappy: survey.gappyPlaces(kept),
    kept: Array.from(kept),
    levels,
    ...(await survey.preparation(kept, passes)),
  };
  const encoder = new PartEncoder(source.featureNames, step);
  const sum = new MomentsSum(encoder.featureNames, weightsOf(step));
  const gappy = new GappyColumns(step.gappy);
  const columns = encoder.featureNames.length;
  await passes.over(step, ({ classes, gappyClasses }, numbers) => {
    const size = numbersIn(classes.length, columns, scatter);
    if (classes.length > 0)
      sum.add(unpackMoments({ classes, numbers: numbers.subarray(0, size) }, columns, scatter));
    if (gappyClasses.length > 0) gappy.addPart(gappyClasses, numbers.subarray(size));
  });
  const apart = sum.apart();
  const moments = sum.finish();
  const known = knownValues(moments, apart, encoder.columnOf, survey.tables(kept, moments.classes));
  gappy.writeInto(known, moments.classes);
  return {
    moments,
    known,
    categories: levels && Array.from(kept, (j) => levels[j]),
    featureOf: encoder.featureOf,
    fills: Float64Array.from(step.fills),
    tooSmall: vanishingNotices(moments, apart),
  };
}

function requireColumns({ featureNames, name }: RowPasses, scatter: boolean): void {
  requireFeatures(featureNames.length);
  const most = mostStreamedColumns[scatter ? "scatter" : "spreads"];
  if (featureNames.length <= most) return;
  const more = scatter
    ? `, or ${mostStreamedColumns.spreads} with a method that needs no scatter, such as fisher`
    : "";
  throw new InputError(
    "not-possible",
    `there are ${featureNames.length} features; of rows that are read in blocks at most ${most} can be worked on${more}; beyond that the data must fit into the memory`,
    {
      facts: { file: name, count: featureNames.length, allowed: String(most) },
      ...(scatter &&
        featureNames.length <= mostStreamedColumns.spreads && {
          remedies: [{ action: "use such a method", option: "method", value: "fisher" }],
        }),
    },
  );
}

/** Several passes as one bar: nobody knows beforehand how many there will be, so each takes half of what is left. */
function passProgress(onProgress?: (fraction: number) => void): (fraction: number) => void {
  let [start, room, last] = [0, 0.5, 0];
  return (fraction) => {
    if (fraction < last) [start, room] = [start + room, room / 2];
    last = fraction;
    onProgress?.(start + room * fraction);
  };
}
