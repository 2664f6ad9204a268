import { InputError } from "../numeric/input-error.js";
import type { NominalColumn } from "./table.js";

/** The words that stand behind the numbers of a column, in the order of the numbers. */
export interface NominalLevels {
  readonly column: string;
  readonly levels: readonly string[];
}

/** A column of words coded by known levels, whatever the file declares; refused where it has a word that is not among them. */
export function recode(
  name: string,
  words: readonly string[],
  levels: readonly string[],
  source: string,
): NominalColumn {
  const codeOf = new Map(levels.map((level, code) => [level, code]));
  const codes = Int32Array.from(words, (word, row) => {
    const code = word === "" ? -1 : codeOf.get(word);
    if (code === undefined)
      throw new InputError(
        `${source}: "${word}" in column "${name}" (row ${row + 1}) is none of the words that the training data had there: ${levels.slice(0, 10).join(", ")}${levels.length > 10 ? ", …" : ""}`,
      );
    return code;
  });
  return { kind: "nominal", codes, levels };
}
