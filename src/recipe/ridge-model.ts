import { count, mustBe } from "../core/json.js";
import type { Dataset } from "../data/dataset.js";
import { type NumberMetrics, numberMetricsOf } from "../evaluation/metrics.js";
import { createKernels } from "../kernels/create-kernels.js";
import { fitRidge, Ridge, ridgeName } from "../models/ridge.js";
import type { RunOptions } from "../selectors/run-context.js";
import { preparerOf, requireModel } from "./apply-recipe.js";
import { checkScaling, modelScaling, scaledValues, scalingFrom } from "./classifier-model.js";
import type { Recipe, RecipeModel } from "./recipe.js";
import type { TablePreparer } from "./table-preparation.js";

/** Fits ridge regression as `evaluate` does: on complete data, categories encoded, numbers scaled. */
export async function fitRidgeModel(
  data: Dataset,
  preparer: TablePreparer,
  { kernels = "wasm", threads }: Pick<RunOptions, "kernels" | "threads">,
): Promise<RecipeModel> {
  const { data: shown, featureOf } = preparer.encode(data);
  const scaling = modelScaling(data, featureOf);
  const used = typeof kernels === "object" ? kernels : await createKernels({ kernels, threads });
  try {
    return {
      classifier: ridgeName,
      options: {},
      scaling: { means: Array.from(scaling.means), deviations: Array.from(scaling.deviations) },
      fitted: fitRidge(scaledValues(shown, scaling), data.targets!, used).toJSON(),
    };
  } finally {
    if (used !== kernels) await used.dispose();
  }
}

/** A regression that sees new rows encoded and scaled as those of training. */
export class PreparedRidge {
  private readonly model: Ridge;

  constructor(
    private readonly saved: RecipeModel,
    private readonly preparer: TablePreparer,
  ) {
    this.model = Ridge.restore(saved.fitted);
  }

  /** The data has the model's features in its order, complete. */
  predict(data: Dataset): Float64Array {
    return this.model.predict(scaledValues(this.preparer.encode(data).data, scalingFrom(this.saved.scaling)));
  }

  /** Predictions held against the targets of rows that have one; null where none has. */
  compare({ targets }: Dataset, predicted: Float64Array): NumberTruth | null {
    const rows = Array.from(predicted.keys()).filter((row) => Number.isFinite(targets?.[row]));
    if (rows.length === 0) return null;
    const metrics = numberMetricsOf(
      rows.map((row) => targets![row]),
      rows.map((row) => predicted[row]),
      rows.map(() => this.model.mean),
    );
    return { ...metrics, rows: rows.length };
  }
}

/** The regression of a recipe that predicts numbers; null where it predicts classes. Refuses a recipe without a model. */
export function ridgeOf(recipe: Recipe): PreparedRidge | null {
  const model = requireModel(recipe);
  return model.classifier === ridgeName ? new PreparedRidge(model, preparerOf(recipe)) : null;
}

/** Predicted against known numbers. R² is against the mean of the training rows. */
export interface NumberTruth extends NumberMetrics {
  /** How many rows have a target. */
  readonly rows: number;
}

/** Refuses a saved regression that is damaged or does not fit the columns of its features. */
export function checkRidge(model: RecipeModel, preparer: TablePreparer, place: string): void {
  const features = preparer.modelColumns;
  if (count(model.fitted.features, `${place}fitted.features`) !== features)
    throw mustBe(`${place}fitted`, `a model of ${features} features`);
  Ridge.restore(model.fitted);
  checkScaling(model, features, place);
}
