/**
 * Errors, findings and notices as data. Each says what it is (`code`), what it is about (`facts`), what is the matter in a
 * sentence that fits every door, and what to do about it (`remedies`: an option and a value). The library, the command line
 * and the studio word the remedies in their own terms: an option, a flag, a button.
 */

/** What a diagnostic is about; what does not apply is absent. */
export interface Facts {
  readonly file?: string;
  /** Counting from 1. */
  readonly line?: number;
  /** Counting from 1, without the header. */
  readonly row?: number;
  readonly column?: string;
  readonly columns?: readonly string[];
  /** The option that the diagnostic is about. */
  readonly option?: string;
  readonly given?: string | number | boolean;
  readonly allowed?: string;
  /** How many values, rows or columns are concerned. */
  readonly count?: number;
  readonly classes?: readonly string[];
}

/** One thing that helps: set this option, to this value where one is known. */
export interface Remedy {
  /** The action in words that go before the option: `leave out the rows that have them`. */
  readonly action: string;
  readonly option: string;
  readonly value?: OptionSetting;
  /** What it does to the data, counted: `drops 69 of 73 rows`. */
  readonly cost?: string;
}

/** A value that an option can be set to. */
export type OptionSetting = string | number | boolean | readonly string[];

/** How a door names an option, and how it says that one is set. */
export interface Wording {
  /** `missing`, or `--missing`. */
  name(option: string): string;
  /** `missing: "drop-rows"`, or `--missing drop-rows`. */
  set(option: string, value: OptionSetting): string;
}

/** How the library words them: options by name, values as in code. */
export const libraryWording: Wording = {
  name: (option) => option,
  set: (option, value) => `${option}: ${JSON.stringify(value)}`,
};

const [markStart, markEnd] = ["\uE000", "\uE001"];

/** Stands for an option inside a sentence, which each door replaces by its own name for it. */
export const optionName = (option: string): string => `${markStart}${option}${markEnd}`;

/** A sentence with its options named as a door names them. */
export function wordSentence(sentence: string, wording: Wording): string {
  return sentence.replace(/\uE000([^\uE001]*)\uE001/g, (_, option: string) => wording.name(option));
}

/** Remedies in a door's words: `fill them in, or leave out the rows that have them (missing: "drop-rows")`. */
export function wordRemedies(remedies: readonly Remedy[], wording: Wording): string {
  return remedies
    .map(({ action, option, value, cost }) =>
      value === undefined
        ? `${action} with ${wording.name(option)}${cost ? ` (${cost})` : ""}`
        : `${action} (${wording.set(option, value)}${cost ? `, ${cost}` : ""})`,
    )
    .join(", or ");
}

/** Where in a file: `iris.csv, line 7: `, or nothing. */
export function wordPlace({ file, line }: Facts): string {
  if (file === undefined) return line === undefined ? "" : `line ${line}: `;
  return line === undefined ? `${file}: ` : `${file}, line ${line}: `;
}
