import { InputError } from "../core/input-error.js";
import { type Notice, notice } from "../core/notice.js";
import type { Dataset } from "../data/dataset.js";
import { featurePlaces } from "../data/need-features.js";
import { requireCompleteNumbers, requireSelectable } from "../data/require-selectable.js";
import { checkScale } from "./check-scale.js";
import type { Recipe } from "./recipe.js";

/** How new data is to be taken. */
export interface ApplyOptions {
  /** Whether data on another scale is taken all the same, with a warning. */
  force?: boolean;
  /** Whether it may have been read with other transforms, as when a file holds transformed values already. */
  otherTransforms?: boolean;
}

/** New data with the features of a recipe. */
export interface Applied {
  /** The picked columns, best first. */
  readonly data: Dataset;
  /** What to know before trusting a result. */
  readonly notices: readonly Notice[];
}

/**
 * The columns of new data that a recipe picked, found by name, so that their order and other columns do not matter. Refused
 * where one is missing or has missing values, and, unless forced, where the values are on another scale than in training.
 */
export function applyRecipe(
  recipe: Recipe,
  data: Dataset,
  { force = false, otherTransforms = false }: ApplyOptions = {},
): Applied {
  const owner = data.source.format === "memory" ? "the data" : data.source.name;
  if (data.rows === 0) throw new InputError("data-mismatch", `${owner} has no rows to apply the recipe to`);
  const names = recipe.features.map(({ name }) => name);
  let picked: Dataset;
  try {
    picked = data.selectColumns(featurePlaces(names, data.featureNames));
    requireSelectable(picked, false);
    requireCompleteNumbers(picked);
  } catch (error) {
    throw error instanceof InputError ? error.with({ file: owner }) : error;
  }
  const misread = otherTransforms ? [] : checkTransforms(recipe, data);
  const notices = misread.length > 0 ? misread : checkScale(recipe, picked);
  const problem = notices.find(({ level }) => level === "problem");
  if (problem && !force)
    throw new InputError("data-mismatch", problem.text, {
      facts: { file: owner, ...(problem.columns && { columns: problem.columns }) },
      remedies: [
        ...(problem.remedies ?? []),
        { action: "use the values all the same", option: "force", value: true },
      ],
    });
  const taken = notices.map((one): Notice => ({ ...one, level: "warning", file: owner }));
  return { data: picked, notices: taken };
}

/** Data that was read from a file must have been read as the training data was; what a program made may be anything. */
function checkTransforms({ reading }: Recipe, { source }: Dataset): Notice[] {
  if (source.format === "memory" || reading.transforms.join() === source.transforms.join()) return [];
  const said = (transforms: readonly string[]) => transforms.join(", ") || "no transform";
  return [
    notice(
      "problem",
      "data-mismatch",
      `it was read with ${said(source.transforms)}, the training data with ${said(reading.transforms)}; read it in the same way`,
      {},
      [{ action: "read it as the training data was", option: "transforms", value: reading.transforms }],
    ),
  ];
}
