/**
 * A mistake in what was given: a file, an option, a column name. The message is one line that says what was given,
 * what is allowed and what to do. Everything else that is thrown is a fault of ours.
 */
export class InputError extends Error {
  override readonly name = "InputError";
}
