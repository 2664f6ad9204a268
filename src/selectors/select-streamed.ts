import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { bytesText } from "../core/memory.js";
import { completeOptions, type PlainOptions } from "../core/option.js";
import type { DataSummary } from "../data/data-summary.js";
import { requireClassSizes } from "../data/require-selectable.js";
import { sampleRemedy } from "../data/stream/refuse-whole.js";
import type { RowSource } from "../data/stream/row-source.js";
import type { DescribeOptions } from "../evaluation/describe-features.js";
import { describeMoments } from "../evaluation/describe-moments.js";
import { createKernels } from "../kernels/create-kernels.js";
import type { Kernels } from "../kernels/kernels.js";
import { type GatheredMoments, gatherMoments } from "../models/gather-moments.js";
import { constantIn, type Moments, momentsAt } from "../models/moments.js";
import type { PartRunner } from "../models/part-step.js";
import { upTo } from "../numeric/up-to.js";
import { Constraints } from "./constraints.js";
import { allSelectors, defaultMethod, findSelector, type PlainMethodChoice } from "./registry.js";
import type { RunOptions } from "./run-context.js";
import { requireFeatures } from "./samples.js";
import { type PreparedScores, perFeature, scoreParts } from "./score-prepared.js";
import { type SelectSettings, selectBy } from "./select.js";
import { type Selection, withDescriptions } from "./selection.js";
import type { MomentsScoring, Selector, SelectorContext } from "./selector.js";
import { filledByMedians } from "./table-notices.js";

/** What {@link selectStreamed} takes. */
export interface StreamedSettings extends SelectSettings, PlainMethodChoice {
  /** How missing values are treated; `impute` if absent. */
  readonly missing?: "impute" | "drop-rows" | "drop-columns" | "error" | "knn";
}

/** A selection, and what the rows came to. */
export interface StreamedSelection {
  readonly selection: Selection;
  readonly gathered: GatheredMoments;
}

/** The part of the bar that is for reading; scoring takes the rest. */
const readingShare = 0.9;

/**
 * Selects features of a file whose rows are read in blocks. Only methods that need no more than moments can do it:
 * `dfs`, `fisher`, `trace-ratio`, `bahsic` with the linear kernel and `mmc-rfe`.
 */
export function selectStreamed(source: RowSource, given: StreamedSettings = {}): Promise<StreamedSelection> {
  return selectStreamedWith(source, given);
}

/** The same, with the moments gathered where the runner does it. */
export async function selectStreamedWith(
  source: RowSource,
  given: StreamedSettings,
  runner?: PartRunner,
): Promise<StreamedSelection> {
  const { method = defaultMethod, options: own = {}, missing, ...settings } = given;
  const selector = findSelector(method);
  const options = completeOptions(selector.name, selector.options, own);
  const scoring = requireMoments(selector, options, source);
  const { keep, exclude, adjust, featureGroups } = settings;
  if (adjust && adjust.length > 0)
    throw new InputError("not-possible", `${optionName("adjust")} needs all rows in memory`, {
      remedies: [sampleRemedy],
    });
  // What names features wrongly is told before the file is read.
  new Constraints(source.featureNames, { keep, exclude, featureGroups });
  return withKernels(settings, async (kernels) => {
    const { onProgress } = settings;
    const gathered = await gatherMoments(source, kernels, {
      scatter: scoring.needs === "scatter",
      classWeight: scoring.scatterWeight?.(options),
      missing,
      runner,
      onProgress: onProgress && ((fraction) => onProgress(readingShare * fraction)),
    });
    requireClassSizes(gathered.moments.classes, gathered.moments.counts);
    const run = {
      ...settings,
      kernels,
      onProgress: onProgress && ((done: number) => onProgress(readingShare + (1 - readingShare) * done)),
    };
    const selection = await selectGathered(source, gathered, { selector, options, scoring }, run);
    return { selection, gathered };
  });
}

/** A method that works from moments, with all of its options. */
export interface ChosenMethod {
  readonly selector: Selector;
  readonly options: PlainOptions;
  readonly scoring: MomentsScoring;
}

/** A selection from what the rows of a file came to. */
export function selectGathered(
  source: RowSource,
  gathered: GatheredMoments,
  { selector, options, scoring }: ChosenMethod,
  settings: SelectSettings,
): Promise<Selection> {
  const { featureNames, notices } = gathered;
  const table = { featureNames, notices, summary: summaryOf(source, gathered) };
  return selectBy(table, settings, { selector, options }, ({ seen }) => {
    return (context) => scoreGathered(scoring, options, gathered, seen, context);
  });
}

