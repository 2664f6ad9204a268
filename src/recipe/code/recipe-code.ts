import type { Recipe } from "../recipe.js";
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
