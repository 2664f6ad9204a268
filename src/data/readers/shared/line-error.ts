import { InputError } from "../../../numeric/input-error.js";

/** A refusal that says where in a text file: `iris.csv, line 7: …`. */
export function lineError(name: string, line: number, problem: string): InputError {
  return new InputError(`${name}, line ${line}: ${problem}`);
}

/** What stands in the file, short enough for a message. */
export function quoted(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 39)}…` : text}"`;
}
