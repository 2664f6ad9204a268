/**
 * What a recipe does to one row, as data that is written in any language: steps one after another, each a list of
 * numbers (cells) computed from the cells of earlier steps. Nothing but the writers knows a language, and no writer
 * knows what a model is.
 */
export interface CodeProgram {
  /** What the code says about itself, line by line. */
  readonly about: readonly string[];
  /** The cells of the step `given`, in this order. */
  readonly inputs: readonly CodeInput[];
  /** In the order of the work. */
  readonly steps: readonly CodeStep[];
  /** The selected features as `apply` gives them: complete, without known influences. */
  readonly picked: readonly CodeFeature[];
  /** What was missing and is filled, by column. */
  readonly filled: readonly CodeMark[];
  /** Which levels training did not know, by column. */
  readonly unknown: readonly CodeMark[];
  /** What is predicted; null for a recipe without a model. */
  readonly result: ClassResult | NumberResult | null;
}

/** A column that a row must have. */
export interface CodeInput {
  readonly column: string;
  /** Null for a number; else the cell is the place of the level, −1 for one that is not among them. Missing values stay missing. */
  readonly levels: readonly string[] | null;
}

/** One step. What it `says` becomes a comment. */
export type CodeStep = {
  readonly name: string;
  readonly says: string;
  /** Checked before the cells are computed. */
  readonly needs?: readonly CodeNeed[];
} & ({ readonly cells: readonly Expression[] } | { readonly nearest: NearestPlaces });

/** The places of the smallest cells of a step, smallest first; of equal ones the first. */
export interface NearestPlaces {
  readonly step: string;
  readonly count: number;
}

/** A cell that must be at least, or more than, a limit; where it is not, the row is refused. A missing one passes. */
export interface CodeNeed {
  readonly of: Expression;
  readonly least: number;
  readonly orEqual: boolean;
  readonly message: string;
}

/** A selected feature. */
export interface CodeFeature {
  readonly name: string;
  readonly value: Expression;
  /** Of a category, whose value is a place among them. */
  readonly levels: readonly string[] | null;
}

/** A column of which something is to be told where the test holds. */
export interface CodeMark {
  readonly column: string;
  readonly test: Test;
}

/** A prediction of classes. */
export interface ClassResult {
  readonly classes: readonly string[];
  /** The place of the predicted class. */
  readonly winner: Expression;
  /** One per class. */
  readonly scores: readonly Expression[];
  readonly probabilities: readonly Expression[] | null;
}

/** A prediction of a number. */
export interface NumberResult {
  readonly number: Expression;
}

/** A number computed from cells. */
export type Expression =
  | { readonly op: "number"; readonly value: number }
  | { readonly op: "cell"; readonly step: string; readonly at: number }
  | { readonly op: "+" | "-" | "*" | "/"; readonly left: Expression; readonly right: Expression }
  | { readonly op: "call"; readonly name: CodeFunction; readonly of: Expression }
  | { readonly op: "if"; readonly test: Test; readonly then: Expression; readonly otherwise: Expression }
  /** The value at a place; 0 where the place is none of them. */
  | { readonly op: "table"; readonly values: readonly number[]; readonly place: Expression }
  /** From left to right. */
  | { readonly op: "sum"; readonly of: readonly Expression[] }
  /** The cells of a step times these numbers, added up. */
  | { readonly op: "dot"; readonly step: string; readonly by: readonly number[] }
  /** The squared distance of a step's cells to these numbers. */
  | { readonly op: "distance"; readonly step: string; readonly by: readonly number[] }
  | { readonly op: "largest" | "place of largest"; readonly step: string }
  /** The cell of a step at a computed place. */
  | { readonly op: "at"; readonly step: string; readonly place: Expression };

/** Functions of one number. */
export const codeFunctions = ["log", "log2", "log10", "log1p", "exp", "sqrt", "abs"] as const;

/** One of {@link codeFunctions}. */
export type CodeFunction = (typeof codeFunctions)[number];

/** True or false; false where something missing is compared. */
export type Test =
  | { readonly op: "<" | ">" | "="; readonly left: Expression; readonly right: Expression }
  | { readonly op: "missing"; readonly of: Expression }
  | { readonly op: "and" | "or"; readonly left: Test; readonly right: Test };

/** A constant. */
export const constant = (value: number): Expression => ({ op: "number", value });

/** A cell of an earlier step. */
export const cell = (step: string, at: number): Expression => ({ op: "cell", step, at });

/** Two numbers joined by a sign. */
export const join = (op: "+" | "-" | "*" | "/", left: Expression, right: Expression): Expression => ({
  op,
  left,
  right,
});

/** left + right. */
export const plus = (left: Expression, right: Expression) => join("+", left, right);

/** left − right. */
export const minus = (left: Expression, right: Expression) => join("-", left, right);

/** left · right. */
export const times = (left: Expression, right: Expression) => join("*", left, right);

/** left / right. */
export const over = (left: Expression, right: Expression) => join("/", left, right);

/** The constant 1. */
export const one = constant(1);

/** The constant 0. */
export const zero = constant(0);

/** All of them, added from left to right. */
export const totalOf = (of: readonly Expression[]): Expression => ({ op: "sum", of });

/** A function of a number. */
export const call = (name: CodeFunction, of: Expression): Expression => ({ op: "call", name, of });

/** One of two numbers. */
export const either = (test: Test, then: Expression, otherwise: Expression): Expression => ({
  op: "if",
  test,
  then,
  otherwise,
});

/** Two numbers compared. */
export const compare = (op: "<" | ">" | "=", left: Expression, right: Expression): Test => ({
  op,
  left,
  right,
});

/** Whether a number is missing. */
export const missing = (of: Expression): Test => ({ op: "missing", of });

/** All cells of a step of this length. */
export const cellsOf = (step: string, length: number): Expression[] =>
  Array.from({ length }, (_, at) => cell(step, at));

/** How many cells every step has, by name. */
export const stepLengths = ({ inputs, steps }: CodeProgram): ReadonlyMap<string, number> =>
  new Map([
    ["given", inputs.length],
    ...steps.map((step) => [step.name, "cells" in step ? step.cells.length : step.nearest.count] as const),
  ]);
