import { missingMarks } from "../../data/column-kinds.js";
import type { CodeFunction, CodeProgram, Expression, Test } from "./program.js";
import { stepLengths } from "./program.js";

/** How a language spells expressions. Its parts are given as text that may stand anywhere. */
export interface Syntax {
  number(value: number): string;
  cell(step: string, at: number): string;
  join(op: "+" | "-" | "*" | "/", left: string, right: string): string;
  call(name: CodeFunction, of: string): string;
  either(test: string, then: string, otherwise: string): string;
  compare(op: "<" | ">" | "=", left: string, right: string): string;
  missing(of: string): string;
  both(op: "and" | "or", left: string, right: string): string;
  table(values: readonly number[], place: string): string;
  sum(of: readonly string[]): string;
  dot(step: string, by: readonly number[]): string;
  distance(step: string, by: readonly number[]): string;
  largest(step: string, length: number): string;
  placeOfLargest(step: string, length: number): string;
  at(step: string, place: string): string;
}

/** What writes the expressions and tests of a program in a language. */
export interface Spelling {
  expression(of: Expression): string;
  test(of: Test): string;
}

/** The expressions of a program in a language. */
export function spell(program: CodeProgram, syntax: Syntax): Spelling {
  const lengths = stepLengths(program);
  const test = (of: Test): string => {
    switch (of.op) {
      case "missing":
        return syntax.missing(expression(of.of));
      case "and":
      case "or":
        return syntax.both(of.op, test(of.left), test(of.right));
      default:
        return syntax.compare(of.op, expression(of.left), expression(of.right));
    }
  };
  const expression = (of: Expression): string => {
    switch (of.op) {
      case "number":
        return syntax.number(of.value);
      case "cell":
        return syntax.cell(of.step, of.at);
      case "call":
        return syntax.call(of.name, expression(of.of));
      case "if":
        return syntax.either(test(of.test), expression(of.then), expression(of.otherwise));
      case "table":
        return syntax.table(of.values, expression(of.place));
      case "sum":
        return of.of.length === 0 ? syntax.number(0) : syntax.sum(of.of.map(expression));
      case "dot":
        return syntax.dot(of.step, of.by);
      case "distance":
        return syntax.distance(of.step, of.by);
      case "largest":
        return syntax.largest(of.step, lengths.get(of.step)!);
      case "place of largest":
        return syntax.placeOfLargest(of.step, lengths.get(of.step)!);
      case "at":
        return syntax.at(of.step, expression(of.place));
      default:
        return syntax.join(of.op, expression(of.left), expression(of.right));
    }
  };
  return { expression, test };
}

/** Text of a recipe in a comment: one line, whatever it holds. */
export const commentText = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");

/** What stands for a missing value in a column of numbers, in small letters. */
export const missingWords = ["", "?", "na", "n/a", "nan", "-nan", "null", ...missingMarks];

/** Words for a missing value that no category has as a level. */
export const missingLevels = ["", "?", "na", "n/a", "nan", "null"];
