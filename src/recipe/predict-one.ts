import { InputError } from "../core/input-error.js";
import type { Notice } from "../core/notice.js";
import { describeValue } from "../core/option.js";
import type { Dataset } from "../data/dataset.js";
import { type ApplyOptions, applyRecipe } from "./apply-recipe.js";
import { dataForRecipe } from "./data-for-recipe.js";
import {
  checkUncertain,
  modelOf,
  predictRows,
  type UncertainOption,
  withoutProbabilities,
} from "./predict-with.js";
import type { Recipe } from "./recipe.js";
import { ridgeOf } from "./ridge-model.js";

/** What {@link predictOne} gives. */
interface OnePrediction {
  /** The predicted class; where the model predicts numbers, the number as text. */
  readonly class: string;
  /** The predicted number; absent where the model predicts classes. */
  readonly number?: number;
  /** The probability of every class by its name; null where the model gives none. */
  readonly probabilities: Readonly<Record<string, number>> | null;
  /** Whether it is better not relied on: {@link UncertainOption}; null without probabilities. */
  readonly uncertain: boolean | null;
  /** What to know before trusting it. */
  readonly notices: readonly Notice[];
}

/**
 * Predicts the class or the number of one sample by the model of a recipe: `predictOne(recipe, { gene: 1.2, sex: "f" })`. Values are found
 * by name and treated as those of a file, with the transforms and levels of the recipe; other members do not matter. A sample
 * on another scale is refused unless forced.
 */
export function predictOne(
  recipe: Recipe,
  sample: object,
  { uncertain, force }: UncertainOption & Pick<ApplyOptions, "force"> = {},
): OnePrediction {
  const uncertainBelow = checkUncertain(uncertain);
  const ridge = ridgeOf(recipe);
  if (ridge) {
    const { data, notices } = applyRecipe(recipe, rowOf(recipe, sample), { force });
    const [number] = ridge.predict(data);
    return { class: String(number), number, probabilities: null, uncertain: null, notices };
  }
  const { classifier, model } = modelOf(recipe);
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

function rowOf(recipe: Recipe, sample: object): Dataset {
  if (typeof sample === "object" && sample !== null && !Array.isArray(sample))
    return dataForRecipe(recipe, [sample], "the sample");
  throw new InputError(
    "argument-type",
    `a sample is an object with the values by name, such as { gene: 1.2 }; ${describeValue(sample)} was given`,
  );
}
