import type { CodeFunction, CodeProgram, Expression, Test } from "./program.js";
import { commentText, missingLevels, missingWords, type Syntax, spell } from "./syntax.js";

/** The small functions that code may need. */
type Helper = "dot" | "distance" | "lookUp" | "largest" | "placeOfLargest" | "nearest";

/** A language with lists and functions: what differs between such languages. */
export interface LoopLanguage {
  number(value: number): string;
  text(value: string): string;
  /** What begins a line of comment. */
  readonly comment: string;
  /** A list of numbers or texts. */
  list(items: readonly string[]): string;
  at(name: string, place: string): string;
  /** 0 or 1. */
  readonly firstPlace: 0 | 1;
  either(test: string, then: string, otherwise: string): string;
  compare(op: "<" | ">" | "=", left: string, right: string): string;
  readonly both: Readonly<Record<"and" | "or", string>>;
  isMissing(of: string): string;
  readonly functions: Readonly<Record<CodeFunction, string>>;
  /** What the helpers are called. Places that they take and give count from 0 in every language. */
  readonly names: Readonly<Record<Helper, string>>;
  /** Their definitions; those that are not used are left out. */
  readonly helpers: Readonly<Record<Helper, string>>;
}

/** The parts of a program that are spelled alike in all such languages. */
export interface Assembled {
  readonly header: string;
  expression(of: Expression): string;
  test(of: Test): string;
  /** To be asked for when everything else is written. */
  helpers(): string[];
  readonly missingWords: readonly string[];
  readonly missingLevels: readonly string[];
}

/** A list of texts. */
export const listOf = (texts: readonly string[], { list, text }: LoopLanguage): string =>
  list(texts.map(text));

/** Each line two places to the right; lines of nothing stay. */
export const indented = (lines: readonly string[], by = "  "): string =>
  lines.join("\n").replace(/^(?=.)/gm, by);

/** Spells a program in a language with lists. */
export function assemble(program: CodeProgram, language: LoopLanguage): Assembled {
  const used = new Set<Helper>();
  const helper = (name: Helper, ...given: readonly string[]) => {
    used.add(name);
    return `${language.names[name]}(${given.join(", ")})`;
  };
  const constants = (values: readonly number[]) => language.list(values.map(language.number));
  const syntax: Syntax = {
    number: (value) => (value < 0 ? `(${language.number(value)})` : language.number(value)),
    cell: (step, at) => language.at(step, String(at + language.firstPlace)),
    join: (op, left, right) => `(${left} ${op} ${right})`,
    call: (name, of) => `${language.functions[name]}(${of})`,
    either: language.either,
    compare: language.compare,
    missing: language.isMissing,
    both: (op, left, right) => `(${left} ${language.both[op]} ${right})`,
    table: (values, place) => helper("lookUp", constants(values), place),
    sum: (of) => (of.length === 1 ? of[0] : `(${of.join(" + ")})`),
    dot: (step, by) => helper("dot", constants(by), step),
    distance: (step, by) => helper("distance", constants(by), step),
    largest: (step) => helper("largest", step),
    placeOfLargest: (step) => helper("placeOfLargest", step),
    at: (step, place) => language.at(step, language.firstPlace ? `${place} + ${language.firstPlace}` : place),
  };
  if (program.steps.some((step) => "nearest" in step)) used.add("nearest");
  return {
    header: program.about.map((line) => `${language.comment} ${commentText(line)}`).join("\n"),
    ...spell(program, syntax),
    helpers: () => [...used].map((name) => language.helpers[name]),
    missingWords,
    missingLevels,
  };
}
