import {
  type Facts,
  type Remedy,
  type Wording,
  wordPlace,
  wordRemedies,
  wordSentence,
} from "./diagnostic.js";

/**
 * Something that was done to the data, or that you should know before you trust a result. A `problem` stops a run, a
 * `warning` may spoil it, a `note` is good to know. The facts stand beside code and text.
 */
export interface Notice extends Facts {
  readonly code: NoticeCode;
  readonly level: "problem" | "warning" | "note";
  /** One sentence that names no option: what to do about it is in `remedies`. */
  readonly text: string;
  readonly remedies?: readonly Remedy[];
}

/** What a {@link Notice} is about, for programs. */
export type NoticeCode =
  /** The target was guessed. */
  | "target-guessed"
  /** Columns that no method can use were dropped. */
  | "columns-left-out"
  /** Rows were left out. */
  | "rows-left-out"
  /** What is no data was passed over: titles above a table, texts beside samples in columns. */
  | "passed-over"
  /** Labels of another file were matched by position, or some of them were not used. */
  | "labels-joined"
  /** The matrix was transposed to fit the labels. */
  | "transposed"
  /** A workbook has several sheets, of which one was read. */
  | "several-sheets"
  /** Formulas of a workbook have no stored result. */
  | "formulas-without-result"
  /** Cells of a workbook hold errors. */
  | "cells-with-errors"
  /** Samples seem to stand in columns. */
  | "samples-in-columns"
  /** A column that says nearly the same as the target. */
  | "target-copy"
  /** A column such as a batch that goes with the classes. */
  | "confounded"
  /** Known influences were taken away from the features. */
  | "adjusted"
  /** Features whose names were not unique have new names. */
  | "columns-renamed"
  /** Categorical columns are encoded as numbers that mean an order. */
  | "categorical-columns"
  /** Spellings of one class or level were taken as one. */
  | "spellings-merged"
  /** Numbers were written with a unit, marks between thousands or another decimal mark than the others. */
  | "written-numbers"
  /** The data does not fit into memory and was read in blocks. */
  | "streamed"
  /** A transform left some rows as they were. */
  | "rows-not-transformed"
  /** Values are missing or infinite. */
  | "missing-values"
  | "infinite-values"
  /** No labels, too few classes, classes that are small or uneven, or a target that looks like a measurement. */
  | "no-labels"
  | "too-few-classes"
  | "small-classes"
  | "uneven-classes"
  | "numeric-target"
  /** Classes that may be the levels of a score. */
  | "ordered-target"
  /** Constant columns, or copies of others. */
  | "constant-columns"
  | "duplicate-columns"
  /** Rows that repeat others, or that are of the same person. */
  | "duplicate-rows"
  | "repeated-subjects"
  | "no-data"
  | "more-features-than-rows"
  /** Values that need a transform or a common scale. */
  | "counts"
  | "skewed"
  | "different-scales"
  /** Values that vary so little that their squares vanish. */
  | "values-too-small"
  /** Something about a method's result. */
  | "method"
  /** Something about how features were kept, excluded or grouped. */
  | "constraints"
  /** Something about how accuracy was measured, or why it was not. */
  | "evaluation"
  /** Something about how k and options were chosen. */
  | "tuning"
  /** New data that does not look like the training data. */
  | "data-mismatch"
  /** The rows were read in blocks, or only a sample of them was. */
  | "streamed"
  | "sampled"
  /** Memory is short, so that something is done in another way. */
  | "memory"
  /** A journal or a result from an earlier run that could not be used. */
  | "journal";

/** A notice; parts that are not given are absent. */
export function notice(
  level: Notice["level"],
  code: NoticeCode,
  text: string,
  facts: Facts = {},
  remedies: readonly Remedy[] = [],
): Notice {
  return { code, level, text, ...facts, ...(remedies.length > 0 && { remedies }) };
}

/** A notice in a door's words, with what to do about it. */
export function wordNotice({ text, remedies = [], file, line }: Notice, wording: Wording): string {
  const advice = remedies.length > 0 ? `; ${wordRemedies(remedies, wording)}` : "";
  return wordPlace({ file, line }) + wordSentence(text, wording) + advice;
}
