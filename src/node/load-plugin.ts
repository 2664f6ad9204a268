import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { InputError } from "../core/input-error.js";
import type { Classifier } from "../models/classifier.js";
import { addClassifier } from "../models/classifiers.js";
import { addSelector } from "../selectors/registry.js";
import type { Selector } from "../selectors/selector.js";

/** The definitions in a plug-in. */
export interface Plugin {
  /** The URL of its module. */
  readonly module: string;
  readonly selectors: readonly Selector[];
  readonly classifiers: readonly Classifier[];
}

/**
 * Loads a module whose exports are methods and classifiers: a default export or named ones, each a definition or a list of
 * them. From then on they can be used by name. Names of built-in ones are refused.
 */
export async function loadPlugin(file: string | URL): Promise<Plugin> {
  const plugin = await readPlugin(file);
  for (const selector of plugin.selectors) addSelector(selector);
  for (const classifier of plugin.classifiers) addClassifier(classifier);
  return plugin;
}

/** The definitions in a module, without registering their names. */
export async function readPlugin(file: string | URL): Promise<Plugin> {
  const module =
    typeof file === "string" && !file.startsWith("file:") ? pathToFileURL(file).href : String(file);
  const definitions = Object.values(await importModule(module, String(file)))
    .flat()
    .filter((one) => typeof one === "object" && one !== null)
    .map((one): object => ({ ...one, module }));
  const selectors = definitions.filter(isSelector);
  const classifiers = definitions.filter(isClassifier);
  if (selectors.length + classifiers.length === 0)
    throw new InputError(
      "plugin",
      "it exports neither a method nor a classifier; export the result of defineSelector or defineClassifier",
      { facts: { file: String(file) } },
    );
  return { module, selectors, classifiers };
}

async function importModule(module: string, file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(module);
  } catch (error) {
    if (error instanceof InputError) throw error.with({ file });
    if (!existsSync(new URL(module)))
      throw new InputError("file-access", "there is no such file", { facts: { file }, cause: error });
    throw new InputError("plugin", `it cannot be loaded: ${(error as Error).message}`, {
      facts: { file },
      cause: error,
    });
  }
}

const isSelector = (one: object): one is Selector => "name" in one && "score" in one;
const isClassifier = (one: object): one is Classifier => "name" in one && "fit" in one;
