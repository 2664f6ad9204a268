import {
  type Facts,
  libraryWording,
  type Remedy,
  type Wording,
  wordPlace,
  wordRemedies,
  wordSentence,
} from "./diagnostic.js";

/** What kind of mistake an {@link InputError} is about, for programs. */
export type ErrorCode =
  /** A value that an option does not allow. */
  | "option-value"
  /** An unknown name of an option, method, classifier, column or class. */
  | "unknown-name"
  /** Options that exclude each other, or one that has no effect without another. */
  | "options-conflict"
  /** An argument of the wrong kind: rows where a Dataset is needed, text where bytes are. */
  | "argument-type"
  /** A file that cannot be read as what it claims to be. */
  | "unreadable-file"
  /** A format that is not known or not supported. */
  | "unknown-format"
  /** A file or folder that does not exist, or that cannot be read or written. */
  | "file-access"
  /** An output that would replace an input or another output. */
  | "output-conflict"
  /** No target, or one that cannot be used. */
  | "target"
  /** Missing or infinite values. */
  | "missing-values"
  /** Text where a number is needed. */
  | "text-column"
  /** Too few rows, columns or classes, or parts that do not fit each other. */
  | "unusable-data"
  /** Classes with fewer rows than the folds need. */
  | "small-classes"
  /** A recipe, a model or a result file that is damaged or of another version. */
  | "unreadable-json"
  /** New data that does not fit the recipe or the model. */
  | "data-mismatch"
  /** What was asked for is not possible with this method or in this place. */
  | "not-possible"
  /** A mistake on the command line itself. */
  | "command-line"
  /** A plug-in that cannot be loaded or is not valid. */
  | "plugin";

/** What an {@link InputError} carries beside its code and sentence. */
export interface InputErrorParts {
  readonly facts?: Facts;
  readonly remedies?: readonly Remedy[];
  readonly cause?: unknown;
}

/**
 * A mistake in what was given: a file, an option, a column name. The message is one line in the words of the library; other
 * doors word it from code, facts and remedies. Anything else that is thrown is an internal error.
 */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly facts: Facts;
  readonly remedies: readonly Remedy[];

  constructor(
    readonly code: ErrorCode,
    /** What is wrong, without place and remedies; options are marked by `optionName`. */
    readonly sentence: string,
    { facts = {}, remedies = [], cause }: InputErrorParts = {},
  ) {
    super(wordError(sentence, facts, remedies, libraryWording), cause === undefined ? undefined : { cause });
    this.facts = facts;
    this.remedies = remedies;
  }

  /** The whole message in a door's words. */
  wordedFor(wording: Wording): string {
    return wordError(this.sentence, this.facts, this.remedies, wording);
  }

  /** The same error with more facts, such as the file it was found in. */
  with(facts: Facts): InputError {
    const { code, sentence, remedies, cause } = this;
    return new InputError(code, sentence, { facts: { ...facts, ...this.facts }, remedies, cause });
  }
}

function wordError(sentence: string, facts: Facts, remedies: readonly Remedy[], wording: Wording): string {
  const advice = remedies.length > 0 ? `; ${wordRemedies(remedies, wording)}` : "";
  return withoutControls(wordPlace(facts) + wordSentence(sentence, wording) + advice);
}

/** What a file or a flag holds may stand in a message: written so that it stays one line and moves no cursor. */
function withoutControls(message: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  return message.replace(/[\u0000-\u001f\u007f-\u009f]/g, (control) => {
    const written = JSON.stringify(control).slice(1, -1);
    return written === control ? `\\u00${control.charCodeAt(0).toString(16)}` : written;
  });
}
