import type { RowSource } from "./row-source.js";

/** What a method that works on blocks of rows needs to know of them, wherever they come from. */
export type RowPasses = Pick<
  RowSource,
  | "name"
  | "rows"
  | "featureNames"
  | "categories"
  | "pass"
  | "sections"
  | "section"
  | "facts"
  | "conclude"
  | "settleLevels"
  | "useLevels"
  | "freeTexts"
  | "notices"
>;
