import { InputError } from "../core/input-error.js";
import { type Notice, type NoticeCode, notice } from "../core/notice.js";
import { quoted, shortList } from "../core/text.js";
import type { DataInput, Dataset } from "../data/dataset.js";
import { encodeLabels } from "../data/labels.js";
import { requireSelectable } from "../data/require-selectable.js";
import { levelSpelled } from "../data/spelling.js";
import { checkScale } from "./check-scale.js";
import { dataForRecipe } from "./data-for-recipe.js";
import type { Recipe, RecipeModel } from "./recipe.js";
import { TablePreparer } from "./table-preparation.js";

/** How new data is to be taken. */
export interface ApplyOptions {
  /** Whether data on another scale is taken all the same, with a warning. */
  force?: boolean;
  /** Whether it may have been read with other transforms, as when a file holds transformed values already. */
  otherTransforms?: boolean;
}

/** New data with the features of a recipe. */
export interface Applied {
  /** The picked features, best first: complete, and without known influences. */
  readonly data: Dataset;
  /** What to know before trusting a result. */
  readonly notices: readonly Notice[];
}

/** The model of a recipe; refuses a recipe without one. */
export function requireModel(recipe: Recipe): RecipeModel {
  if (recipe.model) return recipe.model;
  // Programs without types forget it easily.
  if (recipe instanceof Promise)
    throw new InputError(
      "argument-type",
      "a recipe is needed; a promise of one was given: write await makeRecipe(…)",
    );
  throw new InputError("data-mismatch", "the recipe contains no model, so it cannot predict", {
    remedies: [{ action: "save it with a classifier", option: "classifier", value: "svm" }],
  });
}

/** What makes new data ready for a recipe's features. */
export const preparerOf = ({
  features,
  preparation,
}: Pick<Recipe, "features" | "preparation">): TablePreparer =>
  TablePreparer.restore(
    features.map(({ name }) => name),
    preparation,
  );

/**
 * The columns of new data that a recipe picked, found by name, so that their order and other columns do not matter. Rows, columns or
 * an Arrow table in memory are read with the recipe's kinds and levels. Missing
 * values are filled and known influences taken away as in training. Refused where a column is missing and, unless forced,
 * where the values are on another scale than in training.
 */
export function applyRecipe(
  recipe: Recipe,
  input: DataInput,
  { force = false, otherTransforms = false }: ApplyOptions = {},
): Applied {
  const { data, notices: respelled } = withClassesOf(recipe, dataForRecipe(recipe, input));
  const owner = data.source.format === "memory" ? "the data" : data.source.name;
  if (data.rows === 0) throw new InputError("data-mismatch", `${owner} has no rows to apply the recipe to`);
  const preparer = preparerOf(recipe);
  let aligned: Dataset;
  try {
    aligned = preparer.align(data);
    requireSelectable(aligned, false);
  } catch (error) {
    throw error instanceof InputError ? error.with({ file: owner }) : error;
  }
  const misread = otherTransforms ? [] : checkTransforms(recipe, data);
  const notices = misread.length > 0 ? misread : checkScale(recipe, preparer.featuresIn(aligned));
  const problem = notices.find(({ level }) => level === "problem");
  if (problem && !force)
    throw new InputError("data-mismatch", problem.text, {
      facts: { file: owner, ...(problem.columns && { columns: problem.columns }) },
      remedies: [
        ...(problem.remedies ?? []),
        { action: "use the values all the same", option: "force", value: true },
      ],
    });
  const taken = notices.map((one): Notice => ({ ...one, level: "warning" }));
  return {
    data: preparer.complete(aligned),
    notices: [...taken, ...readOtherwise(data), ...respelled, ...preparer.notices(aligned)].map((one) => ({
      ...one,
      file: owner,
    })),
  };
}

/** New data with its classes as training spelled them; else all rows of a class would count as wrong. */
function withClassesOf(recipe: Recipe, data: Dataset): Applied {
  const known = recipe.data.classes.map(({ name }) => name);
  const classes = data.targets ? [] : (data.labels?.classes ?? []);
  const spelled = new Map(
    classes.flatMap((name) => {
      const level = name === "" || known.includes(name) ? undefined : levelSpelled(name, known);
      return level === undefined ? [] : [[name, level] as const];
    }),
  );
  if (!data.labels || spelled.size === 0) return { data, notices: [] };
  const names = Array.from(data.labels.codes, (code) => spelled.get(classes[code]) ?? classes[code]);
  const words = Array.from(spelled, ([name, level]) => `${quoted(name)} as ${quoted(level)}`);
  const text = `classes are spelled otherwise than in training, and were taken as the same: ${shortList(words, 5)}`;
  return {
    data: data.with({ labels: encodeLabels(names) }),
    notices: [notice("note", "spellings-merged", text, { classes: [...spelled.keys()] })],
  };
}

/** What of new data was not read as it stands there: titles above it, numbers with units, other spellings of levels. */
const readOtherwise = ({ notices }: Dataset): readonly Notice[] =>
  notices.filter(({ code }) => readNotices.has(code));

const readNotices: ReadonlySet<NoticeCode> = new Set<NoticeCode>([
  "passed-over",
  "written-numbers",
  "spellings-merged",
]);

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
