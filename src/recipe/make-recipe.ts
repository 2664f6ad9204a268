import { InputError } from "../core/input-error.js";
import { type Notice, notice } from "../core/notice.js";
import { ProgressReporter } from "../core/progress-reporter.js";
import { columnEntries } from "../data/column-entries.js";
import { type Dataset, requireDataset } from "../data/dataset.js";
import { classCounts, presentLabels } from "../data/labels.js";
import { requireSelectable } from "../data/require-selectable.js";
import type { NominalLevels } from "../data/table.js";
import { judgeOf } from "../experiment/judge.js";
import type { Scaling } from "../experiment/scaling.js";
import type { Classifier } from "../models/classifier.js";
import { missingCounts } from "../models/preparation.js";
import { upTo } from "../numeric/up-to.js";
import type { RunOptions } from "../selectors/run-context.js";
import type { Selection } from "../selectors/select.js";
import { version } from "../version.js";
import { fitModel, scalingOf } from "./classifier-model.js";
import { fingerprint } from "./fingerprint.js";
import {
  type Recipe,
  type RecipeData,
  type RecipeFeature,
  type RecipeReading,
  recipeSchema,
} from "./recipe.js";
import { fitRidgeModel } from "./ridge-model.js";
import { TablePreparer } from "./table-preparation.js";

/** What {@link makeRecipe} takes. Kernels are those that the selection was made with. */
export interface MakeRecipeOptions extends Pick<RunOptions, "kernels" | "threads" | "onProgress" | "signal"> {
  /** A model to fit on the picked features, so that the recipe can predict. */
  classifier?: string | Classifier;
  /** Its options by name: `svmC`, `svmKernel`, … */
  classifierOptions?: Readonly<Record<string, unknown>>;
  /** The command line that made the selection. */
  command?: string | null;
  /** How the data was read, as far as it was said; transforms are known from the data. */
  reading?: Omit<RecipeReading, "transforms" | "features" | "levels">;
  /** Whether the data holds the picked features alone, best first, because its rows were read in blocks. */
  picked?: boolean;
}

/** Transforms after which every value of a row depends on all others. */
const rowTransforms: readonly string[] = ["normalize-total"];

/** The parts of the work, for the progress. */
const hashing = 0.5;

/**
 * A recipe of a selection that was made from this data. With a classifier it holds a model fitted on all its rows, which
 * gives probabilities.
 */
export async function makeRecipe(
  data: Dataset,
  selection: Selection,
  options: MakeRecipeOptions = {},
): Promise<Recipe> {
  requireDataset(data);
  const { classifier, classifierOptions = {}, kernels = "wasm", threads, onProgress, signal } = options;
  const allNames = options.picked ? namesOf(selection) : data.featureNames;
  const ranked = selection.ranking.subarray(0, selection.features.length);
  const columns = options.picked ? upTo(ranked.length) : ranked;
  if (
    selection.ranking.length !== allNames.length ||
    selection.features.some(
      (name, place) => name !== allNames[ranked[place]] || name !== data.featureNames[columns[place]],
    )
  )
    throw new InputError(
      "data-mismatch",
      "the selection was not made from this data; give the data that select was given",
    );
  if (classifier === undefined && Object.keys(classifierOptions).length > 0)
    throw new InputError(
      "data-mismatch",
      "classifierOptions are given without a classifier; name it, or leave them out",
    );
  const placeOf = new Map(data.featureNames.map((name, j) => [name, j]));
  const covariates = selection.adjusted.map((name) => placeOf.get(name)!);
  const table = data.selectColumns([...columns, ...covariates]);
  if (classifier !== undefined) {
    requireSelectable(table, true);
    judgeOf(data, { classifier, classifierOptions });
  }
  const preparer = TablePreparer.fit(table, covariates.length);
  const progress = new ProgressReporter(onProgress, signal);
  const picked = preparer.featuresIn(table);
  const values = trainingValues(picked, scalingOf(picked));
  const sha256 = await fingerprint(data, (part) => progress.report(hashing * part));
  const model =
    classifier === undefined
      ? null
      : data.targets
        ? await fitRidgeModel(preparer.complete(table), preparer, { kernels, threads })
        : (
            await fitModel(preparer.complete(table), preparer, classifier, classifierOptions, {
              kernels,
              threads,
              probabilities: true,
              progress: (part) => progress.report(hashing + (1 - hashing) * part),
            })
          ).json;
  await progress.report(1);
  const { transforms, levels = [], idColumn } = data.source;
  const needsAll = transforms.some((name) => rowTransforms.includes(name));
  const words = levelsOf(needsAll ? allNames : table.featureNames, levels);
  return {
    schema: recipeSchema,
    version,
    command: options.command ?? null,
    reading: {
      // New rows are named as those of training were.
      ...(idColumn !== undefined && { idColumn }),
      ...options.reading,
      // A new file may be too short to tell what its target is.
      ...(data.targets && { task: "regression" as const }),
      transforms,
      ...(needsAll && { features: allNames }),
      ...(words.length > 0 && { levels: words }),
    },
    data: {
      source: data.source.name,
      format: data.source.format,
      rows: data.rows,
      features: allNames.length,
      target: data.labels ? data.labelName : null,
      classes: presentClasses(data),
      sha256,
      ...(options.picked && { hashed: "picked" as const }),
    },
    selection: {
      method: selection.method,
      options: selection.options,
      k: selection.k,
      seed: selection.seed,
      kernels: typeof kernels === "string" ? kernels : kernels.name,
      keep: selection.kept,
      exclude: selection.excluded.filter((name) => !selection.adjusted.includes(name)),
      adjust: selection.adjusted,
      featureGroups: selection.featureGroups,
      ...(selection.costs && { costs: selection.costs }),
      direction: selection.direction,
    },
    features: selection.features.map((name, place) => ({
      name,
      score: toJsonNumber(selection.scores[ranked[place]]),
      ...values[place],
    })),
    preparation: preparer.toJSON(),
    model,
    notices: [...selection.notices, ...(data.missing === "knn" ? withoutNearestRows(data) : [])],
  };
}

