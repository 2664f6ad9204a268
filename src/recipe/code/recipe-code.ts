import { jsonText } from "../../core/json.js";
import { Sha256 } from "../../core/sha256.js";
import type { Recipe } from "../recipe.js";
import { type RecipeOnnx, writeOnnx } from "./onnx/write-onnx.js";
import type { CodeProgram } from "./program.js";
import { programOf } from "./program-of.js";
import { writeJavaScript } from "./write-javascript.js";
import { writePython } from "./write-python.js";
import { writeR } from "./write-r.js";
import { writeSql } from "./write-sql.js";

/** The languages that a recipe can be written in, each with the endings of its files, the usual one first. */
export const codeLanguages = {
  js: [".js", ".mjs"],
  python: [".py"],
  r: [".R", ".r"],
  sql: [".sql"],
} as const;

/** One of {@link codeLanguages}. */
export type CodeLanguage = keyof typeof codeLanguages;

/** The endings of models of ONNX. */
export const onnxEndings = [".onnx"] as const;

/** What of the code can be chosen. */
export interface RecipeCodeOptions {
  /** The table that SQL reads; `samples` by default. */
  readonly table?: string;
}

const writers: Readonly<Record<CodeLanguage, (program: CodeProgram, table: string) => string>> = {
  js: writeJavaScript,
  python: writePython,
  r: writeR,
  sql: writeSql,
};

/**
 * A recipe as source code without dependencies, which fills, encodes, scales and picks the features of new rows and predicts
 * them as {@link predictWith} does. Models of plug-ins, nearest neighbours in SQL and models of very many numbers are refused.
 */
export function recipeCode(
  recipe: Recipe,
  language: CodeLanguage,
  { table = "samples" }: RecipeCodeOptions = {},
): string {
  return writers[language](programOf(recipe), table);
}

/**
 * A recipe as a model of ONNX, which does the same with any number of rows at once. Its metadata name the features and classes, and
 * the SHA-256 of the recipe as `--save` writes it. Refused is what {@link recipeCode} refuses, but for nearest neighbours.
 */
export function recipeOnnx(recipe: Recipe): RecipeOnnx {
  const file = new TextEncoder().encode(jsonText(recipe));
  return writeOnnx(programOf(recipe), {
    recipe_sha256: new Sha256().update(file).digest(),
    training_data: recipe.data.source,
    training_data_sha256: recipe.data.sha256,
    method: recipe.selection.method,
    ...(recipe.model && { classifier: recipe.model.classifier }),
  });
}
