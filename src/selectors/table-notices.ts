import { type Notice, notice } from "../core/notice.js";
import { plural, shortList } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import type { Confounding } from "../models/adjustment.js";
import { fitPreparation, missingCounts, type Preparation } from "../models/preparation.js";
import { upTo } from "../numeric/up-to.js";
import type { Constraints } from "./constraints.js";

/** How many values are missing, and where; in these columns where they are given. */
function missingFacts(
  { values, featureNames }: Dataset,
  seen: ArrayLike<number> = featureNames.map((_, j) => j),
): { count: number; columns: readonly string[] } {
  const counts = missingCounts(values);
  const columns = Array.from(seen).filter((j) => counts[j] > 0);
  return {
    count: columns.reduce((sum, j) => sum + counts[j], 0),
    columns: columns.map((j) => featureNames[j]),
  };
}

/** For methods that need no filling. */
export function takenAsTheyAreNotices(data: Dataset): Notice[] {
  const { count, columns } = missingFacts(data);
  if (count === 0) return [];
  const text = `${plural(count, "missing value says", "missing values say")} nothing about ${columns.length === 1 ? columns[0] : `their ${columns.length} features`}: the method takes missing values as they are`;
  return [notice("note", "missing-values", text, { count, columns })];
}

/** What was filled, and with what. */
export function filledNotices(data: Dataset, { fills, neighbours }: Preparation): Notice[] {
  const { count, columns } = missingFacts(data);
  if (!neighbours) return filledByMedians(data, columns, count, fills);
  if (count === 0) return [];
  const were = plural(count, "missing value was", "missing values were");
  const text = `${were} filled from the five nearest rows: ${shortList(columns, 3)}`;
  return [notice("note", "missing-values", text, { count, columns })];
}

/** The same where medians and most frequent levels were used, for so many values in these columns. */
export function filledByMedians(
  data: Pick<Dataset, "featureNames" | "categories">,
  columns: readonly string[],
  count: number,
  fills: Float64Array,
): Notice[] {
  if (count === 0) return [];
  const were = plural(count, "missing value was", "missing values were");
  const how = columns.slice(0, 3).map((name) => {
    const j = data.featureNames.indexOf(name);
    const levels = data.categories?.[j];
    return `${name} with ${levels ? levels[fills[j]] : Number(fills[j].toPrecision(4))}`;
  });
  const more = columns.length > 3 ? `, and ${columns.length - 3} more` : "";
  const text = `${were} filled with the median or the most frequent level: ${how.join(", ")}${more}`;
  return [notice("note", "missing-values", text, { count, columns })];
}

/** From this part of the variance of a class on, influences count as confounded with it. */
const confounded = 0.5;

/** What was taken away, and whether it can be told apart from the classes. */
export function adjustedNotices(
  { featureNames, categories, targets }: Dataset,
  { adjustment }: Pick<Preparation, "adjustment">,
): Notice[] {
  if (!adjustment) return [];
  const influences = new Set(adjustment.covariates);
  const count = featureNames.filter((_, j) => !influences.has(j) && !categories?.[j]).length;
  const columns = Array.from(adjustment.covariates, (j) => featureNames[j]);
  const text = `the influence of ${listed(columns)} was taken away from ${plural(count, "feature")} by least squares, fitted together with ${targets ? "the target" : "the classes"}`;
  return [
    notice("note", "adjusted", text, { columns, count }),
    ...confoundedNotices(columns, adjustment.confounding),
  ];
}

function confoundedNotices(columns: readonly string[], { explained, className }: Confounding): Notice[] {
  if (explained < confounded) return [];
  const [whole, of] = className === null ? ["target", "it"] : ["classes", `class "${className}"`];
  const text = `${listed(columns)} ${columns.length === 1 ? "goes" : "go"} with the ${whole} (${Math.round(100 * explained)} % of the variance of ${of}), so the two can hardly be told apart: what goes with the ${whole} stays in the features, whichever of the two it comes from`;
  return [notice("warning", "confounded", text, { columns })];
}

const listed = (names: readonly string[]) =>
  names.length === 1 ? names[0] : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** What an experiment does to a table inside every training set. */
export function preparedInsideNotices(data: Dataset, { seen, covariates }: Constraints): Notice[] {
  const { count, columns } = missingFacts(data, seen);
  const how =
    data.missing === "knn" ? "from its five nearest rows" : "with its medians and most frequent levels";
  return [
    ...filledInside(count, columns, how),
    ...(covariates.length > 0 ? adjustedInside(data.selectColumns(covariates)) : []),
  ];
}

/** Says that so many missing values in these columns are filled inside every training set. */
export function filledInside(
  count: number,
  columns: readonly string[],
  how = "with its medians and most frequent levels",
): Notice[] {
  if (count === 0) return [];
  const text = `${plural(count, "missing value is", "missing values are")} filled inside every training set, ${how}: ${shortList(columns, 3)}`;
  return [notice("note", "missing-values", text, { count, columns })];
}

function adjustedInside(influences: Dataset): Notice[] {
  const { adjustment } = fitPreparation(influences, upTo(influences.rows), upTo(influences.features));
  const columns = influences.featureNames;
  const text = `the influence of ${listed(columns)} is taken away from the features inside every training set, by least squares fitted together with ${influences.targets ? "the target" : "the classes"}`;
  return [
    notice("note", "adjusted", text, { columns }),
    ...confoundedNotices(columns, adjustment!.confounding),
  ];
}
