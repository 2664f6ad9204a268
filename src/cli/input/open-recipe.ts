import {
  type Applied,
  applyRecipe,
  type Dataset,
  InputError,
  parseRecipe,
  type Recipe,
  recipeReadOptions,
  stackDatasets,
} from "../../internal.js";
import { fileSource, withoutFolder } from "../../node/file-source.js";
import { type NodeReadOptions, readDataset } from "../../node/read-dataset.js";
import type { Invocation } from "../command.js";
import type { Flags } from "../flags/flag.js";
import { readOptions } from "../flags/shared-flags.js";
import { openBundled } from "./open-dataset.js";

/** For commands that check new data against a recipe. */
export const forceFlag = {
  force: { help: "use new data even if it is on another scale than the training data" },
} as const satisfies Flags;

/** A longer text fits into no string of the engine, and no recipe is nearly as long. */
const longestRecipe = 2 ** 28;

/** Reads a recipe from its file. */
export async function openRecipe(file: string): Promise<Recipe> {
  const source = await fileSource(file);
  try {
    if (source.size > longestRecipe)
      throw new InputError(
        "unreadable-json",
        `the file has ${Math.round(source.size / 1e6)} MB, so it is no recipe; recipes have at most ${Math.round(longestRecipe / 1e6)} MB`,
      );
    return parseRecipe(new TextDecoder().decode(await source.read(0, source.size)));
  } catch (error) {
    throw error instanceof InputError ? error.with({ file: withoutFolder(file) }) : error;
  } finally {
    await source.close();
  }
}

/** The recipe's features from new files, each checked against the recipe, as one dataset. */
export async function openNewFiles(
  invocation: Invocation,
  recipe: Recipe,
  files: readonly string[],
): Promise<Applied> {
  const { flags } = invocation;
  const parts: Applied[] = [];
  for (const file of files) {
    const data = await openNew(invocation, recipe, file);
    const force = flags.force === true;
    parts.push(applyRecipe(recipe, data, { force, otherTransforms: flags.transform !== undefined }));
  }
  return {
    data: stackDatasets(parts.map(({ data }) => data)),
    notices: parts.flatMap(({ notices }) => notices),
  };
}

/** Reads a new file as the recipe says; reading flags override it. */
function openNew(invocation: Invocation, recipe: Recipe, file: string): Promise<Dataset> {
  const { flags } = invocation;
  const { target, ...rest } = recipeReadOptions(recipe, file);
  const elsewhere = flags.labels !== undefined || flags["label-pattern"] !== undefined;
  const optional = [
    ...(elsewhere || flags.target !== undefined ? [] : (["target"] as const)),
    ...(flags["id-column"] === undefined ? (["idColumn"] as const) : []),
  ];
  return open(invocation, file, {
    ...(!elsewhere && { target }),
    ...rest,
    optional,
    ...readOptions(flags),
  });
}

/** Reads a file just as the recipe's own was read; reading flags override it. */
export function openAgain(invocation: Invocation, { reading }: Recipe, file: string): Promise<Dataset> {
  const { flags } = invocation;
  const {
    features: _features,
    levels: _levels,
    labels,
    target,
    labelPattern,
    labelColumn,
    ...rest
  } = reading;
  const own = readOptions(flags);
  if (labels !== undefined && own.labels === undefined)
    throw new InputError(
      "command-line",
      `the recipe took its labels from ${labels}; name that file with --labels`,
    );
  // Labels come from one place: flags about it replace what the recipe says.
  const elsewhere = own.target !== undefined || own.labels !== undefined || own.labelPattern !== undefined;
  return open(invocation, file, {
    ...rest,
    ...(labels !== undefined ? { labelColumn } : !elsewhere && { target, labelPattern }),
    ...own,
  });
}

async function open(invocation: Invocation, file: string, options: NodeReadOptions): Promise<Dataset> {
  const { flags, terminal, signal } = invocation;
  if (flags.verbose) terminal.note(`reading ${file}`);
  const onProgress = terminal.progress(`reading ${file}`);
  try {
    return (await openBundled(file, flags)) ?? (await readDataset(file, { ...options, onProgress, signal }));
  } finally {
    terminal.clearBar();
  }
}
