import { InputError } from "../core/input-error.js";
import type { Notice } from "../core/notice.js";
import { describeValue } from "../core/option.js";
import { shortList } from "../core/text.js";
import { Dataset } from "../data/dataset.js";
import { featurePlaces } from "../data/need-features.js";
import type { NominalLevels } from "../data/table.js";
import { applyTransform } from "../data/transforms.js";
import { Matrix } from "../numeric/matrix.js";
import { type ApplyOptions, applyRecipe } from "./apply-recipe.js";
import {
  checkUncertain,
  modelOf,
  predictRows,
  type UncertainOption,
  withoutProbabilities,
} from "./predict-with.js";
import type { Recipe } from "./recipe.js";

/** A sample for {@link predictOne}: its values by the name of the feature, as they would stand in a file. */
export type Sample = Readonly<Record<string, number | string | boolean | null | undefined>>;

/** What {@link predictOne} gives. */
export interface OnePrediction {
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
 * Predicts the class of one sample by the model of a recipe. Values are found by name and treated as those of a file:
 * transforms are those of the recipe, other members do not matter. A sample on another scale is refused unless forced.
 */
export function predictOne(
  recipe: Recipe,
  sample: Sample,
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

/** The only place where the members of a sample become a row of data: read, coded and transformed as the recipe says. */
function rowOf({ reading, features }: Recipe, sample: Sample): Dataset {
  if (typeof sample !== "object" || sample === null || Array.isArray(sample))
    throw new InputError(
      "argument-type",
      `a sample is an object with the values by name, such as { gene: 1.2 }; ${describeValue(sample)} was given`,
    );
  const featureNames = reading.features ?? features.map(({ name }) => name);
  const sources = featureNames.map((name) => sourceOf(name, reading.levels ?? []));
  featurePlaces([...new Set(sources.map(({ column }) => column))], Object.keys(sample));
  const values = sources.map(({ column, numberFrom }) => numberFrom(sample[column]));
  const row = reading.transforms.reduce<Dataset["values"]>(
    (before, name) => applyTransform(before, name),
    Matrix.fromRows([values]),
  );
  return new Dataset({
    values: row,
    featureNames,
    source: { name: "the sample", format: "object", transforms: reading.transforms },
  });
}

/** Where the value of a feature comes from. */
interface ValueSource {
  readonly column: string;
  numberFrom(value: Sample[string]): number;
}

/** A feature is a column of numbers, a column of words that are coded, or a 0/1 column of one of the words. */
function sourceOf(feature: string, levels: readonly NominalLevels[]): ValueSource {
  for (const { column, levels: words } of levels) {
    const code = (value: Sample[string]) => codeOf(column, words, value);
    if (column === feature) return { column, numberFrom: code };
    const level = words.findIndex((word) => `${column}=${word}` === feature);
    if (level >= 0) return { column, numberFrom: (value) => Number(code(value) === level) };
  }
  return { column: feature, numberFrom: (value) => numberOf(feature, value) };
}

function numberOf(column: string, value: Sample[string]): number {
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "number" && !Number.isNaN(value)) return value;
  if (typeof value === "string")
    throw new InputError("text-column", `"${column}" must be a number; ${describeValue(value)} was given`, {
      facts: { column, given: value },
    });
  throw missing(column);
}

function codeOf(column: string, levels: readonly string[], value: Sample[string]): number {
  if (value === null || value === undefined || value === "" || Number.isNaN(value)) throw missing(column);
  const code = levels.indexOf(String(value));
  if (code < 0)
    throw new InputError(
      "data-mismatch",
      `${describeValue(value)} is not among the levels of "${column}" in the training data: ${shortList(levels, 10)}`,
      { facts: { column, given: String(value) } },
    );
  return code;
}

const missing = (column: string) =>
  new InputError("missing-values", `the value of "${column}" is missing in the sample, and it is needed`, {
    facts: { column },
  });