/**
 * The same selection with direction, effect, p and q of its features, from what the rows came to. The p and q of features that were
 * selected on the same rows are descriptive.
 */
export function describeStreamed(
  selection: Selection,
  gathered: GatheredMoments,
  options: DescribeOptions = {},
): Selection {
  const all = describeMoments(gathered, selection.data.transforms, options);
  const features = Array.from(selection.ranking, (index) => all.features[index]);
  return withDescriptions(selection, { ...all, features }, []);
}

/**
 * How a method works from moments; refuses one that needs rows, and says how much memory they would take. `asked`: the option that
 * names methods.
 */
export function requireMoments(
  selector: Selector,
  options: PlainOptions,
  source: Pick<RowSource, "name" | "size">,
  asked = "method",
): MomentsScoring {
  const scoring = selector.fromMoments;
  const option = scoring?.needsRows?.(options) ?? null;
  if (scoring && option === null) return scoring;
  const able = allSelectors().filter(({ fromMoments }) => fromMoments);
  const what = option === null ? selector.name : `${selector.name} with this ${optionName(option)}`;
  const bytes = source.size ? `, about ${bytesText(source.size.bytes)}` : "";
  throw new InputError(
    "not-possible",
    `${what} needs all rows in memory${bytes}; from rows that are read in blocks these methods can select: ${able.map(({ name }) => name).join(", ")}`,
    {
      facts: { file: source.name, option: asked, given: selector.name },
      remedies: [sampleRemedy, { action: "use another method", option: asked, value: able[0].name }],
    },
  );
}

/** What results say of data that was read in blocks. */
export const summaryOf = (
  source: RowSource,
  { rows, featureNames, moments }: GatheredMoments,
): DataSummary => ({
  rows,
  features: featureNames.length,
  classes: moments.classes.length,
  source: source.name,
  format: source.format,
  transforms: source.head.source.transforms,
  target: source.labelName,
});

async function scoreGathered(
  scoring: MomentsScoring,
  options: PlainOptions,
  gathered: GatheredMoments,
  seen: Int32Array,
  context: SelectorContext,
): Promise<PreparedScores> {
  const { featureNames, categories, missing, fills } = gathered;
  const { moments, featureOf } = seenMoments(gathered, seen);
  const gaps = Uint8Array.from(seen, (j) => (missing[j] > 0 && !categories?.[j] ? 1 : 0));
  const filled = featureOf ? Uint8Array.from(featureOf, (at) => gaps[at]) : gaps;
  const told = { ...context, ...(gaps.includes(1) && { filled }) };
  const constant = constantIn(moments);
  requireFeatures(constant.filter((is) => !is).length);
  const score = (own: SelectorContext) => scoring.score(moments, options, own);
  const scored = featureOf ? await scoreParts(score, featureOf, seen.length, told) : await score(told);
  const columns = Array.from(seen).filter((j) => missing[j] > 0);
  return {
    scored,
    constant: featureOf ? constantFeatures(constant, featureOf, seen.length) : constant,
    notices: filledByMedians(
      { featureNames, categories },
      columns.map((j) => featureNames[j]),
      columns.reduce((sum, j) => sum + missing[j], 0),
      fills,
    ),
    prepare: (other) => other,
  };
}

/** A category of one level has no column: it is constant. */
function constantFeatures(constant: Uint8Array, featureOf: Int32Array, features: number): Uint8Array {
  const varies = perFeature(
    Float64Array.from(constant, (one) => 1 - one),
    featureOf,
    features,
  );
  return Uint8Array.from(varies, (one) => 1 - one);
}

/** The moments of the features that a method sees; it never sees fewer than it asked for. */
function seenMoments(
  { moments, featureOf, featureNames }: GatheredMoments,
  seen: Int32Array,
): { moments: Moments; featureOf: Int32Array | null } {
  const whole = moments as Moments;
  if (seen.length === featureNames.length) return { moments: whole, featureOf };
  if (!featureOf) return { moments: momentsAt(whole, seen), featureOf: null };
  const placeOf = new Map(Array.from(seen, (j, at) => [j, at]));
  const columns = upTo(featureOf.length).filter((column) => placeOf.has(featureOf[column]));
  return {
    moments: momentsAt(whole, columns),
    featureOf: columns.map((column) => placeOf.get(featureOf[column])!),
  };
}

/** Kernels that were given, or some for this work. */
export async function withKernels<T>(
  { kernels, threads }: Pick<RunOptions, "kernels" | "threads">,
  work: (kernels: Kernels) => Promise<T>,
): Promise<T> {
  if (typeof kernels === "object") return work(kernels);
  const made = await createKernels({ kernels, threads });
  try {
    return await work(made);
  } finally {
    await made.dispose();
  }
}
