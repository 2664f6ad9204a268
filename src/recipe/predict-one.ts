import { InputError } from "../core/input-error.js";
import type { Notice } from "../core/notice.js";
import { describeValue } from "../core/option.js";
import { Dataset } from "../data/dataset.js";
import { finishArrays } from "../data/finish-arrays.js";
import { tableFromObjects } from "../data/memory-table.js";
import { featurePlaces } from "../data/need-features.js";
import { tableToArrays } from "../data/table-to-arrays.js";
import { type ApplyOptions, applyRecipe } from "./apply-recipe.js";
import {
  checkUncertain,
  modelOf,
  predictRows,
  type UncertainOption,
  withoutProbabilities,
} from "./predict-with.js";
import type { Recipe } from "./recipe.js";
import { recipeReadOptions } from "./recipe-read-options.js";

/** What {@link predictOne} gives. */
interface OnePrediction {
  /** The predicted class. */
  readonly class: string;
  /** The probability of every class by its name; null where the model gives none. */
  readonly probabilities: Readonly<Record<string, number>> | null;
  /** Whether it is better not relied on: {@link UncertainOption}; null without probabilities. */
  readonly uncertain: boolean | null;
  /** What to know before trusting it. */
  readonly notices: readonly Notice[];
}

/**
 * Predicts the class of one sample by the model of a recipe: `predictOne(recipe, { gene: 1.2, sex: "f" })`. Values are found
 * by name and treated as those of a file, with the transforms and levels of the recipe; other members do not matter. A sample
 * on another scale is refused unless forced.
 */
export function predictOne(
  recipe: Recipe,
  sample: object,
  { uncertain, force }: UncertainOption & Pick<ApplyOptions, "force"> = {},
): OnePrediction {
  const { classifier, model } = modelOf(recipe);
  const uncertainBelow = checkUncertain(uncertain);
  const { data, notices } = applyRecipe(recipe, rowOf(recipe, sample), { force });
  const predicted = predictRows(classifier, data, uncertainBelow);
  const { probabilities } = predicted;
  return {
    class: classifier.classes[predicted.codes[0]],
    probabilities:
      probabilities &&
      Object.fromEntries(classifier.classes.map((name, code) => [name, probabilities.get(0, code)])),
    uncertain: predicted.uncertain?.[0] ?? null,
    notices: probabilities ? notices : [...notices, withoutProbabilities(model)],
  };
}

/**
 * The only place where the members of a sample become a row of data: by the code that reads files, with the recipe's levels
 * and transforms. Members that are not needed may hold anything.
 */
function rowOf(recipe: Recipe, sample: object): Dataset {
  if (typeof sample !== "object" || sample === null || Array.isArray(sample))
    throw new InputError(
      "argument-type",
      `a sample is an object with the values by name, such as { gene: 1.2 }; ${describeValue(sample)} was given`,
    );
  const options = recipeReadOptions(recipe, "");
  const { features = [], levels = [] } = options;
  // A 0/1 feature of one level is read from the member that holds the levels.
  const needed = features.map(
    (feature) =>
      levels.find(({ column, levels: words }) => words.some((word) => `${column}=${word}` === feature))
        ?.column ?? feature,
  );
  featurePlaces([...new Set(needed)], Object.keys(sample));
  const words = new Map(levels.map((known) => [known.column, known.levels]));
  const members = Object.entries(sample)
    .filter(([name]) => needed.includes(name))
    .map(([name, value]) => [name, typeof value === "boolean" ? wordFor(value, words.get(name)) : value]);
  const {
    columns: _columns,
    guessed: _guessed,
    ...arrays
  } = tableToArrays(tableFromObjects([Object.fromEntries(members)]), options);
  const { source, ...finished } = finishArrays(arrays, options);
  return new Dataset({ ...finished, source: { ...source, name: "the sample", format: "object" } });
}

/** The level that stands for yes or no, which files spell in several ways; the value itself where there is none. */
function wordFor(value: boolean, levels: readonly string[] = []): string | boolean {
  const spelt = value ? ["true", "t", "yes", "y", "1"] : ["false", "f", "no", "n", "0"];
  return levels.find((level) => spelt.includes(level.toLowerCase())) ?? value;
}
