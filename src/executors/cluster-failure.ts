import { type ErrorCode, InputError } from "../core/input-error.js";
import { plural } from "../core/text.js";

/** How a worker words a mistake in what was given, which no other attempt can mend. */
export function mistakeText({ code, sentence, facts, remedies }: InputError): string {
  return JSON.stringify({ code, sentence, facts, remedies });
}

/** What a failed task means for the one who waits for it: a mistake in what was given, or a task that cannot be done. */
export function failureFrom(reason: string, task: string, left: number): InputError {
  const mistake = readMistake(reason);
  if (mistake) return mistake;
  const why = /stalled more than/.test(reason)
    ? "the workers that did it were lost each time (out of memory?)"
    : reason;
  const others = left > 0 ? `; the workers go on with the ${plural(left, "other")}` : "";
  return new InputError(
    "not-possible",
    `${task} failed on the cluster: ${why}${others}; what is done is kept, and the same command tries the failed task again`,
  );
}

/** The work is no longer in Redis: it was restarted without its data, or somebody removed it. */
export function workLost(): InputError {
  return new InputError(
    "not-possible",
    "the work is no longer in Redis; was it restarted without writing to disk (appendonly)? start the command again",
  );
}

/** What Redis refuses (no memory left, a replica that cannot be written) is for the user to mend. */
export function refusedByRedis(error: unknown): unknown {
  const { name, message } = error as Error;
  return name === "ReplyError"
    ? new InputError("not-possible", `Redis refused a command: ${message}`)
    : error;
}

function readMistake(reason: string): InputError | null {
  try {
    const { code, sentence, facts, remedies } = JSON.parse(reason);
    return typeof code === "string" && typeof sentence === "string" && Array.isArray(remedies)
      ? new InputError(code as ErrorCode, sentence, { facts, remedies })
      : null;
  } catch {
    return null;
  }
}