/** The names of all features, in the data's order. */
function namesOf({ ranking, rankedNames }: Selection): string[] {
  const names: string[] = new Array(ranking.length);
  for (const [place, j] of ranking.entries()) names[j] = rankedNames[place];
  return names;
}

/** A recipe can be passed on, so it holds no training rows to fill from. */
function withoutNearestRows(data: Dataset): Notice[] {
  if (missingCounts(data.values).every((count) => count === 0)) return [];
  const text =
    "the recipe fills missing values with medians and most frequent levels: to fill them from the nearest rows it would have to hold the training data";
  return [notice("note", "missing-values", text)];
}

/** Those columns that are features themselves, or of which a 0/1 column is. */
function levelsOf(features: readonly string[], levels: readonly NominalLevels[]): NominalLevels[] {
  const needed = new Set(features);
  return levels.filter(
    ({ column, levels: words }) =>
      needed.has(column) || words.some((word) => needed.has(`${column}=${word}`)),
  );
}

function toJsonNumber(score: number): number | "Infinity" | "-Infinity" {
  if (Number.isFinite(score)) return score;
  return score < 0 ? "-Infinity" : "Infinity";
}

/** What new values of a feature are held against. */
type TrainingValues = Pick<RecipeFeature, "mean" | "sd" | "min" | "max" | "small">;

/** The part of the values that counts as unusually small. */
const smallPart = 0.05;

/** What each column holds, with its scaling. */
function trainingValues({ values, categories }: Dataset, { means, deviations }: Scaling): TrainingValues[] {
  const result: TrainingValues[] = [];
  for (const { column, values: all } of columnEntries(values)) {
    const entries = all.filter((value) => !Number.isNaN(value));
    if (categories?.[column] || (entries.length === 0 && all.length > 0)) {
      result.push({ mean: 0, sd: 0, min: 0, max: 0, small: 0 });
      continue;
    }
    let [min, max] = all.length < values.rows ? [0, 0] : [entries[0], entries[0]];
    for (const value of entries) {
      if (value < min) min = value;
      if (value > max) max = value;
    }
    const sizes = entries.map(Math.abs).sort();
    const small = sizes.length > 0 ? sizes[Math.floor(smallPart * sizes.length)] : 0;
    // A mean of −0 would come back from JSON as 0.
    result.push({ mean: means[column] + 0, sd: min === max ? 0 : deviations[column], min, max, small });
  }
  return result;
}

/** The classes that have rows, and how many; none without labels, and where numbers are predicted. */
export function presentClasses({ labels, targets }: Dataset): RecipeData["classes"] {
  if (!labels || targets) return [];
  const present = presentLabels(labels);
  const counts = classCounts(present);
  return present.classes.map((name, code) => ({ name, rows: counts[code] }));
}
